"""Chinese for the opening: one concrete scene, what stands behind it, and the question that the chapter answers."""

from __future__ import annotations

from tasks.offline.prose_voice import Voice, code
from tasks.offline.prose_zh_code import error_words, has_many, listed
from tasks.offline.prose_zh_words import deed, noun, words_of
from tasks.offline.report_facts import RaiseFact, SymbolFacts
from tasks.offline.write_opening import Opening, other_exceptions, route, scene_of
from tasks.offline.write_plan import ChapterPlan
from tasks.offline.write_stops import Stop


def hook(plan: ChapterPlan, voice: Voice) -> Opening:
    """A scene, sentences to fill up with, and the question."""
    scene = scene_of(plan)
    if scene.fact is not None and scene.symbol is not None:
        start = _message_scene(scene.symbol, scene.fact, voice)
    elif scene.chain:
        way = "，再到 ".join(code(one) for one in scene.chain[1:4])
        start = [
            voice.pick(
                "链条",
                (
                    f"有人调用了一次 {code(scene.chain[0])}。这一次调用会走到 {way}，答案才原路返回。",
                    f"{code(scene.chain[0])} 一被调用，后面的代码就跟着动起来：先到 {way}。",
                ),
            )
        ]
    elif scene.symbol is not None and scene.symbol.name:
        name, path = code(scene.symbol.name), code(scene.symbol.path)
        start = [
            voice.pick(
                "平起", (f"翻开 {path}，很快就会遇到 {name}。", f"假如把 {name} 从 {path} 里拿走，会塌掉哪一块？")
            )
        ]
    else:
        start = [f"关于“{plan.title}”的报告没有可以引用的代码。"]
    return Opening(tuple(start), tuple(_background(plan, scene.symbol, voice)), _question(plan, voice))


def _message_scene(symbol: SymbolFacts, fact: RaiseFact, voice: Voice) -> list[str]:
    name, error, place = code(symbol.name), error_words(fact), f"{code(symbol.path)} 的第 {fact.line} 行"
    message = code(fact.message.rstrip(" .:"))
    said = [
        voice.pick(
            "开篇",
            (
                f"程序停了下来，屏幕上最后一行写着 {message}，来的是 {error}。",
                f"想象日志里只剩一条 {error}：{message}，别的什么也没有。",
                f"{message}，有人盯着这句话，它来自一个 {error}。",
                f"一次运行半途而废，留下的只有 {error} 和一句 {message}。",
            ),
        )
    ]
    guard = fact.condition if not fact.condition.startswith("except") else ""
    if guard:
        said.append(
            voice.pick(
                "来处",
                (
                    f"顺着线索找过去，说话的是 {name}，位置在{place}，它刚刚判断过 {code(guard)}。",
                    f"在{place}，{name} 问了一句 {code(guard)}，得到的回答是“是”。",
                    f"拒绝继续的是 {name}：在{place}，{code(guard)} 成立了。",
                ),
            )
        )
    else:
        said.append(
            voice.pick(
                "来处无", (f"这句话出自 {name}，就在{place}。", f"搜一下便知，说这话的是 {name}，位置在{place}。")
            )
        )
    return said


