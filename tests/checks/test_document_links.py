"""Links, anchors, pictures and diagrams of any document; numbers that differ between chapters; near metaphors."""

from __future__ import annotations

import pytest

from memory_schema.findings import Severity
from memory_schema.memory_view import SeenMetaphor
from tasks.checks.chapter_text import ChapterText
from tasks.checks.diagrams import check_diagrams
from tasks.checks.differing_numbers import check_differing_numbers
from tasks.checks.document_anchors import anchors_of_text
from tasks.checks.document_links import DocumentPlace, check_document_links
from tasks.checks.metaphors import check_metaphors
from tasks.checks.result import MOST_FINDINGS

DOCUMENT = """Title
=====

- [One](#one-two)
- [Set](#by-hand)

## One & `two`

<a name="by-hand"></a>

### least-size <span>([root-only](a.md))</span>

## Thanks [![Some badge](https://example.org/b.svg)](https://example.org)
"""
FILES = {"docs/pictures/y.png", "docs/a.md", "docs/guide.md", "img/x.png", "docs"}
PLACE = DocumentPlace("docs/a.md", FILES.__contains__, lambda path: anchors_of_text("# Start here\n"))


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("[a](#title)", ""),
        ("[a](#one--two)", ""),
        ("[a](#three)", "#three"),
        ("[a](#thanks-)", ""),
        ("[a](#least-size)", ""),
        ("[a](#thanks-some-badge)", ""),
        ("[a](guide.md)", ""),
        ("[a](guide.md#start-here)", ""),
        ("[a](guide.md#end-here)", "#end-here"),
        ("[a](guide.html)", ""),
        ("[a](other.md)", "docs/other.md"),
        ("![p](../img/x.png)", ""),
        ("![p](../img/y.png)", "img/y.png"),
        ('<img src="../img/z.png">', "img/z.png"),
        ("[r][k]\n\n[k]: gone.md", "docs/gone.md"),
        ("[a](https://example.org/x) [b](mailto:a@b.c) [c](//cdn/x)", ""),
        ("[a](../../outside.md)", ""),
        ("[a](../guide/#start-here)", ""),
        ("[a](../guide/#end-here)", "#end-here"),
        ("[a](../guide.md)", "guide.md"),
        ('<img src="../pictures/y.png">', ""),
        ("![p](../pictures/y.png)", "pictures/y.png"),
        ("[](){#note}\n\n[a](#note)", ""),
        ("A term\n{#term}\n\n[a](#term)", ""),
        ("::: pkg.config\n\n[a](#pkg.config.Setting)", ""),
        ("[a](#pkg.config.Setting)", "#pkg.config.Setting"),
        ('--8<-- "OTHER.md"\n\n[a](#setting)', ""),
        ("[a](#setting)\n\n::: tip\nRead on.\n:::", "#setting"),
        ("`[a](none.md)`", ""),
    ],
)
def test_links(link: str, fault: str) -> None:
    """A relative link, an anchor and a picture lead somewhere, in whatever way Markdown writes them."""
    found = check_document_links(ChapterText(f"{DOCUMENT}\n{link}\n"), PLACE).findings
    assert [fault in one.problem for one in found] == ([True] if fault else [])
    assert all(one.place.startswith(("line 15", "line 17")) for one in found)


@pytest.mark.parametrize(
    ("name", "link", "severity"),
    [
        ("docs/guide/a.md", "scoped-styles", None),
        ("docs/guide/a.md", "../kit/routing", Severity.COULD),
        ("docs/guide/a.md", "images/one.svg", Severity.COULD),
        ("docs/guide/a.md", "images/two.svg", Severity.SHOULD),
        ("docs/guide/a.md", "gone.md", Severity.SHOULD),
        ("README.md", "scoped-styles", Severity.SHOULD),
        ("README.md", "images/one.svg", Severity.SHOULD),
        ("docs/guide/a.md", "tower_http::cors", None),
        ("docs/guide/a.md", "fn@crate::routing::get", None),
        ("docs/guide/a.md", "crate#sharing", None),
        ("docs/guide/a.md", "ENGLISH_VERSION_URL", None),
    ],
)
def test_an_address_of_a_site_or_of_code_is_no_file(name: str, link: str, severity: Severity | None) -> None:
    """A document in a folder may become a page, whose addresses have no endings and whose pictures lie elsewhere."""
    paths = frozenset({"docs/styles/05-scoped-styles.md", "docs/assets/images/one.svg"})
    place = DocumentPlace(name, paths.__contains__, lambda path: None, paths)
    found = check_document_links(ChapterText(f"# A\n\n[b]({link})\n"), place).findings
    assert [one.severity for one in found] == ([severity] if severity else [])


@pytest.mark.parametrize("name", ["docs/snippets/a.md", "docs/_template.md", "_includes/deep/a.md"])
def test_links_of_a_part_are_meant_from_the_page_that_takes_it_in(name: str) -> None:
    """Where a snippet ends up is not known: a link that leads nowhere from its own folder is a question."""
    place = DocumentPlace(name, FILES.__contains__)
    (finding,) = check_document_links(ChapterText("# A\n\n[b](other.md)\n"), place).findings
    assert finding.severity is Severity.COULD


def test_front_matter_is_no_heading() -> None:
    """What a site generator reads above a page, between lines of dashes, gives no anchor."""
    text = "---\ntitle: One\n---\n\n# Two\n\n[a](#title-one) [b](#two)\n"
    (finding,) = check_document_links(ChapterText(text)).findings
    assert (finding.quote, finding.fix) == ("#title-one", "link to a heading that exists")


