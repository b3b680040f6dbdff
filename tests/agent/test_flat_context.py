"""What the writer of a late chapter is shown: everything that it needs, and not more than an early one."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from benchmarks.long_memory import build_long_book, needed_terms, term
from memory_schema.binding import bind
from memory_schema.contracts import Role
from memory_schema.lengths import estimate_tokens
from memory_schema.selection import Selector
from tasks.agent.claude import ClaudeClient
from tasks.agent.journal import Journal
from tasks.agent.prepare import prepare
from tasks.agent.prepared import Prepared
from tasks.agent.runtime import Runtime
from tests.agent.scripted_book import ScriptedModel

CHAPTERS = 101
REPORT = "# Research report\n\n" + "A line of a report that says what a record goes through.\n" * 250
STYLE = "# Style guide\n\n" + "Write short sentences and name the thing.\n" * 80


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runtime]:
    workspace, config, view = build_long_book(tmp_path_factory.mktemp("long") / "book", CHAPTERS, REPORT, STYLE)
    client = ClaudeClient("key", "http://scripted", app=ScriptedModel())
    yield Runtime(workspace, config, client, Journal(workspace, "run"), view)
    workspace.release()


def prepared(runtime: Runtime, chapter: int, role: Role = Role.WRITER) -> Prepared:
    selector = Selector(runtime.workspace)
    return prepare(bind(role, runtime.workspace, chapter, selector=selector), selector, runtime, "test")


def tokens(made: Prepared) -> int:
    return sum(map(estimate_tokens, (made.prompt.system, *made.prompt.blocks)))


def shown(made: Prepared, name: str) -> str:
    return next(item.text for item in made.shown if name in item.pointer.name)


def test_the_writers_input_stays_flat(runtime: Runtime) -> None:
    """Issue 4: chapter 100 is given at most 1.25 times what chapter 10 is given."""
    assert tokens(prepared(runtime, 100)) <= 1.25 * tokens(prepared(runtime, 10))


@pytest.mark.parametrize("chapter", [10, 57, 100])
def test_every_term_that_the_chapter_names_is_there_however_old(runtime: Runtime, chapter: int) -> None:
    """Found in report and outline, not merely the newest; with its definition and its metaphor."""
    made = prepared(runtime, chapter)
    glossary, metaphors = shown(made, "glossary"), shown(made, "metaphor")
    for name in needed_terms(chapter):
        assert f"**{name}** · chapter" in glossary
    concepts = [name for name in needed_terms(chapter) if name.startswith("torn ")]
    assert all(f"- {name} = a letter" in metaphors for name in concepts)


def test_the_last_five_summaries_are_whole_and_no_older_chapter_is_missing(runtime: Runtime) -> None:
    """Older ones in a line each; what the chapter builds on keeps its whole first sentence."""
    text = shown(prepared(runtime, 100), "summaries")
    assert [int(n) for n in re.findall(r"^## Chapter (\d+)", text, re.MULTILINE)] == [95, 96, 97, 98, 99]
    lines = dict(re.findall(r"^- Chapter (\d+): .* — (.*)$", text, re.MULTILINE))
    assert sorted(map(int, lines)) == list(range(1, 95))
    assert lines["50"].endswith("stops holding.") or len(lines["50"]) >= 239
    assert lines["51"].endswith("…")


def test_what_is_not_shown_is_said_recorded_and_can_be_paged(runtime: Runtime) -> None:
    """Nothing is dropped silently (PROTOCOL 3.3)."""
    made = prepared(runtime, 100)
    cut = {item.pointer.name: item.cut for item in made.shown if item.cut}
    assert len(cut) == 3
    assert all(text in "\n".join(made.prompt.blocks) for text in cut.values())
    assert {read.cut for read in made.meaning.reads if read.cut} == set(cut.values())
    assert made.tools is not None
    assert term(3, 0) not in shown(made, "glossary")


def test_a_short_memory_is_shown_whole(runtime: Runtime) -> None:
    """Nothing is cut that has room."""
    assert not [item.cut for item in prepared(runtime, 4).shown if item.cut]


def test_the_auditor_of_a_long_book_sees_every_term(runtime: Runtime) -> None:
    """Who works on the whole book is concerned by all of it: no term and no reference is left out, however many."""
    pointers = bind(Role.AUDITOR, runtime.workspace)
    runtime.workspace.replace(pointers.reads[0].path, "# Checks\n\nNo findings.\n")
    made = prepare(pointers, Selector(runtime.workspace), runtime, "test")
    assert all(f"**{term(chapter, 0)}**" in shown(made, "glossary") for chapter in range(1, CHAPTERS + 1))
    assert shown(made, "cross-references").count("\n- chapter ") >= CHAPTERS - 2
