"""Docstrings as headings: the first sentence of a docstring made into a phrase, or nothing where it makes none."""

from __future__ import annotations

import re

from tasks.offline.lexicon import gerund, is_verb, plain_text

_MOST_CHARACTERS, _MOST_WORDS = 58, 8
_LEADS = re.compile(
    r"^(?:this (?:module|file|package|script|class|function|object) "
    r"(?:is |contains |provides |implements |defines |holds |offers |has )?"
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
_STOPS = re.compile(
    r" (?:that|which|where|used|so that|because|when|if|by default|using|like|just|but)\b.*$|[;:(—–].*$| - .*$"
)
_SENTENCE = re.compile(
    r"\b(?:is|are|was|were|has|have|can|will|should|must|may|you|we|i|it|this|these|does|do|us|your|not)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"\S (?:works|acts|behaves|returns|uses|takes|gets|makes|allows|adds|represents|holds|contains|keeps|gives)\b"
)
_UNFIT = re.compile(
    r"[~=^*<>\\_{}\[\]#@/]|\.{3}$|…$|[-]{3}|^\S+\.\S+ |:$"
    r"|\b(?:module|departments?|deprecated|class|function|helpers?|e\.g|todo|note|see|aka)\b",
    re.IGNORECASE,
)


def from_doc(doc: str) -> str:
    """A phrase out of the first sentence of a docstring, "" where the sentence gives none."""
    text = plain_text(doc).strip().rstrip(".").replace("|", "").strip()
    text = _LEADS.sub("", text)
    if things := _THINGS_FOR.match(text):
        text = things["rest"]
    text = " ".join(_STOPS.sub("", text).split())
    first, _, rest = text.partition(" ")
    if is_verb(first) and rest[:1].islower():
        # Both verbs of "load and parse" would have to change; the first alone carries the heading.
        text = f"{gerund(first)} {re.sub(r',? and .*$|, .*$', '', rest)}"
    if len(text) > _MOST_CHARACTERS:
        text = re.split(r", | and (?=\w+ing\b)", text)[0]
    text = re.sub(r" (?:the|a|an|of|for|with|to|in|by|from|at|and|or)$", "", text.rstrip(" ,"))
    long = len(text) > _MOST_CHARACTERS or len(text.split()) > _MOST_WORDS
    unusable = long or " " not in text or _SENTENCE.search(text) or _CLAUSE.search(text) or _UNFIT.search(text)
    return "" if unusable or not text.isprintable() or text.count("(") != text.count(")") else text


def capital(text: str) -> str:
    """With a capital first letter."""
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    """With a small first letter, except where the first word is a name or an abbreviation."""
    first = text.split(" ")[0]
    keeps = (len(first) > 1 and first.isupper()) or first[1:].lower() != first[1:]
    return text if keeps else text[:1].lower() + text[1:]
