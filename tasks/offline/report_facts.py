"""What a research report says, as data: the researcher fills it in, the writer reads it back.

Every place is a path of the repository and 1-based inclusive lines. Nothing here is opinion: each value
was read off the source that the researcher saw.
"""

from __future__ import annotations

from dataclasses import dataclass, field

MOST_SITES = 12
"""Places of use that a report names of one definition; there may be more."""
TYPE_KINDS = frozenset({"class", "struct", "interface", "trait", "enum", "union", "type", "module"})
"""Definitions that hold others, or shape data; what each language calls them is kept as the kind."""


@dataclass(frozen=True)
class Site:
    """A place where `name` is used: who calls it, or whom it calls."""

    name: str
    path: str
    line: int


@dataclass(frozen=True)
class RaiseFact:
    """One `raise`: which exception, in which line, guarded by which test, with which literal message."""

    exception: str
    line: int
    condition: str = ""
    message: str = ""

    @property
    def is_returned(self) -> bool:
        """Whether the error is a value that is handed back (Go) and nothing that unwinds the stack."""
        return self.exception in ("fmt.Errorf", "errors.New")

    @property
    def is_panic(self) -> bool:
        """Whether the program gives up by a call that names no class of error."""
        return self.exception in ("panic", "panic!")


@dataclass(frozen=True)
class MemberFact:
    """A method or attribute of a class, in one line."""

    name: str
    kind: str
    start: int
    end: int
    says: str = ""


@dataclass(frozen=True)
class SymbolFacts:
    """One definition. `name` is qualified; `signature` is one line of source; `doc` the cleaned docstring."""

    name: str
    kind: str
    path: str
    start: int
    end: int
    signature: str
    doc: str = ""
    bases: tuple[str, ...] = ()
    decorators: tuple[str, ...] = ()
    members: tuple[MemberFact, ...] = ()
    raises: tuple[RaiseFact, ...] = ()
    calls: tuple[Site, ...] = ()
    outside: tuple[str, ...] = ()
    """Names it calls that this chapter's files do not define."""
    called_by: tuple[Site, ...] = ()
    generator: bool = False
    mapped: bool = False
    """Whether the source map asks this chapter to explain it."""

    @property
    def short(self) -> str:
        """The last part of the name."""
        return self.name.rpartition(".")[2]

    @property
    def owner(self) -> str:
        """The class that it belongs to, "" for a top-level definition."""
        return self.name.rpartition(".")[0]

    @property
    def lines(self) -> int:
        """How many lines it spans."""
        return self.end - self.start + 1

    @property
    def is_type(self) -> bool:
        """Whether it is a class or what other languages have in its place."""
        return self.kind in TYPE_KINDS

    @property
    def is_data(self) -> bool:
        """Whether it holds a value and does nothing."""
        return self.kind in ("constant", "variable", "attribute")

    @property
    def place(self) -> str:
        """`path:start-end`."""
        return f"{self.path}:{self.start}-{self.end}"


@dataclass(frozen=True)
class Quote:
    """Byte-exact lines of the source. `symbol` is the definition they belong to, "" where none is known."""

    path: str
    start: int
    end: int
    language: str
    text: str
    symbol: str = ""

    @property
    def info(self) -> str:
        """The info string of the fence (PROTOCOL 7)."""
        return f"{self.language} {self.place}"

    @property
    def place(self) -> str:
        """`path:start-end`."""
        return f"{self.path}:{self.start}-{self.end}"


@dataclass(frozen=True)
class Remark:
    """A reason that the source itself gives, or a decision that its structure shows.

    `kind` is "comment" (text = the comment), or a structural one: "slots", "cached", "hierarchy",
    "lazy import", "sentinel", "table", "overrides", "alias" (text = the names or the line it is seen in).
    """

    kind: str
    path: str
    line: int
    text: str
    symbol: str = ""


@dataclass(frozen=True)
class FileFacts:
    """One source file of the chapter; `read` is the range of lines that the researcher saw."""

    path: str
    language: str
    lines: int
    read: str
    purpose: str = ""
    doc: str = ""
    imports: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReportFacts:
    """A whole report. `paragraphs` are sentences of a report that code did not write, kept for the writer."""

    chapter: int
    title: str
    files: tuple[FileFacts, ...] = ()
    symbols: tuple[SymbolFacts, ...] = ()
    quotes: tuple[Quote, ...] = ()
    remarks: tuple[Remark, ...] = ()
    chains: tuple[tuple[str, ...], ...] = ()
    terms: tuple[tuple[str, str], ...] = ()
    """A term and the symbol that it is read off."""
    gaps: tuple[str, ...] = ()
    """What the researcher could not see."""
    paragraphs: tuple[str, ...] = field(default=())

    def symbol(self, name: str) -> SymbolFacts | None:
        """The definition with this qualified name, or None."""
        return next((one for one in self.symbols if one.name == name), None)

    def quote_of(self, name: str) -> Quote | None:
        """The first quote of a definition, or None."""
        return next((one for one in self.quotes if one.symbol == name), None)

    @property
    def mapped(self) -> tuple[SymbolFacts, ...]:
        """The definitions that this chapter has to explain."""
        return tuple(one for one in self.symbols if one.mapped)
