"""The terms that a chapter defines: names of the domain that a reader would look up."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.offline.architect_map import MappedFile, MappedSymbol
from tasks.offline.architect_symbols import Weights, best, is_error
from tasks.offline.lexicon import is_abbreviation, is_verb, name_words, plain_text

_MOST, _LEAST = 4, 2
_DROPPED = frozenset(("base", "abstract", "mixin", "impl", "default", "simple", "generic", "protocol"))
_CLIPPED = frozenset(
    """
    arg args attr attrs bin bool cb cfg cls cmd comp cond conf const ctx decl def dev dict elem env expr fn func gen
    idx impl info int iter kwargs len lhs lst mod msg num obj op param params pos prev ptr ref rel rhs seq spec stmt
    str tmp util utils val var
    """.split()  # noqa: SIM905 - a table of words reads better as text
)
_EMPTY = frozenset(
    """
    and call compare data error failure for from get helper info item list main name not object option output set
    slice symbol symbols test thing tuple type value result function class method module add sub mul div pos neg
    getattr getitem concat lorem ipsum
    """.split()  # noqa: SIM905 - a table of words reads better as text
)
_LEAVES = 6
"""Of a base with so many subclasses only those are terms that the docs speak of."""


class Terms:
    """Picks terms chapter by chapter; no term is planned twice."""

    def __init__(self, files: Sequence[MappedFile], weights: Weights) -> None:
        docs = [file.doc for file in files] + [symbol.doc for file in files for symbol in file.symbols]
        self._docs = [plain_text(doc).lower() for doc in docs if doc]
        self._weights = weights
        self._taken: list[tuple[str, ...]] = []

    def of(self, group: Sequence[MappedFile], reserved: frozenset[str]) -> tuple[str, ...]:
        """Two to four terms of a chapter, the most telling first; fewer where its names tell no more.

        Args:
            reserved: words, in the singular, that are the subject of another chapter.
        """
        scored: dict[tuple[str, ...], float] = {}
        symbols = [symbol for _, symbol in best(group, 40, self._weights)]
        for place, symbol in enumerate(symbols):
            words = _words(symbol)
            score = self._score(symbol, words, place) if words and not reserved.issuperset(words) else 0.0
            if score > scored.get(words, 0.0):
                scored[words] = score
        chosen: list[tuple[str, ...]] = []
        for words in sorted(scored, key=lambda words: (-scored[words], words)):
            if len(chosen) < _MOST and self._is_new(words, chosen, scored[words]):
                chosen.append(words)
        self._taken += chosen
        return tuple(_spoken(words) for words in chosen)

    def _score(self, symbol: MappedSymbol, words: tuple[str, ...], place: int) -> float:
        said = self._said(words)
        subclasses = self._weights.subclasses[symbol.name]
        clipped = any(len(word) < 3 and not is_abbreviation(word) for word in words) or bool(_CLIPPED & set(words))
        leaf = any(self._weights.subclasses[base.split(".")[-1]] >= _LEAVES for base in symbol.bases)
        told = said >= (1 if len(words) > 1 else 2)
        if len(words) > 3 or (clipped and not said) or set(words) <= _EMPTY | _CLIPPED:
            return 0.0
        if leaf and not (told and len(words) > 1) and subclasses < 2:
            return 0.0
        if symbol.kind not in ("class", "definition") and not (said and len(words) > 1):
            return 0.0
        if len(words) == 1 and not told and not subclasses and place > 2:
            return 0.0
        long = 2.0 if len(words) == 3 and not said else 0.0
        pair = (3.0 if len(words) == 2 and said else 0.0) - (4.0 if words[-1] in _EMPTY else 0.0)
        return 2.0 * min(said, 4) + 1.5 * min(subclasses, 4) + max(0.0, 5.0 - place / 2) + pair - long

    def _said(self, words: tuple[str, ...]) -> int:
        """In how many docs the term stands, as words."""
        pattern = re.compile(rf"(?<![\w.]){re.escape(' '.join(words))}s?(?!\w)")
        return sum(bool(pattern.search(doc)) for doc in self._docs)

    def _is_new(self, words: tuple[str, ...], chosen: Sequence[tuple[str, ...]], score: float) -> bool:
        """No near-duplicate: no kind of a chosen term ("debug undefined"), no longer name around it."""
        own = set(words)
        for other in chosen:
            nested = own <= set(other) or own >= set(other)
            if nested and (words[-1] == other[-1] or max(len(words), len(other)) > 2):
                return False
            if words[-1] == other[-1] and self._said(words) < 2:
                return False
        return words not in self._taken and not any(own > set(other) and score < 6.0 for other in self._taken)


def _words(symbol: MappedSymbol) -> tuple[str, ...]:
    if is_error(symbol) or symbol.kind == "constant":
        return ()
    words = [word for word in name_words(symbol.name) if word not in _DROPPED and not word.isdigit()]
    if symbol.kind == "function":
        words = words[1:] if words and is_verb(words[0]) and len(words) > 2 else []
    elif len(words) > 1 and is_verb(words[0]) and words[-1] in ("from", "to", "in", "all"):
        return ()
    return tuple(words)


def _spoken(words: Sequence[str]) -> str:
    return " ".join(word.upper() if is_abbreviation(word) else word for word in words)
