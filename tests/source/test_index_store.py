"""The index keeps what was parsed, and decides nothing that a fresh scan would not."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from memory_schema.errors import SourceChanged
from tasks.source import file_records, file_stamp, index_store, index_workers
from tasks.source.index_depth import Depth
from tasks.source.index_records import IndexedFile, from_text, to_text
from tasks.source.index_store import FILE_NAME, IndexStore
from tasks.source.index_workers import Answer, Request, ask_processes
from tasks.source.locate_root import resolve_source
from tasks.source.manifest import take_manifest
from tasks.source.parsed_file import ParsedFile, parse_file
from tasks.source.secrets import redact
from tasks.source.survey import survey_to_text
from tasks.source.view import SourceView
from tests.source.samples_compiled import COMPILED
from tests.source.samples_scripted import SCRIPTED

LONG_AGO = time.time() - 1000


def tree(root: Path, count: int) -> Path:
    """A source whose files were written long ago."""
    root.mkdir(exist_ok=True)
    for number in range(count):
        path = root / f"m{number}.py"
        path.write_text(f"def f{number}(a: int = {number}) -> int:\n    return g(a)\n")
        os.utime(path, (LONG_AGO, LONG_AGO))
    return root


def opened(root: Path, cache: Path | None) -> SourceView:
    store = None if cache is None else IndexStore(cache)
    return SourceView(root, take_manifest(root, index=store), redact, store)


def everything(one: SourceView) -> dict[str, object]:
    looks = dict(one.surveys())
    return {path: (one.symbols(path), one.doc(path), one.imports(path), looks[path]) for path in one.paths}


@pytest.mark.parametrize("language", sorted(COMPILED | SCRIPTED))
def test_a_record_comes_back_as_it_was(language: str) -> None:
    """Every field of every definition, import and mark survives the disk."""
    record = IndexedFile(parse_file((COMPILED | SCRIPTED)[language][0], language), ((3, "aws access key"),))
    assert from_text(to_text(record)) == record


@pytest.mark.parametrize("text", ["", "null", "[]", "[1,2,3,4,5,6]", '["","",[[1]],[],[],[]]', "[" * 9999, '{"a": 1}'])
def test_what_is_no_record_is_nothing(text: str) -> None:
    """A damaged row is parsed again, never believed."""
    assert from_text(text) is None


def test_with_and_without_an_index_the_view_says_the_same(tmp_path: Path) -> None:
    """First run, second run, no index: the same definitions, docs and imports of a real package."""
    root = resolve_source("package:jinja2", Path())
    plain = everything(opened(root, None))
    assert everything(opened(root, tmp_path)) == plain
    second = opened(root, tmp_path)
    assert everything(second) == plain
    assert not second._texts, "the second run reads no file to know what is in it"


def test_only_what_changed_is_parsed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One edited file among many: one parse, and its new definitions."""
    root = tree(tmp_path / "src", 20)
    opened(root, tmp_path / "c").index_all()
    (root / "m3.py").write_text("def changed(): ...\n")
    parsed: list[str] = []

    def counted(text: str, language: str) -> ParsedFile:
        parsed.append(text)
        return parse_file(text, language)

    monkeypatch.setattr(file_records, "parse_file", counted)
    second = opened(root, tmp_path / "c")
    second.index_all()
    assert parsed == ["def changed(): ...\n"]
    assert [one.name for one in second.symbols("m3.py")] == ["changed"]


def test_a_file_rewritten_in_the_same_instant_is_seen(tmp_path: Path) -> None:
    """A stamp is believed only of a file that had come to rest: size and time may be equal by chance."""
    root = tree(tmp_path / "src", 3)
    first = take_manifest(root, index=IndexStore(tmp_path / "c"))
    path = root / "m1.py"
    old = path.stat()
    path.write_text(path.read_text().replace("f1", "g1"))
    os.utime(path, ns=(old.st_atime_ns, old.st_mtime_ns))
    second = take_manifest(root, index=IndexStore(tmp_path / "c"))
    assert second.digest != first.digest
    assert second == take_manifest(root)


