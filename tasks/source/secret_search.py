"""Our own patterns over a text: only the words and lines that can hold a secret are looked at closely.

Almost no line of a source holds a word that a secret begins with or stands beside, and one pass for all of these
words at once (Aho and Corasick's) is many times faster than fifty patterns over the whole text.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from tasks.source.secret_forms import FORMS, WHOLE
from tasks.source.secret_pattern import SecretPattern
from tasks.source.secret_patterns import KEYWORDS
from tasks.source.word_search import WordSearch

_MOST_BEFORE = 80
_AROUND_LINES = 2
"""Lines with text that a keyword's pattern sees behind its own: the value may stand on the line below."""
WORD = re.compile(r"[A-Za-z0-9_+/=.:~-]{15,}")
"""No secret that is told by its form is shorter, and none holds another character."""
_MIXED = re.compile(r"[A-Z0-9]")
_BLANK = re.compile(r"\s*")
_MADE_UP = re.compile(
    r"(?i:^(?:my|your|the|some|a|new|old|test|db|user|super|fake|dummy|sample|example|change)?[-_ ]?"
    r"(?:password|passwd|pass|pwd|secret|token|key|user|username|name|value|me|this|it)\d{0,3}$)"
    r"|(?i:example|placeholder|changeme|redacted|dummy|xxxx|\.\.\.|abcdef|012345|<|>|\*\*\*)"
    r"|^(?P<mark>[#@%_*]{1,3})[A-Z][A-Z0-9_]*(?P=mark)$"
)
_NAMED = r"::|->|^[A-Za-z_]+(?:\.[A-Za-z_]\w{0,40})+$|^[~.]{0,2}(?:/[A-Za-z_.-]+)+/?$"
_COMPUTED = re.compile(rf"[\s(){{}}\[\]$%<>]|{_NAMED}")
_COMPUTED_PASSWORD = re.compile(
    rf"[\s(){{}}\[\]<>]|(?<!\$)\$[A-Za-z_]|%[sdrv](?![A-Za-z0-9])|%\w+%|://|{_NAMED}|^[&*@]+[A-Za-z_]+$"
)
"""A person's password holds `$` and `%` as well."""
_HEX = re.compile(r"(?:[0-9a-f]{32,}|[0-9A-F]{32,})$")
_HEX_ENTROPY = 3.0
"""Of sixteen different characters: what is random has less of it than letters and digits do."""
_ESCAPED = re.compile(r"%[0-9A-Fa-f]{2}")
"""As an address writes `=`, `/` and `+`."""
_DOTTED = re.compile(r"^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){2,}$")
"""A name within modules, such as `django.contrib.auth.hashers.Argon2PasswordHasher`."""
_WORDS = re.compile(r"^[A-Za-z]+(?:(?:[_.|-]|\\+)[A-Za-z]+)*$")
_SHUFFLED_LENGTH, _LETTERS_A_WORD = 12, 3
_JOINING = frozenset("-_./:@,;")
_FILLED_IN = re.compile(r"[$#%]\{|\{\{|%\(|\$\(|://")
_KINDS, _JUMBLED_ENTROPY = 3, 3.0
_VERSION = re.compile(r"^[v^~]?\d+(?:\.\d+)*$|^\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-][\d:]+)?)?$")
"""Or a date."""
_CONSTANT = re.compile(r"^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_[A-Z]{3,}$")
"""The name of one: `TEST_P4_PASSWORD`."""


