"""Secrets in a source: found, and replaced by a visible placeholder on the same line (PROTOCOL 4).

Two detectors that know nothing of each other: betterleaks (hundreds of vendors' rules, in process, offline)
and our own patterns. What either finds is redacted. Where betterleaks is not installed for a platform, our
patterns work alone and `detectors` says so.

Trust: the text is hostile and may try to talk the scanner out of its findings. Comments that allow a secret
mean nothing here, since the repository's author is not the one who would publish the book.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tasks.source.private_keys import holds_key_material, private_keys
from tasks.source.redaction import placeholder
from tasks.source.secret_scanner import is_installed, scan
from tasks.source.secret_search import looks_like_password, looks_random, lowered, own_findings

_ALLOWING = re.compile(r"(?i)(?:gitleaks|betterleaks|trufflehog|detect-secrets)\s*:\s*(?:allow|ignore)")
_ALLOWED_BY = ("leaks", "trufflehog", "detect-secrets")
_PUTTY_KEY = re.compile(r"(?m)^Private-Lines: \d+\n(?:[A-Za-z0-9+/=]+\n?)+")
_KEPT_ALONE = re.compile(r"(?i)(?:^|[/._-])(?:key|token|secret|pass|password|passwd|credentials?)s?(?:\.\w{1,8})?$")
_ALONE = re.compile(r"\s*([\w+/=.~-]{16,400})\s*")
_ALONE_ENTROPY = 3.0
"""A file that is called after what it holds, and holds nothing else: `config/master.key`."""
_LEAST_LENGTH = 6
_LEAST_REPEATED = 8
"""Characters from which on a value is hidden wherever it stands again; a shorter one may be a word by chance."""
_MOST_REPEATED = 500
_GENERIC = "generic-"
_KEYS = "private-key"
_USERS = "generic-username"
"""What the scanner needs to know beside a password; by itself it is a word like any other."""
_GENERIC_ENTROPY = 3.5
_CHECKSUM = re.compile(r"(?:\bh1:|\bsha(?:1|256|384|512)[-:=])\Z")
_CHECKSUM_LENGTH = 8
"""What stands before the checksum of a package in a file of locks: `h1:` of Go, `sha512-` of npm."""
_SPOKEN = {"aws-access-token": "aws access key", "generic-credential-uri": "password in a url"}


@dataclass(frozen=True)
class _Span:
    start: int
    end: int
    kind: str


def redact(path: str, text: str) -> str:
    """The text without its secrets: the same number of lines, `[REDACTED: aws access key]` in place of each."""
    pieces: list[str] = []
    at = 0
    spans = list(_found(path, text))
    for span in _merged([*spans, *_repeated(text, spans)]):
        pieces.append(text[at : span.start])
        hidden = text[span.start : span.end]
        # A key over many lines leaves a placeholder on each of them, so that no quote moves.
        pieces.append("\n".join(placeholder(span.kind) if part.strip() else part for part in hidden.split("\n")))
        at = span.end
    pieces.append(text[at:])
    return "".join(pieces)


def detectors() -> str:
    """Which detectors run on this machine, for the record of a run."""
    return "betterleaks and own patterns" if is_installed() else "own patterns"


def _found(path: str, text: str) -> Iterator[_Span]:
    if _KEPT_ALONE.search(path) and (alone := _ALONE.fullmatch(text)) and looks_random(alone.group(1), _ALONE_ENTROPY):
        yield _Span(*alone.span(1), "key or token")
    if "PRIVATE KEY" in text:
        yield from (_Span(start, end, "private key") for start, end in private_keys(text))
    if "Private-Lines" in text:
        yield from (_Span(*found.span(), "private key") for found in _PUTTY_KEY.finditer(text))
    small = lowered(text)
    for start, end, kind in own_findings(text, small):
        yield _Span(start, end, kind)
    yield from _scanned(text, small)


def _repeated(text: str, spans: Sequence[_Span]) -> Iterator[_Span]:
    """What was told to be a secret by what stands beside it is one wherever else the file holds it."""
    kinds = {text[one.start : one.end]: one.kind for one in spans}
    values = [value for value in kinds if len(value) >= _LEAST_REPEATED and "\n" not in value][:_MOST_REPEATED]
    if values:
        longest_first = "|".join(re.escape(value) for value in sorted(values, key=len, reverse=True))
        for found in re.finditer(rf"(?<![A-Za-z0-9])(?:{longest_first})(?![A-Za-z0-9])", text):
            yield _Span(*found.span(), kinds[found.group()])


def _scanned(text: str, small: str) -> Iterator[_Span]:
    """What betterleaks finds, every occurrence of it: its columns are no offsets, its values are exact."""
    # NUL would end the text for the scanner; allowing comments would hide what stands beside them.
    shown = text.replace("\0", " ")
    if any(one in small for one in _ALLOWED_BY):
        shown = _ALLOWING.sub(lambda found: "_" * len(found.group()), shown)
    if shown != text:
        small = lowered(shown)
    # One value may be found a thousand times: its occurrences are looked for once.
    for rule, confidence, value in dict.fromkeys(one for finding in scan(shown, small) for one in _values(finding)):
        if (
            rule == _USERS
            or len(value) < _LEAST_LENGTH
            or (rule.startswith(_GENERIC) and not _is_credible(value, confidence))
            or (rule == _KEYS and not holds_key_material(value))
        ):
            continue
        at = shown.find(value)
        while at >= 0:
            if not (rule.startswith(_GENERIC) and _CHECKSUM.search(shown, max(0, at - _CHECKSUM_LENGTH), at)):
                yield _Span(at, at + len(value), _kind(rule))
            at = shown.find(value, at + len(value))


def _values(raw: Mapping[str, object]) -> Iterator[tuple[str, str, str]]:
    """Rule, confidence and value of a finding and of the components it was built from."""
    pending: list[object] = [raw]
    while pending:
        one = pending.pop()
        if isinstance(one, list):
            pending.extend(one)
        elif isinstance(one, dict):
            match = one.get("match")
            if isinstance(match, dict) and isinstance(match.get("value"), str):
                yield str(one.get("rule_id", "secret")), str(one.get("confidence", "")), match["value"]
            pending.extend(one.get(key) for key in ("component_sets", "components"))


def _is_credible(value: str, confidence: str) -> bool:
    """Rules that go by a keyword alone also find sample values: those are held to our own measure."""
    return looks_random(value, _GENERIC_ENTROPY) or (confidence != "low" and looks_like_password(value))


def _kind(rule: str) -> str:
    return _SPOKEN.get(rule, rule.removeprefix(_GENERIC).replace("-", " "))


def _merged(spans: Sequence[_Span]) -> list[_Span]:
    """In order, overlapping ones as one; the first to name it gives the kind."""
    merged: list[_Span] = []
    for span in sorted(spans, key=lambda one: (one.start, -one.end)):
        if merged and span.start < merged[-1].end:
            last = merged[-1]
            merged[-1] = _Span(last.start, max(last.end, span.end), last.kind)
        else:
            merged.append(span)
    return merged
