"""Chinese that introduces a stop: how it hangs together with the one before, what it is for, what to look for."""

from __future__ import annotations

from tasks.offline.prose_voice import Voice, code
from tasks.offline.prose_zh_code import listed
from tasks.offline.prose_zh_contract import flag, quotation, recalls, taken_and_given
from tasks.offline.prose_zh_leads import lead
from tasks.offline.prose_zh_words import deed, noun, words_of
from tasks.offline.report_facts import SymbolFacts
from tasks.offline.write_life import Stage, is_constructor, stage_of
from tasks.offline.write_stops import Stop, Tie

KINDS = {
    "class": "类", "struct": "结构体", "interface": "接口", "trait": "特征", "enum": "枚举", "union": "联合体",
    "type": "类型", "module": "模块", "variable": "变量", "attribute": "属性", "macro": "宏",
    "function": "函数", "method": "方法", "property": "属性", "constant": "常量",
    "async function": "异步函数", "async method": "异步方法", "definition": "定义",
}  # fmt: skip


def before(stop: Stop, voice: Voice, detail: int) -> list[str]:
    """Transition and purpose, then what matters of the contract, then the words that lead to the quote."""
    symbol = stop.symbol
    if not symbol.name:
        return [_loose(stop, voice)]
    said = [_transition(stop, voice)]
    if voice.once(f"purpose:{symbol.name}"):
        said += _overriding(stop, voice) or purpose(symbol, voice)
    hidden = stop.quote.start > symbol.start or not deed(symbol.name)
    if detail >= 3 or (detail >= 1 and hidden):
        said += [taken_and_given(symbol, voice)]
    if detail >= 1:
        said += flag(symbol, voice)
    said += recalls(stop, voice)
    if detail >= 1:
        said += quotation(symbol, voice)
    said.append(lead(stop, voice))
    return [sentence for sentence in said if sentence]


def _loose(stop: Stop, voice: Voice) -> str:
    path, line = code(stop.quote.path), stop.quote.start
    return voice.pick(
        "散段",
        (
            f"{path} 从第 {line} 行起还有一段，可以和上文对照：",
            f"{path} 的第 {line} 行开始了另一段：",
            f"{path} 第 {line} 行以下也与此有关：",
        ),
    )


def _transition(stop: Stop, voice: Voice) -> str:
    name, to, line = code(stop.symbol.name), code(stop.tied_to), stop.tied_line
    short, owner = code(stop.symbol.short), code(stop.symbol.owner)
    tie = stop.tie
    if tie is Tie.FILE and not voice.once(f"at:{stop.quote.path}"):
        return ""
    stage = stage_of(stop.symbol)
    sibling = (
        (f"{owner} 用完之后，轮到 {short} 收场。", f"{owner} 的最后一程是 {short}。")
        if stage is Stage.CLOSE
        else (f"往 {owner} 里放东西，靠的是 {short}。", f"{owner} 的内容由 {short} 添进去。")
        if stage is Stage.FEED
        else (f"要向 {owner} 打听什么，就用 {short}。", f"{owner} 里有什么，由 {short} 回答。")
        if stage is Stage.ASK
        else (f"{owner} 里接着看 {short}。", f"同一个类里还有 {short}。", f"{short} 也住在 {owner} 里。")
    )
    options: dict[Tie, tuple[str, ...]] = {
        Tie.CALLED: (
            f"{to} 在第 {line} 行调用 {name}。",
            f"顺着 {to} 往下走，就到了 {name}。",
            f"{to} 的一部分工作落在 {name} 身上。",
        ),
        Tie.CALLS: (
            f"谁会用到 {to}？{name} 就是一个。",
            f"{name} 在第 {line} 行调用 {to}。",
            f"{to} 派上用场的地方是 {name}。",
        ),
        Tie.METHOD: (
            f"{to} 的方法之一是 {short}。",
            f"走进 {to}，先看 {short}。",
            f"{to} 的方法里，这里要读的是 {short}。",
        )
        if not is_constructor(stop.symbol)
        else (f"先看 {to} 怎样构造出来。", f"{to} 的一生从构造方法开始。"),
        Tie.SIBLING: sibling,
        Tie.SUBCLASS: (f"{name} 是从 {to} 派生出来的。", f"{to} 的一个特例是 {name}。"),
        Tie.FILE: (f"下面换到 {code(stop.quote.path)}。", f"另一半在 {code(stop.quote.path)} 里。"),
    }
    chosen = options.get(tie)
    return voice.sparing(f"衔接{tie.value}{stage if tie is Tie.SIBLING else ''}", chosen) if chosen else ""


def _overriding(stop: Stop, voice: Voice) -> list[str]:
    if not stop.overrides:
        return []
    owner, short, base = code(stop.symbol.owner), code(stop.symbol.short), code(stop.overrides)
    return [
        voice.pick(
            "覆盖",
            (
                f"{base} 里的 {short} 在 {owner} 这里有了自己的写法。",
                f"{owner} 用自己的 {short} 取代了 {base} 的同名方法。",
                f"{owner} 和 {base} 的差别，有一处就在 {short}。",
            ),
        )
    ]


def purpose(symbol: SymbolFacts, voice: Voice) -> list[str]:
    """What a definition is for: by its name, else by its callers or its bases; nothing where neither tells."""
    name, kind = code(symbol.name), KINDS.get(symbol.kind, "定义")
    does = (
        "把 " + code(symbol.owner) + " 的初始状态准备好"
        if symbol.short == "__init__" and symbol.owner
        else deed(symbol.name)
    )
    if does and not symbol.is_type:
        return [
            voice.pick(
                "用途",
                (
                    f"{name} 负责{does}。",
                    f"{name} 的职责写在名字里：{does}。",
                    f"{name} 这个{kind}做的是{does}。",
                    f"{does}，这是 {name} 的本分。",
                    f"要{does}，就找 {name}。",
                ),
            )
        ]
    thing = noun(words_of(symbol.short)) if symbol.is_type else ""
    base = listed([code(base) for base in symbol.bases])
    if thing:
        return [
            voice.pick(
                "类用途",
                (
                    f"{name} 是代码里的{thing}" + (f"，继承自 {base}。" if base else "。"),
                    f"{thing}由 {name} 实现" + (f"，以 {base} 为基类。" if base else "。"),
                    f"说到{thing}，代码里对应的就是 {name}" + (f"，它是一种 {base}。" if base else "。"),
                ),
            )
        ]
    if symbol.called_by:
        callers = listed([code(site.name) for site in symbol.called_by[:2]])
        more = f"等 {len(symbol.called_by)} 处" if len(symbol.called_by) > 2 else ""
        return [
            voice.pick(
                "被谁用",
                (
                    f"{name} 供 {callers} {more}调用。",
                    f"{callers} {more}会调用 {name}。",
                    f"调用 {name} 的有 {callers} {more}。".replace(" 。", "。"),
                ),
            )
        ]
    return [f"{name} 以 {base} 为基类。"] if base else []
