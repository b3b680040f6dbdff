"""The CREATE statements of SQL in any dialect: what they make, under which name, and where they end.

No grammar reads them all: T-SQL brackets and `GO`, PL/SQL packages and `/`, MySQL's DELIMITER, dollar quotes and data
within a dump of PostgreSQL. What these statements have in common is told by their words alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tasks.source.sql_tokens import Token, bare, tokens_of
from tasks.source.symbol import SymbolKind

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
    members: tuple[Statement, ...] = ()
    """The functions and procedures of a package."""


def statements_of(text: str) -> tuple[Statement, ...]:
    """Every CREATE statement at the top of a script, in its order."""
    tokens = list(tokens_of(text))
    found: list[Statement] = []
    at = 0
    while at < len(tokens):
        statement, after = _created(text, tokens, at) if tokens[at].word == "CREATE" else (None, at + 1)
        if statement is not None:
            found.append(statement)
        at = after
    return tuple(found)


def _created(text: str, tokens: Sequence[Token], at: int) -> tuple[Statement | None, int]:
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
    members = tuple(_members(text, tokens, place, last)) if word == "PACKAGE" else ()
    statement = Statement(_KINDS[word], parts[-1], ".".join(parts), tokens[at].start, head, end, columns, members)
    return statement, last + 1


def _members(text: str, tokens: Sequence[Token], at: int, last: int) -> Iterator[Statement]:
    """Each begins behind the end of another, or behind the head of the package."""
    place = at
    while place < last:
        word, name = tokens[place].word, tokens[place + 1]
        if (
            word not in ("FUNCTION", "PROCEDURE")
            or name.kind != "name"
            or tokens[place - 1].word not in (";", "AS", "IS")
        ):
            place += 1
            continue
        called = bare(text[name.start : name.end])
        head, end = _end(tokens, place + 2, word)
        yield Statement("function", called, called, tokens[place].start, head, tokens[end].end)
        place = end + 1


def _kind_at(tokens: Sequence[Token], at: int) -> int | None:
    has_options = False
    for place in range(at, min(at + _MOST_OPTIONS, len(tokens))):
        word = tokens[place].word
        if word in _KINDS:
            return place
        has_options = has_options or word in _OPTIONS
        if word not in _BEFORE_KIND and not has_options:
            return None
    return None


def _end(tokens: Sequence[Token], at: int, word: str) -> tuple[int, int]:
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


def _begins_another(tokens: Sequence[Token], place: int, *, has_body: bool) -> bool:
    word = tokens[place].word
    return (word == "CREATE" and _kind_at(tokens, place + 1) is not None) or (not has_body and word in _OTHERS)


def _begins_transaction(tokens: Sequence[Token], place: int) -> bool:
    return place + 1 < len(tokens) and tokens[place + 1].word in ("TRAN", "TRANSACTION", "DISTRIBUTED", "WORK")


def _ends_other(tokens: Sequence[Token], place: int) -> bool:
    return place + 1 < len(tokens) and tokens[place + 1].word in ("IF", "LOOP", "WHILE", "REPEAT", "FOR")


def _has_ended(tokens: Sequence[Token], place: int) -> bool:
    """`END;` or `END name;`, but not what a handler of errors follows."""
    return any(tokens[at].word == "END" for at in range(max(0, place - 3), place)) and tokens[place - 1].word != "TRY"


def _columns(text: str, tokens: Sequence[Token], at: int, last: int) -> Iterator[Column]:
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
