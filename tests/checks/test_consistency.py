"""Laws of consistency: one definition and spelling a term, one metaphor a concept, no dead link."""

from __future__ import annotations

import pytest

from memory_schema.findings import Severity
from memory_schema.memory_view import MemoryView, SeenMetaphor, SeenTerm
from tasks.checks.consistency import check_consistency
from tasks.checks.result import CheckResult
from tasks.checks.source_index import index_of

MUST, SHOULD, COULD = Severity.MUST, Severity.SHOULD, Severity.COULD
HEADINGS = {
    1: ["One token at a time", "The token stream", "How the stream moves", "What `Token` holds"],
    2: ["A tree"],
}


def check(body: str, memory: MemoryView, number: int = 2) -> CheckResult:
    return check_consistency(f"# T\n\n## Section\n\n{body}\n", number, memory, {1, 2, 3}, HEADINGS)


def severities(result: CheckResult) -> list[Severity]:
    return [finding.severity for finding in result.findings]


def test_clean_chapter(chapter: str, memory: MemoryView) -> None:
    """A chapter that agrees with what is known has no finding; its own entries do not count against it."""
    result = check_consistency(chapter, 1, memory, {1, 2})
    assert result.findings == ()
    assert dict(result.counts) == {
        "terms": 2, "defined here": 1, "variants": 0, "translations": 0, "metaphors": 1, "links": 1,
        "relative links": 1, "diagrams": 0,
    }  # fmt: skip


def test_term_defined_again(memory: MemoryView) -> None:
    """A known term in bold with other words than its definition is ⚠️ and says where it was defined."""
    result = check("The **cursor** is a pointer into the file.", memory)
    assert severities(result) == [SHOULD]
    assert "link to ch01.md" in result.findings[0].fix
    assert result.findings[0].evidence == "chapter 1: The cursor is the index of the next token."


def test_term_repeated_with_its_definition(memory: MemoryView) -> None:
    """Repeating the definition itself, or using the term without bold, is no redefinition."""
    assert check("The **cursor** is the index of the next token.", memory).findings == ()
    assert check("The cursor moves.", memory).findings == ()


@pytest.mark.parametrize("written", ["token-stream", "tokenstream", "token_stream", "Token Stream", "Token-streams"])
def test_term_variant(written: str, memory: MemoryView) -> None:
    """Another spelling of a glossary term in prose is 💡 with the glossary's spelling, once."""
    result = check(f"Now the {written} moves, and the {written} stops.", memory)
    assert severities(result) == [COULD]
    assert result.findings[0].fix == "write token stream"


@pytest.mark.parametrize(
    "written",
    ["token stream", "Token stream", "token streams", "TOKEN STREAM", "`token_stream`", "token-stream-like",
     "[the rest](ch01.md#the-token_stream)", "token streaming", "token_stream()"],
)  # fmt: skip
def test_no_term_variant(written: str, memory: MemoryView) -> None:
    """The term itself, its plural, code, anchors and longer words are no variants."""
    assert check(f"Now {written} moves.", memory).findings == ()


@pytest.mark.parametrize(
    ("written", "is_variant"),
    [
        ("TokenStream", False),
        ("Token Stream", False),
        ("tokenStream", True),
        ("token_stream", True),
        ("Token-stream", True),
    ],
)
def test_how_the_source_writes_is_no_variant(written: str, is_variant: bool, memory: MemoryView) -> None:
    """A name with an inner capital and words as a docstring has them are the source's; other joints are not."""
    source = {"a.py": 'class TokenStream:\n    """A Token Stream of a file."""\n\ntoken_stream = TokenStream()\n'}
    text = f"# T\n\n## Section\n\nNow the {written} moves.\n"
    result = check_consistency(text, 2, memory, {1, 2, 3}, HEADINGS, index_of(source).spells)
    assert bool(result.findings) == is_variant


def test_metaphor_for_two_concepts(memory: MemoryView) -> None:
    """A metaphor that pictures another concept already is ❌."""
    result = check("*Picture it:* a **node list** is like *a ticket roll*: one by one.", memory)
    assert severities(result) == [MUST]
    assert 'already pictures "token stream" in chapter 1' in result.findings[0].problem


