"""Chinese for the opening of a section: how its definitions hang together, and its terms."""

from __future__ import annotations

from tasks.offline.prose_voice import Voice, code
from tasks.offline.prose_zh_code import listed
from tasks.offline.prose_zh_stops import KINDS
from tasks.offline.prose_zh_words import translation
from tasks.offline.write_stops import NewTerm, Section


def section_title(section: Section) -> str:
    """The topic, else the names that the section dwells on."""
    if section.topic:
        return section.topic.rstrip(" 。.")
    names = [code(stop.symbol.name) for stop in section.stops if stop.symbol.name]
    if not names:
        return f"{code(section.stops[0].quote.path)} 的内部"
    return listed(names[:2]) if len(names) <= 2 else f"从 {names[0]} 到 {names[-1]}"


def section_opening(section: Section, voice: Voice) -> list[str]:
    """How the definitions reach each other, and the terms."""
    names = {stop.symbol.name for stop in section.stops}
    inner: list[str] = []
    outer: list[str] = []
    for stop in section.stops:
        for site in stop.symbol.called_by[:2]:
            row = f"{code(site.name)} 在第 {site.line} 行用到 {code(stop.symbol.name)}"
            (inner if site.name in names else outer).append(row)
    rows = list(dict.fromkeys([*inner, *outer]))[:3]
    said: list[str] = []
    if rows:
        first, *others = rows
        said.append(voice.pick("线索", (f"先理清线索：{first}。", f"{first}。", f"谁需要谁，看这几行便知：{first}。")))
        said += [f"{row}。" for row in others]
    else:
        listed_names = [code(stop.symbol.name) for stop in section.stops if stop.symbol.name][:4]
        if len(listed_names) >= 2:
            said.append(
                voice.pick(
                    "并列",
                    (
                        f"{listed(listed_names)} 互不调用，可以分开来读。",
                        f"{listed(listed_names)} 彼此并列，各管一段。",
                    ),
                )
            )
    return said + [_definition(term, voice) for term in section.terms]


def _definition(new: NewTerm, voice: Voice) -> str:
    symbol = new.symbol
    chinese = translation(new.term)
    term = f"**{new.term}**（{chinese}）" if chinese else f"**{new.term}**"
    name = code(symbol.name)
    fields = [code(m.name) for m in symbol.members if m.kind == "attribute" and not m.name.startswith("_")]
    methods = [code(m.name) for m in symbol.members if m.kind == "method" and not m.name.startswith("_")]
    if symbol.kind == "class" and len(fields) >= 2:
        return voice.pick(
            "定义字段",
            (
                f"{term}指 {name} 的一个实例，里面装着 {listed(fields[:5])}。",
                f"所谓{term}，就是 {name} 收在一起的 {listed(fields[:5])}。",
            ),
        )
    if symbol.kind == "class" and methods:
        return voice.pick(
            "定义方法",
            (
                f"{term}由 {name} 表示，对外提供 {listed(methods[:4])}。",
                f"{term}是 {name} 的实例，能做的事有 {listed(methods[:4])}。",
            ),
        )
    if symbol.kind == "class":
        base = f"，继承自 {code(symbol.bases[0])}" if symbol.bases else ""
        return f"{term}是 {name} 的实例；这个类定义在第 {symbol.start} 行{base}。"
    return f"{term}是 {name} 所处理的对象，这个{KINDS.get(symbol.kind, '定义')}位于第 {symbol.start} 行。"
