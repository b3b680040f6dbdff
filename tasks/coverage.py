"""Which files and symbols of the source a book explains, mentions and never mentions, and what nobody decided."""

from __future__ import annotations

from dataclasses import dataclass

from memory_schema.gaps import undecided_files, undecided_names
from memory_schema.outline import SourceMap
from memory_schema.paths import Output, public_name
from memory_schema.selection import Selector
from tasks.press.coverage import FileCoverage, coverage_of
from tasks.press.explained import Coverage, symbol_places
from tasks.press.facts import ChapterFacts, mentions_of, quotes_of
from tasks.press.language import load_labels
from tasks.press.manuscript import SourceFile, SourceSymbol
from tasks.press.markdown import BookMarkdown
from tasks.source.languages import family_of
from tasks.source.view import SourceView

_KINDS = frozenset({
    "class", "struct", "interface", "trait", "enum", "union", "type", "function", "method", "property", "macro",
    "definition",
})  # fmt: skip


@dataclass(frozen=True)
class BookCoverage:
    """The coverage of every file that defines something, largest first, and the gaps that nobody decided.

    `files_undecided`: source files in no chapter and not left out. `names_undecided`: by path the public names
    of chapters' files that no chapter speaks of, no list holds and nobody left out.
    """

    files: tuple[FileCoverage, ...]
    files_undecided: tuple[str, ...]
    names_undecided: dict[str, tuple[str, ...]]

    def count(self, coverage: Coverage) -> int:
        """How many symbols the book treats so."""
        return sum(file.count(coverage) for file in self.files)


def coverage_of_book(selector: Selector, view: SourceView, language: str) -> BookCoverage:
    """Read off the finals that stand now. Raises NotApproved or OutlineError where there is no readable plan."""
    markdown = BookMarkdown(load_labels(language))
    facts: dict[int, ChapterFacts] = {}
    for plan in selector.outline().kept:
        text = selector.workspace.read_or(public_name(Output.FINAL, plan.number))
        if text:
            parsed = markdown.parse(text)
            facts[plan.number] = ChapterFacts(
                title_anchor=parsed.title_anchor,
                headings=parsed.headings,
                quotes=quotes_of(parsed.tokens),
                mentions=mentions_of(parsed.tokens),
            )
    places = symbol_places(symbols_to_explain(view), facts)
    told = {f"{one.symbol.path}:{one.symbol.name}" for one in places if one.coverage is not Coverage.NEVER}
    source_map = selector.source_map()
    return BookCoverage(
        files=coverage_of(files_to_explain(view), places),
        files_undecided=undecided_files(source_map, code_files(view)),
        names_undecided=undecided_names(source_map, public_names(view, source_map), told),
    )


def plan_gaps(view: SourceView, source_map: SourceMap) -> tuple[str, ...]:
    """One line for each file with something that a plan neither explains nor leaves out with a reason."""
    files = undecided_files(source_map, code_files(view))
    names = undecided_names(source_map, public_names(view, source_map))
    return (*files, *(f"{path}: {', '.join(missed)}" for path, missed in names.items()))


def symbols_to_explain(view: SourceView) -> tuple[SourceSymbol, ...]:
    """The definitions that a reader may look up, each name once a file: a property's first, not its setter."""
    found: dict[tuple[str, str], SourceSymbol] = {}
    for path in view.paths:
        for symbol in view.symbols(path):
            if symbol.kind in _KINDS:
                named = SourceSymbol(
                    name=symbol.qualified_name, kind=symbol.kind, path=path, start=symbol.start, end=symbol.end
                )
                found.setdefault((path, symbol.qualified_name), named)
    return tuple(found.values())


def files_to_explain(view: SourceView) -> tuple[SourceFile, ...]:
    """The files that hold code."""
    return tuple(SourceFile(path=path, lines=view.facts(path).lines) for path in code_files(view))


def code_files(view: SourceView) -> tuple[str, ...]:
    """Their paths, sorted."""
    return tuple(path for path in view.paths if family_of(view.language(path)) == "code")


def public_names(view: SourceView, source_map: SourceMap) -> dict[str, tuple[str, ...]]:
    """By path of the chapters' files the public definitions at their top."""
    paths = {file.path for files in source_map.chapters.values() for file in files}
    return {
        path: tuple(
            dict.fromkeys(
                one.qualified_name
                for one in view.symbols(path)
                if one.public and one.parent is None and one.kind in _KINDS
            )
        )
        for path in sorted(paths & view.manifest.files.keys())
    }
