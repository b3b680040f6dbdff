"""A first look at a file: what it defines, where something is hidden in it, and which words it holds.

All that is needed to find the file again and to know whether a name occurs at all, at a small part of what reading
signatures, docstrings, calls and imports costs (`parsed_file`), which is done for the files that somebody asks for.
A survey is taken of the text as the view shows it, so no word of it is a secret.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import orjson

from tasks.source.languages import family_of
from tasks.source.parsed_file import ParsedFile, parse_file
from tasks.source.python_headings import Heading, python_headings
from tasks.source.redaction import Mark

_WORD = re.compile(r"[^\W\d]\w*")
_DASH = ord("-")
_IN_WORDS = frozenset(code for code in range(256) if code >= 128 or chr(code).isalnum() or code == ord("_"))
"""Of the bytes of UTF-8; what is no ASCII is looked at again."""
_APART = bytes(code if code in _IN_WORDS else ord(" ") for code in range(256))
_APART_BUT_DASHES = bytes(code if code in _IN_WORDS or code == _DASH else ord(" ") for code in range(256))
_LAST_DIGIT = ord("9")
"""No byte of a word is less but the other digits."""
_KEY = re.compile(r"[A-Za-z]\w*(?:-\w+)+")
# One kind of quotes: a pattern that begins with a plain character is found several times faster.
_QUOTED = re.compile(r'"(?:--)?([A-Za-z]\w*(?:-\w+)*)"')
# The dashes first, then what may not stand before them, for the same reason.
_FLAG = re.compile(r"--(?<![\w-]--)[a-zA-Z]\w*(?:-\w+)*")


@dataclass(frozen=True)
class Survey:
    """What a first look at a file tells.

    Three lists of words, each word once, with a space between: so they are kept, and made a set of where they are
    asked for. `words` are all identifiers, `quoted` the words, also joined by dashes (`line-length`), that stand in
    quotes alone; where quotes are not needed for that, as in a settings file, all words joined by dashes. `flags`
    are the options spelt with their dashes (`--verbose`). The same text gives the same record.
    """

    headings: tuple[Heading, ...] = ()
    words: str = ""
    quoted: str = ""
    flags: str = ""
    redacted: tuple[Mark, ...] = ()


def has_quick_headings(language: str) -> bool:
    """Whether a language's definitions are told without a parser; a survey of any other parses the file."""
    return language == "python"


def survey(text: str, language: str, redacted: tuple[Mark, ...] = (), parsed: ParsedFile | None = None) -> Survey:
    """Look at a text as the view shows it; `parsed`, if it is known already, gives the definitions."""
    quoted = _QUOTED.findall(text.replace("'", '"').replace("`", '"'))
    data = _encoded(text)
    if family_of(language) != "code":
        parts = _divided_by(_APART_BUT_DASHES, data)
        quoted += _KEY.findall(_decoded(b" ".join(part for part in parts if b"-" in part)))
        data = b" ".join(parts)
    return Survey(
        headings=_headings(text, language, parsed),
        words=_words(data),
        quoted=" ".join(dict.fromkeys(quoted)),
        flags=" ".join(dict.fromkeys(_FLAG.findall(text) if "--" in text else ())),
        redacted=redacted,
    )


def words_of(text: str) -> list[str]:
    """Every identifier-like word of a text, once."""
    return _words(_encoded(text)).split()


def survey_to_text(one: Survey) -> str:
    """The survey on one line."""
    headings = [(heading.name, heading.kind, heading.start, heading.end) for heading in one.headings]
    return orjson.dumps((headings, one.words, one.quoted, one.flags, one.redacted)).decode()


def survey_from_text(text: str) -> Survey | None:
    """The survey, or None for anything that `survey_to_text` has not written."""
    try:
        headings, *words, redacted = orjson.loads(text)
        said, quoted, flags = map(str, words)
        return Survey(
            headings=tuple(Heading(str(name), kind, int(start), int(end)) for name, kind, start, end in headings),
            words=said,
            quoted=quoted,
            flags=flags,
            redacted=tuple((int(line), str(kind)) for line, kind in redacted),
        )
    except (ValueError, TypeError):
        return None


def _headings(text: str, language: str, parsed: ParsedFile | None) -> tuple[Heading, ...]:
    if parsed is None and has_quick_headings(language):
        return python_headings(text)
    symbols = (parsed or parse_file(text, language)).symbols
    return tuple(Heading(one.name, one.kind, one.start, one.end) for one in symbols)


def _words(data: bytes) -> str:
    parts = _divided_by(_APART, data)
    is_plain = data.isascii()
    odd = [part for part in parts if part[0] <= _LAST_DIGIT or not (is_plain or part.isascii())]
    for part in odd:
        del parts[part]
    within = dict.fromkeys(_WORD.findall(_decoded(b" ".join(odd))))
    return " ".join((b" ".join(parts).decode(), *(word for word in within if _encoded(word) not in parts))).lstrip()


def _divided_by(table: bytes, data: bytes) -> dict[bytes, None]:
    """The different parts of a text between the ASCII characters that `table` makes a space.

    Several times faster than searching, which is left to do once for each part, however often it occurs.
    """
    return dict.fromkeys(data.translate(table).split())


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")
