"""Chinese for the end of a chapter: what to remember, and why the next chapter follows."""

from __future__ import annotations

from tasks.offline.prose_voice import Voice, code
from tasks.offline.prose_zh_code import condition_words, error_words, how_many, listed, value_words
from tasks.offline.prose_zh_words import deed, noun, words_of
from tasks.offline.report_facts import SymbolFacts
from tasks.offline.write_lessons import Lesson, Takeaway, takeaways
from tasks.offline.write_plan import ChapterPlan


def recap(plan: ChapterPlan, voice: Voice) -> tuple[str, list[str], list[str]]:
    """H2, the takeaways, and the bridge."""
    main = plan.main
    name = code(main.name) if main is not None and main.name else f"“{plan.title}”"
    title = voice.pick("小结题", (f"小结：{name} 留下的要点", f"小结：关于 {name} 记住什么", f"小结：再看一眼 {name}"))
    items = [said for one in takeaways(plan) if (said := _item(one, voice))]
    return title, items, _bridge(plan, main, name, voice)


def _item(one: Takeaway, voice: Voice) -> str:
    name = code(one.symbol.name)
    if one.lesson is Lesson.EITHER and one.step is not None and one.fact is not None:
        value, error = value_words(one.step.value), error_words(one.fact)
        return voice.pick(
            "二选一",
            (
                f"{name} 要么给你 {value}，要么以 {error} 收场，不会含糊收场。",
                f"调用 {name} 的人，得到的是 {value}，否则就得应付 {error}。",
            ),
        )
    if one.lesson is Lesson.ABSTRACT:
        brings = listed([code(short) for short in one.names])
        return voice.pick(
            "留白",
            (
                f"{name} 把 {brings} 留空，每个子类都要补上自己的写法。",
                f"要写一种新的 {name}，从 {brings} 入手，基类在那里只会抛出 `NotImplementedError`。",
            ),
        )
    if one.lesson is Lesson.SWALLOWED and one.step is not None:
        return f"{name} 保护的那几行里若出现 {_caught(one.step.exception)}，不会露面，别指望靠它发现问题。"
    if one.lesson is Lesson.TURNED and one.step is not None:
        turned = f"{name} 把那几行里的 {_caught(one.step.exception)} 换成 {code(one.step.target)}"
        return f"{turned}，真正的起因要到它背后去找。"
    if one.lesson is Lesson.ALWAYS and one.step is not None:
        return f"即使中途出了异常，{name} 也会执行 {listed([code(n) for n in one.step.names])}。"
    if one.lesson is Lesson.BUSY:
        who = listed([code(caller) for caller in one.names])
        return f"{who} 等 {how_many(one.symbol.called_by)} 个定义调用 {name}，改它要格外小心。"
    if one.lesson is Lesson.FAMILY:
        shown = listed([code(below) for below in one.names[:3]])
        more = f" 等 {one.count} 个类" if one.count > 3 else ""
        return voice.pick(
            "家族",
            (
                f"{shown}{more} 都从 {name} 出发，没有改写的地方与它一致。",
                f"读懂 {name}，就读懂了 {shown}{more} 的共同部分。",
            ),
        )
    if one.lesson is Lesson.FAILS and one.fact is not None:
        error, test = error_words(one.fact), code(one.fact.condition)
        return voice.pick(
            "失败", (f"{name} 以 {error} 收场，多半要看 {test}。", f"见到 {name} 的 {error}，先查 {test}。")
        )
    if one.lesson is Lesson.CHAIN:
        return f"一次 {name} 调用会经过 {'，再到 '.join(code(step) for step in one.names)}。"
    if one.lesson is Lesson.LAZY:
        return f"{name} 是生成器：有人来取的时候才干活，调用的那一刻什么也不做。"
    if one.lesson is Lesson.SOON and one.step is not None and one.step.condition is not None:
        test, value = condition_words(one.step.condition), value_words(one.step.value)
        return voice.pick(
            "早定", (f"只要 {test}，{name} 就给出 {value}。", f"对 {name} 来说，{test} 时结果已定：{value}。")
        )
    return _does(one.symbol, name, voice)


def _does(symbol: SymbolFacts, name: str, voice: Voice) -> str:
    does = deed(symbol.name) if not symbol.is_type else ""
    if does:
        return voice.pick("本职", (f"想{does}的时候，想到 {name}。", f"{does}的事，归 {name} 管。"))
    thing = noun(words_of(symbol.short)) if symbol.is_type else ""
    if thing:
        return f"说到{thing}，脑子里浮现的应该是 {name}。"
    if len(symbol.called_by) > 1:
        return f"{listed([code(site.name) for site in symbol.called_by[:3]])} 的背后是 {name}。"
    return ""


def _bridge(plan: ChapterPlan, main: SymbolFacts | None, name: str, voice: Voice) -> list[str]:
    following = plan.background.outline.following
    does = deed(main.name) if main is not None and not main.is_type else ""
    known = f"{name} 怎样{does}" if does else f"{name} 由什么组成"
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
                f"知道了{known}，就可以再进一步，下一章是{link}。",
                f"{known}只是一半，另一半从下一章{link}开始。",
                f"{name} 就说到这里，脚下的地已经够结实，可以走进下一章{link}了。",
                f"看清了{known}，按这本书的路线，接下来的代码属于下一章{link}。",
                f"手里有了 {name}，下一章{link}就不会有太多意外。",
            ),
        )
    ]


def _caught(exception: str) -> str:
    return code(exception) if exception else "错误"
