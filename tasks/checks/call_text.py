"""A call or a signature as somebody wrote it in a text: its name, its arguments, what it returns. No source here."""

from __future__ import annotations

import re
from dataclasses import dataclass

_CALL = re.compile(
    r"(?P<declared>(?:async\s+)?(?:def|func|fn|function|fun|class|new)\s+)?"
    r"(?P<name>[^\W\d][\w$]*(?:(?:\.|::|->)[^\W\d][\w$]*)*)\s*\((?P<arguments>.*)\)"
    r"(?:\s*(?:->|:)\s*(?P<returns>[^:]+?))?\s*:?",
    re.DOTALL,
)
_MODULES = re.compile(r"\b(?:typing|t|collections\.abc|te|typing_extensions)\.(?=\w)")
_LAMBDA = re.compile(r"\blambda\b[^:]*$")
"""The parameters of a lambda, whose commas part no arguments."""
_OPENING, _CLOSING = "([{<", ")]}>"
_NAMED = re.compile(
    r"(?P<stars>\*{0,2}|\.\.\.|&{1,2})(?P<name>[^\W\d]\w*)\s*(?::(?P<type>[^=]+))?(?:=(?P<value>.*))?", re.S
)


@dataclass(frozen=True)
class Argument:
    """One argument: `name` is "" for anything but a name; `annotation` and `value` are "" where none is written."""

    text: str
    name: str = ""
    stars: str = ""
    annotation: str = ""
    value: str = ""

    @property
    def is_plain(self) -> bool:
        """A bare name: a parameter in a signature, or a variable in a call."""
        return bool(self.name) and not self.annotation and not self.value


@dataclass(frozen=True)
class CallText:
    """`name(arguments) -> returns`; `declared` where a keyword such as `def` or `class` stands before it."""

    name: str
    arguments: tuple[Argument, ...]
    declared: str
    returns: str

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left out by dots."""
        return not any(one.text in ("...", "…") for one in self.arguments)

    @property
    def is_signature(self) -> bool:
        """Whether it cannot be a call: declared, annotated, or with a return type."""
        return bool(self.declared.strip() not in ("", "new") or self.returns) or any(
            one.annotation or one.stars for one in self.arguments if one.name
        )


def read_call(text: str) -> CallText | None:
    """The call or signature that a whole text is, or None."""
    match = _CALL.fullmatch(text.strip()[:1000])
    if match is None:
        return None
    parts = split_arguments(match["arguments"])
    if parts is None:
        return None
    name = match["name"].replace("::", ".").replace("->", ".")
    return CallText(name, tuple(map(_argument, parts)), match["declared"] or "", (match["returns"] or "").strip())


def split_arguments(text: str) -> tuple[str, ...] | None:
    """The arguments between the outer parentheses, stripped; None where brackets or quotes do not close."""
    parts: list[str] = []
    depth, begin, quoted = 0, 0, ""
    for at, character in enumerate(text):
        if quoted:
            quoted = "" if character == quoted and text[at - 1] != "\\" else quoted
        elif character in "\"'`":
            quoted = character
        elif character in _OPENING and not (character == "<" and text[at + 1 : at + 2] in " ="):
            depth += 1
        elif character in _CLOSING and not (character == ">" and text[at - 1 : at] in "-= "):
            depth -= 1
            if depth < 0:
                return None
        elif character == "," and depth == 0 and not _LAMBDA.search(text[begin:at]):
            parts.append(text[begin:at].strip())
            begin = at + 1
    if quoted or depth:
        return None
    last = text[begin:].strip()
    return tuple(part for part in (*parts, last) if part)


def normal_value(text: str) -> str:
    """A value as it is compared: white space and the kind of quotes do not matter."""
    return re.sub(r"\s+", "", text).replace("'", '"').rstrip(",;")


def without_modules(text: str) -> str:
    """Types by their own names, whatever the module of types is called: `Iterator` for `t.Iterator`."""
    return _MODULES.sub("", text)


def same_type(one: str, other: str) -> bool:
    """Whether two annotations are the same but for white space, quotes and the module they are taken from."""
    first, second = (without_modules(normal_value(text).replace('"', "")) for text in (one, other))
    return first == second


def _argument(text: str) -> Argument:
    match = _NAMED.fullmatch(text)
    if match is None:
        return Argument(text)
    return Argument(text, match["name"], match["stars"], (match["type"] or "").strip(), (match["value"] or "").strip())
