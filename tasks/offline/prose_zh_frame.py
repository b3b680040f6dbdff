"""Chinese around the stops: the opening, section openings, failures, the table, the recap and the bridge."""

from __future__ import annotations

from tasks.offline.prose_voice import Voice, code
from tasks.offline.prose_zh_code import listed, value_words
from tasks.offline.prose_zh_stops import KINDS
from tasks.offline.prose_zh_words import deed, noun, translation, words_of
from tasks.offline.report_facts import RaiseFact, SymbolFacts
from tasks.offline.write_plan import ChapterPlan, NewTerm, Section


def hook(plan: ChapterPlan, voice: Voice) -> tuple[list[str], list[str]]:
    """A concrete start, then the field."""
    return _message_hook(plan, voice) or _size_hook(plan, voice), _fillers(plan, voice)


def _message_hook(plan: ChapterPlan, voice: Voice) -> list[str]:
    if not plan.failures:
        return []
    symbol, fact = plan.failures[plan.number % len(plan.failures)]
    guard = f"，条件是 {code(fact.condition)}" if fact.condition and not fact.condition.startswith("except") else ""
    place = f"{code(symbol.path)} 的第 {fact.line} 行"
    error, name = code(fact.exception), code(symbol.name)
    return [
        voice.pick(
            "开篇",
            (
                f"{place}会抛出 {error}{guard}。写下这一行的人在防什么？要回答它，得先弄清 {name} 手里拿着什么。",
                f"{name} 凭什么断定出了错？答案在{place}：它在那里抛出 {error}{guard}。",
                f"先看一次拒绝：{name} 在{place}抛出 {error}{guard}。一段代码肯拒绝什么，往往最能说明它在守什么。",
                f"如果你在回溯信息里见过 {error}，源头多半就是{place}：{name} 在那里说了不{guard}。",
            ),
        )
    ]


def _size_hook(plan: ChapterPlan, voice: Voice) -> list[str]:
    if not plan.stops:
        return [f"关于“{plan.title}”的报告没有可以引用的代码。"]
    symbol = max(plan.stops, key=lambda stop: stop.symbol.lines).symbol
    name = code(symbol.name) if symbol.name else f"第 {symbol.start} 行起的那一段"
    chain = next((chain for chain in plan.facts.chains if len(chain) > 2), ())
    if chain:
        way = "，再到 ".join(code(one) for one in chain[:4])
        return [voice.pick("链条", (f"调用一次 {code(chain[0])}，会惊动多少代码？从 {way}，一路传下去。", f"跟着一次调用走：从 {way}。每一站只做自己那一份。", f"{code(chain[0])} 与 {code(chain[-1])} 之间发生了什么？路线是从 {way}。"))]
    return [voice.pick("篇幅", (f"打开 {code(symbol.path)}，{name} 从第 {symbol.start} 行起占了 {symbol.lines} 行。这些行数换来了什么？", f"没有 {name} 这 {symbol.lines} 行，{code(symbol.path)} 的其余部分就失去了依托。", f"{name} 用 {symbol.lines} 行代码回答一个问题，问题却没有写在 {code(symbol.path)} 里。"))]


