"""Which files JavaScript and TypeScript specifiers mean: relative ones, and packages of the same workspace."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable, Iterator

from tasks.source.resolve_modules import Read

SUFFIXES = (".ts", ".tsx", ".mts", ".cts", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".json")
_WRITTEN = {"js": ("ts", "tsx"), "jsx": ("tsx",), "mjs": ("mts",), "cjs": ("cts",)}
_STRING = r'"(?:\\.|[^"\\\n])*"'
_COMMENT = re.compile(rf"({_STRING})|//[^\n]*|/\*[\s\S]*?\*/")
_LAST_COMMA = re.compile(rf"({_STRING})|,(?=\s*[}}\]])")


class ScriptResolver:
    """Paths first; then `paths` and `baseUrl` of tsconfig.json; then names of packages in this repository."""

    def __init__(self, paths: Iterable[str], read: Read | None) -> None:
        self._paths = frozenset(paths)
        self._packages: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._aliases: list[tuple[str, str]] = []
        for path in sorted(self._paths) if read is not None else ():
            folder, _, name = path.rpartition("/")
            if name == "package.json" and read is not None:
                self._learn_package(folder, _object(read(path)))
            elif name in ("tsconfig.json", "jsconfig.json", "tsconfig.base.json") and read is not None:
                self._learn_aliases(folder, _object(read(path)))

    def resolve(self, path: str, target: str) -> tuple[str, ...]:
        """The file that a specifier leads to, or nothing for somebody else's package."""
        folder = path.rpartition("/")[0]
        if target.startswith("."):
            return self._at(_joined(folder, target))
        for prefix, place in self._aliases:
            if target.startswith(prefix) and (found := self._at(_joined(place, target[len(prefix) :]))):
                return found
        for name, (home, mains) in self._packages.items():
            if target == name:
                return next((found for main in mains if (found := self._at(_joined(home, main)))), ())
            if target.startswith(name + "/"):
                inner = target[len(name) + 1 :]
                return self._at(_joined(home, inner)) or self._at(_joined(home, f"src/{inner}"))
        return ()

    def _at(self, place: str) -> tuple[str, ...]:
        return next(((one,) for one in _spellings(place) if one in self._paths), ())

    def _learn_package(self, folder: str, data: dict[str, object]) -> None:
        name = data.get("name")
        if isinstance(name, str) and name:
            # What is published is built; what is read here is the source that it is built from.
            written = [data.get(key) for key in ("source", "module", "main", "types")]
            mains = ["src/index", *(one for one in written if isinstance(one, str)), "index", "lib/index"]
            self._packages.setdefault(name, (folder, tuple(mains)))

    def _learn_aliases(self, folder: str, data: dict[str, object]) -> None:
        options = data.get("compilerOptions")
        if not isinstance(options, dict):
            return
        base = _joined(folder, str(options.get("baseUrl") or "."))
        rules = options.get("paths")
        for alias, places in rules.items() if isinstance(rules, dict) else ():
            for place in places if isinstance(places, list) else ():
                if isinstance(place, str):
                    self._aliases.append((str(alias).removesuffix("*"), _joined(base, place.removesuffix("*"))))
        if "baseUrl" in options:
            self._aliases.append(("", base))


def _spellings(place: str) -> Iterator[str]:
    """The files that a place may stand for, most literal first."""
    if place:
        yield place
        yield from (place + suffix for suffix in SUFFIXES)
    yield from (f"{place}/index{suffix}".lstrip("/") for suffix in SUFFIXES)
    stem, dot, extension = place.rpartition(".")
    if dot:
        yield from (f"{stem}.{written}" for written in _WRITTEN.get(extension, ()))


def _joined(folder: str, target: str) -> str:
    joined = posixpath.normpath(posixpath.join(folder, target.lstrip("/")))
    return "" if joined == "." else joined


def _object(text: str) -> dict[str, object]:
    """JSON as tools write it: with comments and trailing commas."""
    plain = _LAST_COMMA.sub(r"\1", _COMMENT.sub(r"\1", text))
    for attempt in (text, plain):
        try:
            data = json.loads(attempt)
        except (ValueError, RecursionError):
            continue
        return data if isinstance(data, dict) else {}
    return {}
