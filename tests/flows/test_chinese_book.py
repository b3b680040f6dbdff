"""A book in Chinese (must-show 9)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memory_schema.fences import scan
from memory_schema.lengths import length
from memory_schema.markers import strip_marker
from tests.flows.conftest import Write
from tests.flows.finished_book import Finished, finished_book

pytestmark = pytest.mark.usefixtures("plain_prefect")

HAN = re.compile(r"[\u3400-\u9fff]")


@pytest.fixture
def finished(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Finished:
    """A finished Chinese book of three chapters."""
    return finished_book(tmp_path, tmp_path_factory, "zh")


def prose(text: str) -> str:
    """The letters of a chapter outside code, names, link targets and quotations."""
    lines = [line.text for line in scan(strip_marker(text))[0] if line.fence is None and not line.text.startswith(">")]
    bare = re.sub(r"`[^`]*`|\]\([^)]*\)|“[^”]*”|「[^」]*」|《[^》]*》|\"[^\"]*\"", "", "\n".join(lines))
    return "".join(re.findall(r"[^\W\d_]", bare))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_text_is_chinese(finished: Finished, number: int) -> None:
    """At least 80 % of the letters outside code, names and quotations are Han characters."""
    letters = prose(finished.read(f"output/chapters/final/ch{number:02d}-final.md"))
    assert len(HAN.findall(letters)) >= 0.8 * len(letters)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_length_is_counted_in_characters(finished: Finished, number: int) -> None:
    """The target of book.toml is in characters; a chapter that misses it by more than 20 % is told so."""
    counted = length(strip_marker(finished.read(f"output/chapters/final/ch{number:02d}-final.md")), "zh")
    assert counted > 400
    checks = finished.read(f"output/reviews/ch{number:02d}-final-checks.md")
    assert f"Checked: {counted} characters" in checks
    assert ("the target is 700" in checks) == (not 0.8 * 700 <= counted <= 1.2 * 700)


def test_the_titles_are_chinese_and_every_page_is_linked(finished: Finished) -> None:
    """Pages, contents and anchors work with Chinese titles."""
    index = finished.read("output/publish/index.html")
    assert 'lang="zh' in index
    pages = {path.name for path in (finished.book / "output/publish").glob("*.html")}
    for page in pages:
        html = finished.read(f"output/publish/{page}")
        for target, anchor in re.findall(r'href="([\w-]+\.html)?(?:#([^"]+))?"', html):
            assert not target or target in pages, f"{page} -> {target}"
            if anchor:
                assert f'id="{anchor}"' in finished.read(f"output/publish/{target or page}"), f"{page} -> {anchor}"
    titles = re.findall(r"^# (.+)$", finished.read("output/chapters/final/ch01-final.md"), re.MULTILINE)
    assert HAN.search(titles[0])


def test_a_second_run_changes_nothing(finished: Finished, write: Write) -> None:
    """Fresh is fresh in every language."""
    assert write(finished.book).calls == 0
