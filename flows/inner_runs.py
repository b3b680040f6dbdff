"""Which inner run is a chapter's own, when the outer run starts again from the top.

Prefect finds the inner run of an earlier start by how many calls of the same flow came before. A chapter that
is finished by then is not called again, so the next one would take over its run: its name, its tags, its
history, and how often it has begun. So every chapter has a place of its own.
"""

from __future__ import annotations

from typing import Any

from prefect import Flow, Task
from prefect.context import FlowRunContext


def take_place(inner: Flow[Any, Any], place: int) -> None:
    """Let the next call of `inner` in the present flow run be the one of this place, whatever came before.

    Args:
        inner: the flow that is called next.
        place: a number that stands for the same work at every start of the outer run.
    """
    context = FlowRunContext.get()
    if context is not None:
        # The engine makes such a task for each inner run, and counts its calls from here.
        context.task_run_dynamic_keys[Task(fn=inner.fn, name=inner.name).task_key] = place - 1
