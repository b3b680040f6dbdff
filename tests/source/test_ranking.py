"""The definitions that the source leads to come first."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_schema.lengths import estimate_tokens
from tasks.source.locate_root import resolve_source
from tasks.source.manifest import take_manifest
from tasks.source.ranking import by_weight, rank_symbols
from tasks.source.repository_map import repository_map
from tasks.source.view import SourceView


@pytest.fixture(scope="module")
def jinja2() -> SourceView:
    root = resolve_source("package:jinja2", Path())
    return SourceView(root, take_manifest(root))


def test_what_everybody_uses_ranks_first(jinja2: SourceView) -> None:
    """Jinja2's nodes, visitor, environment and code generator are what its modules rest on."""
    weights = rank_symbols(jinja2)
    first = [name for _, _, name in by_weight(weights)[:12]]
    assert {"Node", "NodeVisitor", "Environment", "CodeGenerator"} <= set(first)
    assert 0.9 < sum(weights.values()) < 1.1


def test_the_ranking_is_the_same_each_time(jinja2: SourceView) -> None:
    """Equal weights are told apart by path and line."""
    assert by_weight(rank_symbols(jinja2)) == by_weight(rank_symbols(jinja2))


def test_a_name_means_what_is_near(tmp_path: Path) -> None:
    """Its own file's definition, then an imported one's; a stranger's namesake gains nothing."""
    (tmp_path / "a.go").write_text("package a\n\nfunc Used() {}\n\nfunc Main() { Used() }\n")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "b.go").write_text("package b\n\nfunc Used() {}\n")
    view = SourceView(tmp_path, take_manifest(tmp_path))
    weights = rank_symbols(view)
    assert weights["a.go", 3, "Used"] > weights["b/b.go", 3, "Used"]


def test_a_source_without_definitions_has_no_ranking(tmp_path: Path) -> None:
    """Prose ranks nothing and fails nothing."""
    (tmp_path / "a.md").write_text("# A\n")
    assert rank_symbols(SourceView(tmp_path, take_manifest(tmp_path))) == {}


def test_under_a_small_budget_the_most_used_definitions_stay_in_the_map(jinja2: SourceView) -> None:
    """As many as fit, every file still named, and what was left out is said."""
    drawn = repository_map(jinja2, 4_000)
    assert 3_000 < estimate_tokens(drawn) <= 4_000
    assert all(path in drawn for path in jinja2.paths)
    assert "class Environment" in drawn
    assert "class NodeVisitor" in drawn
    assert "> Left out for room: all definitions but the " in drawn
