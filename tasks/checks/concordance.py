"""Where each word of a source stands, where each name is defined, and what comes close to a word that is not there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from rapidfuzz import fuzz, process

from tasks.source.survey import Survey

_MOST_GUESSES = 1_000
_LIKE = 0.8


class Guesses:
    """The nearest of some names, remembered; after a thousand different questions nothing is near any more."""

    def __init__(self) -> None:
        self._near: dict[str, str] = {}

    def closest(self, wanted: str, pool: Sequence[str], least: float) -> str:
        """The name of the pool that is most alike, at least so much (0 to 1), or ""."""
        if wanted not in self._near:
            if len(self._near) >= _MOST_GUESSES:
                return ""
            close = process.extractOne(wanted[:200], pool, scorer=fuzz.ratio, score_cutoff=least * 100)
            self._near[wanted] = close[0] if close else ""
        return self._near[wanted]


class Concordance:
    """Made of the surveys of those files that are evidence.

    `words`: every identifier-like word with the files that hold it, sorted. `defining`: every name with the files
    that define it, sorted. `quoted`: words, also joined by dashes, that stand in quotes alone or as keys of a
    settings file. `flags`: options that are spelt with their dashes, without these.
    """

    def __init__(self, surveys: Iterable[tuple[str, Survey]], evidence: Collection[str]) -> None:
        words: defaultdict[str, list[str]] = defaultdict(list)
        defining: defaultdict[str, list[str]] = defaultdict(list)
        quoted: set[str] = set()
        flags: set[str] = set()
        for path, look in surveys:
            if path in evidence:
                for word in look.words.split():
                    words[word].append(path)
                for name in {heading.name for heading in look.headings}:
                    defining[name].append(path)
                quoted.update(look.quoted.split())
                flags.update(flag.removeprefix("--") for flag in look.flags.split())
        for files in (*words.values(), *defining.values()):
            files.sort()
        self.words: Mapping[str, Sequence[str]] = dict(words)
        self.defining: Mapping[str, Sequence[str]] = dict(defining)
        self.quoted: Collection[str] = frozenset(quoted)
        self.flags: Collection[str] = frozenset(flags)
        self._guesses = Guesses()

    def nearest_word(self, word: str) -> str:
        """The word that comes closest, the same but for its case first, or ""."""
        if word.lower() in self._by_letters:
            return self._by_letters[word.lower()]
        return self._guesses.closest(word, self._by_initial.get(word[0].lower(), ()), _LIKE)

    @cached_property
    def _by_letters(self) -> Mapping[str, str]:
        """Words by their letters in lower case, the most used spelling of each."""
        return {word.lower(): word for word in sorted(self.words, key=lambda one: (len(self.words[one]), one))}

    @cached_property
    def _by_initial(self) -> Mapping[str, Sequence[str]]:
        pools: dict[str, list[str]] = {}
        for word in sorted(self.words):
            pools.setdefault(word[0].lower(), []).append(word)
        return pools
