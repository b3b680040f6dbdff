"""Coverage, treemap, reading routes: figures computed from what the chapters say."""

from __future__ import annotations

import re

import pytest

from tasks.press.coverage import coverage_of
from tasks.press.diagrams import MAX_SOURCE, DiagramPainter, Undrawn
from tasks.press.drawing import UnsafeDrawing, redraw
from tasks.press.explained import Coverage, Spot, symbol_places
from tasks.press.facts import ChapterFacts, Mention, Quote
from tasks.press.manuscript import Chapter, SourceFile, SourceSymbol
from tasks.press.routes import Reader, reading_routes
from tasks.press.treemap import Box, squarify, treemap


def symbol(name: str, start: int, end: int, path: str = "a.py") -> SourceSymbol:
    """A definition in a file."""
    return SourceSymbol(name=name, kind="function", path=path, start=start, end=end)


SYMBOLS = (symbol("A", 1, 20), symbol("A.run", 5, 9), symbol("A.stop", 11, 14), symbol("B.run", 1, 9, "b.py"))


def facts(*quotes: Quote, mentions: tuple[Mention, ...] = ()) -> ChapterFacts:
    """The facts of a chapter with these listings and names."""
    return ChapterFacts(title_anchor="", headings=(), quotes=quotes, mentions=mentions)


def test_a_symbol_is_explained_where_its_own_lines_are_shown() -> None:
    """A listing of a method explains the method, not its class; a name only mentions."""
    chapter = facts(
        Quote(anchor="s", path="a.py", start=6, end=8),
        mentions=(Mention(anchor="t", name="A.stop"), Mention(anchor="t", name="run"), Mention(anchor="t", name="A")),
    )
    places = {place.symbol.name: place for place in symbol_places(SYMBOLS, {3: chapter})}
    assert places["A.run"].explained == (Spot(3, "s"),)
    assert places["A"].coverage is Coverage.MENTIONED
    assert places["A.stop"].coverage is Coverage.MENTIONED
    assert places["B.run"].coverage is Coverage.NEVER, "`run` alone means two symbols, so it names none"


def test_coverage_counts_own_lines() -> None:
    """A class counts without its methods, files come largest first, files without symbols not at all."""
    places = symbol_places(SYMBOLS, {1: facts(Quote(anchor="", path="b.py", start=2, end=3))})
    files = [SourceFile(path="b.py", lines=9), SourceFile(path="a.py", lines=30), SourceFile(path="c.py", lines=99)]
    big, small = coverage_of(files, places)
    assert (big.path, small.path) == ("a.py", "b.py")
    assert [cell.lines for cell in big.cells] == [11, 5, 4]
    assert (small.coverage, small.count(Coverage.EXPLAINED)) == (Coverage.EXPLAINED, 1)


@pytest.mark.parametrize("sizes", [[1.0], [6, 6, 4, 3, 2, 2, 1], [1e6, 1, 1], [1.0] * 500])
def test_squares_fill_the_box(sizes: list[float]) -> None:
    """Areas are in proportion and nothing leaves the box."""
    boxes = squarify(sizes, Box(0, 0, 600, 400))
    assert sum(box.width * box.height for box in boxes) == pytest.approx(240_000)
    assert boxes[0].width * boxes[0].height == pytest.approx(240_000 * sizes[0] / sum(sizes))
    assert all(box.x >= -1e-6 and box.x + box.width <= 600.001 and box.y + box.height <= 400.001 for box in boxes)


def test_a_class_counts_by_its_own_lines() -> None:
    """Those of what lies within it, at any depth, are counted once and where they belong."""
    whole, inner, method = symbol("A", 1, 100), symbol("A.B", 10, 40), symbol("A.B.c", 20, 29)
    setter, alone = symbol("A.d", 50, 59), symbol("e", 200, 200)
    (file,) = coverage_of(
        [SourceFile(path=whole.path, lines=200)], symbol_places([method, whole, inner, setter, alone], {})
    )
    assert {cell.name: cell.lines for cell in file.cells} == {"A.B.c": 10, "A": 59, "A.B": 21, "A.d": 10, "e": 1}


def test_files_beyond_the_picture_share_a_field() -> None:
    """Of five thousand files sixty have a field: the last is all the others together, and says so."""
    symbols = [symbol("f", 1, 5, f"src/module_{at}/a{at}.py") for at in range(5_000)]
    files = coverage_of([SourceFile(path=one.path, lines=9) for one in symbols], symbol_places(symbols, {}))
    svg = treemap(files, "t", str, lambda count: f"{count} others")
    assert svg.count("<g>") <= 60
    assert "4941 others" in svg


