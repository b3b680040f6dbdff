"""betterleaks, in process: hundreds of vendors' rules, and the slowest of them only where they can find something.

Seven rules take two thirds of its time, since their words ("key", "poly") are everywhere and what they look for is
nowhere. What each cannot do without is told by a pattern that begins with plain characters, or beside its words; a
text without any of it is scanned without these rules, which finds the same. The conditions are read off the rules of
one version: any other is asked for all of its rules each time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from ahocorasick_rs import BytesAhoCorasick, Implementation

_KNOWN_VERSION = "2.0.0-rc.4"
_WITHOUT_SLOW_RULES = str(Path(__file__).with_name("scanner_rules.toml"))
_WORDS = BytesAhoCorasick(
    [b"access", b"api", b"auth", b"credential", b"creds", b"key", b"secret", b"token", b"ibm", b"lob"],
    implementation=Implementation.DFA,
)
"""Of the rules `generic-api-key`, `ibm-cloud-user-api-key` and `lob-api-key`, which look alike."""
_VALUE = re.compile(
    rb"[ \t\w.-]{0,20}[\s'\"]{0,3}[=>:|?,]{1,4}[\x60'\"\s=]{0,5}"
    rb"(?:(?=[A-Za-z_.-]*+[0-9=+/])[\w.=+/-]{10}|[\w-]{40})"
)
"""What must follow them. The first refuses a value of letters alone; the others have forty characters."""
_OF_OTHER_RULES: Mapping[str, re.Pattern[bytes]] = {
    "azure-storage-account-key": re.compile(rb"==(?<=[A-Za-z0-9+/]{86}==)"),
    "generic-credential-uri": re.compile(rb"://(?=[^:/@ \t\n\f\r'\"\x60]{0,512}:[^/@ \t\n\f\r'\"\x60]{1,1024}@)"),
    "polymarket-api-key": re.compile(rb"-(?=[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-)"),
    "polymarket-private-key": re.compile(rb"0x(?=[a-fA-F0-9]{64})"),
}
_FOLDED = re.compile("[\u017f\u212a]")
"""Go's patterns take these letters for an `s` and a `k`."""


def scan(text: str) -> Sequence[Mapping[str, object]]:
    """Every finding as betterleaks gives it; none where it is not installed for this platform or fails."""
    scanner = _scanner()
    if scanner is None:
        return ()
    rules = None if needs_every_rule(text) else _WITHOUT_SLOW_RULES
    try:
        return [finding.raw for finding in scanner.scan_string(text, rules)]
    except scanner.BetterleaksError:
        return ()


def is_installed() -> bool:
    """Whether there is a scanner for this platform."""
    return _scanner() is not None


def needs_every_rule(text: str) -> bool:
    """Whether a text may hold what one of the slow rules looks for, or nobody knows."""
    if not _is_known_version() or (not text.isascii() and _FOLDED.search(text)):
        return True
    data = text.encode("utf-8", "replace")
    if any(pattern.search(data) for pattern in _OF_OTHER_RULES.values()):
        return True
    return any(_VALUE.match(data, end) for _, _, end in _words_in(data))


def _words_in(data: bytes) -> Sequence[tuple[int, int, int]]:
    return _WORDS.find_matches_as_indexes(data.lower(), overlapping=True)


@cache
def _is_known_version() -> bool:
    return getattr(_scanner(), "__upstream_version__", "") == _KNOWN_VERSION


@cache
def _scanner() -> ModuleType | None:
    try:
        return import_module("betterleaks")
    except (ImportError, OSError):
        return None
