"""Quarto: _quarto.yml and chapters as .qmd, in Markdown as Pandoc reads it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from tasks.press.export.flavour import Entry, Flavour, Page, Project, code_span, container, fenced, language_name
from tasks.press.fences import FenceInfo
from tasks.press.language import Labels
from tasks.press.terms import TermUse

_SHORTCODE = re.compile(r"\{\{(?=<)")
_BOOK = """\
project:
  type: book

lang: {language}
# Nothing in the book is run: its code quotes a source.
engine: markdown
execute:
  enabled: false

book:
  title: {title}
{subtitle}  author: {authors}
{date}  chapters:
{chapters}
  appendices:
{appendices}

format:
  html:
    # Quotation marks and dots stay as they are written.
    from: markdown-smart
    theme: [cosmo]
    code-copy: true
    number-sections: {numbered}
"""


class Quarto(Flavour):
    """For `quarto render`."""

    name = "quarto"
    suffix = ".qmd"
    active = re.compile(r"[~^$@|{}]")
    line_active = re.compile(
        r"^(?::(?=[:\s])|\+(?=[-=])|(?:#|[A-Za-z]|[ivxlcdmIVXLCDM]+)(?<!\\)[.)](?=\s|$)|\((?:\d+|#|[A-Za-z]+)\)(?=\s|$))"
    )
    definition_indent = 4

    def heading(self, marks: str, text: str, anchor: str, page: str) -> str:
        """The id as an attribute, so that links to it hold when its words are changed."""
        return f"{marks} {text} {{#{anchor}}}" if anchor else f"{marks} {text}"

    def listing(self, info: FenceInfo, code: str, address: str, labels: Labels) -> str:
        """The place as the block's file name, its lines numbered as in the source."""
        language = f".{language_name(info.language) or 'default'}"
        # Quarto acts on shortcodes in code too; a third brace takes that away and is not shown.
        code = _SHORTCODE.sub("{{{", code).replace(">}}", ">}}}") if _SHORTCODE.search(code) else code
        if not info.path:
            return fenced(f"{{{language}}}", code)
        block = fenced(
            f'{{{language} .numberLines startFrom="{info.start}" filename="{_attribute(info.place)}"}}', code
        )
        return (
            f"{block}\n\n[{labels.source_link.format(place=code_span(info.place))}](<{address}>)" if address else block
        )

    def diagram(self, code: str) -> str:
        """A cell that Quarto draws itself."""
        return fenced("{mermaid}", code)

    def alert(self, kind: str, text: str) -> str:
        """A callout."""
        return container(":", f" {{.callout-{kind}}}", f"\n{text}\n")

    def term(self, text: str, use: TermUse) -> str:
        """A link into the glossary."""
        return f"[{text}]({use.page}#term-{use.anchor})"

    def glossary(self, entries: Sequence[Entry]) -> str:
        """A definition list with an id a term."""
        return "\n\n".join(
            f"[{one.named}]{{#term-{one.anchor}}}\n:   {one.definition.replace(chr(10), ' ')}" for one in entries
        )

    def pipe_in_code(self, code: str) -> str:
        """Pandoc looks for code before it looks for cells."""
        return code

    def files(self, project: Project) -> Mapping[str, str]:
        """_quarto.yml and the pages beside it."""
        text = _BOOK.format(
            language=_yaml(project.language),
            title=_yaml(project.title),
            subtitle=f"  subtitle: {_yaml(project.subtitle)}\n" if project.subtitle else "",
            authors=_yaml(list(project.authors)),
            date=f"  date: {_yaml(project.date)}\n" if project.date else "",
            chapters="\n".join(f"    - {page.name}" for page in (*project.front, *project.chapters)),
            appendices="\n".join(f"    - {page.name}" for page in project.back),
            numbered="true" if project.counts_on else "false",
        )
        front = {page.name for page in project.front}
        return {
            "_quarto.yml": text,
            **{page.name: _file(page, project, unnumbered=page.name in front) for page in project.pages},
        }


def _file(page: Page, project: Project, *, unnumbered: bool) -> str:
    mark = " {.unnumbered}" if unnumbered else ""
    return f"# {project.heading(page)}{mark}\n\n{page.text}\n"


def _attribute(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("`", "'")


def _yaml(value: object) -> str:
    """JSON is YAML."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\x7f")
