"""The planting of `make bench-fidelity`: what it changes is really an error, marked on the line where it stands."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import benchmarks.planting as planting
from benchmarks.planting import Chapter, Garden, Truth
from benchmarks.planting_kinds import KINDS

SOURCE = """class Reader:
    '''Reads.'''

    def read_all(self, path, limit=10):
        data = open(path)
        return data
"""
QUOTE = "\n".join(SOURCE.split("\n")[3:6])
TEXT = (
    "# T\n\nSee `reader.py` (6 lines) and `Reader.read_all`.\n\n"
    f"```python reader.py:4-6\n{QUOTE}\n```\n\nThe `Reader.read_all` it is: line 4 of `reader.py`.\n"
)


def test_a_chapter_is_read_without_loss() -> None:
    """Blocks put together are the text."""
    assert Chapter.read(1, TEXT).text == TEXT


def test_each_plant_changes_the_text_once_and_is_marked(tmp_path: Path) -> None:
    """A kind that finds a place changes the chapter, and one line bears its mark; another keeps it as it is."""
    (tmp_path / "reader.py").write_text(SOURCE)
    truth = Truth.read(tmp_path)
    planted = 0
    for name, kind in KINDS.items():
        garden = Garden({1: TEXT}, truth, seed=3)
        changed = garden.plant(name, kind, 1)
        assert (garden.texts()[1] != TEXT) is changed, name
        assert len(garden.marks()) == changed, name
        planted += changed
    assert planted >= 10


def test_a_misspelling_is_another_word() -> None:
    """Two letters change places, or one is doubled; the word is never the same."""
    rng = random.Random(1)
    assert all(planting.misspelt(rng, word) != word for word in ("reader", "aab", "xx", "read_all", "A1"))


def test_planting_imports_nothing_of_ours() -> None:
    """The judge does not judge itself: the planting code knows only the standard library."""
    for path in Path(planting.__file__).parent.glob("planting*.py"):
        modules = {
            (node.module or "").partition(".")[0] if isinstance(node, ast.ImportFrom) else node.names[0].name
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Import | ast.ImportFrom)
        }
        assert not modules & {"tasks", "memory_schema", "flows", "prompts", "deployments"}, path.name
