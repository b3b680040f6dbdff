"""Foundations come first, cycles are one step, and the order is always the same."""

from pathlib import Path

from tasks.source.graph import condense, import_edges
from tasks.source.locate_root import resolve_source
from tasks.source.manifest import take_manifest
from tasks.source.view import SourceView


def test_cycles_are_condensed_and_foundations_come_first() -> None:
    """What is imported stands before what imports it; ties by name."""
    edges = {"app": ["b", "a"], "a": ["b", "base"], "b": ["a"], "z": [], "c": ["base"], "self": ["self"]}
    assert condense(edges) == [("base",), ("a", "b"), ("app",), ("c",), ("self",), ("z",)]
    assert condense(dict(reversed(edges.items()))) == condense(edges)
    assert condense({}) == []


def test_a_chain_longer_than_the_recursion_limit() -> None:
    """The search has a stack of its own."""
    chain = {f"{number:05}": [f"{number + 1:05}"] for number in range(5000)}
    assert condense(chain)[0] == ("05000",)
    chain["05000"] = ["00000"]
    assert len(condense(chain)) == 1


def test_the_graph_of_a_real_package() -> None:
    """jinja2: every edge leads to a file of it, and every order holds over all edges between components."""
    root = resolve_source("package:jinja2", Path())
    view = SourceView(root, take_manifest(root))
    edges = import_edges(view)
    place = {path: number for number, component in enumerate(condense(edges)) for path in component}
    assert set(place) == set(view.paths) == set(edges)
    assert all(place[target] <= place[path] for path, targets in edges.items() for target in targets)
    assert place["lexer.py"] < place["parser.py"] < place["environment.py"] < place["__init__.py"]
    # With what functions import when they run, most of jinja2 is one cycle.
    assert max(map(len, condense(import_edges(view, deferred=True)))) > 5
    assert import_edges(view, ["lexer.py", "utils.py"]) == {"lexer.py": ("utils.py",), "utils.py": ()}
