"""The parts of a chapter plan: stops, terms, sections."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from memory_schema.memory_view import SeenTerm
from tasks.offline.report_facts import Quote, Remark, SymbolFacts
from tasks.offline.write_acts import Step


class Tie(StrEnum):
    """How a stop hangs together with the stop before it."""

    CALLED = "the one before calls it"
    CALLS = "it calls the one before"
    METHOD = "it belongs to the class before"
    SIBLING = "both belong to one class"
    SUBCLASS = "it extends the one before"
    FILE = "another file"
    NONE = "nothing but the place"


@dataclass(frozen=True)
class Stop:
    """One definition that the chapter dwells on, with the lines it quotes."""

    symbol: SymbolFacts
    quote: Quote
    steps: tuple[Step, ...]
    tie: Tie = Tie.NONE
    tied_to: str = ""
    tied_line: int = 0
    remarks: tuple[Remark, ...] = ()
    recalls: tuple[SeenTerm, ...] = ()
    """Earlier terms that these lines rest on."""
    defined: bool = False
    """Whether the section's opening defines a term by this very symbol."""
    siblings: tuple[SymbolFacts, ...] = ()
    """Documented methods of this class that no stop dwells on."""
    helpers: tuple[SymbolFacts, ...] = ()
    """The definitions of this chapter that it calls."""
    overrides: str = ""
    """The base class, in this chapter, whose method of the same name it replaces."""


@dataclass(frozen=True)
class NewTerm:
    """A term that this chapter defines, and the definition it is read off."""

    term: str
    symbol: SymbolFacts
    taken: tuple[str, ...] = ()
    """What it takes: the parameters of the function, or those that an instance of the class is made from."""
    offers: tuple[SymbolFacts, ...] = ()
    """Documented public methods of the class, the most telling first."""
    below: tuple[str, ...] = ()
    """Classes of these files that extend it."""


@dataclass(frozen=True)
class Section:
    """One H2 of the body; `topic` is the outline's, "" when no topic fits."""

    topic: str
    stops: tuple[Stop, ...]
    terms: tuple[NewTerm, ...] = ()
    asides: tuple[SymbolFacts, ...] = ()
    """Smaller definitions of the same files that no stop dwells on."""