def test_a_field_is_labelled_by_what_tells_it_apart() -> None:
    """A name that does not fit loses its folder first, then its ending, then its end; never its beginning."""
    symbols = [symbol("f", 1, 9, f"src/main/java/org/example/TypeAdapter{at}.java") for at in range(30)]
    files = coverage_of([SourceFile(path=one.path, lines=9) for one in symbols], symbol_places(symbols, {}))
    svg = treemap(files, "t", str, str)
    labels = re.findall(r"<text[^>]*>([^<]+)</text>", svg)
    assert labels
    assert all(label.startswith(("TypeAdapter", "src/main")) for label in labels)


def test_picture_escapes_names() -> None:
    """Paths and names of a hostile source are text in the picture."""
    odd = symbol("<script>", 1, 9, "<&'\">.py")
    files = coverage_of([SourceFile(path=odd.path, lines=9)], symbol_places([odd], {}))
    svg = treemap(files, "t", str, str)
    assert "<script" not in svg
    assert treemap([], "t", str, str) == ""


def chapters(*plan: tuple[int, tuple[int, ...]]) -> list[Chapter]:
    """Chapters by difficulty and what they build on, numbered from 1."""
    return [
        Chapter(number=n, title=f"T{n}", difficulty=level, builds_on=before)
        for n, (level, before) in enumerate(plan, start=1)
    ]


def test_routes() -> None:
    """The student reads from easy to hard after what it needs, the engineer the core, the expert the hard."""
    found = {route.reader: route.chapters for route in reading_routes(chapters((2, ()), (5, (1,)), (3, (1,)), (1, ())))}
    assert found[Reader.STUDENT] == (4, 1, 3, 2)
    assert found[Reader.ENGINEER] == (1,)
    assert found[Reader.EXPERT] == (2, 3)


def test_short_books_need_no_routes() -> None:
    """Two chapters are read in order."""
    assert reading_routes(chapters((1, ()), (5, (1,)))) == ()


def test_unknown_foundations_are_passed_over() -> None:
    """A dropped chapter can be named as a foundation and is no part of a route."""
    routes = reading_routes(chapters((1, (9,)), (2, (1, 9)), (3, (2,))))
    assert all(set(route.chapters) <= {1, 2, 3} for route in routes)


@pytest.mark.parametrize("source", ["", "no diagram", "flowchart TD\n A[[[", "x" * (MAX_SOURCE + 1)])
def test_what_cannot_be_drawn_says_why(source: str) -> None:
    """A broken, empty or huge diagram is a reason in one line, never an error."""
    drawn = DiagramPainter().draw(source, "p")
    assert isinstance(drawn, Undrawn)
    assert drawn.reason
    assert "\n" not in drawn.reason


def test_a_costly_diagram_is_refused() -> None:
    """A dense graph hits the engine's limit instead of stalling the press."""
    edges = "\n".join(f"n{i} --> n{j}" for i in range(60) for j in range(60))
    assert isinstance(DiagramPainter().draw(f"flowchart TD\n{edges}", "p"), Undrawn)


@pytest.mark.parametrize(
    "svg",
    [
        '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
        "<svg",
        "<html/>",
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 -1 1"/>',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 nan 1"/>',
    ],
)
def test_an_engine_is_not_trusted(svg: str) -> None:
    """Entities, other markup and impossible sizes are refused."""
    with pytest.raises(UnsafeDrawing):
        redraw(svg, "p")


def test_only_shapes_survive() -> None:
    """Active and foreign parts of a drawing vanish; its own references get new ids."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="x()">'
        '<style>.a{fill:red} @import "x";</style>'
        '<script>x()</script><foreignObject><p>no</p></foreignObject><image href="https://e.example/x"/>'
        '<a href="javascript:x()"><rect class="a" width="1" height="1" style="fill:url(https://e.example)"/></a>'
        '<marker id="m"/><path d="M0 0" marker-end="url(#m)"/><path d="M0 0" marker-end="url(https://e.example#m)"/>'
        '<use href="https://e.example#x"/><text onclick="x()">words &lt;b&gt;</text></svg>'
    )
    drawing = redraw(svg, "p")
    assert drawing.labels == ("words <b>",)
    for gone in ("script", "foreign", "image", "javascript", "example", "onload", "onclick", "style", "use", "<a"):
        assert gone not in drawing.svg
    assert 'marker-end="url(#p:1)"' in drawing.svg
