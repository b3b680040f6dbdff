"""The glossary in the text: the first use of each term in a chapter leads to its definition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it.token import Token
from markupsafe import Markup

from memory_schema.conventions import normal_term
from tasks.press.anchors import heading_anchor, unique_anchor
from tasks.press.cjk import is_spaceless
from tasks.press.manuscript import Term


@dataclass(frozen=True)
class Definition:
    """A glossary entry as pages see it; `anchor` is unique in the book and stable while it grows."""

    anchor: str
    term: str
    translation: str
    html: Markup
    plain: str
    chapter: int

    @property
    def spellings(self) -> tuple[str, ...]:
        """What of it may stand in a text."""
        names = (self.term, self.translation)
        return tuple(dict.fromkeys(name for word in names if len(name := normal_term(word)) > 1))


@dataclass(frozen=True)
class TermUse:
    """What a renderer prints around a term: the page and anchor of its definition, its words, its name there."""

    page: str
    anchor: str
    definition: str
    term: str


def anchors_of(terms: Sequence[Term]) -> tuple[tuple[str, Term], ...]:
    """The terms in alphabetical order, each with an anchor from its words; equal ones are numbered."""
    used: set[str] = set()
    ordered = sorted(terms, key=lambda term: (term.term.casefold(), term.term))
    return tuple((unique_anchor(heading_anchor(term.term), used), term) for term in ordered)


def terms_in(text: str, definitions: Sequence[Definition]) -> tuple[Definition, ...]:
    """The definitions that a chapter's text could use: a cheap, generous choice."""
    lowered = " ".join(text.casefold().split())
    return tuple(one for one in definitions if any(spelling in lowered for spelling in one.spellings))


def link_terms(tokens: Sequence[Token], definitions: Sequence[Definition], page: str) -> None:
    """Turn the first use of each term into a link, in place; headings and links are left alone.

    Args:
        tokens: a parsed chapter whose links are resolved.
        definitions: those that `terms_in` chose.
        page: the glossary's page.
    """
    linker = _Linker(definitions, page)
    for before, block in zip([None, *tokens], tokens, strict=False):
        named = before is not None and before.type in {"heading_open", "th_open", "alert_title_open"}
        if block.type == "inline" and block.children and not named:
            block.children = list(linker.linked(block.children))


class _Linker:
    """The terms of a chapter that have not been met yet."""

    def __init__(self, definitions: Sequence[Definition], page: str) -> None:
        self._waiting = {spelling: one for one in reversed(definitions) for spelling in one.spellings}
        self._page = page
        self._pattern, self._ranked = self._compiled()

    def linked(self, children: Sequence[Token]) -> Iterator[Token]:
        inside_link = 0
        for token in children:
            inside_link += (token.type == "link_open") - (token.type == "link_close")
            if inside_link or token.type not in {"text", "code_inline"}:
                yield token
            elif token.type == "text":
                yield from self._split(token)
            elif one := self._waiting.get(normal_term(token.content)):
                yield from self._wrapped(token, one)
            else:
                yield token

    def _split(self, token: Token) -> Iterator[Token]:
        text, at = token.content, 0
        while self._waiting and (match := self._pattern.search(text, at)):
            if match.start() > at:
                yield Token("text", "", 0, content=text[at : match.start()])
            spelling = self._ranked[int((match.lastgroup or "t0")[1:])]
            yield from self._wrapped(Token("text", "", 0, content=match[0]), self._waiting[spelling])
            at = match.end()
        if at == 0:
            yield token
        elif at < len(text):
            yield Token("text", "", 0, content=text[at:])

    def _wrapped(self, token: Token, one: Definition) -> Iterator[Token]:
        for spelling in one.spellings:
            if self._waiting.get(spelling) is one:
                del self._waiting[spelling]
        self._pattern, self._ranked = self._compiled()
        meta = {"term": TermUse(self._page, one.anchor, one.plain, one.term)}
        yield Token("term_open", "a", 1, meta=meta)
        yield token
        yield Token("term_close", "a", -1, meta=meta)

    def _compiled(self) -> tuple[re.Pattern[str], list[str]]:
        """Longest first, so that "token stream" is not cut to "token"; whole words where words have spaces."""
        ranked = sorted(self._waiting, key=lambda spelling: (-len(spelling), spelling))
        rows = []
        for rank, spelling in enumerate(ranked):
            words = r"\s+".join(map(re.escape, spelling.split()))
            first = "" if is_spaceless(spelling[0]) else r"(?<!\w)"
            last = "" if is_spaceless(spelling[-1]) else r"(?:e?s)?(?!\w)"
            rows.append(f"(?P<t{rank}>{first}{words}{last})")
        return re.compile("|".join(rows), re.IGNORECASE), ranked
