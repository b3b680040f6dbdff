"""Chinese for the opening of a section: what the part is for, who needs it, and its terms."""

from __future__ import annotations

from collections import Counter

from tasks.offline.prose_voice import Voice, code
from tasks.offline.prose_zh_code import has_many, how_many, listed
from tasks.offline.prose_zh_stops import KINDS, purpose
from tasks.offline.prose_zh_words import deed, deed_in_class, translation
from tasks.offline.report_facts import SymbolFacts
from tasks.offline.write_paragraphs import BREAK
from tasks.offline.write_plan import ChapterPlan
from tasks.offline.write_signature import head_of
from tasks.offline.write_stops import NewTerm, Section


def section_title(section: Section) -> str:
    """The topic, else the names that the section dwells on."""
    if section.topic:
        return section.topic.rstrip(" 。.")
    names = [code(stop.symbol.name) for stop in section.stops if stop.symbol.name]
    if not names:
        return f"{code(section.stops[0].quote.path)} 的内部"
    return listed(names[:2]) if len(names) <= 2 else f"从 {names[0]} 到 {names[-1]}"


def section_opening(section: Section, plan: ChapterPlan, voice: Voice) -> list[str]:
    """Purpose and need first, then a paragraph for each new term."""
    said: list[str] = []
    owners = Counter(stop.symbol.owner or stop.symbol.name for stop in section.stops if stop.symbol.name)
    anchor = next((one for name, _ in owners.most_common(1) if (one := plan.facts.symbol(name)) is not None), None)
    if anchor is not None and anchor.is_type and voice.once(f"purpose:{anchor.name}"):
        said += purpose(anchor, voice)
        said += _offers(anchor, voice)
    said += _need(section, voice)
    if not said:
        said += _way(section, voice)
    for term in section.terms:
        voice.once(f"purpose:{term.symbol.name}")
        if told := _definition(term, voice):
            said += [BREAK, told]
    return [*said, BREAK] if section.terms and said else said


def _offers(symbol: SymbolFacts, voice: Voice) -> list[str]:
    """What the class is asked for, by the names of its methods."""
    told: dict[str, str] = {}
    for member in symbol.members:
        does = deed(member.name) if member.kind == "method" and not member.name.startswith("_") else ""
        if does:
            told.setdefault(does, f"用 {code(member.name)} {does}")
    rows = list(told.values())[:3]
    if len(rows) < 2:
        return []
    return [
        voice.pick("分工", (f"它把事情分开来做：{'，'.join(rows)}。", f"使用者跟它打交道，不外乎{'，'.join(rows)}。"))
    ]


def _need(section: Section, voice: Voice) -> list[str]:
    stop = max(section.stops, key=lambda one: len(one.symbol.called_by), default=None)
    if stop is None or len(stop.symbol.called_by) < 4 or not voice.once(f"callers:{stop.symbol.name}"):
        return []
    name, count = code(stop.symbol.name), how_many(stop.symbol.called_by)
    if voice.heard(f"{name} 也不清闲"):
        return []
    callers = listed([code(site.name) for site in stop.symbol.called_by[:2]])
    return [
        voice.pick(
            "需要",
            (
                f"留意 {name}，{has_many(stop.symbol.called_by)} 个定义调用它，{callers} 都在其中。",
                f"{callers} 等 {count} 个定义都要靠 {name}，它一动，牵连很广。",
                f"{name} {has_many(stop.symbol.called_by)} 个调用者，{callers} 只是其中之二。",
            ),
        )
    ]


def _way(section: Section, voice: Voice) -> list[str]:
    names = {stop.symbol.name for stop in section.stops if stop.symbol.name}
    for stop in section.stops:
        others = [code(site.name) for site in stop.symbol.calls if site.name in names][:3]
        if others:
            lead, parts = code(stop.symbol.name), listed(others)
            return [voice.pick("分担", (f"{lead} 会调用 {parts}，放在一起读。", f"{lead} 把一部分工作交给 {parts}。"))]
    return []


def _definition(new: NewTerm, voice: Voice) -> str:
    symbol = new.symbol
    chinese = translation(new.term)
    term = f"**{new.term}**（{chinese}）" if chinese else f"**{new.term}**"
    name = code(symbol.name)
    fields = [code(m.name) for m in symbol.members if m.kind == "attribute" and not m.name.startswith("_")]
    methods = [code(m.name) for m in symbol.members if m.kind == "method" and not m.name.startswith("_")]
    base = f"，它是一种 {code(symbol.bases[0])}" if symbol.bases else ""
    if symbol.is_type and len(fields) >= 2:
        return voice.pick(
            "定义字段",
            (
                f"所谓{term}，就是 {name} 收在一起的 {listed(fields[:5])}{base}。",
                f"{term}在代码里是 {name} 的一个实例，里面装着 {listed(fields[:5])}。",
            ),
        )
    if symbol.is_type and methods:
        return voice.pick(
            "定义方法",
            (
                f"{term}由 {name} 表示{base}，能要求它做的事有 {listed(methods[:4])}。",
                f"{term}就是 {name} 的实例{base}，对外提供 {listed(methods[:4])}。",
            ),
        )
    offers = [f"用 {code(one.short)} {does}" for one in new.offers if (does := deed_in_class(one.short))][:2]
    if symbol.is_type and offers:
        return f"{term}由 {name} 这个类表示{base}：{'，'.join(offers)}。"
    if symbol.is_type and new.below:
        below = listed([code(one) for one in new.below[:3]])
        more = f" 等 {len(new.below)} 个类" if len(new.below) > 3 else ""
        return f"{term}由 {name} 这个类表示{base}，{below}{more}都是它的子类。"
    if symbol.is_type:
        taken = f"，创建时要给出 {listed([code(one) for one in new.taken[:3]])}" if new.taken else ""
        return f"{term}由 {name} 这个类表示{base}{taken}。"
    does = deed(symbol.name)
    head = head_of(symbol.signature)
    gives = f"，得到的是 {code(head.returns)}" if head is not None and head.returns not in ("", "None") else ""
    taken = f"；它接收 {listed([code(one) for one in new.taken[:3]])}{gives}" if new.taken else ""
    return f"{term}是 {name} 这个{KINDS.get(symbol.kind, '定义')}" + (
        f"{does}时所面对的东西{taken}。" if does else f"所处理的对象{taken}。"
    )
