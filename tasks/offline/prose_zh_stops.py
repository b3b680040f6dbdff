"""Chinese that introduces a stop: transition, purpose, signature, and the words that lead to the quote."""

from __future__ import annotations

from tasks.offline.prose_en_docs import sentences
from tasks.offline.prose_voice import Voice, code
from tasks.offline.prose_zh_code import listed
from tasks.offline.prose_zh_words import deed, noun, words_of
from tasks.offline.report_facts import SymbolFacts
from tasks.offline.write_signature import head_of
from tasks.offline.write_stops import Stop, Tie

_MAX_QUOTATION = 18
KINDS = {
    "class": "类", "function": "函数", "method": "方法", "property": "属性", "constant": "常量",
    "async function": "异步函数", "async method": "异步方法", "definition": "定义", "attribute": "属性",
}  # fmt: skip


def before(stop: Stop, voice: Voice, detail: int) -> list[str]:
    """Transition, purpose, signature, and the words that lead to the quote."""
    symbol = stop.symbol
    if not symbol.name:
        return [f"{code(stop.quote.path)} 的第 {stop.quote.start} 到 {stop.quote.end} 行不属于任何定义："]
    said = [_transition(stop, voice), *([] if stop.defined and symbol.kind == "class" else purpose(symbol, voice))]
    if detail >= 1:
        said += _signature(symbol, voice)
    said += _recalls(stop, voice)
    if detail >= 2:
        said += _quotation(symbol, voice)
    said.append(_lead(stop, voice))
    return [sentence for sentence in said if sentence]


def _transition(stop: Stop, voice: Voice) -> str:
    name, to, line = code(stop.symbol.name), code(stop.tied_to), stop.tied_line
    short = code(stop.symbol.short)
    options: dict[Tie, tuple[str, ...]] = {
        Tie.CALLED: (
            f"第 {line} 行，{to} 调用了 {name}。",
            f"顺着 {to} 的第 {line} 行往下走，就到了 {name}。",
            f"{to} 在第 {line} 行把活儿交给 {name}。",
        ),
        Tie.CALLS: (
            f"{name} 正是 {to} 的使用者之一，见第 {line} 行。",
            f"谁会用到 {to}？{name} 的第 {line} 行就用到了。",
            f"{name} 在第 {line} 行调用 {to}。",
        ),
        Tie.METHOD: (
            f"{to} 的方法里，{short} 值得细看。",
            f"走进 {to}，先看 {short}。",
            f"真正让 {to} 动起来的是 {short}。",
        ),
        Tie.SIBLING: (
            f"{code(stop.symbol.owner)} 还有一个 {short}。",
            f"与它同属一类的还有 {short}。",
            f"同一个类里，接着看 {short}。",
        ),
        Tie.SUBCLASS: (f"{name} 继承自 {to}。", f"{to} 的一个特例是 {name}。", f"从 {to} 派生出 {name}。"),
        Tie.FILE: (
            f"下面换到 {code(stop.quote.path)}。",
            f"另一半在 {code(stop.quote.path)} 里。",
            f"接下来的代码位于 {code(stop.quote.path)}。",
        ),
    }
    chosen = options.get(stop.tie)
    return voice.pick(f"衔接{stop.tie.value}", chosen) if chosen else ""