def own_findings(text: str, small: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of every secret that our own patterns see, as offsets; some of them twice.

    `small` is the text `lowered`.
    """
    yield from formed_findings(text)
    yield from _named(text, small)


def formed_findings(text: str) -> Iterator[tuple[int, int, str]]:
    """The same of those only that are told by their form, wherever they stand."""
    yield from _formed(text)
    for pattern in WHOLE:
        yield from _matches(pattern, text, 0, len(text))


def looks_random(text: str, least_entropy: float) -> bool:
    """Digits and letters mixed, and at least so much entropy: no word, no path, no expression."""
    if _MADE_UP.search(text) or _COMPUTED.search(_ESCAPED.sub("", text)) or _WORDS.match(text) or _CONSTANT.match(text):
        return False
    if _HEX.match(text):
        least_entropy = min(least_entropy, _HEX_ENTROPY)
    return any(map(str.isdigit, text)) and any(map(str.isalpha, text)) and entropy(text) >= least_entropy


def looks_like_password(text: str) -> bool:
    """Not a word, a variable, a version or a stand-in such as `your_password`."""
    if _MADE_UP.search(text) or _COMPUTED_PASSWORD.search(text) or _DOTTED.match(text):
        return False
    if (_WORDS.match(text.rstrip(":;,.")) and not _is_shuffled(text)) or _VERSION.match(text) or _CONSTANT.match(text):
        return False
    classes = (str.islower, str.isupper, str.isdigit, lambda one: not one.isalnum())
    return len(text) >= 6 and sum(any(map(is_in, text)) for is_in in classes) >= 2


def looks_jumbled(text: str) -> bool:
    """Three kinds of characters at least, of which what joins words and paths is none, and no stand-in."""
    kinds = (str.islower, str.isupper, str.isdigit, lambda one: not one.isalnum() and one not in _JOINING)
    return (
        not (_MADE_UP.search(text) or _FILLED_IN.search(text))
        and sum(any(map(is_in, text)) for is_in in kinds) >= _KINDS
        and entropy(text) >= _JUMBLED_ENTROPY
    )


def _is_shuffled(text: str) -> bool:
    """Letters alone, small and capital ones in turns such as no joined words have them: `QufplMvVJKjIyL`."""
    switches = sum(one.islower() and other.isupper() for one, other in pairwise(text))
    return len(text) >= _SHUFFLED_LENGTH and text.isalpha() and len(text) < _LETTERS_A_WORD * (switches + 1)


def entropy(text: str) -> float:
    """Shannon's, in bits a character."""
    counts = Counter(text)
    return -sum(count / len(text) * math.log2(count / len(text)) for count in counts.values())


def lowered(text: str) -> str:
    """The text in lower case, every character at its old place: the few that would become two stay."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(small if len(small := one.lower()) == 1 else one for one in text)


@lru_cache(maxsize=8)
def _any_of(patterns: tuple[SecretPattern, ...]) -> re.Pattern[str]:
    return re.compile("|".join(re.escape(hint) for hint in sorted({one for row in patterns for one in row.hints})))


_EVERYWHERE = tuple(one for one in FORMS if not one.in_text)
_SOMEWHERE = tuple(one for one in FORMS if one.in_text)
_TEXT_WORDS = frozenset(word for row in _SOMEWHERE for word in row.in_text)
_FORM_WORDS = WordSearch(sorted(_TEXT_WORDS.union(*(row.hints for row in _EVERYWHERE))))
_NAMES = tuple(dict.fromkeys(name for row in KEYWORDS for name in row.hints))
_NAME_WORDS = WordSearch(_NAMES, overlapping=True)
_NAMED_BY = tuple(tuple(at for at, row in enumerate(KEYWORDS) if name in row.hints) for name in _NAMES)
"""By name, in the order of `_NAMES`, the places in KEYWORDS of what a line that holds it is looked at for."""


def _formed(text: str) -> Iterator[tuple[int, int, str]]:
    """What is told by its form: among the long words with a digit or a capital."""
    lines = list(_lines_with(_FORM_WORDS, text))
    if not lines:
        return
    sought = tuple(one for one in _SOMEWHERE if any(word in text for word in one.in_text))
    patterns = _EVERYWHERE + sought
    hints = _any_of(patterns)
    for start, end in [(0, len(text))] if sought else lines:
        for found in WORD.finditer(text, start, end):
            word = found.group()
            if _MIXED.search(word) and hints.search(word):
                for pattern in patterns:
                    if any(one in word for one in pattern.hints):
                        yield from _matches(pattern, text, found.start(), found.end())


def _named(text: str, small: str) -> Iterator[tuple[int, int, str]]:
    """What is told by the name before it: on the lines that hold such a name."""
    start = end = -1
    patterns: set[int] = set()
    for name, at, _ in _NAME_WORDS.matches(small):
        if at > end:
            yield from _on_line(text, start, end, patterns)
            start, end = text.rfind("\n", 0, at) + 1, _line_end(text, at)
            patterns = set()
        patterns.update(_NAMED_BY[name])
    yield from _on_line(text, start, end, patterns)


def _on_line(text: str, start: int, end: int, patterns: Iterable[int]) -> Iterator[tuple[int, int, str]]:
    around: tuple[int, int] | None = None
    for pattern in (KEYWORDS[at] for at in sorted(patterns)):
        if pattern.spans_lines:
            around = around or _around(text, start, end)
        yield from _matches(pattern, text, *(around if around and pattern.spans_lines else (start, end)))


def _lines_with(words: WordSearch, text: str) -> Iterator[tuple[int, int]]:
    """Start and end of every line that holds one of some words."""
    end = -1
    for _, at, _ in words.matches(text):
        if at > end:
            start, end = text.rfind("\n", 0, at) + 1, _line_end(text, at)
            yield start, end


def _matches(pattern: SecretPattern, text: str, first: int, last: int) -> Iterator[tuple[int, int, str]]:
    """The pattern's secrets between two offsets."""
    for found in pattern.regex.finditer(text, first, last):
        secret = found.group("secret")
        if pattern.is_password and not looks_like_password(secret):
            continue
        if pattern.is_jumbled and not looks_jumbled(secret):
            continue
        if pattern.least_entropy and not looks_random(secret, pattern.least_entropy):
            continue
        if secret.endswith("EXAMPLE"):
            continue  # the keys that Amazon prints in its documentation
        if pattern.before is not None:
            start = found.start("secret")
            line = text[max(text.rfind("\n", 0, start) + 1, start - _MOST_BEFORE) : start]
            if not pattern.before.search(line):
                continue
        yield found.start("secret"), found.end("secret"), pattern.kind


def _around(text: str, start: int, end: int) -> tuple[int, int]:
    """From the line above to the end of the second line with text below."""
    for _ in range(_AROUND_LINES):
        blank = _BLANK.match(text, end)
        end = _line_end(text, blank.end() if blank else end)
    return text.rfind("\n", 0, max(0, start - 1)) + 1, end


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end
