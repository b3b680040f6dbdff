"""The undisturbed run of a scenario, and what a killed book must look like before and after its second run."""

from __future__ import annotations

import json
import re
import shutil
import signal
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memory_schema.ledger import Ledger
from memory_schema.paths import Kind
from memory_schema.receipts import Author, Receipt
from memory_schema.views import render_view
from memory_schema.workspace import Workspace
from tasks.publish import pages_stand
from tests.flows.killing import Injector, Replies, run_forked, run_here
from tests.flows.small_book import tree_of
from tests.flows.small_source import write_small_source
from tests.flows.small_toml import book_toml

_OF_A_RUN = ("output/receipts/", "output/audit-log.md", "output/answers/", ".cache/")
"""Files that hold times or call numbers, or are disposable: compared in another way, or not at all."""
_CALLS = re.compile(r"^output/notes/.*/calls/")
_VOLATILE = {"call", "started", "ended", "milliseconds", "log", "prompt_hash", "usage", "charges", "process_tokens"}
"""Of `usage` and `charges`: what a server still holds in its cache is not the same after a kill."""
SPREAD = 7


def empty_book(root: Path, chapters: int = 3) -> Path:
    """A book of so many chapters over a source of its own, nothing written yet; returns its folder."""
    source, book = write_small_source(root / "source"), root / "before"
    book.mkdir()
    text = book_toml(
        source, title="Inside Ledgerlite", language="en", approve="auto", chapters=chapters, words=600, more=""
    )
    (book / "book.toml").write_text(text, encoding="utf-8")
    return book


@dataclass(frozen=True)
class Scenario:
    """A book as it lies before the run, and the same book after a run that nothing disturbed."""

    before: Path
    undisturbed: Path
    counts: Mapping[str, int]
    replies: Replies
    faults: str

    @classmethod
    def of(cls, before: Path, faults: str = "", replies: Replies | None = None) -> Scenario:
        """Run a copy of `before` to its end in this process and record every event."""
        undisturbed = before.with_name("undisturbed")
        shutil.copytree(before, undisturbed)
        replies = replies or Replies()
        injector = Injector(undisturbed)
        run_here(undisturbed, replies, injector, faults)
        return cls(before, undisturbed, dict(Counter(injector.events)), replies, faults)

    def occurrence(self, name: str, number: int) -> int:
        """Which occurrence of an event the `number`-th point takes, so that points spread over the book."""
        assert name in self.counts, f"no such event in the undisturbed run any more: {name}"
        return 1 + (number * SPREAD) % self.counts[name]

    def kill_and_run_again(self, folder: Path, name: str, number: int) -> None:
        """Kill a run at one event, run again, and hold the book against the undisturbed one."""
        book = folder / "book"
        shutil.copytree(self.before, book)
        killed = run_forked(book, self.replies, (name, self.occurrence(name, number)), self.faults)
        assert killed.signal == signal.SIGKILL, killed.trouble or "the run ended before the event came"
        self._nothing_is_torn(book)
        finished = _finished(book) - _finished(self.before)
        again = run_forked(book, self.replies, None, self.faults)
        assert not again.trouble, again.trouble
        asked = Counter(again.asked)
        assert not {who for who, _ in finished} & asked.keys(), "a finished agent was called again"
        assert set(asked.values()) <= {1}, "an agent was called twice"
        self._ended_the_same(book)

    def _nothing_is_torn(self, book: Path) -> None:
        """Every file is whole: as the undisturbed run wrote it, or shorter memory, or of an earlier edition."""
        known = set(tree_of(self.undisturbed).values()) | set(tree_of(self.before).values())
        for name, digest in tree_of(book, *_OF_A_RUN).items():
            if name.endswith(".tmp") or digest in known:
                continue
            if name.startswith("output/.publish-"):
                continue  # an edition that no reader sees: swept by the next run
            if name.startswith("output/publish/"):
                # Pages are made after every chapter, so this may be an earlier edition; but one, and whole.
                assert pages_stand(Workspace(book)), f"{name} is not of the edition that stands"
                continue
            text = (book / name).read_text(encoding="utf-8")
            if name.endswith(".json"):
                json.loads(text)
            elif name in {kind.file for kind in Kind}:
                assert (self.undisturbed / name).read_text(encoding="utf-8").startswith(text), name
            else:
                assert _CALLS.match(name), f"{name} holds a text that nobody wrote"
        for receipt in _receipt_files(book):
            json.loads(receipt.read_text(encoding="utf-8"))

    def _ended_the_same(self, book: Path) -> None:
        assert _outputs(book) == _outputs(self.undisturbed)
        assert _receipts(book) == _receipts(self.undisturbed)
        assert _views(book) == _views(self.undisturbed)
        entries = Ledger(Workspace(book)).entries()
        assert len({(entry.chapter, entry.attempt) for entry in entries}) == len(entries)
        assert not list(book.rglob("*.tmp"))


def _outputs(book: Path) -> dict[str, str]:
    """Every file but what belongs to one run or one call, with its hash; answers by name."""
    answers = {name: "" for name in tree_of(book) if name.startswith("output/answers/")}
    return answers | {name: digest for name, digest in tree_of(book, *_OF_A_RUN).items() if not _CALLS.match(name)}


def _receipts(book: Path) -> dict[str, Any]:
    """Every receipt without what may differ from run to run."""
    found = {}
    for path in _receipt_files(book):
        text = re.sub(r"/call-\d+/", "/call-N/", path.read_text(encoding="utf-8"))
        data = {key: value for key, value in json.loads(text).items() if key not in _VOLATILE}
        found[path.relative_to(book).as_posix()] = data
    return found


def _receipt_files(book: Path, below: str = "") -> list[Path]:
    return [path for path in (book / "output/receipts" / below).rglob("*.json") if path.is_file()]


def _views(book: Path) -> list[str]:
    ledger = Ledger(Workspace(book))
    return [render_view(kind, ledger.view(chapter)) for chapter in (1, 2, 3, 4) for kind in Kind]


def _finished(book: Path) -> set[tuple[str, str]]:
    """Whose receipt for which text is on disk: these agents are done, whatever else was lost."""
    found = set()
    for path in _receipt_files(book, "notes"):
        receipt = Receipt.model_validate_json(path.read_text(encoding="utf-8"))
        if receipt.author is Author.MODEL:
            chapter = "book" if receipt.chapter is None else f"ch{receipt.chapter:02d}"
            found.add((f"{receipt.role} {chapter} a{receipt.attempt} r{receipt.round}", receipt.sha256))
    return found
