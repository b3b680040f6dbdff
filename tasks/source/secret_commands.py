"""Secrets on command lines, in the settings of servers and in the pairs of a name and a value."""

from __future__ import annotations

import re

from tasks.source.secret_pattern import SecretPattern

_QUOTE = r"[\"']?"
_VALUE = r"(?P<secret>[^\s\"'`|;]{6,99})"
_NAMES = r"[\w.-]{0,60}(?:passw(?:or)?d|passphrase|pwd|secret|token|(?:api|access|secret|private)[_.-]?key)"

COMMANDS: tuple[SecretPattern, ...] = (
    SecretPattern(
        "password",
        re.compile(
            r"\b(?:redis-cli\s[^\n|;]{0,80}?-a|mongo(?:sh|dump|restore|import|export)?\s[^\n|;]{0,120}?\s-p"
            rf"|htpasswd\s+-\w*b\w*\s+\S{{1,200}}\s+\S{{1,80}}|(?:requirepass|masterauth))\s+{_QUOTE}{_VALUE}"
        ),
        ("redis-cli", "mongo", "htpasswd", "requirepass", "masterauth"),
        is_password=True,
    ),
    SecretPattern(
        "password",
        re.compile(rf"[\w.-]{{1,40}}:{_VALUE}{_QUOTE}\s*\|\s*(?:sudo\s+)?chpasswd"),
        ("chpasswd",),
        is_password=True,
    ),
    SecretPattern(
        "password",
        re.compile(rf"(?i:\bConvertTo-SecureString)\s+(?:-\w+\s+){{0,2}}[\"']{_VALUE}[\"']"),
        ("convertto-securestring",),
        is_password=True,
    ),
    SecretPattern(
        "password",
        re.compile(rf"[\"']{_VALUE}[\"']\s*\|\s*(?i:ConvertTo-SecureString)"),
        ("convertto-securestring",),
        is_password=True,
    ),
    SecretPattern(
        "password",  # of a container: `- name: DB_PASSWORD` and `value: ...` below, or both in one object
        re.compile(
            rf"(?i:\bname[\"']?\s*[:=]\s*{_QUOTE}{_NAMES}{_QUOTE}\s*,?\s*{_QUOTE}value[\"']?\s*[:=]\s*){_QUOTE}"
            r"(?P<secret>[^\s\"',}]{6,300})"
        ),
        ("- name:", '"name":', "'name':", 'name = "', 'name  = "'),
        is_password=True,
        spans_lines=True,
    ),
)
"""Each is told by a word on its line, or on the line above."""
