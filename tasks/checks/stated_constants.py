"""What the prose says of the value of a constant."""

from __future__ import annotations

from tasks.checks.literal_values import LITERAL, same_value, value_of, without_suffix
from tasks.checks.source_index import SourceIndex
from tasks.checks.statement_grammar import AGREES, Relation, Statement, Verdict, phrase

_IS = r"(?:is|equals|is set to|is equal to|has the value|expands to|is defined as|holds)"
_CONSTANTS = (
    phrase(" is | equals | has the value| expands to | holds", rf"(?:constant |value of )?{{N}} {_IS} {{V}}(?!\w)"),
    phrase("`", r"{N}_?(?:的值)?_?(?:是|为|等于|设为|设置为)_?{V}"),
    phrase("=", r"(?<!`)`(?P<N>[A-Za-z_][\w.]*)(?:: ?[\w\[\], .|]+)? ?=_?(?P<V>[^`=]+)`(?!`)"),
)
_NAMED_WITH_VALUE = (phrase("` (", r"{N} \({V}\)"),)
_VALUES = frozenset({"constant", "variable", "attribute"})


def _constant(statement: Statement, index: SourceIndex) -> Verdict | None:
    name, stated = statement.name(), without_suffix(statement.value())
    found = index.definitions.named(name) if name else ()
    if not found or LITERAL.fullmatch(stated) is None:
        return None
    values = [value_of(one, index) for one in found]
    if any(one.symbol.kind not in _VALUES for one in found) or not all(values):
        return None
    if any(same_value(stated, real) for real in values):
        return AGREES
    return Verdict(f"{found[0].symbol.qualified_name} is {values[0]}, not {stated}", found[0])


def _named_with_value(statement: Statement, index: SourceIndex) -> Verdict | None:
    """`LIMIT` (30): only a name in capitals is surely followed by what it is."""
    return _constant(statement, index) if statement.name().rpartition(".")[2].isupper() else None


CONSTANTS = (Relation(_CONSTANTS, _constant), Relation(_NAMED_WITH_VALUE, _named_with_value))
