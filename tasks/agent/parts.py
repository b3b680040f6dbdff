"""Strategy 3 of PROTOCOL 3.3: files that no window holds are worked in parts, and the parts merged.

Each part is a call of the same role that is shown some lines of the largest files, whole, beside what every
part needs, and no tools (`tasks.agent.in_parts` asks and merges). Parts end where a definition or a section does,
if one is near (`tasks.agent.part_edges`). What a part reads is said in its task, in the merged task, and in the
receipt. Where the book's memory is cut, every part is shown the whole of it at a glance, so that what only shows
across parts can be seen in each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from memory_schema.contracts import Role
from memory_schema.lengths import ceiling_tokens
from memory_schema.line_runs import Run, parse_runs, render_runs
from memory_schema.pointers import Pointer, Scope
from prompts.file_block import ShownText, lines_of, shown_whole
from tasks.agent.budget import Budget, Offer, tokens_of
from tasks.agent.part_edges import Opening, barred_lines, last_line, opening_of

_HEADER_TOKENS = 60
_LEAST_ROOM = 1_000
"""Less than this a part must hold: beside so little a task says nothing."""
_GLANCE_SHARE = 4
"""The book at a glance takes at most a quarter of what the window leaves."""


WITH_VERDICT = (Role.OUTLINE_R3, Role.R1, Role.R2, Role.R3, Role.AUDITOR)
FINDINGS = (*WITH_VERDICT, Role.ADVOCATE, Role.RS, Role.RE, Role.RH)
"""Whose output is a list of findings: each stands by itself, so lists are put one after the other."""


@dataclass(frozen=True)
class Part:
    """Lines of files that one call works on."""

    shown: tuple[ShownText, ...]

    @property
    def lines(self) -> str:
        """`a.py lines 1-800, b.py lines 1-40`."""
        return render_runs((item.pointer.name, item.first, item.last) for item in self.shown)


def split_sources(offers: Sequence[Offer], shown: Sequence[ShownText], budget: Budget) -> tuple[Part, ...]:
    """The parts of a call whose source files the window cannot hold, also not by paging; () where it can.

    Args:
        offers: every text, whole.
        shown: what fits of each, as `fit` has chosen.
    """
    # The same room for all who read the files: R1's parts then begin as the researcher's, which a server has cached.
    beside = sum(tokens_of(item) for item in shown if item.pointer.scope is not Scope.SOURCE)
    whole = [
        shown_whole(one.pointer, one.text, numbered=one.numbered, language=one.language)
        for one in (offer.readable for offer in offers)
        if one.pointer.scope is Scope.SOURCE and one.text
    ]
    if sum(map(tokens_of, whole)) <= budget.hard - beside:
        return ()
    shared = budget.files if budget.sources is None else budget.sources
    return _cut_into(whole, max(_LEAST_ROOM, min(shared, budget.hard - beside)))


def split_texts(
    shown: Sequence[ShownText], budget: Budget, glance: ShownText | None = None
) -> tuple[tuple[Part, ...], tuple[ShownText, ...]]:
    """The parts of a call whose `must` texts together no window holds, whatever they are; none where none can help.

    The largest texts are cut, as many as it takes until the others leave half of the window free: those stand
    beside every part, and the book at a glance with them where memory is cut.

    Args:
        shown: what `fit` would show, without a window to hold it.
        glance: the whole memory in a line or two a chapter.

    Returns:
        The parts, and what stands beside each of them and is no text of the call.
    """
    cut: list[ShownText] = []
    beside = sorted((item for item in shown if item.last), key=tokens_of)
    while beside and sum(map(tokens_of, beside)) > budget.hard // 2:
        cut.append(beside.pop())
    needed = glance is not None and any(item.pointer.scope is Scope.MEMORY for item in cut)
    told = (glance,) if glance is not None and needed and tokens_of(glance) <= budget.hard // _GLANCE_SHARE else ()
    room = min(budget.hard, max(budget.files, budget.hard // 2)) - sum(map(tokens_of, (*beside, *told)))
    if room < _LEAST_ROOM:
        return (), ()
    return _cut_into([item for item in shown if item in cut], room), told


def _cut_into(whole: Sequence[ShownText], room: int) -> tuple[Part, ...]:
    """Runs of lines of the texts, in order, each run at most `room` tokens."""
    parts: list[Part] = []
    current: list[ShownText] = []
    left = room
    for item in whole:
        lines, first = lines_of(item.text), 1
        markdown = item.language == "markdown"
        barred = barred_lines(item.text) if markdown else frozenset()
        while first <= len(lines):
            inside = opening_of(item.text, lines, first, markdown=markdown)
            fitting = _fitting(lines, first, left, inside)
            if fitting < first:
                if current:
                    parts.append(Part(tuple(current)))
                    current, left = [], room
                    continue
                fitting = first  # one line that no part holds is a part of its own
            last = last_line(lines, first, fitting, barred, markdown=markdown)
            piece = _cut(item, lines, first, last, inside)
            current.append(piece)
            left -= tokens_of(piece)
            first = last + 1
            if first <= len(lines):
                parts.append(Part(tuple(current)))
                current, left = [], room
    return (*parts, Part(tuple(current))) if current else tuple(parts)


def said_in_parts(shown: Sequence[ShownText], parts: Sequence[Part]) -> tuple[ShownText, ...]:
    """The shown texts as the receipt records them: of each file in parts which lines which part read."""
    ranges: dict[str, list[str]] = {}
    for number, part in enumerate(parts, 1):
        for item in part.shown:
            ranges.setdefault(item.pointer.name, []).append(f"{item.first}-{item.last} (part {number})")
    return tuple(
        replace(item, cut=f"read in {len(parts)} parts: lines {', '.join(ranges[item.pointer.name])}")
        if item.pointer.name in ranges
        else item
        for item in shown
    )


def joined(lines: Iterable[str]) -> str:
    """Several parts' lines as one: runs of one file that follow each other become one run."""
    runs: list[Run] = []
    for name, first, last in (run for text in lines for run in parse_runs(text)):
        if runs and runs[-1][0] == name and runs[-1][2] + 1 == first:
            runs[-1] = (name, runs[-1][1], last)
        else:
            runs.append((name, first, last))
    return render_runs(runs)


