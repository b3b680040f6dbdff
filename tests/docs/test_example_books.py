"""The examples: whoever copies one has a book.toml that the product reads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from memory_schema.book import BookConfig, known_keys, parse_book
from tests.docs.documents import ROOT, read_document

EXAMPLES = sorted((ROOT / "examples").glob("*.toml"))
_SWITCHED_OFF = re.compile(r"^# (?=[a-z_.0-9]+ = )", re.MULTILINE)


def switched_on(path: Path) -> BookConfig:
    """An example with every commented key switched on."""
    return parse_book(_SWITCHED_OFF.sub("", path.read_text(encoding="utf-8")), path.name)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_valid_as_it_stands_and_with_every_line_switched_on(path: Path) -> None:
    """Uncommenting a line of an example never makes it invalid."""
    assert parse_book(path.read_text(encoding="utf-8"), path.name)
    assert switched_on(path)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_says_what_it_is_for(path: Path) -> None:
    """The first line is a sentence for a person, and the list of examples links to the file."""
    assert path.read_text(encoding="utf-8").startswith("# A book ")
    assert path.name in set(read_document("examples/README.md").links)


def test_together_the_examples_show_every_key() -> None:
    """There is a place to copy each key from."""
    shown = {key for path in EXAMPLES for key in known_keys() if _is_set(switched_on(path), key)}
    assert shown == set(known_keys())


def _is_set(config: BookConfig, key: str) -> bool:
    *tables, name = key.split(".")
    table: BaseModel = config
    for part in tables:
        table = getattr(table, part)
    return name in table.model_fields_set


def test_the_languages_differ() -> None:
    """One example is in Chinese, and counts characters where the others count words."""
    chosen = {path.stem: switched_on(path) for path in EXAMPLES}
    assert chosen["chinese-book"].language == "zh"
    assert chosen["chinese-book"].chapters.words > chosen["python-package"].chapters.words
    assert chosen["claude-or-compatible"].model.name is not None
