"""Bad input: one clear line, a code that is not 0, nothing lost, no model call (issue 2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.deployments.conftest import Ran, Sourcebook
from tests.flows.small_book import tree_of


def refused(ran: Ran, code: int, *words: str) -> None:
    """One line on standard error with these words, nothing else, this code."""
    assert ran.code == code, ran.err
    assert len(ran.complaints) == 1, ran.err
    assert "Traceback" not in ran.err
    for word in words:
        assert word in ran.err, ran.err


def calls_made(book: Path) -> list[Path]:
    """Every prompt that was sent for this book."""
    return sorted(book.rglob("calls/*/call-*"))


def test_a_source_that_is_not_there(sourcebook: Sourcebook, tmp_path: Path) -> None:
    """`new` names the path that does not exist and writes nothing."""
    refused(sourcebook("new", tmp_path / "book", "--source", tmp_path / "nowhere"), 2, "nowhere", "does not exist")
    assert not (tmp_path / "book").exists()


def test_an_empty_repository(sourcebook: Sourcebook, tmp_path: Path) -> None:
    """A folder without a file is refused."""
    (tmp_path / "empty").mkdir()
    refused(sourcebook("new", tmp_path / "book", "--source", tmp_path / "empty"), 2, "empty")
    assert not (tmp_path / "book").exists()


def test_a_repository_without_a_readable_file(sourcebook: Sourcebook, tmp_path: Path) -> None:
    """A folder that holds only binaries is refused."""
    folder = tmp_path / "binaries"
    folder.mkdir()
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0" * 40)
    refused(sourcebook("new", tmp_path / "book", "--source", folder), 2, "binaries")
    assert not (tmp_path / "book").exists()


def test_the_source_vanished_after_new(sourcebook: Sourcebook, book: Path, source: Path) -> None:
    """A book whose source is gone says so in every command that needs it."""
    source.rename(source.with_name("moved"))
    for command in ("plan", "write"):
        refused(sourcebook(command, book), 2, "does not exist")
    assert calls_made(book) == []


@pytest.mark.parametrize(
    "command",
    [
        ("plan",),
        ("approve",),
        ("write",),
        ("chapter", "1"),
        ("answer", "1", "accept"),
        ("status",),
        ("verify",),
        ("publish",),
        ("memory",),
        ("correct", "glossary", "x", "--remove"),
    ],
)
def test_a_folder_that_is_no_book(sourcebook: Sourcebook, tmp_path: Path, command: tuple[str, ...]) -> None:
    """Every command refuses a folder without book.toml, says how to make one, and leaves no trace."""
    folder = tmp_path / "plain"
    folder.mkdir()
    ran = sourcebook(command[0], folder, *command[1:])
    refused(ran, 2, "is no book", "sourcebook new")
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[chapters]\nmosst = 3\n", ('unknown key "chapters.mosst"', '"chapters.most"')),
        ("[chapter]\nmost = 3\n", ('unknown key "chapter"', "did you mean")),
        ('[chapters]\nmost = "three"\n', ('"chapters.most"', "three", "integer")),
        ("[chapters]\nwords = 10\n", ('"chapters.words" is 10', "300")),
        ("[model]\neffort = 3\n", ('"model.effort"', "low")),
        ("[source\n", ("no valid TOML",)),
    ],
)
def test_a_book_toml_that_is_wrong(sourcebook: Sourcebook, book: Path, text: str, words: tuple[str, ...]) -> None:
    """An unknown key names the nearest valid one, a wrong type the key and what was expected."""
    head = 'title = "x"\n[source]\npath = "../source"\n'
    (book / "book.toml").write_text(head + text, encoding="utf-8")
    for command in ("status", "plan", "write"):
        refused(sourcebook(command, book), 2, "book.toml", *words)
    assert calls_made(book) == []


def test_a_book_toml_that_is_not_text(sourcebook: Sourcebook, book: Path) -> None:
    """Bytes that are no UTF-8 are named as such."""
    (book / "book.toml").write_bytes(b"\xff\xfe\x00title")
    refused(sourcebook("status", book), 2, "book.toml", "cannot be read")


def test_a_chapter_out_of_range(sourcebook: Sourcebook, approved: Path) -> None:
    """A chapter that the outline does not hold: the range is named, nothing is written or spent."""
    before, calls = tree_of(approved), calls_made(approved)
    for arguments in (("chapter", approved, "9"), ("chapter", approved, "0"), ("write", approved, "--chapters", "1,9")):
        refused(sourcebook(*arguments), 2, "there is no chapter", "1, 2")
    assert tree_of(approved) == before
    assert calls_made(approved) == calls


@pytest.mark.parametrize("text", ["abc", "1-", "-2", "3-1", "1;2", "1,,x", "1-999999", "٣"])
def test_chapters_that_cannot_be_read(sourcebook: Sourcebook, approved: Path, text: str) -> None:
    """`--chapters` is numbers and ranges, and a range runs upwards."""
    before = tree_of(approved)
    refused(sourcebook("write", approved, f"--chapters={text}"), 2, "--chapters", "1,3-5")
    assert tree_of(approved) == before


def test_a_step_that_does_not_exist(sourcebook: Sourcebook, approved: Path) -> None:
    """`--from` names the steps there are."""
    refused(sourcebook("chapter", approved, "1", "--from", "middle"), 2, "middle", "research", "finalise")


def test_chapter_without_an_outline(sourcebook: Sourcebook, book: Path) -> None:
    """What needs a frozen outline says how to get one."""
    for arguments in (
        ("chapter", book, "1"),
        ("publish", book),
        ("correct", book, "glossary", "token", "--remove"),
    ):
        refused(sourcebook(*arguments), 3, "outline", f"sourcebook plan {book}")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("## Chapter 1: ", "## Kapitel 1: ", ("Chapter N",)),
        ("## Chapter 2: ", "## Chapter 7: ", ("chapter 7", "chapter 2 belongs")),
        ("- difficulty: ", "- difficulty: very ", ("chapter 1", "difficulty", "whole number")),
        ("# Source map", "# Sources", ("source map is missing",)),
        ("ledgerlite/lexer.py", "ledgerlite/lexxer.py", ("lexxer.py", "did you mean", "lexer.py")),
    ],
)
def test_an_outline_edited_into_nonsense(
    sourcebook: Sourcebook, book: Path, old: str, new: str, words: tuple[str, ...]
) -> None:
    """`approve` refuses an outline that cannot be read, says where, and keeps the person's text."""
    sourcebook("plan", book)
    proposal = book / "output/reviews/outline-proposal.md"
    edited = proposal.read_text(encoding="utf-8").replace(old, new)
    proposal.write_text(edited, encoding="utf-8")
    calls = calls_made(book)
    refused(sourcebook("approve", book), 2, *words)
    assert proposal.read_text(encoding="utf-8") == edited
    assert not (book / "output/memory/outline.md").exists()
    assert calls_made(book) == calls


