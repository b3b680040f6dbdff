"""view(N): the fold over entries (PROTOCOL 8)."""

from __future__ import annotations

from memory_schema.entries import (
    Correction,
    CrossReference,
    Entry,
    MemoryProposal,
    Metaphor,
    Summary,
    Term,
    required_none,
)
from memory_schema.memory_view import latest_attempts, reference_key, view_before
from memory_schema.paths import Kind


def entry(sequence: int, chapter: int, attempt: int = 1, *, terms: object = (), metaphors: object = ()) -> Entry:
    proposal = MemoryProposal(
        summary=Summary(core=f"chapter {chapter}, attempt {attempt}"),
        glossary=tuple(Term(term=t, definition=d) for t, d in dict(terms).items()),  # type: ignore[call-overload]
        metaphors=tuple(Metaphor(concept=c, metaphor=m) for c, m in dict(metaphors).items()),  # type: ignore[call-overload]
        cross_references=(CrossReference(from_heading="Recap", to_chapter=max(1, chapter - 1), to_heading="Intro"),),
    )
    return Entry(
        sequence=sequence, chapter=chapter, attempt=attempt, title=f"T{chapter}", final_hash="h", proposal=proposal
    )


def seen_terms(chapter: int, entries: list[Entry], *corrections: Correction) -> dict[str, str]:
    return {term.term: term.definition for term in view_before(chapter, entries, corrections).glossary}


def test_a_chapter_sees_only_what_comes_before() -> None:
    """Chapter 3 rerun after chapter 9 sees what chapter 3 may see; chapter 1 sees nothing."""
    entries = [entry(n, n, terms={f"t{n}": "d"}) for n in range(1, 10)]
    assert list(seen_terms(3, entries)) == ["t1", "t2"]
    assert [s.chapter for s in view_before(3, entries).summaries] == [1, 2]
    assert view_before(1, entries) == view_before(1, [])


def test_order_is_that_of_chapters_not_of_sequence() -> None:
    """A rerun of chapter 1 after chapter 2 still comes first."""
    entries = [entry(1, 1, terms={"x": "old"}), entry(2, 2, terms={"x": "two"}), entry(3, 1, 2, terms={"x": "new"})]
    assert seen_terms(3, entries) == {"x": "new"}
    assert seen_terms(3, list(reversed(entries))) == {"x": "new"}
    assert latest_attempts(entries)[1].sequence == 3


def test_the_first_definition_wins_and_the_loser_is_named() -> None:
    """A later definition is a conflict, unless it says the same."""
    entries = [entry(1, 1, terms={"Token": "a piece"}), entry(2, 2, terms={"token": "a coin"})]
    view = view_before(3, entries)
    assert [term.definition for term in view.glossary] == ["a piece"]
    assert view.conflicts == ('chapter 2 defines "token" again; chapter 1 stands',)
    same = [entry(1, 1, terms={"Token": "a piece"}), entry(2, 2, terms={"token": "A  piece"})]
    assert view_before(3, same).conflicts == ()


def test_a_refused_term_wins_after_a_rerun() -> None:
    """Entries keep every proposal, so what lost can win once the winner is superseded."""
    entries = [entry(1, 1, terms={"token": "a piece"}), entry(2, 2, terms={"token": "a coin"})]
    assert seen_terms(3, entries) == {"token": "a piece"}
    assert seen_terms(3, [*entries, entry(3, 1, 2)]) == {"token": "a coin"}


def test_one_metaphor_a_concept_and_none_for_two() -> None:
    """A second picture of a concept, and a picture already taken, both lose and are named."""
    entries = [
        entry(1, 1, metaphors={"lexer": "a sieve"}),
        entry(2, 2, metaphors={"lexer": "a knife", "parser": "A Sieve", "cache": "a shelf"}),
        entry(3, 3, metaphors={"lexer": "a sieve"}),
    ]
    view = view_before(4, entries)
    assert {m.concept: m.metaphor for m in view.metaphors} == {"lexer": "a sieve", "cache": "a shelf"}
    assert len(view.conflicts) == 2


