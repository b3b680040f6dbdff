"""Small books of the browser and worker tests, over small real packages of their own."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memory_schema.markers import Marker
from memory_schema.planning import PROPOSAL
from tests.flows.small_source import write_small_source
from tests.flows.small_toml import book_toml


def make_book(folder: Path, *, approve: str, chapters: int = 2, model: str = "") -> Path:
    """A book that is not begun, over a package of six modules; returns its folder, FOLDER/book.

    Args:
        approve: "person" or "auto".
        model: the [model] table of its book.toml; "" for the offline author.
    """
    folder.mkdir(parents=True, exist_ok=True)
    return _book(folder, write_small_source(folder / "source"), approve=approve, chapters=chapters, model=model)


def make_long_book(folder: Path, *, model: str) -> Path:
    """A book of ten short chapters, a module each, whose outline a person has written; returns its folder."""
    plans, maps = [], []
    for name in ("ledgera", "ledgerb"):
        package = folder / "source" / name
        shutil.copytree(write_small_source(folder / "written") / "ledgerlite", package)
        for path in package.glob("*.py"):
            path.write_text(path.read_text(encoding="utf-8").replace("ledgerlite", name), encoding="utf-8")
        for module, symbols in _SYMBOLS.items():
            number = len(plans) + 1
            plans.append(_PLAN.format(number=number, title=f"The {module} of {name}", first=symbols[0]))
            listed = ", ".join(symbols)
            maps.append(f"## Chapter {number}\n\n- `{name}/{module}.py` — The {module} [{listed}]\n")
    book = _book(folder, folder / "source", approve="auto", chapters=len(plans), model=model)
    parts = ["# Inside Ledgerlite\n", *plans, "# Source map\n", *maps, Marker.ARCHITECTURE.line]
    proposal = book / PROPOSAL
    proposal.parent.mkdir(parents=True)
    proposal.write_text("\n".join(parts) + "\n", encoding="utf-8")
    return book


_PLAN = """## Chapter {number}: {title}

- promise: You can say what `{first}` is responsible for
- difficulty: 2
- topics:
  - `{first}` from the inside
  - What is built around `{first}`
  - Errors and edges
"""
_SYMBOLS = {
    "lexer": ("TokenStream", "Token", "tokenize", "classify"),
    "parser": ("Entry", "parse_entry", "parse_amount", "parse_lines"),
    "store": ("Store", "StoreError"),
    "report": ("Report", "balance", "totals_by_title"),
    "commands": ("command", "main", "add"),
}
"""What each module defines, for the source map of a person's outline."""


def copy_finished_book(folder: Path, factory: pytest.TempPathFactory) -> Path:
    """A book of three finished chapters, written without Prefect; returns its folder."""
    from tests.flows.finished_book import finished_book  # Prefect takes seconds to import, and only this needs it.

    # A thread of its own: the browser's driver keeps an event loop in this one.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(finished_book, folder, factory).result().book


def _book(folder: Path, source: Path, *, approve: str, chapters: int, model: str) -> Path:
    book = folder / "book"
    book.mkdir()
    text = book_toml(
        source, title="Inside Ledgerlite", language="en", approve=approve, chapters=chapters, words=600, more=model
    )
    (book / "book.toml").write_text(text, encoding="utf-8")
    return book
