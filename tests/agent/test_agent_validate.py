"""What a complete reply must hold beyond its marker, by role."""

from __future__ import annotations

import pytest

from memory_schema.contracts import CONTRACTS, Role
from memory_schema.markers import Marker
from memory_schema.notes import Confidence
from tasks.agent.assess import assess
from tasks.agent.loop import Outcome
from tasks.agent.validate import VALIDATORS, validate
from tests.agent.scripted_book import note, whole

PATHS = ("lexer.py",)
PROPOSAL = "# T\n\n## Chapter 1: One\n\n- promise: p\n\n# Source map\n\n## Chapter 1\n\n- `lexer.py` — it\n"
REPORT = "\n".join(f"## {n}. Title\n\ntext\n" for n in range(1, 7))
MEMORY = '```json\n{"summary": {"core": "It cuts."}, "none": {"glossary": "none, because short"}}\n```\n'
GOOD = {
    Role.ARCHITECT: PROPOSAL,
    Role.ARCHITECT_REVISING: PROPOSAL,
    Role.RESEARCHER: REPORT,
    Role.KEEPER: MEMORY,
    Role.EDITOR: "# Decision\n\nDecision: go on\n",
    **dict.fromkeys((Role.OUTLINE_R3, Role.R1, Role.R2, Role.R3, Role.AUDITOR), "# Review\n\nVerdict: pass\n"),
}
BAD = {
    Role.ARCHITECT: PROPOSAL.replace("lexer.py", "lexr.py"),
    Role.ARCHITECT_REVISING: PROPOSAL.replace("# Source map", "# Map"),
    Role.RESEARCHER: REPORT.replace("## 4. Title\n\ntext\n", "## 4. Title\n\n"),
    Role.KEEPER: MEMORY.replace("core", "heart"),
    Role.EDITOR: "# Decision\n\nLet us see.\n",
    **dict.fromkeys((Role.OUTLINE_R3, Role.R1, Role.R2, Role.R3, Role.AUDITOR), "# Review\n\nVerdict: perhaps\n"),
}


def test_every_validator_has_a_good_and_a_bad_example_here() -> None:
    """A validator that is added must be tried."""
    assert set(GOOD) == set(BAD) == set(VALIDATORS)


@pytest.mark.parametrize("role", sorted(VALIDATORS))
def test_a_good_body_passes_and_a_bad_one_is_told_in_one_line(role: Role) -> None:
    """The message goes into the prompt of the escalation, so it says what is wrong."""
    assert validate(role, GOOD[role], PATHS) is None
    complaint = validate(role, BAD[role], PATHS)
    assert complaint is not None
    assert "\n" not in complaint.message
    assert complaint.fatal == (role in (Role.ARCHITECT, Role.ARCHITECT_REVISING, Role.RESEARCHER, Role.KEEPER))


@pytest.mark.parametrize(
    ("rest", "usable", "readable"),
    [
        ("", True, False),
        (note(), True, True),
        ("A last thought.\n\n" + note(), True, True),
        (note()[:40], True, False),
        ('{"conclusion": "cut in the mid', True, False),
        ("## One more section\n\nwith text\n\n" + note(), False, False),
        ("```python\nprint(1)\n```\n\n" + note(), False, False),
        ("more prose " * 80 + note(), False, False),
        ("{ not a note } # no heading\n\n" + note(), True, True),
    ],
)
def test_text_after_the_marker_is_a_note_or_proof_that_the_marker_stood_in_the_middle(
    rest: str, usable: bool, readable: bool
) -> None:
    """PROTOCOL 3.5: prose around the note is normal; pages, headings and code are the rest of the text."""
    found = assess(
        CONTRACTS[Role.R3],
        Outcome(whole(GOOD[Role.R3], Marker.R3.value, rest), "end_turn", "m", ()),
        PATHS,
    )
    assert found.usable is usable
    assert (found.note is not None) is readable
    assert bool(found.problem) is not (usable and readable)


def test_an_unreadable_verdict_is_usable_and_a_problem() -> None:
    """PROTOCOL 5: "no verdict" is neither pass nor fail; it is asked again once and then stored."""
    found = assess(CONTRACTS[Role.R1], Outcome(whole(BAD[Role.R1], Marker.R1.value), "end_turn", "m", ()), PATHS)
    assert found.usable
    assert "verdict" in found.problem


def test_low_confidence_is_a_problem_and_missing_confidence_is_medium() -> None:
    """PROTOCOL 3.7."""
    low = assess(
        CONTRACTS[Role.R3],
        Outcome(whole(GOOD[Role.R3], Marker.R3.value, note("x", "low")), "end_turn", "m", ()),
        PATHS,
    )
    assert low.usable
    assert "confidence" in low.problem
    missing = assess(
        CONTRACTS[Role.R3],
        Outcome(whole(GOOD[Role.R3], Marker.R3.value, '{"conclusion": "x"}'), "end_turn", "m", ()),
        PATHS,
    )
    assert not missing.problem
    assert missing.best_note.confidence is Confidence.MEDIUM
