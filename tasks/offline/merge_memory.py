"""Merging memory proposals: a union without duplicates, and one summary of the right length."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from memory_schema.conventions import normal_term
from memory_schema.entries import CrossReference, Look, MemoryProposal, Metaphor, Summary, Term
from memory_schema.lengths import length
from memory_schema.notes import Confidence, StructuredNote
from memory_schema.proposals import parse_memory_proposal
from memory_schema.writing_rules import rules_for
from tasks.offline.chapter_reading import sentences
from tasks.offline.merged_parts import Result
from tasks.offline.reply import Reply
from tasks.offline.request import Brief

T = TypeVar("T")
_FINAL = "-final.md"
_KNOWN = 5


def merge_memory(brief: Brief, parts: Sequence[Result]) -> Reply:
    """What all parts propose, each thing once; the first definition of a term holds (PROTOCOL 8)."""
    told = [parse_memory_proposal(part.text) for part in parts if part.is_of(_FINAL)]
    told = told or [parse_memory_proposal(part.text) for part in parts]
    glossary = _once((term for one in told for term in one.glossary), _term)
    metaphors = _pictures(one for proposal in told for one in proposal.metaphors)
    references = _once((ref for one in told for ref in one.cross_references), _reference)
    kinds = {"glossary": glossary, "metaphors": metaphors, "cross_references": references}
    reasons = {kind: reason for one in reversed(told) for kind, reason in one.none.items()}
    proposal = MemoryProposal(
        summary=Summary(
            core=_core([one.summary.core for one in told], brief),
            terms=tuple(term.term for term in glossary),
            metaphors=tuple(one.metaphor for one in metaphors),
            looks_back=_once((look for one in told for look in one.summary.looks_back), _look),
            looks_ahead=_once((look for one in told for look in one.summary.looks_ahead), _look),
            reader_knows=tuple(dict.fromkeys(item for one in told for item in one.summary.reader_knows))[:_KNOWN],
        ),
        glossary=glossary,
        metaphors=metaphors,
        cross_references=references,
        none={kind: reasons.get(kind, "none, because no part holds one") for kind, found in kinds.items() if not found},
    )
    return Reply(memory_page(brief, proposal), _note(brief, proposal, len(parts)))


def memory_page(brief: Brief, proposal: MemoryProposal) -> str:
    """A proposal as the keeper writes it: a title, and one JSON object in a fence."""
    title = f"# 记忆：第 {brief.chapter} 章" if brief.chinese else f"# Memory: chapter {brief.chapter}"
    data = json.dumps(proposal.model_dump(mode="json"), ensure_ascii=False, indent=1)
    return f"{title}\n\n```json\n{data}\n```"


def _once(items: Iterable[T], key: Callable[[T], object]) -> tuple[T, ...]:
    found: dict[object, T] = {}
    for item in items:
        found.setdefault(key(item), item)
    return tuple(found.values())


def _term(term: Term) -> str:
    return normal_term(term.term)


def _reference(one: CrossReference) -> tuple[str, int, str]:
    return (one.from_heading, one.to_chapter, one.to_heading)


def _look(look: Look) -> int:
    return look.chapter


def _pictures(metaphors: Iterable[Metaphor]) -> tuple[Metaphor, ...]:
    """One metaphor a concept, and none for two."""
    by_concept = _once(metaphors, lambda one: normal_term(one.concept))
    return _once(by_concept, lambda one: normal_term(one.metaphor))


def _core(cores: Sequence[str], brief: Brief) -> str:
    """A summary of the length of PROTOCOL 7: sentences of every part in turn, in the order of the chapter."""
    most = rules_for(brief.language).summary[1]
    space = "" if brief.counts_characters else " "
    told = [sentences(core) for core in cores]
    places = [(part, at) for at in range(max(map(len, told))) for part in range(len(told)) if at < len(told[part])]
    chosen: list[tuple[int, int]] = []
    for place in places:
        text = space.join(told[part][at] for part, at in sorted([*chosen, place]))
        if chosen and length(text, brief.language) > most:
            continue
        chosen.append(place)
    return space.join(dict.fromkeys(told[part][at] for part, at in sorted(chosen)))


def _note(brief: Brief, proposal: MemoryProposal, parts: int) -> StructuredNote:
    return StructuredNote(
        conclusion=f"append chapter {brief.chapter}, merged from {parts} parts: {len(proposal.glossary)} terms, "
        f"{len(proposal.metaphors)} metaphors, {len(proposal.cross_references)} references",
        evidence=(
            f"summary of {length(proposal.summary.core, brief.language)}",
            *(f"term: {term.term}"[:80] for term in proposal.glossary[:3]),
        ),
        file_refs=(brief.output,),
        confidence=Confidence.HIGH,
    )
