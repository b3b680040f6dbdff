"""The full-text index: one script file that works from a server and from a folder alike.

A page opened from disk may not fetch, but it may load a script of its own folder; so the index is a
script that assigns one value, loaded when a reader first searches. Scores (BM25) are computed here.
"""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tasks.press.search_words import words_of

INDEX_FILE = "search-index.js"
_HEADING_WEIGHT = 6
_CODE_WEIGHT = 0.4
_TITLE_WEIGHT = 2
_SATURATION, _LENGTH_SHARE = 1.2, 0.6
"""BM25's k1 and b."""
_MOST_TEXT = 6_000
"""Characters of a section kept for snippets."""


@dataclass(frozen=True)
class Entry:
    """One thing that a search can find: `kind` is "section", "symbol" or "term"."""

    page: str
    anchor: str
    chapter: str
    """The page's title as results show it."""
    heading: str
    text: str
    code: str = ""
    kind: str = "section"


def search_index(entries: Sequence[Entry]) -> str:
    """The text of the index file; pure, the same entries give the same bytes."""
    counted = [_weights(entry) for entry in entries]
    lengths = [sum(weights.values()) for weights in counted]
    mean = sum(lengths) / len(lengths) if lengths else 1.0
    holders = Counter(word for weights in counted for word in weights)
    rarity = {word: math.log(1 + (len(entries) - held + 0.5) / (held + 0.5)) for word, held in holders.items()}
    postings: dict[str, list[int]] = {word: [] for word in holders}
    for rank, weights in enumerate(counted):
        damping = _SATURATION * (1 - _LENGTH_SHARE + _LENGTH_SHARE * lengths[rank] / (mean or 1))
        for word, weight in weights.items():
            score = rarity[word] * weight * (_SATURATION + 1) / (weight + damping)
            postings[word] += (rank, max(1, round(score * 10)))
    pages = {entry.page: entry.chapter for entry in entries}
    places = {page: rank for rank, page in enumerate(pages)}
    value = {
        "pages": [[page, title] for page, title in pages.items()],
        "entries": [
            [places[entry.page], entry.anchor, entry.heading, entry.text[:_MOST_TEXT], _KINDS[entry.kind]]
            for entry in entries
        ],
        "words": dict(sorted(postings.items())),
    }
    packed = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    # JSON is a subset of JavaScript but for these two in old engines.
    packed = packed.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"globalThis.sourcebookIndex = {packed};\n"


_KINDS = {"section": 0, "symbol": 1, "term": 2}


def _weights(entry: Entry) -> dict[str, float]:
    weights: dict[str, float] = defaultdict(float)
    for text, weight in (
        (entry.heading, _HEADING_WEIGHT),
        (entry.chapter if not entry.anchor else "", _TITLE_WEIGHT),
        (entry.text, 1.0),
        (entry.code, _CODE_WEIGHT),
    ):
        for word in words_of(text):
            weights[word] += weight
    return weights
