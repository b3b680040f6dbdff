"""Which files make a chapter together, and in which order: imports, cycles condensed, foundations first."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence

from tasks.offline.architect_map import MappedFile

_DATA = frozenset(
    "text plain markdown rst restructuredtext json toml yaml ini cfg csv xml html css svg diff properties "
    "gettext po requirements gitignore dockerfile makefile lock".split()
)
_TEST_FOLDERS = frozenset(("test", "tests", "testing", "__tests__", "spec", "specs"))
_DOC_FOLDERS = frozenset(("doc", "docs", "documentation", "examples", "example", "demo", "demos", "samples"))
_PACKAGING = frozenset(("setup.py", "conftest.py", "noxfile.py", "tasks.py", "fabfile.py", "build.rs", "gulpfile.js"))
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_LINES_OF_A_CHAPTER = 1_400
_LEAST = 3
"""As a rule a book has at least so many chapters, where there are files enough."""
_TINY = 0.12


def reason_to_leave_out(file: MappedFile) -> str:
    """Why a file does not belong into a chapter ("" where it does): tests, documents, data, packaging, empty."""
    folders = posixpath.dirname(file.path).lower().split("/")
    name = posixpath.basename(file.path).lower()
    if any(folder in _TEST_FOLDERS for folder in folders) or re.match(r"test_.+|.+_test\.\w+$|.+\.(test|spec)\.\w+$", name):
        return "test"
    if any(folder in _DOC_FOLDERS for folder in folders):
        return "documentation"
    if file.language in _DATA:
        return "data"
    if name in _PACKAGING and "/" not in file.path:
        return "packaging"
    if file.lines == 0:
        return "empty"
    if not file.symbols:
        return "nothing defined"
    return ""


def foundations_first(files: Sequence[MappedFile]) -> list[str]:
    """All paths so ordered that a file comes after what it imports, as far as import cycles allow."""
    return _ordered(_uses(files), {file.path: file for file in files})


def chapters(files: Sequence[MappedFile], most: int) -> list[list[MappedFile]]:
    """The files in at most `most` groups, ordered foundations first, also inside each group."""
    if not files:
        return []
    uses = _uses(files)
    rank = {path: at for at, path in enumerate(_ordered(uses, {file.path: file for file in files}))}
    groups = [[file] for file in sorted(files, key=lambda file: rank[file.path])]
    wanted = _how_many(files, most)
    average = sum(file.lines for file in files) / wanted
    while len(groups) > wanted or (len(groups) > _LEAST and min(map(_size, groups)) < _TINY * average):
        pairs = [
            (_affinity(groups[a], groups[b], uses, rank, average), -a, -b)
            for a in range(len(groups))
            for b in range(a + 1, len(groups))
        ]
        _, a, b = max(pairs)
        merged = sorted([*groups[-a], *groups[-b]], key=lambda file: rank[file.path])
        groups = [group for at, group in enumerate(groups) if at not in (-a, -b)] + [merged]
        groups.sort(key=lambda group: rank[group[0].path])
    return _arranged(groups, uses, rank)


def builds_on(groups: Sequence[Sequence[MappedFile]], most: int = 3) -> list[tuple[int, ...]]:
    """For each group the numbers (from 1) of the earlier groups that it imports most from."""
    home = {file.path: number for number, group in enumerate(groups, start=1) for file in group}
    found: list[tuple[int, ...]] = []
    for number, group in enumerate(groups, start=1):
        counts: dict[int, int] = {}
        for file in group:
            for path in file.imports:
                target = home.get(path, number)
                if target < number:
                    counts[target] = counts.get(target, 0) + 1
        chosen = sorted(counts, key=lambda target: (-counts[target], -target))[:most]
        found.append(tuple(sorted(chosen)))
    return found


def name_words(name: str) -> list[str]:
    """The lower-case words of an identifier or file stem: TokenStream -> token, stream."""
    return [word.lower() for word in _WORDS.findall(name)]


def _how_many(files: Sequence[MappedFile], most: int) -> int:
    lines = sum(file.lines for file in files)
    least = _LEAST if len(files) >= _LEAST and lines >= 120 else 1
    natural = round((lines / _LINES_OF_A_CHAPTER + len(files) / 4) / 2)
    if lines >= 6_000:
        natural = max(natural, 6)
    return max(1, min(most, len(files), max(least, min(natural, 12))))


def _uses(files: Sequence[MappedFile]) -> dict[str, set[str]]:
    """Import edges inside the book, without those that close a cycle against the grain.

    Where two files import each other, the one that imports more is the user: the other's import (often for
    types only) is left aside. A file that nobody but its partner imports is told after the partner. Longer cycles are opened at their greatest importer, one edge set at a time.
    """
    known = {file.path for file in files}
    uses = {file.path: {path for path in file.imports if path in known and path != file.path} for file in files}
    fan_out = {path: len(targets) for path, targets in uses.items()}
    fan_in = {path: sum(path in targets for targets in uses.values()) for path in uses}

    def height(path: str) -> tuple[int, int, str]:
        return (fan_out[path], -fan_in[path], path)

    importers = {path: {user for user, targets in uses.items() if path in targets} for path in uses}

    def keeps(path: str, target: str) -> bool:
        if path not in uses[target]:
            return True
        if (importers[path] == {target}) != (importers[target] == {path}):
            return importers[path] == {target}
        return height(path) > height(target)

    uses = {path: {target for target in targets if keeps(path, target)} for path, targets in uses.items()}
    for path, targets in _told_flow(files, uses).items():
        uses[path] = uses[path] | targets
    while cycle := _cycle(uses):
        top = max(cycle, key=height)
        for path in cycle:
            if path != top:
                uses[path] = uses[path] - {top}
        if top in uses[top]:
            uses[top] = uses[top] - {top}
    return uses


def _told_flow(files: Sequence[MappedFile], uses: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Order that files tell themselves: "tokens from the lexer ... for the compiler" of unrelated files."""
    stems = {file.stem.strip("_").lower(): file.path for file in files}
    found: dict[str, set[str]] = {}
    for file in files:
        for way, stem in re.findall(r"\b(from|for) the (\w+)", file.doc.lower()):
            other = stems.get(stem, file.path)
            if other != file.path and other not in uses[file.path] and file.path not in uses[other]:
                later, earlier = (file.path, other) if way == "from" else (other, file.path)
                found.setdefault(later, set()).add(earlier)
    return found


