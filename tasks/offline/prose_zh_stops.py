"""Chinese for one stop: its introduction, the walk through its lines, and what follows from them."""

from __future__ import annotations

from tasks.offline.prose_en_docs import sentences
from tasks.offline.prose_voice import Voice, code
from tasks.offline.prose_zh_code import action_words, condition_words, listed
from tasks.offline.prose_zh_words import deed, deed_in_class, noun, words_of
from tasks.offline.report_facts import SymbolFacts
from tasks.offline.write_conditions import Test
from tasks.offline.write_plan import Stop, Tie
from tasks.offline.write_signature import head_of
from tasks.offline.write_steps import Act, Step, choose_steps

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
    said = [_transition(stop, voice), *purpose(symbol, voice)]
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
        return [voice.pick("被谁用", (f"{name} 供 {callers} 调用。", f"{callers} {'都' if len(symbol.called_by) > 1 else ''}离不开 {name}。", f"{name} 是为 {callers} 准备的。"))]
    if symbol.kind == "class" and symbol.bases:
        return [f"{name} 以 {listed([code(base) for base in symbol.bases])} 为基类，共 {symbol.lines} 行。"]
    return [voice.pick("大小", (f"{name} 是一个 {symbol.lines} 行的{kind}。", f"这个{kind}叫 {name}，从第 {symbol.start} 行写到第 {symbol.end} 行。"))]


def _signature(symbol: SymbolFacts, voice: Voice) -> list[str]:
    head = head_of(symbol.signature)
    if head is None or (not head.required and not head.defaults):
        return []
    if head.required and head.defaults:
        name, default = head.defaults[0]
        needs = listed([code(one) for one in head.required[:4]])
        more = f"，另有 {len(head.defaults) - 1} 个参数也可省略" if len(head.defaults) > 1 else ""
        return [voice.pick("参数", (f"调用时必须给出 {needs}，{code(name)} 默认是 {code(default)}{more}。", f"{needs} 不可少，{code(name)} 不写就是 {code(default)}{more}。"))]
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
    lead = voice.pick("引文", (f"{name} 的文档字符串这样写：", f"源码里对 {name} 的说明是：", f"作者给 {name} 的注解：", f"{name} 自带一句说明："))
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
        return voice.pick("全文", (f"{name} 全文如下：", f"它一共 {symbol.lines} 行：", f"完整的 {name}：", "代码全在这里："))
    span = f"第 {quote.start} 到 {quote.end} 行"
    if quote.start <= symbol.start:
        return voice.pick("开头", (f"开头是{span}：", f"先读{span}：", f"{name} 这样开始："))
    return voice.pick("核心", (f"关键在{span}：", f"最要紧的是{span}：", f"{symbol.lines} 行里，先看这一段："))


def walk(stop: Stop, voice: Voice, most: int) -> list[str]:
    """The quoted lines in words, in their order."""
    steps = choose_steps(stop.steps, most)
    said: list[str] = []
    at = 0
    previous: Step | None = None
    while at < len(steps):
        group = [steps[at]]
        while at + len(group) < len(steps) and _joins(group[-1], steps[at + len(group)]) and len(group) < 3:
            group.append(steps[at + len(group)])
        last = at + len(group) == len(steps)
        said.append(_sentence(stop, group, previous, voice, first=not said, last=last))
        previous = group[-1]
        at += len(group)
    return said


def _joins(before: Step, step: Step) -> bool:
    if step.within != before.within or step.depth != before.depth:
        return False
    if step.same:
        return before.condition == step.condition
    plain = (Act.ASSIGN, Act.CALL, Act.GROW, Act.STORE, Act.RETURN, Act.REMOVE)
    both = before.act in plain and step.act in plain and before.condition is None and step.condition is None
    return both and not step.otherwise


def _sentence(stop: Stop, group: list[Step], previous: Step | None, voice: Voice, *, first: bool, last: bool) -> str:
    step = group[0]
    deeds = [action_words(one, voice) for one in group]
    told = "，".join(deeds[:1] + [f"再{one}" for one in deeds[1:2]] + [f"然后{one}" for one in deeds[2:]])
    subject = _subject(stop, step, previous, first=first)
    if step.act is Act.REPEAT and step.condition is not None:
        return f"只要 {condition_words(step.condition)}，{subject}就{told}。"
    if step.condition is not None:
        return _conditional(step, previous, subject, told, voice)
    if previous is not None and previous.act in (Act.LOOP, Act.REPEAT, Act.ENDLESS) and step.depth > previous.depth:
        return voice.pick("循环内", (f"每一轮里，{subject}{told}。", f"循环体内，{subject}{told}。"))
    if subject or first:
        return voice.pick("起句", (f"{subject}{told}。", f"{subject}在第 {step.start} 行{told}。")) if step.act not in (Act.FIELDS, Act.METHODS) else f"{subject}{told}。"
    if last:
        return voice.pick("末句", (f"最后，{told}。", f"末了{told}。", f"第 {group[-1].start} 行收尾：{told}。"))
    return voice.pick("承接", (f"接着{told}。", f"随后{told}。", f"第 {step.start} 行{told}。", f"然后{told}。"))


