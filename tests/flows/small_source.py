"""A tiny real Python package as text: a ledger of notes with a lexer, a parser, a store and a report."""

from __future__ import annotations

from pathlib import Path

MODULES: dict[str, str] = {
    "ledgerlite/__init__.py": '"""A ledger of dated notes, kept as plain text."""\n',
    "ledgerlite/lexer.py": '''"""Cuts a line of the ledger into tokens."""

from dataclasses import dataclass


class LexError(ValueError):
    """Raised when a character belongs to no token."""


@dataclass(frozen=True)
class Token:
    """One token of a line.

    The kind is "word", "number" or "sign"; the column counts from zero.
    """

    kind: str
    text: str
    column: int


class TokenStream:
    """Hands out the tokens of one line, one at a time.

    A parser may look at the next token without taking it.
    """

    def __init__(self, tokens):
        self._tokens = list(tokens)
        self._position = 0

    def peek(self):
        """Return the next token without taking it, or None at the end."""
        if self._position >= len(self._tokens):
            return None
        return self._tokens[self._position]

    def take(self):
        """Return the next token and move past it.

        Raises LexError at the end of the line.
        """
        token = self.peek()
        if token is None:
            raise LexError("the line ended too early")
        self._position += 1
        return token


def classify(character):
    """Name the kind of token that a character begins."""
    if character.isalpha():
        return "word"
    if character.isdigit():
        return "number"
    if character in "+-:#":
        return "sign"
    raise LexError(f"no token begins with {character!r}")


def tokenize(line):
    """Cut a line into tokens.

    Blanks separate tokens and are dropped. A word may hold digits, a number may not hold letters.
    """
    tokens = []
    column = 0
    while column < len(line):
        character = line[column]
        if character.isspace():
            column += 1
            continue
        kind = classify(character)
        end = column + 1
        while end < len(line) and kind != "sign" and line[end].isalnum():
            if kind == "number" and line[end].isalpha():
                break
            end += 1
        tokens.append(Token(kind, line[column:end], column))
        column = end
    return TokenStream(tokens)
''',
    "ledgerlite/parser.py": '''"""Turns the tokens of a line into an entry of the ledger."""

from dataclasses import dataclass

from ledgerlite.lexer import LexError, tokenize


class ParseError(ValueError):
    """Raised when the tokens of a line make no entry."""


@dataclass(frozen=True)
class Entry:
    """One dated note with its amount; a negative amount is money spent."""

    day: int
    title: str
    amount: int


def parse_amount(stream):
    """Read a signed number.

    A minus sign makes the amount negative; a plus sign may be left out.
    """
    sign = 1
    token = stream.peek()
    if token is not None and token.kind == "sign":
        stream.take()
        if token.text == "-":
            sign = -1
    number = stream.take()
    if number.kind != "number":
        raise ParseError(f"a number was expected, not {number.text!r}")
    return sign * int(number.text)


def parse_entry(line):
    """Read one line as an entry.

    The line holds a day, a colon, a title of one or more words, and an amount.
    """
    stream = tokenize(line)
    try:
        day = int(stream.take().text)
        colon = stream.take()
        if colon.text != ":":
            raise ParseError("a colon follows the day")
        words = []
        while stream.peek() is not None and stream.peek().kind == "word":
            words.append(stream.take().text)
        if not words:
            raise ParseError("the title is missing")
        return Entry(day, " ".join(words), parse_amount(stream))
    except LexError as error:
        raise ParseError(str(error)) from error


def parse_lines(lines):
    """Read many lines; empty ones and comments are passed over."""
    entries = []
    for line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        entries.append(parse_entry(line))
    return entries
''',
    "ledgerlite/store.py": '''"""Keeps the entries of a ledger in a file and finds them again."""

from pathlib import Path

from ledgerlite.parser import parse_lines


class StoreError(OSError):
    """Raised when the ledger's file cannot be used."""


class Store:
    """The entries of one file, in the order of their days.

    A store reads its file once and keeps an index from each day to the entries of that day.
    """

    def __init__(self, path):
        self.path = Path(path)
        self._by_day = {}

    def load(self):
        """Read the file and build the index; returns how many entries there are."""
        if not self.path.exists():
            raise StoreError(f"there is no ledger at {self.path}")
        entries = parse_lines(self.path.read_text().splitlines())
        for entry in entries:
            self._by_day.setdefault(entry.day, []).append(entry)
        return len(entries)

    def on(self, day):
        """Return the entries of one day, an empty list when there are none."""
        return list(self._by_day.get(day, []))

    def between(self, first, last):
        """Yield the entries from the first day to the last one, both included."""
        for day in sorted(self._by_day):
            if first <= day <= last:
                yield from self._by_day[day]

    def add(self, entry):
        """Append an entry to the file and to the index.

        The line is written before the index changes, so a full disk loses nothing.
        """
        line = f"{entry.day}: {entry.title} {entry.amount}\\n"
        with self.path.open("a") as file:
            file.write(line)
        self._by_day.setdefault(entry.day, []).append(entry)
''',
    "ledgerlite/report.py": '''"""Adds up a store and prints the result as a table."""

from collections import Counter

from ledgerlite.store import Store


def balance(entries):
    """Return the sum of all amounts."""
    total = 0
    for entry in entries:
        total += entry.amount
    return total


def totals_by_title(entries):
    """Return the sum of the amounts of each title, largest first."""
    totals = Counter()
    for entry in entries:
        totals[entry.title] += entry.amount
    return totals.most_common()


class Report:
    """A table of one span of days.

    The report asks the store each time it is rendered, so that it never shows an old state.
    """

    def __init__(self, store: Store, first, last):
        self.store = store
        self.first = first
        self.last = last

    def rows(self):
        """Return one row for each title, then the balance."""
        entries = list(self.store.between(self.first, self.last))
        rows = [(title, amount) for title, amount in totals_by_title(entries)]
        rows.append(("balance", balance(entries)))
        return rows

    def render(self, width=24):
        """Return the table as text, titles left and amounts right."""
        lines = []
        for title, amount in self.rows():
            lines.append(f"{title[:width]:<{width}}{amount:>10}")
        return "\\n".join(lines)
''',
    "ledgerlite/commands.py": '''"""The commands of the ledger: add an entry, show a report."""

import sys

from ledgerlite.parser import ParseError, parse_entry
from ledgerlite.report import Report
from ledgerlite.store import Store, StoreError

COMMANDS = {}


def command(name):
    """Register a function as the command of this name."""

    def register(function):
        COMMANDS[name] = function
        return function

    return register


@command("add")
def add(store, words):
    """Parse the words as one entry and store it."""
    entry = parse_entry(" ".join(words))
    store.add(entry)
    return f"added {entry.title}"


@command("report")
def report(store, words):
    """Render the report of the days that the words name."""
    first, last = (int(word) for word in words)
    return Report(store, first, last).render()


def main(arguments=None):
    """Run one command and return the exit code: 0 done, 1 a bad line, 2 no such command."""
    path, name, *words = arguments if arguments is not None else sys.argv[1:]
    function = COMMANDS.get(name)
    if function is None:
        return 2
    store = Store(path)
    try:
        store.load()
        print(function(store, words))
    except (ParseError, StoreError):
        return 1
    return 0
''',
}


def write_small_source(folder: Path) -> Path:
    """Write the package below `folder`, which becomes the source of a book; returns the folder."""
    for name, text in MODULES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder
