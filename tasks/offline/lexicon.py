"""English words of the trade: which are verbs, how they become gerunds, how a docstring reads as plain text."""

from __future__ import annotations

import re

_VERBS = frozenset(
    """
    accept access add adapt aggregate allow analyze analyse append apply ask attach authenticate bind build
    cache call cancel capture catch change check choose clean clear clone close collect combine compare compile
    complete compute concatenate configure connect construct consume contain control convert copy count create
    cut cycle debug decide declare decode decorate define delete deliver describe detect determine discover dispatch
    display download draw drop dump edit emit enable encode encrypt end enforce ensure enter escape evaluate
    examine execute expand explain export expose extend extract fetch fill filter find finish fix flatten flush
    follow force format generate get give go group guard guess handle hash hide hold identify implement import
    indent index infer inherit initialize inject insert inspect install instantiate intercept interpret invoke isolate
    iterate join keep launch lex limit link list listen load locate lock log look make manage map mark match
    measure merge mix monitor move name normalize notify observe open optimize order output override pack page
    parse pass patch pick pipe poll pop post prepare present preserve prevent print process produce prompt
    protect provide prune publish pull push put query queue quote raise read receive record redirect reduce
    refer register release remove rename render repeat replace report represent request require reset resolve
    restore retry return reverse rewrite roll rotate route run sanitize save scan schedule search select send
    serialize serve set share show shut skip sort spawn split start stop store stream strip style submit
    subscribe substitute suspend switch sync tag take test throttle tokenize track transform translate traverse
    truncate try turn undo unpack update upload use validate verify visit wait walk warn watch weigh wrap write
    yield
    """.split()  # noqa: SIM905 - a table of words reads better as text
)
_ABBREVIATIONS = frozenset(
    """
    api ast cli cpu css csv db dns ftp gpu gui html http https id io ip json lru pdf rpc smtp sql ssh ssl tcp
    tls udp ui unix uri url utf uuid wsgi asgi xml yaml
    """.split()  # noqa: SIM905 - a table of words reads better as text
)
_IRREGULAR = {
    "lex": "lexing",
    "die": "dying",
    "mix": "mixing",
    "fix": "fixing",
    "go": "going",
    "tokenize": "tokenizing",
}
_DOUBLED = frozenset(
    """
    cut drop format get log map pop put quit run scan set shut skip split spin stop strip tag trap wrap begin
    plan plug step submit unwrap unpin swap trim transfer permit refer
    """.split()  # noqa: SIM905 - a table of words reads better as text
)
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^\W\d_A-Za-z]+")
_CODE = re.compile(r":\w+(?::\w+)*:`~?([^`]+)`|``([^`]+)``|`([^`]+)`")


def is_verb(word: str) -> bool:
    """Whether an English word, as base form or third person, is a verb of the trade."""
    return bool(_base(word.lower()))


def gerund(word: str) -> str:
    """The -ing form of a verb in base form or third person: "Parses" -> "parsing"."""
    base = _base(word.lower()) or word.lower()
    if base in _IRREGULAR:
        return _IRREGULAR[base]
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")):
        return base[:-1] + "ing"
    if base in _DOUBLED:
        return base + base[-1] + "ing"
    return base + "ing"


def plural(noun: str) -> str:
    """The plural of an English noun phrase (its last word); a letter, or a word of another script, has none."""
    if len(noun) < 2 or not noun.isascii():
        return noun
    if re.search(r"(s|x|z|ch|sh)$", noun):
        return noun if noun.endswith("s") and not noun.endswith("ss") else noun + "es"
    if re.search(r"[^aeiou]y$", noun):
        return noun[:-1] + "ies"
    return noun + "s"


def is_abbreviation(word: str) -> bool:
    """Whether a word is a short form that readers know as it is: API, URL."""
    return word.lower() in _ABBREVIATIONS


def name_words(name: str) -> list[str]:
    """The lower-case words of an identifier or file stem: TokenStream -> token, stream."""
    return [word.lower() for word in _WORDS.findall(name)]


def spoken(name: str) -> str:
    """An identifier as words: TokenStream -> token stream; abbreviations in capitals."""
    return " ".join(word.upper() if is_abbreviation(word) else word for word in name_words(name))


def plain_text(doc: str) -> str:
    """One line of a docstring without reST roles and code marks: ":class:`~a.B`" -> "B"."""

    def named(match: re.Match[str]) -> str:
        name = match[1] or match[2] or match[3]
        return name.split(".")[-1] if match[1] else name

    return " ".join(_CODE.sub(named, doc).split())


def _base(word: str) -> str:
    candidates = [word, word.removesuffix("s"), word.removesuffix("es"), re.sub(r"ies$", "y", word)]
    return next((candidate for candidate in candidates if candidate in _VERBS), "")
