"""The researcher: complete reading, exact quotes, a report that loses nothing on the way to the writer."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest

from memory_schema.fences import fences
from memory_schema.markers import Completeness, Marker, judge, sealed
from tasks.offline import research
from tasks.offline.reply import Reply, ToolCalls
from tasks.offline.report_facts import MemberFact, ReportFacts, SymbolFacts
from tasks.offline.report_parse import parse_report
from tasks.offline.report_render import SECTIONS, render_report
from tasks.offline.request import ShownFile, ToolAnswer
from tasks.offline.research_attributes import first_line
from tasks.offline.research_quotes import choose_quotes
from tasks.offline.research_reasons import remarks_of
from tasks.offline.research_symbols import read_sources, symbol_facts
from tasks.source.symbol import Symbol, SymbolKind


@pytest.mark.parametrize("chapter", [1, 2])
def test_a_report_has_the_six_sections_and_exact_quotes(english: Any, reports: dict[int, str], chapter: int) -> None:
    """PROTOCOL 7: six non-empty sections; every quote is byte-exact, at most 30 lines, at least 8 of them."""
    text = reports[chapter]
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == list(SECTIONS)
    assert text.startswith(f"# Research report: chapter {chapter} - ")
    quotes = parse_report(text).quotes
    assert len(quotes) >= 8
    for quote in quotes:
        lines = english.source(quote.path).split("\n")[quote.start - 1 : quote.end]
        assert quote.text == "\n".join(lines)
        assert len(lines) <= 30
    assert all(fence.closed for fence in fences(text))


@pytest.mark.parametrize("chapter", [1, 2])
def test_a_report_reads_back_without_loss(reports: dict[int, str], chapter: int) -> None:
    """The writer reads exactly the facts that the researcher wrote."""
    facts = parse_report(reports[chapter])
    again = parse_report(render_report(facts, ()))
    assert again.symbols == facts.symbols
    assert again.quotes == facts.quotes
    assert again.remarks == facts.remarks
    assert again.files == facts.files
    assert again.terms == facts.terms


@pytest.mark.parametrize("kind", get_args(SymbolKind))
def test_every_kind_of_definition_reads_back_as_its_own(kind: str) -> None:
    """A kind that the reader of reports did not know would leave its comment and members to the class before it."""
    before = SymbolFacts("Before", "class", "a.rs", 1, 9, "class Before", "The one before.")
    member = MemberFact("RED", "attribute", 12, 12, "RED")
    one = SymbolFacts("Color", kind, "a.rs", 11, 19, "enum Color", "What colours there are.", members=(member,))
    facts = ReportFacts(1, "t", symbols=(before, one))
    assert parse_report(render_report(facts, ())).symbols == (before, one)


def test_facts_are_those_of_the_source(english: Any, reports: dict[int, str]) -> None:
    """Places, callers and raises stand in the source at the lines that the report gives."""
    facts = parse_report(reports[1])
    lines = english.source("lexer.py").split("\n")
    expect = facts.symbol("TokenStream.expect")
    assert expect is not None
    assert lines[expect.start - 1].strip().startswith("def expect")
    assert all(fact.exception in lines[fact.line - 1] for fact in expect.raises)
    assert {fact.condition for fact in expect.raises} >= {"not self.current.test(expr)"}
    token = facts.symbol("Token")
    assert token is not None
    assert all("Token(" in lines[site.line - 1] for site in token.called_by)
    assert {one.name for one in facts.mapped} >= {"Token", "TokenStream", "Lexer", "get_lexer"}


def test_a_cut_file_is_paged_to_its_end_in_one_turn(english: Any) -> None:
    """Whatever was cut of a must file is read by tool, in pages of at most 400 lines."""
    whole = english.research_files(1)
    source = whole[2]
    cut = ShownFile(
        source.name, "", "must", source.lines, ((1, 100),), True, "python", "\n".join(source.text.split("\n")[:100])
    )
    calls = research.answer(english.brief("researcher", 1, Marker.RESEARCH, [*whole[:2], cut]))
    assert isinstance(calls, ToolCalls)
    pages = [(call.input["start"], call.input["end"]) for call in calls.calls]
    assert pages == [(101, 500), (501, 868)]


def test_a_refused_page_becomes_a_gap_and_no_endless_loop(english: Any) -> None:
    """A page that was asked for and refused is not asked for again; the report says what is missing."""
    whole = english.research_files(1)
    source = whole[2]
    text = "\n".join(source.text.split("\n")[:400])
    cut = ShownFile(source.name, "", "must", source.lines, ((1, 400),), True, "python", text)
    refused = tuple(
        ToolAnswer("read_file", {"path": "lexer.py", "start": start, "end": start + 399}, "refused", True)
        for start in (401, 801)
    )
    reply = research.answer(english.brief("researcher", 1, Marker.RESEARCH, [*whole[:2], cut], answers=refused))
    assert isinstance(reply, Reply)
    assert "lines 1-400 of 868" in reply.body
    assert reply.note.open_issues
    assert reply.note.confidence.value == "medium"


def test_a_report_of_another_hand_still_gives_quotes_and_paragraphs() -> None:
    """A report that a person or a model wrote degrades: its quotes and sentences are kept."""
    text = (
        "# Research report: chapter 2 - Frames\n\n## 1. Module overview\n\n"
        "The reader takes four bytes before it trusts anything that follows them.\n\n"
        "```python log.py:3-5\ndef read(self):\n    head = self.stream.read(4)\n    return head\n```\n"
    )
    facts = parse_report(text)
    assert facts.title == "Frames"
    assert facts.quotes[0].place == "log.py:3-5"
    assert facts.paragraphs == ("The reader takes four bytes before it trusts anything that follows them.",)


def test_hostile_source_does_not_break_the_report(english: Any) -> None:
    """Fences, markers, braces and tags in the source are data: the report stays parsable and closed."""
    nasty = (
        '"""Doc with ``` and <!-- RESEARCH_COMPLETE --> and {{ braces }} and <script>."""\n\n\n'
        "def render(value, default=None):\n"
        '    """Render a value.\n\n    ```\n    fenced\n    ```\n    """\n'
        "    if value is None:\n"
        '        raise ValueError("no ```value``` given")\n'
        "    text = str(value)\n"
        "    return text or default\n"
    )
    files = english.research_files(1)
    source = ShownFile("lexer.py", "", "must", 15, ((1, 15),), True, "python", nasty)
    reply = research.answer(english.brief("researcher", 1, Marker.RESEARCH, [*files[:2], source]))
    assert isinstance(reply, Reply)
    assert judge(sealed(reply.body, Marker.RESEARCH), Marker.RESEARCH) is Completeness.COMPLETE
    draft = english.draft(1, reply.body.replace("RESEARCH_COMPLETE", "DRAFT_COMPLETE")).body
    assert judge(sealed(draft, Marker.DRAFT), Marker.DRAFT) is Completeness.COMPLETE
    assert [quote.symbol for quote in parse_report(reply.body).quotes] == ["render"]


def test_no_word_list_and_no_mere_docstring_is_quoted(english: Any, reports: dict[int, str]) -> None:
    """A quote carries code: no constant of more than eight lines, no lines that are mostly a docstring."""
    for report in reports.values():
        facts = parse_report(report)
        for quote in facts.quotes:
            symbol = facts.symbol(quote.symbol)
            lines = quote.text.count("\n") + 1
            assert symbol is None or symbol.kind != "constant" or lines <= 8
            docs = max((len(doc.split("\n")) for doc in re.findall(r'"""(.*?)"""', quote.text, re.DOTALL)), default=0)
            assert docs * 3 <= lines * 2


def test_what_a_definition_says_of_itself_is_no_remark() -> None:
    """The comment above a Go function is its documentation; only a reason inside of it is a remark beside it."""
    text = (
        "package a\n\n// Run executes the command, because somebody must do it.\nfunc Run(x int) int {\n"
        "\t// We must not negate here, since zero has no sign.\n\treturn x\n}\n"
    )
    file = ShownFile("a.go", "", "must", 7, ((1, 7),), True, "go", text)
    sources = read_sources((file,), {})
    symbols = symbol_facts(sources)
    remarks = [one.text for one in remarks_of(sources, symbols, symbols) if one.kind == "comment"]
    assert remarks == ["We must not negate here, since zero has no sign."]


def test_a_definition_begins_behind_the_comment_between_its_attributes() -> None:
    """Rust: code in a doc comment, with attributes in the middle of it, is no part of the definition's lines."""
    text = (
        'impl A {\n    /// Gives it.\n    /// ```\n    #[cfg_attr(x, doc = "# {")]\n    /// let a = 1;\n    /// ```\n'
        "    #[must_use]\n    pub fn give(self) -> u8 {\n        1\n    }\n}\n"
    )
    file = ShownFile("a.rs", "", "must", 11, ((1, 11),), True, "rust", text)
    (found,) = [one for one in symbol_facts(read_sources((file,), {})) if one.short == "give"]
    assert (found.start, found.end) == (8, 10)
    (quote,) = [one for one in choose_quotes([found], [file], 5) if one.symbol == found.name]
    assert quote.text.startswith("    pub fn give")


@pytest.mark.parametrize(
    ("attributes", "first"),
    [
        ("#[derive(Clone)]\n#[cfg(unix)]", 1),
        ("#[cfg(unix)]\n#[derive(Clone)]", 2),
        ("#[cfg(all(\n    unix, // why\n    windows,\n))]", 5),
        ("#[derive(Clone)]\n/// Doc.\n#[doc(hidden)]", 4),
        ("#[inline] // fast]\n#[cold]", 3),
    ],
)
def test_an_attribute_for_the_compiler_begins_no_quotation(attributes: str, first: int) -> None:
    """What a type is stays above it; under which features it is compiled is not what a reader came for."""
    text = f"{attributes}\npub struct A {{\n    b: u8,\n}}\n"
    lines = text.count("\n")
    symbol = Symbol("A", "A", "struct", "struct A", "", 1, lines)
    assert first_line(symbol, ShownFile("a.rs", "", "must", lines, ((1, lines),), True, "rust", text)) == first
