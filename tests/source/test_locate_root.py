"""A source is a folder or an installed package, found without importing it."""

import subprocess
import sys
from pathlib import Path

import pytest

from memory_schema.errors import SourceError
from tasks.source.locate_root import resolve_source


def test_paths_are_relative_to_the_base_or_to_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Relative to the book, absolute, or from `~`."""
    (tmp_path / "src").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    for spec in ("src", "./x/../src", str(tmp_path / "src"), "~/src"):
        assert resolve_source(spec, tmp_path) == (tmp_path / "src").resolve()


def test_a_package_is_found_without_importing_it() -> None:
    """Locating a package runs none of its code."""
    code = (
        "import sys, pathlib; from tasks.source.locate_root import resolve_source;"
        "print(resolve_source('package:jinja2', pathlib.Path('.')).name, 'jinja2' in sys.modules)"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run((sys.executable, "-c", code), cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["jinja2", "False"]
    assert resolve_source("package:prefect.server", Path()).parts[-2:] == ("prefect", "server")


@pytest.mark.parametrize(
    "spec",
    ["", "  ", "nowhere", "~nobody-here/x", "nul\0", "file.py", "package:", "package:../x",
     "package:no_such_pkg", "package:os", "package:sys", "package:jinja2.nothing", "package:jinja2;x"],
)  # fmt: skip
def test_what_is_no_source_is_one_line(tmp_path: Path, spec: str) -> None:
    """Every bad spelling is a SourceError without a line break."""
    (tmp_path / "file.py").write_text("x\n")
    with pytest.raises(SourceError) as caught:
        resolve_source(spec, tmp_path)
    assert "\n" not in str(caught.value)