def _fillers(plan: ChapterPlan, voice: Voice) -> list[str]:
    said: list[str] = []
    main = plan.main
    if plan.previous_title and plan.number > 1:
        link = f"[{plan.previous_title}](ch{plan.number - 1:02d}.md)"
        said.append(voice.pick("承上", (f"地基已经在{link}里打好，这里接着往上走。", f"{link}停下的地方，正是这里的起点。", f"读过{link}，再看这些代码就不陌生了。", f"上一步是{link}，下一步落在这里。")))
    if main is not None and main.name:
        does = deed(main.name) if main.kind != "class" else noun(words_of(main.short))
        told = f"{code(main.name)}（{does}）" if does else code(main.name)
        said.append(voice.pick("主角", (f"居于中心的是 {told}，从第 {main.start} 行写到第 {main.end} 行，一共 {main.lines} 行。", f"主角是 {told}，占去 {main.lines} 行，别的定义大多围着它转。", f"所有线索汇集到 {told}，它从第 {main.start} 行开始。")))
    paths = listed([f"{code(file.path)}（{file.lines} 行）" for file in plan.facts.files[:3]])
    more = "等文件" if len(plan.facts.files) > 3 else ""
    said.append(voice.pick("文件", (f"相关代码都在 {paths}{more} 里，篇幅不小，但主线并不长。", f"要读的源码是 {paths}{more}，顺着调用关系走就不会迷路。", f"故事发生在 {paths}{more} 之中，先认清几个名字再往下读。")))
    others = [code(stop.symbol.name) for stop in plan.stops if stop.symbol.name and stop.symbol is not main][:4]
    if len(others) >= 3:
        said.append(voice.pick("配角", (f"与它配合的有 {listed(others)}，各自承担其中一段。", f"沿途还会遇到 {listed(others)}，后面逐一细看。", f"一同出场的还有 {listed(others)}，它们之间谁调用谁，正文会交代。")))
    busiest = max(plan.facts.symbols, key=lambda one: len(one.called_by), default=None)
    if busiest is not None and len(busiest.called_by) >= 3:
        said.append(f"其中最忙的是 {code(busiest.name)}：这里有 {len(busiest.called_by)} 个定义调用它。")
    raised = sorted({fact.exception for symbol in plan.facts.symbols for fact in symbol.raises})
    if raised:
        said.append(f"边界由 {len(raised)} 种异常划定，{listed([code(name) for name in raised[:3]])} 就在其列。")
    classes = [one for one in plan.facts.symbols if one.kind == "class"]
    if len(classes) >= 2:
        largest = max(classes, key=lambda one: one.lines)
        said.append(f"{len(classes)} 个类里，{code(largest.name)} 最长，有 {largest.lines} 行。")
    functions = [one for one in plan.facts.symbols if one.kind.endswith(("function", "method", "definition"))]
    if functions:
        longest = max(functions, key=lambda one: one.lines)
        said.append(f"最长的一段过程是 {code(longest.name)}，第 {longest.start} 行起头，第 {longest.end} 行收尾。")
    chain = next((one for one in plan.facts.chains if len(one) > 1), ())
    if chain:
        said.append(f"一条典型的调用路线，是从 {'，再到 '.join(code(name) for name in chain[:3])}。")
    methods = sum(1 for one in plan.facts.symbols if one.owner)
    if methods:
        said.append(f"算上 {methods} 个方法，名字虽多，分工却看得清楚。")
    quoted = listed([f"第 {stop.quote.start} 行" for stop in plan.stops[:4]])
    said.append(f"下文会停下来细读的地方，分别从{quoted}开始。")
    return said


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
        text = "，".join(rows)
        said.append(voice.pick("线索", (f"先理清线索：{text}。", f"{text}。", f"谁需要谁，看这几行便知：{text}。")))
    else:
        listed_names = [code(stop.symbol.name) for stop in section.stops if stop.symbol.name][:4]
        if len(listed_names) >= 2:
            said.append(voice.pick("并列", (f"{listed(listed_names)} 互不调用，可以分开来读。", f"{listed(listed_names)} 彼此并列，各管一段。")))
    return said + [_definition(term, voice) for term in section.terms]


def _definition(new: NewTerm, voice: Voice) -> str:
    symbol = new.symbol
    chinese = translation(new.term)
    term = f"**{new.term}**（{chinese}）" if chinese else f"**{new.term}**"
    name = code(symbol.name)
    fields = [code(m.name) for m in symbol.members if m.kind == "attribute" and not m.name.startswith("_")]
    methods = [code(m.name) for m in symbol.members if m.kind == "method" and not m.name.startswith("_")]
    if symbol.kind == "class" and len(fields) >= 2:
        return voice.pick("定义字段", (f"{term}指 {name} 的一个实例，里面装着 {listed(fields[:5])}。", f"所谓{term}，就是 {name} 收在一起的 {listed(fields[:5])}。"))
    if symbol.kind == "class" and methods:
        return voice.pick("定义方法", (f"{term}由 {name} 表示，对外提供 {listed(methods[:4])}。", f"{term}是 {name} 的实例，能做的事有 {listed(methods[:4])}。"))
    if symbol.kind == "class":
        base = f"，继承自 {code(symbol.bases[0])}" if symbol.bases else ""
        return f"{term}是第 {symbol.start} 行定义的 {name}{base} 的实例。"
    return f"{term}是 {name} 所处理的对象，这个{KINDS.get(symbol.kind, '定义')}位于第 {symbol.start} 行。"


