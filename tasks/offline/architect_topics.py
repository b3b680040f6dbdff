"""The topics of a chapter: each names a mechanism and the definitions that make it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.offline.architect_clusters import (
    NAMES,
    clusters,
    deed,
    deed_words,
    deeds,
    heirs,
    in_full,
    is_weak,
    listed,
    methods,
    shared_noun,
)
from tasks.offline.architect_map import MappedFile, MappedSymbol
from tasks.offline.architect_phrases import capital, from_doc, small
from tasks.offline.architect_symbols import Chosen, is_error
from tasks.offline.lexicon import is_verb, name_words, plain_text
from tasks.offline.lexicon_zh import in_chinese

_LEAST, _ENOUGH, _MOST = 3, 4, 5
_WORDING = re.compile(r"(?:^|(?<=: )|(?<= with ))`[^`]*`")
_WEIGHTY, _A_FEW_LINES = 6, 12
"""So many of the first classes get a topic, also where nothing tells what they do."""
_LONG, _HEADING = 64, 96
_KINDS = ("Kinds of {0}: {1}", "One {0}, several forms: {1}", "The {0} family: {1}", "Which {0} when: {1}")
_KINDS_ZH = ("{0}的几种形态：{1}", "几种{0}，各有分工：{1}", "{0}之间的差别：{1}")
_HEIRS = ("{0} and its heirs: {1}", "What is built on {0}: {1}", "From {0} to {1}")
_HEIRS_ZH = ("{0} 与由它而来的 {1}", "{0} 及其后代 {1}")
_PAIRS = ("{0} and {1}", "{0} beside {1}")
_PAIRS_ZH = ("{0} 与 {1} 的分工", "从 {0} 到 {1}", "{0} 和 {1} 各管一段")
_ONE = ("{0} from the inside", "What {0} takes on", "Where {0} stands")
_ONE_ZH = ("走进 {0}", "{0} 的职责", "何时用到 {0}")
_METHODS = ("{1} in {0}", "What {1} do for {0}")
_METHODS_ZH = ("{0} 里的 {1}", "{1} 如何支撑 {0}")
_INSIDE_ZH = ("{0} 里的 {1}", "{0} 怎样做：{1}", "{0} 的两步：{1}")


class Topics:
    """Makes topics chapter by chapter; forms of words that a chapter used rest until the others had their turn."""

    def __init__(self, chinese: bool) -> None:
        self._zh = chinese
        self._turn: dict[tuple[str, ...], int] = {}
        self._said: set[str] = set()

    def of(self, chosen: Sequence[Chosen], title: str) -> tuple[str, ...]:
        """Three to five topics (fewer only where fewer is defined), each of other definitions.

        A topic says a mechanism where names and docs tell one; weighty classes that tell none go two by two.
        """
        pairs = [pair for pair in chosen if pair[1].kind != "constant"] or list(chosen)
        weighty = [pair for pair in pairs if _is_weighty(pair[1])][:_WEIGHTY]
        found: dict[int, str] = {}
        quiet: list[tuple[int, Chosen]] = []
        for at, cluster in enumerate(clusters(pairs)):
            text = self._telling(cluster) if len(found) < _MOST else ""
            while len(text) > _HEADING and len(cluster) > 2:
                cluster = cluster[:-1]
                text = self._telling(cluster)
            wording = _WORDING.sub("", text)
            if text and text != title and wording not in self._said:
                found[at] = text
                self._said.add(wording)
            else:
                quiet += [(at, pair) for pair in cluster]
            waiting = [(place, pair) for place, pair in quiet if pair in weighty]
            if len(waiting) > 1 and len(found) < _MOST:
                found[waiting[0][0]] = self._plain([pair for _, pair in waiting[:2]])
                quiet = [one for one in quiet if one not in waiting[:2]]
        while len(found) < _ENOUGH and any(pair in weighty or len(found) < _LEAST for _, pair in quiet):
            taken = [one for one in quiet if one[1] in weighty][:1] or quiet[:2]
            found[taken[0][0]] = self._plain([pair for _, pair in taken])
            quiet = [one for one in quiet if one not in taken]
        topics = [found[at] for at in sorted(found)]
        topics += self._from_methods(pairs, _LEAST - len(topics))
        while pairs and len(topics) < _LEAST:
            topics.append(self._form(_ONE_ZH if self._zh else _ONE).format(f"`{pairs[0][1].name}`"))
        return tuple(dict.fromkeys(topics))

    def _from_methods(self, pairs: Sequence[Chosen], wanted: int) -> list[str]:
        """Topics from the methods of the largest class, two methods each, where a chapter is about one class."""
        largest = max(pairs, key=lambda pair: (pair[1].kind == "class", pair[1].lines), default=None)
        if largest is None or wanted < 1:
            return []
        names = [one.name for one in methods(*largest)]
        groups = [names[at : at + 2] for at in range(0, min(len(names), 2 * wanted), 2)]
        found = []
        for group in groups:
            done = "" if self._zh else deeds([deed_words(name) for name in group])
            shown = self._shown(group)
            plain = self._form(_METHODS_ZH if self._zh else _METHODS).format(f"`{largest[1].name}`", shown)
            found.append(f"{capital(done)}: {shown}" if done else plain)
        return found

    def _telling(self, cluster: Sequence[Chosen]) -> str:
        """A topic that says what the definitions are or do; "" where names and docs tell neither."""
        shown = self._shown([symbol.name for _, symbol in cluster[:NAMES]])
        if len(cluster) == 1:
            return self._one_zh(cluster[0]) if self._zh else _one(cluster[0])
        if all(is_error(symbol) for _, symbol in cluster):
            return ""
        if noun := shared_noun(cluster):
            named = in_chinese(list(noun)) if self._zh else in_full(noun)
            return self._form(_KINDS_ZH if self._zh else _KINDS).format(named, shown) if named else f"同一家族：{shown}"
        if built := heirs(cluster):
            base = next((symbol for _, symbol in cluster if symbol not in built), cluster[0][1])
            others = [symbol.name for _, symbol in cluster if symbol is not base]
            return self._form(_HEIRS_ZH if self._zh else _HEIRS).format(f"`{base.name}`", self._shown(others))
        if self._zh:
            return self._form(("{0} 如何配合", "{0} 各做一步")).format(shown)
        done = deeds([deed_words(symbol.name) for _, symbol in cluster])
        return f"{capital(done)}: {shown}" if done else ""

    def _one_zh(self, pair: Chosen) -> str:
        file, symbol = pair
        if inner := methods(file, symbol)[:2]:
            return self._form(_INSIDE_ZH).format(f"`{symbol.name}`", self._shown([one.name for one in inner]))
        noun = in_chinese(name_words(symbol.name))
        return f"{noun} `{symbol.name}`" if noun else ""

    def _plain(self, pairs: Sequence[Chosen]) -> str:
        names = [f"`{symbol.name}`" for _, symbol in pairs]
        if all(is_error(symbol) for _, symbol in pairs):
            return f"会出什么错：{listed(names, True)}" if self._zh else f"What can go wrong: {listed(names, False)}"
        if len(names) == 1:
            return self._form(_ONE_ZH if self._zh else _ONE).format(names[0])
        return self._form(_PAIRS_ZH if self._zh else _PAIRS).format(*names)

    def _shown(self, names: Sequence[str]) -> str:
        return listed([f"`{name}`" for name in names], self._zh)

    def _form(self, forms: tuple[str, ...]) -> str:
        turn = self._turn[forms] = self._turn.get(forms, -1) + 1
        return forms[turn % len(forms)]


def _is_weighty(symbol: MappedSymbol) -> bool:
    return symbol.kind == "class" and symbol.lines >= _A_FEW_LINES and not is_error(symbol)


def _one(pair: Chosen) -> str:
    """A topic about one definition: what its docstring says, what its methods do, what its name says."""
    file, symbol = pair
    name = f"`{symbol.name}`"
    own_file = file.doc if symbol.lines * 2 > file.lines else ""
    for doc in (symbol.doc, own_file):
        said = from_doc(doc)
        if len(said.split()) > 2 and len(said) + len(name) < _LONG and not is_weak(said):
            verbal = is_verb(plain_text(doc).split(" ")[0])
            return f"{capital(said)}: {name}" if verbal else f"{name}, {small(said)}"
    if done := deeds([deed_words(one.name) for one in methods(file, symbol)]):
        return f"{capital(done)}: {name}"
    done = deed(symbol.name) if symbol.kind == "function" else ""
    return f"{capital(done)} with {name}" if done else ""


def topics_of_files(group: Sequence[MappedFile], title: str, chinese: bool) -> tuple[str, ...]:
    """Topics where no definition is known: what each file says of itself."""
    found: dict[str, None] = {}
    for file in sorted(group, key=lambda one: -one.lines):
        name = "" if chinese else from_doc(file.doc)
        text = capital(name) if name else (f"`{file.path}` 的内容" if chinese else f"What `{file.path}` holds")
        if text != title:
            found[text] = None
    return tuple(found)[:_LEAST]
