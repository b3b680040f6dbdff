"""Publishing a real small book: whole, in one step, marked complete only when it is."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path

import pytest

from deployments.cli import main
from deployments.runs import parse_formats
from memory_schema.errors import InputError
from memory_schema.works import read_receipt
from memory_schema.workspace import Workspace
from tasks.publish import pages_stand
from tests.flows.finished_book import Finished, finished_book
from tests.flows.small_book import plain_engine

INDEX = "output/publish/index.html"
MARKER = "<!-- HTML_COMPLETE -->"


@pytest.fixture
def finished(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Finished:
    """A finished book of three chapters, free to be changed."""
    plain_engine(monkeypatch)
    return finished_book(tmp_path, tmp_path_factory)


def publish(book: Path) -> None:
    """What `sourcebook publish` runs."""
    from flows.publish import publish_book

    async def run() -> None:
        await publish_book(str(book))

    asyncio.run(run())


def publish_to(book: Path, to: str) -> None:
    """What `sourcebook publish BOOK --to ...` runs."""
    from flows.publish import publish_book

    asyncio.run(publish_book(str(book), parse_formats(to)))


def check(book: Path) -> int:
    """The exit code of `sourcebook publish BOOK --check`."""
    with pytest.raises(SystemExit) as ended:
        main(["publish", str(book), "--check"])
    return int(str(ended.value.code))


def facts(book: Path) -> dict[str, int]:
    """Every published file by its inode: a file that was written anew has another."""
    return {path.name: path.stat().st_ino for path in (book / "output/publish").iterdir()}


def test_a_complete_book_says_so(finished: Finished) -> None:
    """The index ends with the marker, its receipt names it, the pages are those it vouches for, the gate passes."""
    assert finished.read(INDEX).rstrip().endswith(MARKER)
    workspace = Workspace(finished.book)
    receipt = read_receipt(workspace, INDEX, workspace.read(INDEX))
    assert receipt is not None
    assert receipt.marker == "HTML_COMPLETE"
    assert pages_stand(workspace)
    assert check(finished.book) == 0


def test_counts_of_the_preface_are_real(finished: Finished) -> None:
    """The preface counts the quotes of the finals, none of them wrong, and says that no person wrote."""
    preface = finished.read("output/publish/preface.html")
    assert "quoted blocks" in preface
    assert "do not agree with the source" not in preface
    assert "No person has changed a text" in preface


def test_the_colophon_names_what_stands_for_each_chapter(finished: Finished) -> None:
    """Every final is listed with the hash of its very text, and a changed one is a person's."""
    finals = sorted((finished.book / "output/chapters/final").glob("*.md"))
    hashes = [hashlib.sha256(path.read_bytes()).hexdigest() for path in finals]
    colophon = finished.read("output/publish/colophon.html")
    assert len(hashes) == 3
    assert [f'title="{one}"' in colophon for one in hashes] == [True] * 3
    assert colophon.count("<td>offline-author</td>") == 3


def test_published_again_nothing_is_written(finished: Finished) -> None:
    """A second publishing of the same book changes no file."""
    before = facts(finished.book)
    publish(finished.book)
    assert facts(finished.book) == before


def test_an_incomplete_book_has_no_marker(finished: Finished) -> None:
    """A final that is gone makes an honest page, and the complete marker goes too; a final that is back mends it."""
    final = finished.book / "output/chapters/final/ch02-final.md"
    text = final.read_text(encoding="utf-8")
    final.unlink()
    publish(finished.book)
    assert MARKER not in finished.read(INDEX)
    assert "This chapter is not finished" in finished.read("output/publish/ch02.html")
    assert "The book is not complete" in finished.read("output/publish/preface.html")
    workspace = Workspace(finished.book)
    receipt = read_receipt(workspace, INDEX, workspace.read(INDEX))
    assert receipt is not None
    assert receipt.marker == ""
    assert check(finished.book) == 0
    final.write_text(text, encoding="utf-8")
    publish(finished.book)
    assert finished.read(INDEX).rstrip().endswith(MARKER)


@pytest.mark.parametrize("harm", ["changed", "removed", "added"])
def test_a_page_that_was_touched_is_found_and_mended(finished: Finished, harm: str) -> None:
    """The index vouches for every other file: the gate sees the difference, and publishing mends it."""
    page = finished.book / "output/publish/ch01.html"
    before = page.read_bytes()
    if harm == "changed":
        page.write_bytes(before.replace(b"</main>", b"<p>more</p></main>"))
    elif harm == "removed":
        page.unlink()
    else:
        (page.parent / "extra.html").write_text("<p>")
    assert check(finished.book) == 1
    publish(finished.book)
    assert page.read_bytes() == before
    assert check(finished.book) == 0