def _subject(stop: Stop, step: Step, previous: Step | None, *, first: bool) -> str:
    if step.within and (previous is None or previous.within != step.within):
        return f"{code(step.within)} "
    if first:
        return f"{code(stop.symbol.short)} " if stop.symbol.name else "这段代码"
    return ""


def _conditional(step: Step, previous: Step | None, subject: str, told: str, voice: Voice) -> str:
    assert step.condition is not None
    test = condition_words(step.condition)
    near = previous is not None and 0 <= step.start - previous.end <= 3
    if step.condition.test is Test.NEITHER:
        return f"若{test}，{subject}就{told}。"
    if step.otherwise and near and previous is not None and previous.condition is not None:
        if step.condition.left == previous.condition.left:
            return voice.pick("否则", (f"否则{subject}{told}。", f"若非如此，{subject}便{told}。"))
        return f"否则，当 {test} 时，{subject}{told}。"
    return voice.pick(
        "条件",
        (
            f"当 {test} 时，{subject}{told}。",
            f"如果 {test}，{subject}就{told}。",
            f"第 {step.condition.line} 行先问一句：若 {test}，{subject}便{told}。",
            f"一旦 {test}，{subject}就{told}。",
        ),
    )


def after(stop: Stop, voice: Voice, detail: int) -> list[str]:
    """Reasons from structure, callers, other methods, failures elsewhere."""
    said: list[str] = []
    for remark in stop.remarks[: 1 if detail < 2 else 2]:
        if remark.kind != "comment":
            said.append(_structural(remark.kind, remark.text, remark.symbol))
        elif detail >= 2 and len(remark.text.split()) <= _MAX_QUOTATION:
            said += [voice.pick("注释", (f"第 {remark.line} 行的注释道出原因：", f"理由写在第 {remark.line} 行的注释里：", f"为何如此？第 {remark.line} 行有注释：")), f"> {remark.text}"]
    symbol = stop.symbol
    if detail >= 1:
        told = [f"{code(one.short)} {does}" for one in stop.siblings if (does := deed_in_class(one.short))][:5]
        if len(told) >= 2:
            name = code(symbol.name)
            said.append(voice.pick("其余", (f"{name} 的其他方法各有分工：{'，'.join(told)}。", f"除此之外，{name} 还提供：{'，'.join(told)}。")))
    if detail >= 1 and len(symbol.called_by) >= 2:
        places = listed([f"{code(site.name)}（第 {site.line} 行）" for site in symbol.called_by[:3]])
        said.append(voice.pick("调用者", (f"调用它的有 {places}。", f"{places} 都依赖它。")))
    outside = [f for f in symbol.raises if not stop.quote.start <= f.line <= stop.quote.end]
    if detail >= 2 and outside and symbol.kind != "class" and outside[0].exception != "NotImplementedError":
        said.append(f"没有引出的第 {outside[0].line} 行还会抛出 {code(outside[0].exception)}。")
    if detail >= 3 and symbol.outside:
        said.append(voice.pick("外部", (f"其余的事交给 {listed([code(n) for n in symbol.outside[:4]])}。", f"它还借助外部的 {listed([code(n) for n in symbol.outside[:4]])}。")))
    return [sentence for sentence in said if sentence]


def callers(symbol: SymbolFacts, voice: Voice) -> str:
    """Who calls a definition, named in full."""
    places = listed([f"{code(site.name)}（第 {site.line} 行）" for site in symbol.called_by[:4]])
    name = code(symbol.name)
    return voice.pick("谁在用", (f"改动 {name} 会牵动 {places}。", f"调用 {name} 的是 {places}。", f"动 {name} 之前，先看看 {places}。"))


def _structural(kind: str, text: str, symbol: str) -> str:
    names = [code(name) for name in text.split(", ")]
    below = listed(names[:5]) + (f" 等 {len(names)} 个类" if len(names) > 5 else "")
    return {
        "slots": f"{code(symbol)} 声明了 `__slots__`，实例不再各带一个字典。",
        "cached": f"装饰器 {code(text)} 让 {code(symbol)} 记住先前的结果。",
        "lazy import": f"{code(symbol)} 在运行时才导入 {code(text)}，而不是在模块加载时。",
        "sentinel": f"{code(symbol)} 只是一个裸的 `object()`，全凭身份辨认。",
        "hierarchy": f"{code(symbol)} 之下有 {below}。",
    }.get(kind, "")
