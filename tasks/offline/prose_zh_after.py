"""Chinese for what follows from quoted lines: reasons, dependants, the rest of a class."""

from __future__ import annotations

from tasks.offline.prose_en_docs import plain_comment
from tasks.offline.prose_voice import Voice, code
from tasks.offline.prose_zh_code import how_many, listed
from tasks.offline.prose_zh_words import deed, deed_in_class
from tasks.offline.report_facts import SymbolFacts
from tasks.offline.write_acts import Act
from tasks.offline.write_stops import Section, Stop

_MAX_QUOTATION = 18


def after(stop: Stop, voice: Voice, detail: int) -> list[str]:
    """Reasons first, then who depends on it, then what else its class offers."""
    said: list[str] = []
    symbol = stop.symbol
    for remark in stop.remarks[: 1 if detail < 2 else 2]:
        fresh = voice.once(f"remark:{remark.path}:{remark.line}")
        seen = remark.kind == "lazy import" and any(step.act is Act.IMPORT for step in stop.steps)
        if fresh and remark.kind != "comment" and detail >= 1 and not seen:
            said.append(_structural(remark.kind, remark.text, remark.symbol))
        elif fresh and remark.kind == "comment" and len(remark.text.split()) <= _MAX_QUOTATION:
            lead = voice.sparing(
                "注释",
                (
                    f"第 {remark.line} 行的注释道出原因：",
                    f"理由写在第 {remark.line} 行的注释里：",
                    f"为何如此？第 {remark.line} 行有注释：",
                ),
                1,
            )
            said += [lead, f"> {plain_comment(remark.text)}."] if lead else []
    if detail >= 1 and len(symbol.called_by) >= 3 and voice.once(f"callers:{symbol.name}"):
        who = listed([code(site.name) for site in symbol.called_by[:2]])
        name = code(symbol.short)
        said.append(
            voice.sparing(
                "依赖",
                (
                    f"{who} 等 {how_many(symbol.called_by)} 处代码都指望着它。",
                    f"改动 {name} 之前要想到 {who}，它们都会调用它。",
                    f"调用 {name} 的不止一处，{who} 都在其中。",
                ),
                1,
            )
        )
    told = [f"{code(one.short)} {does}" for one in stop.siblings if (does := deed_in_class(one.short))][:5]
    if detail >= 1 and len(told) >= 2:
        name = code(symbol.name)
        said.append(
            voice.sparing(
                "其余",
                (f"{name} 的其他方法各有分工：{'，'.join(told)}。", f"除此之外，{name} 还会{'，'.join(told)}。"),
                1,
            )
        )
    return [sentence for sentence in said if sentence]


def callers(symbol: SymbolFacts, voice: Voice) -> str:
    """Who calls a definition, named in full."""
    places = listed([f"{code(site.name)}（第 {site.line} 行）" for site in symbol.called_by[:4]])
    name = code(symbol.name)
    return voice.pick(
        "谁在用",
        (f"改动 {name} 会牵动 {places}。", f"调用 {name} 的是 {places}。", f"动 {name} 之前，先看看 {places}。"),
    )


def asides(section: Section, voice: Voice) -> list[str]:
    """Smaller definitions in passing, each by its name."""
    said: list[str] = []
    for one in section.asides:
        does = deed(one.name) if not one.is_type else ""
        if does and voice.once(f"purpose:{one.name}"):
            name = code(one.name)
            said.append(
                voice.pick(
                    "旁及",
                    (
                        f"没有引出的 {name} 也在附近，它负责{does}。",
                        f"同一处还有 {name}，用来{does}。",
                        f"另外，{does}的事由 {name} 包办。",
                    ),
                )
            )
    return said


def parting(stop: Stop, voice: Voice) -> str:
    """What can be said of any quote: who uses it, or where its definition ends."""
    symbol, quote = stop.symbol, stop.quote
    if symbol.called_by:
        return callers(symbol, voice)
    if symbol.name and quote.end < symbol.end:
        return f"{code(symbol.name)} 一直写到第 {symbol.end} 行才结束。"
    who = code(symbol.name) if symbol.name else f"{code(quote.path)} 第 {quote.start} 行起的这一段"
    return voice.pick("收尾", (f"{who} 到这里就完整了。", f"关于 {who}，代码已经说尽。"))


def _structural(kind: str, text: str, symbol: str) -> str:
    names = [code(name) for name in text.split(", ")]
    below = listed(names[:3]) + (f" 等 {len(names)} 个类" if len(names) > 3 else "")
    return {
        "slots": f"{code(symbol)} 声明了 `__slots__`，实例不再各带一个字典。",
        "cached": f"装饰器 {code(text)} 让 {code(symbol)} 记住先前的结果。",
        "lazy import": f"{code(symbol)} 在运行时才导入 {code(text)}，而不是在模块加载时。",
        "sentinel": f"{code(symbol)} 只是一个裸的 `object()`，全凭身份辨认。",
        "hierarchy": f"在这些文件里，{code(symbol)} 之下有 {below}。",
    }.get(kind, "")
