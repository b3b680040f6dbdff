"""Which stop stands in which section, and how each hangs together with the one before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from tasks.offline.report_facts import ReportFacts, SymbolFacts
from tasks.offline.report_rank import name_words, text_words
from tasks.offline.write_stops import Section, Stop, Tie

_MAX_BODY_SECTIONS = 4
_COVERS = 0.5
"""The least share of a section's stops that a topic must speak of to be its heading."""
_LITTLE_WORDS_LIST = "the for and with from into not are its that this when how what who has can use way"
_LITTLE_WORDS = frozenset(_LITTLE_WORDS_LIST.split())


def arranged(stops: list[Stop], topics: tuple[str, ...]) -> list[Section]:
    """Stops under the topics that name them; a stop without a topic joins its relatives."""
    wanted = {topic: text_words(topic) - _LITTLE_WORDS for topic in topics}
    votes: dict[str, str] = {}
    for stop in stops:
        names = name_words(stop.symbol.name) | name_words(stop.quote.path.rpartition("/")[2].partition(".")[0])
        said = text_words(stop.symbol.doc)
        scores = {
            topic: 2.0 * len(words & names) + 0.5 * len(words & said) + 5.0 * quotes_name(topic, stop.symbol)
            for topic, words in wanted.items()
        }
        best = max(scores, key=lambda topic: scores[topic], default="")
        if best and scores[best] >= 1.0:
            votes[stop.quote.place] = best
    kept = [topic for topic, _ in Counter(votes.values()).most_common(_MAX_BODY_SECTIONS)]
    kept = [topic for topic in topics if topic in kept]
    if len(kept) < 2:
        return _by_owner(stops, kept)
    groups: dict[str, list[Stop]] = {topic: [] for topic in kept}
    for position, stop in enumerate(stops):
        topic = votes.get(stop.quote.place, "")
        if topic not in groups:
            near = sorted(
                (other for other in stops if votes.get(other.quote.place) in groups),
                key=lambda other: (not _related(stop, other), abs(stops.index(other) - position)),
            )
            topic = votes[near[0].quote.place] if near else kept[0]
        groups[topic].append(stop)
    return _balanced([_headed(topic, group, votes) for topic, group in groups.items() if group])


def _headed(topic: str, stops: list[Stop], votes: dict[str, str]) -> Section:
    """A section under its topic, or under the names it dwells on where the topic is about a few of them only."""
    about = [stop for stop in stops if votes.get(stop.quote.place) == topic or quotes_name(topic, stop.symbol)]
    return Section(topic if len(about) >= _COVERS * len(stops) else "", tuple(stops))


def _balanced(sections: list[Section]) -> list[Section]:
    """A section with more than half of many stops is cut in two where the class or the file changes."""
    total = sum(len(section.stops) for section in sections)
    largest = max(sections, key=lambda section: len(section.stops))
    if len(sections) >= _MAX_BODY_SECTIONS or len(largest.stops) < 6 or len(largest.stops) * 2 <= total:
        return sections
    middle = len(largest.stops) / 2
    owners = [stop.symbol.owner or stop.symbol.name for stop in largest.stops]
    turns = [at for at in range(2, len(owners) - 1) if owners[at] != owners[at - 1]]
    cut = min(turns, key=lambda at: abs(at - middle), default=round(middle))
    parts = [Section(largest.topic, largest.stops[:cut]), Section("", largest.stops[cut:])]
    at = sections.index(largest)
    return [*sections[:at], *parts, *sections[at + 1 :]]


def quotes_name(topic: str, symbol: SymbolFacts) -> bool:
    """Whether a topic names the definition, or the class that it belongs to, as code."""
    return any(name and f"`{name}`" in topic for name in (symbol.name, symbol.owner))


def _related(one: Stop, other: Stop) -> bool:
    a, b = one.symbol, other.symbol
    owners = {a.owner or a.name} & {b.owner or b.name}
    return bool(owners) or any(s.name == b.name for s in a.calls) or any(s.name == a.name for s in b.calls)


def _by_owner(stops: list[Stop], topics: list[str]) -> list[Section]:
    """Two or three sections of neighbours, cut where the class or the file changes."""
    if len(stops) < 4:
        return [Section(topics[0] if topics else "", tuple(stops))] if stops else []
    size = len(stops) / (3 if len(stops) >= 6 else 2)
    sections: list[list[Stop]] = [[]]
    for position, stop in enumerate(stops):
        before = stops[position - 1] if position else None
        wants = position >= round(size * len(sections)) - 1
        turns = before is not None and (before.symbol.owner or before.symbol.name) != (
            stop.symbol.owner or stop.symbol.name
        )
        late = position >= round(size * len(sections)) + 1
        if sections[-1] and len(sections) < _MAX_BODY_SECTIONS and ((wants and turns) or late):
            sections.append([])
        sections[-1].append(stop)
    return [Section(topics[0] if topics and at == 0 else "", tuple(group)) for at, group in enumerate(sections)]


def tied(sections: list[Section]) -> Iterable[Section]:
    """Every stop with its tie to the stop before it."""
    before: Stop | None = None
    for section in sections:
        stops: list[Stop] = []
        for stop in section.stops:
            stops.append(_tie(before, stop) if before is not None else stop)
            before = stop
        yield replace(section, stops=tuple(stops))


def _tie(before: Stop, stop: Stop) -> Stop:
    a, b = before.symbol, stop.symbol
    called = next((site for site in a.calls if site.name == b.name), None)
    calls = next((site for site in b.calls if site.name == a.name), None)
    if called is not None:
        return replace(stop, tie=Tie.CALLED, tied_to=a.name, tied_line=called.line)
    if calls is not None:
        return replace(stop, tie=Tie.CALLS, tied_to=a.name, tied_line=calls.line)
    if b.owner and b.owner == a.name:
        return replace(stop, tie=Tie.METHOD, tied_to=a.name)
    if a.name and any(base.rpartition(".")[2] == a.name for base in b.bases):
        return replace(stop, tie=Tie.SUBCLASS, tied_to=a.name)
    if b.owner and b.owner == a.owner:
        return replace(stop, tie=Tie.SIBLING, tied_to=a.name)
    if stop.quote.path != before.quote.path:
        return replace(stop, tie=Tie.FILE, tied_to=before.quote.path)
    return replace(stop, tie=Tie.NONE, tied_to=a.name)


def with_asides(sections: list[Section], facts: ReportFacts, dwelt: set[str]) -> list[Section]:
    """What a section leaves out of its own files: documented definitions, those to explain first."""
    out: list[Section] = []
    named: set[str] = set()
    for section in sections:
        paths = {stop.quote.path for stop in section.stops}
        rest = [
            one
            for one in facts.symbols
            if one.path in paths and one.doc and one.name not in dwelt | named and not one.short.startswith("_")
        ]
        owners = {stop.symbol.owner for stop in section.stops}
        rest = [one for one in rest if not one.owner or one.owner in owners]
        best = sorted(rest, key=lambda one: (not one.mapped, -len(one.called_by), one.start))[:4]
        named |= {one.name for one in best}
        out.append(replace(section, asides=tuple(sorted(best, key=lambda one: (one.path, one.start)))))
    return out