def test_diagrams() -> None:
    """A diagram that Mermaid cannot read is a warning with its line."""
    good, bad = "```mermaid\ngraph TD\n a --> b\n```\n", "```mermaid\ngraph TD\n a[b\n```\n"
    result = check_diagrams(ChapterText(f"# T\n\n{good}\n{bad}"))
    assert result.counts == {"diagrams": 2}
    (finding,) = result.findings
    assert finding.place.startswith("line 8")
    assert "missing `]`" in finding.problem


def test_a_diagram_in_a_beta_of_mermaid_is_a_question() -> None:
    """What Mermaid itself calls beta changes with its versions: a fault there may be the engine's."""
    (finding,) = check_diagrams(ChapterText("# T\n\n```mermaid\nwardley-beta\nsize [width, 1]\n```\n")).findings
    assert finding.severity is Severity.COULD


def test_differing_numbers() -> None:
    """The same thing with another number in a later chapter is told once; lines and pronouns are not compared."""
    texts = {
        1: "# A\n\n`lexer.py` (868 lines). `open` takes two arguments. It runs (line 12) three times.\n",
        2: "# B\n\n`lexer.py` has 686 lines. `open` takes two arguments. It runs (line 14) four times.\n",
        3: "# C\n\nThe cache of `Loader` keeps 400 templates in memory.\n",
        4: "# D\n\nThe cache of `Loader` keeps 300 templates in memory.\n",
    }
    found = check_differing_numbers({number: ChapterText(text) for number, text in texts.items()}).findings
    assert [(one.place[:9], one.problem) for one in found] == [
        ("chapter 2", "chapter 1 says 868 where this one says 686"),
        ("chapter 4", "chapter 3 says 400 where this one says 300"),
    ]


@pytest.mark.parametrize(("metaphor", "near"), [("card of a library", True), ("a river delta", False)])
def test_near_metaphors(metaphor: str, near: bool) -> None:
    """A picture that is nearly a taken one is put before a reader; another one is not."""
    text = f"# T\n\n*Picture it:* a **cache** is like *{metaphor}*: it lasts; the picture stops where it burns.\n"
    taken = [SeenMetaphor("index", "a library card", 1, "")]
    found = check_metaphors(ChapterText(text), 2, taken).findings
    assert [one.severity for one in found] == ([Severity.COULD] if near else [])


def test_a_label_of_sphinx_is_no_file() -> None:
    """Beside the settings of Sphinx a bare name is a label or an object; a path, or a name elsewhere, is a file."""
    text = "# T\n\n[frozen](attrs.frozen), [how](how-frozen), [why](labels/why), [lost](guide/lost.md)\n"
    sphinx = DocumentPlace("docs/api/a.md", {"docs/conf.py"}.__contains__)
    plain = DocumentPlace("docs/api/a.md", {"conf.py.txt"}.__contains__)
    assert [one.quote for one in check_document_links(ChapterText(text), sphinx).findings] == ["guide/lost.md"]
    assert len(check_document_links(ChapterText(text), plain).findings) == 4


def test_an_address_without_its_scheme_is_told_so() -> None:
    """`example.org/a` and `me@example.org` are paths for every browser: the fix is the scheme."""
    (mail,) = check_document_links(ChapterText("# A\n\n[b](me@example.org)\n"), PLACE).findings
    assert mail.fix == "write mailto:me@example.org"
    place = DocumentPlace("a.md", lambda path: False)
    (finding,) = check_document_links(ChapterText("# T\n\n[a](github.com/rack/rack/pull/1)\n"), place).findings
    assert finding.fix == "write https://github.com/rack/rack/pull/1"


def test_thousands_of_dead_links_are_a_bounded_list() -> None:
    """Nobody reads 40,000 lines: so many are listed, and how many are left out."""
    text = "# T\n\n" + "\n".join(f"[a](x{number}.md)" for number in range(3000))
    result = check_document_links(ChapterText(text), DocumentPlace("a.md", lambda path: False))
    assert result.counts["relative links"] == 3000
    assert len(result.findings) == MOST_FINDINGS + 1
    assert "more findings of this kind" in result.findings[-1].problem


def test_the_root_of_a_site_counts() -> None:
    """docsify reads links from the root of its site, DocC finds pictures by their names; elsewhere both are dead."""
    text = "# T\n\n[a](guide/a.md), [b](guide/b), ![c](c.png), [lost](guide/lost.md)\n"
    docsify = {"docs/_sidebar.md", "docs/guide/a.md", "docs/guide/b.md"}.__contains__
    catalog = {"Docs.docc/Images/c.png"}.__contains__
    there = check_document_links(ChapterText(text), DocumentPlace("docs/guide/x.md", docsify)).findings
    pictures = check_document_links(ChapterText(text), DocumentPlace("Docs.docc/x.md", catalog)).findings
    assert [one.quote for one in there] == ["c.png", "guide/lost.md"]
    assert "c.png" not in [one.quote for one in pictures]


def test_what_a_bot_or_a_generator_makes() -> None:
    """Signs in the list of contributors lead nowhere on purpose; a page that no document makes is only asked about."""
    listed = "<!-- ALL-CONTRIBUTORS-LIST:START -->\n[x](#infra-x)\n\n<!-- ALL-CONTRIBUTORS-LIST:END -->\n"
    text = f"# T\n\n{listed}\n[y](#infra-y), [classes](annotated.html)\n"
    found = check_document_links(ChapterText(text), DocumentPlace("a.md", lambda path: False)).findings
    assert [(one.quote, one.severity.value) for one in found] == [("#infra-y", "should"), ("annotated.html", "could")]
