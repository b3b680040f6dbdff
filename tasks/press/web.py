"""The web edition: title page, preface, chapters, glossary, index, coverage, colophon, search.

Pure: a printed book -> files. Every page works from a server and from a folder, without any request
that leaves it, and reads and navigates the same without a script.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files

from markupsafe import Markup

from tasks.press.edition import Edition, PrintedBook
from tasks.press.markdown import BookMarkdown, ParsedText
from tasks.press.page_names import WEB, PageNames
from tasks.press.pages import render_pages
from tasks.press.search_entries import search_entries
from tasks.press.search_index import INDEX_FILE, search_index

ASSETS = ("style.css", "book.js", "search.js", "icon.svg")
"""Files that every book ships unchanged."""


@dataclass(frozen=True)
class WebRenderer:
    """Pages for a browser."""

    name: str = "web"
    names: PageNames = WEB
    others: Mapping[str, str] = field(default_factory=dict)
    """The other editions that lie beside the pages: name as printed -> file."""

    def body(self, parsed: ParsedText, markdown: BookMarkdown) -> Markup:
        """The chapter's text as a safe HTML fragment."""
        return markdown.render(parsed)

    def assemble(self, printed: PrintedBook) -> Edition:
        """Every file of the edition: name -> bytes, pages in reading order, then what they share."""
        rendered = render_pages(printed, "_page.html.j2", others=self.others)
        pages = {name: text.encode("utf-8", "replace") for name, text in rendered}
        assets = files("tasks.press") / "assets"
        shared = {name: (assets / name).read_bytes() for name in ASSETS}
        shared[INDEX_FILE] = search_index(search_entries(printed)).encode("utf-8", "replace")
        return Edition(pages | shared)


def edition_digest(site: Mapping[str, bytes], index: str = WEB.index) -> str:
    """SHA-256 over the names and contents of every file but the index: what the index page vouches for."""
    digest = hashlib.sha256()
    for name in sorted(site.keys() - {index}):
        digest.update(f"{name}\0{hashlib.sha256(site[name]).hexdigest()}\n".encode())
    return digest.hexdigest()


_VOUCHED = re.compile(rb'<meta name="sourcebook-edition" content="([0-9a-f]{64})">')


def vouch(index: str, digest: str) -> str:
    """The index page with the digest of all other files."""
    return index.replace("</head>", f'<meta name="sourcebook-edition" content="{digest}">\n</head>', 1)


def vouched_digest(index: bytes) -> str:
    """The digest that an index page vouches for; "" for none."""
    match = _VOUCHED.search(index)
    return match[1].decode() if match else ""
