"""Names that a text makes itself: its examples define or bind them, or they stand for whatever a reader has."""

from __future__ import annotations

import re

from tasks.checks.chapter_text import ChapterText
from tasks.checks.claims import fence_claim
from tasks.checks.source_index import SourceIndex

_INDENTED = ("    ", "\t")
_PLACEHOLDER = re.compile(r"<(\w+)>")
_BOUND = re.compile(
    r"\b(?:def|class|function|func|fn|fun|const|let|var|val|type|struct|interface|trait|enum|import|as|for|package)"
    r"\s+(?P<named>[^\W\d]\w*)"
    r"|(?P<assigned>[^\W\d]\w*)\s*(?::=|=(?!=))"
)


def names_of_examples(chapter: ChapterText, index: SourceIndex) -> frozenset[str]:
    """The names that a text's own examples define or bind, and those that it writes as placeholders (`<name>`).

    Blocks that claim a place are the source's, and so is a signature of what the source has lost. Some sites indent the
    examples of a note or a tab.
    """
    bodies = [fence.body for fence in chapter.fences if fence_claim(fence) is None]
    bodies += [line.text for line in chapter.prose if line.text.startswith(_INDENTED)]
    bound = {match["named"] or match["assigned"] for body in bodies for match in _BOUND.finditer(body)}
    spans = (span.text for block in chapter.blocks for span in block.spans)
    names = bound | {match[1] for text in spans if (match := _PLACEHOLDER.fullmatch(text))}
    return frozenset(name for name in names if not index.has_lost(name))
