"""Chinese for the end of a chapter: failures, the table, the recap and the bridge."""

from __future__ import annotations

from tasks.offline.prose_voice import Voice, code
from tasks.offline.prose_zh_code import listed, value_words
from tasks.offline.prose_zh_stops import KINDS
from tasks.offline.prose_zh_words import deed, noun, translation, words_of
from tasks.offline.report_facts import RaiseFact, SymbolFacts
from tasks.offline.write_plan import ChapterPlan
from tasks.offline.write_stops import Section


def failures(plan: ChapterPlan, voice: Voice) -> tuple[str, list[str], list[str]]:
    """What goes wrong, where, and under which test."""
    kinds = list(dict.fromkeys(code(fact.exception) for _, fact in plan.failures))
    title = voice.pick(
        "出错标题", (f"出错的路径：{listed(kinds[:2])}", f"什么时候会遇到 {listed(kinds[:2])}", f"{kinds[0]} 从哪里来")
    )
    names = list(dict.fromkeys(code(symbol.name) for symbol, _ in plan.failures))[:3]
    lead = voice.pick(
        "出错引子",
        (
            f"不顺利的路都从 {listed(names)} 里岔出去。",
            f"回溯信息指向 {listed(names)} 时，可以对照下面几行。",
            f"{listed(names)} 在这些地方拒绝继续。",
        ),
    )
    return title, [lead], [failure(symbol, fact, voice) for symbol, fact in plan.failures]


def failure(symbol: SymbolFacts, fact: RaiseFact, voice: Voice) -> str:
    """Where and when a definition raises."""
    name, error = code(symbol.name), code(fact.exception)
    guard = ""
    if fact.condition.startswith("except "):
        guard = f"捕获 {code(fact.condition.removeprefix('except '))} 之后，"
    elif fact.condition:
        guard = f"当 {code(fact.condition)} 成立时，"
    told = f"，消息为 {code(fact.message)}" if fact.message else ""
    return voice.pick(
        "出错",
        (
            f"第 {fact.line} 行：{guard}{name} 抛出 {error}{told}。",
            f"{guard}{name} 在第 {fact.line} 行抛出 {error}{told}。",
        ),
    )


def table(plan: ChapterPlan, voice: Voice) -> tuple[str, list[str], tuple[str, str, str]]:
    """The reference table's heading and lead."""
    files = [code(file.path.rpartition("/")[2]) for file in plan.facts.files]
    named = listed(files[:2]) if len(files) <= 2 else f"{files[0]} 等 {len(files)} 个文件"
    count = sum(len(row) for row in plan.table)
    title = voice.pick("表题", (f"{named} 一览", f"{named} 的名字地图", f"速查：{named}"))
    lead = voice.pick(
        "表引",
        (
            f"{named} 里值得记住的 {count} 个定义：",
            f"以后查阅 {named}，从这 {count} 个名字入手：",
            f"{count} 个定义各在何处，一表可见：",
        ),
    )
    return title, [lead], ("名称", "位置", "作用")


def role(row: tuple[SymbolFacts, ...]) -> str:
    """One line for a row, from its name and structure."""
    one = row[0]
    if len(row) > 1:
        base = f"，基于 {code(one.bases[0])}" if one.bases else ""
        return f"{len(row)} 个{KINDS.get(one.kind, '定义')}{base}"
    does = deed(one.name) if one.kind != "class" else noun(words_of(one.short))
    parts = [does] if does else []
    if one.kind == "class":
        parts += [f"继承 {code(one.bases[0])}"] if one.bases else []
        methods = sum(1 for member in one.members if member.kind == "method")
        parts += [f"{methods} 个方法"] if methods > 1 else []
        return "，".join(parts) or f"{one.lines} 行的类"
    parts += [f"调用 {code(one.calls[0].name)}"] if one.calls and len(parts) < 2 else []
    parts += [f"可能抛出 {code(one.raises[0].exception)}"] if one.raises and len(parts) < 2 else []
    return "，".join(parts) or f"{one.lines} 行的{KINDS.get(one.kind, '定义')}"


def recap(plan: ChapterPlan, voice: Voice) -> tuple[str, list[str], list[str]]:
    """What to remember, and the bridge."""
    main = plan.main
    name = code(main.name) if main is not None and main.name else f"“{plan.title}”"
    title = voice.pick("小结题", (f"小结：{name} 留下的要点", f"小结：围绕 {name} 的几条线", f"小结：再走一遍 {name}"))
    items = [item for section in plan.sections if (item := _recap_item(section, voice))]
    terms = [translation(term.term) or term.term for section in plan.sections for term in section.terms]
    if terms:
        items.append(
            voice.pick(
                "小结词",
                (
                    f"新认识的词：{'、'.join(terms)}。",
                    f"词汇表添了 {len(terms)} 个词：{'、'.join(terms)}。",
                    f"记住这些说法：{'、'.join(terms)}。",
                ),
            )
        )
    if plan.failures:
        symbol, fact = plan.failures[0]
        items.append(
            voice.pick(
                "小结错",
                (
                    f"遇到 {code(fact.exception)}，先看 {code(symbol.name)} 的第 {fact.line} 行。",
                    f"{code(symbol.name)} 失手时，第 {fact.line} 行会抛出 {code(fact.exception)}。",
                ),
            )
        )
    return title, items, _bridge(plan, name, voice)


def _recap_item(section: Section, voice: Voice) -> str:
    stops = [stop for stop in section.stops if stop.symbol.name]
    if not stops:
        return ""
    stop = max(stops, key=lambda one: (len(one.symbol.called_by) + len(one.symbol.calls), one.symbol.lines))
    symbol, name = stop.symbol, code(stop.symbol.name)
    results = [step for step in stop.steps if step.act.value in ("return", "yield") and step.value.text]
    if symbol.called_by and symbol.calls:
        return voice.pick(
            "小结链",
            (
                f"{code(symbol.called_by[0].name)} 靠 {name}，{name} 又靠 {code(symbol.calls[0].name)}。",
                f"从 {code(symbol.called_by[0].name)} 经 {name} 到 {code(symbol.calls[0].name)}，是一条直路。",
            ),
        )
    if symbol.calls:
        return f"{name} 的工作经由 {listed([code(site.name) for site in symbol.calls[:3]])} 完成。"
    if symbol.called_by:
        return f"{listed([code(site.name) for site in symbol.called_by[:3]])} 的背后是 {name}。"
    if results:
        return f"{name} 最终给出 {value_words(results[-1].value)}。"
    return f"{name} 位于 {code(symbol.path)} 的第 {symbol.start} 行。"


def _bridge(plan: ChapterPlan, name: str, voice: Voice) -> list[str]:
    following = plan.background.outline.following
    if following is None:
        return [
            voice.pick(
                "收束",
                (
                    f"读完 {name}，这条路就走到了头，剩下的代码已经不再陌生。",
                    f"{name} 是最后一站，回头再看源码，处处都有了名字。",
                ),
            )
        ]
    link = f"[{following.title}](ch{following.number:02d}.md)"
    return [
        voice.pick(
            "启下",
            (
                f"{name} 准备好的东西，要到下一章{link}才派上用场。",
                f"从 {name} 往前，下一章是{link}。",
                f"{name} 只是事情的一面，另一面在下一章{link}里。",
                f"带着对 {name} 的了解，可以走进下一章{link}了。",
                f"还有一个问题没有回答：{name} 之后会发生什么？下一章{link}接着讲。",
            ),
        )
    ]
