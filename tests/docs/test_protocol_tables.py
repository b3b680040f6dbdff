"""The generated tables: docs say what the code does, because the code wrote them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from memory_schema import errors
from memory_schema.book import known_keys
from memory_schema.contracts import CONTRACTS
from tests.docs.documents import ROOT, read_document

PAGES = ("README.md", "docs/protocol.md")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with the pages that hold tables."""
    for name in PAGES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def make_tables(folder: Path) -> subprocess.CompletedProcess[str]:
    """What `make docs` runs, on a copy."""
    command = [sys.executable, str(ROOT / "docs/make_tables.py"), str(folder)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_the_tables_are_what_the_code_says(copy: Path) -> None:
    """Whoever changes a contract, a limit or a command runs `make docs`: doing so changes nothing here."""
    assert make_tables(copy).returncode == 0
    for name in PAGES:
        assert (copy / name).read_text() == (ROOT / name).read_text(), f"{name} is out of date; run: make docs"


def test_a_table_that_was_edited_by_hand_is_made_anew(copy: Path) -> None:
    """A table has one truth; the text around it is left alone."""
    page = copy / "docs/protocol.md"
    page.write_text(page.read_text().replace("| missing |", "| lost |"))
    assert "| lost |" in page.read_text()
    assert make_tables(copy).returncode == 0
    assert page.read_text() == (ROOT / "docs/protocol.md").read_text()


def test_an_unknown_table_is_one_clear_line(copy: Path) -> None:
    """A misspelt name is an error that names the page, the name and what is known; the page is untouched."""
    page = copy / "README.md"
    text = page.read_text().replace("<!-- table:exit-codes -->", "<!-- table:exits -->")
    page.write_text(text)
    done = make_tables(copy)
    assert done.returncode == 2
    assert re.fullmatch(r".*README\.md: there is no table exits; known: .*exit-codes.*\n", done.stderr)
    assert page.read_text() == text


def test_every_key_of_book_toml_is_documented() -> None:
    """An author finds every key in docs/protocol.md."""
    assert set(known_keys()) <= set(read_document("docs/protocol.md").code)


def test_every_role_is_documented_with_its_marker() -> None:
    """No role works unseen: title and marker of every contract stand in docs/protocol.md."""
    text = (ROOT / "docs/protocol.md").read_text()
    for contract in CONTRACTS.values():
        assert f"| {contract.title} |" in text
        assert contract.marker.line in text


@pytest.mark.parametrize("name", PAGES)
def test_exit_codes_are_those_of_the_classes(name: str) -> None:
    """A script may rely on the documented codes: each is its class's, and every class below it shares it."""
    text = (ROOT / name).read_text()
    rows = re.findall(r"^\| (\d+) \| [^|]+ \| ([\w, ]*) \|$", text, re.MULTILINE)
    assert [int(number) for number, _ in rows] == [0, 1, 2, 3, 4, 5, 6, 130]
    documented = {kind: int(number) for number, kinds in rows for kind in kinds.split(", ") if kind}
    branches = {errors.InputError, errors.StateError, errors.AgentError}
    assert set(documented) == {kind.__name__ for branch in branches for kind in branch.__subclasses__()}
    for kind, number in documented.items():
        assert getattr(errors, kind).exit_code == number
