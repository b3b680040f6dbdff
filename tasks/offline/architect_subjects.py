"""What each file is about: a theme of the trade, the folder that it stands in, or its own name."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tasks.offline.architect_map import MappedFile
from tasks.offline.lexicon import is_verb, name_words, plural, spoken
from tasks.offline.lexicon_themes import Theme, theme_of
from tasks.offline.lexicon_zh import in_chinese

_FOLDER_FILES, _FOLDER_LINES = 24, 4_500
_LARGE = 400
"""Errors and a debugger of so many lines are a subject after all; helpers never are."""
_HOME_SHARE = 0.12
_OWN_STAGE = 50
_EMPTY_WORDS = frozenset(
    (
        "py",
        "base",
        "core",
        "impl",
        "init",
        "index",
        "lib",
        "src",
        "api",
        "native",
        "generic",
        "simple",
        "basic",
        "common",
    )
)


@dataclass(frozen=True)
class Subject:
    """What a file or a folder is about. `key` is equal for files that are about the same."""

    key: str
    family: str
    stage: int
    short: str
    long: str
    zh: str
    zh_long: str
    edge: bool = False


def subjects(files: Sequence[MappedFile], book: str = "") -> dict[str, Subject]:
    """The subject of every file: a folder of moderate size is one subject, other files are their own.

    Args:
        book: the title of the book. A small file that bears the name of the whole is the front of it and no
            subject of its own.
    """
    named = set(name_words(book))
    home = _home(files)
    folders: dict[str, list[MappedFile]] = {}
    for file in files:
        folders.setdefault(posixpath.dirname(file.path), []).append(file)
    found: dict[str, Subject] = {}
    for folder, inside in folders.items():
        lines = sum(file.lines for file in inside)
        whole = folder != home and 2 <= len(inside) <= _FOLDER_FILES and lines <= _FOLDER_LINES
        for file in inside:
            subject = _folder_subject(folder) if whole else _themed(file.stem, file) or _own(file, folder != home)
            front = folder == home and file.stem.lower() in named and file.lines < _LARGE
            found[file.path] = replace(subject, edge=True) if front else subject
    return found


def _home(files: Sequence[MappedFile]) -> str:
    """The folder of the package: the shallowest one that holds a good part of the code."""
    sizes: Counter[str] = Counter()
    for file in files:
        sizes[posixpath.dirname(file.path)] += max(file.lines, 1)
    enough = [folder for folder in sizes if sizes[folder] >= _HOME_SHARE * sizes.total()]
    return min(
        enough or sizes, key=lambda folder: (folder.count("/") if folder else -1, -sizes[folder], folder), default=""
    )


def _themed(name: str, file: MappedFile | None = None) -> Subject | None:
    theme = theme_of(name)
    if theme is None:
        return None
    large = (file is None or file.lines >= _LARGE) and theme.family in ("error", "debug")
    return _of_theme(theme, edge=theme.edge and not large)


def _of_theme(theme: Theme, *, edge: bool) -> Subject:
    return Subject(theme.short, theme.family, theme.stage, theme.short, theme.long, theme.zh, theme.zh_long, edge)


def _folder_subject(folder: str) -> Subject:
    name = posixpath.basename(folder)
    words = name_words(name)
    if len(words) == 2 and words[0] == plural(words[0]) and words[1] != plural(words[1]):
        words = [words[1], words[0]]
        return _named(words)
    above = posixpath.basename(posixpath.dirname(folder))
    return _themed(name) or (_themed(above) if above else None) or _named(words)


def _own(file: MappedFile, inner: bool) -> Subject:
    """By the words of its name; where these are empty by its folder, else by its largest definition."""
    words = [word for word in name_words(file.stem) if word not in _EMPTY_WORDS]
    if words and all(len(word) > 2 for word in words):
        return _named(words)
    if inner and not words:
        return _folder_subject(posixpath.dirname(file.path))
    classes = [symbol for symbol in file.top if symbol.kind != "constant" and not symbol.name.startswith("_")]
    if classes:
        largest = max(classes, key=lambda symbol: (symbol.kind == "class", symbol.lines))
        named = [word for word in name_words(largest.name) if word not in _EMPTY_WORDS]
        named = named[1:] if len(named) > 2 and is_verb(named[0]) else named or ["rest"]
        return _named([*named[:-1], plural(named[-1])])
    return _named(words or name_words(file.stem) or ["rest"])


def _named(words: Sequence[str]) -> Subject:
    phrase = re.sub(r" (?=\d)", "", spoken("_".join(words)))
    agent = len(words) == 1 and phrase.endswith(("er", "or")) and not phrase.endswith("ss")
    short = f"the {phrase}" if agent else phrase
    chinese = in_chinese(list(words)) or f"`{'_'.join(words)}`"
    return Subject(short, "", _OWN_STAGE, short, short[:1].upper() + short[1:], chinese, chinese)
