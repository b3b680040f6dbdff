"""The deployments: what can be started in Prefect's UI, by schedule, or by API.

`sourcebook serve` registers them from here and prefect.yaml lists the same ones for workers; a test
holds the two together.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from prefect import Flow
from prefect.client.schemas.objects import ConcurrencyLimitConfig, ConcurrencyLimitStrategy
from prefect.deployments.runner import RunnerDeployment
from prefect.types.entrypoint import EntrypointType

from flows.book import write_book
from flows.chapter import write_chapter
from flows.plan import plan_book
from flows.publish import publish_book

TAG = "sourcebook"


@dataclass(frozen=True)
class Offer:
    """One deployment of a flow."""

    name: str
    flow: Flow[Any, Any]  # each flow has parameters of its own
    entrypoint: str
    description: str
    parameters: dict[str, Any] = field(default_factory=dict)

    @property
    def full_name(self) -> str:
        """As `prefect deployment run` takes it."""
        return f"{self.flow.name}/{self.name}"


OFFERS = (
    Offer(
        "write",
        write_book,
        "flows.book.write_book",
        "Plan, write, audit and publish a book: whatever is missing or stale, and nothing else.",
    ),
    Offer(
        "rewrite-stale",
        write_book,
        "flows.book.write_book",
        "Rewrite whatever is stale, also what only the memory of earlier chapters has made stale.",
        {"memory": True},
    ),
    Offer(
        "rerun",
        write_chapter,
        "flows.chapter.write_chapter",
        "Write one chapter anew from any step; the log says which chapters became stale by it.",
    ),
    Offer("plan", plan_book, "flows.plan.plan_book", "Propose an outline and wait for a person's approval."),
    Offer("publish", publish_book, "flows.publish.publish_book", "Make the pages of a book as it stands."),
)


async def served_deployments(at_once: int) -> list[RunnerDeployment]:
    """The deployments as a runner of this machine serves them.

    Args:
        at_once: runs of one deployment at once: many books side by side, each book held by one run (its lock).
    """
    served = [
        await offer.flow.ato_deployment(
            name=offer.name,
            description=offer.description,
            parameters=offer.parameters,
            tags=[TAG],
            enforce_parameter_schema=True,
            entrypoint_type=EntrypointType.MODULE_PATH,
            concurrency_limit=ConcurrencyLimitConfig(
                limit=at_once, collision_strategy=ConcurrencyLimitStrategy.ENQUEUE
            ),
        )
        for offer in OFFERS
    ]
    for deployment in served:
        # Prefect fills in an empty list, which as a field that was set would remove the schedules that people made.
        deployment.model_fields_set.discard("schedules")
    return served
