"""The plan of a chapter: what the outline promised is shown, and a heading says what stands under it."""

from __future__ import annotations

from tasks.offline.report_facts import Quote, ReportFacts, SymbolFacts
from tasks.offline.write_arrange import arranged
from tasks.offline.write_background import Background
from tasks.offline.write_chapter_plan import ChapterOutline
from tasks.offline.write_plan import plan_chapter
from tasks.offline.write_stops import Stop

BODY = "def f(x):\n    return x"


def _symbol(name: str, start: int, lines: int, kind: str = "function") -> SymbolFacts:
    return SymbolFacts(name, kind, "a.py", start, start + lines - 1, f"def {name}(x)", "Does it.")


def _quote(one: SymbolFacts) -> Quote:
    return Quote(one.path, one.start, one.start + 1, "python", BODY, one.name)


def test_every_topic_gets_its_share_of_the_quotes() -> None:
    """A large class with many methods does not push a promised topic out of its chapter."""
    engine = [_symbol(f"Engine.step_{n}", 10 * n, 90, "method") for n in range(1, 9)]
    loaders = [_symbol("load_file", 500, 3), _symbol("load_zip", 510, 3)]
    facts = ReportFacts(1, "t", symbols=(*engine, *loaders), quotes=tuple(map(_quote, (*engine, *loaders))))
    topics = ("The steps of `Engine`", "Loading: `load_file` and `load_zip`")
    plan = plan_chapter(facts, Background(ChapterOutline(1, "T", topics=topics), 1800), 1, "T", 6)
    assert {"load_file", "load_zip"} <= {stop.symbol.name for stop in plan.stops}
    assert [section.topic for section in plan.sections] == list(topics)


def test_a_topic_heads_only_what_it_speaks_of() -> None:
    """A section most of whose definitions the topic does not name goes by their names; a little word makes no kin."""
    stops = [Stop(one, _quote(one), ()) for one in (_symbol("For", 1, 9), _symbol("walk_tree", 20, 9))]
    stops += [
        Stop(one, _quote(one), ())
        for one in (_symbol("Slice", 40, 9), _symbol("Keyword", 50, 9), _symbol("Pair", 60, 9))
    ]
    sections = arranged(stops, ("`For`, the for loop", "Walking with `walk_tree`"))
    titles = {stop.symbol.name: section.topic for section in sections for stop in section.stops}
    assert titles["For"] == "`For`, the for loop"
    assert all(
        sum(f"`{stop.symbol.name}`" in section.topic for stop in section.stops) * 2 >= len(section.stops)
        for section in sections
        if section.topic
    )
