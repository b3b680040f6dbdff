"""The file names of an edition's pages: ASCII, safe on every disk, stable while the book grows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PageNames:
    """Names of the pages of one edition; they differ in the suffix only (`.html`, `.xhtml`)."""

    suffix: str = ".html"

    def chapter(self, number: int) -> str:
        """A chapter's page: two digits, three from 100 on (PROTOCOL 1). Never made from a title."""
        return f"ch{number:02d}{self.suffix}"

    @property
    def index(self) -> str:
        """Title page and contents."""
        return f"index{self.suffix}"

    @property
    def preface(self) -> str:
        """How the book was made and verified."""
        return f"preface{self.suffix}"

    @property
    def glossary(self) -> str:
        """The terms."""
        return f"glossary{self.suffix}"

    @property
    def symbols(self) -> str:
        """The index of functions and classes."""
        return f"symbols{self.suffix}"

    @property
    def coverage(self) -> str:
        """What of the source is explained."""
        return f"coverage{self.suffix}"

    @property
    def colophon(self) -> str:
        """Cost, tokens, receipts."""
        return f"colophon{self.suffix}"


WEB = PageNames(".html")
"""The names of the web edition."""

EBOOK = PageNames(".xhtml")
"""The names of the pages inside an e-book, which are also what is laid out on paper."""
