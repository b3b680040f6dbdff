"""Keys of settings that a text names: `line-length`, `[tool.x] key`, and the keys of TOML, INI and YAML blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.claims import fence_claim, fence_language
from tasks.checks.result import CheckResult, found
from tasks.checks.source_index import SourceIndex

CHECK = "options"

_KEY = re.compile(r"(?:[a-z][\w-]*\.)*(?P<last>[a-z][a-z0-9_]*(?:-[a-z0-9_]+)+)(?:\s*[=:]\s*\S.*)?")
"""In prose a key is told by its dashes; without any it is a name of code."""
_SETTING = {
    "toml": re.compile(r"\s*[\"']?(?P<key>[A-Za-z][\w.-]*)[\"']?\s*=(?!=)"),
    "ini": re.compile(r"(?P<key>[A-Za-z][\w.-]*)\s*[=:]"),
    "cfg": re.compile(r"(?P<key>[A-Za-z][\w.-]*)\s*[=:]"),
    "yaml": re.compile(r"\s*(?:-\s+)?[\"']?(?P<key>[A-Za-z][\w.-]*)[\"']?:(?:\s|$)"),
}
_TABLE = re.compile(r"\s*\[+\s*(?P<table>[\w.\"'-]+)\s*\]+")
_DIGITS = re.compile(r"[0-9]+")
_SLIPS = 1
"""Letters left out, added, changed, or two exchanged: what is further off may well be another key."""
_LEAST = 5
"""Characters; shorter keys are alike by chance."""


def check_settings_keys(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """Compare keys with those that the source spells: in quotes, in its settings files, as options or as names.

    ⚠️ only for a key that the source does not know and that is nearly one of its own: a key of another program looks
    like any other. A block of settings counts where its table, or one of its other keys, is this project's.
    """
    findings: list[Finding] = []
    count = 0
    seen: set[str] = set()
    for key, line in (*_named(chapter), *_set(chapter, index)):
        count += 1
        if key in seen or _is_known(key, index):
            continue
        seen.add(key)
        if near := _nearest(key, index):
            findings.append(
                found(
                    CHECK,
                    Severity.SHOULD,
                    chapter.place(line),
                    f"the key {key} occurs nowhere in the source",
                    quote=key,
                    fix=f"did you mean {near}?",
                    certainty=Certainty.LIKELY,
                )
            )
    return CheckResult(tuple(findings), {"settings keys": count})


def _named(chapter: ChapterText) -> Iterator[tuple[str, int]]:
    for block in chapter.blocks:
        for span in block.spans if "-" in block.text else ():
            if match := _KEY.fullmatch(span.text):
                yield match["last"], block.line(span.start)


def _set(chapter: ChapterText, index: SourceIndex) -> Iterator[tuple[str, int]]:
    """The keys of settings blocks, table by table; blocks that claim a place are the source's."""
    for fence in chapter.fences:
        pattern = _SETTING.get(fence_language(fence) or fence.info.split(" ")[0].lower())
        if pattern is None or fence_claim(fence) is not None:
            continue
        table, keys = "", list[tuple[str, int]]()
        for number, line in enumerate((*fence.body.split("\n"), "[]"), fence.start + 1):
            header = _TABLE.fullmatch(line)
            if header or line == "[]":
                if _is_ours(table, [key for key, _ in keys], index):
                    yield from keys
                table, keys = header["table"] if header else "", []
            elif match := pattern.match(line):
                keys.append((match["key"].rpartition(".")[2], number))


def _is_ours(table: str, keys: list[str], index: SourceIndex) -> bool:
    """Whether a table is this project's own: by its name, or because the source knows most of its keys."""
    parts = table.lower().replace("-", "_").replace('"', "").replace("'", "").removeprefix("tool.").split(".")
    if parts[0] in _names(index):
        return True
    known = sum(_is_known(key, index) for key in keys)
    return len(keys) > 1 and known * 2 > len(keys)


def _is_known(key: str, index: SourceIndex) -> bool:
    spellings = {key, key.replace("-", "_"), _camel(key)}
    there = index.concordance
    if any(one in there.quoted or one in there.flags or one in there.words for one in spellings):
        return True
    # A module of the source is published under the name of its folder.
    return key in index.path_names


def _nearest(key: str, index: SourceIndex) -> str:
    """The key of the source that is nearly this one: with dashes among those with dashes, else any in quotes."""
    if len(key) < _LEAST:
        return ""
    pool = _dashed(index) if "-" in key else _plain(index)
    best = process.extractOne(key, pool, scorer=OSA.distance, score_cutoff=_SLIPS)
    # `docs2` beside `docs` is another one, no slip, and `chris` is nobody's `Chris`.
    if not best or _DIGITS.sub("", best[0]) == _DIGITS.sub("", key) or best[0] == key.capitalize():
        return ""
    return str(best[0])


def _camel(key: str) -> str:
    first, *rest = key.split("-")
    return first + "".join(part[:1].upper() + part[1:] for part in rest)


@lru_cache(maxsize=2)
def _names(index: SourceIndex) -> frozenset[str]:
    """What this project may call its table: as its folder, or a folder of code in it, is called."""
    tops = {path.removeprefix("src/").partition("/")[0] for path in index.paths if "/" in path}
    return frozenset(name.lower().replace("-", "_") for name in {index.root_name, *tops} if name)


@lru_cache(maxsize=2)
def _dashed(index: SourceIndex) -> tuple[str, ...]:
    there = index.concordance
    return tuple(sorted(one for one in {*there.quoted, *there.flags} if "-" in one))


@lru_cache(maxsize=2)
def _plain(index: SourceIndex) -> tuple[str, ...]:
    return tuple(sorted(one for one in index.concordance.quoted if "-" not in one))
