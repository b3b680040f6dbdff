"""Markdown as our books use it: CommonMark with GitHub's additions, no raw HTML, CJK done right.

In two steps, since a link can be judged only when the headings of all chapters are known: `parse`
every chapter, resolve the links (`links`), then `render`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType
from markupsafe import Markup
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from tasks.press.anchors import Heading, add_permalinks, anchor_headings, heading_anchor, plain_text
from tasks.press.cjk import CJKInlineParser, join_cjk_lines
from tasks.press.figures import fill_slots
from tasks.press.furniture import BookRenderer, align_cells_by_class, configure_footnotes, title_alerts
from tasks.press.language import Labels
from tasks.press.manuscript import Origin
from tasks.press.markers import drop_marker_in_open_fence, drop_marker_line
from tasks.press.sanitise import sanitise


@dataclass(frozen=True)
class ParsedText:
    """A chapter between parsing and printing.

    `tokens` are the parser's; links, terms and figures are put into them in place. `drawings` are filled
    in by the slots that the figures leave.
    """

    tokens: list[Token]
    headings: tuple[Heading, ...]
    title_anchor: str
    """The id of the chapter's own H1, which the page prints; empty if the text has none."""
    environment: EnvType = field(repr=False)
    drawings: tuple[str, ...] = ()
    page: str = ""
    """The page that it is printed on, once that is known."""


class BookMarkdown:
    """The parser and printer of one book, its furniture in the language of the labels."""

    def __init__(self, labels: Labels, origin: Origin | None = None) -> None:
        self.labels = labels
        self.origin = origin or Origin()
        self._renderer = BookRenderer()
        self._renderer.labels = labels
        self._renderer.origin = self.origin
        self._md = _Parser({"html": False, "tasklists": True, "alerts": True})
        self._md.renderer = self._renderer
        self._md.enable(["table", "strikethrough"]).use(deflist_plugin).use(footnote_plugin, inline=False)
        self._md.block.ruler.before(
            "hr", "marker", drop_marker_line, {"alt": ["paragraph", "reference", "blockquote", "list"]}
        )
        self._md.core.ruler.after("block", "marker_in_open_fence", drop_marker_in_open_fence)
        self._md.core.ruler.push("cjk_lines", join_cjk_lines)
        self._md.core.ruler.push("cell_alignment", align_cells_by_class)
        configure_footnotes(self._md, labels)

    def parse(self, text: str) -> ParsedText:
        """Parse a chapter: its first H1 is taken out (the page prints the title), headings get ids."""
        environment: EnvType = {}
        tokens = self._md.parse(text, environment)
        title_anchor = ""
        if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
            title_anchor = heading_anchor(plain_text(tokens[1].children or []))
            del tokens[:3]
        headings = anchor_headings(tokens, taken=title_anchor)
        add_permalinks(tokens, self.labels)
        title_alerts(self.labels, tokens)
        return ParsedText(tokens, headings, title_anchor, environment)

    def render(self, parsed: ParsedText) -> Markup:
        """A parsed chapter as a safe HTML fragment."""
        return fill_slots(self.fragment(parsed), parsed.drawings)

    def fragment(self, parsed: ParsedText) -> Markup:
        """A parsed chapter as a safe HTML fragment, its drawings still to be filled in (`fill_slots`)."""
        return sanitise(self._renderer.render(parsed.tokens, self._md.options, parsed.environment))

    def render_line(self, text: str) -> Markup:
        """One line of inline Markdown (a title, a promise) as safe HTML; links leave only their words."""
        return sanitise(self._renderer.render(self.line_tokens(text), self._md.options, {}))

    def plain(self, text: str) -> str:
        """One line of inline Markdown without its markup."""
        return plain_text(self.line_tokens(text)[0].children or [])

    def line_tokens(self, text: str) -> list[Token]:
        """One line of inline Markdown as its `inline` token; links leave only their words."""
        tokens = self._md.parseInline(" ".join(text.split()))
        for token in tokens:
            kept = (t for t in token.children or [] if t.type not in {"link_open", "link_close"})
            token.children = [Token("text", "", 0, content=plain_text([t])) if t.type == "image" else t for t in kept]
        return tokens

    def word_tokens(self, words: str) -> list[Token]:
        """Plain words as an `inline` token: nothing in them is markup."""
        flat = " ".join(words.split())
        return [Token("inline", "", 0, content=flat, children=[Token("text", "", 0, content=flat)])]


class _Parser(MarkdownIt):
    def __init__(self, options: Mapping[str, bool]) -> None:
        super().__init__("commonmark", options)
        self.inline = CJKInlineParser()
        # Once more: the rules of the preset are switched on in the parser that stands there now.
        self.configure("commonmark", options_update=options)

    def validateLink(self, url: str) -> bool:  # noqa: N802 - markdown-it's name
        """Let every address through: `links` decides, and says what it refused."""
        return True
