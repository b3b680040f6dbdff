"""`sourcebook publish --check`: the quality gate over the pages that are published. Writes nothing."""

from __future__ import annotations

from pathlib import Path

import typer

from deployments.console import say, show_table
from memory_schema.errors import StateError
from memory_schema.paths import PUBLISH
from memory_schema.workspace import Workspace

_SHOWN = 10


def check_pages(book: Path) -> None:
    """Report on every published page; exit code 1 on a fault.

    Raises:
        StateError: nothing is published yet.
    """
    from tasks.press.proof import Fault
    from tasks.press.proofread import proofread
    from tasks.press.web import edition_digest, vouched_digest

    workspace = Workspace(book)
    site = {name.rsplit("/", 1)[1]: workspace.path(name).read_bytes() for name in workspace.list(PUBLISH)}
    if not site:
        raise StateError(f"{book} has no pages to check yet; run: sourcebook publish {book}")
    proof = proofread(site)
    faults = list(proof.faults)
    if vouched_digest(site.get("index.html", b"")) != edition_digest(site):
        faults.insert(0, Fault("index.html", "a page is not the one that was published; publish again"))
    rows = [(name, str(links), str(len(proof.on(name)))) for name, links in proof.pages.items()]
    show_table("published pages", ("page", "links checked", "faults"), rows)
    for fault in faults[:_SHOWN]:
        say(f"❌ {fault.page}: {fault.problem}")
    if len(faults) > _SHOWN:
        say(f"... and {len(faults) - _SHOWN} more")
    say(f"{len(proof.pages)} pages and {proof.links} links checked, {len(faults)} faults")
    if faults:
        raise typer.Exit(1)
