"""Sentences that say something of a name in inline code: how they are written down, and how a text is read for them.

A phrase is a regular expression with holes: `{N}` a name in ticks (`f`, `f()`, `A.f`), `{P}`, `{T}`, `{F}` other inline
code, `{V}` a value with or without ticks, `{D}` a number in digits or in words, `{L}` a list of names. A space stands
for any white space.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from memory_schema.findings import Severity
from tasks.checks.chapter_text import Block
from tasks.checks.definitions import Definition
from tasks.checks.source_index import SourceIndex

NAME = re.compile(r"[^\W\d][\w$]*(?:\.[^\W\d][\w$]*)*")
_KEYWORD = re.compile(r"^(?:struct|enum|union|class|interface|trait|type|func|fn|def|fun|function)\s+")
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = dict(zip((*_WORDS, *"零一二三四五六七八九十", "两"), (*range(13), *range(11), 2), strict=True))
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8}

_CODE = r"(?<!`)`(?P<{0}>[^`]+)`(?!`)"
_LITERAL = r"[-+]?\d[\d_]*(?:\.\d+)?(?!\w|\.\w)|(?:true|false|none|null|nil|True|False|None|NULL)\b|\"[^\"\n]*\""
_NUMBER = r"(?<!\w)(?:\d{1,6}|" + "|".join(_WORDS) + r")(?!\w)|[零一二三四五六七八九十两]"
_HOLES = {
    "{D}": rf"(?P<D>{_NUMBER})",
    "{O}": rf"(?P<O>{'|'.join(_ORDINALS)}|\d(?:st|nd|rd|th))",
    "{V}": rf"(?:(?<!`)`(?P<V>[^`]+)`(?!`)|(?P<v>{_LITERAL}))",
    "{L}": r"(?P<L>`[^`]+`(?:(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|&)\s+|\s*、\s*|\s*(?:和|以及|与)\s*)`[^`]+`)*)",
    "{S}": r"(?P<S>\d{1,7})",
    "{E}": r"(?P<E>\d{1,7})",
}
_UNSAID = re.compile(
    r"\b(?:not|never|no longer|nor|neither|cannot|instead of|unlike|without|used to|formerly|previously|would|should|"
    r"could|imagine|suppose|let|until|your|my|if|when|whether|unless|rename[ds]?|deprecated|removed|replaced|old)\b|n't\b"
    r"|\bin (?:version )?v?\d|不|没|并非|以前|曾|如果|假如|应该|应当|不再|旧|你的",
    re.IGNORECASE,
)
"""What makes of a statement a wish, a condition, a denial or a memory, when it stands before it in its sentence."""
_SENTENCE_ENDS = re.compile(r"[.!?;:](?=\s)|[。！？；]|\n\s*\n")
_MOST_LOOKED_BACK = 160


@dataclass(frozen=True)
class Statement:
    """What a sentence says: the holes of its phrase by their letters, and where it stands in its block."""

    holes: Mapping[str, str]
    at: int
    quote: str

    def name(self, hole: str = "N") -> str:
        """A name in ticks, without its call, joined by dots; "" where it is none. A parameter's goes without the sign
        of PHP's variables."""
        code = self.holes.get(hole) or ""
        return plain_name(code.lstrip("$") if hole in "PQ" else code)

    def subjects(self) -> tuple[str, ...]:
        """The parts of the names that it is about."""
        return tuple(part for hole in "NC" for part in self.name(hole).split(".") if part)

    def number(self, hole: str = "D") -> int:
        """The number in a hole, in digits or as a word; -1 where none is."""
        text = (self.holes.get(hole) or "").lower()
        return int(text) if text.isdigit() else _NUMBERS.get(text, -1)

    def ordinal(self) -> int:
        """Which one, from 1 on; -1 where none is said."""
        text = (self.holes.get("O") or "").lower()
        return _ORDINALS.get(text, int(text[0]) if text[:1].isdigit() else self.number())

    def value(self) -> str:
        """The value, with or without ticks."""
        return (self.holes.get("V") or self.holes.get("v") or "").strip()

    def names(self) -> tuple[str, ...]:
        """The inline code of a list, in order."""
        return tuple(one.strip() for one in re.findall(r"`([^`]+)`", self.holes.get("L") or ""))


@dataclass(frozen=True)
class Verdict:
    """What the source says of a statement: `problem` is "" where it agrees; `definition` shows it."""

    problem: str = ""
    definition: Definition | None = None
    severity: Severity = Severity.SHOULD
    fix: str = ""


AGREES = Verdict()
Judge = Callable[[Statement, SourceIndex], Verdict | None]
"""Whether the source agrees; None where it has nothing to say."""


@dataclass(frozen=True)
class Phrase:
    """One way to say something; of the `triggers` every such sentence has at least one, in lower case."""

    triggers: tuple[str, ...]
    pattern: re.Pattern[str]


@dataclass(frozen=True)
class Relation:
    """What is said (`phrases`, in any language) and who decides whether it is true."""

    phrases: Sequence[Phrase]
    judge: Judge


def phrase(trigger: str, text: str) -> Phrase:
    """A phrase of its triggers, joined by bars, and its expression with holes."""
    pattern = text.replace(" ?", "_?").replace(" ", r"\s+").replace("_?", r"\s*")
    for hole, expression in _HOLES.items():
        pattern = pattern.replace(hole, expression)
    pattern = re.sub(r"\{([A-Z])\}", lambda hole: _CODE.format(hole[1]), pattern)
    return Phrase(tuple(trigger.split("|")), re.compile(pattern, re.IGNORECASE))


def statements(relation: Relation, block: Block, lower: str) -> Iterator[Statement]:
    """What a block says in this relation; `lower` is its text in lower case. Wishes and denials are left out."""
    for one in relation.phrases:
        if any(trigger in lower for trigger in one.triggers):
            for match in one.pattern.finditer(block.text):
                if _is_said(block.text, match):
                    yield Statement(match.groupdict(), match.start(), " ".join(match[0].split()))


def _is_said(text: str, match: re.Match[str]) -> bool:
    begin = max(0, match.start() - _MOST_LOOKED_BACK)
    before = _SENTENCE_ENDS.split(text[begin : match.start()])[-1]
    return _UNSAID.search(before) is None and text[match.end() : match.end() + 1] != "?"


def plain_name(code: str) -> str:
    """The dotted name that inline code is, without ticks, a call's brackets, an `@` or the keyword that declares it
    (`struct abuf`); "" where it is none."""
    plain = re.sub(r"\(.*\)$", "", _KEYWORD.sub("", code.strip().removeprefix("@"), count=1), flags=re.DOTALL)
    plain = re.sub(r"::|#|->", ".", plain).strip()
    return plain if NAME.fullmatch(plain) else ""


def mentions(text: str, name: str) -> bool:
    """Whether a text holds a name as a whole word."""
    return re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", text) is not None


def types_only(name: str, index: SourceIndex) -> tuple[Definition, ...]:
    """The types of a name, none where something else bears it as well; a constructor is its type's."""
    types = index.definitions.types(name) if name else ()
    other = (
        [one for one in index.definitions.named(name) if one not in types and not one.is_constructor] if types else []
    )
    return () if other else types
