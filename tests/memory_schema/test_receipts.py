"""Freshness compares only what the author means (PROTOCOL 4)."""

from __future__ import annotations

import pytest

from memory_schema.notes import StructuredNote
from memory_schema.receipts import (
    Author,
    Cause,
    Meaning,
    ReadReceipt,
    Receipt,
    State,
    Usage,
    compare,
    config_meaning,
    receipt_path,
    sha256,
)


def read(name: str, scope: str, digest: str, **more: object) -> ReadReceipt:
    return ReadReceipt.model_validate({"name": name, "scope": scope, "hash": digest, **more})


READS = (read("r.md", "book", "1"), read("g.md", "memory", "2", part="as of chapter 3"), read("a.py", "source", "3"))
THEN = Meaning(revision=1, config=config_meaning({"language": "en", "chapters.words": 1800}), reads=READS)


def moved(index: int, digest: str) -> Meaning:
    reads = list(READS)
    reads[index] = reads[index].model_copy(update={"hash": digest})
    return THEN.model_copy(update={"reads": tuple(reads)})


def test_the_same_is_fresh() -> None:
    """Nothing moved, nothing to do."""
    assert compare(THEN, THEN).state is State.FRESH


@pytest.mark.parametrize(
    ("now", "cause", "says"),
    [
        (moved(0, "x"), Cause.UPSTREAM, "r.md changed"),
        (moved(1, "x"), Cause.MEMORY, "g.md (as of chapter 3) changed"),
        (moved(2, "x"), Cause.SOURCE, "a.py changed"),
        (THEN.model_copy(update={"revision": 2}), Cause.CONFIG, "revision 1 -> 2"),
        (THEN.model_copy(update={"config": config_meaning({"language": "zh", "chapters.words": 1800})}), Cause.CONFIG,
         "language changed"),
        (THEN.model_copy(update={"config": config_meaning({"language": "en"})}), Cause.CONFIG, "words changed"),
        (THEN.model_copy(update={"reads": READS[:2]}), Cause.SOURCE, "a.py is no longer read"),
        (THEN.model_copy(update={"reads": (*READS, read("b.py", "source", "4"))}), Cause.SOURCE, "b.py is new"),
        (THEN.model_copy(update={"reads": (*READS, read("source tree", "tree", "4"))}), Cause.SOURCE, "is new"),
    ],
)  # fmt: skip
def test_every_cause_is_named(now: Meaning, cause: Cause, says: str) -> None:
    """A stale output says why: source, config, upstream or memory, with the thing that moved."""
    standing = compare(THEN, now)
    assert standing.state is State.STALE
    assert standing.causes == (cause,)
    assert says in standing.reasons[0]
    assert standing.memory_only == (cause is Cause.MEMORY)
    assert standing.needs_redo == (cause is not Cause.MEMORY)


def test_all_causes_together() -> None:
    """Several causes are all named; memory with another one is no longer memory alone."""
    standing = compare(THEN, Meaning(revision=2, config={}, reads=()))
    assert set(standing.causes) == set(Cause)
    assert standing.needs_redo


def test_tool_reads_and_cuts_do_not_matter() -> None:
    """What was paged by tool, and what of a text was shown, is recorded and never compared."""
    by_tool = read("other.py", "source", "9", by_tool=True)
    cut = READS[0].model_copy(update={"cut": "shown: lines 1-400", "tokens": 9, "shown_tokens": 3})
    then = THEN.model_copy(update={"reads": (cut, *READS[1:], by_tool)})
    assert compare(then, THEN).state is State.FRESH


def test_model_and_prompt_are_recorded_outside_the_meaning() -> None:
    """Made with another model or wording: shown, never stale."""
    assert {"model", "prompt_hash", "usage", "note", "cost_usd"} <= set(Receipt.model_fields)
    assert set(Meaning.model_fields) == {"revision", "config", "reads"}


def test_a_receipt_lies_under_the_hash_of_its_text() -> None:
    """receipts/OUTPUT-PATH/SHA256.json, and it comes back from its JSON."""
    receipt = Receipt(
        output="output/research/ch01-report.md",
        sha256=sha256("text"),
        role="researcher",
        marker="RESEARCH_COMPLETE",
        author=Author.MODEL,
        meaning=THEN,
        note=StructuredNote(conclusion="c"),
        usage=Usage(uncached=1, cache_read=2, cache_written=3, output=4, calls=1),
    )
    assert receipt.path == f"output/receipts/research/ch01-report.md/{sha256('text')}.json"
    assert receipt.path == receipt_path(receipt.output, receipt.sha256)
    assert Receipt.model_validate_json(receipt.model_dump_json()) == receipt
    assert (receipt.usage + receipt.usage).input == 12


def test_any_text_has_a_hash() -> None:
    """Lone surrogates of undecodable source do not stop a receipt."""
    assert len(sha256("\ud800")) == 64
