"""The words with which languages catch, clean up and fail, for sentences that name the word itself."""

from __future__ import annotations

_CATCH = {"python": "except", "ruby": "rescue"}
_FINALLY = {"ruby": "ensure"}
_RAISE = {"python": "raise", "ruby": "raise", "go": "panic", "rust": "panic!"}
_THROWING = frozenset(("java", "javascript", "jsx", "typescript", "tsx", "csharp", "php", "kotlin", "swift", "cpp"))


def throws(language: str) -> bool:
    """Whether what a function does with an error is called throwing it, and not raising it."""
    return language in _THROWING


def catch_word(language: str) -> str:
    """What begins a handler."""
    return _CATCH.get(language, "catch")


def finally_word(language: str) -> str:
    """What begins the part that runs in any case."""
    return _FINALLY.get(language, "finally")


def raise_word(language: str) -> str:
    """What ends a call by an error."""
    return _RAISE.get(language, "throw")
