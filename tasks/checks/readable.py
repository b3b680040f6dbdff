"""What the checks read of a source, whether a view of it or texts by their paths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from tasks.source.languages import language_of
from tasks.source.survey import Survey, survey
from tasks.source.symbol import Symbol
from tasks.source.symbols import symbols_of


class Readable(Protocol):
    """What an index needs of a source; `SourceView` is one."""

    @property
    def paths(self) -> Sequence[str]: ...

    def text(self, path: str) -> str:
        """The decoded, line-preserving text of a file."""
        ...

    def language(self, path: str) -> str:
        """The language of a file by the name that a code fence takes."""
        ...

    def symbols(self, path: str) -> Sequence[Symbol]:
        """The definitions in a file."""
        ...

    def surveys(self) -> Iterator[tuple[str, Survey]]:
        """A first look at every file, in any order."""
        ...


class Texts:
    """Texts by their paths, as a source."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts

    @property
    def paths(self) -> Sequence[str]:
        return tuple(sorted(self._texts))

    def text(self, path: str) -> str:
        return self._texts[path]

    def language(self, path: str) -> str:
        return language_of(path)

    def symbols(self, path: str) -> Sequence[Symbol]:
        return symbols_of(self._texts[path], language_of(path))

    def surveys(self) -> Iterator[tuple[str, Survey]]:
        return ((path, survey(text, language_of(path))) for path, text in self._texts.items())
