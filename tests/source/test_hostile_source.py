"""Whatever lies in a source, indexing it ends, and ends soon."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from tasks.source import syntax_tree
from tasks.source.grammars import parsed_languages
from tasks.source.manifest import take_manifest
from tasks.source.parsed_file import parse_file, parse_plainly
from tasks.source.repository_map import repository_map
from tasks.source.secrets import redact
from tasks.source.syntax_tree import parse_tree
from tasks.source.view import SourceView

LANGUAGES = (*parsed_languages(), "lua", "text")


def index(root: Path) -> SourceView:
    view = SourceView(root, take_manifest(root), redact)
    for path in view.paths:
        view.symbols(path)
        view.imports(path)
    repository_map(view, 2_000)
    return view


TEXTS = {
    "brackets": "([{\n" * 2_000,
    "conditions": "if (a) {\n" * 2_000,
    "type arguments": "a<\n" * 3_000,
    "classes": "class A {\n" * 2_000,
    "quotes": "'\"`\n" * 3_001,
    "fences": "```\n````\n```python\n~~~\n" * 1_000,
    "comments": "/*\n" * 3_000,
    "calls": "f(\n" * 1_000 + ")\n" * 1_000,
    "keys": "-----BEGIN RSA PRIVATE KEY-----\n" * 2_000,
    "tokens": "password = '" + "eyJ" * 6_000 + "\nhttps://a:" + "b" * 15_000 + "\n",
    "marks": "\u202e\ufeff\u2028\x0c\x85\n" * 1_000,
}


@pytest.mark.parametrize("name", TEXTS)
def test_hostile_text_in_every_language_costs_seconds_at_most(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deep, endless and unbalanced text: symbols, imports and secrets of it within a bound of processor time."""
    monkeypatch.setattr(syntax_tree, "PARSE_SECONDS", 0.5)
    for language in LANGUAGES:
        began = time.thread_time()
        parsed = parse_file(TEXTS[name], language)
        redact("a", TEXTS[name])
        assert time.thread_time() - began < 10
        assert all(1 <= one.start <= one.end <= TEXTS[name].count("\n") + 1 for one in parsed.symbols)


RANDOM = "".join(random.Random(1).choices("()[]{} \n", weights=(2, 3, 2, 3, 2, 3, 1, 1), k=20_000))
"""Closes more than it opens, and says nothing twice."""


@pytest.mark.parametrize("flood", ["(\n" * 20_000, "[{(<\n" * 5_000, ")" * 50_000, "=>EOF\n" * 20_000, RANDOM])
def test_a_flood_of_brackets_is_no_code(flood: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What no grammar understands and a query would walk for minutes is refused by counting; plain lines tell."""
    monkeypatch.setattr(syntax_tree, "PARSE_SECONDS", 0.2)
    for language in parsed_languages():
        text = f"func f() {{\n}}\n\nclass A {{\n}}\n\n{flood}\n"
        tree = parse_tree(text, language)
        if tree is None and language != "python":
            assert parse_file(text, language) == parse_plainly(text, language)
        assert tree is None or syntax_tree._steps_in_errors(tree) <= syntax_tree.MOST_STEPS
        if flood is not RANDOM:
            assert tree is None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("c", "int table[] = {" + "".join(f"{one}, " for one in range(30_000)) + "};\n"),
        ("java", "".join(f"import a.b.C{one};\n" for one in range(20_000))),
        ("sql", "INSERT INTO t VALUES " + "".join(f"({one}, 'a'),\n" for one in range(20_000)) + "(1, 'b');\n"),
        (
            "javascript",
            "x = " + "[" * 900 + "]" * 900 + ";\n" + "".join(f"f({{a: [{one}]}});\n" for one in range(9_000)),
        ),
    ],
)
def test_much_of_the_same_is_code_where_the_grammar_takes_it(language: str, text: str) -> None:
    """Tables, imports and dumps of tens of thousands of rows are parsed."""
    tree = parse_tree(text, language)
    assert tree is not None
    assert not tree.root_node.has_error


@pytest.mark.parametrize("unit", ["SECRET_", "<token", "aws", "key=", "Host=;password", "_pass", '"variable "token'])
def test_one_keyword_ten_thousand_times_costs_seconds_at_most(unit: str) -> None:
    """No line of keywords is slow: what follows a name is looked at within a bound."""
    line = unit * (18_000 // len(unit)) + "\n"
    began = time.thread_time()
    assert redact("a", line * 4).count("\n") == 4
    assert time.thread_time() - began < 2


def test_comments_that_only_end_are_looked_for_once() -> None:
    """An end without a beginning is no comment, and no definition looks for it above another comment's end."""
    text = "/** Said of the first. */\nclass A {}\n" + "*/\nclass B {}\n" * 20_000
    began = time.thread_time()
    assert [one.doc for one in parse_plainly(text, "java").symbols][:2] == ["Said of the first.", ""]
    assert time.thread_time() - began < 5


def test_invalid_bytes_and_long_lines_are_read_or_skipped(tmp_path: Path) -> None:
    """Bytes of no encoding, a line of 100 MB (a sparse file), cyclic links, deep folders."""
    (tmp_path / "latin.c").write_bytes(b"/* caf\xe9 */ int main(void) { return 0; }\n")
    (tmp_path / "noise.js").write_bytes(bytes(range(128, 256)) * 50)
    with (tmp_path / "line.json").open("wb") as file:
        file.write(b'{"a": "')
        file.truncate(100 * 1024 * 1024)
    (tmp_path / "loop").symlink_to(".")
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    deep = tmp_path
    for _ in range(60):
        deep = deep / "d"
    deep.mkdir(parents=True)
    (deep / "x.go").write_text("package x\nfunc F() {}\n")
    (tmp_path / "new\nline.py").write_text("x = 1\n")
    view = index(tmp_path)
    assert "latin.c" in view.paths
    assert any(path.endswith("x.go") for path in view.paths)
    assert "100.0 MiB" in view.manifest.skipped["line.json"]
    assert {"loop", "a", "b"} <= set(view.manifest.skipped)


def test_ten_thousand_files_are_pinned(tmp_path: Path) -> None:
    """Many small files; `benchmarks/index.py` does it with fifty thousand and takes the time."""
    for folder in range(100):
        (tmp_path / f"f{folder}").mkdir()
        for number in range(100):
            (tmp_path / f"f{folder}" / f"{number}.txt").write_text("x\n")
    assert len(take_manifest(tmp_path).files) == 10_000
