"""The book.toml of a small book; without Prefect, which takes seconds to import."""

from __future__ import annotations

from pathlib import Path


def book_toml(source: Path, *, title: str, language: str, approve: str, chapters: int, words: int, more: str) -> str:
    """The text of a small book.toml; `more` is appended as further TOML tables."""
    return (
        f'title = "{title}"\nlanguage = "{language}"\napprove = "{approve}"\n\n'
        f'[source]\npath = "{source}"\n\n[chapters]\nmost = {chapters}\nwords = {words}\n\n{more}'
    )
