"""Exports to mdBook, Quarto and MyST: what every tool's Markdown and project must hold."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

import pytest
import yaml
from markdown_it import MarkdownIt

from tasks.press.driver import print_book
from tasks.press.export.emphasis import settle_emphasis
from tasks.press.export.project import FLAVOURS, ExportRenderer
from tasks.press.language import load_labels
from tasks.press.markdown import BookMarkdown
from tests.press.export_book import CODE, export_book

TOOLS = tuple(FLAVOURS)


def exported(tool: str, **options: Any) -> dict[str, str]:
    """The files of the sample book for a tool."""
    edition = print_book(export_book(**options), ExportRenderer(FLAVOURS[tool]()))
    return {name: data.decode() for name, data in edition.files.items()}


def chapter(files: dict[str, str], number: int = 1) -> str:
    """The text of a chapter."""
    return next(text for name, text in files.items() if f"ch{number:02d}." in name)


@pytest.mark.parametrize("tool", TOOLS)
def test_no_html_and_no_marker(tool: str) -> None:
    """A parser that lets HTML through finds none in any page, and the completion marker is gone."""
    for name, text in exported(tool).items():
        if name.endswith(("md", "qmd")):
            tokens = MarkdownIt("commonmark").parse(text)
            kinds = {token.type for block in tokens for token in [block, *(block.children or ())]}
            assert not kinds & {"html_block", "html_inline"}, name
            assert "CHAPTER_FINAL" not in text


@pytest.mark.parametrize("tool", TOOLS)
def test_code_stays_byte_for_byte(tool: str) -> None:
    """Every listing stands in the export as in the chapter, but for what a tool takes off again."""
    text = chapter(exported(tool))
    fences = [token.content for token in MarkdownIt("commonmark").parse(text) if token.type == "fence"]
    for language, code in CODE.items():
        meant = code
        if tool == "quarto":
            meant = code.replace("{{<", "{{{<").replace(">}}", ">}}}")
        if tool == "mdbook" and language == "rust":
            meant = "## [cfg(x)]\n### doc\n##\n#![allow(dead_code)]\nfn main() {}\n"
        assert any(fence.endswith(meant) for fence in fences), language


def test_nothing_of_a_text_is_run() -> None:
    """What looks like a cell of code to run is a listing, and Quarto is told to run nothing."""
    files = exported("quarto")
    infos = [t.info for t in MarkdownIt("commonmark").parse(chapter(files)) if t.type == "fence"]
    assert "{mermaid}" in infos
    assert all(info.startswith("{.") for info in infos if info != "{mermaid}")
    project = yaml.safe_load(files["_quarto.yml"])
    assert project["engine"] == "markdown"
    assert project["execute"] == {"enabled": False}


@pytest.mark.parametrize(
    ("tool", "live"),
    [
        ("mdbook", r"(?<!\\)~~?(?!~)gone~ |^:\s"),
        ("quarto", r"(?<!\\)[$@^~]|(?<!\{)\{\{<|^:::+ ?\{include|^\(1\)|^a\. "),
        ("myst", r"(?<!\\)[$@]|^:::\{include|^\(label\)=|^% |^\+\+\+"),
    ],
)
def test_prose_holds_no_markup_of_the_tool(tool: str, live: str) -> None:
    """What the author wrote as words stays words: no inclusion, mathematics, citation, directive or list."""
    text = chapter(exported(tool))
    prose = re.sub(r"^(`{3,})[^`]*\n.*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)
    meant = r"\[\^1\]:?|~~gone~~|`[^`\n]+`|\]\(<?[^)]*\)|^: +Definition"
    prose = re.sub(meant, "", prose, flags=re.MULTILINE)
    assert re.findall(live, prose, flags=re.MULTILINE) == []


@pytest.mark.parametrize("tool", ["mdbook", "quarto"])
def test_links_lead_to_ids(tool: str) -> None:
    """Every link into the project names a page that is there and an id that this page gives."""
    files = {name.rpartition("/")[2]: text for name, text in exported(tool).items()}
    ids = {name: set(re.findall(r"\{#([^}\s]+)\}", text)) for name, text in files.items()}
    checked = 0
    for name, text in files.items():
        for page, anchor in re.findall(r"\]\(([\w.]*\.q?md)?(?:#([^)\s]+))?\)", text):
            checked += 1
            assert (page or name) in files
            assert not anchor or anchor in ids[page or name], f"{name} -> {page}#{anchor}"
    assert checked > 10


def test_myst_links_lead_to_labels() -> None:
    """Every link names a label of the project, each label stands once, and all are ASCII."""
    files = exported("myst")
    labels = [label for text in files.values() for label in re.findall(r"^\(([^)]+)\)=$", text, re.MULTILINE)]
    assert len(labels) == len(set(labels)) == 3
    assert all(label.isascii() for label in labels)
    targets = {target for text in files.values() for target in re.findall(r"\]\(#([^)]+)\)", text)}
    assert targets
    assert targets <= set(labels)


def test_each_tool_gets_its_own_furniture() -> None:
    """Captions, line numbers, admonitions, diagrams, terms and tables as each tool wants them."""
    mdbook, quarto, myst = (chapter(exported(tool)) for tool in ("mdbook", "quarto", "myst"))
    assert "[`src/a file.x:7-16`](<https://example.org/" in mdbook
    assert "> [!WARNING]\n> Mind" in mdbook
    assert "```mermaid\n" in mdbook
    assert "[token stream](glossary.md#term-token-stream)" in mdbook
    assert '{.python .numberLines startFrom="7" filename="src/a file.x:7-16"}' in quarto
    assert "::: {.callout-warning}\n" in quarto
    assert "[token stream](glossary.qmd#term-token-stream)" in quarto
    assert "| `c | d` |" in quarto
    assert ":caption: [`src/a file.x:7-16`](<https://example.org/" in myst
    assert ":lineno-start: 7\n" in myst
    assert ":::{warning}\nMind" in myst
    assert "{term}`token stream`" in myst
    for text in (mdbook, quarto, myst):
        assert "- [x] done[^1]" in text
        assert "[^1]: A note.\n\n    More of it." in text
        assert r"a \| b" in text


@pytest.mark.parametrize("gap", [False, True])
def test_projects_name_their_pages_in_order(gap: bool) -> None:
    """Each tool's project file reads as its format, names every page once, and counts only where numbers agree."""
    numbers = ["ch01", "ch02", "ch04" if gap else "ch03"]
    order = ["index", "preface", *numbers, "glossary", "symbols", "colophon"]
    mdbook = exported("mdbook", gap=gap)
    config = tomllib.loads(mdbook["book.toml"])
    assert config["book"]["title"] == 'Inside "Things": #1'
    assert config["build"]["use-default-preprocessors"] is False
    assert config["output"]["html"].get("no-section-label", False) is gap
    summary = MarkdownIt("commonmark").parse(mdbook["src/SUMMARY.md"])
    links = [str(t.attrs["href"]) for b in summary for t in b.children or () if t.type == "link_open"]
    assert links == [f"{name}.md" for name in order]
    quarto = yaml.safe_load(exported("quarto", gap=gap)["_quarto.yml"])
    assert quarto["book"]["title"] == 'Inside "Things": #1'
    assert [*quarto["book"]["chapters"], *quarto["book"]["appendices"]] == [f"{name}.qmd" for name in order]
    assert quarto["format"]["html"]["number-sections"] is not gap
    myst = yaml.safe_load(exported("myst", gap=gap)["myst.yml"])
    assert [entry["file"] for entry in myst["project"]["toc"]] == [f"{name}.md" for name in order]
    assert chapter(mdbook, 2).startswith("# 2 · 二\n" if gap else "# 二\n")


