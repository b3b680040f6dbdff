"""English for one cell of the reference table: what a definition does, never how large it is."""

from __future__ import annotations

from tasks.offline.prose_en_code import error_words
from tasks.offline.prose_en_contract import taken_and_given
from tasks.offline.prose_en_docs import clause_of, named_in_words
from tasks.offline.prose_voice import article, code, join
from tasks.offline.report_facts import SymbolFacts


def role(row: tuple[SymbolFacts, ...]) -> str:
    """One line for a row: its docstring as a clause, else its name, its result or its place in the family."""
    one = row[0]
    if len(row) > 1:
        base = f" of {code(one.bases[0])}" if one.bases else ""
        told = clause_of(one, limit=70)
        sample = f", the first of which {told.text}" if told is not None and told.kind == "verb" else ""
        kind = {"class": "kinds" if one.bases else "classes", "constant": "constants"}.get(one.kind, "functions")
        return f"{len(row)} {kind}{base}{sample}"
    told = clause_of(one)
    if told is not None:
        return f"“{told.text}”" if told.kind == "quote" else told.text
    if one.is_type:
        return _class(one)
    if one.kind == "constant":
        value = one.signature.partition("=")[2].strip()
        return f"stands for {code(value)}" if 0 < len(value) <= 50 else "a constant table"
    contract = taken_and_given(one)
    if contract:
        return contract
    deed = named_in_words(one)
    if deed:
        return deed
    if one.raises:
        return f"may end in {error_words(one.raises[0])}"
    if one.called_by:
        return f"works for {join([code(site.name) for site in one.called_by[:2]], 'and')}"
    return f"part of {code(one.owner)}" if one.owner else taken_and_given(one) or f"defined in line {one.start}"


def _class(one: SymbolFacts) -> str:
    fields = [m.name for m in one.members if m.kind == "attribute" and not m.name.startswith("_")]
    methods = [m.name for m in one.members if m.kind == "method" and not m.name.startswith("_")]
    base = one.bases[0].removeprefix("t.") if one.bases else ""
    kind = f"{article(base)} {code(base)}" if base else ""
    if fields:
        return f"{kind} with {join([code(name) for name in fields[:3]], 'and')}".strip()
    if methods:
        offers = f"offers {join([code(name) for name in methods[:3]], 'and')}"
        return f"{kind} that {offers}" if kind else offers
    return f"a kind of {code(base)}" if base else f"a class of {code(one.path)}"
