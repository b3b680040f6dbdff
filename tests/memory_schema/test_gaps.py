"""A gap is decided or it is named: nothing of the source is overlooked by a plan."""

from __future__ import annotations

from memory_schema.gaps import undecided_files, undecided_names
from memory_schema.outline import LeftOut, SourceFile, SourceMap
from memory_schema.source_map_markdown import parse_source_map, render_source_map

MAP = SourceMap(
    chapters={1: (SourceFile(path="a.py", symbols=("Box", "open")), SourceFile(path="b.py"))},
    left_out=(
        LeftOut(path="tests/", why="tests"),
        LeftOut(path="setup.py", why="packaging"),
        LeftOut(path="old.py"),
        LeftOut(path="a.py", why="beside the thread", symbols=("dump", "Box.repair")),
    ),
)


def test_files_are_mapped_or_left_out_with_a_reason() -> None:
    """A folder covers what lies below it; a line without a reason, or for some names only, decides about no file."""
    paths = ("a.py", "b.py", "c.py", "old.py", "setup.py", "tests/test_a.py", "testsuite.py")
    assert undecided_files(MAP, paths) == ("c.py", "old.py", "testsuite.py")


def test_names_are_listed_left_out_or_told() -> None:
    """No list means all names of the file; what the book speaks of is decided by that."""
    public = {"a.py": ("Box", "open", "dump", "close", "walk"), "b.py": ("anything",), "c.py": ("elsewhere",)}
    assert undecided_names(MAP, public) == {"a.py": ("close", "walk")}
    assert undecided_names(MAP, public, {"a.py:close", "b.py:walk"}) == {"a.py": ("walk",)}


def test_a_file_without_a_list_in_any_chapter_is_explained_whole() -> None:
    """Two chapters may share a file: the wider claim holds."""
    shared = SourceMap(chapters={1: (SourceFile(path="a.py", symbols=("x",)),), 2: (SourceFile(path="a.py"),)})
    assert undecided_names(shared, {"a.py": ("x", "y")}) == {}


def test_names_left_out_survive_the_file() -> None:
    """A person edits the map as Markdown: names in a bracket come back as they were."""
    assert parse_source_map(render_source_map(MAP)) == MAP
