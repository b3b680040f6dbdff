"""The read-only tools: exact results, hostile arguments, capped answers, recorded reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory_schema.binding import bind
from memory_schema.book import BookConfig
from memory_schema.contracts import CONTRACTS, Role
from memory_schema.errors import SourceChanged
from memory_schema.selection import Selector
from memory_schema.workspace import Workspace
from tasks.agent.gate import Gate
from tasks.agent.model import ToolCall
from tasks.agent.reading import Reader
from tasks.agent.tools import DEFINITIONS, MOST_HITS, MOST_LINES, Tools
from tasks.source.view import SourceView
from tests.agent.scripted_book import LEXER, build_book

Shelf = tuple[Workspace, BookConfig, SourceView]


def tools(shelf: Shelf, role: Role = Role.ARCHITECT, room: int = 100_000) -> Tools:
    workspace, _, view = shelf
    pointers = bind(role, workspace, 1 if CONTRACTS[role].per_chapter else None)
    gate = Gate(CONTRACTS[role], pointers, workspace, tree=view.paths)
    return Tools(gate, Reader(Selector(workspace), view), room)


def run(made: Tools, name: str, **arguments: Any) -> tuple[str, bool]:
    return made.run(ToolCall("t1", name, arguments))


@pytest.fixture
def large(tmp_path: Path) -> Shelf:
    lines = "".join(f"value_{n} = {n}\n" for n in range(1, 1001))
    return build_book(tmp_path, {"large.py": lines, "a/b.py": "needle = 1\n", "a/c.py": "# needle\nNeedle = 2\n"})


def test_a_page_is_a_file_block_with_numbered_lines(shelf: Shelf) -> None:
    """A result has the header of the prompt's blocks and says which lines it shows."""
    text, is_error = run(tools(shelf), "read_file", path="lexer.py", start=4, end=5)
    header, *lines = text.split("\n")
    assert not is_error
    assert json.loads(header.removeprefix("FILE ")) | {} == {
        "name": "lexer.py", "part": "", "need": "if room", "lines": 8, "shown": "4-5", "numbered": True,
        "language": "python",
    }  # fmt: skip
    assert lines == [f"{n}\t{line}" for n, line in enumerate(LEXER.split("\n")[3:5], 4)]


def test_a_page_has_at_most_400_lines(large: Shelf) -> None:
    """However many lines are asked for; the header says what came."""
    for arguments in ({}, {"start": 1, "end": 999_999_999}):
        text, _ = run(tools(large), "read_file", path="large.py", **arguments)
        assert f'"shown": "1-{MOST_LINES}"' in text
        assert text.count("\n") == MOST_LINES
    text, _ = run(tools(large), "read_file", path="large.py", start=990)
    assert '"shown": "990-1000"' in text


def test_a_book_text_is_read_as_the_part_that_the_role_may_see(shelf: Shelf) -> None:
    """The tool reads the pointer's part, not the file behind it."""
    text, is_error = run(tools(shelf, Role.RESEARCHER), "read_file", path="output/memory/outline.md")
    assert not is_error
    assert "Chapter 1" in text
    assert "Chapter 3" not in text


def test_search_is_literal_and_case_sensitive(large: Shelf) -> None:
    """No pattern language: metacharacters are characters."""
    assert run(tools(large), "search", text="needle")[0] == "a/b.py:1: needle = 1\na/c.py:1: # needle"
    assert run(tools(large), "search", text="n..dle") == ("nothing found for 'n..dle'", False)
    assert run(tools(large), "search", text=".*(") == ("nothing found for '.*('", False)
    assert run(tools(large), "search", text="needle", prefix="a/c")[0] == "a/c.py:1: # needle"
    hits, _ = run(tools(large), "search", text="value_")
    assert hits.count("\n") == MOST_HITS
    assert hits.split("\n")[-1].startswith("> more than")