def _cycle(uses: Mapping[str, set[str]]) -> list[str]:
    """The files that no order can serve: what is left when files without open imports are taken away."""
    left = {path: set(targets) for path, targets in uses.items()}
    while ready := [path for path, targets in left.items() if not targets]:
        for path in ready:
            del left[path]
        for targets in left.values():
            targets.difference_update(ready)
    while unused := [path for path in left if not any(path in targets for targets in left.values())]:
        for path in unused:
            del left[path]
    return sorted(left)


def _ordered(uses: Mapping[str, set[str]], files: Mapping[str, MappedFile]) -> list[str]:
    """Topological order; among what is ready, stay in the folder and near what has just been told."""
    left = {path: set(targets) for path, targets in uses.items()}
    done: list[str] = []
    while left:
        ready = [path for path, targets in left.items() if not targets]
        recent = done[-3:]

        def near(path: str, recent: list[str] = recent) -> tuple[int, int, str]:
            touches = sum(other in uses[path] for other in recent)
            return (-touches, len(uses[path]), path)

        chosen = min(ready, key=near)
        done.append(chosen)
        del left[chosen]
        for targets in left.values():
            targets.discard(chosen)
    return done


def _affinity(
    one: Sequence[MappedFile],
    other: Sequence[MappedFile],
    uses: Mapping[str, set[str]],
    rank: Mapping[str, int],
    average: float,
) -> float:
    """How much two groups belong together; sizes far above the average and long distances speak against it."""
    pairs = len(one) * len(other)
    links = sum(_link(a, b, uses) + _link(b, a, uses) for a in one for b in other)
    kin = sum(_kinship(a, b) for a in one for b in other)
    folders = sum(posixpath.dirname(a.path) == posixpath.dirname(b.path) for a in one for b in other) / pairs
    sizes = [sum(file.lines for file in group) / max(average, 1.0) for group in (one, other)]
    gap = abs(_centre(one, rank) - _centre(other, rank)) / max(len(rank), 1)
    affinity: float = (
        (3.0 * links + 1.2 * kin) / pairs**0.75 + 1.2 * folders + 0.8 * _shared(one, other, uses)
        - 1.6 * max(0.0, sum(sizes) - 1.1) - 2.4 * min(sizes) - 1.2 * gap - 0.2 * (len(one) + len(other) - 2)
    )
    return affinity


