"""What a quoted block does, statement by statement, in a form that any language can tell."""

from __future__ import annotations

from functools import lru_cache

from tasks.offline.report_facts import Quote
from tasks.offline.syntax_shapes import shape_steps
from tasks.offline.syntax_units import tree_steps
from tasks.offline.write_acts import Step
from tasks.offline.write_python_scope import NO_NAMES
from tasks.offline.write_python_steps import python_steps

_SHAPES = frozenset({"struct", "interface", "enum", "union", "type"})
_DATA = frozenset({"constant", "variable", "attribute"})


@lru_cache(maxsize=256)
def steps_of(quote: Quote, kind: str, failing: frozenset[str] = NO_NAMES) -> tuple[Step, ...]:
    """The steps of a quote in its language; `kind` is that of the definition it belongs to.

    What only shapes or holds data does nothing: of a struct, an interface, an enum the members are named. `failing`
    are the last parts of the names of functions that never return, as far as their signatures say so. A chapter is
    composed some forty times until its length fits, so a quote is read once.
    """
    if quote.language == "python":
        return python_steps(quote, of_class=kind == "class", failing=failing)
    if kind in _DATA:
        return ()
    if kind in _SHAPES:
        return shape_steps(quote)
    return tree_steps(quote, of_class=kind == "class", failing=failing)
