"""Strategy 3: a source file larger than the window is researched in parts and merged (issue 4, must show 6)."""

from __future__ import annotations

import argparse
import inspect
import json
import re
import string
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from memory_schema.binding import bind
from memory_schema.book import parse_book
from memory_schema.contracts import Role
from memory_schema.entries import CrossReference, Look, MemoryProposal, Summary, Term
from memory_schema.errors import CallFailed
from memory_schema.findings import Finding, Severity, Verdict, parse_findings, parse_verdict, render_findings
from memory_schema.ledger import Ledger
from memory_schema.markers import Completeness, Marker, judge, sealed
from memory_schema.paths import STYLE_GUIDE
from memory_schema.pointers import Pointer, Scope
from memory_schema.receipts import Receipt
from memory_schema.works import read_receipt
from prompts.file_block import ShownText, shown_whole
from tasks.agent.budget import Budget, Offer, tokens_of
from tasks.agent.claude import ClaudeClient
from tasks.agent.estimate import estimate
from tasks.agent.in_parts import merged_findings
from tasks.agent.journal import Journal
from tasks.agent.parts import FINDINGS, WITH_VERDICT, grouped, joined, said_in_parts, split_sources, split_texts
from tasks.agent.pricing import free_of_charge
from tasks.agent.reading import Readable
from tasks.agent.runtime import Runtime
from tasks.agent.spawn import spawn
from tasks.agent.validate import VALIDATORS
from tasks.offline.app import offline_app
from tasks.offline.asgi import giving, read_body
from tasks.offline.faults import FaultPlan
from tests.agent.scripted_book import CONFIG, Book, build_book, whole

SOURCE = inspect.getsource(argparse)
LINES = SOURCE.count("\n")
SMALL_WINDOW = "[model]\nwindow = 40000\n[limits]\ncontext_target = 16000\n"


def offer(name: str, text: str) -> Offer:
    return Offer(Readable(Pointer(name=name, scope=Scope.SOURCE, path=name), text, "h", True, "python"))


def budget(files: int, window: int) -> Budget:
    return Budget(window=window, system=1_000, output_reserve=1_000, target=files)


def test_the_parts_hold_every_line_once_and_in_order() -> None:
    """Nothing is left out and nothing is read twice; no part is larger than the room."""
    offers = [offer("argparse.py", SOURCE), offer("string.py", inspect.getsource(string))]
    parts = split_sources(offers, [], budget(8_000, 20_000))
    assert len(parts) > 4
    read: dict[str, list[int]] = {}
    for part in parts:
        for item in part.shown:
            read.setdefault(item.pointer.name, []).extend(range(item.first, item.last + 1))
            assert item.text == "".join(line + "\n" for line in _lines(offers, item)[item.first - 1 : item.last])
    assert read["argparse.py"] == list(range(1, LINES + 1))
    assert read["string.py"] == list(range(1, inspect.getsource(string).count("\n") + 1))


def _lines(offers: list[Offer], item: ShownText) -> list[str]:
    return next(o.readable.text for o in offers if o.readable.pointer.name == item.pointer.name).split("\n")


def test_a_part_begins_where_something_begins_when_that_is_near() -> None:
    """A definition is not torn for want of a few lines."""
    text = "".join(f"def f{n}():\n    return {n}\n\n\n" for n in range(600))
    parts = split_sources([offer("f.py", text)], [], budget(2_000, 4_000))
    assert len(parts) > 3
    assert all(part.shown[0].text.startswith("def ") for part in parts)


def test_what_the_window_holds_is_not_split() -> None:
    """Strategy 3 comes after paging: a task that can be paged stays one."""
    assert split_sources([offer("f.py", "x = 1\n" * 500)], [], budget(500, 100_000)) == ()


def test_one_line_that_no_window_holds_ends_no_run() -> None:
    """A minified file: the line is a part of its own, and splitting comes to an end."""
    parts = split_sources([offer("min.js", "a" * 100_000 + "\nb\n")], [], budget(2_000, 4_000))
    assert [(item.first, item.last) for part in parts for item in part.shown] == [(1, 1), (2, 2)]


def test_the_receipt_says_which_part_read_which_lines() -> None:
    """Freshness compares the whole file; `cut` says how it was read."""
    offers = [offer("argparse.py", SOURCE)]
    parts = split_sources(offers, [], budget(8_000, 20_000))
    whole = shown_whole(offers[0].readable.pointer, SOURCE, numbered=True)
    (said,) = said_in_parts((whole,), parts)
    assert said.cut.startswith(f"read in {len(parts)} parts: lines 1-")
    assert f"-{LINES} (part {len(parts)})" in said.cut