def result_of(name: str, lines: str, path: str, body: str) -> ShownText:
    """What a part made, as a file of the merging call."""
    purpose = "what an agent of your role made of these lines; merge it"
    return shown_whole(Pointer(name=name, scope=Scope.BOOK, path=path, part=lines, purpose=purpose), body)


def grouped(results: Sequence[ShownText], room: int) -> list[list[ShownText]]:
    """The results in groups that one merging call can read, at least two in each but the last."""
    groups: list[list[ShownText]] = [[]]
    used = 0
    for result in results:
        tokens = tokens_of(result)
        if len(groups[-1]) >= 2 and used + tokens > room:
            groups.append([])
            used = 0
        groups[-1].append(result)
        used += tokens
    return groups


def _fitting(lines: Sequence[str], first: int, room: int, inside: Opening) -> int:
    """The last line, from `first` on, that fits beside what it lies in; `first - 1` for none."""
    used = _HEADER_TOKENS + sum(ceiling_tokens(f"{number}\t{line}\n") for number, line in inside)
    for number in range(first, len(lines) + 1):
        used += ceiling_tokens(f"{number}\t{lines[number - 1]}\n")
        if used > room:
            return number - 1
    return len(lines)


def _cut(item: ShownText, lines: Sequence[str], first: int, last: int, inside: Opening) -> ShownText:
    text = "\n".join(lines[first - 1 : last]) + "\n"
    cut = "" if (first, last) == (1, item.lines) else f"shown: lines {first}-{last} of {item.lines}"
    return ShownText(item.pointer, text, item.lines, first, last, item.numbered, item.language, cut, inside)
