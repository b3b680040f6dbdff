"""English for the opening of a section: what the part is for, who needs it, and its terms."""

from __future__ import annotations

from collections import Counter

from tasks.offline.prose_en_counts import how_many
from tasks.offline.prose_en_docs import clause, sentences
from tasks.offline.prose_en_stops import purpose
from tasks.offline.prose_en_terms import definition
from tasks.offline.prose_voice import Voice, code, join, upper_first
from tasks.offline.report_facts import SymbolFacts
from tasks.offline.write_paragraphs import BREAK
from tasks.offline.write_plan import ChapterPlan
from tasks.offline.write_stops import Section


def section_opening(section: Section, plan: ChapterPlan, voice: Voice) -> list[str]:
    """Purpose first, then the need for it, then a paragraph for each new term."""
    anchor = anchor_of(section, plan)
    said = _file_in_words(section, plan, voice)
    defined = {term.symbol.name for term in section.terms}
    if anchor is not None and anchor.name not in defined and voice.once(f"purpose:{anchor.name}"):
        said += purpose(anchor, voice)
        said += _more(anchor, voice)
    said += _need(section, voice)
    if not said and not section.terms:
        said += _way(section, voice)
    for term in section.terms:
        said += [BREAK, *definition(term, voice)]
    return [*said, BREAK] if section.terms and said else said


def anchor_of(section: Section, plan: ChapterPlan) -> SymbolFacts | None:
    """The class that most of the section is about, else None."""
    owners = Counter(stop.symbol.owner or stop.symbol.name for stop in section.stops if stop.symbol.name)
    for name, count in owners.most_common(1):
        found = plan.facts.symbol(name)
        if found is not None and found.is_type and (count > 1 or len(section.stops) <= 2):
            return found
    return None


def _file_in_words(section: Section, plan: ChapterPlan, voice: Voice) -> list[str]:
    path = section.stops[0].quote.path if section.stops else ""
    file = next((one for one in plan.facts.files if one.path == path), None)
    if file is None or not voice.once(f"file:{path}"):
        return []
    told = clause(file.doc)
    name = code(path)
    if told is None:
        return []
    voice.once(f"at:{path}")
    if told.kind == "verb":
        opened = f"{name} {told.text}."
    elif told.kind == "noun":
        opened = voice.pick("filenoun", (f"{name} holds {told.text}.", f"{name} is home to {told.text}."))
    else:
        opened = voice.pick(
            "filequote", (f"“{told.text},” says the head of {name}.", f"{name} opens with “{told.text}.”")
        )
    more = [one for one in sentences(file.doc)[1:3] if 30 < len(one) < 200 and not one.endswith(("?", "!"))]
    more = [one for one in more if not voice.heard(one)]
    return [opened, *([f"The authors add: “{more[0].rstrip('.')}.”"] if more else [])]


def _more(symbol: SymbolFacts, voice: Voice) -> list[str]:
    more = [one for one in sentences(symbol.doc)[1:3] if 20 < len(one) < 200 and not one.endswith(("?", "!"))]
    more = [one for one in more if not voice.heard(one)]
    if not more or not voice.once(f"moredoc:{symbol.name}"):
        return []
    text = more[0].rstrip(".")
    said = voice.sparing("sectionmore", (f"“{text},” as its documentation puts it.", f"There is more to it: “{text}.”"))
    return [said] if said else []


def _need(section: Section, voice: Voice) -> list[str]:
    """The definition of a section that most others call."""
    stop = max(section.stops, key=lambda one: len(one.symbol.called_by), default=None)
    if stop is None or len(stop.symbol.called_by) < 4 or not voice.once(f"callers:{stop.symbol.name}"):
        return []
    name, count = code(stop.symbol.name), how_many(stop.symbol.called_by)
    if voice.heard(f"definitions call {name}"):
        return []
    callers = join([code(site.name) for site in stop.symbol.called_by[:2]], "and")
    return [
        voice.pick(
            "need",
            (
                f"Much leans on {name}: {count} definitions call it, {callers} among them.",
                f"{upper_first(count)} definitions of these files come back to {name}, {callers} among them.",
                f"Keep an eye on {name}; {count} definitions call it, {callers} among them.",
            ),
        )
    ]


def _way(section: Section, voice: Voice) -> list[str]:
    """How the definitions of a section share the work, where one calls another."""
    names = {stop.symbol.name: stop.symbol for stop in section.stops if stop.symbol.name}
    for stop in section.stops:
        others = [code(site.name) for site in stop.symbol.calls if site.name in names][:3]
        if others:
            parts = join(others, "and")
            return [
                voice.pick(
                    "way",
                    (
                        f"{code(stop.symbol.name)} calls {parts}; this section takes them up one by one.",
                        f"The work is divided: {code(stop.symbol.name)} leaves parts of it to {parts}.",
                    )
                    if len(others) > 1
                    else (
                        f"{code(stop.symbol.name)} and {parts} belong together: the first calls the second.",
                        f"Part of what {code(stop.symbol.name)} has to do is done by {parts}.",
                    ),
                )
            ]
    return []
