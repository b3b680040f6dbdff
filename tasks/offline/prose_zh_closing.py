"""Chinese for failures and for the reference table."""

from __future__ import annotations

from tasks.offline.prose_voice import Voice, code
from tasks.offline.prose_zh_code import error_words, listed
from tasks.offline.report_facts import RaiseFact, SymbolFacts
from tasks.offline.write_plan import ChapterPlan


def failures(plan: ChapterPlan, voice: Voice) -> tuple[str, list[str], list[str]]:
    """What goes wrong, where, and under which test."""
    kinds = list(dict.fromkeys(error_words(fact) for _, fact in plan.failures))
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
    name, error = code(symbol.name), error_words(fact)
    guard = ""
    if fact.condition.startswith("except "):
        guard = f"捕获 {code(fact.condition.removeprefix('except '))} 之后，"
    elif fact.condition:
        guard = f"在 {code(fact.condition)} 这个条件下，"
    told = f"，消息为 {code(fact.message)}" if fact.message else ""
    if fact.is_returned:
        return f"第 {fact.line} 行：{guard}{name} 返回{error}{told}。"
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
