"""`sourcebook open`: read the published book in a browser while its chapters arrive. Writes nothing."""

from __future__ import annotations

import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from deployments.book_server import changes, serving
from deployments.console import BookArgument, say
from memory_schema.book import load_book
from memory_schema.errors import InputError
from memory_schema.paths import PUBLISH, Output, public_name
from memory_schema.planning import is_frozen
from memory_schema.selection import Selector
from memory_schema.workspace import Workspace


def open_book(
    book: BookArgument,
    port: Annotated[int, typer.Option(help="The port on 127.0.0.1; 0 = a free one.", min=0, max=65535)] = 0,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address.")] = False,
) -> None:
    """Serve the published pages on this machine, reloading as chapters arrive, until Ctrl-C."""
    load_book(book)
    folder = book.resolve() / PUBLISH
    try:
        with serving(folder, port) as server:
            say(f"{_standing(book)}; open at {server.address}   (Ctrl-C ends)")
            if not no_browser:
                webbrowser.open(server.address)
            for _ in changes(folder, threading.Event().wait):
                say(_standing(book))
    except KeyboardInterrupt:
        say("closed")
    except OSError as error:
        raise InputError(f"--port {port}: {error.strerror or error}; choose another, or leave it out") from None


def _standing(book: Path) -> str:
    """How much of the book can be read now, and what to do where that is nothing."""
    workspace = Workspace(book)
    if not is_frozen(workspace):
        return f"the book has no outline yet; run: sourcebook plan {book}"
    if not workspace.exists(f"{PUBLISH}/index.html"):
        return f"the book has no pages yet; run: sourcebook write {book}"
    kept = Selector(workspace).outline().kept
    done = sum(workspace.exists(public_name(Output.FINAL, plan.number)) for plan in kept)
    return f"{done} of {len(kept)} chapters can be read"
