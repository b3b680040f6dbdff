"""Private keys in PEM, in whatever form a text holds them: whole, cut short, on one line, line by line in quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator

_BEGIN = re.compile(r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----")
_END = re.compile(r"-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----")
_BETWEEN = re.compile(r"(?:\\+[nrt]|%0[ADad]|&#1[03];|//(?=\s)|\+(?=[\s\"'])|[\s\"'`,;#*|>.()\\]){0,400}")
"""What stands between the pieces of a key: line breaks, also as other formats write them, quotes, signs of comments."""
_HEADER = re.compile(r"[A-Za-z][\w-]{2,30}: [^\n\\]{1,200}")
"""`Proc-Type: 4,ENCRYPTED` (RFC 1421, section 4.6), `Version: ...` of OpenPGP's armour (RFC 9580, section 6.2.2)."""
_PIECE = re.compile(r"[A-Za-z0-9+/=]{1,20000}")
_LEAST, _SURE = 16, 40
"""Characters of base64 from which on a piece is one: if it holds a digit or a sign, and in any case."""


def private_keys(text: str) -> Iterator[tuple[int, int]]:
    """Where private keys begin and end. What only speaks of one (`startswith("-----BEGIN PRIVATE KEY-----")`) is none.

    A key that is cut short ends with its last piece: the text behind it stays.
    """
    for begin in _BEGIN.finditer(text):
        end = _end_of(text, begin.end())
        if end:
            yield begin.start(), end


def holds_key_material(text: str) -> bool:
    """Whether any word of a text may be a piece of a key."""
    return any(_is_key(piece[0]) for piece in _PIECE.finditer(text))


def _end_of(text: str, at: int) -> int:
    """The end of the key whose first marker ends here; 0 where none follows."""
    end = 0
    while True:
        at = _past(_BETWEEN, text, at)
        if (closed := _past(_END, text, at)) > at:
            return closed if end else 0
        piece = _past(_PIECE, text, at)
        if not end and (told := _past(_HEADER, text, at)) > at:
            at = told
        elif _is_key(text[at:piece]):
            at = end = piece
        else:
            # The last line of a key is as short as it comes out, and the marker follows.
            last = _past(_BETWEEN, text, piece)
            closed = _past(_END, text, last)
            return closed if end and closed > last else end


def _past(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _is_key(piece: str) -> bool:
    return len(piece) >= _SURE or (len(piece) >= _LEAST and re.search(r"[0-9+/]", piece) is not None)
