"""Which file names may be used, and how the others are shown without doing harm."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from tasks.source.redaction import placeholder
from tasks.source.secret_search import formed_findings

_VERSION_CONTROL = frozenset({".git", ".hg", ".svn", ".bzr", ".jj", "_darcs", "CVS"})
_COMPILED = "__pycache__"
_COMPILED_SUFFIXES = (".pyc", ".pyo")
_REFUSED = _VERSION_CONTROL | {_COMPILED}
_MIXED = re.compile(r"[A-Z0-9]")
_LONG = re.compile(r"[A-Za-z0-9_.+=~-]{12}")
"""No secret that is told by its form is without either."""
_SHORT = r"[A-Za-z0-9_][A-Za-z0-9_.+=~-]{0,10}"
_SMALL = r"[a-z_][a-z_.+=~-]*"
_PLAIN = {
    (is_mixed, is_long): re.compile(rf"(?:{'|'.join(forms)})(?<!\.py[co])")
    for is_mixed, is_long, forms in (
        (False, False, (_SMALL, _SHORT)),
        (True, False, (_SHORT,)),
        (False, True, (_SMALL,)),
    )
}
"""By what the folder's own path is: most names in it, and but for what is named above no such name is refused."""
# Bidirectional overrides reorder what a reader sees ("Trojan Source"): a name could show as another one.
_REORDERING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_FORGING_CATEGORIES = frozenset({"Cc", "Zl", "Zp"})


def shown(name: str) -> str:
    """The name without secrets, and with everything that could forge a line, a boundary or a reading order escaped."""
    name = "".join(_escaped(character) if _is_forging(character) else character for character in name)
    for start, end, kind in sorted(formed_findings(name), reverse=True):
        name = name[:start] + placeholder(kind) + name[end:]
    return name


def refusals_below(folder: str, names: Sequence[str]) -> dict[str, str]:
    """By name why what lies in a folder is not listed by its name alone; none of those that are listed.

    The folder ("" is the root) is one that is listed itself. As `refusal_of` for each of them, several times faster.
    """
    if not names:
        return {}
    lead = f"{folder}/" if folder else ""
    plain = _PLAIN.get((_MIXED.search(folder) is not None, _LONG.search(folder) is not None))
    if plain is not None and _REFUSED.isdisjoint(names):
        names = [name for name in names if not plain.fullmatch(name)]
    return {name: reason for name in names if (reason := refusal_of(lead + name))}


def refusal_of(path: str) -> str | None:
    """Why a relative path is not listed by its name alone, or None where the name is fine."""
    parts = path.split("/")
    if not _VERSION_CONTROL.isdisjoint(parts):
        return "version control data"
    if _COMPILED in parts or path.endswith(_COMPILED_SUFFIXES):
        return "compiled Python"
    if _MIXED.search(path) and _LONG.search(path) and _holds_secret(path):
        # A name stands in maps, prompts and pages: there is no place where it could be hidden and still be a name.
        return "its name holds a secret"
    if path.isascii() and path.isprintable():
        return None
    if any("\udc80" <= character <= "\udcff" for character in path):
        return "its name is not UTF-8"
    if any(_is_forging(character) for character in path):
        return "its name holds a control character"
    return None


def _holds_secret(path: str) -> bool:
    return next(formed_findings(path.encode("utf-8", "replace").decode()), None) is not None


def _is_forging(character: str) -> bool:
    if character.isascii():
        return not character.isprintable()
    return (
        character in _REORDERING
        or unicodedata.category(character) in _FORGING_CATEGORIES
        or "\ud800" <= character <= "\udfff"
    )


def _escaped(character: str) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        code -= 0xDC00  # the byte that a surrogate escape stands for
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
