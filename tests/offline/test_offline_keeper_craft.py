"""What the keeper keeps and what the reviewers hear: sentences, definitions, summaries, mechanical prose."""

from __future__ import annotations

import re

import pytest

from memory_schema.contracts import Role
from memory_schema.entries import MemoryProposal
from memory_schema.findings import Severity, parse_findings
from tasks.offline import keeper
from tasks.offline.chapter_reading import sentences
from tasks.offline.readers import rs
from tasks.offline.request import read_request
from tasks.offline.reviewers import r3


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("It says “no.” Then it ends.", ["It says “no.”", "Then it ends."]),
        ("Call `a. B` now. Done.", ["Call `a. B` now.", "Done."]),
        ("Use one, e.g. Two. Go on.", ["Use one, e.g. Two.", "Go on."]),
        ("See `x.py` vs. the rest.", ["See `x.py` vs. the rest."]),
        ("Its docstring says “One. Two.” Next.", ["Its docstring says “One. Two.”", "Next."]),
        ("它说“不行。”然后结束。", ["它说“不行。”", "然后结束。"]),
        ("这是一\n行。另一行。", ["这是一行。", "另一行。"]),
    ],
)
def test_sentences_end_where_a_reader_ends_them(prose, expected):
    """Closing quotes belong to their sentence; code, abbreviations and quotations are not cut; no space in Chinese."""
    assert list(sentences(prose)) == expected


def _kept(ask, text, language="en"):
    body = keeper.answer(
        read_request(ask(Role.KEEPER, [("output/chapters/final/ch02-final.md", text)], language=language))
    ).body
    return MemoryProposal.model_validate_json(re.search(r"```json\n(.*?)\n```", body, re.S)[1])


def test_two_terms_of_one_paragraph_have_their_own_sentences(ask):
    """A definition is the sentence in which the bold term stands, and no more."""
    text = (
        "# T\n\nHook.\n\n## A\n\nA **frame** is a record with its size. A **log** is “a file of\n"
        "frames.” Both are small.\n\n## Recap\n\nDone.\n"
    )
    found = {term.term: term.definition for term in _kept(ask, text).glossary}
    assert found == {"frame": "A frame is a record with its size.", "log": "A log is “a file of frames.”"}


def test_a_summary_is_of_sentences_that_stand_alone(ask, draft):
    """It says the way of the chapter first, keeps the definitions, and begins no sentence with a dangling word."""
    core = _kept(ask, draft).summary.core
    assert core.startswith("Told in turn: ")
    assert "A frame is a record with its size written before it." in core
    assert "next chapter" not in core
    assert "](" not in core


@pytest.mark.parametrize("verb", ["raises", "throws"])
def test_a_summary_retells_no_single_line(ask, verb):
    """What one line does with an error is no deed of a definition, whatever its language calls it."""
    deeds = [f"`read{n}` turns the next {n} bytes of the stream into a length." for n in range(40)]
    sections = [
        f"## Part {at}\n\n`read` {verb} `FrameError` with message {at} of its own. " + " ".join(deeds[at::5])
        for at in range(5)
    ]
    core = _kept(ask, "\n\n".join(["# T\n\nHook.", *sections, "## Recap\n\nDone.\n"])).summary.core
    assert "turns the next 7 bytes" in core
    assert "FrameError" not in core


def test_r3_hears_prose_that_runs_by_itself(ask, draft):
    """Name heaps, bare lists, equal beginnings and one form of words three times are each a should with its place."""
    heap = "It knows " + ", ".join(f"`name_{n}`" for n in range(12)) + "."
    forms = "\n\n".join(f"The docstring of `part_{n}` is brief and says little." for n in range(3))
    bad = draft.replace("## Recap", f"## Names\n\n{heap}\n\n{forms}\n\nThe a is. The b is. The c is.\n\n## Recap")
    text = r3(read_request(ask(Role.R3, [("output/chapters/draft/ch02-draft.md", bad)]))).body
    found = [f for f in parse_findings(text) if f.severity is Severity.SHOULD and f.place == "Names"]
    assert {"12 names", "3 sentences", "the same form"} == {
        word for word in ("12 names", "3 sentences", "the same form") if any(word in f.problem for f in found)
    }
    listing = draft.replace("## Recap", "## Rows\n\n- `a`\n- `b`\n- `c`\n\n## Recap")
    text = r3(read_request(ask(Role.R3, [("output/chapters/draft/ch02-draft.md", listing)]))).body
    assert any(f.place == "Rows" and "list" in f.problem for f in parse_findings(text))


def test_a_student_does_not_pass_over_a_heap_of_names(ask, draft):
    """Ten names in code in one paragraph are a should, so that the finaliser acts."""
    heap = "It knows " + ", ".join(f"`name_{n}`" for n in range(12)) + "."
    text = rs(
        read_request(
            ask(Role.RS, [("output/chapters/draft/ch02-draft.md", draft.replace("## Recap", f"{heap}\n\n## Recap"))])
        )
    ).body
    assert any(f.severity is Severity.SHOULD and "12 names" in f.problem for f in parse_findings(text))
