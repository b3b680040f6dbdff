"""A store of printed chapters that counts."""

from __future__ import annotations


class CountingStore:
    """A store that counts what is printed."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.printed = 0

    def get(self, key: str) -> str | None:
        return self.kept.get(key)

    def put(self, key: str, text: str) -> None:
        self.printed += 1
        self.kept[key] = text
