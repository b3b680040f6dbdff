"""`sourcebook verify`: a book's chapters, or any Markdown, against a source. No Prefect, no model."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from deployments.console import JsonOption, say, show_json
from memory_schema.book import CONFIG_NAME
from memory_schema.errors import InputError
from memory_schema.findings import Severity

PathsArgument = Annotated[
    list[Path], typer.Argument(help="A book, or Markdown files and folders of them.", metavar="PATH...")
]
SourceOption = Annotated[
    str, typer.Option("--source", help="The repository that the documents talk about: a folder or package:NAME.")
]
AtOption = Annotated[str, typer.Option("--at", help="Verify against this commit; nothing is checked out.")]
SarifOption = Annotated[Path | None, typer.Option("--sarif", help="Write the findings as SARIF 2.1.0 into this file.")]
WatchOption = Annotated[
    str, typer.Option("--watch-commit", help="OLD..NEW: only what was true at OLD and is false at NEW.")
]
FailOption = Annotated[
    Severity, typer.Option("--fail-on", help="Exit with 1 on a finding of this severity or a worse one.")
]
AllOption = Annotated[bool, typer.Option("--all", help="Show remarks (could) as well.")]


def verify(
    paths: PathsArgument,
    source: SourceOption = "",
    at: AtOption = "",
    watch_commit: WatchOption = "",
    fail_on: FailOption = Severity.MUST,
    show_all: AllOption = False,
    sarif: SarifOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check what a book's chapters, or any Markdown files, say about a source; exit code 1 on a mismatch."""
    least = Severity.COULD if show_all else Severity.SHOULD
    if not source:
        book = _only_book(paths, given=(at, watch_commit, sarif))
        from deployments.reports import verify_book

        verify_book(book, as_json=as_json, least=least, fail_on=fail_on)
        return
    if at and watch_commit:
        raise InputError("--at and --watch-commit exclude each other; the second names two commits itself")
    from deployments.document_findings import check_documents, check_history

    outcome = check_history(paths, source, watch_commit) if watch_commit else check_documents(paths, source, at)
    if sarif is not None:
        from memory_schema.durable import replace_file
        from tasks.checks.sarif import to_sarif

        log = to_sarif(outcome.findings, version("sourcebook"), outcome.commit)
        replace_file(sarif, _json(log).encode())
    if as_json:
        show_json(outcome.as_json())
    else:
        for line in outcome.lines(least):
            say(line)
    if outcome.fails(fail_on):
        raise typer.Exit(1)


def _only_book(paths: list[Path], given: tuple[object, ...]) -> Path:
    if len(paths) != 1 or (paths[0].exists() and not (paths[0] / CONFIG_NAME).is_file()):
        raise InputError(
            f"{', '.join(map(str, paths[:3]))} is no book (make one: sourcebook new BOOK --source REPO); "
            "to verify Markdown, name what it talks about: --source REPO, a folder or package:NAME"
        )
    if any(given):
        raise InputError("--at, --watch-commit and --sarif need --source REPO; a book is verified as it is pinned")
    return paths[0]


def _json(value: object) -> str:
    import json

    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