def test_list_files_gives_the_names_that_may_be_read(large: Shelf) -> None:
    """One name a line; for an explore role the list, for the architect the tree."""
    assert run(tools(large), "list_files")[0].split("\n") == ["source tree", "a/b.py", "a/c.py", "large.py"]
    assert run(tools(large), "list_files", prefix="a/")[0] == "a/b.py\na/c.py"
    listed = run(tools(large, Role.RESEARCHER), "list_files")[0].split("\n")
    assert "output/memory/outline.md" in listed
    assert "book.toml" not in listed


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("read_file", {}),
        ("read_file", {"path": 7}),
        ("read_file", {"path": ["lexer.py"]}),
        ("read_file", {"path": "../lexer.py"}),
        ("read_file", {"path": "lexer.py", "start": 0}),
        ("read_file", {"path": "lexer.py", "start": -5}),
        ("read_file", {"path": "lexer.py", "start": "1"}),
        ("read_file", {"path": "lexer.py", "start": True}),
        ("read_file", {"path": "lexer.py", "start": 1.5}),
        ("read_file", {"path": "lexer.py", "start": 10**100}),
        ("read_file", {"path": "lexer.py", "start": 9}),
        ("read_file", {"path": "lexer.py", "start": 5, "end": 2}),
        ("search", {}),
        ("search", {"text": ""}),
        ("search", {"text": "a\nb"}),
        ("search", {"text": {"$ne": 1}}),
        ("search", {"text": "x", "prefix": 3}),
        ("list_files", {"prefix": "/"}),
        ("list_files", {"prefix": ["a"]}),
        ("write_file", {"path": "lexer.py", "text": "x"}),
        ("read_file\n", {"path": "lexer.py"}),
    ],
)
def test_hostile_arguments_are_one_line_errors(shelf: Shelf, name: str, arguments: dict[str, Any]) -> None:
    """Wrong types, huge numbers, foreign names and tools: a line that the model can act on."""
    text, is_error = run(tools(shelf), name, **arguments)
    assert is_error
    assert "\n" not in text
    assert 0 < len(text) < 400


@pytest.mark.parametrize("value", ["text", None, 3, [1], True])
def test_an_input_that_is_no_object_is_refused(shelf: Shelf, value: Any) -> None:
    """The input of a tool call is whatever JSON a model wrote."""
    assert tools(shelf).run(ToolCall("t", "list_files", value)) == ("the input of a tool is a JSON object", True)


def test_reading_ends_when_there_is_no_room(large: Shelf) -> None:
    """The results of an agent's tools never overflow its window; it is told to write."""
    made = tools(large, room=4_000)
    assert not run(made, "read_file", path="large.py")[1]
    text, is_error = run(made, "read_file", path="large.py", start=401)
    assert is_error
    assert "no room left" in text


def test_every_read_is_recorded_with_the_hash_of_the_whole_file(large: Shelf) -> None:
    """PROTOCOL 4: tool reads: whole-file hash; pages of one file are one read, refused reads none."""
    made = tools(large)
    for start in (1, 401):
        run(made, "read_file", path="large.py", start=start)
    run(made, "search", text="needle")
    run(made, "read_file", path="nothing.py")
    assert [(read.name, read.hash, read.by_tool) for read in made.reads] == [
        (name, large[2].content_hash(name), True) for name in ("large.py", "a/b.py", "a/c.py")
    ]


def test_a_source_that_moved_stops_the_run(large: Shelf) -> None:
    """PROTOCOL 4: a read that differs from the manifest is no tool error; it ends the run."""
    (large[0].root / "src" / "a" / "b.py").write_text("other = 1\n")
    with pytest.raises(SourceChanged):
        run(tools(large), "read_file", path="a/b.py")


def test_there_is_no_tool_that_writes() -> None:
    """PROTOCOL 2: no agent has a write tool."""
    assert [tool["name"] for tool in DEFINITIONS] == ["read_file", "list_files", "search"]
