"""What the commands print: results on standard output, complaints on standard error."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

BookArgument = Annotated[Path, typer.Argument(help="The folder of the book.", metavar="BOOK")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for a script.")]

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def say(line: str) -> None:
    """One line of a result; never read as markup, since it may hold a title or a path."""
    out.print(Text(line))


def complain(line: str) -> None:
    """One line about what went wrong."""
    err.print(Text(f"sourcebook: {' '.join(line.split())}", style="red"))


def show_json(value: object) -> None:
    """A value as JSON on standard output, not wrapped and not coloured."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=1))


def show_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table of plain texts."""
    table = Table(title=Text(title, style="bold"), title_justify="left", header_style="bold", box=None)
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    out.print(table)
