"""Which start of a flow run this is: a run that waits for a person begins again from the top, as one that is retried.

Prefect counts a start when a run is retried, and forgets then where it waited; when it is resumed it counts
nothing, and keeps the keys of its waits. Both together tell the starts apart.
"""

from __future__ import annotations

from prefect.context import FlowRunContext


def dispatch() -> str:
    """Which start of the flow run this is; a later one sorts behind an earlier one. "" outside Prefect."""
    context = FlowRunContext.get()
    if context is None or context.flow_run is None:
        return ""
    return f"{context.flow_run.run_count:03d}-{_waits():03d}"


def pause_key(question: str) -> str:
    """The key of a waiting; of all keys of a run the last one in order is that of its last waiting."""
    return f"{dispatch()}-{question}"


def question_of(key: str) -> str:
    """What was asked, from the key of a waiting."""
    return key.split("-", 2)[2]


def first_dispatch() -> bool:
    """Whether the flow run begins for the first time: resumed, it must not discard or plan again once more."""
    return not retried() and not _waits()


def retried() -> bool:
    """Whether the flow run was begun again after it had ended or was killed."""
    context = FlowRunContext.get()
    return context is not None and context.flow_run is not None and context.flow_run.run_count > 1


def _waits() -> int:
    """How often the flow run has waited for a person since it was begun."""
    context = FlowRunContext.get()
    if context is None or context.flow_run is None:
        return 0
    return len(context.flow_run.empirical_policy.pause_keys or ())
