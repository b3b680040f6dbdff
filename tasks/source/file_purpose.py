"""What a file is for, as far as its path tells: a test, documentation, or a copy of somebody else's code."""

from __future__ import annotations

import posixpath
import re
from enum import Enum, auto

_TEST_FOLDERS = frozenset(("test", "tests", "testing", "__tests__", "spec", "specs"))
_TEST_NAME = re.compile(r"test_.+|.+_test\.\w+$|.+\.(test|spec)(-d)?\.\w+$")
_DOC_FOLDERS = frozenset(("doc", "docs", "documentation", "examples", "example", "demo", "demos", "samples", "site"))
_VENDOR_FOLDERS = frozenset(("vendor", "_vendor", "vendored", "third_party", "node_modules"))


class Purpose(Enum):
    """What stands beside the code that a book explains."""

    TEST = auto()
    DOCUMENTATION = auto()
    VENDORED = auto()


def purpose_of(path: str, language: str) -> Purpose | None:
    """What a file beside the code is for; None for code, and for what only its content tells.

    Args:
        path: within the source, with forward slashes.
        language: Go keeps packages in doc/ that write documentation; they are code like any other.
    """
    folders = posixpath.dirname(path).lower().split("/")
    if any(folder in _TEST_FOLDERS for folder in folders) or _TEST_NAME.match(posixpath.basename(path).lower()):
        return Purpose.TEST
    if any(folder in _DOC_FOLDERS for folder in folders) and not (language == "go" and folders == ["doc"]):
        return Purpose.DOCUMENTATION
    return Purpose.VENDORED if any(folder in _VENDOR_FOLDERS for folder in folders) else None
