"""How Markdown's own elements are printed where the parser's default does not suit a book.

Tables and alerts become named groups, task boxes signs instead of form fields, footnotes get
ids that no heading can have, and nothing carries a style attribute (the page's policy forbids it).
"""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from tasks.press.fences import render_listing
from tasks.press.figures import render_figure
from tasks.press.language import Labels
from tasks.press.manuscript import Origin


class BookRenderer(RendererHTML):
    """Tokens to HTML; the method of a token type's name prints it."""

    labels: Labels
    origin: Origin

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """A fenced block: a listing, or a diagram that `figures` has prepared."""
        prepared = render_figure(tokens[idx], self.labels)
        return prepared or render_listing(tokens[idx], self.labels, self.origin)

    def code_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """An indented block: a listing without a language."""
        return render_listing(tokens[idx], self.labels, self.origin)

    def term_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """The first use of a glossary term: a link that describes itself."""
        use = tokens[idx].meta["term"]
        ident = escapeHtml(f"def:{use.anchor}")
        address = escapeHtml(f"{use.page}#term:{use.anchor}")
        return f'<span class="term"><a href="{address}" aria-describedby="{ident}">'

    def term_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """The end of `term_open`, with the preview that hover and focus show."""
        use = tokens[idx].meta["term"]
        ident = escapeHtml(f"def:{use.anchor}")
        return f'</a><span class="preview" role="tooltip" id="{ident}">{escapeHtml(use.definition)}</span></span>'

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """A table scrolls inside a named group that the keyboard reaches."""
        name = escapeHtml(self.labels.table)
        return f'<div class="table" role="group" aria-label="{name}" tabindex="0"><table>\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """The end of `table_open`."""
        return "</table></div>\n"

    def list_item_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """A list item; a task's box is a sign with a name, as a book is no form."""
        if "checked" not in tokens[idx].meta:
            return self.renderToken(tokens, idx, options, env)
        tokens[idx].attrSet("class", "task-item")
        opening = self.renderToken(tokens, idx, options, env)
        done = bool(tokens[idx].meta["checked"])
        name = escapeHtml(self.labels.task_done if done else self.labels.task_open)
        return f'{opening}<span class="task" role="img" aria-label="{name}">{"☑" if done else "☐"}</span> '


def configure_footnotes(md: MarkdownIt, labels: Labels) -> None:
    """Footnotes with ids `fn:1` and `fnref:1` (no heading's id has a colon) and named links."""

    def number(tokens: Sequence[Token], idx: int) -> int:
        return int(tokens[idx].meta["id"]) + 1

    def reference_id(tokens: Sequence[Token], idx: int) -> str:
        repeated = int(tokens[idx].meta.get("subId", 0))
        return f"fnref:{number(tokens, idx)}" + (f":{repeated}" if repeated > 0 else "")

    def reference(self: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        note = number(tokens, idx)
        name = escapeHtml(labels.footnote.format(number=note))
        place = reference_id(tokens, idx)
        link = f'<a href="#fn:{note}" id="{place}" aria-label="{name}">{note}</a>'
        return f'<sup class="footnote-ref">{link}</sup>'

    def block(self: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return f'<section class="footnotes" aria-label="{escapeHtml(labels.footnotes)}">\n<ol>\n'

    def item(self: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return f'<li id="fn:{number(tokens, idx)}">'

    def way_back(self: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        name = escapeHtml(labels.footnote_return)
        place = reference_id(tokens, idx)
        # U+FE0E keeps the arrow a letter where a phone would draw an emoji.
        return f' <a href="#{place}" class="footnote-back" aria-label="{name}">↩\ufe0e</a>'

    md.add_render_rule("footnote_ref", reference)
    md.add_render_rule("footnote_block_open", block)
    md.add_render_rule("footnote_open", item)
    md.add_render_rule("footnote_anchor", way_back)


def align_cells_by_class(state: StateCore) -> None:
    """Core rule: a column's alignment is a class, since the page's policy forbids style attributes."""
    for token in state.tokens:
        if token.type in {"th_open", "td_open"} and (style := token.attrs.pop("style", None)):
            token.attrSet("class", f"align-{str(style).removeprefix('text-align:').strip()}")


def title_alerts(labels: Labels, tokens: Sequence[Token]) -> None:
    """Give alerts their titles in the book's language and the role of a note."""
    for opening, title in zip(tokens, tokens[2:], strict=False):
        if opening.type == "alert_open":
            kind = str(opening.meta["kind"]).lower()
            opening.attrSet("role", "note")
            opening.attrSet("class", f"alert {kind}")
            words = str(getattr(labels.alerts, kind))
            title.children = [Token("text", "", 0, content=words)]
