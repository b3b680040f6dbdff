"""The context budget (PROTOCOL 3.3): what of its pointers one agent is shown, and what is cut.

budget = min(window - system - output reserve, context target). Over it, in this order: (1) older
summaries as one line each, the last five whole; (2) only the terms and metaphors that concern the
chapter; (4) `if room` pointers left out, the least important first; then source files are shown in
part, whole lines from the head, so that each gets its fair share. (1) and (2) come also where the memory
alone takes more than its share, so that a call stays flat as the book grows. What is cut is said in the
prompt, is in the receipt and can be paged by tool. Token counts are the ceilings of
`memory_schema.lengths`. Strategy 3, splitting a task, is the business of `tasks.agent.parts`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from memory_schema.errors import LimitReached
from memory_schema.lengths import ceiling_tokens
from memory_schema.pointers import Need, Scope
from prompts.file_block import ShownText, file_block, lines_of, shown_whole
from tasks.agent.reading import Readable

LEFT_OUT = "left out for room; page it with read_file"
SUMMARIES_CUT = "older summaries one line each"
SMALLER_MAP = "shown: a smaller map; list the files and page them with read_file"
CONCERNING_CUT = "only what concerns this chapter; page the rest with read_file"
_MAP_NOTE = "\n> Left out for room:"


@dataclass(frozen=True)
class Budget:
    """The room of one call, in tokens. `system` counts everything that is no file."""

    window: int
    system: int
    output_reserve: int
    target: int
    sources: int | None = None
    """The most that source files may take; the same for all who read them, so that all are shown the same."""
    memory: int | None = None
    """The most that the memory takes before it is shown in its shorter forms, so that it stays flat as a book grows."""

    @property
    def hard(self) -> int:
        """What the window leaves for files."""
        return self.window - self.system - self.output_reserve

    @property
    def files(self) -> int:
        """The budget for files: what the window leaves, and no more than the context target."""
        return min(self.hard, self.target)


@dataclass(frozen=True)
class ContextPlan:
    """The arithmetic of S2 5.3: what is read, what the reply needs, what the rules need."""

    reads: Mapping[str, int]
    output_reserve: int
    system: int

    @property
    def read(self) -> int:
        """Tokens of all files."""
        return sum(self.reads.values())

    @property
    def total(self) -> int:
        """Tokens of the whole call."""
        return self.read + self.output_reserve + self.system


@dataclass(frozen=True)
class Offer:
    """A text that should be shown, and the shorter forms of it, each with the words that say so."""

    readable: Readable
    shorter: str | None = None
    shorter_cut: str = ""


def fit(offers: Sequence[Offer], budget: Budget, *, held: bool = True) -> tuple[ShownText, ...]:
    """Choose what is shown of each text, in the order given.

    A `must` text of the book is never cut; where all of them together exceed the context target they
    are shown whole as long as the window holds them.

    Args:
        held: whether one window must hold what is shown; False for a task that is then worked in parts.

    Raises:
        LimitReached: the `must` texts that cannot be paged do not fit the window.
    """
    page = _Page([_whole(offer) for offer in offers])
    for cut in (SUMMARIES_CUT, CONCERNING_CUT):
        for position, offer in enumerate(offers):
            if _too_much(page, budget) and offer.shorter is not None and offer.shorter_cut == cut:
                page.put(position, shown_whole(offer.readable.pointer, offer.shorter, cut=cut))
    for position in reversed(range(len(offers))):
        if page.total > budget.files and page.shown[position].pointer.need is Need.IF_ROOM:
            page.put(position, _none(page.shown[position], LEFT_OUT))
    if page.total > budget.files or (budget.sources is not None and page.taken(Scope.SOURCE) > budget.sources):
        _page_sources(page, budget)
    if held and page.total > budget.hard:
        worst = max(range(len(offers)), key=lambda position: page.tokens[position])
        raise LimitReached(
            f"the files that this task needs take {page.total} tokens and {max(0, budget.hard)} are free "
            f"(largest: {page.shown[worst].pointer.name}, {page.tokens[worst]}); "
            "raise model.window, or make chapters smaller"
        )
    return tuple(page.shown)


def _too_much(page: _Page, budget: Budget) -> bool:
    return page.total > budget.files or (budget.memory is not None and page.taken(Scope.MEMORY) > budget.memory)


def tokens_of(shown: ShownText) -> int:
    """The ceiling of the tokens that a shown text takes; 0 when nothing of it is shown."""
    return ceiling_tokens(file_block(shown)) if shown.last else 0


def _whole(offer: Offer) -> ShownText:
    readable = offer.readable
    shown = shown_whole(readable.pointer, readable.text, numbered=readable.numbered, language=readable.language)
    if readable.pointer.scope is Scope.TREE and _MAP_NOTE in readable.text:
        return replace(shown, cut=SMALLER_MAP)
    return shown if shown.last else _none(shown, "the file is empty")


def _none(shown: ShownText, cut: str) -> ShownText:
    return ShownText(shown.pointer, "", shown.lines, 0, 0, shown.numbered, shown.language, cut)


class _Page:
    """What is shown, with the tokens of each text counted once."""

    def __init__(self, shown: list[ShownText]) -> None:
        self.shown = shown
        self.tokens = [tokens_of(item) for item in shown]

    @property
    def total(self) -> int:
        return sum(self.tokens)

    def taken(self, scope: Scope) -> int:
        return sum(tokens for tokens, item in zip(self.tokens, self.shown, strict=True) if item.pointer.scope is scope)

    def put(self, position: int, item: ShownText) -> None:
        self.shown[position] = item
        self.tokens[position] = tokens_of(item)


def _page_sources(page: _Page, budget: Budget) -> None:
    """Show the heads of source files so that all fit; small files stay whole (fair shares).

    All who read source files are shown the same of them, so that they begin alike: where the window holds what is
    theirs beside it, a long draft does not push lines out, as it is not cut itself.
    """
    sizes = {
        position: page.tokens[position]
        for position, item in enumerate(page.shown)
        if item.pointer.scope is Scope.SOURCE and item.last
    }
    others = page.total - sum(sizes.values())
    left = max(0, budget.files - others)
    if budget.sources is not None:
        left = min(max(left, budget.hard - others), budget.sources)
    for done, position in enumerate(sorted(sizes, key=lambda position: sizes[position])):
        share = left // (len(sizes) - done)
        if sizes[position] > share:
            page.put(position, _head(page.shown[position], share))
        left -= page.tokens[position]


def _head(shown: ShownText, room: int) -> ShownText:
    lines = lines_of(shown.text)
    used = ceiling_tokens(file_block(_none(shown, ""))) + 8
    count = 0
    for number, line in enumerate(lines, start=1):
        used += ceiling_tokens(f"{number}\t{line}\n")
        if used > room:
            break
        count = number
    if not count:
        return _none(shown, LEFT_OUT)
    cut = f"shown: lines 1-{count} of {shown.lines}; page the rest with read_file"
    text = "\n".join(lines[:count]) + "\n"
    return ShownText(shown.pointer, text, shown.lines, 1, count, shown.numbered, shown.language, cut)