def test_the_cache_is_disposable(finished: Finished) -> None:
    """Without it, or with a torn one, the same pages come out."""
    pages = {path.name: path.read_bytes() for path in (finished.book / "output/publish").iterdir()}
    for kept in (finished.book / ".cache/press").iterdir():
        kept.write_text("{", encoding="utf-8")
    (finished.book / "output/publish/ch01.html").unlink()
    publish(finished.book)
    assert {path.name: path.read_bytes() for path in (finished.book / "output/publish").iterdir()} == pages


def test_source_url_makes_links(finished: Finished) -> None:
    """`[publish] source_url` is read, makes the pages stale, and leads captions and index to the source."""
    config = finished.book / "book.toml"
    url = "https://example.org/blob/{path}#L{start}-L{end}"
    config.write_text(config.read_text(encoding="utf-8") + f'\n[publish]\nsource_url = "{url}"\n', encoding="utf-8")
    publish(finished.book)
    assert 'href="https://example.org/blob/ledgerlite/' in finished.read("output/publish/symbols.html")
    assert 'class="to-source" href="https://example.org/blob/' in finished.read("output/publish/ch01.html")


def test_formats_lie_beside_the_pages(finished: Finished) -> None:
    """Formats asked for are made, linked from the title page, vouched for and checked; asked away, they go."""
    publish_to(finished.book, "html,epub,pdf")
    assert {"book.epub", "book.pdf"} <= set(facts(finished.book))
    assert '<a href="book.epub">EPUB</a>, <a href="book.pdf">PDF</a>' in finished.read(INDEX)
    assert finished.read(INDEX).rstrip().endswith(MARKER)
    assert check(finished.book) == 0
    before = facts(finished.book)
    publish(finished.book)
    assert facts(finished.book) == before
    publish_to(finished.book, "html")
    assert not {"book.epub", "book.pdf"} & set(facts(finished.book))
    assert "book.epub" not in finished.read(INDEX)


def test_a_torn_epub_is_found_and_mended(finished: Finished) -> None:
    """The index vouches for the e-book as for any page."""
    config = finished.book / "book.toml"
    config.write_text(config.read_text(encoding="utf-8") + '\n[publish]\nto = ["epub"]\n', encoding="utf-8")
    publish(finished.book)
    epub = finished.book / "output/publish/book.epub"
    whole = epub.read_bytes()
    epub.write_bytes(whole[:-100])
    assert check(finished.book) == 1
    publish(finished.book)
    assert epub.read_bytes() == whole
    assert check(finished.book) == 0


@pytest.mark.parametrize("to", ["pfd", "html,", "html epub", ""])
def test_formats_are_named_in_one_line(to: str) -> None:
    """A format that there is not is refused before anything is written; nothing means what book.toml says."""
    if to in {"", "html,"}:
        assert parse_formats(to) == (["html"] if to else None)
    else:
        with pytest.raises(InputError, match="write one or more of html, epub, pdf"):
            parse_formats(to)


def test_an_export_never_replaces_a_persons_text(
    finished: Finished, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`sourcebook export` writes a project, again without a change; then a person's text stands until told not to."""

    def export(*options: str) -> int:
        with pytest.raises(SystemExit) as ended:
            main(["export", str(finished.book), "--to", "mdbook", "--out", str(tmp_path / "out"), *options])
        return int(str(ended.value.code))

    assert export() == 0
    assert "3 of 3 chapters exported: 10 files written" in capsys.readouterr().out
    assert export() == 0
    assert "0 files written" in capsys.readouterr().out
    chapter = tmp_path / "out/src/ch01.md"
    written = chapter.read_text(encoding="utf-8")
    chapter.write_text("mine", encoding="utf-8")
    (tmp_path / "out/src/ch02.md").unlink()
    assert export() == 2
    assert "other texts in src/ch01.md; choose another --out, or add --overwrite" in capsys.readouterr().err
    assert chapter.read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "out/src/ch02.md").exists()
    assert export("--overwrite") == 0
    assert chapter.read_text(encoding="utf-8") == written


def test_while_chapters_arrive(finished: Finished) -> None:
    """Pages alone are refreshed where they are stale; formats that stand are left alone, those outdated go."""
    from flows.publish import publish_book  # noqa: F401  (settles Prefect before the tasks are imported)
    from memory_schema.binding import bind
    from memory_schema.contracts import Role
    from tasks.options import running
    from tasks.publish import bind_book

    async def refresh() -> None:
        async with running(str(finished.book), run="test") as runtime:
            await bind_book(bind(Role.BOOKBINDER, runtime.workspace), str(finished.book), pages_only=True)

    publish_to(finished.book, "html,epub")
    before = facts(finished.book)
    asyncio.run(refresh())
    assert facts(finished.book) == before
    (finished.book / "output/chapters/final/ch02-final.md").unlink()
    asyncio.run(refresh())
    assert "book.epub" not in facts(finished.book)
    assert "This chapter is not finished" in finished.read("output/publish/ch02.html")