def test_many_results_are_merged_in_groups_that_fit() -> None:
    """At least two in each, so that every round of merging makes fewer."""
    results = [shown_whole(Pointer(name=f"part {n}", scope=Scope.BOOK, path="p"), "x" * 4_000) for n in range(7)]
    assert [len(group) for group in grouped(results, 6_000)] == [3, 3, 1]
    assert [len(group) for group in grouped(results, 10)] == [2, 2, 2, 1]


Made = tuple[Runtime, list[dict[str, Any]]]


@pytest.fixture
async def make(tmp_path: Path) -> AsyncIterator[Callable[[str], Made]]:
    clients: list[ClaudeClient] = []
    workspace, _, view = build_book(tmp_path, {"argparse.py": SOURCE, "string.py": inspect.getsource(string)})
    config = parse_book(CONFIG + SMALL_WINDOW)

    def runtime(faults: str = "") -> Made:
        author, requests = offline_app(FaultPlan.parse(faults) if faults else None), []

        async def keeping(scope: Any, receive: Callable[[], Awaitable[Any]], send: Any) -> None:
            raw = await read_body(receive)
            requests.append(json.loads(raw))
            await author(scope, giving(raw), send)

        clients.append(ClaudeClient("offline", "http://offline", app=keeping, deadline=60))
        made = Runtime(workspace, config, clients[-1], Journal(workspace, "run"), view, price=free_of_charge)
        return made, requests

    yield runtime
    for client in clients:
        await client.close()
    workspace.release()


async def researched(runtime: Runtime) -> tuple[str, Receipt]:
    pointers = bind(Role.RESEARCHER, runtime.workspace, 1)
    await spawn(pointers, 1, runtime.config, runtime)
    text = runtime.workspace.read(pointers.output)
    receipt = read_receipt(runtime.workspace, pointers.output, text)
    assert receipt is not None
    return text, receipt


async def test_a_file_larger_than_the_window_is_researched_in_parts_and_merged(make: Callable[..., Made]) -> None:
    """The report says which lines were read; the receipt says it too and counts every call."""
    runtime, requests = make()
    report, receipt = await researched(runtime)
    parts = [body for body in requests if "- part: " in body["messages"][0]["content"][-1]["text"]]
    assert len(parts) >= 3
    merging = [body for body in requests if "- parts: " in body["messages"][0]["content"][-1]["text"]]
    assert merging
    assert len(requests) == len(parts) + len(merging) == receipt.usage.calls
    assert not [body for body in requests if "tools" in body]
    said = sorted({tuple(map(int, pair)) for pair in re.findall(r"argparse\.py lines (\d+)-(\d+)", report)})
    assert said[0][0] == 1
    assert said[-1][1] == LINES
    assert all(before[1] + 1 == after[0] for before, after in pairwise(said))
    cut = next(read.cut for read in receipt.meaning.reads if read.name == "argparse.py")
    assert cut.startswith("read in")
    assert receipt.usage.input == sum(charge.usage.input for charge in receipt.charges)
    calls = runtime.workspace.folders(receipt.log.split("/call-")[0])
    assert len(calls) == len([body for body in requests if len(body["messages"]) == 1]), "a cut reply is continued"


def test_texts_that_no_window_holds_are_cut_and_the_others_stand_beside() -> None:
    """Any text, not source alone: the largest are cut, whole lines in order; what every part needs is not."""
    small, large = (Pointer(name=name, scope=Scope.BOOK, path=name) for name in ("draft.md", "checks.md"))
    draft, checks = shown_whole(small, "a word\n" * 300), shown_whole(large, "# Finding\n\nIt is so.\n\n" * 4_000)
    parts, _ = split_texts((draft, checks), budget(8_000, 12_000))
    assert {item.pointer for part in parts for item in part.shown} == {large}
    assert "".join(item.text for part in parts for item in part.shown) == checks.text
    for part in parts:
        assert sum(map(tokens_of, (draft, *part.shown))) <= 10_000