def _background(plan: ChapterPlan, shown: SymbolFacts | None, voice: Voice) -> list[str]:
    """Sentences between the scene and the question, the most telling first; none counts lines or files."""
    said: list[str] = []
    main = plan.main
    for one in dict.fromkeys((shown, main)):
        if one is None or not one.name:
            continue
        does = deed(one.name) if not one.is_type else ""
        thing = noun(words_of(one.short)) if one.is_type else ""
        name = code(one.name)
        if does:
            said.append(
                voice.pick(
                    "平日",
                    (f"平日里，{name} 的差事是{does}。", f"一切顺利的时候，{name} 只管{does}，没有人会注意到它。"),
                )
            )
        elif thing:
            said.append(
                voice.pick(
                    "中心",
                    (
                        f"站在中心的是 {name}，也就是代码里的{thing}。",
                        f"要弄清楚前因后果，绕不开 {name}，它就是这里的{thing}。",
                    ),
                )
            )
    if plan.previous_title and plan.number > 1:
        link = f"[{plan.previous_title}](ch{plan.previous_number:02d}.md)"
        said.insert(
            1,
            voice.pick(
                "承上",
                (
                    f"上一章是{link}，这里接着往下走。",
                    f"从{link}出来，下一站就是这里。",
                    f"上一步是{link}，下一步落在这里。",
                ),
            ),
        )
    if shown is not None and shown.called_by:
        callers = listed([code(site.name) for site in shown.called_by[:2]])
        more = f"等 {len(shown.called_by)} 个定义" if len(shown.called_by) > 2 else ""
        said.append(
            voice.pick(
                "谁叫它",
                (
                    f"在这些文件里，会叫到它的是 {callers}{more}。",
                    f"单看这些文件，把它叫醒的是 {callers}{more}。",
                ),
            )
        )
    way = [code(name) for name in route(plan)]
    if way:
        last = f"，最后走到 {way[-1]}。" if len(way) > 2 else "。"
        steps = way[1:-1] if len(way) > 2 else way[1:]
        said.append(
            voice.pick(
                "路线",
                (
                    f"读的顺序是先看 {way[0]}，再看 {listed(steps)}{last}",
                    f"路从 {way[0]} 开始，接着是 {listed(steps)}{last}",
                ),
            )
        )
    raised = other_exceptions(plan)
    if raised:
        said.append(f"同一片代码还有别的出路，也可能以 {listed([code(name) for name in raised[:3]])} 告终。")
    busiest = max(plan.facts.symbols, key=lambda one: len(one.called_by), default=None)
    if busiest is not None and len(busiest.called_by) >= 3 and busiest is not shown:
        said.append(f"离它不远的 {code(busiest.name)} 也不清闲，{has_many(busiest.called_by)} 个定义要调用它。")
    chain = next((one for one in plan.facts.chains if len(one) > 1), ())
    if chain:
        said.append(f"有一条调用的路，是从 {'，再到 '.join(code(name) for name in chain[:3])}。")
    for stop in plan.stops:
        does = deed(stop.symbol.name) if stop.symbol not in (shown, main) and not stop.symbol.is_type else ""
        if does:
            name = code(stop.symbol.name)
            said.append(
                voice.pick(
                    "近旁",
                    (
                        f"旁边的 {name} 负责{does}，后文也会停下来细看。",
                        f"同在一处的还有 {name}，它的事是{does}。",
                        f"再往前几步，{name} 正忙着{does}。",
                        f"{does}的差事，落在 {name} 身上。",
                        f"至于{does}，后面的 {name} 会接手。",
                        f"路上还会经过 {name}，看它怎样{does}。",
                    ),
                )
            )
    for stop in plan.stops:
        name = code(stop.symbol.name)
        if stop.symbol.called_by and stop.symbol not in (shown, main):
            caller = code(stop.symbol.called_by[0].name)
            said.append(
                voice.sparing(
                    "也用", (f"{caller} 也用得着 {name}，放在一起读更清楚。", f"{name} 会被 {caller} 调用。"), 1
                )
            )
        if stop.symbol.name and stop.symbol not in (shown, main):
            said.append(_placed(stop, name, voice))
    kept = [code(stop.symbol.name) for stop in plan.stops if stop.symbol.name][:3]
    if len(kept) > 1:
        said.append(f"读的时候不妨盯住 {listed(kept)}，看它们各自守着什么，又把什么交给别人。")
    said += _last_resort(plan, kept)
    return [one for one in dict.fromkeys(said) if one]


def _last_resort(plan: ChapterPlan, kept: list[str]) -> list[str]:
    """What can be said of any chapter, for a source that explains itself nowhere: its files and its other names."""
    paths = list(dict.fromkeys(code(stop.quote.path) for stop in plan.stops))
    said = [f"下面的代码出自 {listed(paths[:4])}，一字不改地引在这里。"] if paths else []
    untold = [code(one.name) for one in plan.facts.symbols if code(one.name) not in kept][:6]
    if len(untold) > 1:
        said.append(f"在它们周围还有 {listed(untold)}，用到的地方会一一点名。")
    return said


def _placed(stop: Stop, name: str, voice: Voice) -> str:
    """Where a stop begins, or how it fails, each way of saying it once."""
    symbol = stop.symbol
    ways = [
        f"{name} 从 {code(symbol.path)} 的第 {symbol.start} 行写起，后面会逐段读到。",
        f"翻到 {code(symbol.path)} 的第 {symbol.start} 行，还能看见 {name} 的定义。",
        f"{name} 也在后文之列，它的定义始于 {code(symbol.path)} 第 {symbol.start} 行。",
    ]
    if symbol.raises:
        fact = symbol.raises[0]
        return voice.sparing("近旁出错", (f"不远处的 {name} 在第 {fact.line} 行也会抛出 {code(fact.exception)}。",), 1)
    return voice.sparing("近旁位置", ways, 1)


def _question(plan: ChapterPlan, voice: Voice) -> str:
    """What the chapter answers."""
    main = plan.main
    if main is None or not main.name:
        return f"“{plan.title}”这个标题下面的几行代码，到底在做什么？"
    name = code(main.name)
    does = deed(main.name) if not main.is_type else ""
    if does:
        return voice.pick("怎样", (f"那么，{name} 究竟怎样{does}？", f"{name} 是怎么{does}的，途中又会在哪里出错？"))
    return voice.pick(
        "何物",
        (
            f"那么，{name} 答应了什么，又拒绝什么？",
            f"{name} 手里保管着什么，谁可以改动它？",
            f"{name} 自己做哪些事，又把哪些事交给别人？",
        ),
    )
