"""Which definitions a chapter must explain: entry points, base classes, what the rest is built on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tasks.offline.architect_map import MappedFile, MappedSymbol
from tasks.offline.lexicon import name_words
from tasks.offline.lexicon_themes import theme_of

Chosen = tuple[MappedFile, MappedSymbol]

_MINOR = frozenset(("mixin", "protocol", "compat", "deprecated", "warning", "exit"))


@dataclass(frozen=True)
class Weights:
    """What the whole map says about its definitions, counted once.

    Args of the maker: all files of the map, so that subclasses in other chapters count too.
    """

    subclasses: Counter[str]
    """Of each class, how many are built on it, near or far."""
    named: Counter[str]
    """In how many docs of other definitions a name stands."""

    @classmethod
    def of(cls, files: Sequence[MappedFile]) -> Weights:
        """Count bases and mentions."""
        bases: dict[str, set[str]] = {}
        named: Counter[str] = Counter()
        for file in files:
            for symbol in file.symbols:
                bases.setdefault(symbol.name, set()).update(base.split(".")[-1] for base in symbol.bases)
                named.update(set(symbol.doc.replace("`", " ").replace(".", " ").split()) - {symbol.name})
        subclasses: Counter[str] = Counter()
        for name in bases:
            subclasses.update(_ancestors(name, bases))
        return cls(subclasses, named)

    def weight(self, file: MappedFile, symbol: MappedSymbol, largest: int) -> float:
        """How much a chapter needs a definition; the files of helpers and errors count half."""
        size: float = min(symbol.lines, 400) ** 0.5 + (3.0 if symbol.doc else 0.0)
        size += 2.5 * min(self.subclasses[symbol.name], 6) ** 0.5 + 1.5 * min(self.named[symbol.name], 4)
        kind = {"class": 1.6, "function": 1.0, "definition": 1.2}.get(symbol.kind, 0.1)
        theme = theme_of(file.stem)
        share = (0.6 + 0.4 * file.lines / max(largest, 1)) * (0.5 if theme is not None and theme.edge else 1.0)
        minor = 0.6 if _MINOR & set(name_words(symbol.name)) or is_error(symbol) else 1.0
        return kind * size * share * minor


def _ancestors(name: str, bases: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = list(bases.get(name, ()))
    while waiting:
        base = waiting.pop()
        if base not in found and base != name:
            found.add(base)
            waiting += bases.get(base, ())
    return found


def best(files: Sequence[MappedFile], count: int, weights: Weights) -> list[Chosen]:
    """The most important public top-level definitions of some files, most important first.

    Twins ("do_join" and "sync_do_join") count once; constants come only where nothing else is defined.
    """
    found = [(file, symbol) for file in files for symbol in file.top if not symbol.name.startswith("_")]
    behaves = [pair for pair in found if pair[1].kind != "constant"]
    largest = max((file.lines for file in files), default=1)
    ordered = sorted(
        behaves or found, key=lambda pair: (-weights.weight(pair[0], pair[1], largest), pair[0].path, pair[1].start)
    )
    chosen: dict[str, Chosen] = {}
    twins: set[tuple[str, ...]] = set()
    for file, symbol in ordered:
        core = tuple(word for word in name_words(symbol.name) if word not in ("sync", "async", "a", "do"))
        if symbol.name not in chosen and (symbol.kind == "class" or core not in twins):
            chosen[symbol.name] = (file, symbol)
            twins.add(core)
    return list(chosen.values())[:count]


def is_error(symbol: MappedSymbol) -> bool:
    """By its name, or by the names of its bases."""
    return any(name.endswith(("Error", "Exception", "Warning")) for name in (symbol.name, *symbol.bases))
