"""How a text claims a place in the source: on a fence (`LANG path:start-end`), in inline code."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_schema.fences import Fence

_RANGE = r"(?::L?|#L)(?P<start>[0-9]{1,9})(?:\s?[-–—]\s?L?(?P<end>[0-9]{1,9}))?"
_FENCE = re.compile(rf"(?:(?P<language>[^\s:/]+)\s+)?(?P<path>\S(?:.*\S)?){_RANGE}\s*")
_TITLED = re.compile(
    r"(?P<language>[^\s:/]+)\s.*?(?:title|file|filename|path|source)=[\"']?"
    rf"(?P<path>[^\"'=:#]+?){_RANGE}[\"']?(?:\s.*)?"
)
"""As site generators write it: `python title="src/a.py:3-9"`."""
_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_SPAN_PLACE = re.compile(rf"(?P<path>[^:#]+?)(?:{_RANGE})?")
_NESTED_FENCE = re.compile(r"\s*(?:(?:>|[-*+]|[0-9]{1,9}[.)])\s*)+(?:`{3,}[^`]*|~{3,}.*)|\s{4,}`{3,}[^`]*")

_SAME_LANGUAGE = {"py": "python", "python3": "python", "js": "javascript", "ts": "typescript", "sh": "bash",
                  "shell": "bash", "rb": "ruby", "rs": "rust", "golang": "go", "c++": "cpp", "cs": "csharp",
                  "kt": "kotlin", "hs": "haskell", "jinja2": "jinja"}  # fmt: skip


@dataclass(frozen=True)
class Claim:
    """A place that a text claims: path and 1-based inclusive lines; `start` is -1 where no line is named."""

    path: str
    start: int = -1
    end: int = -1

    @property
    def names_lines(self) -> bool:
        """Whether lines are claimed, and not only a file."""
        return self.start >= 0

    def __str__(self) -> str:
        if not self.names_lines:
            return self.path
        return f"{self.path}:{self.start}" if self.start == self.end else f"{self.path}:{self.start}-{self.end}"


def fence_claim(fence: Fence) -> Claim | None:
    """The place that a fence claims in its info string, or None."""
    info = fence.info[:1000]
    match = _TITLED.fullmatch(info) or _FENCE.fullmatch(info)
    if match is None:
        return None
    return Claim(match["path"], int(match["start"]), int(match["end"] or match["start"]))


def fence_language(fence: Fence) -> str:
    """The language of a fence by its usual name, "" where the info string names none."""
    first = fence.info.split(maxsplit=1)[0] if fence.info.strip() else ""
    if ":" in first or "/" in first:
        return ""
    return _SAME_LANGUAGE.get(first.lower(), first.lower())


def code_spans(line: str) -> tuple[str, ...]:
    """The inline code of one line, stripped, in order."""
    return tuple(match[2].strip() for match in _CODE_SPAN.finditer(line))


def span_claim(span: str) -> Claim | None:
    """What an inline code would claim if it were a place, or None where it cannot be one."""
    match = _SPAN_PLACE.fullmatch(span[:400])
    if match is None or not match["path"].strip():
        return None
    if match["start"] is None:
        return Claim(match["path"].strip())
    return Claim(match["path"].strip(), int(match["start"]), int(match["end"] or match["start"]))


def opens_nested_fence(line: str) -> bool:
    """Whether a prose line opens a fence inside a list or quotation, which a line scanner does not follow."""
    return _NESTED_FENCE.fullmatch(line) is not None
