"""Publishing: the bookbinder makes the pages of every chapter that is finished (PROTOCOL 6.5)."""

from __future__ import annotations

from prefect import flow

from memory_schema.binding import bind
from memory_schema.contracts import Role
from memory_schema.errors import NotApproved
from memory_schema.planning import is_frozen
from tasks.missing_parameters import say_what_is_missing
from tasks.options import running
from tasks.publish import bind_book
from tasks.run_page import book_tag, run_id, tag_run
from tasks.run_parameters import BookFolder, PublishFormats
from tasks.sending import sent_beside


@flow(name="publish", flow_run_name="publish · {book}", persist_result=False, on_crashed=[say_what_is_missing])
async def publish_book(book: BookFolder, to: PublishFormats = None) -> None:
    """Publish the book as it stands; an unfinished chapter is an honest page.

    Args:
        book: A folder with a book.toml, as the machine that runs this sees it.
        to: Exactly these formats, this time; empty = those of book.toml. The pages are always among them.

    Raises:
        NotApproved: there is no frozen outline, so there is nothing to publish.
    """
    async with sent_beside(), running(book, run=run_id()) as runtime:
        await tag_run(book_tag(book))
        if not is_frozen(runtime.workspace):
            raise NotApproved(f"nothing to publish: {book} has no approved outline; run: sourcebook plan {book}")
        await bind_book(bind(Role.BOOKBINDER, runtime.workspace), book, tuple(to or ()))