def test_a_window_without_room_for_a_part_is_no_help() -> None:
    """Where the rules alone fill the window the task is refused, not cut into nothing."""
    checks = shown_whole(Pointer(name="checks.md", scope=Scope.BOOK, path="c"), "a word\n" * 4_000)
    assert split_texts((checks,), budget(8_000, 2_500)) == ((), ())


async def test_an_estimate_counts_the_parts(make: Callable[..., Made]) -> None:
    """A file that no window holds is read whole, part by part, and what the parts made once more: said before."""
    runtime, _ = make()
    runtime.workspace.replace(STYLE_GUIDE, "# Style guide\n")
    (line,) = [line for line in estimate(runtime).lines if (line.role, line.chapter) == (Role.RESEARCHER, 1)]
    _, receipt = await researched(runtime)
    assert line.charge.usage.input == pytest.approx(receipt.usage.input, rel=0.25)
    assert line.charge.usage.calls == pytest.approx(receipt.usage.calls, abs=3)


def test_what_several_parts_read_is_said_in_one_run() -> None:
    """Runs of a file that follow each other are one; a gap or another file begins a new one."""
    assert joined(["a, b.py lines 1-9", "a, b.py lines 10-20", "c.py lines 1-4, d.py lines 1-2", "d.py lines 4-6"]) == (
        "a, b.py lines 1-20, c.py lines 1-4, d.py lines 1-2, d.py lines 4-6"
    )


def test_findings_of_parts_are_put_together_by_code() -> None:
    """None is lost, the worst verdict holds, one marker ends the text; a part without a verdict is not a pass."""

    def part(verdict: str, *places: str) -> str:
        found = [Finding(severity=Severity.SHOULD, place=place, problem=f"of {place}") for place in places]
        return sealed(f"# R1\n\nI read lines.\n\n{render_findings(found)}\n\n{verdict}", Marker.R1)

    for verdicts, held in (
        (("Verdict: pass", "Verdict: pass"), Verdict.PASS),
        (("Verdict: revise", "Verdict: pass"), Verdict.REVISE),
        (("Verdict: pass", "none"), Verdict.NONE),
        (("none", "Verdict: revise"), Verdict.REVISE),
    ):
        texts = [part(verdicts[0], "one", "two"), part(verdicts[1], "three")]
        merged = merged_findings(Role.R1, [("a.py lines 1-9", texts[0]), ("a.py lines 10-20", texts[1])])
        assert [finding.place for finding in parse_findings(merged)] == ["one", "two", "three"]
        assert judge(merged, Marker.R1) is Completeness.COMPLETE
        assert "a.py lines 10-20" in merged
        assert parse_verdict(merged) is held, verdicts


def test_whose_output_is_a_list_of_findings_is_the_contracts_word() -> None:
    """The table is whole: who ends with a verdict that code reads, and whose marker is a reader's."""
    verdicts = {role for role, validator in VALIDATORS.items() if validator is VALIDATORS[Role.R1]}
    assert set(WITH_VERDICT) == verdicts
    assert set(FINDINGS) - verdicts == {Role.ADVOCATE, Role.RS, Role.RE, Role.RH}


async def test_an_audit_that_no_window_holds_is_worked_in_parts(tmp_path: Path) -> None:
    """After a long book the last step is not refused: every line of the checks is read, every finding kept."""
    workspace, _, view = build_book(tmp_path)
    config = parse_book(CONFIG + "[model]\nwindow = 24000\n")
    pointers = bind(Role.AUDITOR, workspace)
    found = [
        Finding(severity=Severity.MUST, place=f"Chapter {number % 3 + 1}, H{number}", problem=f"no file f{number}.py",
                by="check:places")
        for number in range(900)
    ]  # fmt: skip
    workspace.replace(pointers.reads[0].path, render_findings(found) + "\n")
    client = ClaudeClient("offline", "http://offline", app=offline_app(), deadline=60)
    runtime = Runtime(workspace, config, client, Journal(workspace, "run"), view, price=free_of_charge)
    note = await spawn(pointers, None, config, runtime)
    text = workspace.read(pointers.output)
    receipt = read_receipt(workspace, pointers.output, text)
    assert receipt is not None
    cut = next(read.cut for read in receipt.meaning.reads if read.name == pointers.reads[0].name)
    parts = [tuple(map(int, pair)) for pair in re.findall(r"(\d+)-(\d+) \(part \d+\)", cut)]
    assert len(parts) == receipt.usage.calls >= 3
    assert all(before[1] + 1 == after[0] for before, after in pairwise(parts))
    assert parse_verdict(text) is Verdict.REVISE
    assert note.conclusion.startswith(f"{len(parts)} parts: ")
    again = await spawn(pointers, None, config, runtime)
    assert again == note
    await client.close()
    workspace.release()