def failures(plan: ChapterPlan, voice: Voice) -> tuple[str, list[str], list[str]]:
    """What goes wrong, where, and under which test."""
    kinds = list(dict.fromkeys(code(fact.exception) for _, fact in plan.failures))
    title = voice.pick("出错标题", (f"出错的路径：{listed(kinds[:2])}", f"什么时候会遇到 {listed(kinds[:2])}", f"{kinds[0]} 从哪里来"))
    names = list(dict.fromkeys(code(symbol.name) for symbol, _ in plan.failures))[:3]
    lead = voice.pick("出错引子", (f"不顺利的路都从 {listed(names)} 里岔出去。", f"回溯信息指向 {listed(names)} 时，可以对照下面几行。", f"{listed(names)} 在这些地方拒绝继续。"))
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
    return voice.pick("出错", (f"第 {fact.line} 行：{guard}{name} 抛出 {error}{told}。", f"{guard}{name} 在第 {fact.line} 行抛出 {error}{told}。"))


def table(plan: ChapterPlan, voice: Voice) -> tuple[str, list[str], tuple[str, str, str]]:
    """The reference table's heading and lead."""
    files = [code(file.path.rpartition("/")[2]) for file in plan.facts.files]
    named = listed(files[:2]) if len(files) <= 2 else f"{files[0]} 等 {len(files)} 个文件"
    count = sum(len(row) for row in plan.table)
    title = voice.pick("表题", (f"{named} 一览", f"{named} 的名字地图", f"速查：{named}"))
    lead = voice.pick("表引", (f"{named} 里值得记住的 {count} 个定义：", f"以后查阅 {named}，从这 {count} 个名字入手：", f"{count} 个定义各在何处，一表可见："))
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
        items.append(voice.pick("小结词", (f"新认识的词：{'、'.join(terms)}。", f"词汇表添了 {len(terms)} 个词：{'、'.join(terms)}。", f"记住这些说法：{'、'.join(terms)}。")))
    if plan.failures:
        symbol, fact = plan.failures[0]
        items.append(voice.pick("小结错", (f"遇到 {code(fact.exception)}，先看 {code(symbol.name)} 的第 {fact.line} 行。", f"{code(symbol.name)} 失手时，第 {fact.line} 行会抛出 {code(fact.exception)}。")))
    return title, items, _bridge(plan, name, voice)


def _recap_item(section: Section, voice: Voice) -> str:
    stops = [stop for stop in section.stops if stop.symbol.name]
    if not stops:
        return ""
    stop = max(stops, key=lambda one: (len(one.symbol.called_by) + len(one.symbol.calls), one.symbol.lines))
    symbol, name = stop.symbol, code(stop.symbol.name)
    results = [step for step in stop.steps if step.act.value in ("return", "yield") and step.value.text]
    if symbol.called_by and symbol.calls:
        return voice.pick("小结链", (f"{code(symbol.called_by[0].name)} 靠 {name}，{name} 又靠 {code(symbol.calls[0].name)}。", f"从 {code(symbol.called_by[0].name)} 经 {name} 到 {code(symbol.calls[0].name)}，是一条直路。"))
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
        return [voice.pick("收束", (f"读完 {name}，这条路就走到了头，剩下的代码已经不再陌生。", f"{name} 是最后一站，回头再看源码，处处都有了名字。"))]
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
