"""A run that was started without its book says so in one line.

A schedule's parameters can be emptied (docs/operations.md), and nobody checks those of a scheduled run. Prefect's
engine then dies before the flow begins, and all that the run's page says is that a process ended.
"""

from __future__ import annotations

from typing import Any

from prefect import Flow
from prefect.client.orchestration import get_client
from prefect.client.schemas.objects import FlowRun, State
from prefect.states import Failed


async def say_what_is_missing(flow: Flow[Any, Any], flow_run: FlowRun, state: State[Any]) -> None:
    """A hook for a run that crashed: where parameters were missing it has failed, with the line that names them."""
    line = missing_line(flow, flow_run.parameters)
    if line and state.is_crashed():
        async with get_client() as client:
            await client.set_flow_run_state(flow_run.id, Failed(message=line), force=True)


def missing_line(flow: Flow[Any, Any], given: dict[str, Any]) -> str:
    """What a run must be given and was not, in one line; "" when nothing is missing."""
    missing = [name for name in flow.parameters.required if name not in given]
    if not missing:
        return ""
    return f"the run was given no {' and no '.join(missing)}; start it with them, or give them to its schedule anew"
