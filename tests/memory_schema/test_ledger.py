"""The append-only memory on disk (PROTOCOL 8)."""

from __future__ import annotations

import pytest

from memory_schema.entries import MemoryProposal, Summary
from memory_schema.errors import DamagedMemory
from memory_schema.ledger import Ledger
from memory_schema.paths import ENTRIES, Kind

FIRST = f"{ENTRIES}/0001-ch01-a1.json"


def three_entries(made_book) -> Ledger:  # type: ignore[no-untyped-def]
    for chapter in (1, 2, 3):
        made_book.remember(chapter)
    return Ledger(made_book.workspace)


def test_earlier_bytes_never_change(made_book) -> None:  # type: ignore[no-untyped-def]
    """Each append, rerun and correction leaves every file as it was and only adds at its end."""
    before = {kind: made_book.workspace.read_or(kind.file) for kind in Kind}
    ledger = Ledger(made_book.workspace)
    steps = [
        lambda: made_book.remember(1),
        lambda: made_book.remember(2),
        lambda: ledger.correct(Kind.GLOSSARY, "term 1", {"definition": "new"}, "wrong"),
        lambda: ledger.remember(1, 2, "Again", "h2", MemoryProposal(summary=Summary(core="anew"))),
        lambda: made_book.remember(3),
    ]
    entries: dict[str, str] = {}
    for step in steps:
        step()
        for kind in Kind:
            text = made_book.workspace.read(kind.file)
            assert text.startswith(before[kind])
            before[kind] = text
        now = made_book.tree(ENTRIES)
        assert entries.items() <= now.items()
        entries = now
    assert "supersedes entry 1" in before[Kind.SUMMARIES]
    assert Ledger(made_book.workspace).damage() == ()


def test_one_attempt_one_entry(made_book) -> None:  # type: ignore[no-untyped-def]
    """Remembered twice, an attempt has the entry of the first time."""
    first = made_book.remember(1)
    assert made_book.remember(1) == first
    assert made_book.workspace.list(ENTRIES) == (FIRST,)


def test_killed_between_entry_and_rendering(made_book) -> None:  # type: ignore[no-untyped-def]
    """The next call renders what the entry holds, byte for byte as undisturbed."""
    three_entries(made_book)
    whole = made_book.tree("output/memory")
    for kind in Kind:
        text = made_book.workspace.read(kind.file)
        made_book.workspace.replace(kind.file, text[: text.index("## Chapter 3")])
    made_book.remember(3)
    assert made_book.tree("output/memory") == whole


def test_killed_between_receipt_and_entry(made_book) -> None:  # type: ignore[no-untyped-def]
    """A receipt without its entry is no memory and stops nothing."""
    three_entries(made_book)
    path = made_book.root / ENTRIES / "0003-ch03-a1.json"
    text = path.read_text()
    path.unlink()
    for kind in Kind:
        whole = made_book.workspace.read(kind.file)
        made_book.workspace.replace(kind.file, whole[: whole.index("\n## Chapter 3")])
    assert len(Ledger(made_book.workspace).entries()) == 2
    made_book.remember(3)
    assert path.read_text() == text


@pytest.mark.parametrize("change", ["edited", "torn", "empty", "bytes"])
def test_a_changed_entry_is_named(made_book, change: str) -> None:  # type: ignore[no-untyped-def]
    """An entry that was edited or torn is an error that names it; nothing is overwritten."""
    three_entries(made_book)
    path = made_book.root / FIRST
    data = path.read_bytes()
    path.write_bytes(
        {"edited": data.replace(b"part 1", b"part X"), "torn": data[:40], "empty": b"", "bytes": b"\xff\xfe"}[change]
    )
    with pytest.raises(DamagedMemory, match="0001-ch01-a1") as caught:
        Ledger(made_book.workspace).view(3)
    assert "\n" not in str(caught.value)
    (damage,) = Ledger(made_book.workspace).damage()
    assert "0001-ch01-a1" in damage.entry


@pytest.mark.parametrize("sequence", [1, 2, 3])
def test_a_removed_entry_is_named(made_book, sequence: int) -> None:  # type: ignore[no-untyped-def]
    """An entry that is gone is named, be it the first, a middle one or the last."""
    three_entries(made_book)
    (made_book.root / ENTRIES / f"000{sequence}-ch0{sequence}-a1.json").unlink()
    damage = Ledger(made_book.workspace).damage()
    assert f"000{sequence}" in damage[0].entry


def test_an_edited_glossary_is_noticed_and_kept(made_book) -> None:  # type: ignore[no-untyped-def]
    """A hand edit stops the append, names the entry, and `rebuild` keeps the person's text."""
    three_entries(made_book)
    good = made_book.workspace.read(Kind.GLOSSARY.file)
    edited = good.replace("what part 2 is", "something else")
    (made_book.root / Kind.GLOSSARY.file).write_text(edited)
    with pytest.raises(DamagedMemory, match="0002-ch02-a1"):
        Ledger(made_book.workspace).render()
    assert made_book.workspace.read(Kind.GLOSSARY.file) == edited
    (damage,) = Ledger(made_book.workspace).damage()
    assert damage.name == Kind.GLOSSARY.file
    assert Ledger(made_book.workspace).rebuild() == (Kind.GLOSSARY.file,)
    assert made_book.workspace.read(Kind.GLOSSARY.file) == good
    assert edited in made_book.tree("output/notes").values()


def test_added_text_and_edited_head_are_named(made_book) -> None:  # type: ignore[no-untyped-def]
    """Text after the last entry and a changed head are edits too."""
    three_entries(made_book)
    path = made_book.root / Kind.METAPHORS.file
    good = path.read_text()
    path.write_text(good + "\nmy remark\n")
    assert Ledger(made_book.workspace).damage()[0].entry == "after the last entry"
    path.write_text("x" + good)
    assert Ledger(made_book.workspace).damage()[0].entry == "header"


def test_a_racing_create_loses_loudly(made_book, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    """Of two runs that make one entry exactly one wins; the other is told and replaces nothing."""
    made_book.remember(1)
    before = made_book.workspace.read(FIRST)
    late = Ledger(made_book.workspace)
    monkeypatch.setattr(late, "entry", lambda *_: None)
    monkeypatch.setattr(late, "_next", lambda: 1)
    with pytest.raises(DamagedMemory, match="exists already"):
        late.remember(
            1, 1, "Other", "h", made_book.selector().ledger.entries()[0].proposal.model_copy(update={"none": {}})
        )
    assert made_book.workspace.read(FIRST) == before


def test_a_view_is_as_of_the_chapter(made_book) -> None:  # type: ignore[no-untyped-def]
    """The ledger's view is the fold over what is on disk."""
    ledger = three_entries(made_book)
    assert [s.chapter for s in ledger.view(2).summaries] == [1]
    assert [s.chapter for s in ledger.view(4, frozenset({2})).summaries] == [1, 3]
