"""Chinese for one cell of the reference table: what a definition does, never how large it is."""

from __future__ import annotations

from tasks.offline.prose_voice import code
from tasks.offline.prose_zh_code import error_words, listed
from tasks.offline.prose_zh_stops import KINDS
from tasks.offline.prose_zh_words import deed, noun, words_of
from tasks.offline.report_facts import SymbolFacts
from tasks.offline.write_signature import head_of


def role(row: tuple[SymbolFacts, ...]) -> str:
    """One line for a row, from its name, its result or its place in the family."""
    one = row[0]
    if len(row) > 1:
        base = f"，都是 {code(one.bases[0])}" if one.bases else ""
        return f"{len(row)} 个{KINDS.get(one.kind, '定义')}{base}"
    if one.is_type:
        return _class(one)
    if one.kind == "constant":
        value = one.signature.partition("=")[2].strip()
        return f"代表 {code(value)}" if 0 < len(value) <= 50 else "常量表"
    does = deed(one.name)
    if does:
        return does
    head = head_of(one.signature)
    answer = head.returns if head is not None else ""
    if answer and answer not in ("None", "t.NoReturn", "NoReturn", "t.Any", "Any"):
        return f"给出 {code(answer)}"
    if one.raises:
        return f"可能抛出 {error_words(one.raises[0])}"
    if one.called_by:
        return f"为 {listed([code(site.name) for site in one.called_by[:2]])} 服务"
    return f"{code(one.owner)} 的一部分" if one.owner else "供这些文件之外的代码使用"


def _class(one: SymbolFacts) -> str:
    thing = noun(words_of(one.short))
    base = f"一种 {code(one.bases[0])}" if one.bases else ""
    fields = [code(m.name) for m in one.members if m.kind == "attribute" and not m.name.startswith("_")]
    deeds = [does for m in one.members if m.kind == "method" and m.name[0] != "_" and (does := deed(m.name))]
    has = f"带有 {listed(fields[:3])}" if fields else f"能{'、'.join(deeds[:2])}" if deeds else ""
    return "，".join(part for part in (thing, base, has) if part) or "自成一类"
