"""The context budget (PROTOCOL 3.3): what of its pointers one agent is shown, and what is cut.

budget = min(window - system - output reserve, context target). Over it, in this order: (1) older
summaries as one line each, the last five whole; (2) only the terms and metaphors that concern the
chapter; (4) `if room` pointers left out, the least important first; then source files are shown in
part, whole lines from the head, so that each gets its fair share. What is cut is said in the prompt, is
in the receipt and can be paged by tool. Token counts are the ceilings of `memory_schema.lengths`.
Strategy 3, splitting a task, is not needed where every cut text can be paged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memory_schema.errors import LimitReached
from memory_schema.lengths import ceiling_tokens
from memory_schema.pointers import Need, Scope
from prompts.file_block import ShownText, file_block, lines_of, shown_whole
from tasks.agent.reading import Readable

LEFT_OUT = "left out for room; page it with read_file"
SUMMARIES_CUT = "older summaries one line each"
CONCERNING_CUT = "only what concerns this chapter; page the rest with read_file"


@dataclass(frozen=True)
class Budget:
    """The room of one call, in tokens. `system` counts everything that is no file."""

    window: int
    system: int
    output_reserve: int
    target: int

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


def fit(offers: Sequence[Offer], budget: Budget) -> tuple[ShownText, ...]:
    """Choose what is shown of each text, in the order given.

    A `must` text of the book is never cut; where all of them together exceed the context target they
    are shown whole as long as the window holds them.

    Raises:
        LimitReached: the `must` texts that cannot be paged do not fit the window.
    """
    shown = [_whole(offer) for offer in offers]
    for cut in (SUMMARIES_CUT, CONCERNING_CUT):
        if _total(shown) > budget.files:
            shown = [_shortened(offer, cut) or item for offer, item in zip(offers, shown, strict=True)]
    for position in reversed(range(len(shown))):
        if _total(shown) > budget.files and shown[position].pointer.need is Need.IF_ROOM:
            shown[position] = _none(shown[position], LEFT_OUT)
    if _total(shown) > budget.files:
        shown = _page_sources(shown, budget.files)
    if _total(shown) > budget.hard:
        worst = max(shown, key=_tokens)
        raise LimitReached(
            f"the files that this task needs take {_total(shown)} tokens and {max(0, budget.hard)} are free "
            f"(largest: {worst.pointer.name}, {_tokens(worst)}); raise model.window, or make chapters smaller"
        )
    return tuple(shown)


def tokens_of(shown: ShownText) -> int:
    """The ceiling of the tokens that a shown text takes; 0 when nothing of it is shown."""
    return _tokens(shown)


def _whole(offer: Offer) -> ShownText:
    readable = offer.readable
    shown = shown_whole(readable.pointer, readable.text, numbered=readable.numbered, language=readable.language)
    return shown if shown.last else _none(shown, "the file is empty")


def _shortened(offer: Offer, cut: str) -> ShownText | None:
    if offer.shorter is None or offer.shorter_cut != cut:
        return None
    return shown_whole(offer.readable.pointer, offer.shorter, cut=cut)


def _none(shown: ShownText, cut: str) -> ShownText:
    return ShownText(shown.pointer, "", shown.lines, 0, 0, shown.numbered, shown.language, cut)


def _page_sources(shown: Sequence[ShownText], room: int) -> list[ShownText]:
    """Show the heads of source files so that all fit; small files stay whole (fair shares)."""
    sizes = {i: _tokens(item) for i, item in enumerate(shown) if item.pointer.scope is Scope.SOURCE and item.last}
    left = max(0, room - (_total(shown) - sum(sizes.values())))
    result = list(shown)
    for done, i in enumerate(sorted(sizes, key=lambda i: sizes[i])):
        share = left // (len(sizes) - done)
        if sizes[i] > share:
            result[i] = _head(shown[i], share)
        left -= _tokens(result[i])
    return result


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


def _tokens(shown: ShownText) -> int:
    return ceiling_tokens(file_block(shown)) if shown.last else 0


def _total(shown: Sequence[ShownText]) -> int:
    return sum(_tokens(item) for item in shown)