async def test_an_audit_in_parts_judges_across_parts(tmp_path: Path) -> None:
    """Two spellings of one term, a promise of no chapter, a chapter without links: each seen once, in whatever part."""
    workspace, _, view = build_book(tmp_path)
    config = parse_book(CONFIG + "[model]\nwindow = 24000\n")
    ledger = Ledger(workspace)
    for number, own in ((1, "token stream"), (2, "syntax tree"), (3, "token-stream")):
        words = [own, *(f"filler {number} {at}" for at in range(90))]
        ahead = (Look(chapter=9, what="what nobody writes"),) if number == 1 else ()
        proposal = MemoryProposal(
            summary=Summary(core=f"Chapter {number} says it.", looks_ahead=ahead),
            glossary=tuple(Term(term=word, definition=f"What {word} means, at some length. " * 6) for word in words),
            cross_references=(CrossReference(to_chapter=2, from_heading="A"),) if number == 1 else (),
        )
        ledger.remember(number, 1, f"Part {number}", "hash", proposal)
    pointers = bind(Role.AUDITOR, workspace)
    workspace.replace(pointers.reads[0].path, "No findings.\n")
    client = ClaudeClient("offline", "http://offline", app=offline_app(), deadline=60)
    runtime = Runtime(workspace, config, client, Journal(workspace, "run"), view, price=free_of_charge)
    await spawn(pointers, None, config, runtime)
    await client.close()
    text = workspace.read(pointers.output)
    receipt = read_receipt(workspace, pointers.output, text)
    assert receipt is not None
    assert receipt.usage.calls >= 3
    found = [(finding.place, finding.problem) for finding in parse_findings(text)]
    assert sorted(found) == [
        ("Chapter 1, Part 1", "promises chapter 9, which the book does not have"),
        ("Chapter 3, Part 3", '"Part 3" neither links to another chapter nor is linked to'),
        ("Chapter 3, token-stream", "differs only in spelling from token stream of chapter 1"),
    ]
    workspace.release()


async def test_a_text_that_hangs_together_is_merged_by_its_own_role(book: Book) -> None:
    """A writer whose report no window holds: each part with the style guide beside it, then the drafts in one call."""
    written = book.with_config("[model]\nwindow = 30000\nmax_output = 4000\n")
    pointers = bind(Role.WRITER, book.workspace, 1)
    paths = {pointer.name: pointer.path for pointer in pointers.reads}
    book.workspace.replace(STYLE_GUIDE, "# Style guide\n\nWrite short sentences.\n")
    book.workspace.replace(
        paths["output/research/ch01-report.md"], "A line that the report says of the code.\n" * 4_000
    )
    book.model.says(*[whole("# How blanks cut a text", "DRAFT_COMPLETE")] * 20)
    await spawn(pointers, 1, written.config, written.runtime)
    asked = [body["messages"][0]["content"] for body in book.model.requests]
    tickets = [content[-1]["text"] for content in asked]
    parts = [number for number, ticket in enumerate(tickets) if "\n- part: " in ticket]
    merging = [number for number, ticket in enumerate(tickets) if "\n- parts: " in ticket]
    assert len(parts) >= 3
    assert merging
    assert parts + merging == list(range(len(asked)))
    assert all(any("Write short sentences." in block["text"] for block in content) for content in asked)
    assert not [body for body in book.model.requests if "tools" in body]
    text = book.workspace.read(pointers.output)
    receipt = read_receipt(book.workspace, pointers.output, text)
    assert receipt is not None
    assert receipt.usage.calls == len(asked)


async def test_a_finished_part_is_not_paid_twice(make: Callable[..., Made]) -> None:
    """Broken off at the third part: the next run asks for the third part first."""
    runtime, before = make("researcher#3:http_400")
    with pytest.raises(CallFailed):
        await researched(runtime)
    assert len(before) == 3
    again, requests = make()
    _, receipt = await researched(replace(again, warmth=runtime.warmth))
    asked = [body["messages"][0]["content"][-1]["text"] for body in requests]
    assert re.search(r'^- part: "3 of', asked[0], re.MULTILINE)
    assert receipt.usage.calls >= len(requests) + 2
