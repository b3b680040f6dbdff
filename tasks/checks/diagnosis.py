"""Where the code of a quoted block really stands, when it is not what its place claims."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from tasks.checks.claims import Claim
from tasks.checks.source_index import SourceIndex
from tasks.source.decoding import lines_of
from tasks.source.line_search import inked
from tasks.source.quotes import locate, nearest

Outcome = Literal["exact", "whitespace", "elided", "moved", "part", "different"]

_LEGEND = "written here (-), in the source (+):"
MOST_SHOWN = 160
"""Characters of a line, without needless spaces, that the evidence of a difference shows."""
_MOST_DIFF_LINES = 8
_MOST_COMPARED = 200
_RARE_NAMES = 6
_MOST_ADAPTED = 3
_HALF = 0.5
_ALIKE = 0.75
"""How like the source's lines an own block must be to say that it was adapted from them."""
_WORD = re.compile(r"[^\W\d]\w*")
_SHORTEST_SEARCHED = 12
_LONGEST_ABRIDGED = 400
"""Lines of a claim in which `...` is looked for; beyond it the search could take quadratic time."""


@dataclass(frozen=True)
class Diagnosis:
    """What a quoted body is, and the place where it stands (`real`), if any.

    exact, whitespace: the claimed lines, byte for byte or but for white space. elided: they are abridged with
    `...` lines; `real` is what the runs span. moved: the body stands, whole, at `real`. part: one line that
    is cut short. different: the body stands nowhere; `evidence` is a diff against the lines of `real`.
    """

    outcome: Outcome
    real: Claim | None = None
    evidence: str = ""


def compare(body: str, claim: Claim, index: SourceIndex) -> Diagnosis | None:
    """Whether a body is what its claim names, which must be lines of the source; None when it is not."""
    lines = index.lines(claim.path)[claim.start - 1 : claim.end]
    written = body.split("\n")
    if written == lines:
        return Diagnosis("exact", claim)
    if inked(written)[1] == inked(lines)[1]:
        return Diagnosis("whitespace", claim)
    if len(lines) > _LONGEST_ABRIDGED:
        return None
    match = locate(body, "\n".join(lines))
    real = Claim(claim.path, match.start + claim.start - 1, match.end + claim.start - 1)
    if match.kind == "elided":
        return Diagnosis("elided", real)
    if match and inked(written)[1] != inked(lines[match.start - 1 : match.end])[1]:
        return Diagnosis("part", real)
    return Diagnosis("moved", real) if match else None


def find(body: str, claim: Claim, index: SourceIndex) -> Diagnosis:
    """Where a body that is not at its claim stands: in its file (nearest to the claim), in another, nowhere.

    `claim.path` must be a file of the source; its lines need not exist.
    """
    places = index.places(body, claim.path)
    if places:
        start, end = min(places, key=lambda place: abs(place[0] - claim.start))
        return Diagnosis("moved", Claim(claim.path, start, end))
    real = find_anywhere(body, index)
    return Diagnosis("moved", real) if real else Diagnosis("different", *_difference(body, claim, index))


def find_anywhere(body: str, index: SourceIndex) -> Claim | None:
    """The first file, in order of paths, that holds the body's whole lines exactly."""
    plain = body.strip("\n")
    if len(plain.strip()) < _SHORTEST_SEARCHED:
        return None
    path = index.file_holding(plain)
    return Claim(path, *index.places(plain, path)[0]) if path else None


def adapted_from(body: str, index: SourceIndex) -> Diagnosis | None:
    """The lines that a body without a place was probably adapted from, or None where nothing is alike.

    Only files that hold most of its rarer names are compared.
    """
    names = [word for word in dict.fromkeys(_WORD.findall(body)) if word in index.words and len(word) > 2]
    rare = sorted(names, key=lambda word: len(index.words[word]))[:_RARE_NAMES]
    votes = Counter(path for word in rare for path in index.words[word])
    for path, count in votes.most_common(_MOST_ADAPTED):
        if count * 2 > len(rare):
            start, end, likeness = nearest(body, index.text(path), _ALIKE)
            if likeness:
                return Diagnosis("different", *_difference(body, Claim(path, start, end), index))
    return None


def _difference(body: str, claim: Claim, index: SourceIndex) -> tuple[Claim | None, str]:
    """The lines that the body was probably taken from, and how it differs from them."""
    lines = index.lines(claim.path)
    written = lines_of(body)[:_MOST_COMPARED]
    start, end = claim.start, claim.end
    claimed = lines[start - 1 : end]
    if not 1 <= start <= end or difflib.SequenceMatcher(None, written, claimed[:_MOST_COMPARED]).ratio() < _HALF:
        start, end, likeness = nearest(body, index.text(claim.path), _HALF)
        if not likeness:
            return None, ""
    real = lines[start - 1 : end][:_MOST_COMPARED]
    # White space alone sets no lines apart here: where nothing else differs, nobody asks for a difference.
    rows = difflib.unified_diff(inked(written)[1], inked(real)[1], lineterm="", n=0)
    # The first two rows name the files; a comment of SQL (`-- why`) would look like one.
    changes = [f"{row[0]} {row[1:][:MOST_SHOWN]}" for row in islice(rows, 2, None) if row[0] in "+-"]
    shown = [_LEGEND, *changes[:_MOST_DIFF_LINES]] if changes else []
    rest = len(changes) - _MOST_DIFF_LINES
    return Claim(claim.path, start, end), "\n".join([*shown, f"({rest} more changed lines)"] if rest > 0 else shown)
