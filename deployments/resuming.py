"""An answer given on the command line also wakes the run that waits for it, where a server is known."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from deployments.console import say
from deployments.serve import served_url


def resume_waiting(book: Path, answer: dict[str, str]) -> None:
    """Resume the suspended runs on a book; the answer itself is already a file and holds either way.

    Args:
        book: the folder of the book.
        answer: the same answer as the fields of the form that the run shows.
    """
    url = os.environ.get("PREFECT_API_URL") or served_url()
    if not url:
        return
    os.environ["PREFECT_API_URL"] = url
    try:
        count = asyncio.run(_resume(book, answer))
    except Exception as error:
        say(f"the answer is stored, but Prefect at {url} was not told ({type(error).__name__}); resume the run there")
        return
    if count:
        say(f"resumed {count} waiting run{'s' if count > 1 else ''} at {url.removesuffix('/api')}")


async def _resume(book: Path, answer: dict[str, str]) -> int:
    from prefect.client.orchestration import get_client
    from prefect.client.schemas.filters import (
        FlowRunFilter,
        FlowRunFilterState,
        FlowRunFilterStateName,
        FlowRunFilterTags,
    )

    from tasks.run_page import book_tag

    waiting = FlowRunFilter(
        tags=FlowRunFilterTags(all_=[book_tag(str(book))]),
        state=FlowRunFilterState(name=FlowRunFilterStateName(any_=["Suspended"])),
    )
    async with get_client() as client:
        runs = await client.read_flow_runs(flow_run_filter=waiting)
        for run in runs:
            await client.resume_flow_run(run.id, run_input=dict(answer))
    return len(runs)
