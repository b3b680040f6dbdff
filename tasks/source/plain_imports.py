"""References between files of languages without a grammar here, and the paths that includes mean in any.

Best effort and honest: what does not lead to exactly one known place leads nowhere.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator

from tasks.source.decoding import lines_of
from tasks.source.tree_references import Reference

_MAX_LINE = 1000
_QUOTED = r"""["']([^"'\n]+)["']"""
_SCRIPT = re.compile(rf"(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*){_QUOTED}")
_JVM = re.compile(r"\s*import\s+(?:static\s+)?([\w.]+)")
_STYLES = re.compile(rf"\s*@(?:import|use|forward)\s+(?:url\()?{_QUOTED}")
_RUST = re.compile(r"\s*(?:pub(?:\([^)]*\))?\s+)?(?:(mod\s+\w+)\s*;|use\s+((?:crate|super|self)(?:::\w+)+))")
_PATTERNS: dict[str, re.Pattern[str]] = {
    **dict.fromkeys(("javascript", "jsx", "typescript", "tsx", "vue", "svelte"), _SCRIPT),
    **dict.fromkeys(("c", "cpp", "objectivec"), re.compile(r'\s*#\s*(?:include|import)\s*["<]([^">]+)[">]')),
    **dict.fromkeys(("java", "kotlin", "scala", "groovy"), _JVM),
    **dict.fromkeys(("bash", "fish"), re.compile(r"""\s*(?:source|\.)\s+["']?([^\s"';]+)""")),
    **dict.fromkeys(("css", "scss", "less"), _STYLES),
    "go": re.compile(r'\s*(?:import\s+)?(?:[\w.]+\s+)?"([\w./~-]+)"\s*(?://.*)?$'),
    "rust": _RUST,
    "ruby": re.compile(rf"\s*(?:require_relative|require|load)\s*\(?\s*{_QUOTED}"),
    "php": re.compile(rf"\s*(?:require|include)(?:_once)?\s*\(?\s*(?:__DIR__\s*\.\s*)?{_QUOTED}"),
    "lua": re.compile(rf"(?:^|.*[\s=(])require\s*\(?\s*{_QUOTED}"),
    "protobuf": re.compile(rf"\s*import\s+(?:public\s+|weak\s+)?{_QUOTED}"),
}


def plain_references(text: str, language: str) -> tuple[Reference, ...]:
    """Every reference to another file or package that a line of the text makes; () for unknown languages."""
    pattern = _PATTERNS.get(language)
    return () if pattern is None else tuple(_references(pattern, text))


class PlainResolver:
    """Finds the files that references mean among the paths of one source."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = frozenset(paths)
        self._by_name: dict[str, list[str]] = {}
        for path in sorted(self._paths):
            self._by_name.setdefault(path.rpartition("/")[2], []).append(path)

    def resolve(self, path: str, reference: Reference, language: str) -> tuple[str, ...]:
        """The file that a reference in `path` leads to; never `path` itself."""
        found = self._one(path, reference.target, language)
        return (found,) if found and found != path else ()

    def _one(self, path: str, target: str, language: str) -> str | None:
        folder = path.rpartition("/")[0]
        if language == "lua":
            stem = target.replace(".", "/")
            return self._by_suffix([f"{stem}.lua", f"{stem}/init.lua"])
        candidates = list(_spellings(target, language))
        beside = (self._joined(folder, candidate) for candidate in candidates)
        if found := next((one for one in beside if one in self._paths), None):
            return found
        by_name_only = language in ("c", "cpp", "objectivec", "ruby", "protobuf", "php", "bash")
        return self._by_suffix(candidates) if by_name_only and ".." not in target else None

    def _by_suffix(self, candidates: list[str]) -> str | None:
        """The only file whose path ends in a candidate; two of them mean that it cannot be told."""
        for candidate in candidates:
            named = self._by_name.get(candidate.rpartition("/")[2], [])
            found = [one for one in named if one == candidate or one.endswith("/" + candidate)]
            if len(found) == 1:
                return found[0]
        return None

    @staticmethod
    def _joined(folder: str, target: str) -> str:
        return posixpath.normpath(posixpath.join(folder, target.lstrip("/")))


def _references(pattern: re.Pattern[str], text: str) -> Iterator[Reference]:
    for number, line in enumerate(lines_of(text), 1):
        if len(line) > _MAX_LINE:
            continue
        for found in pattern.finditer(line) if pattern is _SCRIPT else filter(None, (pattern.match(line),)):
            target = next(group for group in found.groups() if group)
            kind = "mod" if pattern is _RUST and target.startswith("mod") else ""
            yield Reference(number, target.removeprefix("mod").strip() if kind else target, kind=kind)


def _spellings(target: str, language: str) -> Iterator[str]:
    """The file names that a reference may stand for, most literal first."""
    yield target
    if language == "ruby":
        yield f"{target}.rb"
    elif language in ("css", "scss", "less"):
        folder, _, name = target.rpartition("/")
        yield from (f"{target}.{suffix}" for suffix in ("scss", "css", "less"))
        yield posixpath.join(folder, f"_{name}.scss")
