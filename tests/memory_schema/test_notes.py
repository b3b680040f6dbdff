"""The five-field note: read from anything, brought inside every limit, nothing lost (PROTOCOL 3.7)."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_schema.lengths import estimate_tokens
from memory_schema.notes import (
    NOTE_UNPARSED,
    Confidence,
    StructuredNote,
    limit_note,
    parse_note,
    render_note,
    unparsed_note,
)

NOTE = {"conclusion": "It is done.", "evidence": ["a.py:3"], "confidence": "high"}
TEXT = json.dumps(NOTE)
READ = StructuredNote(conclusion="It is done.", evidence=("a.py:3",), confidence=Confidence.HIGH)


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        f"Here is my note:\n\n{TEXT}\n\nThank you.",
        f"```json\n{TEXT}\n```",
        f"{TEXT}\n{json.dumps({'conclusion': 'a second one'})}",
        f'{{"braces": "in front"}} {TEXT}',
        f"a set {{1, 2}} and {{}} and {{{{ jinja }}}} {TEXT}",
        json.dumps({"note": NOTE}),
        json.dumps(NOTE, indent=2),
        json.dumps({**NOTE, "mood": "unknown field"}),
        json.dumps({**NOTE, "conclusion": "It\n is   done."}),
        json.dumps({**NOTE, "evidence": "a.py:3"}),
        json.dumps({**NOTE, "file_refs": None}),
        json.dumps({**NOTE, "confidence": " HIGH "}),
    ],
)
def test_notes_that_are_read(text: str) -> None:
    """Prose, fences, other objects, wrappers and loose types around a note are all normal."""
    assert parse_note(text) == READ


def test_braces_in_strings_do_not_end_a_note() -> None:
    """A brace inside a string is text."""
    note = parse_note(json.dumps({"conclusion": 'renders "{{ x }}" and } and {'}))
    assert note is not None
    assert note.conclusion == 'renders "{{ x }}" and } and {'


@pytest.mark.parametrize(
    "text",
    ["", "no note", TEXT[:-3], "{}", '{"conclusion": ""}', '{"conclusion": 3}', "[1]", '{"evidence": ["x"]}', "{" * 99],
)
def test_notes_that_cannot_be_read(text: str) -> None:
    """Cut short, empty or without a conclusion: None, never an exception."""
    assert parse_note(text) is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, Confidence.MEDIUM),
        ("", Confidence.MEDIUM),
        ("sure", Confidence.MEDIUM),
        (0.9, Confidence.MEDIUM),
        ("high", Confidence.HIGH),
        ("Low - I could not read b.py", Confidence.LOW),
        ("medium to low", Confidence.LOW),
    ],
)
def test_confidence(value: object, expected: Confidence) -> None:
    """Missing is medium; of several words the lowest counts, so that doubt is never lost."""
    note = parse_note(json.dumps({"conclusion": "c", "confidence": value}))
    assert note is not None
    assert note.confidence is expected


def test_items_of_other_types_are_kept_as_text() -> None:
    """A model that answers with numbers or objects loses nothing."""
    note = parse_note(json.dumps({"conclusion": "c", "evidence": [3, {"path": "a.py"}, None, " "], "open_issues": 7}))
    assert note is not None
    assert note.evidence == ("3", '{"path": "a.py"}')
    assert note.open_issues == ("7",)


@pytest.mark.parametrize("hostile", ["{" * 70_000, '{"a":' * 12_000, '{"' * 35_000, "[" * 70_000])
def test_hostile_text_costs_bounded_time(hostile: str) -> None:
    """However deep or long a reply is, the search ends soon."""
    begun = time.perf_counter()
    assert parse_note(hostile) is None
    assert time.perf_counter() - begun < 8


def test_an_unreadable_note_has_a_stand_in() -> None:
    """First 200 characters, NOTE_UNPARSED, low (PROTOCOL 3.7)."""
    note = unparsed_note("word " * 100)
    assert len(note.conclusion) <= 200
    assert note.open_issues == (NOTE_UNPARSED,)
    assert note.confidence is Confidence.LOW
    assert not note.readable
    assert READ.readable
    assert unparsed_note("").conclusion


ITEM = st.text(alphabet=st.sampled_from('ab词é😀"\\\n \x01{}'), max_size=400)
NOTES = st.builds(
    StructuredNote,
    conclusion=ITEM.filter(lambda text: bool(text.strip())),
    evidence=st.lists(ITEM, max_size=20),
    file_refs=st.lists(st.one_of(ITEM, st.sampled_from(["a.py", "b.py"])), max_size=20),
    open_issues=st.lists(ITEM, max_size=20),
    confidence=st.sampled_from(Confidence),
)
OWN = ("output/notes/ch03/a1/round-1/log.jsonl", "output/notes/ch03/a1/round-1/draft.md")
OVERFLOW = "output/notes/ch03/a1/round-1/writer-overflow.md"


@given(NOTES)
def test_limits_hold_and_nothing_is_lost(note: StructuredNote) -> None:
    """At most 600 tokens and 4 KB in all; code's own paths stay; what was clipped stands in the overflow."""
    limited = limit_note(note, OWN, lambda ref: not ref.startswith("b"), OVERFLOW)
    fitted = limited.note
    text = fitted.model_dump_json()
    assert estimate_tokens(text) <= 600
    assert len(text.encode()) <= 4096
    assert len(fitted.conclusion) <= 200
    assert len(fitted.evidence) <= 5
    assert all(len(item) <= 80 for item in fitted.evidence)
    assert len(fitted.file_refs) <= 8
    assert len(fitted.open_issues) <= 8
    assert all(len(item) <= 160 for item in fitted.open_issues)
    assert fitted.file_refs[: len(OWN)] == OWN
    assert fitted.confidence is note.confidence
    known = {ref for ref in note.file_refs if not ref.startswith("b")}
    for item in (note.conclusion, *note.evidence, *known, *note.open_issues):
        assert item in (fitted.conclusion, *fitted.evidence, *fitted.file_refs, *fitted.open_issues) or (
            item in limited.overflow
        )
    assert bool(limited.overflow) == (OVERFLOW in fitted.file_refs)
    assert not limited.overflow or limited.warnings


