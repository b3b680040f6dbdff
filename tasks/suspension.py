"""How a run is suspended: its form, under a key of its own, and no word of an error in its log."""

from __future__ import annotations

import logging

from prefect.flow_runs import asuspend_flow_run
from prefect.input import RunInput

from tasks.run_starts import pause_key

_ENGINE = logging.getLogger("prefect.flow_runs")


async def suspend(form: type[RunInput], question: str) -> None:
    """Ask by a form and end this process; the server starts the run again, from the top, once it is answered.

    Args:
        form: its fields, with what they begin with.
        question: what is asked; `tasks.run_starts.question_of` gives it back.
    """
    _ENGINE.addFilter(_as_planned)
    await asuspend_flow_run(wait_for_input=form, key=pause_key(question), timeout=None)


def _as_planned(record: logging.LogRecord) -> bool:
    """The engine calls every end an error that is not Completed; that a run waits for a person is none."""
    if record.levelno == logging.ERROR and record.getMessage().startswith("Finished in state Suspended"):
        record.levelno, record.levelname = logging.INFO, logging.getLevelName(logging.INFO)
    return True
