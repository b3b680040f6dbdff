"""Diagrams as figures: drawn, named, with their source at hand; or legible as source when undrawn.

The drawing itself is put in after the sanitiser, which knows no SVG: until then a slot stands in its
place that no text can forge, since the parser lets no HTML through.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token
from markupsafe import Markup

from memory_schema.findings import Certainty, Finding, Severity
from tasks.press.anchors import Heading
from tasks.press.diagrams import DiagramPainter, Undrawn
from tasks.press.drawing import Drawing
from tasks.press.fences import is_diagram
from tasks.press.language import Labels

_SLOT = re.compile(r'<div class="slot-(\d+)"></div>')
_WIDE = 900
"""CSS pixels from which a drawing may scroll instead of shrinking below legibility."""


@dataclass(frozen=True)
class _Figure:
    slot: int
    drawing: Drawing | None
    name: str


def prepare_figures(
    tokens: Sequence[Token], headings: Sequence[Heading], chapter: int, painter: DiagramPainter, labels: Labels
) -> tuple[tuple[str, ...], tuple[Finding, ...]]:
    """Draw the diagrams of a parsed chapter and leave what the renderer needs in their tokens.

    Returns:
        The safe drawings by slot, and a finding for each diagram that cannot be drawn.
    """
    names = {heading.anchor: heading.text for heading in headings}
    drawings: list[str] = []
    findings: list[Finding] = []
    heading = ""
    for token in tokens:
        if token.type == "heading_open":
            heading = names.get(str(token.attrGet("id") or ""), heading)
        if not is_diagram(token):
            continue
        prefix = f"figure:{len(drawings) + len(findings) + 1}"
        name = labels.diagram_in.format(title=heading) if heading else labels.diagram
        drawn = painter.draw(token.content, prefix)
        if isinstance(drawn, Undrawn):
            token.meta["figure"] = _Figure(-1, None, name)
            findings.append(_finding(token, chapter, drawn.reason))
        else:
            token.meta["figure"] = _Figure(len(drawings), drawn, name)
            drawings.append(drawn.named(name, labels.separator.join(drawn.labels), prefix))
    return tuple(drawings), tuple(findings)


def render_figure(token: Token, labels: Labels) -> str:
    """The figure of a prepared diagram, or "" for any other block."""
    figure = token.meta.get("figure")
    if not isinstance(figure, _Figure):
        return ""
    source = f'<pre class="mermaid-source" tabindex="0"><code>{escapeHtml(token.content)}</code></pre>'
    if figure.drawing is None:
        caption = f"<figcaption>{escapeHtml(labels.diagram_undrawn)}</figcaption>"
        return f'<figure class="diagram undrawn">{caption}{source}</figure>\n'
    kind = "drawing wide" if figure.drawing.width > _WIDE else "drawing"
    name = escapeHtml(figure.name)
    slot = f'<div class="slot-{figure.slot}"></div>'
    drawing = f'<div class="{kind}" role="group" aria-label="{name}" tabindex="0">{slot}</div>'
    details = f"<details><summary>{escapeHtml(labels.diagram_source)}</summary>{source}</details>"
    return f'<figure class="diagram">{drawing}{details}</figure>\n'


def fill_slots(html: Markup, drawings: Sequence[str]) -> Markup:
    """Put the drawings into a sanitised text."""
    if not drawings:
        return html
    return Markup(_SLOT.sub(lambda match: drawings[int(match[1])], str(html)))  # noqa: S704 - both parts are safe


def _finding(token: Token, chapter: int, reason: str) -> Finding:
    line = token.map[0] + 1 if token.map else 0
    return Finding(
        severity=Severity.SHOULD,
        place=f"chapter {chapter}, line {line}" if line else f"chapter {chapter}",
        quote=token.content.strip().split("\n")[0][:80],
        problem=f"the diagram cannot be drawn: {reason}",
        fix="correct the Mermaid source; until then the page shows it as text",
        by="check:diagrams",
        certainty=Certainty.CERTAIN,
    )
