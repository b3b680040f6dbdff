"""The progress display: read off the disk while a run is on, so it cannot disagree with the receipts."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from rich.live import Live
from rich.table import Table
from rich.text import Text

from deployments.console import err
from memory_schema.errors import SourcebookError
from memory_schema.ledger import Ledger
from memory_schema.planning import is_frozen
from memory_schema.selection import Selector
from memory_schema.steps import STEP_OF, Step
from memory_schema.works import current_attempt, last_round, works
from memory_schema.workspace import Workspace

_SECONDS = 0.5


@contextmanager
def watching(workspace: Workspace) -> Iterator[None]:
    """Show how far the book is: a live table on a terminal, one line an agent elsewhere."""
    log = logging.getLogger("sourcebook")
    log.propagate = False
    if not err.is_terminal:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(message)s"))
        log.addHandler(handler)
        log.setLevel(logging.INFO)
        try:
            yield
        finally:
            log.removeHandler(handler)
        return
    latest = _Latest()
    log.addHandler(latest)
    log.setLevel(logging.INFO)
    done = threading.Event()
    with Live(_table(workspace, latest.line), console=err, transient=True, refresh_per_second=4) as live:

        def refresh() -> None:
            while not done.wait(_SECONDS):
                live.update(_table(workspace, latest.line))

        thread = threading.Thread(target=refresh, daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()
            log.removeHandler(latest)


class _Latest(logging.Handler):
    """Keeps the last line of the log."""

    line = "starting (the embedded Prefect server takes about 20 seconds)"

    def emit(self, record: logging.LogRecord) -> None:
        self.line = record.getMessage()


def _table(workspace: Workspace, line: str) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in ("chapter", *(step.value for step in Step), "round"):
        table.add_column(column)
    if is_frozen(workspace):
        try:
            _fill(table, workspace)
        except (SourcebookError, OSError):
            line = "reading ..."
    table.caption = Text(line, style="dim")
    table.caption_justify = "left"
    return table


def _fill(table: Table, workspace: Workspace) -> None:
    ledger = Ledger(workspace)
    for plan in Selector(workspace).outline().kept:
        attempt = current_attempt(workspace, plan.number)
        steps: dict[Step, list[bool]] = {step: [] for step in Step}
        for work in works(workspace, plan.number, attempt):
            steps[STEP_OF[work.role]].append(workspace.exists(work.path))
        steps[Step.REMEMBER].append(ledger.entry(plan.number, attempt) is not None)
        signs = [_sign(found) for found in steps.values()]
        rounds = last_round(workspace, plan.number, attempt)
        table.add_row(Text(f"{plan.number:2d} {plan.title[:44]}"), *signs, str(rounds or ""))


def _sign(found: list[bool]) -> Text:
    if all(found):
        return Text("✓", style="green")
    return Text("…", style="yellow") if any(found) else Text("·", style="dim")
