"""The CREATE statements of SQL in any dialect: what they make, under which name, and where they end.

No grammar reads them all: T-SQL brackets and `GO`, PL/SQL packages and `/`, MySQL's DELIMITER, dollar quotes and data
within a dump of PostgreSQL. What these statements have in common is told by their words alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tasks.source.symbol import SymbolKind

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
_KINDS: dict[str, SymbolKind] = {
    "TABLE": "table", "VIEW": "view", "INDEX": "index", "FUNCTION": "function", "PROCEDURE": "function",
    "PROC": "function", "AGGREGATE": "function", "MACRO": "function", "TRIGGER": "trigger", "TYPE": "type",
    "DOMAIN": "type", "SCHEMA": "module", "PACKAGE": "module", "SEQUENCE": "definition",
}  # fmt: skip
_BEFORE_KIND = frozenset({
    "OR", "REPLACE", "ALTER", "TEMP", "TEMPORARY", "GLOBAL", "LOCAL", "UNLOGGED", "EXTERNAL", "FOREIGN",
    "VIRTUAL", "MATERIALIZED", "RECURSIVE", "UNIQUE", "PRIMARY", "CLUSTERED", "NONCLUSTERED", "COLUMNSTORE",
    "XML", "SPATIAL", "FULLTEXT", "BITMAP", "EDITIONABLE", "NONEDITIONABLE", "FORCE", "NO", "CONSTRAINT",
    "EVENT", "TRUSTED", "COLUMN",
})  # fmt: skip
_OPTIONS = frozenset({"DEFINER", "ALGORITHM", "SQL"})
"""MySQL's, which have values of their own before the kind."""
_BEFORE_NAME = frozenset({"IF", "NOT", "EXISTS", "CONCURRENTLY", "NONCONCURRENTLY", "BODY"})
_NO_NAMES = frozenset({"ON", "TO", "AS", "FROM", "SELECT", "USING", "IN"})
"""Behind what has no name: `CREATE INDEX ON a`, `GRANT CREATE TABLE TO b`."""
_WITH_BODY = frozenset({"FUNCTION", "PROCEDURE", "PROC", "TRIGGER", "PACKAGE", "TYPE"})
_OTHERS = frozenset(
    {"GRANT", "REVOKE", "DENY", "ALTER", "DROP", "EXEC", "USE", "PRINT", "DECLARE", "COMMENT", "COMMIT"}
)
"""Statements that no CREATE without a body of its own holds at the margin."""
_MOST_OPTIONS = 16
_NO_COLUMNS = frozenset({
    "CONSTRAINT", "PRIMARY", "UNIQUE", "FOREIGN", "KEY", "INDEX", "CHECK", "LIKE", "EXCLUDE", "PERIOD",
    "FULLTEXT", "SPATIAL", "SELECT", "PARTITION",
})  # fmt: skip


@dataclass(frozen=True)
class Column:
    """A column of a table: its name, its definition as written, and the offsets of that."""

    name: str
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Statement:
    """One CREATE; names without quotes. `start` and `end` are offsets, `head` is where its body or columns begin."""

    kind: SymbolKind
    name: str
    qualified: str
    start: int
    head: int
    end: int
    columns: tuple[Column, ...] = ()


@dataclass(frozen=True, slots=True)
class _Token:
    """`word` in capitals, as written where it is quoted; `kind` is the group of the lexer."""

    word: str
    start: int
    end: int
    kind: str
    at_margin: bool


def statements_of(text: str) -> tuple[Statement, ...]:
    """Every CREATE statement at the top of a script, in its order."""
    tokens = list(_tokens(text))
    found: list[Statement] = []
    at = 0
    while at < len(tokens):
        statement, after = _created(text, tokens, at) if tokens[at].word == "CREATE" else (None, at + 1)
        if statement is not None:
            found.append(statement)
        at = after
    return tuple(found)


def bare(name: str) -> str:
    """A name without the quotes of any dialect."""
    return name[1:-1] if len(name) > 1 and name[0] + name[-1] in ('""', "``", "[]") else name


def _tokens(text: str) -> Iterator[_Token]:
    lexer = _LEXER_OF_MYSQL if _MYSQL.search(text) else _LEXER
    for found in lexer.finditer(text):
        kind, word, start = str(found.lastgroup), found.group(), found.start()
        if kind != "skip":
            kind = "text" if kind == "tag" else kind
            shown = word if word[0] in "\"`['$" else word.upper()
            yield _Token(shown, start, found.end(), kind, start == 0 or text[start - 1] == "\n")


