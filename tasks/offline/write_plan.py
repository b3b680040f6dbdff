"""What a chapter will say and in which order, before a word is chosen; the same plan for every language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tasks.offline.report_facts import RaiseFact, ReportFacts, SymbolFacts
from tasks.offline.report_rank import name_words, rank, text_words
from tasks.offline.write_arrange import arranged, quotes_name, tied, with_asides
from tasks.offline.write_background import Background
from tasks.offline.write_concepts import concept_of
from tasks.offline.write_life import in_order_of_life
from tasks.offline.write_metaphors import Metaphor, choose_metaphor
from tasks.offline.write_signature import never_returns
from tasks.offline.write_steps import steps_of
from tasks.offline.write_stops import Section, Stop


@dataclass(frozen=True)
class ChapterPlan:
    """The whole chapter."""

    number: int
    title: str
    facts: ReportFacts
    background: Background
    sections: tuple[Section, ...]
    metaphor: tuple[str, Metaphor] | None
    """The concept and what it is compared with."""
    failures: tuple[tuple[SymbolFacts, RaiseFact], ...]
    table: tuple[tuple[SymbolFacts, ...], ...]
    """The rows of the reference table; small siblings share one row."""
    previous_title: str = ""
    previous_number: int = 0

    @property
    def stops(self) -> tuple[Stop, ...]:
        """Every stop in order."""
        return tuple(stop for section in self.sections for stop in section.stops)

    @property
    def main(self) -> SymbolFacts | None:
        """The definition that the chapter is about: named by title or topics, told at length, needed by others."""
        outline = self.background.outline
        wished = text_words(" ".join((self.title, *outline.topics[:3])))
        told = Counter(stop.symbol.owner or stop.symbol.name for stop in self.stops)
        known = [one for name in told if (one := self.facts.symbol(name)) is not None]
        known += [stop.symbol for stop in self.stops if stop.symbol.name and stop.symbol not in known]
        known = known or [stop.symbol for stop in self.stops]

        def weight(one: SymbolFacts) -> float:
            named = 1.5 * len(name_words(one.name) & wished) + 2.0 * any(f"`{one.name}`" in t for t in outline.topics)
            size = 0.02 * min(one.lines, 200) + (1.0 if one.is_type else 0.0)
            return named + size + 1.5 * told[one.name] + 0.4 * min(6, len(one.called_by)) + 1.0 * one.mapped

        return max(known, key=weight, default=None)


_MAX_ROWS = 22
_A_TOPIC = 2
"""Definitions that a topic is sure to get, where the report quotes so many of those it names."""


def plan_chapter(facts: ReportFacts, background: Background, number: int, title: str, quotes: int) -> ChapterPlan:
    """Plan a chapter that dwells on up to `quotes` quoted places."""
    outline = background.outline
    wishes = (title, *outline.topics, *outline.terms)
    stops = _chosen(facts, wishes, outline.topics, quotes)
    dwelt = {stop.symbol.name for stop in stops}
    stops = [_with_context(stop, facts, background, number, dwelt) for stop in stops]
    stops = _once(stops)
    sections = with_asides(_with_terms(arranged(stops, outline.topics), facts, background), facts, dwelt)
    taken = {term.symbol.name for section in sections for term in section.terms}
    concepts = [term.term for section in sections for term in section.terms]
    before = [name for known, name in background.titles if known == number - 1]
    previous = outline.previous.title if outline.previous else (before[0] if before else "")
    return ChapterPlan(
        number=number,
        title=title,
        facts=facts,
        background=background,
        sections=tuple(tied(sections)),
        metaphor=_metaphor(concepts, facts, background, taken),
        failures=_failures(facts, stops),
        table=_table(facts),
        previous_title=previous,
        previous_number=outline.previous.number if outline.previous else number - 1,
    )


def _chosen(facts: ReportFacts, wishes: Iterable[str], topics: Sequence[str], most: int) -> list[Stop]:
    """The best quoted definitions, in the order of the source; loose quotes fill up.

    Every topic of the outline gets its share before the rank decides: what was promised is shown.
    """
    stops: list[Stop] = []
    failing = frozenset(one.short for one in facts.symbols if never_returns(one.signature))
    order = {file.path: position for position, file in enumerate(facts.files)}
    ranked = rank(facts.symbols, wishes)
    quoted = {(quote.path, quote.symbol) for quote in facts.quotes}
    promised = [
        one
        for topic in topics
        for one in [symbol for symbol in ranked if quotes_name(topic, symbol) and (symbol.path, symbol.name) in quoted][
            :_A_TOPIC
        ]
    ]
    for symbol in dict.fromkeys((*promised, *ranked)):
        quote = next((q for q in facts.quotes if q.symbol == symbol.name and q.path == symbol.path), None)
        if quote is not None and len(stops) < most:
            stops.append(Stop(symbol, quote, steps_of(quote, symbol.kind, failing)))
    used = {stop.quote.place for stop in stops}
    for quote in facts.quotes:
        if len(stops) < most and quote.place not in used and not quote.symbol:
            nobody = SymbolFacts("", "lines", quote.path, quote.start, quote.end, "", mapped=False)
            stops.append(Stop(nobody, quote, steps_of(quote, nobody.kind, failing)))
    # A class comes before its methods, also where the lines that are quoted of it stand below theirs.
    placed = sorted(stops, key=lambda stop: (order.get(stop.quote.path, 99), stop.symbol.start))
    return in_order_of_life(placed)


def _with_context(stop: Stop, facts: ReportFacts, background: Background, number: int, dwelt: set[str]) -> Stop:
    inside = [
        remark
        for remark in facts.remarks
        if remark.path == stop.quote.path
        and (remark.symbol == stop.symbol.name != "" or stop.quote.start <= remark.line <= stop.quote.end)
    ]
    words = " ".join((stop.symbol.signature, stop.symbol.doc, stop.quote.text, " ".join(stop.symbol.bases)))
    recalls = [
        term
        for term in background.glossary
        if term.chapter < number and _names(term.term, words) and not _names(term.term, stop.symbol.name)
    ]
    siblings = [
        one
        for one in facts.symbols
        if stop.symbol.is_type
        and one.owner == stop.symbol.name
        and one.doc
        and one.name not in dwelt
        and not one.short.startswith("_")
        and one.kind != "attribute"
    ]
    owner = facts.symbol(stop.symbol.owner)
    bases = [base.rpartition(".")[2] for base in owner.bases] if owner is not None else []
    overrides = next((base for base in bases if facts.symbol(f"{base}.{stop.symbol.short}") is not None), "")
    helpers = tuple(one for site in stop.symbol.calls if (one := facts.symbol(site.name)) is not None)
    return replace(
        stop,
        remarks=tuple(inside[:3]),
        recalls=tuple(recalls),
        siblings=tuple(siblings[:6]),
        helpers=helpers,
        overrides="" if stop.symbol.short.startswith("__") else overrides,
    )


def _once(stops: list[Stop]) -> list[Stop]:
    """Each earlier term is recalled at the first stop that rests on it, and only there."""
    seen: set[str] = set()
    out: list[Stop] = []
    for stop in stops:
        fresh = tuple(term for term in stop.recalls if term.term not in seen)[:1]
        seen |= {term.term for term in fresh}
        out.append(replace(stop, recalls=fresh))
    return out


def _names(term: str, text: str) -> bool:
    """Whether code or text mentions a term, as words or as a name such as TokenStream or token_stream."""
    words = re.findall(r"[A-Za-z0-9]+", term)
    if not words or max(map(len, words)) < 4:
        return False
    spaced = r"[\s_]?".join(re.escape(word) for word in words)
    if len(words) == 1:
        return re.search(rf"\b{re.escape(words[0])}s?\b", text) is not None
    return re.search(spaced, text, re.IGNORECASE) is not None


def _with_terms(sections: list[Section], facts: ReportFacts, background: Background) -> list[Section]:
    """Each new term goes to the section that dwells on its symbol, else to the first."""
    fresh = [
        concept_of(term, symbol, facts)
        for term, name in facts.terms
        if background.known(term) is None and (symbol := facts.symbol(name)) is not None
    ]
    out: list[Section] = []
    placed: set[str] = set()
    for section in sections:
        names = {stop.symbol.name for stop in section.stops} | {stop.symbol.owner for stop in section.stops}
        here = [term for term in fresh if term.symbol.name in names or term.symbol.owner in names - {""}]
        here = [term for term in here if term.term not in placed]
        placed |= {term.term for term in here}
        defined = {term.symbol.name for term in here}
        stops = tuple(replace(stop, defined=stop.symbol.name in defined) for stop in section.stops)
        out.append(replace(section, stops=stops, terms=tuple(here)))
    rest = tuple(term for term in fresh if term.term not in placed)
    if out and rest:
        out[0] = replace(out[0], terms=out[0].terms + rest)
    return out


def _metaphor(
    concepts: list[str], facts: ReportFacts, background: Background, taken: set[str]
) -> tuple[str, Metaphor] | None:
    """A metaphor for one of the terms that this chapter defines."""
    pictured = {one.concept.casefold() for one in background.metaphors}
    for concept in concepts:
        symbol = facts.symbol(dict(facts.terms).get(concept, ""))
        if concept.casefold() in pictured or symbol is None:
            continue
        found = choose_metaphor(concept, symbol, [one.metaphor for one in background.metaphors])
        if found is not None:
            return concept, found
    return None


def _failures(facts: ReportFacts, stops: list[Stop]) -> tuple[tuple[SymbolFacts, RaiseFact], ...]:
    """Up to six raises that tell most: with a message and a guard first, no exception more than three times."""
    dwelt = {stop.symbol.name for stop in stops}
    every = [(symbol, fact) for symbol in facts.symbols for fact in symbol.raises]
    every = [pair for pair in every if pair[1].exception not in ("NotImplementedError", "StopIteration", "raise")]
    every.sort(key=lambda pair: (not pair[1].message, not pair[1].condition, pair[0].name not in dwelt, pair[1].line))
    seen: Counter[str] = Counter()
    chosen: list[tuple[SymbolFacts, RaiseFact]] = []
    for symbol, fact in every:
        if seen[fact.exception] < 3 and seen[symbol.name] < 2 and len(chosen) < 6:
            chosen.append((symbol, fact))
            seen.update((fact.exception, symbol.name))
    return tuple(sorted(chosen, key=lambda pair: (pair[0].path, pair[1].line)))


def _table(facts: ReportFacts) -> tuple[tuple[SymbolFacts, ...], ...]:
    """One row a definition to explain; where they are too many, siblings share a row."""
    symbols = list(facts.mapped) or [one for one in facts.symbols if not one.owner]
    if len(symbols) <= _MAX_ROWS:
        return tuple((one,) for one in symbols)
    families: dict[tuple[str, str, str], list[SymbolFacts]] = {}
    for one in symbols:
        base = one.bases[0] if one.bases else ""
        prefix = one.short.partition("_")[0] if one.kind.endswith("function") and "_" in one.short else ""
        families.setdefault((one.path, one.kind, base or prefix), []).append(one)
    rows: list[tuple[SymbolFacts, ...]] = []
    for family in families.values():
        limit = 8
        rows += [tuple(family[at : at + limit]) for at in range(0, len(family), limit)]
    return tuple(rows)
