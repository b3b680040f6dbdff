"""Chinese for what follows from quoted lines: reasons, callers, the rest of a class."""

from __future__ import annotations

from tasks.offline.prose_voice import Voice, code
from tasks.offline.prose_zh_code import listed
from tasks.offline.prose_zh_words import deed_in_class
from tasks.offline.report_facts import SymbolFacts
from tasks.offline.write_stops import Stop

_MAX_QUOTATION = 18


def after(stop: Stop, voice: Voice, detail: int) -> list[str]:
    """Reasons from structure, callers, other methods, failures elsewhere."""
    said: list[str] = []
    for remark in stop.remarks[: 1 if detail < 2 else 2]:
        if remark.kind != "comment":
            said.append(_structural(remark.kind, remark.text, remark.symbol))
        elif detail >= 2 and len(remark.text.split()) <= _MAX_QUOTATION:
            said += [
                voice.pick(
                    "注释",
                    (
                        f"第 {remark.line} 行的注释道出原因：",
                        f"理由写在第 {remark.line} 行的注释里：",
                        f"为何如此？第 {remark.line} 行有注释：",
                    ),
                ),
                f"> {remark.text}",
            ]
    symbol = stop.symbol
    if detail >= 1:
        told = [f"{code(one.short)} {does}" for one in stop.siblings if (does := deed_in_class(one.short))][:5]
        if len(told) >= 2:
            name = code(symbol.name)
            said.append(
                voice.pick(
                    "其余",
                    (
                        f"{name} 的其他方法各有分工：{'，'.join(told)}。",
                        f"除此之外，{name} 还提供：{'，'.join(told)}。",
                    ),
                )
            )
    if detail >= 1 and len(symbol.called_by) >= 2:
        places = listed([f"{code(site.name)}（第 {site.line} 行）" for site in symbol.called_by[:3]])
        said.append(voice.pick("调用者", (f"调用它的有 {places}。", f"{places} 都依赖它。")))
    outside = [f for f in symbol.raises if not stop.quote.start <= f.line <= stop.quote.end]
    if detail >= 2 and outside and symbol.kind != "class" and outside[0].exception != "NotImplementedError":
        said.append(f"没有引出的第 {outside[0].line} 行还会抛出 {code(outside[0].exception)}。")
    if detail >= 3 and symbol.outside:
        said.append(
            voice.pick(
                "外部",
                (
                    f"其余的事交给 {listed([code(n) for n in symbol.outside[:4]])}。",
                    f"它还借助外部的 {listed([code(n) for n in symbol.outside[:4]])}。",
                ),
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