def purpose(symbol: SymbolFacts, voice: Voice) -> list[str]:
    """What a definition is for."""
    name, kind = code(symbol.name), KINDS.get(symbol.kind, "定义")
    does = "初始化 " + code(symbol.owner) if symbol.short == "__init__" and symbol.owner else deed(symbol.name)
    if does and symbol.kind != "class":
        return [
            voice.pick(
                "用途",
                (
                    f"{name} 的职责写在名字里：{does}。",
                    f"{name} 负责{does}。",
                    f"从名字就看得出，{name} 用来{does}。",
                    f"{name} 这个{kind}做的是{does}。",
                ),
            )
        ]
    thing = noun(words_of(symbol.short)) if symbol.kind == "class" else ""
    if thing:
        base = f"，继承自 {listed([code(base) for base in symbol.bases])}" if symbol.bases else ""
        return [
            voice.pick(
                "类用途",
                (
                    f"{name} 是代码里的{thing}{base}。",
                    f"{thing}由 {name} 实现{base}，全长 {symbol.lines} 行。",
                    f"说到{thing}，代码里对应的类就是 {name}{base}。",
                ),
            )
        ]
    if symbol.called_by:
        callers = listed([code(site.name) for site in symbol.called_by[:3]])
        return [
            voice.pick(
                "被谁用",
                (
                    f"{name} 供 {callers} 调用。",
                    f"{callers} {'都' if len(symbol.called_by) > 1 else ''}离不开 {name}。",
                    f"{name} 是为 {callers} 准备的。",
                ),
            )
        ]
    if symbol.kind == "class" and symbol.bases:
        return [f"{name} 以 {listed([code(base) for base in symbol.bases])} 为基类，共 {symbol.lines} 行。"]
    return [
        voice.pick(
            "大小",
            (
                f"{name} 是一个 {symbol.lines} 行的{kind}。",
                f"这个{kind}叫 {name}，从第 {symbol.start} 行写到第 {symbol.end} 行。",
            ),
        )
    ]


def _signature(symbol: SymbolFacts, voice: Voice) -> list[str]:
    head = head_of(symbol.signature)
    if head is None or (not head.required and not head.defaults):
        return []
    if head.required and head.defaults:
        name, default = head.defaults[0]
        needs = listed([code(one) for one in head.required[:4]])
        more = f"，另有 {len(head.defaults) - 1} 个参数也可省略" if len(head.defaults) > 1 else ""
        return [
            voice.pick(
                "参数",
                (
                    f"调用时必须给出 {needs}，{code(name)} 默认是 {code(default)}{more}。",
                    f"{needs} 不可少，{code(name)} 不写就是 {code(default)}{more}。",
                ),
            )
        ]
    if head.required:
        needs = listed([code(one) for one in head.required[:5]])
        return [voice.pick("输入", (f"它的输入是 {needs}。", f"它接收 {needs}。", f"交给它的是 {needs}。"))]
    pairs = "，".join(f"{code(name)} 是 {code(value)}" for name, value in head.defaults[:4])
    return [f"它的参数都有默认值：{pairs}。"]


def _quotation(symbol: SymbolFacts, voice: Voice) -> list[str]:
    """A short docstring sentence, left in English and marked as a quotation."""
    found = sentences(symbol.doc)
    if not found or len(found[0].split()) > _MAX_QUOTATION:
        return []
    name = code(symbol.short)
    lead = voice.pick(
        "引文",
        (
            f"{name} 的文档字符串这样写：",
            f"源码里对 {name} 的说明是：",
            f"作者给 {name} 的注解：",
            f"{name} 自带一句说明：",
        ),
    )
    return [lead, f"> {found[0]}"]


def _recalls(stop: Stop, voice: Voice) -> list[str]:
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


def _lead(stop: Stop, voice: Voice) -> str:
    quote, symbol = stop.quote, stop.symbol
    name = code(symbol.short)
    if quote.start <= symbol.start and quote.end >= symbol.end:
        return voice.pick(
            "全文", (f"{name} 全文如下：", f"它一共 {symbol.lines} 行：", f"完整的 {name}：", "代码全在这里：")
        )
    span = f"第 {quote.start} 到 {quote.end} 行"
    if quote.start <= symbol.start:
        return voice.pick("开头", (f"开头是{span}：", f"先读{span}：", f"{name} 这样开始："))
    return voice.pick("核心", (f"关键在{span}：", f"最要紧的是{span}：", f"{symbol.lines} 行里，先看这一段："))
