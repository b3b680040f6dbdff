"""Fidelity on a real package through the real view."""

from __future__ import annotations

from pathlib import Path

import jinja2
import pytest

from memory_schema.errors import SourceChanged
from tasks.checks.fidelity import check_fidelity
from tasks.checks.source_index import index_of
from tasks.checks.verify import total, verify_text
from tasks.source.manifest import take_manifest
from tasks.source.view import SourceView


@pytest.fixture(scope="module")
def view() -> SourceView:
    root = Path(jinja2.__file__).parent
    return SourceView(root, take_manifest(root))


def test_every_window_of_a_file_is_exact(view: SourceView) -> None:
    """Any lines of any file, quoted with their place, are found exact; shifted by one they are not."""
    quotes = [
        f"```python {path}:{start}-{start + 9}\n{view.excerpt(path, start, start + 9)}\n```\n"
        for path in view.paths
        for start in range(1, view.line_count(path) - 10, 97)
        if "```" not in view.excerpt(path, start, start + 9)
    ]
    report = verify_text("all", "# T\n\n" + "\n".join(quotes), index_of(view))
    assert report.quotes == report.exact == len(quotes) > 100
    assert report.passed
    assert report.findings == ()
    shifted = quotes[40].replace("\n", "\n# added\n", 1)
    assert not verify_text("one", shifted, view).passed


def test_root_name_and_skipped_files(view: SourceView) -> None:
    """Prose may name a file below the package's own name."""
    assert check_fidelity("# T\n\nSee `jinja2/lexer.py:10`.\n", view).findings == ()


def test_reports_add_up(view: SourceView) -> None:
    """The total of reports is their sum, and its findings name their text."""
    good = f"```python lexer.py:1-5\n{view.excerpt('lexer.py', 1, 5)}\n```\n"
    bad = good.replace("1-5", "2-6")
    report = total("book", [verify_text("ch01", good, view), verify_text("ch02", bad, view)])
    assert (report.quotes, report.exact, report.mismatched, report.passed) == (2, 1, 1, False)
    assert report.findings[0].place.startswith("ch02: line ")


def test_changed_source_stops(tmp_path: Path) -> None:
    """A file that is no longer what the manifest pins stops the check instead of deciding by it."""
    (tmp_path / "a.py").write_text("x = 1\n")
    view = SourceView(tmp_path, take_manifest(tmp_path))
    (tmp_path / "a.py").write_text("x = 2\n")
    with pytest.raises(SourceChanged):
        check_fidelity("```python a.py:1\nx = 2\n```\n", view)
