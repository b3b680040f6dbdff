"""Where a text is cut into parts, and what the piece from its middle is told."""

from __future__ import annotations

from memory_schema.fences import fences
from memory_schema.pointers import Pointer, Scope
from memory_schema.views import GLANCE
from prompts.file_block import ShownText, file_block, shown_whole
from tasks.agent.budget import Budget
from tasks.agent.part_edges import opening_of
from tasks.agent.parts import split_texts
from tasks.offline.request import ShownFile
from tasks.offline.shown_files import Pages
from tasks.source.symbols import symbols_of

METHOD = (
    '    def m{0}(\n        self,\n        value: int,\n    ) -> int:\n        """Give {0}."""\n        return {0}\n\n'
)
CLASS = 'import os\n\n\n@final\nclass Large(\n    Base,\n):\n    """Very large."""\n\n' + "".join(
    METHOD.format(number) for number in range(300)
)
SECTIONS = "# Report\n\n## 3. Core functions\n\n" + "".join(
    f"### function `f{number}`\n\n- place: `a.py:1-9`\n\n```python a.py:1-9\ndef f{number}():\n\n    # {'x' * 60}\n\n"
    f"    return {number}\n```\n\nIt is called.\n\n"
    for number in range(200)
)


def pieces(text: str, scope: Scope, language: str) -> list[ShownText]:
    shown = shown_whole(
        Pointer(name="a", scope=scope, path="a"), text, numbered=scope is Scope.SOURCE, language=language
    )
    parts, _ = split_texts((shown,), Budget(window=8_000, system=500, output_reserve=500, target=3_000))
    assert len(parts) > 3
    return [item for part in parts for item in part.shown]


def read_back(piece: ShownText) -> ShownFile:
    pages = Pages()
    pages.add(file_block(piece), opened=False)
    (file,) = pages.files()
    return file


def test_a_piece_of_a_class_begins_with_a_method_and_is_shown_the_class_line() -> None:
    """Every method lies whole in one piece, and is known as a method of its class by its real lines."""
    found: dict[str, tuple[int, int]] = {}
    for piece in pieces(CLASS, Scope.SOURCE, "python"):
        assert piece.first == 1 or piece.text.startswith("    def m")
        assert piece.first == 1 or piece.inside == ((5, "class Large("), (6, "    Base,"), (7, "):"))
        file = read_back(piece)
        for symbol in symbols_of(file.text, "python"):
            if symbol.kind == "method":
                assert symbol.qualified_name not in found
                found[symbol.qualified_name] = (symbol.start, symbol.end)
    rows = CLASS.split("\n")
    assert len(found) == 300
    assert all(rows[start - 1].startswith(f"    def {name.split('.')[1]}(") for name, (start, _) in found.items())


def test_a_piece_of_markdown_ends_before_a_heading_and_tears_no_fence() -> None:
    """A record stays in one piece; the headings above the first line are said in the header."""
    found = pieces(SECTIONS, Scope.BOOK, "markdown")
    for piece in found:
        assert all(fence.closed for fence in fences(piece.text))
        assert piece.first == 1 or piece.text.startswith("### function")
        assert piece.first == 1 or piece.inside == ((1, "# Report"), (3, "## 3. Core functions"))
    assert "".join(piece.text for piece in found) == SECTIONS
    assert '"inside": ["# Report", "## 3. Core functions"]' in file_block(found[1])


def test_what_opens_a_line_is_found_in_languages_with_braces() -> None:
    """By indentation alone: the enclosing type and block, no comment, no closing bracket of a neighbour."""
    text = (
        "package a;\n\npublic class A {\n    // says nothing\n    void one() {\n        x();\n    }\n\n"
        "    void two() {\n        y();\n    }\n}\n"
    )
    lines = text.split("\n")
    assert opening_of(text, lines, 9, markdown=False) == ((3, "public class A {"),)
    assert opening_of(text, lines, 10, markdown=False) == ((3, "public class A {"), (9, "    void two() {"))
    assert opening_of(text, lines, 3, markdown=False) == ()


def test_the_book_at_a_glance_stands_beside_parts_of_the_memory_and_no_others() -> None:
    """Who works on some lines of the glossary sees the rest of it in a line a chapter."""
    glance = shown_whole(Pointer(name=GLANCE, scope=Scope.MEMORY, path=GLANCE), "- Chapter 1: One\n")
    budget = Budget(window=8_000, system=500, output_reserve=500, target=3_000)
    for scope, beside in ((Scope.MEMORY, (glance,)), (Scope.BOOK, ())):
        large = shown_whole(Pointer(name="large", scope=scope, path="l"), "- **a term** · chapter 1 · it is\n" * 900)
        parts, told = split_texts((large,), budget, glance)
        assert len(parts) > 2
        assert told == beside
