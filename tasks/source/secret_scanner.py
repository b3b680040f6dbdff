"""betterleaks, in process: hundreds of vendors' rules, asked only where they can find something.

Each of its rules begins with a word that the text must hold. Most texts hold none, or hold it where the rule wants a
value behind it and there is none: they are not handed over at all. Seven rules take two thirds of the scanner's time,
since their words ("key", "poly") are everywhere and what they look for is nowhere. What each cannot do without is told
by a pattern that begins with plain characters, or beside its words; a text without any of it is scanned without these
rules. Both find the same as all rules for every text. The conditions are read off the rules of one version: any other
is asked for all of its rules each time.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from ahocorasick_rs import BytesAhoCorasick, Implementation

_KNOWN_VERSION = "2.0.0-rc.4"
_WITHOUT_SLOW_RULES = str(Path(__file__).with_name("scanner_rules.toml"))
_SLOW_WORDS = ("access", "api", "auth", "credential", "creds", "key", "secret", "token", "ibm", "lob")
"""Of the rules `generic-api-key`, `ibm-cloud-user-api-key` and `lob-api-key`, which look alike."""
_VALUE = re.compile(
    rb"[ \t\w.-]{0,20}[\s'\"]{0,3}[=>:|?,]{1,4}[\x60'\"\s=]{0,5}"
    rb"(?:(?=[A-Za-z_.-]*+[0-9=+/])(?:[\w.=-]{10,150}+|[a-z0-9][a-z0-9+/]{11,}+=*+)|[\w-]{40,44}+)"
    rb"(?:[\x60'\"\s;\\]|\Z)"
)
"""What must follow them. The first refuses a value of letters alone; the others have forty to forty-four characters.
All three end with the quotes, the line or the word."""
_OF_OTHER_RULES: Mapping[str, re.Pattern[bytes]] = {
    "azure-storage-account-key": re.compile(rb"==(?<=[A-Za-z0-9+/]{86}==)"),
    "generic-credential-uri": re.compile(rb"://(?=[^:/@ \t\n\f\r'\"\x60]{0,512}:[^/@ \t\n\f\r'\"\x60]{1,1024}@)"),
    "polymarket-api-key": re.compile(rb"-(?=[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-)"),
    "polymarket-private-key": re.compile(rb"0x(?=[a-fA-F0-9]{64})"),
}
_FOLDED = re.compile("[\u017f\u212a]")
"""Go's patterns take these letters for an `s` and a `k`."""
_QUICK_WORDS = tomllib.loads(Path(__file__).with_name("scanner_words.toml").read_text(encoding="utf-8"))
_ANYTHING = re.compile(b"")
_ASSIGNED = re.compile(rb"[ \t\w.-]{0,80}[\s'\"\\]{0,3}[=>:|?,]")
_PASSWORD = re.compile(rb"(?:or)?d[ \t'\"\\]{0,3}[=:]>?=?[ \t]{0,5}(?:[\"'\x60][^\n]{5}|[^\s'\"\x60,;]{5})")
"""Behind the `passw` that nearly every text of a page for signing in holds."""
_BEHIND_SLOW = dict.fromkeys(_SLOW_WORDS, _VALUE)
_BEHIND_QUICK = dict.fromkeys(_QUICK_WORDS["anywhere"], _ANYTHING) | dict.fromkeys(_QUICK_WORDS["assigned"], _ASSIGNED)
_BEHIND_QUICK["passw"] = _PASSWORD
_WORDS = tuple(_BEHIND_SLOW | _BEHIND_QUICK)
_WANTED_BEHIND = tuple((_BEHIND_SLOW.get(word), _BEHIND_QUICK.get(word)) for word in _WORDS)
"""By word, what must stand behind it for one of the slow rules and for one of the others."""
_SEARCH = BytesAhoCorasick([word.encode() for word in _WORDS], implementation=Implementation.DFA)


class Asked(Enum):
    """Which rules a text is scanned by."""

    NONE = "none"
    QUICK = "all but the slow ones"
    ALL = "all"


def scan(text: str, small: str) -> Sequence[Mapping[str, object]]:
    """Every finding as betterleaks gives it; none where it is not installed for this platform or fails.

    `small` is the text in lower case.
    """
    scanner = _scanner()
    if scanner is None:
        return ()
    asked = rules_for(text, small)
    if asked is Asked.NONE:
        return ()
    try:
        found = scanner.scan_string(text, None if asked is Asked.ALL else _WITHOUT_SLOW_RULES)
    except scanner.BetterleaksError:
        return ()
    return [finding.raw for finding in found]


def is_installed() -> bool:
    """Whether there is a scanner for this platform."""
    return _scanner() is not None


def rules_for(text: str, small: str) -> Asked:
    """The fewest rules that find in a text what all of them find, or all where nobody knows."""
    if not _is_known_version() or (not text.isascii() and _FOLDED.search(text)):
        return Asked.ALL
    data = small.encode("utf-8", "replace")
    if any(pattern.search(data) for pattern in _OF_OTHER_RULES.values()):
        return Asked.ALL
    asked = Asked.NONE
    for word, _, end in _SEARCH.find_matches_as_indexes(data, overlapping=True):
        slow, quick = _WANTED_BEHIND[word]
        if slow is not None and slow.match(data, end):
            return Asked.ALL
        if quick is not None and asked is Asked.NONE and quick.match(data, end):
            asked = Asked.QUICK
    return asked


@cache
def _is_known_version() -> bool:
    return getattr(_scanner(), "__upstream_version__", "") == _KNOWN_VERSION


@cache
def _scanner() -> ModuleType | None:
    try:
        return import_module("betterleaks")
    except (ImportError, OSError):
        return None
