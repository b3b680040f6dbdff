"""What a reader would note down at the end of a chapter: promises, dangers and ways of the code, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from tasks.offline.report_facts import RaiseFact, SymbolFacts
from tasks.offline.write_acts import EMPTY, Act, Step
from tasks.offline.write_conditions import Shape, Test
from tasks.offline.write_plan import ChapterPlan
from tasks.offline.write_points import plain_name
from tasks.offline.write_stops import Stop


class Lesson(StrEnum):
    """What kind of takeaway it is."""

    EITHER = "it returns or it raises"
    ABSTRACT = "what a subclass has to bring"
    TURNED = "an exception becomes another"
    SWALLOWED = "an exception is passed over"
    BUSY = "many depend on it"
    FAMILY = "what stands below a class"
    FAILS = "when an exception comes up"
    CHAIN = "the way of a call"
    SOON = "a test that ends a call early"
    ALWAYS = "what runs in any case"
    LAZY = "a generator"
    DOES = "what a definition is for"


@dataclass(frozen=True)
class Takeaway:
    """One of them; `names` are the other definitions that it speaks of."""

    lesson: Lesson
    symbol: SymbolFacts
    names: tuple[str, ...] = ()
    step: Step | None = None
    fact: RaiseFact | None = None
    count: int = 0


MOST = 6


def takeaways(plan: ChapterPlan) -> tuple[Takeaway, ...]:
    """Four to six of them, where the chapter has so many: no definition twice, no kind more than twice."""
    chosen: list[Takeaway] = []
    kinds: Counter[Lesson] = Counter()
    for one in _all(plan):
        limit = 3 if one.lesson is Lesson.DOES else 1 if one.lesson in (Lesson.CHAIN, Lesson.LAZY, Lesson.BUSY) else 2
        if one.lesson is Lesson.DOES and len(chosen) >= 5:
            break
        if kinds[one.lesson] < limit and all(one.symbol.name != other.symbol.name for other in chosen):
            chosen.append(one)
            kinds[one.lesson] += 1
        if len(chosen) >= MOST:
            break
    return tuple(chosen)


def _all(plan: ChapterPlan) -> Iterator[Takeaway]:
    stops = [stop for stop in plan.stops if stop.symbol.name]
    for stop in stops:
        yield from _either(stop)
    yield from _abstract(plan.facts.symbols)
    for stop in stops:
        yield from _caught(stop)
    busiest = max(plan.facts.symbols, key=lambda one: len(one.called_by), default=None)
    if busiest is not None and len(busiest.called_by) >= 4:
        callers = tuple(site.name for site in busiest.called_by[:2])
        yield Takeaway(Lesson.BUSY, busiest, callers, count=len(busiest.called_by))
    for remark in plan.facts.remarks:
        symbol = plan.facts.symbol(remark.symbol)
        if remark.kind == "hierarchy" and symbol is not None:
            below = tuple(remark.text.split(", "))
            yield Takeaway(Lesson.FAMILY, symbol, below, count=len(below))
    for symbol, fact in plan.failures:
        places = [one for one in symbol.raises if one.exception == fact.exception]
        if fact.condition and not fact.condition.startswith("except") and len(places) == 1:
            yield Takeaway(Lesson.FAILS, symbol, fact=fact)
    chain = next((chain for chain in plan.facts.chains if len(chain) > 2), ())
    first = plan.facts.symbol(chain[0]) if chain else None
    if first is not None:
        yield Takeaway(Lesson.CHAIN, first, chain[1:4])
    for stop in stops:
        if stop.symbol.generator:
            yield Takeaway(Lesson.LAZY, stop.symbol)
    for stop in stops:
        step = next((one for one in stop.steps if _soon(one)), None)
        if step is not None and not stop.symbol.is_type:
            yield Takeaway(Lesson.SOON, stop.symbol, step=step)
    for symbol in [*([plan.main] if plan.main else []), *(stop.symbol for stop in stops)]:
        if symbol.doc or symbol.called_by:
            yield Takeaway(Lesson.DOES, symbol)


def _either(stop: Stop) -> Iterator[Takeaway]:
    """A function shown whole that ends in a value, unless it raises."""
    quote, symbol = stop.quote, stop.symbol
    if symbol.is_type or quote.start > symbol.start or quote.end < symbol.end or not stop.steps:
        return
    last = stop.steps[-1]
    if last.elsewhere:
        return
    others = [step for step in stop.steps[:-1] if step.act in (Act.RETURN, Act.STOP) or step.exits]
    if any(step.value.text != last.value.text or step.exits for step in others) or last.preempted:
        return
    fact = next((one for one in symbol.raises if one.exception != "NotImplementedError"), None)
    says = last.act is Act.RETURN and last.value.shape in (Shape.CODE, Shape.CALL) and not plain_name(last)
    if fact is not None and says and last.condition is None and last.depth == 0:
        yield Takeaway(Lesson.EITHER, symbol, step=last, fact=fact)


def _soon(step: Step) -> bool:
    """Whether a step returns a value under one plain test."""
    if (
        step.elsewhere
        or step.condition is None
        or step.condition.line == 0
        or step.outer is not None
        or step.depth
        or step.otherwise
    ):
        return False
    if step.past or step.condition.later or step.condition.test is Test.NEITHER:
        return False
    return step.act is Act.RETURN and step.value.shape is Shape.CODE and not plain_name(step)


def _abstract(symbols: Iterable[SymbolFacts]) -> Iterator[Takeaway]:
    every = list(symbols)
    for one in every:
        if not one.is_type:
            continue
        open_ones = tuple(other.short for other in every if other.owner == one.name and _only_refuses(other))
        below = [other.name for other in every if one.name in {base.rpartition(".")[2] for base in other.bases}]
        if open_ones and below:
            yield Takeaway(Lesson.ABSTRACT, one, open_ones[:4], count=len(below))


def _only_refuses(method: SymbolFacts) -> bool:
    """Whether a method is a placeholder: a docstring perhaps, and `raise NotImplementedError`."""
    fact = method.raises[0] if len(method.raises) == 1 else None
    if fact is None or fact.exception != "NotImplementedError" or fact.condition or method.calls:
        return False
    return method.lines - (method.doc.count("\n") + 1 if method.doc else 0) <= 6


def _caught(stop: Stop) -> Iterator[Takeaway]:
    for step in stop.steps:
        if step.act is Act.CATCH and step.inner is None and not stop.symbol.is_type:
            act = step.names[0] if step.names else ""
            if step.message in ("pass", EMPTY):
                yield Takeaway(Lesson.SWALLOWED, stop.symbol, step=step)
            elif act == Act.REFUSE.value and step.target and step.target != step.exception:
                yield Takeaway(Lesson.TURNED, stop.symbol, step=step)
        elif step.act is Act.CLEANUP and step.names and not stop.symbol.is_type:
            yield Takeaway(Lesson.ALWAYS, stop.symbol, step=step)
