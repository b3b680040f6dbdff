"""The command `coverage`: what the book explains, mentions and never mentions. No Prefect, no model."""

from __future__ import annotations

from typing import Annotated

import typer

from deployments.console import BookArgument, JsonOption, say, show_json, show_table
from memory_schema.book import load_book
from memory_schema.errors import NotApproved
from memory_schema.planning import is_frozen
from memory_schema.selection import Selector
from memory_schema.workspace import Workspace

_MOST_NAMED = 12


def coverage(
    book: BookArgument,
    as_json: JsonOption = False,
    every: Annotated[bool, typer.Option("--all", help="Also the files of which the book says nothing.")] = False,
) -> None:
    """Show what the finished chapters explain, mention and never mention, and what nobody decided about."""
    from tasks.coverage import coverage_of_book
    from tasks.press.explained import Coverage
    from tasks.source.book_source import view_of_book

    config = load_book(book)
    workspace = Workspace(book)
    if not is_frozen(workspace):
        raise NotApproved(f"{book} has no approved outline yet; run: sourcebook plan {book}")
    found = coverage_of_book(Selector(workspace), view_of_book(workspace.root, config), config.language)
    if as_json:
        show_json(
            {
                "symbols": {one.value: found.count(one) for one in Coverage},
                "files": [
                    {
                        "path": file.path,
                        "lines": file.lines,
                        "coverage": file.coverage.value,
                        "symbols": {cell.name: cell.coverage.value for cell in file.cells},
                    }
                    for file in found.files
                ],
                "undecided": {"files": list(found.files_undecided), "names": found.names_undecided},
            }
        )
        return
    shown = [file for file in found.files if every or file.coverage is not Coverage.NEVER]
    show_table(
        config.title,
        ("file", "lines", *(one.value for one in Coverage)),
        [(file.path, str(file.lines), *(str(file.count(one)) for one in Coverage)) for file in shown],
    )
    if len(shown) < len(found.files):
        say(f"{len(found.files) - len(shown)} more files of which the book says nothing (--all shows them)")
    counts = ", ".join(f"{found.count(one)} {one.value}" for one in Coverage)
    say(f"{sum(found.count(one) for one in Coverage)} symbols: {counts}")
    gaps = [*found.files_undecided, *(f"{path}: {', '.join(names)}" for path, names in found.names_undecided.items())]
    for gap in gaps[:_MOST_NAMED]:
        say(f"undecided: {gap}")
    if len(gaps) > _MOST_NAMED:
        say(f"undecided: {len(gaps) - _MOST_NAMED} more (--json lists them)")
    if gaps:
        say("decide: name them in a chapter, or under `## Left out` with a reason, in output/memory/source-map.md")
