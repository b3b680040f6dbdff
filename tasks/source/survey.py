"""A first look at a file: what it defines, where something is hidden in it, and which words it holds.

All that is needed to find the file again and to know whether a name occurs at all, at a small part of what reading
signatures, docstrings, calls and imports costs (`parsed_file`), which is done for the files that somebody asks for.
A survey is taken of the text as the view shows it, so no word of it is a secret.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from tasks.source.decoding import lines_of
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
_KEY = re.compile(r"[A-Za-z]\w*(?:-\w+)+")
_QUOTED = re.compile(r"""["'`](?:--)?([A-Za-z]\w*(?:-\w+)*)["'`]""")
# The dashes first, then what may not stand before them: a pattern that begins with plain characters is found faster.
_FLAG = re.compile(r"--(?<![\w-]--)[a-zA-Z]\w*(?:-\w+)*")


@dataclass(frozen=True)
class Survey:
    """What a first look at a file tells.

    `words` are all identifiers, `quoted` the words, also joined by dashes (`line-length`), that stand in quotes
    alone; where quotes are not needed for that, as in a settings file, all words joined by dashes. `flags` are the
    options spelt with their dashes (`--verbose`). Each set is in the order of the text, so that the same text gives
    the same record.
    """

    headings: tuple[Heading, ...] = ()
    words: AbstractSet[str] = frozenset()
    quoted: AbstractSet[str] = frozenset()
    flags: AbstractSet[str] = frozenset()
    redacted: tuple[Mark, ...] = ()


def has_quick_headings(language: str) -> bool:
    """Whether a language's definitions are told without a parser; a survey of any other parses the file."""
    return language == "python"


def survey(text: str, language: str, redacted: tuple[Mark, ...] = (), parsed: ParsedFile | None = None) -> Survey:
    """Look at a text as the view shows it; `parsed`, if it is known already, gives the definitions."""
    quoted = _QUOTED.findall(text)
    words = text
    if family_of(language) != "code":
        parts = _divided_by(_APART_BUT_DASHES, text)
        quoted += [key for part in parts if "-" in part for key in _KEY.findall(part)]
        words = " ".join(parts)
    return Survey(
        headings=_headings(text, language, parsed),
        words=words_of(words),
        quoted=_ordered(quoted),
        flags=_ordered(_FLAG.findall(text) if "--" in text else ()),
        redacted=redacted,
    )


def words_of(text: str) -> AbstractSet[str]:
    """Every identifier-like word of a text."""
    words = _divided_by(_APART, text)
    for part in [word for word in words if word[0].isdigit() or not word.isascii()]:
        del words[part]
        words.update(dict.fromkeys(_WORD.findall(part)))
    return words.keys()


def survey_to_text(one: Survey) -> str:
    """The survey on one line."""
    rows = [
        [[heading.name, heading.kind, heading.start, heading.end] for heading in one.headings],
        *(" ".join(words) for words in (one.words, one.quoted, one.flags)),
        one.redacted,
    ]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def survey_from_text(text: str) -> Survey | None:
    """The survey, or None for anything that `survey_to_text` has not written."""
    try:
        headings, words, quoted, flags, redacted = json.loads(text)
        return Survey(
            headings=tuple(Heading(str(name), kind, int(start), int(end)) for name, kind, start, end in headings),
            words=_words_in(words),
            quoted=_words_in(quoted),
            flags=_words_in(flags),
            redacted=tuple((int(line), str(kind)) for line, kind in redacted),
        )
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None


def _headings(text: str, language: str, parsed: ParsedFile | None) -> tuple[Heading, ...]:
    if parsed is None and has_quick_headings(language):
        return python_headings(lines_of(text))
    symbols = (parsed or parse_file(text, language)).symbols
    return tuple(Heading(one.name, one.kind, one.start, one.end) for one in symbols)


def _divided_by(table: bytes, text: str) -> dict[str, None]:
    """The different parts of a text between the ASCII characters that `table` makes a space.

    Several times faster than searching, which is left to do once for each part, however often it occurs.
    """
    spaced = text.encode("utf-8", "surrogatepass").translate(table).decode("utf-8", "surrogatepass")
    return dict.fromkeys(spaced.split())


def _ordered(words: Iterable[str]) -> AbstractSet[str]:
    return dict.fromkeys(words).keys()


def _words_in(text: str) -> AbstractSet[str]:
    return _ordered(text.split(" ") if text else ())