@pytest.mark.parametrize("tool", TOOLS)
def test_unfinished_chapters_are_honest(tool: str) -> None:
    """A chapter that is not there has its page, and the page says so."""
    assert load_labels("en").unfinished in chapter(exported(tool), 3)


@pytest.mark.parametrize("tool", TOOLS)
def test_equal_books_give_equal_bytes(tool: str) -> None:
    """An export depends on the book alone."""
    assert json.dumps(exported(tool)) == json.dumps(exported(tool))


@pytest.mark.parametrize(
    ("ours", "strict"),
    [
        ("**注意：**中文", "<strong>注意</strong>：中文"),
        ("中**“引用”**中", "中“<strong>引用</strong>”中"),
        ("**`code`**中文", "<strong><code>code</code></strong> 中文"),
        ("见**`code`**", "见 <strong><code>code</code></strong>"),
        ("*重点。*后面", "<em>重点</em>。后面"),
        ("**。**中", "。中"),
        ("**plain** (words) **(in)** it", "<strong>plain</strong> (words) <strong>(in)</strong> it"),
        ("***a。***中", "<em><strong>a</strong></em>。中"),
    ],
)
def test_emphasis_survives_a_strict_parser(ours: str, strict: str) -> None:
    """What the press emphasises beside CJK text is emphasised by a parser that follows CommonMark to the letter."""
    files = print_book(
        export_book().model_copy(
            update={"chapters": (export_book().chapters[1].model_copy(update={"markdown": f"# X\n\n{ours}\n"}),)}
        ),
        ExportRenderer(FLAVOURS["mdbook"]()),
    ).files
    text = files["src/ch02.md"].decode().split("\n\n")[-1].replace("\\", "")
    assert MarkdownIt("commonmark").render(text).strip() == f"<p>{strict}</p>"


@pytest.mark.parametrize("cell", [r"x \\\| y", r"a \| b", r"`p \| q`", r"\\ alone", "*c* `d`"])
def test_cells_come_out_as_they_went_in(cell: str) -> None:
    """Pipes and backslashes of a cell are read back as the same words, in one cell."""
    table = f"| {cell} | z |\n| --- | --- |\n| {cell} | z |"
    chapter_two = export_book().chapters[1].model_copy(update={"markdown": f"# X\n\n{table}\n"})
    book = export_book().model_copy(update={"chapters": (chapter_two,)})
    text = print_book(book, ExportRenderer(FLAVOURS["mdbook"]())).files["src/ch02.md"].decode().split("\n\n", 1)[1]
    parser = MarkdownIt("commonmark").enable("table")
    assert parser.render(text) == parser.render(table)


def test_settling_changes_nothing_that_is_sound() -> None:
    """Emphasis between spaces stays as it is."""
    inline = BookMarkdown(load_labels("en")).line_tokens("a **b (c)** d, *e*.")[0]
    settled = settle_emphasis(inline.children or [])
    assert [(t.type, t.content) for t in settled] == [
        (t.type, t.content) for t in inline.children or [] if t.content or t.nesting
    ]
