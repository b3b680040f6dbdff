"""MyST: myst.yml and Markdown for `myst` and Jupyter Book 2."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence

from tasks.press.export.flavour import (
    Entry,
    Flavour,
    Project,
    code_span,
    container,
    fenced,
    language_name,
    linked,
)
from tasks.press.fences import FenceInfo
from tasks.press.language import Labels
from tasks.press.terms import TermUse

_PROJECT = """\
version: 1
project:
  title: {title}
{description}  authors: {authors}
{date}  numbering:
    title: false
    headings: false
  toc:
{toc}
site:
  template: book-theme
"""
_PLAIN_TERM = re.compile(r"[^`<>\\*_\[\]{}$]+")


class MyST(Flavour):
    """For `myst start` and `jupyter book start`."""

    name = "myst"
    # A backslash before "@" does not keep MyST from citing it in brackets, one before the bracket does.
    active = re.compile(r"[~$@|{}^]|(?<!\\)\[(?=[^\]]*@)")
    line_active = re.compile(r"^(?::(?=[:\s])|%|\+(?=\+\+)|\((?=[^\s()]+\)=))")

    def heading(self, marks: str, text: str, anchor: str, page: str) -> str:
        """A target before the heading; labels are one space over the whole project, so the page begins each."""
        return f"({_label(page, anchor)})=\n{marks} {text}" if anchor else f"{marks} {text}"

    def listing(self, info: FenceInfo, code: str, address: str, labels: Labels) -> str:
        """A directive with a caption and the first line's number."""
        language = language_name(info.language)
        if not info.path:
            return fenced(language, code)
        caption = linked(code_span(info.place), address)
        options = f":caption: {caption}\n:linenos:\n:lineno-start: {info.start}\n\n"
        return fenced(f"{{code-block}} {language or 'text'}", options + code)

    def diagram(self, code: str) -> str:
        """MyST's own directive."""
        # A block of settings would be read as the directive's own; after a blank line it is the diagram's.
        return fenced("{mermaid}", f"\n{code}" if code.lstrip().startswith(("---", ":")) else code)

    def alert(self, kind: str, text: str) -> str:
        """An admonition."""
        return container(":", f"{{{kind}}}", text)

    def term(self, text: str, use: TermUse) -> str:
        """A term role where the words allow it, with MyST's preview; else the words alone."""
        words = use.term
        if not (_PLAIN_TERM.fullmatch(words) and _PLAIN_TERM.fullmatch(text)):
            return text
        return f"{{term}}`{text}`" if text == words else f"{{term}}`{text} <{words}>`"

    def glossary(self, entries: Sequence[Entry]) -> str:
        """The glossary directive, which the term roles lead to."""
        # The term stands alone, since the roles name it by its words.
        rows = (f"{one.term}\n: {one.translation}{'; ' if one.translation else ''}{one.definition}" for one in entries)
        return container(":", "{glossary}", "\n\n".join(rows))

    def address(self, href: str, page: str) -> str:
        """To a heading by its label, to a page by its name."""
        name, _, anchor = href.partition("#")
        if not anchor or "/" in name or (name and not name.endswith(self.suffix)):
            return href
        return f"#{_label(name or page, anchor)}"

    def files(self, project: Project) -> Mapping[str, str]:
        """myst.yml and the pages beside it."""
        text = _PROJECT.format(
            title=_yaml(project.title),
            description=f"  description: {_yaml(project.subtitle)}\n" if project.subtitle else "",
            authors=_yaml([{"name": {"literal": name, "family": name}} for name in project.authors]),
            date=f"  date: {_yaml(project.date)}\n" if project.date else "",
            toc="\n".join(f"    - file: {page.name}" for page in project.pages),
        )
        pages = {page.name: f"# {project.heading(page)}\n\n{page.text}\n" for page in project.pages}
        return {"myst.yml": text, **pages}


def _label(page: str, anchor: str) -> str:
    """A label of the project. MyST compares it with the percent-encoded link, so it must be ASCII."""
    plain = anchor if anchor.isascii() else hashlib.sha256(anchor.encode()).hexdigest()[:8]
    return f"{page.rpartition('.')[0]}-{plain}"


def _yaml(value: object) -> str:
    """JSON is YAML."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\x7f")
