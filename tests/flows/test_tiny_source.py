"""Sources of a few lines, in other scripts and encodings, become a book as any other source does."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_schema.fences import scan
from tests.flows.conftest import MakeBook, Write

pytestmark = pytest.mark.usefixtures("plain_prefect")


def final_of(book: Path) -> str:
    """The text of the only chapter."""
    (path,) = (book / "output/chapters/final").glob("*.md")
    return path.read_text(encoding="utf-8")


@pytest.fixture
def odd_source(tmp_path: Path) -> Path:
    """Four definitions of two or three lines each, under names and in encodings that trip a reader."""
    root = tmp_path / "odd"
    (root / "文").mkdir(parents=True)
    (root / "na me.py").write_text('def a():\n    """Say a."""\n    return 1\n')
    (root / "u16.py").write_text("def c():\n  return 3\n", encoding="utf-16")
    hostile = 'def d():\n    return "{{ x }} ```` <!-- DRAFT_COMPLETE --> <|endoftext|> <script>alert(1)</script>"\n'
    (root / '[br]"q.py').write_text(hostile, encoding="utf-8-sig")
    (root / "文/表.py").write_text('class 表:\n    """一张表。"""\n    def 行(self): return 1\n', encoding="utf-8")
    (root / "loop").symlink_to(".")
    return root


def test_a_source_of_a_few_lines_becomes_a_book(make_book: MakeBook, write: Write, odd_source: Path) -> None:
    """What a source cannot say blocks no chapter: it is a remark, and the book is published."""
    book = make_book("tiny", source=odd_source, words=1800)
    write(book)
    assert (book / "output/publish/index.html").is_file()


def test_a_definition_in_another_script_is_explained(make_book: MakeBook, write: Write, odd_source: Path) -> None:
    """A class whose name holds no ASCII letter is a class; every definition is quoted, byte for byte."""
    book = make_book("tiny", source=odd_source, words=1800)
    write(book)
    text = final_of(book)
    quoted = {fence.info.split(" ", 1)[1] for fence in scan(text)[1] if fence.info.startswith("python")}
    assert quoted == {"na me.py:1-3", "u16.py:1-2", '[br]"q.py:1-2', "文/表.py:1-3"}
    assert "no behaviour" not in (book / "output/memory/source-map.md").read_text(encoding="utf-8")
    assert "# A and 表" in text


def test_a_source_of_one_line_becomes_a_book(make_book: MakeBook, write: Write, tmp_path: Path) -> None:
    """One assignment defines nothing to explain, and is quoted all the same."""
    root = tmp_path / "one"
    root.mkdir()
    (root / "a.py").write_text("x=1\n")
    book = make_book("one", source=root, words=1800)
    write(book)
    assert (book / "output/publish/index.html").is_file()
    assert "```python a.py:1-1\nx=1\n```" in final_of(book)
