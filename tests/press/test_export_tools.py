"""The exports built by the tools themselves: mdBook, Pandoc (which Quarto stands on) and MyST.

The tools come from PyPI, so they run where `make check-export` has put them, and are skipped elsewhere.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from tasks.press.driver import print_book
from tasks.press.export.project import FLAVOURS, ExportRenderer
from tests.press.export_book import CODE, export_book
from tests.press.torture_book import torture_book

_TOOLS = Path(os.environ.get("SOURCEBOOK_EXPORT_TOOLS", ""))
"""The bin folder of the tools' environment, set by `make check-export`."""
pytestmark = [
    pytest.mark.skipif("SOURCEBOOK_EXPORT_TOOLS" not in os.environ, reason="run by: make check-export"),
    pytest.mark.slow,
]
Project = Callable[[str], Path]


@pytest.fixture(params=["hostile", "torture"])
def project(request: pytest.FixtureRequest, tmp_path: Path) -> Project:
    """Write a book's project for a tool; returns its folder."""
    book = export_book() if request.param == "hostile" else torture_book()

    def write(tool: str) -> Path:
        for name, data in print_book(book, ExportRenderer(FLAVOURS[tool]())).files.items():
            path = tmp_path / tool / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return tmp_path / tool

    return write


def run(*command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A tool's run, whatever its exit code."""
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=240, check=False)


def test_mdbook_builds(project: Project) -> None:
    """mdBook builds without a warning; links lead to ids that it gives, code is whole, no script is the text's."""
    folder = project("mdbook")
    done = run(str(_TOOLS / "mdbook"), "build", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert not re.search(r"\b(WARN|ERROR)\b", done.stdout + done.stderr), done.stderr
    pages = {path.name: path.read_text(encoding="utf-8") for path in (folder / "book").glob("*.html")}
    del pages["print.html"]  # every page in one, with a script of mdBook's own
    mains = {name: text.partition("<main>")[2].partition("</main>")[0] for name, text in pages.items()}
    assert not any(re.search(r"<script|<[^>]*\son\w+=", main) for main in mains.values())
    ids = {name: set(re.findall(r'\sid="([^"]+)"', text)) for name, text in pages.items()}
    for name, main in mains.items():
        for page, anchor in re.findall(r'href="([\w.-]*\.html)?(?:#([^"]+))?"', main):
            assert (page or name) in pages
            assert not anchor or unquoted(anchor) in ids[page or name], f"{name} -> {page}#{anchor}"
    if "Things" in pages["index.html"]:
        blocks = re.findall(r"<code[^>]*>(.*?)</code>", mains["ch01.html"], re.DOTALL)
        shown = {unescape(re.sub(r"<[^>]+>", "", block)).removesuffix("\n") for block in blocks}
        assert {text.removesuffix("\n") for text in CODE.values()} <= shown


def test_pandoc_reads_words_as_words(project: Project) -> None:
    """Pandoc finds no mathematics, citation, raw text or division beyond ours, and code is whole."""
    folder = project("quarto")
    for page in sorted(folder.glob("*.qmd")):
        done = run(_pandoc(), "-f", "markdown-smart", "-t", "json", page.name, cwd=folder)
        assert done.returncode == 0, done.stderr
        assert not done.stderr
        nodes = list(_pandoc_nodes(json.loads(done.stdout)["blocks"]))
        kinds = {kind for kind, _ in nodes}
        assert not kinds & {"Math", "Cite", "RawInline", "RawBlock", "Superscript", "Subscript", "LineBlock"}, page.name
        classes = [content[0][1] for kind, content in nodes if kind == "Div"]
        assert all(len(names) == 1 and names[0].startswith("callout-") for names in classes)
        if page.name == "ch01.qmd" and "Hostile" in page.read_text(encoding="utf-8"):
            blocks = [content for kind, content in nodes if kind == "CodeBlock"]
            code = {text.replace("{{{<", "{{<").replace(">}}}", ">}}") for _, text in blocks}
            assert {text.removesuffix("\n") for text in CODE.values()} <= code
            assert {attributes[1][0] for attributes, _ in blocks} >= {"python", "rust", "r"}
            assert kinds >= {"Table", "Note", "DefinitionList"}


def test_myst_builds(project: Project) -> None:
    """MyST parses every page without a warning, finds every target, and sees no HTML and no mathematics."""
    folder = project("myst")
    # Its last step fetches a theme, which a machine without a network has not; the parsed pages are there by then.
    done = run(str(_TOOLS / "myst"), "build", "--site", cwd=folder)
    said = done.stdout + done.stderr
    assert not re.search(r"^\s*(⚠️|⛔️)", said, re.MULTILINE), said
    built = (folder / "_build/site/content").glob("*.json")
    pages = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in built}
    assert len(pages) == len(list(folder.glob("*.md")))
    nodes = [node for page in pages.values() for node in _nodes(page["mdast"])]
    kinds = {node["type"] for node in nodes}
    assert not kinds & {"html", "math", "inlineMath", "cite", "citeGroup", "include"}
    assert not kinds & {"mystDirectiveError", "mystRoleError"}
    assert {"code", "mermaid", "glossary", "admonition", "table", "footnoteReference"} <= kinds
    if "Hostile" in json.dumps(pages["ch01"]):
        code = {node["value"] for node in nodes if node["type"] == "code"}
        assert {text.removesuffix("\n") for text in CODE.values()} <= code


def unquoted(anchor: str) -> str:
    """An anchor as the page's ids spell it."""
    return unescape(unquote(anchor))


def _pandoc() -> str:
    found = run(str(_TOOLS / "python"), "-c", "import pypandoc; print(pypandoc.get_pandoc_path())", cwd=Path.cwd())
    return found.stdout.strip()


def _pandoc_nodes(value: Any) -> Iterator[tuple[str, Any]]:
    """Every element of Pandoc's document with its content."""
    if isinstance(value, list):
        for item in value:
            yield from _pandoc_nodes(item)
    elif isinstance(value, dict):
        if "t" in value:
            yield str(value["t"]), value.get("c")
        for item in value.values():
            yield from _pandoc_nodes(item)


def _nodes(value: Any) -> Iterator[dict[str, Any]]:
    """Every node of MyST's document."""
    if isinstance(value, dict):
        if isinstance(value.get("type"), str):
            yield value
        for item in value.values():
            yield from _nodes(item)
    elif isinstance(value, list):
        for item in value:
            yield from _nodes(item)
