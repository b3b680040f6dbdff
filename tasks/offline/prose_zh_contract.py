"""Chinese for the contract of a definition: its signature, a switch, a docstring's first sentence, earlier terms."""

from __future__ import annotations

import re

from tasks.offline.prose_en_docs import sentences
from tasks.offline.prose_voice import Voice, code
from tasks.offline.prose_zh_code import listed
from tasks.offline.report_facts import SymbolFacts
from tasks.offline.write_signature import head_of
from tasks.offline.write_stops import Stop

_MAX_QUOTATION = 18


def taken_and_given(symbol: SymbolFacts, voice: Voice) -> str:
    """What a function takes and gives back by its signature, "" where that says nothing."""
    head = head_of(symbol.signature) if symbol.kind != "class" else None
    if head is None:
        return ""
    name = code(symbol.name)
    taken = [code(one) for one in (*head.required, *(one for one, _ in head.defaults))]
    given = re.sub(r"\b(?:t|typing|te)\.", "", head.returns)
    given = "" if given in ("None", "Any", "NoReturn", "Never") else given
    takes = listed(taken[:3]) + (f" 等 {len(taken)} 个参数" if len(taken) > 3 else "")
    if takes and given:
        return voice.pick(
            "收与给",
            (
                f"{name} 接收 {takes}，给出 {code(given)}。",
                f"交给 {name} 的是 {takes}，拿回来的是 {code(given)}。",
                f"从签名看，{name} 要的是 {takes}，结果的类型是 {code(given)}。",
                f"{takes} 进去，{code(given)} 出来，{name} 的签名就是这样写的。",
            ),
        )
    if given:
        return voice.pick("只给", (f"{name} 不要参数，给出 {code(given)}。", f"{name} 的结果类型是 {code(given)}。"))
    return voice.pick("只收", (f"{name} 接收 {takes}。", f"调用 {name} 要给出 {takes}。")) if len(taken) > 1 else ""


def flag(symbol: SymbolFacts, voice: Voice) -> list[str]:
    """A switch whose default changes what happens."""
    head = head_of(symbol.signature)
    flags = [(name, value) for name, value in head.defaults if value in ("True", "False")] if head is not None else []
    if len(flags) != 1:
        return []
    name, state = code(flags[0][0]), "打开" if flags[0][1] == "True" else "关闭"
    said = voice.sparing("开关", (f"开关 {name} 默认是{state}的。", f"调用者不说话，{name} 就处于{state}状态。"), 1)
    return [said] if said else []


def quotation(symbol: SymbolFacts, voice: Voice) -> list[str]:
    """A short docstring sentence, left in English and marked as a quotation."""
    found = sentences(symbol.doc)
    if not found or len(found[0].split()) > _MAX_QUOTATION or not voice.once(f"doc:{symbol.name}"):
        return []
    name = code(symbol.short)
    said = voice.sparing(
        "引文",
        (
            f"{name} 的文档字符串开头写道：",
            f"源码里对 {name} 的说明，第一句是：",
            f"作者给 {name} 写下的话是：",
            f"{name} 的说明以这一句开始：",
        ),
    )
    return [said, f"> {found[0]}"] if said else []


def recalls(stop: Stop, voice: Voice) -> list[str]:
    """The earlier term that these lines rest on, with a link to its chapter."""
    said = []
    for term in stop.recalls[:1]:
        link = f"[{term.translation or term.term}](ch{term.chapter:02d}.md)"
        said.append(
            voice.pick(
                "回顾",
                (
                    f"这里用到了第 {term.chapter} 章的{link}。",
                    f"前面讲过的{link}在此再次出场。",
                    f"它建立在{link}之上。",
                    f"还记得{link}吗？这几行正要用它。",
                ),
            )
        )
    return said
