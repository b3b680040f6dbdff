"""The body of a chapter as XHTML: what e-books and paper are made of.

A page on a screen and a page in a book want the same text with other furniture: no preview that only
a pointer could open, no link of a heading to itself, no folded source below a drawing. Notes and terms
get the roles by which a reading system knows them (EPUB 3.3, Structural Semantics).
"""

from __future__ import annotations

import re
from html import escape
from html.parser import HTMLParser

from markupsafe import Markup

from tasks.press.figures import fill_slots
from tasks.press.markdown import BookMarkdown, ParsedText

SVG = 'xmlns="http://www.w3.org/2000/svg"'
_VOID = frozenset({"br", "hr", "img"})
_DROPPED = frozenset({"tabindex", "aria-describedby"})
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def body_of(parsed: ParsedText, markdown: BookMarkdown) -> Markup:
    """A parsed chapter as a safe, well-formed XHTML fragment with its drawings."""
    converter = _Converter()
    converter.feed(str(markdown.fragment(parsed)))
    converter.close()
    text = Markup("".join(converter.parts))  # noqa: S704 - the sanitiser's own elements, escaped again
    drawings = [drawing.replace("<svg", f"<svg {SVG}", 1) for drawing in parsed.drawings]
    return Markup(xml_text(fill_slots(text, drawings)))  # noqa: S704 - both parts are safe


def xml_text(page: str) -> str:
    """A page without what HTML allows and XML does not: named spaces, control characters, lone surrogates."""
    return _NO_XML.sub("\ufffd", page.replace("&nbsp;", "&#160;"))


class _Converter(HTMLParser):
    """Sanitised HTML in, XHTML out."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._open: list[tuple[str, bool]] = []
        """Every open element: its tag, and whether it is printed."""
        self._line_ended = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._line_ended = False
        attributes = {name: value or "" for name, value in attrs if name not in _DROPPED}
        classes = attributes.get("class", "").split()
        if tag in _VOID:
            if not self._silent:
                self.parts.append(f"<{tag}{_written(attributes)}/>")
            return
        unprinted = tag == "details" or (tag == "span" and "preview" in classes) or "permalink" in classes
        self._open.append((tag, not unprinted and not self._silent))
        if not self._silent:
            attributes |= self._semantics(tag, classes)
            self.parts.append(f"<{tag}{_written(attributes)}>")

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1][0] != tag:
            return  # the end of a void element; the sanitiser closes every other in order
        _, printed = self._open.pop()
        if printed:
            self.parts.append(f"</{tag}>")
            self._line_ended = tag == "span" and bool(self._open) and self._open[-1][0] == "code"

    def handle_data(self, data: str) -> None:
        if self._line_ended and data.startswith("\n"):
            # Into the line: as a block of its own it can hang its wrapped part, and no empty line follows it.
            self.parts.insert(-1, "\n")
            data = data[1:]
        self._line_ended = False
        if data and not self._silent:
            self.parts.append(escape(data, quote=False))

    @property
    def _silent(self) -> bool:
        return bool(self._open) and not self._open[-1][1]

    def _semantics(self, tag: str, classes: list[str]) -> dict[str, str]:
        around = self.parts[-1] if self.parts else ""
        if tag in {"pre", "code"}:
            return {"dir": "ltr"}  # code runs so in every language; a style sheet of EPUB may not say it
        if tag == "a" and "footnote-back" in classes:
            return {"role": "doc-backlink"}
        if tag == "a" and around.startswith('<sup class="footnote-ref"'):
            return {"epub:type": "noteref", "role": "doc-noteref"}
        if tag == "a" and around.startswith('<span class="term"'):
            return {"epub:type": "glossref", "role": "doc-glossref"}
        if tag == "section" and "footnotes" in classes:
            return {"epub:type": "footnotes", "role": "doc-endnotes"}
        return {}


def _written(attributes: dict[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
