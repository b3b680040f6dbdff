"""What an agent is expected to write and to be asked, before it is: usual figures, and what this book has shown.

The usual figures are in the estimator's tokens (`memory_schema.lengths`). Those of the offline author were
measured on its own books; those of models are assumed from what the prompts ask for, thinking included,
and hold until the book's own calls have shown better: one finished agent of a role and model is enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from memory_schema.book import BookConfig
from memory_schema.contracts import Resource, Role
from memory_schema.lengths import counts_characters
from memory_schema.usage import Usage
from tasks.agent.capabilities import OFFLINE_MODEL
from tasks.agent.spending import Spent

_DRAFT = {False: 4.6, True: 4.3}
"""Tokens of a draft for each word (False) or character (True) of its target, code and note included."""
_OF_REPORT = 0.8
"""A draft says at most this much of its report."""
_LONGEST_REPORT, _BARE_REPORT, _OF_SOURCES = 11_300, 2_500, 0.75
_FINAL_MORE = 370
_OFFLINE: dict[Role, int] = {
    Role.ARCHITECT: 2_400, Role.ARCHITECT_REVISING: 2_300, Role.ADVOCATE: 200, Role.OUTLINE_R3: 200,
    Role.STYLIST: 800, Role.R1: 225, Role.R2: 175, Role.R3: 400, Role.RS: 790, Role.RE: 690, Role.RH: 680,
    Role.EDITOR: 270, Role.KEEPER: 1_350, Role.AUDITOR: 150,
}  # fmt: skip
_MODEL: dict[Role, int] = {
    Role.ARCHITECT: 6_000, Role.ARCHITECT_REVISING: 6_000, Role.ADVOCATE: 1_200, Role.OUTLINE_R3: 1_200,
    Role.STYLIST: 1_500, Role.R1: 2_000, Role.R2: 1_500, Role.R3: 1_800, Role.RS: 1_200, Role.RE: 1_200,
    Role.RH: 1_200, Role.EDITOR: 800, Role.KEEPER: 2_000, Role.AUDITOR: 1_500,
}  # fmt: skip
_MODEL_THINKS = 1.3
"""Output of a model that thinks, as a multiple of what it writes; assumed for a medium effort."""
_MODEL_REVISES = 0.5
"""Revisions a chapter that are assumed of a model before the book has shown any."""
_CODE_MADE = {
    Resource.CHECKS: 700, Resource.REVIEW: 1_300, Resource.PREVIOUS_REVIEW: 1_300, Resource.PANEL: 2_300,
    Resource.NOTES: 2_700, Resource.AUDIT_CHECKS: 500, Resource.ALL_CHECKS: 700, Resource.DECISION: 200,
}  # fmt: skip
_WRITTEN_BY = {
    Resource.REPORT: Role.RESEARCHER, Resource.DRAFT: Role.WRITER, Resource.PREVIOUS_DRAFT: Role.WRITER,
    Resource.FINAL: Role.WRITER_FINALISING, Resource.STYLE_GUIDE: Role.STYLIST, Resource.PROPOSAL: Role.ARCHITECT,
    Resource.PREVIOUS_PROPOSAL: Role.ARCHITECT, Resource.READER_FEEDBACK: Role.ADVOCATE,
    Resource.OUTLINE_R3: Role.OUTLINE_R3, Resource.R1: Role.R1, Resource.R2: Role.R2, Resource.R3: Role.R3,
    Resource.RS: Role.RS, Resource.RE: Role.RE, Resource.RH: Role.RH,
}  # fmt: skip
_OF_ONE_CHAPTER = {
    Resource.SUMMARIES: 330, Resource.GLOSSARY: 420, Resource.METAPHORS: 90, Resource.CROSS_REFERENCES: 130,
}  # fmt: skip
"""What one finished chapter adds to the memory that later ones read."""
_NOTE = 160
_LINES_OF_A_FILE = 40
"""A shorter file is told in passing."""
_LARGE_SOURCE, _OF_A_LARGE_SOURCE, _OF_ANY_SOURCE = 6_000, 6, 3
"""From so many lines on a book has at least six chapters, and three before."""
_MOST_LINES = 3_500
"""What one chapter can hold; of a larger source the rest is told in no chapter."""
_MOST_CONVERSATIONS = 2
"""An agent asks, and once more where the reply is not good as it is; more are parts."""


@dataclass(frozen=True)
class Shown:
    """What the finished agents of one role and model have shown: means of an agent."""

    output: float
    calls: float


@dataclass(frozen=True)
class Experience:
    """What the calls of a book have shown of its models."""

    roles: Mapping[tuple[str, str], Shown] = field(default_factory=dict)
    """(role, model) -> means, in the estimator's tokens."""
    input_ratio: Mapping[str, float] = field(default_factory=dict)
    """Model -> its tokens for each token of the estimator, of what it reads."""
    output_ratio: Mapping[str, float] = field(default_factory=dict)
    """The same of what it writes, its thinking counted in."""
    cached: Mapping[str, float] = field(default_factory=dict)
    """Role -> the share of its input that came from a cache."""
    revisions: float | None = None
    """Revisions a chapter; None before one is finished."""


def expected_chapters(lines: Sequence[int], most: int) -> int:
    """How many chapters a source will have: by its lines and its files, as architects were seen to divide sources.

    Args:
        lines: of every file.
    """
    told = [count for count in lines if count >= _LINES_OF_A_FILE]
    files, size = len(told), sum(told)
    least = _OF_A_LARGE_SOURCE if size >= _LARGE_SOURCE else _OF_ANY_SOURCE
    natural = max(round((size / 1_400 + files / 4) / 2), round(size / 1_700), least)
    return max(1, min(most, files, natural))


