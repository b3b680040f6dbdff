"""Where a definition at column 0 ends, without a parser: by balanced brackets, or by its end word.

Conservative: what cannot be told ends early, never behind the next definition.
"""

from __future__ import annotations

import re

from tasks.source.comment_style import has_block_comments, line_marks

_OPEN, _CLOSE = "([{", ")]}"
_HEAD_LINES = 12
_CONTINUING = ("{", "=>", ".", "?", "|", "&&", "->", ":", "where ", "throws ", "extends ", "implements ")
_UNFINISHED = ("?", "=", "=>", "(", ",", "|", "&&", "+", "->", ":", "<")
_COMMENTS = ("//", "/*", " *", "#", "--", "@")
_STRINGS = re.compile(r'"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|\'(?:\\.|[^\'\\])*\'')
# In Rust a single quote may also begin a lifetime.
_RUST_STRINGS = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.[^\']*|[^\'\\])\'')


def end_by_brackets(lines: list[str], start: int, bound: int, language: str, *, needs_body: bool) -> int | None:
    """The last line of the definition that begins at `start`; all 1-based.

    `bound` is the last line before the next definition. With `needs_body` a head that ends in `;` before
    any `{` defines nothing (a prototype, a call of a macro) and the answer is None.
    """
    depth, opened, commented = 0, False, False
    for number in range(start, len(lines) + 1):
        line = lines[number - 1]
        if number > start and _fooled(line, depth, number > bound):
            # The count went wrong (a quote within a regular expression, a conditional `#if`): what stands at
            # column 0 tells more than the brackets do.
            closes = line[:1] in _CLOSE and line[:1] != ""
            return number if closes and number <= bound else _last_text(lines, start, min(number - 1, bound))
        code, commented = _code(line, language, commented)
        for character in code:
            if character in _OPEN:
                depth += 1
                opened = opened or character == "{" or not needs_body
            elif character in _CLOSE:
                depth -= 1
        if depth > 0:
            continue
        if opened and depth <= 0 and not _continues(lines, number, code):
            return number
        if not opened and code.rstrip().endswith((";", ",")):
            return None if needs_body else number
        if not opened and (number - start >= _HEAD_LINES or not _continues(lines, number, code)):
            return None if needs_body else number
    return None if needs_body and not opened else _last_text(lines, start, min(bound, len(lines)))


def end_by_column(lines: list[str], start: int, bound: int, words: tuple[str, ...]) -> int:
    """The line at column 0 that begins with an end word, within `bound`; else the last indented line."""
    head = lines[start - 1].rstrip()
    if re.search(r"(?:\bend|\})\s*;?$", head) or start == bound:
        return start
    for number in range(start + 1, bound + 1):
        line = lines[number - 1]
        if line.startswith(words) and not line[len(_first_word(line)) :].lstrip().startswith("="):
            return number
        if line.strip() and not line[0].isspace() and line[0] not in "{(":
            return _last_text(lines, start, number - 1)
    return _last_text(lines, start, bound)


def _fooled(line: str, depth: int, beyond: bool) -> bool:
    """Whether a line at column 0 contradicts the count: a definition's inside is indented."""
    if beyond:
        return True
    return depth > 1 and line[:1] in ("}", ")") and line.strip(")}; ") == ""


def _continues(lines: list[str], number: int, code: str) -> bool:
    """Whether the statement goes on in the next line: a bracket opens there, or an operator stands here."""
    if number >= len(lines):
        return False
    following = lines[number].strip()
    if not following:
        return False
    stripped = code.rstrip()
    if stripped.endswith((";", "}")):
        return False
    return (
        following.startswith(_CONTINUING)
        or stripped.endswith(_UNFINISHED)
        or (lines[number][:1].isspace() and not stripped.endswith(";") and ")" not in stripped)
    )


def _code(line: str, language: str, commented: bool) -> tuple[str, bool]:
    """The line without strings and comments, and whether a block comment stays open."""
    if len(line) > 2000:
        return "", commented
    strings = _RUST_STRINGS if language == "rust" else _STRINGS
    if commented:
        _, closed, rest = line.partition("*/")
        if not closed:
            return "", True
        line = rest
    line = strings.sub("''", line)
    if has_block_comments(language):
        line = re.sub(r"/\*.*?\*/", " ", line)
        before, opening, _ = line.partition("/*")
        if opening and "//" not in before:
            return before, True
    for mark in line_marks(language):
        line = line.partition(mark)[0]
    return line, False


def _last_text(lines: list[str], start: int, end: int) -> int:
    """The last line up to `end` that is neither blank nor a comment of what follows."""
    while end > start and (not lines[end - 1].strip() or lines[end - 1].startswith(_COMMENTS)):
        end -= 1
    return end


def _first_word(line: str) -> str:
    found = re.match(r"\w+|\S", line)
    return found.group() if found else ""
