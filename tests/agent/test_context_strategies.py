"""The arithmetic of the context experiment, on calls that are written down."""

from __future__ import annotations

from benchmarks.context_experiment.recorded import TOKENS, Call, grown, piece
from benchmarks.context_experiment.strategies import Pauses, history, pointers
from memory_schema.usage import Usage

RULES = piece("rules " * 2_000)


def call(chapter: int | None, role: str, text: str, reply: str) -> Call:
    opening = (piece(text * 500),)
    return Call(
        chapter, role, (RULES,), ((opening, (piece(reply * 300),)),), Usage(uncached=3_000, output=100, calls=1)
    )


CALLS = (
    call(None, "architect", "tree ", "outline "),
    call(1, "researcher", "code one ", "report one "),
    call(1, "writer", "task one ", "draft one "),
    call(2, "researcher", "code two ", "report two "),
    call(2, "writer", "task two ", "draft two "),
    call(None, "auditor", "all ", "audit "),
)


def test_full_history_sends_every_text_again_and_each_once_a_request() -> None:
    """The last request holds everything but the last reply; every earlier text was read before it."""
    full = history(CALLS)
    texts = sum(TOKENS[found] for found in {name for one in CALLS for name in one.pieces})
    last_reply = TOKENS[CALLS[-1].turns[-1][1][0]]
    assert full.largest == texts - last_reply
    assert full.orchestrator == texts
    assert full.by_chapter[2] > full.by_chapter[1]
    assert full.usage.cache_read > full.usage.cache_written


def test_a_pause_makes_the_whole_history_be_written_again() -> None:
    """As many tokens are sent; once a chapter none of them is read from a cache."""
    steady, paused = history(CALLS), history(CALLS, pauses=Pauses.EACH_CHAPTER)
    assert paused.usage.input == steady.usage.input
    again = paused.usage.cache_written - steady.usage.cache_written
    assert again == steady.usage.cache_read - paused.usage.cache_read > 0


def test_a_history_outgrows_a_window_at_a_chapter() -> None:
    """The first chapter with a request that is too long; none where the window holds the last one."""
    full = history(grown(CALLS, 30))
    assert full.outgrows(full.requests[7]) == 8
    assert full.outgrows(full.largest) is None


def test_pruned_history_forgets_finished_chapters() -> None:
    """A chapter begins with summaries; so it grows by a summary a chapter, not by a chapter."""
    long = grown(CALLS, 30)
    full, pruned = history(long), history(long, {1: 50, 2: 50})
    assert pruned.by_chapter[30] - pruned.by_chapter[29] <= 2 * 4 * 50
    assert full.by_chapter[30] > 5 * pruned.by_chapter[30]


def test_pointers_are_what_was_measured_and_the_growth_of_memory() -> None:
    """Nothing is computed of them but what a longer memory adds."""
    ours = pointers(CALLS, {("writer", 2): 40}, notes=7)
    assert ours.usage.input == 6 * 3_000 + 40
    assert ours.by_chapter == {1: 6_000, 2: 6_040}
    assert ours.orchestrator == 7


def test_a_grown_book_repeats_chapters_as_texts_of_their_own() -> None:
    """Shared rules stay one text; planning and audit come once."""
    long = grown(CALLS, 5)
    assert [one.chapter for one in long] == [None, *(n for n in range(1, 6) for _ in range(2)), None]
    assert {one.system for one in long} == {(RULES,)}
    assert not long[1].pieces - {RULES} & long[5].pieces