def test_corrections_are_applied_over_the_fold_and_survive_reruns() -> None:
    """A person's word on a key stands whatever an attempt says, also after it is written again."""
    fix = Correction(sequence=2, kind=Kind.GLOSSARY, key="TOKEN", value={"definition": "right"})
    entries = [entry(1, 1, terms={"token": "wrong", "other": "d"})]
    assert seen_terms(2, entries, fix) == {"token": "right", "other": "d"}
    assert seen_terms(2, [*entries, entry(3, 1, 2, terms={"token": "wrong again"})], fix) == {"token": "right"}


def test_corrections_are_as_of_the_chapter() -> None:
    """A correction adds nothing that the chapter may not see yet."""
    fix = Correction(sequence=2, kind=Kind.GLOSSARY, key="later", value={"definition": "right"})
    assert seen_terms(2, [entry(1, 1, terms={"x": "d"}), entry(3, 5, terms={"later": "d"})], fix) == {"x": "d"}


def test_corrections_of_every_kind_change_and_remove() -> None:
    """Value None removes the key; the newest correction of a key stands."""
    entries = [entry(1, 1, terms={"x": "d"}, metaphors={"c": "m"}), entry(2, 2)]
    view = view_before(3, entries)
    keys = {
        Kind.SUMMARIES: "1",
        Kind.GLOSSARY: "x",
        Kind.METAPHORS: "c",
        Kind.CROSS_REFERENCES: reference_key(view.cross_references[0]),
    }
    for kind, key in keys.items():
        removed = view_before(3, entries, [Correction(sequence=3, kind=kind, key=key, value=None)])
        sizes = {
            Kind.SUMMARIES: len(removed.summaries),
            Kind.GLOSSARY: len(removed.glossary),
            Kind.METAPHORS: len(removed.metaphors),
            Kind.CROSS_REFERENCES: len(removed.cross_references),
        }
        assert sizes[kind] == {Kind.SUMMARIES: 1, Kind.CROSS_REFERENCES: 1}.get(kind, 0)
    changed = view_before(
        3,
        entries,
        [
            Correction(sequence=3, kind=Kind.METAPHORS, key="C", value={"metaphor": "n", "limits": "here"}),
            Correction(sequence=4, kind=Kind.SUMMARIES, key="1", value={"core": "first"}),
            Correction(sequence=5, kind=Kind.SUMMARIES, key="1", value={"core": "second"}),
        ],
    )
    assert (changed.metaphors[0].metaphor, changed.metaphors[0].limits) == ("n", "here")
    assert changed.summaries[0].summary.core == "second"


def test_dropped_chapters_are_in_no_view() -> None:
    """Their terms, summaries and the references to them are gone (PROTOCOL 1)."""
    entries = [entry(1, 1, terms={"x": "d"}), entry(2, 2, terms={"y": "d"})]
    view = view_before(3, entries, dropped=frozenset({1}))
    assert [s.chapter for s in view.summaries] == [2]
    assert [t.term for t in view.glossary] == ["y"]
    assert view.cross_references == ()


def test_concerning_keeps_what_a_text_names() -> None:
    """Strategy 2 of PROTOCOL 3.3: only the terms and metaphors that the text names."""
    view = view_before(2, [entry(1, 1, terms={"token": "d", "cache": "d"}, metaphors={"lexer": "a sieve"})])
    part = view.concerning("The Token of a lexer.")
    assert [t.term for t in part.glossary] == ["token"]
    assert len(part.metaphors) == 1
    assert part.summaries == view.summaries


def test_an_empty_kind_says_why() -> None:
    """ "none, because ...": the keeper's reason where it gave one."""
    proposal = MemoryProposal(summary=Summary(core="c"), none={"metaphors": "none, because it is plain"})
    reasons = required_none(proposal)
    assert reasons["metaphor-registry"] == "none, because it is plain"
    assert reasons["glossary"].startswith("none, because")
    assert set(reasons) == {"glossary", "metaphor-registry", "cross-references"}