def expected_sources(files: Sequence[tuple[int, int]], chapters: int) -> tuple[int, ...]:
    """Tokens of source that each chapter will read: an even share up to what a chapter holds; a longer file is one.

    Args:
        files: lines and tokens of every file.
        chapters: how many there will be.
    """
    large = sorted((tokens for lines, tokens in files if lines > _MOST_LINES), reverse=True)[:chapters]
    small = [one for one in files if one[0] <= _MOST_LINES]
    sharing = chapters - len(large)
    if not sharing or not small:
        return (*large, *(0 for _ in range(sharing)))
    lines, tokens = (sum(column) for column in zip(*small, strict=True))
    held = min(1.0, sharing * _MOST_LINES / max(1, lines))
    return (*large, *(round(tokens * held / sharing) for _ in range(sharing)))


def learn(spent: Iterable[Spent]) -> Experience:
    """What a book's calls have shown; nothing of it is stored, so nothing can be stale by it."""
    good = [one for one in spent if not one.charge.failed and one.charge.estimated_input]
    every: dict[tuple[str, str], dict[object, list[Spent]]] = {}
    for one in good:
        place = (one.chapter, one.attempt, one.round)
        every.setdefault((one.role, one.charge.model), {}).setdefault(place, []).append(one)
    agents = {
        key: {place: calls for place, calls in made.items() if not _in_parts(calls)} for key, made in every.items()
    }
    roles = {
        key: Shown(
            sum(one.charge.estimated_output for calls in made.values() for one in calls) / len(made),
            sum(map(len, made.values())) / len(made),
        )
        for key, made in agents.items()
        if made
    }
    chapters = {one.chapter for one in good if one.role == Role.KEEPER.value}
    revised = {(one.chapter, one.round) for one in good if one.role == Role.WRITER_REVISING.value}
    of_finished = sum(chapter in chapters for chapter, _ in revised)
    return Experience(
        roles=roles,
        input_ratio=_ratios((o.charge.model, o.charge.usage.input, o.charge.estimated_input) for o in good),
        output_ratio=_ratios((o.charge.model, o.charge.usage.output, o.charge.estimated_output) for o in good),
        cached=_cached(good),
        revisions=of_finished / len(chapters) if chapters else None,
    )


def _in_parts(calls: list[Spent]) -> bool:
    """Whether an agent worked in parts: it says nothing of what others of its role write in one piece."""
    return len({one.call for one in calls}) > _MOST_CONVERSATIONS


def expected_output(role: Role, config: BookConfig, model: str, sources: int, seen: Experience) -> float:
    """Estimator tokens that an agent writes in all its calls.

    Args:
        sources: tokens of the chapter's source files; a small chapter has a short report and draft.
    """
    shown = seen.roles.get((role.value, model))
    if shown is not None:
        return shown.output
    thinks = 1.0 if model == OFFLINE_MODEL else _MODEL_THINKS
    report = min(_LONGEST_REPORT, _BARE_REPORT + _OF_SOURCES * sources)
    if role is Role.RESEARCHER:
        return report * thinks
    if role in (Role.WRITER, Role.WRITER_REVISING, Role.WRITER_FINALISING):
        draft = min(config.chapters.words * _DRAFT[counts_characters(config.language)], report * _OF_REPORT)
        return (draft + (_FINAL_MORE if role is Role.WRITER_FINALISING else 0)) * thinks
    return (_OFFLINE if model == OFFLINE_MODEL else _MODEL)[role] * thinks


def expected_read(resource: str, earlier: int, config: BookConfig, model: str, sources: int, seen: Experience) -> float:
    """Estimator tokens of a text that does not exist yet.

    Args:
        resource: of the contract table, by its value.
        earlier: how many chapters come before.
    """
    kind = next((item for item in Resource if item.value == resource), None)
    if kind in _OF_ONE_CHAPTER:
        return _OF_ONE_CHAPTER[kind] * earlier
    if kind in _CODE_MADE:
        return _CODE_MADE[kind]
    if kind in _WRITTEN_BY:
        written = expected_output(_WRITTEN_BY[kind], config, model, sources, seen)
        return max(0.0, written / (1.0 if model == OFFLINE_MODEL else _MODEL_THINKS) - _NOTE)
    return 0.0


def expected_revisions(model: str, seen: Experience) -> float:
    """Revisions a chapter."""
    if seen.revisions is not None:
        return seen.revisions
    return 0.0 if model == OFFLINE_MODEL else _MODEL_REVISES


def used(model: str, read: float, written: float, calls: float, cached: float, seen: Experience) -> Usage:
    """Estimator tokens as the model's own: what it reads in all its calls, and what it writes."""
    tokens = round(read * seen.input_ratio.get(model, 1.0))
    hit = round(tokens * cached)
    return Usage(
        uncached=tokens - hit,
        cache_read=hit,
        output=round(written * seen.output_ratio.get(model, 1.0)),
        calls=max(1, round(calls)),
    )


def _ratios(counted: Iterable[tuple[str, int, int]]) -> dict[str, float]:
    sums: dict[str, list[int]] = {}
    for model, real, estimated in counted:
        if real and estimated:
            pair = sums.setdefault(model, [0, 0])
            pair[0] += real
            pair[1] += estimated
    return {model: real / estimated for model, (real, estimated) in sums.items()}


def _cached(good: list[Spent]) -> dict[str, float]:
    sums: dict[str, Usage] = {}
    for one in good:
        sums[one.role] = sums.get(one.role, Usage()) + one.charge.usage
    return {role: usage.cached_share for role, usage in sums.items()}