def test_a_source_that_changes_behind_the_index_stops_the_run(tmp_path: Path) -> None:
    """What is shown is verified, whoever knew it before (PROTOCOL 4)."""
    root = tree(tmp_path / "src", 3)
    opened(root, tmp_path / "c").index_all()
    second = opened(root, tmp_path / "c")
    (root / "m1.py").write_text("x = 1\n")
    with pytest.raises(SourceChanged):
        second.text("m1.py")


@pytest.mark.parametrize("damage", ["garbage", "empty", "cut", "rows", "nothing in rows", "folder", "other code"])
def test_a_damaged_index_is_as_good_as_none(tmp_path: Path, damage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever became of the file, the view says what a fresh scan says."""
    # As if every file had rested for long: else nothing would be known of any.
    monkeypatch.setattr(file_stamp, "_SETTLED_NANOSECONDS", -(10**18))
    root, cache = tree(tmp_path / "src", 5), tmp_path / "c"
    expected = everything(opened(root, cache))
    file = cache / FILE_NAME
    if damage == "garbage":
        file.write_bytes(b"no database at all" * 500)
    elif damage == "empty":
        file.write_bytes(b"")
    elif damage == "cut":
        file.write_bytes(file.read_bytes()[:5000])
    elif damage == "rows":
        with sqlite3.connect(file) as connection:
            connection.execute("UPDATE parsed SET record = replace(record, 'def f', 'def e')")
            connection.execute("UPDATE survey SET record = replace(record, 'return', 'lambda')")
            connection.execute("UPDATE known SET facts = '{}'")
    elif damage == "nothing in rows":
        with sqlite3.connect(file) as connection:
            connection.execute("UPDATE known SET facts = NULL")
            connection.execute("UPDATE parsed SET record = NULL")
    elif damage == "folder":
        file.unlink()
        file.mkdir()
    else:
        monkeypatch.setattr(index_store, "fingerprint", lambda: "made by another version")
    assert everything(opened(root, cache)) == expected
    assert everything(opened(root, cache)) == expected


def test_a_source_below_a_name_of_no_utf_8_is_read_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite keeps no such path; what is in the files is kept by their content."""
    monkeypatch.setattr(file_stamp, "_SETTLED_NANOSECONDS", -(10**18))
    root = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe"))
    try:
        root.mkdir()
    except OSError:
        pytest.skip("this file system takes UTF-8 alone")
    tree(root, 3)
    expected = everything(opened(root, None))
    for _ in range(2):
        assert everything(opened(root, tmp_path / "c")) == expected
    assert IndexStore(tmp_path / "c").keys(Depth.PARSED)


def test_a_place_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    """The cache folder's place is taken by a file."""
    root = tree(tmp_path / "src", 3)
    (tmp_path / "c").write_text("in the way")
    assert everything(opened(root, tmp_path / "c")) == everything(opened(root, None))


def test_parallel_views_share_one_index(tmp_path: Path) -> None:
    """Threads and processes write at the same time; nobody fails, all see the same."""
    root, cache = tree(tmp_path / "src", 40), tmp_path / "c"
    code = (
        "import sys; from pathlib import Path; from tests.source.test_index_store import opened, everything;"
        "print(len(everything(opened(Path(sys.argv[1]), Path(sys.argv[2])))))"
    )
    here = Path(__file__).parents[2]
    others = [
        subprocess.Popen(
            (sys.executable, "-c", code, str(root), str(cache)), cwd=here, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    seen: list[dict[str, object]] = []
    threads = [threading.Thread(target=lambda: seen.append(everything(opened(root, cache)))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [other.communicate()[0].strip() for other in others] == ["40", "40"]
    assert len(seen) == 3
    assert seen[0] == seen[1] == seen[2] == everything(opened(root, None))


def test_many_files_are_parsed_by_workers(tmp_path: Path) -> None:
    """Above the threshold other processes parse; what they say is what this process would say."""
    root = tree(tmp_path / "src", 160)
    (root / "secret.py").write_text('token = "ghp_' + "a1B2c3D4e5" * 4 + '"\n')
    view_of_many = opened(root, tmp_path / "c")
    view_of_many.survey_all()
    view_of_many.index_all()
    assert not view_of_many._texts, "this process read none of them"
    assert everything(view_of_many) == everything(opened(root, None))
    assert [(one.path, one.line) for one in view_of_many.redactions()] == [("secret.py", 1)]


def test_a_worker_that_dies_costs_one_file(tmp_path: Path) -> None:
    """A crash within a grammar takes the worker with it: the file comes back unparsed, the others parsed."""
    root = tree(tmp_path / "src", 6)
    manifest = take_manifest(root)
    requests = [Request(path, facts.sha256, facts.language) for path, facts in manifest.files.items()]
    # No path: the worker cannot make sense of the request and ends, as it would by a fault in a library.
    requests.insert(3, Request(None))  # type: ignore[arg-type]
    found: dict[str | None, IndexedFile | None] = {}

    def keep(request: Request, answer: Answer | None) -> None:
        found[request.path] = from_text(answer.records[Depth.PARSED]) if answer else None

    ask_processes(root, requests, depth=Depth.PARSED, redact=True, keep=keep)
    assert found.pop(None) is None
    assert len(found) == 6
    assert all(record is not None and record.parsed.symbols for record in found.values())


def _many_kinds(root: Path) -> Path:
    tree(root, 170)
    (root / "secret.py").write_text('token = "ghp_' + "a1B2c3D4e5" * 4 + '"\n')
    (root / "page.js").write_text("export function open() {}\n")
    (root / "picture.png").write_bytes(b"\x89PNG\0")
    (root / "table.txt").write_bytes(b"\0\1\2")
    for path in root.iterdir():
        os.utime(path, (LONG_AGO, LONG_AGO))
    return root


def test_new_files_are_pinned_and_surveyed_in_one_reading(tmp_path: Path) -> None:
    """Facts and surveys that workers take together are those that this process takes one by one, row for row."""
    root = _many_kinds(tmp_path / "src")
    together, apart = IndexStore(tmp_path / "together"), IndexStore(tmp_path / "apart")
    manifest = take_manifest(root, index=together, with_surveys=True)
    assert manifest == take_manifest(root, index=apart) == take_manifest(root)
    SourceView(root, manifest, redact, apart).survey_all()
    assert dict(together.records(Depth.SURVEY)) == dict(apart.records(Depth.SURVEY))
    view = SourceView(root, manifest, redact, together)
    assert dict(view.surveys()) == dict(SourceView(root, manifest, redact).surveys())
    assert not view._texts, "this process read none of them"
    # A file that has not rested for two seconds is not kept, and the second reading comes later than the first.
    first, second = together.known(), apart.known()
    assert first.keys() <= second.keys()
    assert {path: second[path] for path in first} == first


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_number_of_workers_changes_no_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    """One process or several: the same rows of the same bytes."""
    root = _many_kinds(tmp_path / "src")
    monkeypatch.setattr(index_workers, "MOST_WORKERS", workers)
    store = IndexStore(tmp_path / "c")
    view = SourceView(root, take_manifest(root, index=store, with_surveys=True), redact, store)
    one_by_one = SourceView(root, view.manifest, redact)
    assert {path: survey_to_text(look) for path, look in view.surveys()} == {
        path: survey_to_text(one_by_one.survey(path)) for path in one_by_one.paths
    }


def test_without_a_place_to_keep_surveys_nothing_is_read_twice(tmp_path: Path) -> None:
    """An index that cannot be written: the manifest is taken by this process alone, and is the same."""
    root = _many_kinds(tmp_path / "src")
    (tmp_path / "file").write_text("no folder")
    manifest = take_manifest(root, index=IndexStore(tmp_path / "file"), with_surveys=True)
    assert manifest == take_manifest(root)
