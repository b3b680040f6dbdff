"""Comments of languages that are not parsed: which lines are comments and what they say."""

from __future__ import annotations

import re


def _words(names: str) -> frozenset[str]:
    return frozenset(names.split())


_SLASHES = _words(
    "javascript jsx typescript tsx vue svelte c cpp csharp objectivec java kotlin scala groovy go rust swift "
    "zig dart php protobuf thrift scss less"
)
_BLOCKS = _SLASHES | {"css", "sql"}
_DASHES = _words("lua haskell sql")
_SEMICOLONS = _words("lisp clojure asm")
_PERCENTS = _words("erlang latex")
_HASHES = _words(
    "python cython ruby perl r julia elixir bash fish powershell cmake makefile dockerfile hcl nix yaml toml "
    "graphql php"
)
_LICENCE = re.compile(r"copyright|licen[cs]e|spdx|all rights reserved|\bvim?:|-\*-", re.IGNORECASE)
_TAG = re.compile(r"\s*\*\s*@(?:param|returns?|public|private|api|throws|since|type|deprecated|see|example)\b")
_CLOSING = re.compile(r"\s*\*+/\s*$")
_OPENING = re.compile(r"^\s*(?:/{2,}!?|/\*+!?|\*+|#+|-{2,}|;+|%+)?\s?")


def line_marks(language: str) -> tuple[str, ...]:
    """What begins a comment that runs to the end of its line; empty for an unknown language."""
    pairs = (
        ("//", _SLASHES), ("#", _HASHES), ("--", _DASHES), (";", _SEMICOLONS), ("%", _PERCENTS),
    )  # fmt: skip
    return tuple(mark for mark, languages in pairs if language in languages)


def has_block_comments(language: str) -> bool:
    """Whether the language has `/* */` comments."""
    return language in _BLOCKS


def comment_above(lines: list[str], start: int, language: str) -> str:
    """The comment that ends on the line above `start` (1-based), without its marks; "" for none.

    A documentation comment with tags (`@param`) may be parted from its definition by one blank line, and a note
    to maintainers (`//`) may stand between it and the definition: what documents goes first.
    """
    end = start - 1
    if end > 1 and not lines[end - 1].strip() and _is_documentation(lines, end - 1, language):
        end -= 1
    if end < 1:
        return ""
    if has_block_comments(language) and lines[end - 1].rstrip().endswith("*/"):
        first = _block_start(lines, end)
        # Code before the comment on its own line means that the comment belongs to that code.
        return _said(lines[first - 1 : end]) if first and lines[first - 1].lstrip().startswith("/*") else ""
    first = end
    # `//!` speaks of the file that it stands in, never of what follows.
    while first > 0 and _is_line_comment(lines[first - 1], language):
        if lines[first - 1].startswith("//!"):
            break
        first -= 1
    if 0 < first < end and has_block_comments(language) and (documented := _documentation_ending(lines, first)):
        return documented
    return _said(lines[first:end])


def _documentation_ending(lines: list[str], end: int) -> str:
    """What a `/** */` says that ends in this line; "" where none does."""
    first = _block_start(lines, end) if lines[end - 1].rstrip().endswith("*/") else 0
    return _said(lines[first - 1 : end]) if first and lines[first - 1].lstrip().startswith("/**") else ""


def _block_start(lines: list[str], end: int) -> int:
    """The line (1-based) with the `/*` of the block comment that ends in line `end`; 0 for none.

    No further up than where another comment ends: an end without a beginning would be looked for through the whole
    file, once for each definition below one.
    """
    for number in range(end, 0, -1):
        line = lines[number - 1]
        if "/*" in line and (number == end or line.rfind("/*") > line.rfind("*/")):
            return number
        if "*/" in line and number < end:
            return 0
    return 0


def _is_documentation(lines: list[str], end: int, language: str) -> bool:
    """Whether a `/** */` ends in this line that says something of its own: JSDoc may stand apart by one blank line."""
    if not has_block_comments(language) or not lines[end - 1].rstrip().endswith("*/"):
        return False
    first = _block_start(lines, end)
    above = lines[first - 1 : end] if first else [""]
    # The first comment of a file speaks of the file; a heading over a group of definitions has no tags.
    return above[0].lstrip().startswith("/**") and any(_TAG.match(line) for line in above)


def leading_comment(lines: list[str], language: str) -> str:
    """The first comment of a file that is neither a shebang nor a licence; "" where code comes first."""
    index = 1 if lines and lines[0].startswith("#!") else 0
    while index < len(lines):
        line = lines[index].strip()
        end = index
        if not line:
            index += 1
            continue
        if has_block_comments(language) and line.startswith("/*"):
            while end < len(lines) - 1 and "*/" not in lines[end]:
                end += 1
            end += 1
        else:
            while end < len(lines) and _is_line_comment(lines[end], language):
                end += 1
        if end == index:
            return ""
        text = _said(lines[index:end])
        if text and not _LICENCE.search(text):
            return text
        index = end
    return ""


def _is_line_comment(line: str, language: str) -> bool:
    text = line.lstrip()
    return text.startswith(line_marks(language) or ("\0",)) and not text.startswith(("#!", "#["))


def _said(lines: list[str]) -> str:
    return "\n".join(_OPENING.sub("", _CLOSING.sub("", line[:500])).rstrip() for line in lines).strip()
