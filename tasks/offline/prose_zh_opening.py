"""Chinese for the opening: a concrete start, and facts that fill up its length."""

from __future__ import annotations

from tasks.offline.prose_voice import Voice, code
from tasks.offline.prose_zh_code import listed
from tasks.offline.prose_zh_words import deed, noun, words_of
from tasks.offline.write_plan import ChapterPlan


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
        return [
            voice.pick(
                "链条",
                (
                    f"调用一次 {code(chain[0])}，会惊动多少代码？从 {way}，一路传下去。",
                    f"跟着一次调用走：从 {way}。每一站只做自己那一份。",
                    f"{code(chain[0])} 与 {code(chain[-1])} 之间发生了什么？路线是从 {way}。",
                ),
            )
        ]
    return [
        voice.pick(
            "篇幅",
            (
                f"打开 {code(symbol.path)}，{name} 从第 {symbol.start} 行起占了 {symbol.lines} 行，它们换来了什么？",
                f"没有 {name} 这 {symbol.lines} 行，{code(symbol.path)} 的其余部分就失去了依托。",
                f"{name} 用 {symbol.lines} 行代码回答一个问题，问题却没有写在 {code(symbol.path)} 里。",
            ),
        )
    ]


def _fillers(plan: ChapterPlan, voice: Voice) -> list[str]:
    said: list[str] = []
    main = plan.main
    if plan.previous_title and plan.number > 1:
        link = f"[{plan.previous_title}](ch{plan.number - 1:02d}.md)"
        said.append(
            voice.pick(
                "承上",
                (
                    f"地基已经在{link}里打好，这里接着往上走。",
                    f"{link}停下的地方，正是这里的起点。",
                    f"读过{link}，再看这些代码就不陌生了。",
                    f"上一步是{link}，下一步落在这里。",
                ),
            )
        )
    if main is not None and main.name:
        does = deed(main.name) if main.kind != "class" else noun(words_of(main.short))
        told = f"{code(main.name)}（{does}）" if does else code(main.name)
        said.append(
            voice.pick(
                "主角",
                (
                    f"居于中心的是 {told}，从第 {main.start} 行写到第 {main.end} 行，一共 {main.lines} 行。",
                    f"主角是 {told}，占去 {main.lines} 行，别的定义大多围着它转。",
                    f"所有线索汇集到 {told}，它从第 {main.start} 行开始。",
                ),
            )
        )
    paths = listed([f"{code(file.path)}（{file.lines} 行）" for file in plan.facts.files[:3]])
    more = "等文件" if len(plan.facts.files) > 3 else ""
    said.append(
        voice.pick(
            "文件",
            (
                f"相关代码都在 {paths}{more} 里，篇幅不小，但主线并不长。",
                f"要读的源码是 {paths}{more}，顺着调用关系走就不会迷路。",
                f"故事发生在 {paths}{more} 之中，先认清几个名字再往下读。",
            ),
        )
    )
    others = [code(stop.symbol.name) for stop in plan.stops if stop.symbol.name and stop.symbol is not main][:4]
    if len(others) >= 3:
        said.append(
            voice.pick(
                "配角",
                (
                    f"与它配合的有 {listed(others)}，各自承担其中一段。",
                    f"沿途还会遇到 {listed(others)}，后面逐一细看。",
                    f"一同出场的还有 {listed(others)}，它们之间谁调用谁，正文会交代。",
                ),
            )
        )
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
