"""From a pointer to its text and the hash that freshness compares."""

from __future__ import annotations

import pytest

from memory_schema.binding import bind
from memory_schema.contracts import Role
from memory_schema.pointers import Pointer, Scope
from memory_schema.selection import section
from memory_schema.works import read_receipt, work_of


def test_the_hash_of_notes_ignores_file_refs(made_book) -> None:  # type: ignore[no-untyped-def]
    """Paths that code added are outside every hash; the text shows them (PROTOCOL 4)."""
    made_book.finish(1)
    (pointer,) = bind(Role.EDITOR, made_book.workspace, 1).reads
    before = made_book.selector().select(pointer)
    work = work_of(Role.R1, 1)
    receipt = read_receipt(made_book.workspace, work.path, made_book.workspace.read(work.path))
    assert receipt is not None
    for update, same in (({"file_refs": ("elsewhere.log",)}, True), ({"conclusion": "otherwise"}, False)):
        note = receipt.note.model_copy(update=update)
        made_book.workspace.replace(receipt.path, receipt.model_copy(update={"note": note}).model_dump_json() + "\n")
        after = made_book.selector().select(pointer)
        assert (after.hash == before.hash) == same
        assert after.text != before.text


def test_the_editor_sees_notes_of_what_came_before_it(made_book) -> None:  # type: ignore[no-untyped-def]
    """Its own note and those after it are not among them, so that its hash does not move by itself."""
    made_book.finish(1)
    (pointer,) = bind(Role.EDITOR, made_book.workspace, 1).reads
    text = made_book.selector().select(pointer).text
    assert "## reader: expert, round 1" in text
    for absent in ("## editor", "## writer, finalising", "## memory keeper"):
        assert absent not in text


def test_markers_are_outside_every_hash(made_book) -> None:  # type: ignore[no-untyped-def]
    """A text is read without its marker."""
    made_book.finish(1)
    report = bind(Role.WRITER, made_book.workspace, 1).reads[0]
    assert "COMPLETE" not in made_book.selector().select(report).text


def test_source_is_not_read_here(made_book) -> None:  # type: ignore[no-untyped-def]
    """Source texts belong to the source view."""
    with pytest.raises(ValueError, match="source view"):
        made_book.selector().select(Pointer(name="a.py", scope=Scope.SOURCE, path="a.py"))


@pytest.mark.parametrize(
    ("title", "body"), [("fidelity", "a\n"), ("consistency", "b\n\n### x\n"), ("style", "\n"), ("other", "")]
)
def test_sections(title: str, body: str) -> None:
    """A reviewer gets its own part of the checks, below its H2 and up to the next."""
    text = "# C\n\n## Fidelity\n\na\n\n## Consistency\n\nb\n\n### x\n\n## Style\n\n<!-- CHECKS_COMPLETE -->\n"
    assert section(text, title) == body
