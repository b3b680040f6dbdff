"""What a link into a Markdown document may name: its headings and the anchors that are set in it by hand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from itertools import pairwise
from urllib.parse import unquote

from markdown_it.token import Token

from tasks.checks.chapter_links import names_heading
from tasks.checks.chapter_text import parse_document

# What stands within a tag or a heading is bounded: else each of many tags that never end would be read to the end.
_HTML_ANCHOR = re.compile(r"""<\w{1,40}\b[^<>]{0,1000}?\s(?:id|name)\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
_HTML_HEADING = re.compile(r"<h[1-6]\b[^<>]{0,1000}>(.{0,2000}?)</h[1-6]>", re.IGNORECASE | re.DOTALL)
_ATTRIBUTE_ANCHOR = re.compile(r"\{[^{}\n]{0,200}#([\w:.-]{1,200})[^{}\n]{0,200}\}")
_MADE = re.compile(
    r"^[ \t]*(?:::: (?!(?:tip|info|note|warning|danger|details|important|caution|code-group|raw|v-pre)\b)\S"
    r"|-{1,2}8<-{1,2} [\"']|\.\. (?:auto\w+|include)::|`{3,}\{(?:eval-rst|auto\w+|include)\}"
    r"|\{% ?include|\{\{ ?#include|\{!|<!--@?\s?include)",
    re.MULTILINE,
)
"""The directives that add a file or the documentation of code to a page: mkdocstrings, Sphinx and MyST, snippets of
PyMdown, Jekyll, mdBook, VitePress (whose own containers add nothing)."""
_ELEMENT = re.compile(r"<(\w{1,20})\b[^<>]{0,200}>[^<>]{0,500}</\1>")
_TAG = re.compile(r"<[^<>]*>")


@dataclass(frozen=True)
class Anchors:
    """What a link into a document may name: its headings as written, and anchors that are set by hand."""

    headings: tuple[str, ...]
    names: frozenset[str]
    made: bool = False
    """Whether a site generator adds to it: another file, or the documentation of code."""

    def has(self, anchor: str) -> bool:
        """Whether the anchor leads somewhere; sites that render Markdown spell headings in several ways."""
        plain = unquote(anchor)
        if plain.lower() in ("", "top") or plain in self.names or self.made:
            return True
        return names_heading(plain, self.headings)


def anchors_of_text(text: str) -> Anchors:
    """The anchors of a Markdown text."""
    return anchors_in(text, parse_document(text))


def anchors_in(text: str, tokens: list[Token]) -> Anchors:
    """The anchors of a text by its tokens."""
    headings: list[str] = []
    names: set[str] = set()
    for token, following in pairwise(tokens):
        if token.type == "inline":
            names.update(_ATTRIBUTE_ANCHOR.findall(token.content))
        if token.type == "heading_open":
            raw = following.content
            shown = "".join(part.content for part in following.children or () if part.type != "html_inline")
            # A code host spells a link by its text and leaves pictures out; other sites keep a picture's words.
            told = "".join(part.content for part in following.children or () if part.type in ("text", "code_inline"))
            headings += [shown, told, _ATTRIBUTE_ANCHOR.sub("", raw), _TAG.sub("", raw), _ELEMENT.sub("", raw)]
    for match in _HTML_HEADING.finditer(text):
        headings.append(unescape(_TAG.sub("", match[1])).strip())
    names.update(_HTML_ANCHOR.findall(text))
    return Anchors(tuple(headings), frozenset(names), _MADE.search(text) is not None)
