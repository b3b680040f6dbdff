"""`sourcebook export`: the book as a project for another tool. Reads the book, takes no lock, needs no Prefect."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from deployments.console import BookArgument, say
from memory_schema.book import load_book
from memory_schema.errors import InputError, NotApproved, StateError
from memory_schema.planning import is_frozen
from memory_schema.selection import Selector
from memory_schema.workspace import Workspace

_NEXT = {
    "mdbook": "mdbook serve {out}",
    "quarto": "quarto preview {out}",
    "myst": "cd {out} && myst start",
}


def export(
    book: BookArgument,
    to: Annotated[str, typer.Option("--to", help="The tool: mdbook, quarto or myst.")],
    out: Annotated[Path | None, typer.Option("--out", help="The project's folder; default: BOOK/export/TOOL.")] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace files that are there and differ, your changes included.")
    ] = False,
) -> None:
    """Write the finished chapters as a project for mdBook, Quarto or MyST, to go on by hand."""
    from tasks.press.export.project import FLAVOURS, ExportRenderer

    config = load_book(book)
    if to not in FLAVOURS:
        raise InputError(f'--to "{to}": write one of: {", ".join(FLAVOURS)}')
    workspace = Workspace(book)
    if not is_frozen(workspace):
        raise NotApproved(f"nothing to export: {book} has no approved outline; run: sourcebook plan {book}")
    from tasks.manuscript import manuscript_of
    from tasks.press.driver import print_book
    from tasks.source.book_source import view_of_book

    manuscript = manuscript_of(Selector(workspace), config, view_of_book(workspace.root, config))
    done = sum(chapter.markdown is not None for chapter in manuscript.chapters)
    if not done:
        raise StateError(f"{book} has no finished chapter to export yet; run: sourcebook write {book}")
    edition = print_book(manuscript, ExportRenderer(FLAVOURS[to]()))
    folder = out or book / "export" / to
    written = write_project(folder, edition.files, overwrite=overwrite)
    for finding in edition.findings:
        say(f"⚠️ {finding.place}: {finding.problem}")
    say(f"{done} of {len(manuscript.chapters)} chapters exported: {written} files written to {folder}")
    say(f"next: {_NEXT[to].format(out=folder)}")


def write_project(folder: Path, files: Mapping[str, bytes], *, overwrite: bool) -> int:
    """Write the files that are missing or differ; returns how many.

    Raises:
        InputError: the folder is a file, or holds a file that differs and `overwrite` is false. Nothing is
            written then.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError(f"--out {folder} is a file; name a folder")
    changed = {folder / name: data for name, data in files.items() if _content(folder / name) != data}
    standing = [path for path in changed if path.exists()]
    if standing and not overwrite:
        names = ", ".join(str(path.relative_to(folder)) for path in standing[:3])
        more = f" and {len(standing) - 3} more" if len(standing) > 3 else ""
        raise InputError(f"{folder} has other texts in {names}{more}; choose another --out, or add --overwrite")
    for path, data in changed.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return len(changed)


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None
