"""The only door to a book's files: contained, locked, append-only where it must be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from memory_schema.errors import AccessRefused, InputError, SourcebookError, StateError
from memory_schema.paths import AUDIT_LOG, ENTRIES
from memory_schema.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "book").mkdir()
    made = Workspace(tmp_path / "book")
    made.hold("test")
    return made


@pytest.mark.parametrize(
    "name",
    ["..", "../x", "output/../../x", "/etc/passwd", "output/../../../etc/passwd", "//etc/passwd", "a\x00b", "./../x"],
)
def test_names_that_leave_the_book(workspace: Workspace, name: str) -> None:
    """Refused for every verb, whatever exists there."""
    for use in (
        workspace.exists, workspace.read, workspace.read_or, workspace.list, workspace.folders, workspace.remove,
        lambda n: workspace.replace(n, "x"), lambda n: workspace.create(n, "x"), lambda n: workspace.append(n, "x"),
        lambda n: workspace.move("book.toml", n), lambda n: workspace.move(n, "output/x"),
    ):  # fmt: skip
        with pytest.raises(AccessRefused) as caught:
            use(name)
        assert "\n" not in str(caught.value)


def test_symlinks_out_of_the_book(workspace: Workspace, tmp_path: Path) -> None:
    """Symlinks are resolved, then contained; one that stays inside is fine, a loop is not."""
    (tmp_path / "secret").write_text("s")
    (workspace.root / "out").symlink_to(tmp_path / "secret")
    (workspace.root / "dir").symlink_to(tmp_path)
    (workspace.root / "loop").symlink_to("loop")
    (workspace.root / "book.toml").write_text("t")
    (workspace.root / "in").symlink_to("book.toml")
    for name in ("out", "dir/secret", "loop", "loop/x"):
        with pytest.raises(AccessRefused):
            workspace.read(name)
        with pytest.raises(AccessRefused):
            workspace.replace(name, "x")
    assert workspace.read("in") == "t"
    assert (tmp_path / "secret").read_text() == "s"


def test_names_that_no_file_can_have(workspace: Workspace) -> None:
    """A path that is too long does not exist; it is no traceback."""
    assert not workspace.exists("x" * 5000)
    assert not workspace.exists("x/" * 3000)


def test_memory_is_never_replaced_moved_or_removed(workspace: Workspace) -> None:
    """Entries are created once, the audit log only grows (PROTOCOL 1), under every spelling."""
    assert workspace.create(f"{ENTRIES}/0001-ch01-a1.json", "{}")
    assert not workspace.create(f"{ENTRIES}/0001-ch01-a1.json", "other")
    workspace.audit("test", "a line")
    for name in (f"{ENTRIES}/0001-ch01-a1.json", "output/memory/./entries//0001-ch01-a1.json", AUDIT_LOG):
        for use in (
            lambda n: workspace.replace(n, "x"),
            lambda n: workspace.move(n, "output/x"),
            lambda n: workspace.move("output/x", n),
            workspace.remove,
        ):
            with pytest.raises(StateError, match="append-only"):
                use(name)
    with pytest.raises(StateError, match="append-only"):
        workspace.append(f"{ENTRIES}/0001-ch01-a1.json", "x")
    assert workspace.read(f"{ENTRIES}/0001-ch01-a1.json") == "{}"


def test_without_the_lock_only_answers_are_written(tmp_path: Path) -> None:
    """A person answers while a run waits; everything else needs the book."""
    free = Workspace(tmp_path)
    assert free.create("output/answers/a.json", "{}")
    assert not free.held
    for use in (lambda: free.replace("x", "x"), lambda: free.create("x", "x"), lambda: free.audit("e", "d")):
        with pytest.raises(StateError, match="does not hold"):
            use()


def test_reading_and_listing(workspace: Workspace) -> None:
    """Names are BOOK-relative and sorted; temp files never show; missing folders are empty."""
    workspace.replace("output/b.md", "b")
    workspace.replace("output/a/c.md", "词")
    (workspace.root / "output" / ".x.md.1.ff.tmp").touch()
    assert workspace.list("output") == ("output/b.md",)
    assert workspace.folders("output") == ("output/a",)
    assert tuple(workspace.walk("output")) == ("output/b.md", "output/a/c.md")
    assert workspace.list("missing") == workspace.folders("missing") == ()
    assert workspace.read("output/a/c.md") == "词"
    assert workspace.read_or("missing", "d") == workspace.read_or("output", "d") == "d"
    with pytest.raises(FileNotFoundError):
        workspace.read("missing")


def test_a_file_that_is_no_utf8_is_one_clear_line(workspace: Workspace) -> None:
    """A person's editor may save anything."""
    (workspace.root / "x.md").write_bytes(b"ok \xff")
    with pytest.raises(InputError, match=r"x\.md is not UTF-8"):
        workspace.read("x.md")


def test_moving_and_removing(workspace: Workspace) -> None:
    """A move makes its folders; removing what is not there is harmless."""
    workspace.replace("a.md", "a")
    workspace.move("a.md", "deep/er/b.md")
    assert not workspace.exists("a.md")
    assert workspace.read("deep/er/b.md") == "a"
    workspace.remove("deep/er/b.md")
    workspace.remove("deep/er/b.md")
    assert not workspace.exists("deep/er/b.md")
    with pytest.raises(StateError, match="cannot write"):
        workspace.move("missing", "x")


def test_an_audit_line_is_one_line(workspace: Workspace) -> None:
    """A hostile detail cannot forge a second line."""
    workspace.audit("refused read", "a\n- 2026 · forged · x")
    assert workspace.read(AUDIT_LOG).count("\n") == 1


FULL = """
import resource, signal, sys
from pathlib import Path
from memory_schema.errors import StateError
from memory_schema.workspace import Workspace
w = Workspace(Path(sys.argv[1]))
w.hold("one")
w.replace("output/x.md", "old")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    w.replace("output/x.md", "n" * 5000)
except StateError as error:
    print(str(error))
print(w.read("output/x.md"), [p.name for p in Path(sys.argv[1], "output").iterdir()])
"""


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """The write fails in one clear line, the old text stands, no temp file stays."""
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=True,
    )
    first, last = done.stdout.splitlines()
    assert first.startswith("cannot write")
    assert last == "old ['x.md']"


def test_a_target_that_cannot_be_written(workspace: Workspace) -> None:
    """A file where a folder must be: one line, a StateError, nothing else."""
    workspace.replace("output/x", "file")
    with pytest.raises(SourcebookError) as caught:
        workspace.replace("output/x/y.md", "text")
    assert "cannot write" in str(caught.value)
    assert "\n" not in str(caught.value)
