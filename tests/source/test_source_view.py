"""Everybody sees one pinned, decoded, redacted text, and nothing beside it."""

import os
import threading
from pathlib import Path

import pytest

from memory_schema.errors import AccessRefused, SourceChanged, SourceError
from tasks.source.locate_root import resolve_source
from tasks.source.manifest import take_manifest
from tasks.source.raw_file import HeldFolder, read_raw
from tasks.source.view import SourceView


def make(root: Path, **files: str) -> SourceView:
    for name, text in files.items():
        (root / f"{name}.py").write_text(text)
    return SourceView(root, take_manifest(root))


def test_the_view_shows_lines_by_number(tmp_path: Path) -> None:
    """Ranges are 1-based and inclusive; a range that is not there is an error that says how long it is."""
    view = make(tmp_path, a="one\r\ntwo\r\nthree")
    assert view.text("a.py") == "one\ntwo\nthree"
    assert view.line_count("a.py") == 3
    assert view.excerpt("a.py", 2, 3) == "two\nthree"
    for start, end in ((0, 1), (2, 1), (3, 4)):
        with pytest.raises(SourceError, match="it has 3 lines"):
            view.excerpt("a.py", start, end)


@pytest.mark.parametrize(
    "path",
    ["../secret.txt", "./a.py", "/etc/passwd", "A.PY", "a.py/", "sub/../a.py", "a%2epy", "\u0430.py",
     "a.py\0", "", ".", "/proc/self/environ", "logo.png", "link.py", "~/a.py", "a.py\n"],
)  # fmt: skip
def test_only_an_exact_key_of_the_manifest_is_opened(tmp_path: Path, path: str) -> None:
    """Every other spelling is refused before the disk is touched."""
    (tmp_path / "logo.png").write_bytes(b"\0")
    (tmp_path / "link.py").symlink_to("/etc/passwd")
    view = make(tmp_path, a="x\n")
    with pytest.raises(AccessRefused):
        view.text(path)


def test_a_link_swapped_in_after_the_manifest_is_refused(tmp_path: Path) -> None:
    """Neither a file nor a folder of the path may become a link, even one to the same content."""
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "b.py").write_text("x\n")
    view = make(tmp_path, a="x\n")
    (tmp_path / "copy").write_text("x\n")
    (tmp_path / "a.py").unlink()
    (tmp_path / "a.py").symlink_to("copy")
    (tmp_path / "d").rename(tmp_path / "e")
    (tmp_path / "d").symlink_to("e")
    for path in ("a.py", "d/b.py"):
        with pytest.raises(AccessRefused):
            view.text(path)


def test_a_change_after_the_manifest_stops_the_run(tmp_path: Path) -> None:
    """An edited, a removed and a replaced file all say: run again (PROTOCOL 4)."""
    view = make(tmp_path, a="x\n", b="y\n", c="z\n", kept="k\n")
    assert view.text("kept.py") == "k\n"
    (tmp_path / "a.py").write_text("X\n")
    (tmp_path / "b.py").unlink()
    (tmp_path / "c.py").write_bytes(b"z\n" * 1_000_000)
    (tmp_path / "kept.py").write_text("other\n")
    for path in ("a.py", "b.py", "c.py"):
        with pytest.raises(SourceChanged, match=f"source changed while the run was on: {path}; run again"):
            view.text(path)
    assert view.text("kept.py") == "k\n"


def test_a_fifo_swapped_in_does_not_hang_the_run(tmp_path: Path) -> None:
    """The gate opens without waiting."""
    view = make(tmp_path, a="x\n")
    (tmp_path / "a.py").unlink()
    os.mkfifo(tmp_path / "a.py")
    with pytest.raises(AccessRefused):
        view.text("a.py")


def test_redaction_is_what_everybody_sees_and_keeps_the_lines(tmp_path: Path) -> None:
    """Text, excerpt, hash and symbols come from the redacted text; moving lines is an error."""
    plain = make(tmp_path, a='KEY = "s3cret"\n')
    view = SourceView(tmp_path, plain.manifest, lambda path, text: text.replace("s3cret", "[redacted]"))
    assert "s3cret" not in view.excerpt("a.py", 1, 1)
    assert "[redacted]" in view.symbols("a.py")[0].signature
    assert view.content_hash("a.py") != plain.content_hash("a.py")
    with pytest.raises(SourceError, match="number of lines"):
        SourceView(tmp_path, plain.manifest, lambda path, text: "").text("a.py")


def test_threads_share_a_view() -> None:
    """Parallel readers see the same objects and no error."""
    root = resolve_source("package:jinja2", Path())
    view = SourceView(root, take_manifest(root))
    seen: list[list[int]] = []

    def read() -> None:
        seen.append([len(view.symbols(path)) + len(view.imports(path)) for path in view.paths])

    threads = [threading.Thread(target=read) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 2
    assert seen[0] == seen[1]


def test_the_gate_contains_what_it_reads(tmp_path: Path) -> None:
    """Even asked directly, the one reader of bytes stays below the root and takes the path literally."""
    (tmp_path / "root" / "sub").mkdir(parents=True)
    (tmp_path / "secret").write_text("s")
    (tmp_path / "root" / "a.py").write_text("abc")
    assert read_raw(tmp_path / "root", "a.py", 1) == b"ab"
    for path in (str(tmp_path / "secret"), "../secret", "sub/../a.py", "sub", "", "."):
        with pytest.raises((AccessRefused, IsADirectoryError)):
            read_raw(tmp_path / "root", path, 9)


def test_a_folder_that_is_held_leads_nowhere_else(tmp_path: Path) -> None:
    """Whoever reads many files in turn is held to the same: no link, no way out, and the next file is read."""
    for folder in ("root/sub/deep", "outside"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "a.py").write_text(folder)
    (tmp_path / "root" / "link").symlink_to(tmp_path / "outside")
    with HeldFolder(tmp_path / "root") as held:
        for _ in range(2):
            assert read_raw(tmp_path / "root", "sub/deep/a.py", 99, held) == b"root/sub/deep"
            for path in ("link/a.py", "sub/deep/../../../outside/a.py", "sub/a.py"):
                with pytest.raises((AccessRefused, FileNotFoundError)):
                    read_raw(tmp_path / "root", path, 99, held)
