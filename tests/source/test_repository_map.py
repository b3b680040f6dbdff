"""The architect sees the whole tree, in as much detail as its budget takes."""

from pathlib import Path

from memory_schema.lengths import estimate_tokens
from tasks.source.locate_root import resolve_source
from tasks.source.manifest import take_manifest
from tasks.source.repository_map import first_sentence, repository_map
from tasks.source.view import SourceView


def jinja2() -> SourceView:
    root = resolve_source("package:jinja2", Path())
    return SourceView(root, take_manifest(root))


def test_the_form_of_a_map(tmp_path: Path) -> None:
    """One section a file: title, first sentence, imports, public symbols with their lines."""
    (tmp_path / "base.py").write_text('"""The base. More."""\nLIMIT = 3\n')
    (tmp_path / "app.py").write_text(
        "import base\n\n\nclass App(dict):\n    '''Runs it.'''\n\n    def go(self, n: int) -> None:\n"
        "        import tool\n\n    def _no(self): ...\n"
    )
    (tmp_path / "tool.py").write_text("x = 1\n")
    view = SourceView(tmp_path, take_manifest(tmp_path))
    assert repository_map(view, 10_000) == (
        "### app.py (python, 10 lines)\nimports: base.py\nimports inside functions: tool.py\n"
        "- L4-10 class App(dict): Runs it.\n  - L7-8 def go(self, n: int) -> None\n\n"
        "### base.py (python, 2 lines)\nThe base.\n- L2-2 LIMIT = 3\n\n### tool.py (python, 1 line)\n"
    )


def test_a_smaller_budget_says_less_of_everything_and_says_so() -> None:
    """Every file is in the map down to one line a file; then every folder's count; what went is named."""
    view = jinja2()
    sizes = []
    for budget in (40_000, 20_000, 8_000, 1_500, 100):
        drawn = repository_map(view, budget)
        sizes.append(len(drawn))
        assert estimate_tokens(drawn) <= budget
        assert ("> Left out for room: " in drawn) == (budget < 40_000)
        if budget >= 1_500:
            assert all(path in drawn for path in view.paths)
    assert sizes == sorted(sizes, reverse=True)
    assert "26 files" in repository_map(view, 1)


def test_a_source_of_many_files_is_told_by_its_folders_and_what_it_uses_most(tmp_path: Path) -> None:
    """Where no line a file fits, the room that the folders leave is used, for what much of the source leads to."""
    for folder in ("core", "jobs"):
        (tmp_path / folder).mkdir()
        for number in range(150):
            text = f"from core.engine import start_engine\n\n\ndef job_{folder}_{number}():\n    start_engine()\n"
            (tmp_path / folder / f"job_{folder}_{number}.py").write_text(text)
    (tmp_path / "core/engine.py").write_text('def start_engine():\n    """Start it."""\n')
    view = SourceView(tmp_path, take_manifest(tmp_path))
    for budget in (200, 1_000, 2_000):
        drawn = repository_map(view, budget)
        assert budget * 0.75 < estimate_tokens(drawn) <= budget
        assert "- core/ (151 files, " in drawn
        assert "### core/engine.py (python, 2 lines)\n- L1-2 def start_engine(): Start it.\n" in drawn
    assert "### " not in repository_map(view, 60)


def test_the_same_view_gives_the_same_map() -> None:
    """Stable text is cacheable text."""
    assert repository_map(jinja2(), 9_000) == repository_map(jinja2(), 9_000)


def test_the_first_sentence_of_a_docstring() -> None:
    """Across line breaks, not fooled by abbreviations, clipped."""
    assert first_sentence("It does, e.g. this,\nand that. More.\n\nRest.") == "It does, e.g. this, and that."
    assert first_sentence("中文说明。第二句。") == "中文说明。"
    assert first_sentence("\n\n") == ""
    assert len(first_sentence("word " * 100)) == 160
