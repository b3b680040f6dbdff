"""mdBook: src/SUMMARY.md, book.toml, and Markdown as pulldown-cmark reads it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from tasks.press.export.flavour import Entry, Flavour, Page, Project, code_span, fenced, language_name, linked
from tasks.press.fences import FenceInfo
from tasks.press.language import Labels
from tasks.press.terms import TermUse

_BOOK = """\
[book]
title = {title}
authors = {authors}
language = {language}
{description}src = "src"

[build]
# mdBook's own preprocessors act on {{{{#include ...}}}} wherever it stands, in quoted code too. A book about code
# quotes it as it is; switch them on when you need them and nothing quoted looks like that.
use-default-preprocessors = false

[output.html]
# Quotation marks and dots stay as they are written.
smart-punctuation = false
{numbering}
[output.html.playground]
runnable = false

# Diagrams are mermaid fences. To draw them: cargo install mdbook-mermaid, then: mdbook-mermaid install .
"""


class MdBook(Flavour):
    """For `mdbook build` (0.5 or later)."""

    name = "mdbook"
    active = re.compile(r"[~|{}]")
    line_active = re.compile(r"^:(?=\s)")

    def heading(self, marks: str, text: str, anchor: str, page: str) -> str:
        """The id as an attribute, so that links to it hold when its words are changed."""
        return f"{marks} {text} {{#{anchor}}}" if anchor else f"{marks} {text}"

    def listing(self, info: FenceInfo, code: str, address: str, labels: Labels) -> str:
        """The place above the code, since mdBook has no captions."""
        language = language_name(info.language)
        block = fenced(language, _with_hashes(code) if language in {"rust", "rs"} else code)
        return f"{linked(code_span(info.place), address)}\n\n{block}" if info.path else block

    def diagram(self, code: str) -> str:
        """As mdbook-mermaid finds it."""
        return fenced("mermaid", code)

    def alert(self, kind: str, text: str) -> str:
        """GitHub's way, which mdBook knows."""
        lines = "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))
        return f"> [!{kind.upper()}]\n{lines}"

    def term(self, text: str, use: TermUse) -> str:
        """A link into the glossary."""
        return f"[{text}]({use.page}#term-{use.anchor})"

    def glossary(self, entries: Sequence[Entry]) -> str:
        """A heading a term, since only headings have ids of their own."""
        return "\n\n".join(f"## {one.named} {{#term-{one.anchor}}}\n\n{one.definition}" for one in entries)

    def files(self, project: Project) -> Mapping[str, str]:
        """book.toml, src/SUMMARY.md, src/*.md."""
        text = _BOOK.format(
            title=_toml(project.title),
            authors=_toml(list(project.authors)),
            language=_toml(project.language),
            description=f"description = {_toml(project.subtitle)}\n" if project.subtitle else "",
            numbering="" if project.counts_on else "no-section-label = true\n",
        )
        pages = {f"src/{page.name}": f"# {project.heading(page)}\n\n{page.text}\n" for page in project.pages}
        return {"book.toml": text, "src/SUMMARY.md": _summary(project), **pages}


def _summary(project: Project) -> str:
    def row(page: Page) -> str:
        return f"[{project.heading(page)}]({page.name})"

    front = "\n".join(row(page) for page in project.front)
    chapters = "\n".join(f"- {row(page)}" for page in project.chapters)
    back = "\n".join(row(page) for page in project.back)
    return f"# Summary\n\n{front}\n\n{chapters}\n\n{back}\n"


def _with_hashes(code: str) -> str:
    """mdBook hides lines of Rust that begin with "# " and takes one sign off "##"."""
    return re.sub(r"^(\s*#)(?=#|\s|$)", r"\1#", code, flags=re.MULTILINE)


def _toml(value: object) -> str:
    """A JSON string or list of strings is one in TOML too, but for DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
