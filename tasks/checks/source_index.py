"""The source as checks ask about it: which paths it has, where a text stands, which names occur."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from pathlib import PurePosixPath
from typing import TypeAlias

from tasks.checks.concordance import Concordance, Guesses
from tasks.checks.definitions import Definition, Definitions
from tasks.checks.readable import Readable, Texts
from tasks.source.decoding import lines_of
from tasks.source.ignore_rules import IGNORE_FILE, IgnoreRules
from tasks.source.languages import family_of, language_of
from tasks.source.line_search import inked, runs_of
from tasks.source.python_symbols import python_inner_functions
from tasks.source.survey import words_of
from tasks.source.symbol import Symbol
from tasks.source.view import SourceView

_PROSE = frozenset({"markdown", "rst", "asciidoc", "latex"})
_ABOUT = re.compile(
    r"(?:CHANGE|HISTORY|NEWS|README|RELEASE|UPGRAD|MIGRAT|PKG-INFO|METADATA)\w*(?:\.(?:txt|md|rst))?$", re.IGNORECASE
)
_INNER_CAPITAL = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}[a-z]")
_MOST_INNER = 200
"""Files in which functions within functions are looked for; a name in more of them is a common word."""
_MOST_CANDIDATES = 4_000
_MOST_SEARCHED = 2_000_000_000
"""Characters that one index reads in searches over the whole source: a second or two."""


class SourceIndex:
    """Answers about one source; files are read when first asked for, word lists are made once.

    `skipped` are paths that exist in the repository but are not read (binary, too large): a text may name
    them, and nothing can be said about their lines. `unheard` are files that are no evidence for what the source
    defines: prose about it, and the documents under check. `before` is the same source at an earlier commit, where
    a text that was written of that one is held against this.
    """

    def __init__(
        self,
        source: Readable,
        skipped: Sequence[str] = (),
        root_name: str = "",
        unheard: Collection[str] = frozenset(),
        before: SourceIndex | None = None,
    ) -> None:
        self._source = source
        self._before = before
        self.root_name = root_name
        self.paths = frozenset(source.paths)
        self.skipped = frozenset(skipped)
        self.evidence = tuple(sorted(self.paths - frozenset(unheard)))
        self._lines: dict[str, list[str]] = {}
        self._guesses = Guesses()
        self._searchable = _MOST_SEARCHED

    def lines(self, path: str) -> list[str]:
        """The lines of a file of `paths`."""
        if path not in self._lines:
            self._lines[path] = lines_of(self._source.text(path))
        return self._lines[path]

    def text(self, path: str) -> str:
        """The text of a file of `paths`."""
        return self._source.text(path)

    def resolve(self, path: str) -> tuple[str, ...]:
        """The files that a path may mean: exact, else below the root's name, else by its end."""
        plain = path.removeprefix("./")
        if plain in self.paths or plain in self.skipped:
            return (plain,)
        below = plain.removeprefix(f"{self.root_name}/") if self.root_name else plain
        if below in self.paths or below in self.skipped:
            return (below,)
        ends = self._by_name.get(PurePosixPath(plain).name, ()) if plain else ()
        return tuple(one for one in ends if one.endswith(f"/{plain}"))

    def has_folder(self, path: str) -> bool:
        """Whether a folder of this path (from the root, or below the root's name) holds a file."""
        plain = path.removeprefix("./").strip("/")
        return plain in self._folders or plain == self.root_name

    def ignores(self, path: str) -> bool:
        """Whether the source's own .gitignore files leave out such a file: something makes it, or keeps it, there."""
        return self._ignore_rules.leaves_out(path.removeprefix("./"))

    def has_name(self, name: str) -> bool:
        """Whether a file of this name lies anywhere in the source."""
        return name in self._by_name

    @cached_property
    def path_names(self) -> frozenset[str]:
        """What folders and files are called, without endings: modules are named so, and what is published of them."""
        return frozenset(part.partition(".")[0] for path in self.paths for part in path.split("/"))

    def nearest_path(self, path: str) -> str:
        """The real path that comes closest to one that does not exist, or ""."""
        same = self._by_name.get(PurePosixPath(path).name, ())
        pool = same or tuple(sorted(self.paths))[:_MOST_CANDIDATES]
        return self._guesses.closest(path, pool, 0.0 if same else 0.75)

    def nearest_word(self, word: str) -> str:
        """The identifier of the source that comes closest to a word, or ""."""
        return self.concordance.nearest_word(word)

    def is_source_file_name(self, name: str) -> bool:
        """Whether a name ends as the code files of this source do."""
        return PurePosixPath(name).suffix.lower() in self.suffixes

    def places(self, body: str, path: str) -> list[tuple[int, int]]:
        """Where a file has these lines (1-based, inclusive), or else has them but for white space."""
        lines = self.lines(path)
        exact = runs_of(body.strip("\n").split("\n"), lines)
        if exact:
            return exact
        numbers, texts = inked(lines)
        return [(numbers[first - 1], numbers[last - 1]) for first, last in runs_of(inked(body.split("\n"))[1], texts)]

    def file_holding(self, body: str) -> str:
        """The first file, by path, that holds these whole lines exactly, or "". Bounded over all calls."""
        needle = f"\n{body}\n"
        held = [self.words.get(word, ()) for word in words_of(body)]
        # Whole lines hold whole words: only a file that has the rarest of them can have the lines.
        for path in min(held, key=len) if held else self.evidence:
            text = self.text(path)
            self._searchable -= len(text)
            if self._searchable < 0:
                return ""
            if body in text and needle in f"\n{text}\n":
                return path
        return ""

    def spells(self, written: str) -> bool:
        """Whether the source itself writes words so: a name with an inner capital, or words beside each other.

        Bounded over all calls, as `file_holding` is.
        """
        parts = written.split()
        if len(parts) == 1:
            return _INNER_CAPITAL.search(written) is not None and written in self.words
        for path in min((self.words.get(part, ()) for part in parts), key=len, default=()):
            text = self.text(path)
            self._searchable -= len(text)
            if self._searchable < 0:
                return False
            if written in text:
                return True
        return False

    @property
    def words(self) -> Mapping[str, Sequence[str]]:
        """Every identifier-like word of the source, with the files that hold it."""
        return self.concordance.words

    def has_lost(self, name: str) -> bool:
        """Whether the source defined a name at the earlier commit, and holds it nowhere now."""
        if self._before is None or name in self.words or name not in self._before.words:
            return False
        return any(not one.is_beside for one in self._before.definitions.named(name))

    @cached_property
    def definitions(self) -> Definitions:
        """What the source defines, by name."""
        return Definitions(lambda name: self.concordance.defining.get(name, ()), self._source.symbols, self._inner)

    def body(self, definition: Definition) -> str:
        """The lines of a definition."""
        return "\n".join(self.lines(definition.path)[definition.symbol.start - 1 : definition.symbol.end])

    def symbols(self, path: str) -> Sequence[Symbol]:
        """The definitions in a file of `paths`."""
        return self._source.symbols(path)

    @cached_property
    def languages(self) -> frozenset[str]:
        """The programming languages of the source, by the name that a code fence takes."""
        named = {self._source.language(path) for path in self.paths}
        return frozenset(language for language in named if family_of(language) == "code")

    def _inner(self, name: str) -> Sequence[Definition]:
        """The Python functions of a plain name within other functions; a survey does not list them."""
        held = [path for path in self.words.get(name, ()) if path.endswith((".py", ".pyi"))]
        begins = re.compile(rf"^[ \t]+(?:async[ \t]+)?def[ \t]+{re.escape(name)}\b", re.MULTILINE)
        files = [path for path in held[:_MOST_INNER] if begins.search(self.text(path))]
        return [Definition(path, one) for path in files for one in python_inner_functions(self.text(path), name)]

    @cached_property
    def concordance(self) -> Concordance:
        """The words and the names of the files that are evidence."""
        return Concordance(self._source.surveys(), frozenset(self.evidence))

    @cached_property
    def suffixes(self) -> frozenset[str]:
        """The endings of the source's code files, in lower case, with their dot."""
        code = (path for path in self.paths if family_of(language_of(path)) == "code")
        return frozenset(suffix for path in code if (suffix := PurePosixPath(path).suffix.lower()))

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[str, ...]]:
        names: dict[str, tuple[str, ...]] = {}
        for path in sorted(self.paths | self.skipped):
            name = PurePosixPath(path).name
            names[name] = (*names.get(name, ()), path)
        return names

    @cached_property
    def _ignore_rules(self) -> IgnoreRules:
        files = {posixpath.dirname(path): path for path in self.paths if posixpath.basename(path) == IGNORE_FILE}
        return IgnoreRules(lambda folder: self.lines(files[folder]) if folder in files else [])

    @cached_property
    def _folders(self) -> frozenset[str]:
        return frozenset(str(folder) for path in self.paths | self.skipped for folder in PurePosixPath(path).parents)


Source: TypeAlias = SourceView | Mapping[str, str] | SourceIndex
"""A source in any form that a check accepts; one `SourceIndex` shares its work between many checks."""


def index_of(source: Source) -> SourceIndex:
    """The index of a source: itself, or a new one over a view or over texts by path."""
    if isinstance(source, SourceIndex):
        return source
    if isinstance(source, SourceView):
        return SourceIndex(source, tuple(source.manifest.skipped), source.manifest.root_name)
    return SourceIndex(Texts(source))


def index_for_documents(
    view: SourceView, documents: Collection[str] = frozenset(), before: SourceIndex | None = None
) -> SourceIndex:
    """The index for documents about a source: neither they nor other prose prove that a name exists."""
    prose = {path for path in view.paths if view.language(path) in _PROSE or _ABOUT.match(PurePosixPath(path).name)}
    skipped, name = tuple(view.manifest.skipped), view.manifest.root_name
    return SourceIndex(view, skipped, name, prose.union(documents), before)