def test_a_note_inside_its_limits_is_left_alone() -> None:
    """Nothing is clipped, warned about or written."""
    limited = limit_note(READ, OWN, lambda _: True, OVERFLOW)
    assert limited.note == READ.model_copy(update={"file_refs": OWN})
    assert limited.overflow == ""
    assert limited.warnings == ()


@pytest.mark.parametrize("ref", ["missing.py", "../../etc/passwd", "/etc/passwd", "a.py\x00"])
def test_paths_that_do_not_exist_are_dropped(ref: str) -> None:
    """A file_ref that does not exist is dropped with a warning that names it."""
    note = READ.model_copy(update={"file_refs": ("a.py", ref)})
    limited = limit_note(note, OWN, lambda path: path == "a.py", OVERFLOW)
    assert limited.note.file_refs == (*OWN, "a.py")
    assert any(ref in warning for warning in limited.warnings)


def test_twenty_items_go_to_the_overflow() -> None:
    """The issue's case: 20 items of evidence."""
    items = tuple(f"a.py:{n} " + "x" * 100 for n in range(20))
    limited = limit_note(READ.model_copy(update={"evidence": items}), OWN, lambda _: True, OVERFLOW)
    assert len(limited.note.evidence) == 5
    assert all(item in limited.overflow for item in items)


def test_more_known_paths_than_fit_are_listed() -> None:
    """Paths beyond the eighth are in the overflow, not gone."""
    refs = tuple(f"src/{n}.py" for n in range(12))
    limited = limit_note(READ.model_copy(update={"file_refs": refs}), OWN, lambda _: True, OVERFLOW)
    assert limited.note.file_refs[-1] == OVERFLOW
    assert all(ref in limited.overflow for ref in refs)


def test_chinese_notes_fit() -> None:
    """Chinese weighs more tokens a character; the limits hold all the same."""
    note = StructuredNote(conclusion="词" * 300, evidence=("证" * 90,) * 6, open_issues=("问" * 200,) * 9)
    limited = limit_note(note, OWN, lambda _: True, OVERFLOW)
    assert estimate_tokens(limited.note.model_dump_json()) <= 600
    assert limited.note.conclusion.endswith("…")


def test_the_conclusion_is_rendered_first() -> None:
    """S0: whoever reads only the first line knows the outcome."""
    assert render_note(READ).startswith("**It is done.** (confidence: high)")
    assert "- Evidence: a.py:3" in render_note(READ)