def _link(user: MappedFile, used: MappedFile, uses: Mapping[str, set[str]]) -> float:
    """An import counts the more, the fewer the user makes and the fewer others import the same file."""
    if used.path not in uses[user.path]:
        return 0.0
    popular = sum(used.path in targets for targets in uses.values())
    strength: float = 1.4 / (len(uses[user.path]) ** 0.5 * popular)
    return strength


def _kinship(one: MappedFile, other: MappedFile) -> float:
    """Inheritance across the files, words that their names share, and one naming the other in its docs."""
    names = [{symbol.name for symbol in file.top} for file in (one, other)]
    bases = [{base.split(".")[-1] for symbol in file.top for base in symbol.bases} for file in (one, other)]
    inherits = bool(bases[0] & names[1]) or bool(bases[1] & names[0])
    words = set(name_words(one.stem)) & set(name_words(other.stem)) - {"py", "base", "init"}
    return 0.5 * inherits + 0.6 * bool(words) + 0.5 * (_mentions(one, other) + _mentions(other, one))


def _mentions(one: MappedFile, other: MappedFile) -> bool:
    stem = other.stem.strip("_").lower()
    return len(stem) > 3 and stem in re.findall(r"[a-z_]+", one.doc.lower())


def _shared(one: Sequence[MappedFile], other: Sequence[MappedFile], uses: Mapping[str, set[str]]) -> float:
    """What both import, counted the less the more others import it too."""
    left = set[str]().union(*(uses[file.path] for file in one))
    right = set[str]().union(*(uses[file.path] for file in other))
    return sum(1.0 / sum(path in targets for targets in uses.values()) for path in sorted(left & right))


def _size(group: Sequence[MappedFile]) -> int:
    return sum(file.lines for file in group)


def _centre(group: Sequence[MappedFile], rank: Mapping[str, int]) -> float:
    weight = sum(file.lines for file in group) or 1
    return sum(rank[file.path] * max(file.lines, 1) for file in group) / weight


def _arranged(
    groups: list[list[MappedFile]], uses: Mapping[str, set[str]], rank: Mapping[str, int]
) -> list[list[MappedFile]]:
    """Groups ordered by what they use of each other; a cycle between groups is cut at the smallest debt."""
    home = {file.path: at for at, group in enumerate(groups) for file in group}
    needs: dict[int, dict[int, int]] = {at: {} for at in range(len(groups))}
    for path, targets in uses.items():
        for target in targets:
            if home[target] != home[path]:
                debts = needs[home[path]]
                debts[home[target]] = debts.get(home[target], 0) + 1
    order: list[int] = []
    while len(order) < len(groups):
        open_groups = [at for at in needs if at not in order]

        def debt(at: int) -> tuple[int, float]:
            return (sum(n for other, n in needs[at].items() if other not in order), _centre(groups[at], rank))

        order.append(min(open_groups, key=debt))
    return [groups[at] for at in order]
