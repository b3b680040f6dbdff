"""What a chapter is called, what it promises, treats and defines: read off docs and names of its files."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.offline.architect_map import MappedFile, MappedSymbol, name_words
from tasks.offline.lexicon import gerund, is_verb, plain_text, plural
from tasks.offline.lexicon_zh import in_chinese

_TITLE = 66
_LEADS = re.compile(
    r"^(?:this (?:module|file|package|script) (?:is |contains |provides |implements |defines |holds |offers |has )?"
    r"|(?:a |the )?(?:module|package|file) (?:for |that |with |which |to |containing |providing )"
    r"|(?:implements|provides|contains|defines|offers)\s+)",
    re.IGNORECASE,
)
_THINGS_FOR = re.compile(
    r"^(?:the |some |various |common |basic |internal )?(?:classes|functions|helpers?|helper functions|utilities"
    r"|utility functions|tools|code|support|support code|api|an api|routines|logic|methods|objects|types)"
    r"(?: and \w+)? (?:for|to|that|which) (?P<rest>.+)$",
    re.IGNORECASE,
)
_STOPS = re.compile(r" (?:that|which|where|used|so that|because|when|if|by default|using)\b.*$|[;:(—–].*$| - .*$")
_SENTENCE = re.compile(
    r"\b(?:is|are|was|were|has|have|can|will|should|must|you|we|it|this|these|does|do)\b", re.IGNORECASE
)
_UNFIT = re.compile(
    r"[~=^*<>\\_{}\[\]]|\.{3}$|…$|[-]{3}|^\S+\.\S+ |\b(?:module|departments?|deprecated)\b|:$", re.IGNORECASE
)
_ABBREVIATIONS = frozenset(
    """
    api ast cli cpu css csv db dns ftp gpu gui html http https id io ip json lru pdf rpc smtp sql ssh ssl tcp
    tls udp ui unix uri url utf uuid xml yaml
    """.split()  # noqa: SIM905 - a table of words reads better as text
)
_GENERIC = frozenset(
    """
    base abstract mixin protocol type typed dict error exception warning impl default internal
    """.split()  # noqa: SIM905 - a table of words reads better as text
)
_CLASS = ("class", "definition")


def best(files: Sequence[MappedFile], count: int) -> list[tuple[MappedFile, MappedSymbol]]:
    """The most important top-level definitions of a chapter: large, documented, classes before constants."""
    found = [(file, symbol) for file in files for symbol in file.top if not symbol.name.startswith("_")]

    def weight(pair: tuple[MappedFile, MappedSymbol]) -> float:
        file, symbol = pair
        size: float = min(symbol.lines, 400) ** 0.5 + (3.0 if symbol.doc else 0.0)
        kind = {"class": 1.6, "function": 1.0, "definition": 1.2}.get(symbol.kind, 0.25)
        error = 0.5 if _is_error(symbol) else 1.0
        return -kind * error * size * _main_share(file, files)

    chosen: dict[str, tuple[MappedFile, MappedSymbol]] = {}
    for file, symbol in sorted(found, key=lambda pair: (weight(pair), pair[0].path, pair[1].start)):
        chosen.setdefault(symbol.name, (file, symbol))
    return list(chosen.values())[:count]


def titles(file: MappedFile, group: Sequence[MappedFile], chinese: bool) -> list[str]:
    """Possible titles of a chapter whose main file is `file`, best first; the last one always exists."""
    classes = [s for _, s in best(group, 30) if s.kind in _CLASS and not _is_generic(s.name)]
    functions = [s for _, s in best(group, 30) if s.kind == "function"]
    if chinese:
        return _chinese_titles(file, classes, functions)
    found = [from_doc(file.doc)]
    nouns = [plural(spoken(symbol.name)) for symbol in classes[:3]]
    found += [listed for listed in (_listed(nouns), _listed(nouns[:2])) if len(listed) <= _TITLE]
    found += [from_doc(symbol.doc) for symbol in classes[:2]]
    found += [_listed([_deed(symbol.name) for symbol in functions if _deed(symbol.name)][:2])]
    found += [f"Inside {plural(spoken(classes[0].name))}"] if classes else []
    found += [f"What {spoken(file.stem)} does", f"What {spoken(file.stem)} in {file.path} does"]
    return [_capital(title) for title in found if title]


def from_doc(doc: str) -> str:
    """A title out of the first sentence of a docstring, "" where the sentence gives none."""
    text = plain_text(doc).strip().rstrip(".").replace("|", "").strip()
    text = _LEADS.sub("", text)
    if things := _THINGS_FOR.match(text):
        text = things["rest"]
    text = " ".join(_STOPS.sub("", text).split())
    first, _, rest = text.partition(" ")
    if is_verb(first) and rest[:1].islower():
        text = f"{gerund(first)} {re.sub(r',? and (?:call|return|then).*$', '', rest)}"
    if len(text) > _TITLE:
        text = re.split(r", | and (?=\w+ing\b)", text)[0]
    unusable = len(text) > _TITLE or " " not in text or _SENTENCE.search(text) or _UNFIT.search(text)
    return "" if unusable or not text.isprintable() else text


def topics(group: Sequence[MappedFile], title: str, chinese: bool) -> tuple[str, ...]:
    """Three to six concrete topics; the writer makes headings of them."""
    found: dict[str, None] = {}
    for file in sorted(group, key=lambda one: -one.lines):
        name = from_doc(file.doc)
        if name and not chinese and _capital(name) != title:
            found[_capital(name)] = None
    for number, (_, symbol) in enumerate(best(group, 12)):
        if symbol.kind != "constant":
            found[_topic(symbol, number, chinese)] = None
    return tuple(found)[:5]


def terms(group: Sequence[MappedFile], taken: set[str]) -> tuple[str, ...]:
    """Two to five domain terms, from names: compound class names first; none that an earlier chapter has."""
    found: dict[str, None] = {}
    pairs = [symbol for _, symbol in best(group, 40) if _names_a_thing(symbol)]
    for least in (2, 1):
        for symbol in pairs:
            words = [word for word in name_words(symbol.name) if word not in ("base", "abstract", "mixin")]
            words = words[1:] if symbol.kind == "function" else words
            term = " ".join(_shown(word) for word in words)
            if least <= len(words) <= 3 and len(term) > 3 and term not in taken and _is_plain(words):
                found[term] = None
        if len(found) >= 3:
            break
    return tuple(found)[:4]


def _names_a_thing(symbol: MappedSymbol) -> bool:
    words = name_words(symbol.name)
    if symbol.kind == "function":
        return len(words) > 2 and is_verb(words[0])
    return symbol.kind in _CLASS and not _is_error(symbol)


def _is_error(symbol: MappedSymbol) -> bool:
    """By its name, or by the names of its bases."""
    return any(name.endswith(("Error", "Exception", "Warning")) for name in (symbol.name, *symbol.bases))


def _is_plain(words: Sequence[str]) -> bool:
    return all(len(word) > 2 or word in _ABBREVIATIONS for word in words) and not set(words) & {
        "not",
        "and",
        "from",
        "for",
    }


def _shown(word: str) -> str:
    return word.upper() if word in _ABBREVIATIONS else word


def spoken(name: str) -> str:
    """An identifier as words: TokenStream -> token stream; abbreviations in capitals."""
    return " ".join(_shown(word) for word in name_words(name))


def _topic(symbol: MappedSymbol, number: int, chinese: bool) -> str:
    name = f"`{symbol.name}`"
    if chinese:
        noun = in_chinese(name_words(symbol.name))
        chinese_forms = ("{0} 的职责", "{0} 如何工作", "{0} 从哪里来、到哪里去", "何时用到 {0}")
        return f"{noun} {name}" if noun else chinese_forms[number % len(chinese_forms)].format(name)
    said = from_doc(symbol.doc)
    words = name_words(symbol.name)
    if len(said.split()) > 2 and len(said) + len(symbol.name) < 58:
        verbal = is_verb(plain_text(symbol.doc).split(" ")[0])
        return f"{_capital(said)} with {name}" if verbal else f"{name}, {_small(said)}"
    if symbol.kind == "function" and words and is_verb(words[0]) and len(words) > 1:
        return _capital(f"{_deed(symbol.name)} with {name}")
    forms = ("What {0} is for", "How {0} works", "Where {0} fits in", "Inside {0}", "{0} at work", "What {0} keeps")
    usable = len(forms) if symbol.kind in _CLASS else 3
    return forms[(number + len(symbol.name)) % usable].format(name)


def _small(text: str) -> str:
    first = text.split(" ")[0]
    return (
        text if (len(first) > 1 and first.isupper()) or first[1:].lower() != first[1:] else text[:1].lower() + text[1:]
    )


def _deed(name: str) -> str:
    words = name_words(name)
    return f"{gerund(words[0])} {' '.join(words[1:])}" if len(words) > 1 and is_verb(words[0]) else ""


def _chinese_titles(file: MappedFile, classes: Sequence[MappedSymbol], functions: Sequence[MappedSymbol]) -> list[str]:
    nouns = [noun for symbol in classes[:6] if (noun := in_chinese(name_words(symbol.name)))]
    own = in_chinese(name_words(file.stem))
    shown = [f"`{symbol.name}`" for symbol in (*classes, *functions)]
    found = []
    if own and nouns:
        others = [noun for noun in nouns if noun != own][:2]
        found.append(f"{own}：{'与'.join(others)}" if others else f"{own}的内部")
    found += ["、".join(nouns[:2]) + f"与{nouns[2]}"] if len(nouns) > 2 else []
    found += [f"{own}如何工作：{' 与 '.join(shown[:2])}"] if own and shown else []
    found += [f"{' 与 '.join(shown[:2])} 如何配合"] if len(shown) > 1 else []
    return [*found, f"`{file.stem}` 的职责", f"`{file.path}` 的职责"]


def _listed(phrases: Sequence[str]) -> str:
    distinct = list(dict.fromkeys(phrase for phrase in phrases if phrase))
    if len(distinct) < 2:
        return ""
    return f"{', '.join(distinct[:-1])} and {distinct[-1]}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _is_generic(name: str) -> bool:
    words = name_words(name)
    return not words or bool(set(words) & _GENERIC)


def _main_share(file: MappedFile, files: Sequence[MappedFile]) -> float:
    largest = max(one.lines for one in files) or 1
    return 0.6 + 0.4 * file.lines / largest
