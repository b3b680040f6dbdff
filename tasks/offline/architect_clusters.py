"""Definitions that one topic treats together: families of classes, functions of one kind, what their names say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tasks.offline.architect_map import MappedFile, MappedSymbol
from tasks.offline.architect_symbols import Chosen
from tasks.offline.lexicon import gerund, is_verb, name_words, plural, spoken

NAMES = 3
"""A topic names so many definitions at most."""
_PREFIXES = frozenset(("do", "sync", "async", "a", "on"))
_WEAK = frozenset(("return", "get", "set", "make", "do", "call", "check", "use", "give", "test", "is", "has", "end"))
"""Verbs that say nothing of a mechanism."""
_NO_OBJECTS = frozenset(
    ("from", "if", "for", "in", "with", "to", "or", "and", "not", "is", "all", "by", "as", "at", "on")
)
_CLIPPED = {
    "expr": "expression", "stmt": "statement", "attr": "attribute", "attrs": "attributes", "arg": "argument",
    "args": "arguments", "func": "function", "config": "configuration", "ctx": "context", "env": "environment",
    "param": "parameter", "params": "parameters", "bin": "binary", "cmd": "command", "doc": "documentation",
    "docs": "documentation", "msg": "message", "repr": "representation", "req": "request", "res": "response",
    "comp": "completion", "gen": "generator", "num": "number", "str": "string", "dict": "dictionary",
}  # fmt: skip


def clusters(chosen: Sequence[Chosen]) -> list[list[Chosen]]:
    """All definitions, each in one cluster of at most three; the clusters in the order of their first member."""
    left = list(chosen)
    found: list[list[Chosen]] = []
    while left:
        cluster = [left[0], *(pair for pair in left[1:] if _is_kin(left[0], pair))][:NAMES]
        found.append(cluster)
        left = [pair for pair in left if pair not in cluster]
    return found


def shared_noun(cluster: Sequence[Chosen]) -> tuple[str, ...]:
    """The words that the names of a family of classes end with: DictLoader, PackageLoader -> loader."""
    if any(symbol.kind != "class" for _, symbol in cluster):
        return ()
    names = [name_words(symbol.name)[::-1] for _, symbol in cluster]
    shared = []
    for words in zip(*names, strict=False):
        if len(set(words)) > 1:
            break
        shared.append(words[0])
    return tuple(reversed(shared))


def heirs(cluster: Sequence[Chosen]) -> list[MappedSymbol]:
    """Those of a cluster that are built on another one of it."""
    names = {symbol.name for _, symbol in cluster}
    return [s for _, s in cluster if names & {base.split(".")[-1] for base in s.bases} - {s.name}]


def methods(file: MappedFile, owner: MappedSymbol) -> list[MappedSymbol]:
    """The public methods of a class as far as they were shown, the largest first."""
    found = [one for one in file.symbols if one.nested and owner.start < one.start <= owner.end]
    public = [one for one in found if not one.name.startswith("_") and one.kind not in ("constant", "attribute")]
    return sorted(public, key=lambda one: (-one.lines, one.start))


def deed_words(name: str) -> list[str]:
    """The words of a function's name without prefixes that say nothing: do_sort -> sort."""
    words = name_words(name)
    return words[1:] if len(words) > 1 and words[0] in _PREFIXES else words


def deeds(names: Sequence[Sequence[str]]) -> str:
    """What functions do, by their names: "parsing statements and blocks", "sorting and joining"; or ""."""
    verbs = [words for words in names if words and is_verb(words[0]) and words[0] not in _WEAK]
    counts = Counter(words[0] for words in verbs if len(words) > 1)
    if counts and counts.most_common(1)[0][1] > 1:
        verb = counts.most_common(1)[0][0]
        found = [in_full(w[1:]) for w in verbs if w[0] == verb and w[1:] and not _NO_OBJECTS & set(w[1:])]
        named = list(dict.fromkeys(plural(text) for text in found if not text.endswith(("ed", "all"))))
        if named:
            return f"{gerund(verb)} {listed(named[:NAMES], False)}"
    alone = list(dict.fromkeys(gerund(words[0]) for words in verbs))
    return listed(alone[:NAMES], False) if len(alone) > 1 else ""


def deed(name: str) -> str:
    """What one function does, by its name: compile_rules -> compiling rules; "" where the name tells little."""
    words = deed_words(name)
    telling = len(words) > 1 and is_verb(words[0]) and words[0] not in _WEAK and not _NO_OBJECTS & set(words)
    return f"{gerund(words[0])} {in_full(words[1:])}" if telling else ""


def is_weak(phrase: str) -> bool:
    """Whether a phrase begins with a verb that says nothing of a mechanism."""
    return phrase.split(" ")[0].lower() in {gerund(verb) for verb in _WEAK}


def in_full(words: Sequence[str]) -> str:
    """Words of a name with the clipped ones written out: bin, expr -> binary expression."""
    return " ".join(_CLIPPED.get(word, spoken(word)) for word in words)


def listed(phrases: Sequence[str], chinese: bool) -> str:
    """ "a, b and c"."""
    if len(phrases) < 2:
        return "".join(phrases)
    if chinese:
        return f"{'、'.join(phrases[:-1])} 与 {phrases[-1]}"
    return f"{', '.join(phrases[:-1])} and {phrases[-1]}"


def _is_kin(one: Chosen, other: Chosen) -> bool:
    a, b = one[1], other[1]
    if a.kind == "class" and b.kind == "class":
        bases_a, bases_b = ({base.split(".")[-1] for base in symbol.bases} for symbol in (a, b))
        return _head(a.name) == _head(b.name) != "" or a.name in bases_b or b.name in bases_a
    if a.kind == "function" and b.kind == "function":
        words_a, words_b = deed_words(a.name), deed_words(b.name)
        verbs = {words[0] for words in (words_a, words_b) if words}
        if verbs & _WEAK or not all(map(is_verb, verbs)):
            return False
        return len(verbs) == 1 if len(words_a) > 1 else len(words_a) == len(words_b) == 1
    return False


def _head(name: str) -> str:
    words = name_words(name)
    return words[-1] if words and len(words[-1]) > 2 else ""
