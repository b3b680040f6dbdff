"""The scene that a chapter opens with, and the parts of an opening in any language."""

from __future__ import annotations

from dataclasses import dataclass

from tasks.offline.report_facts import RaiseFact, Remark, SymbolFacts
from tasks.offline.write_plan import ChapterPlan


@dataclass(frozen=True)
class Opening:
    """Sentences that always stand, sentences to fill up with, and the question that ends it."""

    scene: tuple[str, ...]
    background: tuple[str, ...]
    question: str = ""


@dataclass(frozen=True)
class Scene:
    """What happens: a message that a user meets, a comment that a colleague left, or a call that runs on."""

    symbol: SymbolFacts | None = None
    fact: RaiseFact | None = None
    remark: Remark | None = None
    chain: tuple[str, ...] = ()


def scene_of(plan: ChapterPlan) -> Scene:
    """The most concrete scene that the report knows."""
    told = [(symbol, fact) for symbol, fact in plan.failures if len(fact.message.split()) >= 3]
    whole = [pair for pair in told if "{" not in pair[1].message and "…" not in pair[1].message]
    if told:
        symbol, fact = (whole or told)[0]
        return Scene(symbol, fact=fact)
    remarks = [one for one in plan.facts.remarks if one.kind == "comment" and one.symbol and 40 < len(one.text) < 160]
    if remarks:
        return Scene(plan.facts.symbol(remarks[0].symbol), remark=remarks[0])
    chain = next((chain for chain in plan.facts.chains if len(chain) > 2), ())
    if chain:
        return Scene(plan.facts.symbol(chain[0]), chain=chain)
    largest = max(plan.stops, key=lambda stop: stop.symbol.lines, default=None)
    return Scene(largest.symbol if largest is not None else None)


def other_exceptions(plan: ChapterPlan) -> list[str]:
    """The exceptions that the chapter's code raises, the one of the scene left out, in order of their names."""
    fact = scene_of(plan).fact
    raised = {one.exception for symbol in plan.facts.symbols for one in symbol.raises}
    return sorted(raised - {fact.exception if fact is not None else ""})


def route(plan: ChapterPlan) -> tuple[str, ...]:
    """What the sections of the chapter begin with, in order: the way that a reader goes; () for less than two."""
    named = [[stop.symbol.owner or stop.symbol.name for stop in section.stops] for section in plan.sections]
    heads = tuple(dict.fromkeys(head for names in named if (head := next(filter(None, names), ""))))
    return heads if len(heads) > 1 else ()