def test_second_metaphor_for_a_concept(memory: MemoryView) -> None:
    """A second metaphor for a concept is ⚠️, the same one again is fine; one chapter is judged alike."""
    assert severities(check("*Picture it:* a **token stream** is like *a river*: it flows.", memory)) == [SHOULD]
    assert check("*Picture it:* a **Token stream** is like *a ticket roll*: again.", memory).findings == ()
    twice = "*Picture it:* a **tree** is like *a family*: x.\n\n*Picture it:* a **list** is like *a family*: y."
    assert severities(check(twice, memory)) == [MUST]


def test_zh_metaphor(memory: MemoryView) -> None:
    """The Chinese form of a metaphor line is read as well."""
    first = "*打个比方：* **词元流** 就像 *一卷票*：一次撕下一张。\n\n"
    second = "*打个比方：* **节点表** 就像 *一卷票*：一次撕下一张。"
    assert severities(check(first + second, memory)) == [MUST]


@pytest.mark.parametrize(
    ("link", "severity"),
    [
        ("[a](ch01.md)", None),
        ("[a](ch01.md#how-the-stream-moves)", None),
        ("[a](ch01.md#what-token-holds)", None),
        ("[a](ch01.md#how-the-stream-moves-1)", None),
        ("[a](#section)", None),
        ("[a](ch02.md#section)", None),
        ("[a](ch07.md)", MUST),
        ("[a](ch02.md)", MUST),
        ("[a](ch01.md#no-such-thing)", SHOULD),
        ("[a](ch02.md#no-such-thing)", SHOULD),
        ("`[a](ch07.md)`", None),
    ],
)
def test_links(link: str, severity: Severity | None, memory: MemoryView) -> None:
    """Links lead to chapters and headings that exist."""
    assert severities(check(f"See {link}.", memory)) == ([severity] if severity else [])


def test_link_ahead(memory: MemoryView) -> None:
    """A link to a later chapter is 💡, but for the bridge; unknown headings are not judged."""
    assert severities(check("See [a](ch03.md#anything).\n\n## Recap\n\nNext is [b](ch03.md).", memory)) == [COULD]


def test_dropped_chapter(memory: MemoryView) -> None:
    """A dropped chapter is not among the kept ones, so a link to it is ❌."""
    result = check_consistency("# T\n\nSee [a](ch02.md).\n", 3, memory, {1, 3})
    assert severities(result) == [MUST]


@pytest.mark.parametrize(
    ("written", "is_variant"),
    [("tokens stream", True), ("to-ken stream", False), ("tok-en stream", False), ("token streams", False)],
)
def test_plural_and_pieces(written: str, is_variant: bool, memory: MemoryView) -> None:
    """A plural within a term is another spelling; pieces of less than three letters are none."""
    assert bool(check(f"Now the {written} moves.", memory).findings) is is_variant


@pytest.mark.parametrize(
    ("term", "written"),
    [("bytecode cache", "byte-code cache"), ("color map", "colour map"), ("center line", "centre line")],
)
def test_two_ways_to_spell(term: str, written: str) -> None:
    """British for American letters and a word in two pieces are other spellings; the term itself is none."""
    memory = MemoryView(glossary=(SeenTerm(term, "", 1, "It is one.", ""),))
    assert [one.fix for one in check(f"Now the {written} grows.", memory).findings] == [f"write {term}"]
    assert check(f"Now the {term} grows.", memory).findings == ()


@pytest.mark.parametrize(
    ("body", "severity"),
    [
        ("See chapter 9.", SHOULD),
        ("见第九章。", SHOULD),
        ("见第 十二 章。", SHOULD),
        ("See [chapter 3](ch01.md).", SHOULD),
        ("See chapter 1, and [chapter 1](ch01.md); chapter 9 of another book; `chapter 9`.", None),
        ("见第一章。", None),
    ],
)
def test_chapters_by_their_number(body: str, severity: Severity | None) -> None:
    """A chapter that the prose names is one of the book, and a link leads to the one that it names."""
    assert severities(check(body, MemoryView())) == ([severity] if severity else [])


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("The cache is like a river.", True),
        ("Think of the cache as a train.", True),
        ("The parser works like a shelf.", True),
        ("解析器就像 a shelf。", True),
        ("The cache is like a shelf.", False),
        ("The cache is a list, and it works like a shelf.", False),
        ("A list is like an array.", False),
    ],
)
def test_told_metaphors(body: str, found: bool) -> None:
    """Prose that compares a concept of the registry to something else, or something else to its picture, is 💡."""
    memory = MemoryView(metaphors=(SeenMetaphor("cache", "a shelf", 1, "it fills"),))
    assert severities(check(body, memory)) == ([COULD] if found else [])
