"""The map of a source that the architect reads (PROTOCOL 2): every file, what it says, imports and defines.

One section a file; a line of it is one of::

    ### src/lexer.py (python, 312 lines)
    First sentence of what the file says of itself.
    imports: src/errors.py, src/utils.py
    imports inside functions: src/debug.py
    - L10-40 class Lexer(object): first sentence of its docstring
      - L12-20 def tokenize(self, source): ...

Over its budget a map says less of every file rather than nothing of some; its last line (`> Left out ...`)
says what. Where not even a line a file fits, folders are counted, and the definitions that the source uses most stand
below them, by file.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from memory_schema.lengths import estimate_tokens
from tasks.source.file_purpose import purpose_of
from tasks.source.ranking import Place, by_weight, place_of, rank_symbols
from tasks.source.symbols import Symbol
from tasks.source.view import SourceView

_Detail: TypeAlias = Callable[[str, Symbol], bool]
"""(path, definition) -> whether the map shows it."""
_MAX_DOC = 160
_MAX_SIGNATURE = 160
_MAX_IMPORTS = 40
_SMALL = 6
# A full stop within "e.g." or "vs." ends no sentence.
_SENTENCE = re.compile(r".+?(?:(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)(?<!\bcf)[.!?](?=\s|$)|[\u3002\uff01\uff1f])")
_DEEPEST = 6
_LEAST_TOKENS = 5
_TYPES = frozenset({"class", "struct", "interface", "trait", "enum", "union", "type", "module"})


def repository_map(view: SourceView, token_budget: int) -> str:
    """The richest map of the view whose estimate is within `token_budget` tokens; same view, same map.

    Steps: everything; without methods and attributes; without constants and definitions below six lines; the
    most used definitions that fit; a line a file; counts a folder, ever shallower, and below them the most used
    definitions for which room is left; at last the counts of the whole source, whatever the budget.
    """
    view.index_all()
    for detail, left_out in (
        (_always, ""),
        (_is_top_level, "methods and class attributes"),
        (_is_large, f"methods, class attributes, constants and definitions below {_SMALL} lines"),
    ):
        drawn = _joined(_sections(view, detail), left_out)
        if estimate_tokens(drawn) <= token_budget:
            return drawn
    if drawn := _most_used(view, token_budget):
        return drawn
    drawn = _joined((f"- {_title(view, path)}{_says(view, path)}" for path in view.paths), "imports and symbols")
    if estimate_tokens(drawn) <= token_budget:
        return drawn
    return _folders_and_most_used(view, token_budget)


def _most_used(view: SourceView, token_budget: int) -> str:
    """As many top-level definitions as fit, most important first; "" where not even the files do."""

    def drawn(kept: frozenset[Place]) -> str:
        note = f"all definitions but the {len(kept)} that the source uses most"
        return _joined(_sections(view, lambda path, symbol: place_of(path, symbol) in kept), note)

    def fits(count: int) -> bool:
        return estimate_tokens(drawn(frozenset(order[:count]))) <= token_budget

    order: list[Place] = []
    if not fits(0):
        return ""
    shown = {place_of(path, one) for path in view.paths for one in view.symbols(path) if one.public and not one.parent}
    order = [place for place in by_weight(rank_symbols(view)) if place in shown]
    most = bisect_left(range(1, len(order) + 1), True, key=lambda count: not fits(count))
    return drawn(frozenset(order[:most]))


def _folders_and_most_used(view: SourceView, token_budget: int) -> str:
    """Folders as deep as half of the budget takes, else as it takes them; then definitions, most important first."""
    note = "single files, imports and symbols: list the files to see them"
    drawn = ""
    for room in (token_budget // 2, token_budget):
        for depth in range(_DEEPEST, -1, -1):
            folders = list(_folders(view, depth))
            drawn = _joined(iter(folders), note)
            if estimate_tokens(drawn) <= room:
                return _with_most_used(view, token_budget, folders) or drawn
    return drawn


def _with_most_used(view: SourceView, token_budget: int, folders: list[str]) -> str:
    note = "all files and definitions but the {} that the source uses most: list the files to see them"
    public = {place_of(path, one): one for path in view.paths for one in _outer(view.symbols(path))}
    beside = {path for path in view.paths if purpose_of(path, view.language(path)) is not None}
    # None takes fewer tokens than a short line, so that no more than these can fit.
    order = [place for place in by_weight(rank_symbols(view)) if place in public]
    order = sorted(order, key=lambda place: place[0] in beside)[: token_budget // _LEAST_TOKENS]

    def drawn(count: int) -> str:
        by_file: dict[str, list[Symbol]] = {}
        for place in sorted(order[:count]):
            by_file.setdefault(place[0], []).append(public[place])
        sections = [
            line
            for path, symbols in by_file.items()
            for line in (f"\n### {_title(view, path)}", *(_definition(symbol).lstrip() for symbol in symbols))
        ]
        return _joined(iter([*folders, *sections]), note.format(count))

    most = bisect_left(range(1, len(order) + 1), True, key=lambda count: estimate_tokens(drawn(count)) > token_budget)
    return drawn(most) if most else ""


def _outer(symbols: Sequence[Symbol]) -> Iterator[Symbol]:
    """The public definitions of a file at its top level; for a module that holds types (`module ActionView`), these."""
    modules = {one.qualified_name for one in symbols if one.kind == "module"}
    spaces = modules & {one.parent for one in symbols if one.kind in _TYPES}
    for one in symbols:
        is_outer = one.parent is None or (one.parent in spaces and one.kind in _TYPES)
        if one.public and is_outer and one.qualified_name not in spaces:
            yield one


def _definition(symbol: Symbol) -> str:
    indent = "  " * (symbol.parent.count(".") + 1) if symbol.parent else ""
    doc = first_sentence(symbol.doc)
    head = " ".join(symbol.signature[:_MAX_SIGNATURE].split())
    return f"{indent}- L{symbol.start}-{symbol.end} {head}{': ' + doc if doc else ''}"


def _always(path: str, symbol: Symbol) -> bool:
    return True


def _is_top_level(path: str, symbol: Symbol) -> bool:
    return symbol.parent is None


def _is_large(path: str, symbol: Symbol) -> bool:
    return symbol.parent is None and symbol.kind != "constant" and symbol.end - symbol.start + 1 >= _SMALL


def _joined(lines: Iterator[str], left_out: str) -> str:
    note = [f"\n> Left out for room: {left_out}."] if left_out else []
    return "\n".join((*lines, *note)).strip("\n") + "\n"


def _sections(view: SourceView, detail: _Detail) -> Iterator[str]:
    for path in view.paths:
        yield f"\n### {_title(view, path)}"
        if doc := first_sentence(view.doc(path)):
            yield doc
        yield from _imports(view, path)
        for symbol in view.symbols(path):
            if symbol.public and detail(path, symbol):
                yield _definition(symbol)


def _title(view: SourceView, path: str) -> str:
    facts = view.facts(path)
    note = f", {facts.note}" if facts.note else ""
    return f"{path} ({facts.language}, {facts.lines} line{'' if facts.lines == 1 else 's'}{note})"


def _says(view: SourceView, path: str) -> str:
    doc = first_sentence(view.doc(path))
    return f": {doc}" if doc else ""


def _imports(view: SourceView, path: str) -> Iterator[str]:
    """What orders the code first; what a function imports when it runs on a line of its own."""
    runtime = [found for found in view.imports(path) if not found.type_checking]
    at_once = {target for found in runtime if not found.deferred for target in found.targets}
    later = {target for found in runtime for target in found.targets} - at_once
    for label, targets in (("imports", sorted(at_once)), ("imports inside functions", sorted(later))):
        if targets:
            more = f" and {len(targets) - _MAX_IMPORTS} more" if len(targets) > _MAX_IMPORTS else ""
            yield f"{label}: {', '.join(targets[:_MAX_IMPORTS])}{more}"


def _folders(view: SourceView, depth: int) -> Iterator[str]:
    """One line a folder, `depth` levels deep, with everything below it counted in."""
    files: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    languages: dict[str, Counter[str]] = {}
    for path in view.paths:
        folder = "/".join(path.split("/")[:-1][:depth]) + "/"
        facts = view.facts(path)
        files[folder] += 1
        lines[folder] += facts.lines
        languages.setdefault(folder, Counter())[facts.language] += 1
    for folder in sorted(files):
        common = ", ".join(
            f"{language} {count}"
            for language, count in sorted(languages[folder].items(), key=lambda one: (-one[1], one[0]))[:4]
        )
        count = f"{files[folder]} file{'' if files[folder] == 1 else 's'}"
        yield f"- {folder if folder != '/' else './'} ({count}, {lines[folder]} lines: {common})"


def first_sentence(doc: str) -> str:
    """The first sentence of a docstring, on one line and clipped to 160 characters."""
    paragraph = " ".join(doc.strip().partition("\n\n")[0].split())
    found = _SENTENCE.match(paragraph)
    sentence = found.group() if found else paragraph
    return sentence if len(sentence) <= _MAX_DOC else sentence[: _MAX_DOC - 3] + "..."
