"""SQL of any dialect as words: what is quoted is whole, what no statement needs is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_SKIPPED = (
    r"--[^\n]*|/\*.*?(?:\*/|\Z)|^\\[^\n]*"
    r"|^(?i:insert)\b(?:'[^']*'|[^';\n]|\n(?!\s*(?i:create|alter|go|delimiter)\b))*+;?"
    r"|^(?i:copy)\b[^;\n]*(?i:\bfrom\s+stdin)[^;\n]*;.*?(?:^\\\.$|\Z)"
)
"""Comments, what psql does by itself, and the data of a dump, which may be a hundred times as long as what it fills."""
_NAMES = r"\"[^\"]*\"?|`[^`]*`?|\[[A-Za-z_][^\]\n]{0,127}\]|[^\W\d][\w$#]*|[@#][\w@#$]+"
_SEPARATORS = r"^[ \t]*(?:/|(?i:go)(?:[ \t]+\d+)?|(?i:delimiter)\b[^\n]*)[ \t]*$"
"""`GO` of SQL Server, `/` of Oracle, DELIMITER of MySQL."""
_DOLLARS = r"\$(?P<tag>[A-Za-z_]\w*|)\$.*?(?:\$(?P=tag)\$|\Z)"


def _lexer(separators: str, texts: str) -> re.Pattern[str]:
    every = (("skip", _SKIPPED), ("end", separators), ("text", texts), ("name", _NAMES), ("sign", r"[^\s\w]"))
    return re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in every), re.DOTALL | re.MULTILINE)


_LEXER = _lexer(_SEPARATORS, rf"{_DOLLARS}|'[^']*'?")
_LEXER_OF_MYSQL = _lexer(rf"{_SEPARATORS}|\$\$|//|;;", r"'(?:[^'\\]|\\.)*+'?")
_MYSQL = re.compile(r"(?im)^[ \t]*delimiter\b|`\w+`|\bENGINE\s*=")


@dataclass(frozen=True, slots=True)
class Token:
    """`word` in capitals, as written where it is quoted; `kind` is the group of the lexer."""

    word: str
    start: int
    end: int
    kind: str
    at_margin: bool


def bare(name: str) -> str:
    """A name without the quotes of any dialect."""
    return name[1:-1] if len(name) > 1 and name[0] + name[-1] in ('""', "``", "[]") else name


def tokens_of(text: str) -> Iterator[Token]:
    """In the order of the text, without comments, data and what a client does by itself."""
    lexer = _LEXER_OF_MYSQL if _MYSQL.search(text) else _LEXER
    for found in lexer.finditer(text):
        kind, word, start = str(found.lastgroup), found.group(), found.start()
        if kind != "skip":
            kind = "text" if kind == "tag" else kind
            shown = word if word[0] in "\"`['$" else word.upper()
            yield Token(shown, start, found.end(), kind, start == 0 or text[start - 1] == "\n")
