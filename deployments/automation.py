"""The automation that ends zombies: a run whose heartbeat stopped is set to Crashed.

A flow run and its worker killed together would claim to run for ever (FACTS, crash). Every flow run
sends a heartbeat each 30 seconds; one that has sent one and then, for 90 seconds, neither another nor
any state in which it may rest, is crashed.
"""

from __future__ import annotations

from datetime import timedelta

from prefect.automations import Automation
from prefect.client.schemas.objects import StateType
from prefect.events.actions import ChangeFlowRunState
from prefect.events.schemas.automations import EventTrigger, Posture

from tasks.waiting import WAITING

NAME = "Crash runs whose heartbeat stopped"
SILENCE_SECONDS = 90
_HEARTBEAT = "prefect.flow-run.heartbeat"
_RESTING = (
    "Completed", "Failed", "Crashed", "Cancelled", "Cancelling", "Suspended", "Paused", "Scheduled", "Late",
    "AwaitingRetry", "Resuming", WAITING,
)  # fmt: skip
"""Names of states in which a run sends no heartbeat and is no zombie; an event is named by the state's name."""


def zombie_automation() -> Automation:
    """The automation as Prefect stores it."""
    return Automation(
        name=NAME,
        description=f"No heartbeat for {SILENCE_SECONDS} seconds: the process is gone. See docs/operations.md.",
        trigger=EventTrigger(
            after={_HEARTBEAT},
            expect={_HEARTBEAT, *(f"prefect.flow-run.{name}" for name in _RESTING)},
            match={"prefect.resource.id": ["prefect.flow-run.*"]},
            for_each={"prefect.resource.id"},
            posture=Posture.Proactive,
            threshold=1,
            within=timedelta(seconds=SILENCE_SECONDS),
        ),
        actions=[
            ChangeFlowRunState(
                state=StateType.CRASHED,
                message="The heartbeat stopped: the process is gone. Run again; everything finished is kept.",
            )
        ],
    )


async def register_automation() -> bool:
    """Register the automation once; returns whether it was new."""
    try:
        await Automation.aread(name=NAME)
    except ValueError:
        await zombie_automation().acreate()
        return True
    return False
