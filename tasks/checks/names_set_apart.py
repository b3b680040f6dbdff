"""Names that a text means as it writes them, though the source has one that is nearly the same."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.checks.chapter_text import Block, Span
from tasks.checks.source_index import SourceIndex

_NOT = re.compile(r"\b(?:instead of|rather than|not|unlike|no)\s+$")
"""What sets the name that follows apart: it is the one that is not used."""
_YOUR, _USES = re.compile(r"\byour\s+$"), re.compile(r"`*\s+(?:calls?|uses?|usages?|imports?|invocations?)\b")
"""Around what stands in the reader's own code: "your `Mapper.CreateMap` calls"."""
_BEFORE = 20
_OF_CASE = re.compile(r"\bcase[ *_-]*sensitiv|大小写", re.IGNORECASE)
_NAMES = re.compile(r"[^\W\d]\w*")
_JOINT = re.compile(r"\.|::")
_TYPES = re.compile(r"[^\W\d]\w*(?:(?:\.|::)[^\W\d]\w*)*")
_VALUES = frozenset({"attribute", "variable", "property", "constant"})


def is_set_apart(name: str, near: str, span: Span, block: Block, around: Sequence[Block], index: SourceIndex) -> bool:
    """Whether a name that the source lacks is no slip for the near one that it has.

    Args:
        name: as the text writes it, its parts joined by dots.
        near: the source's own.
        span: the inline code that holds it, in `block`; `around` are the block and its neighbours.
    """
    before = block.text[max(0, span.start - _BEFORE) : span.start]
    return (
        _NOT.search(before) is not None
        or (_YOUR.search(before) is not None and _USES.match(block.text, span.end) is not None)
        or (name.lower() == near.lower() and _OF_CASE.search(block.text) is not None)
        or _is_told_from(name, near, around)
        or _stands_for_folder(name, around)
        or _is_member_from_elsewhere(name, index)
    )


def _is_told_from(name: str, near: str, around: Sequence[Block]) -> bool:
    """Whether neighbouring paragraphs name both, and they differ by style or an `s` alone: `token_url`, `tokenUrl`;
    `BackgroundTask`, `BackgroundTasks`. Who writes both means both."""
    last, there = (one.rpartition(".")[2] for one in (name, near))
    plain, other = (one.replace("_", "").lower() for one in (last, there))
    by_style = plain == other and last.lower() != there.lower()
    by_number = plain != other and other in (f"{plain}s", plain.removesuffix("s"))
    return (by_style or by_number) and any(
        there in _NAMES.findall(span.text) for block in around for span in block.spans
    )


def _stands_for_folder(name: str, around: Sequence[Block]) -> bool:
    """ "`BasePath/vendor`, where `BasePath` is the path of your application"."""
    return any(span.text.startswith(f"{name}/") for block in around for span in block.spans)


def _is_member_from_elsewhere(name: str, index: SourceIndex) -> bool:
    """Whether it is a member of a value whose declared type is none of the source's: `Request.RawRequest.GetBody`,
    where `RawRequest` is a `*fasthttp.Request`."""
    owner = name.rpartition(".")[0].rpartition(".")[2]
    owners = index.definitions.named(owner) if owner else ()
    return bool(owners) and all(
        one.symbol.kind in _VALUES
        and bool(one.symbol.returns)
        and not any(_is_of_source(written, index) for written in _TYPES.findall(one.symbol.returns or ""))
        for one in owners
    )


def _is_of_source(written: str, index: SourceIndex) -> bool:
    first, *more = _JOINT.split(written)
    return not (more and first not in index.path_names) and bool(index.definitions.types((first, *more)[-1]))
