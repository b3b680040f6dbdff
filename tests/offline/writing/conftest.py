"""Briefs of a small book about real code, as the researcher and the writers see them."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from memory_schema.markers import Marker
from memory_schema.outline import ChapterPlan, Outline, SourceFile, SourceMap
from memory_schema.outline_markdown import outline_part
from memory_schema.source_map_markdown import source_map_part
from tasks.offline import research, write
from tasks.offline.reply import Reply
from tasks.offline.request import Brief, ShownFile

LEXER_SYMBOLS = ("Token", "TokenStream", "Lexer", "get_lexer", "describe_token", "Failure", "compile_rules")


def shown(name: str, text: str, *, numbered: bool = False, part: str = "", language: str = "markdown") -> ShownFile:
    """A file that is shown whole."""
    lines = len(text.split("\n")) - text.endswith("\n")
    ranges = ((1, lines),) if lines else ()
    return ShownFile(name, part, "must", lines, ranges, numbered, language, text)


@dataclass(frozen=True)
class Book:
    """Two chapters about jinja2: the lexer, then loaders."""

    root: Path
    language: str
    words: int = 1800

    @property
    def outline(self) -> Outline:
        """The outline, with titles and topics as an architect gives them."""
        lexer = ChapterPlan(
            number=1,
            title="From characters to tokens",
            topics=("How `Lexer` splits a template", "What `TokenStream` keeps"),
            terms=("token", "token stream"),
        )
        loaders = ChapterPlan(
            number=2,
            title="Where templates come from",
            topics=("Loaders", "The bytecode cache `BytecodeCache`"),
            terms=("loader", "bytecode cache"),
            builds_on=(1,),
        )
        return Outline(title="Inside Jinja2", chapters=(lexer, loaders))

    @property
    def source_map(self) -> SourceMap:
        """Which files belong to which chapter."""
        return SourceMap(
            chapters={
                1: (SourceFile(path="lexer.py", symbols=LEXER_SYMBOLS),),
                2: (SourceFile(path="loaders.py"), SourceFile(path="bccache.py")),
            }
        )

    def source(self, path: str) -> str:
        """The text of one source file."""
        return (self.root / path).read_text(encoding="utf-8")

    def brief(self, role: str, chapter: int, marker: Marker, files: Sequence[ShownFile], **more: object) -> Brief:
        """A brief of one role."""
        title = self.outline.chapters[chapter - 1].title
        return Brief(
            role=role,
            chapter=chapter,
            chapter_title=title,
            attempt=1,
            round=1,
            language=self.language,
            marker=marker,
            output=f"output/notes/ch{chapter:02d}/text.md",
            model="offline",
            max_tokens=16_000,
            ticket={"chapters.words": self.words, "language": self.language},
            files=tuple(files),
            pointers=(),
            tools=frozenset(("read_file",)),
            **more,  # type: ignore[arg-type]  # only `answers`, in one test
        )

    def research_files(self, chapter: int) -> list[ShownFile]:
        """What a researcher is shown."""
        sources = [
            shown(file.path, self.source(file.path), numbered=True, language="python")
            for file in self.source_map.files(chapter)
        ]
        return [
            shown("output/memory/source-map.md", source_map_part(self.source_map, chapter), part="chapter"),
            shown("output/memory/outline.md", outline_part(self.outline, chapter), part="chapter"),
            *sources,
        ]

    def report(self, chapter: int) -> str:
        """The report of a chapter."""
        reply = research.answer(self.brief("researcher", chapter, Marker.RESEARCH, self.research_files(chapter)))
        assert isinstance(reply, Reply)
        return reply.body

    def writer_files(self, chapter: int, report: str, glossary: str = "", metaphors: str = "") -> list[ShownFile]:
        """What a writer is shown."""
        return [
            shown(f"output/research/ch{chapter:02d}-report.md", report),
            shown("output/memory/style-guide.md", "# Style\n"),
            shown("output/memory/outline.md", outline_part(self.outline, chapter), part="chapter"),
            shown("output/memory/glossary.md", glossary),
            shown("output/memory/metaphor-registry.md", metaphors),
            shown("output/memory/chapter-summaries.md", ""),
        ]

    def draft(self, chapter: int, report: str, glossary: str = "", metaphors: str = "") -> Reply:
        """The draft of a chapter."""
        files = self.writer_files(chapter, report, glossary, metaphors)
        reply = write.answer(self.brief("writer", chapter, Marker.DRAFT, files))
        assert isinstance(reply, Reply)
        return reply


MakeBook = Callable[[str], Book]


@pytest.fixture(scope="session")
def jinja2_root() -> Path:
    """The folder of the installed jinja2 package."""
    spec = importlib.util.find_spec("jinja2")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


@pytest.fixture(scope="session")
def english(jinja2_root: Path) -> Book:
    """The book in English."""
    return Book(jinja2_root, "en")


@pytest.fixture(scope="session")
def chinese(jinja2_root: Path) -> Book:
    """The book in Chinese."""
    return Book(jinja2_root, "zh")


@pytest.fixture(scope="session")
def reports(english: Book) -> dict[int, str]:
    """The reports of both chapters; they do not depend on the book's language."""
    return {chapter: english.report(chapter) for chapter in (1, 2)}


@pytest.fixture(scope="session")
def drafts(english: Book, chinese: Book, reports: dict[int, str]) -> dict[str, Reply]:
    """The drafts of both chapters in both languages, by `en1`, `en2`, `zh1`, `zh2`."""
    made = {}
    for book in (english, chinese):
        for chapter, report in reports.items():
            made[f"{book.language}{chapter}"] = book.draft(chapter, report)
    return made
