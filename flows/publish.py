"""Publishing: the bookbinder makes the pages of every chapter that is finished (PROTOCOL 6.5)."""

from __future__ import annotations

from prefect import flow

from memory_schema.binding import bind
from memory_schema.contracts import Role
from memory_schema.errors import NotApproved
from memory_schema.planning import is_frozen
from tasks.options import running
from tasks.publish import bind_book


@flow(name="publish", flow_run_name="publish · {book}", persist_result=False, validate_parameters=False)
async def publish_book(book: str) -> None:
    """Publish the book as it stands; an unfinished chapter is an honest page.

    Raises:
        NotApproved: there is no frozen outline, so there is nothing to publish.
    """
    async with running(book) as runtime:
        if not is_frozen(runtime.workspace):
            raise NotApproved(f"nothing to publish: {book} has no approved outline; run: sourcebook plan {book}")
        await bind_book(bind(Role.BOOKBINDER, runtime.workspace), book)
