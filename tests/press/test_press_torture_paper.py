"""The torture book on paper: laid out whole, read back by poppler. Heavy, so a part of `make check-press`."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tasks.press.driver import print_book
from tasks.press.paper import FILE, PaperRenderer
from tests.press.torture_book import BROKEN, DRAWN, torture_book

pytestmark = [
    pytest.mark.skipif("SOURCEBOOK_PRESS_TOOLS" not in os.environ, reason="run by: make check-press"),
    pytest.mark.slow,
]


def poppler(*command: str | Path) -> str:
    """What one of poppler's tools prints."""
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=True, timeout=120).stdout


@pytest.fixture(scope="module", params=["en", "zh"])
def pdf(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The torture book in a language; no letter of it lacks a font."""
    edition = print_book(torture_book(str(request.param)), PaperRenderer())
    assert [finding for finding in edition.findings if finding.by == "check:fonts"] == []
    path = tmp_path_factory.mktemp("paper") / FILE
    path.write_bytes(edition.files[FILE])
    return path


def test_diagrams_are_figures(pdf: Path) -> None:
    """Every good diagram is a figure with a description, every broken one its source; and nothing moves."""
    tree = poppler("pdfinfo", "-struct", pdf)
    assert len(re.findall(r"^ *Figure\b", tree, re.MULTILINE)) >= DRAWN
    text = poppler("pdftotext", "-layout", pdf, "-")
    assert len(re.findall("could not be drawn|无法绘制", text)) == BROKEN
    assert re.search(r"JavaScript: +no", poppler("pdfinfo", pdf))


def test_text_is_whole(pdf: Path) -> None:
    """Code, scripts of every direction, raw markup as words, notes: all of it can be found and copied."""
    text = " ".join(poppler("pdftotext", "-layout", pdf, "-").split())
    for words in (
        "注意：中文紧跟其后。",
        "<script>alert(1)</script> <b onmouseover=alert(1)>raw</b> bad img",
        'return "中文宽字符"',
        "std::vector<int> v{1, 2, 3}; // a | b",
        "A footnote in a list, with code.",
        "☑ a task that is done",
        "𠮷野家",
        "未完成",
    ):
        assert words in text, words
    assert "1000 def tabbed(self):" in text
    assert not re.search(r"(?<!<!-- )CHAPTER_FINAL", text)


def test_nothing_leaves_the_page(pdf: Path) -> None:
    """The widest table, the longest line and the longest word end before the edge of their page."""
    width, words = 0.0, 0
    for line in poppler("pdftotext", "-bbox", pdf, "-").splitlines():
        if page := re.search(r'<page width="([\d.]+)"', line):
            width = float(page[1])
        elif word := re.search(r'<word xMin="(-?[\d.]+)".* xMax="(-?[\d.]+)"', line):
            words += 1
            assert float(word[1]) >= 0
            assert float(word[2]) <= width, line
    assert words > 1000


def test_fonts_are_embedded(pdf: Path) -> None:
    """Every font is in the file, with its letters."""
    rows = [line.split() for line in poppler("pdffonts", pdf).splitlines()[2:]]
    assert any("CJK" in row[0] for row in rows)
    assert all(row[-5:-2] == ["yes", "yes", "yes"] for row in rows)