def _created(text: str, tokens: Sequence[_Token], at: int) -> tuple[Statement | None, int]:
    """The statement whose CREATE stands at `at`, and where to go on."""
    kind_at = _kind_at(tokens, at + 1)
    if kind_at is None:
        return None, at + 1
    word = tokens[kind_at].word
    place = kind_at + 1
    while place < len(tokens) and tokens[place].word in _BEFORE_NAME:
        place += 1
    parts: list[str] = []
    while place < len(tokens) and tokens[place].kind == "name":
        parts.append(bare(text[tokens[place].start : tokens[place].end]))
        place += 1
        if place + 1 < len(tokens) and tokens[place].word == "." and tokens[place + 1].kind == "name":
            place += 1
            continue
        break
    if not parts or parts[-1].upper() in _NO_NAMES or parts[-1].startswith("#"):
        return None, kind_at + 1
    head, last = _end(tokens, place, word)
    end = tokens[last].end if last < len(tokens) else tokens[-1].end
    columns = tuple(_columns(text, tokens, place, last)) if word == "TABLE" else ()
    statement = Statement(_KINDS[word], parts[-1], ".".join(parts), tokens[at].start, head, end, columns)
    return statement, last + 1


def _kind_at(tokens: Sequence[_Token], at: int) -> int | None:
    has_options = False
    for place in range(at, min(at + _MOST_OPTIONS, len(tokens))):
        word = tokens[place].word
        if word in _KINDS:
            return place
        has_options = has_options or word in _OPTIONS
        if word not in _BEFORE_KIND and not has_options:
            return None
    return None


def _end(tokens: Sequence[_Token], at: int, word: str) -> tuple[int, int]:
    """The offset where the body begins (else the end), and the place of the last token of the statement."""
    head: int | None = None
    depth = 0
    blocks = 1 if word == "PACKAGE" else 0
    is_open = word == "PACKAGE"
    """Within a body that is no quoted text: what ends in `;` there are its own statements."""
    for place in range(at, len(tokens)):
        token = tokens[place]
        before = tokens[place - 1]
        is_next = token.at_margin and depth == 0 and _begins_another(tokens, place, has_body=word in _WITH_BODY)
        if token.kind == "end" or is_next:
            # Where statements have no mark of their own at their end, the next one at the margin ends them.
            return head or token.start, place - 1
        if token.word in ("(", ")"):
            depth = depth + 1 if token.word == "(" else max(0, depth - 1)
            head = token.start if word == "TABLE" and head is None else head
        elif token.kind == "text":
            head = token.start if head is None and word in _WITH_BODY and before.word == "AS" else head
        elif word in _WITH_BODY and depth == 0 and not (word == "PACKAGE" and head is None):
            if token.word in ("AS", "IS") and not is_open and word != "TYPE":
                following = tokens[place + 1] if place + 1 < len(tokens) else token
                is_open = following.kind != "text" and following.word not in ("LANGUAGE", "EXTERNAL", "N")
                head = token.start if head is None and is_open else head
            elif token.word in ("BEGIN", "CASE") and not _begins_transaction(tokens, place):
                blocks += 1
                is_open = True
                head = token.start if head is None else head
            elif token.word == "END" and not _ends_other(tokens, place):
                blocks -= 1
        elif word in ("VIEW", "PACKAGE") and token.word in ("AS", "IS") and head is None:
            head = token.end if word == "VIEW" else token.start
        if token.word == ";" and depth == 0 and (not is_open or (blocks <= 0 and _has_ended(tokens, place))):
            return head or token.start, place
    return head or tokens[-1].end, len(tokens) - 1


def _begins_another(tokens: Sequence[_Token], place: int, *, has_body: bool) -> bool:
    word = tokens[place].word
    return (word == "CREATE" and _kind_at(tokens, place + 1) is not None) or (not has_body and word in _OTHERS)


def _begins_transaction(tokens: Sequence[_Token], place: int) -> bool:
    return place + 1 < len(tokens) and tokens[place + 1].word in ("TRAN", "TRANSACTION", "DISTRIBUTED", "WORK")


def _ends_other(tokens: Sequence[_Token], place: int) -> bool:
    return place + 1 < len(tokens) and tokens[place + 1].word in ("IF", "LOOP", "WHILE", "REPEAT", "FOR")


def _has_ended(tokens: Sequence[_Token], place: int) -> bool:
    """`END;` or `END name;`, but not what a handler of errors follows."""
    return any(tokens[at].word == "END" for at in range(max(0, place - 3), place)) and tokens[place - 1].word != "TRY"


def _columns(text: str, tokens: Sequence[_Token], at: int, last: int) -> Iterator[Column]:
    """What stands between commas in the first brackets and begins with a name."""
    if at >= len(tokens) or tokens[at].word != "(":
        return
    depth, first = 1, at + 1
    for place in range(at + 1, min(last + 1, len(tokens))):
        word = tokens[place].word
        depth += {"(": 1, ")": -1}.get(word, 0)
        if (word == "," and depth == 1) or depth == 0:
            begin = tokens[first]
            if first < place - 1 and begin.kind == "name" and begin.word not in _NO_COLUMNS:
                stop = tokens[place - 1].end
                name = bare(text[begin.start : begin.end])
                yield Column(name, text[begin.start : stop], begin.start, stop)
            first = place + 1
        if depth == 0:
            return
