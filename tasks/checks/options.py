"""Command line options, environment variables and kebab-case keys that a text names: does the source know them?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import PurePosixPath

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.result import CheckResult, found
from tasks.checks.source_index import SourceIndex

CHECK = "options"

_FLAG = re.compile(r"(?<![\w-])--(?P<name>[a-zA-Z][\w]*(?:-\w+)*)")
_CONSTANT = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
_COMMAND = re.compile(r"(?:\$\s+)?(?P<command>[\w./-]+)(?:\s|$)")
_SHELLS = frozenset({"", "console", "bash", "sh", "shell", "shell-session", "text", "zsh"})
_UNIVERSAL = frozenset({"help", "version"})
_LIKE = 85.0
_DIGITS = re.compile(r"\d+")
_LETTERS_A_SLIP = 8


def check_options(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """Check `--flag` and `SOME_VARIABLE` in inline code, and the flags of this project's own commands in blocks.

    Unknown and a slip away from one of the source: ⚠️; else 💡, for it may be another program's. A flag
    behind another program's name (`pip install --upgrade`) is not looked at.
    """
    findings: list[Finding] = []
    count = 0
    seen: set[str] = set()
    for name, line, quote in (*_flags(chapter, index), *_constants(chapter)):
        count += 1
        is_flag = name.startswith("--")
        if name in seen or (_knows_flag(name[2:], index) if is_flag else _knows_constant(name, index)):
            continue
        seen.add(name)
        near = _near_flag(name[2:], index) if is_flag else index.nearest_word(name)
        what = "option" if is_flag else "variable or constant"
        findings.append(
            found(
                CHECK,
                Severity.SHOULD if near and (is_flag or _is_slip(name, near)) else Severity.COULD,
                chapter.place(line),
                f"the {what} {name} occurs nowhere in the source",
                quote=quote,
                fix=f"did you mean {near}?" if near else "name one that the source has, or say whose it is",
                certainty=Certainty.LIKELY,
            )
        )
    return CheckResult(tuple(findings), {"options": count})


def _flags(chapter: ChapterText, index: SourceIndex) -> Iterator[tuple[str, int, str]]:
    for block in chapter.blocks:
        for span in block.spans if "--" in block.text else ():
            yield from ((name, block.line(span.start), span.text) for name in _own_flags(span.text, index, alone=True))
    for fence in chapter.fences:
        if fence.info.split(" ")[0].lower() in _SHELLS and "--" in fence.body:
            for number, line in enumerate(fence.body.split("\n"), fence.start + 1):
                yield from ((name, number, line.strip()) for name in _own_flags(line, index, alone=False))


def _own_flags(text: str, index: SourceIndex, *, alone: bool) -> Iterator[str]:
    """The flags of a command line, if it is one of this project's commands (or, `alone`, none at all)."""
    plain = text.strip().split(" #")[0]
    if not (alone and plain.startswith("-")):
        match = _COMMAND.match(plain)
        if match is None or PurePosixPath(match["command"]).name not in _commands(index):
            return
        plain = re.split(r"[|;]|&&|\s--\s", plain)[0]
    for match in _FLAG.finditer(plain):
        yield f"--{match['name']}"


def _constants(chapter: ChapterText) -> Iterator[tuple[str, int, str]]:
    for block in chapter.blocks:
        for span in block.spans:
            if _CONSTANT.fullmatch(span.text):
                yield span.text, block.line(span.start), span.text


def _knows_constant(name: str, index: SourceIndex) -> bool:
    """As a word, as one without the prefix that it shares with others (`CURL_CR_CLIENT`, told as `CR_CLIENT`), or
    made: of a prefix that the source joins to names (`"APP_" + key`), of a constant and its ending."""
    if _is_word(name, index) or name in _without_prefix(index):
        return True
    parts = name.split("_")
    splits = [("_".join(parts[:count]), "_".join(parts[count:])) for count in range(1, len(parts))]
    if any(f"{prefix}_" in index.words and _is_word(rest, index) for prefix, rest in splits):
        return True
    # Where endings are put to names, any value in quotes may be one: `f"{name}_{platform.upper()}"`.
    endings, quoted = _endings(index), index.concordance.quoted
    made = (prefix in index.words and (rest in endings or rest.lower() in quoted) for prefix, rest in splits[1:])
    return bool(endings) and any(made)


def _is_slip(name: str, near: str) -> bool:
    """Whether a constant is another but for a letter, for two in a long one: `ZLIB_ROOT` is no `ZSTD_ROOT`, and what
    differs by its numbers alone, `NET8_0_OR_GREATER`, is another of its kind."""
    if _DIGITS.sub("", name) == _DIGITS.sub("", near):
        return False
    return OSA.distance(name, near) <= max(1, len(name) // _LETTERS_A_SLIP)


def _is_word(name: str, index: SourceIndex) -> bool:
    return name in index.words or name.lower() in index.words


@lru_cache(maxsize=2)
def _without_prefix(index: SourceIndex) -> frozenset[str]:
    """What is left of the source's constants without their first words."""
    constants = (word.split("_") for word in index.words if _CONSTANT.fullmatch(word))
    return frozenset("_".join(parts[first:]) for parts in constants for first in range(1, len(parts) - 1))


@lru_cache(maxsize=2)
def _endings(index: SourceIndex) -> frozenset[str]:
    """What the source itself puts behind several of its constants (`APP_HOST` and `APP_HOST_DEV`, `APP_PORT_DEV`)."""
    constants = [word for word in index.words if _CONSTANT.fullmatch(word)]
    longer = (word.rpartition("_") for word in constants)
    found = Counter(rest for prefix, _, rest in longer if "_" in prefix and prefix in index.words)
    return frozenset(rest for rest, number in found.items() if number > 1)


def _knows_flag(name: str, index: SourceIndex) -> bool:
    plain = name.removeprefix("no-")
    candidates = {name, plain, name.replace("-", "_"), plain.replace("-", "_")}
    return (
        plain in _UNIVERSAL
        or any(one in index.concordance.quoted or one in index.concordance.flags for one in candidates)
        or _camel(plain) in index.words
        or any("_" in one and one in index.words for one in candidates)
    )


def _near_flag(name: str, index: SourceIndex) -> str:
    best = process.extractOne(name, sorted(index.concordance.flags), scorer=fuzz.ratio, score_cutoff=_LIKE)
    return f"--{best[0]}" if best else ""


def _camel(name: str) -> str:
    first, *rest = name.split("-")
    return first + "".join(part[:1].upper() + part[1:] for part in rest)


@lru_cache(maxsize=2)
def _commands(index: SourceIndex) -> frozenset[str]:
    """What this project's commands are called, as far as its packaging files and folders say."""
    names = {index.root_name, index.root_name.lower()}
    for path in index.evidence:
        parts = PurePosixPath(path).parts
        if parts[0] in ("cmd", "bin") and len(parts) > 1:
            names.add(PurePosixPath(parts[1]).stem)
        if path in ("pyproject.toml", "setup.cfg", "setup.py"):
            names.update(re.findall(r"""^\s*["']?([\w.-]+)\s*=\s*["']?[\w.]+:[\w.]+""", index.text(path), re.MULTILINE))
        if path == "package.json":
            names.update(re.findall(r'"([\w.-]+)":\s*"(?:\./)?(?:bin|dist|lib|cli)[\w./-]*"', index.text(path)))
        if path == "Cargo.toml":
            names.update(re.findall(r'^name\s*=\s*"([\w-]+)"', index.text(path), re.MULTILINE))
    return frozenset(names)