def test_a_frozen_outline_edited_into_nonsense(sourcebook: Sourcebook, approved: Path) -> None:
    """A frozen outline that cannot be read stops every run in one line and is left as it is."""
    outline = approved / "output/memory/outline.md"
    outline.write_text("# Only a title\n", encoding="utf-8")
    calls = calls_made(approved)
    for command in ("write", "status"):
        refused(sourcebook(command, approved), 2, "no chapter found")
    assert outline.read_text(encoding="utf-8") == "# Only a title\n"
    assert calls_made(approved) == calls


def test_answers_that_fit_nothing(sourcebook: Sourcebook, approved: Path) -> None:
    """An unknown word names the words there are; a chapter that is not blocked is told so."""
    refused(sourcebook("answer", approved, "1", "perhaps"), 2, "accept, retry, stop")
    refused(sourcebook("answer", approved, "1", "accept"), 3, "not blocked", "status")
    assert not (approved / "output/answers").exists() or len(list((approved / "output/answers").iterdir())) == 1


def test_corrections_that_fit_nothing(sourcebook: Sourcebook, approved: Path) -> None:
    """A wrong kind, key, field or form is named, and no entry is made."""
    refused(sourcebook("correct", approved, "terms", "x", "--remove"), 2, '"terms"', "glossary")
    refused(sourcebook("correct", approved, "glossary", "x"), 2, "--set FIELD=TEXT or --remove")
    refused(sourcebook("correct", approved, "glossary", "x", "--set", "meaning=y"), 2, "definition")
    refused(sourcebook("correct", approved, "glossary", "x", "--remove"), 2, 'glossary has no "x"')
    assert not (approved / "output/memory/entries").exists()


def test_a_second_new(sourcebook: Sourcebook, book: Path, source: Path) -> None:
    """`new` never replaces a book."""
    before = tree_of(book)
    refused(sourcebook("new", book, "--source", source), 2, "exists already")
    assert tree_of(book) == before


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--approve", "maybe"), ("person or auto",)),
        (("--chapters", "0"), ("chapters.most",)),
        (("--words", "5"), ("chapters.words",)),
        (("--language", "not a tag"), ("language",)),
        (("--title", " "), ("title",)),
        (("--chapters", "many"), ("--chapters",)),
    ],
)
def test_new_with_a_value_that_is_wrong(
    sourcebook: Sourcebook, tmp_path: Path, source: Path, options: tuple[str, ...], words: tuple[str, ...]
) -> None:
    """`new` refuses before it writes."""
    refused(sourcebook("new", tmp_path / "b", "--source", source, *options), 2, *words)
    assert not (tmp_path / "b").exists()


@pytest.mark.parametrize(
    "arguments", [("nonsense",), ("status",), ("plan", "BOOK", "--nonsense"), ("chapter", "BOOK", "nine")]
)
def test_commands_that_cannot_be_read(sourcebook: Sourcebook, arguments: tuple[str, ...]) -> None:
    """A wrong command, a missing or a wrong argument: one line that points to the help."""
    refused(sourcebook(*arguments), 2, "--help")


def test_redo_if_that_cannot_be_read(sourcebook: Sourcebook, approved: Path) -> None:
    """`--redo-if` knows two words."""
    refused(sourcebook("write", approved, "--redo-if", "mood"), 2, "model", "prompt")


def test_a_key_is_missing_for_a_real_model(sourcebook: Sourcebook, book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A configured model without a key is said before anything is spent."""
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with (book / "book.toml").open("a") as config:
        config.write('[model]\nname = "claude-opus-5-5"\n')
    refused(sourcebook("plan", book), 2, "ANTHROPIC_API_KEY")
    assert calls_made(book) == []


def test_a_fault_plan_that_cannot_be_read(sourcebook: Sourcebook, book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SOURCEBOOK_FAULTS with nonsense is refused in one line."""
    monkeypatch.setenv("SOURCEBOOK_FAULTS", "writer:no_such_fault")
    refused(sourcebook("plan", book), 2, "no_such_fault")
    assert calls_made(book) == []
