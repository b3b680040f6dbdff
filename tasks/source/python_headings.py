"""Python's definitions by their lines alone: ten times as fast as a parser, for a first look at many files.

What a line means is told by its indentation and its first word; texts over several lines are skipped. It knows no
signature and no docstring: whoever wants those asks the parser, which also decides where the two differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tasks.source.decoding import lines_of
from tasks.source.symbol import SymbolKind

_HEAD = re.compile(r"(?:async[ \t]+)?(?P<word>def|class)[ \t]+(?P<name>[^\W\d]\w*)")
_VALUES = re.compile(r"[(\[]?(?P<names>[^\W\d]\w*(?:[ \t]*,[ \t]*[^\W\d]\w*)*)[)\]]?[ \t]*(?P<sign>:(?!=)|=(?!=))")
_UPPER = re.compile(r"_*[A-Z][A-Z0-9_]*\Z")
_MAKES_TYPE = re.compile(r"=[ \t]*(?:\w+\.)*(?:TypeVar|ParamSpec|TypeVarTuple|NewType)\(")
_DECORATOR = re.compile(r"@[ \t]*(?:\w+\.)*(?P<name>\w+)")
_LONG_TEXT = re.compile(r"\"\"\"|'''|[\"']|#")
_PROPERTIES = frozenset({"property", "cached_property", "abstractproperty"})
_CODE = frozenset({"function", "method", "property"})
_GOES_ON = frozenset("([{,\\")
_BLANKS = " \t\f"
_WORDS = frozenset({"else", "try", "finally", "lambda", "return", "yield", "raise", "assert", "del", "case"})


class Heading(NamedTuple):
    """What a definition is called and which lines it takes, 1-based and inclusive, decorators included."""

    name: str
    kind: SymbolKind
    start: int
    end: int


@dataclass(slots=True)
class _Open:
    """A definition whose last line is not known yet; `holds_shown`: a class, and so is whatever is around it."""

    indent: int
    name: str
    kind: SymbolKind
    start: int
    shown: bool
    holds_shown: bool = False

    def closed(self, end: int) -> Heading:
        """The definition with its last line."""
        return Heading(self.name, self.kind, self.start, end)


def python_headings(text: str) -> tuple[Heading, ...]:
    """The definitions that `python_symbols` finds, sorted by their first line; a few may differ in odd layouts."""
    return tuple(sorted(_headings(lines_of(text)), key=lambda one: (one.start, -one.end)))


def _headings(lines: Sequence[str]) -> Iterator[Heading]:
    stack: list[_Open] = []
    values: list[_Open] = []
    decorators: list[str] = []
    decorated_from = last = 0
    quote = deeper = ""
    continues = False
    for number, line in enumerate(lines, 1):
        if quote:
            if quote in line:
                last, rest = number, line[line.index(quote) + 3 :]
                quote = _open_quote(rest)
                continues = _is_unfinished(rest)
            continue
        has_long_text = '"""' in line or "'''" in line
        # Most lines are the body of a function, where nothing but a text over lines matters.
        if not line or (deeper and not has_long_text and line.startswith(deeper)):
            continue
        body = line.lstrip(_BLANKS)
        if not body or body[0] == "#":
            continue
        if last < number - 1:
            last, continues = _passed(lines, last, number, continues)
        indent = len(line) - len(body)
        if stack and indent > stack[-1].indent and stack[-1].kind in _CODE:
            last, continues = number, body[-1] in _GOES_ON
            quote = _open_quote(body) if has_long_text else ""
            continue
        if not continues and body[0] not in ")]}" and not (values and indent > values[0].indent):
            if values:
                yield from (one.closed(last) for one in values)
                values = []
            while stack and indent <= stack[-1].indent:
                if (one := stack.pop()).shown:
                    yield one.closed(last)
            if body[0] == "@":
                decorated_from = decorated_from or number
                decorators += [found["name"]] if (found := _DECORATOR.match(body)) else []
            elif found := _HEAD.match(body):
                is_seen = not stack or stack[-1].holds_shown
                shown = is_seen and "overload" not in decorators
                word, name = found.groups()
                kind = _kind(word, decorators, bool(stack))
                stack.append(_Open(indent, name, kind, decorated_from or number, shown, is_seen and kind == "class"))
                decorators, decorated_from = [], 0
            elif not stack or stack[-1].kind == "class":
                kind = "attribute" if stack else "constant"
                values = [_Open(indent, name, kind, number, True) for name in _values(body)]
            deeper = " " * (stack[-1].indent + 1) if stack and stack[-1].kind in _CODE else ""
        last = number
        quote = _open_quote(body) if has_long_text else ""
        continues = not quote and _is_unfinished(body)
    last = len(lines) if quote else _passed(lines, last, len(lines) + 1, continues)[0]
    yield from (one.closed(last) for one in (*values, *stack) if one.shown)


def _passed(lines: Sequence[str], last: int, number: int, continues: bool) -> tuple[int, bool]:
    """The last line before `number` that is neither blank nor a comment, and whether it goes on on the next one.

    `last` and `continues` are what is known of the lines up to `last`.
    """
    for at in range(number - 1, last, -1):
        body = lines[at - 1].lstrip(_BLANKS)
        if body and body[0] != "#":
            return at, body[-1] in _GOES_ON
    return last, continues


def _kind(word: str, decorators: Sequence[str], inside: bool) -> SymbolKind:
    if word == "class":
        return "class"
    return "function" if not inside else "property" if not _PROPERTIES.isdisjoint(decorators) else "method"


def _values(body: str) -> Iterator[str]:
    """The names of constants and attributes: annotated, or upper case and assigned."""
    found = _VALUES.match(body)
    if found is None or found["names"] in _WORDS or (found["sign"] == "=" and _MAKES_TYPE.search(body)):
        return
    while found:
        names = found["names"].replace(" ", "").split(",")
        yield from (name for name in names if found["sign"] == ":" or _UPPER.match(name))
        # `A = B = 3` defines both.
        body = body[found.end() :].lstrip() if found["sign"] == "=" else ""
        found = _VALUES.match(body)


def _is_unfinished(body: str) -> bool:
    """Whether the next line goes on with this statement, as far as the end of the line tells."""
    code = body.rpartition(" #")[0] or body if "#" in body else body
    return code.rstrip()[-1:] in _GOES_ON


def _open_quote(text: str) -> str:
    """The triple quote that a line leaves open, "" for none."""
    at = 0
    while found := _LONG_TEXT.search(text, at):
        mark = found.group()
        if mark == "#":
            return ""
        end = text.find(mark, found.end())
        while end > 0 and text[end - 1] == "\\" and len(mark) == 1:
            end = text.find(mark, end + 1)
        if end < 0:
            return mark if len(mark) == 3 else ""
        at = end + len(mark)
    return ""
