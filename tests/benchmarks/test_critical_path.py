"""The graph of calls against which the benchmark of the flows measures."""

from __future__ import annotations

import pytest

from benchmarks.critical_path import LATENCY, calls_of, critical_path, dumped, loaded
from memory_schema.contracts import CONTRACTS, Role, RoleKind

ASKED = [
    "architect book a1 r1", "reader-advocate book a1 r1", "outline-r3 book a1 r1", "stylist book a0 r0",
    "researcher ch01 a1 r1", "researcher ch02 a1 r1", "writer ch01 a1 r1",
    "r1 ch01 a1 r1", "r2 ch01 a1 r1", "r3 ch01 a1 r1", "writer ch02 a1 r1", "auditor book a0 r0",
]  # fmt: skip


def test_every_model_role_has_a_latency() -> None:
    """The table is written by hand: it knows each role that a model plays, and no other."""
    assert set(LATENCY) == {role.value for role in Role if CONTRACTS[role].kind is not RoleKind.CODE}


def test_siblings_run_at_once_and_research_runs_ahead() -> None:
    """The longest way counts the slowest of three reviews, and research only where its chapter waits for it."""
    calls = {call.name: call for call in calls_of(ASKED, 1.0)}
    assert set(calls["r2 ch01 a1 r1"].after) == {"writer ch01 a1 r1"}
    assert calls["researcher ch02 a1 r1"].after == calls["researcher ch01 a1 r1"].after
    assert set(calls["writer ch02 a1 r1"].after) >= {"researcher ch02 a1 r1", "r1 ch01 a1 r1"}
    planned = sum(LATENCY[role] for role in ("architect", "reader-advocate", "stylist"))
    chapters = LATENCY["researcher"] + 2 * LATENCY["writer"] + LATENCY["r1"]
    seconds, count = critical_path(calls.values())
    assert (seconds, count) == (pytest.approx(planned + chapters + LATENCY["auditor"]), 8)


def test_each_turn_of_an_agent_takes_its_time() -> None:
    """An agent that pages by tool asks a model twice, and who waits for it waits for its last turn."""
    asked = [*ASKED, "r1 ch01 a1 r1", "researcher ch02 a1 r1"]
    calls = {call.name: call for call in calls_of(asked, 1.0)}
    assert calls["r1 ch01 a1 r1 turn 2"].after == ("r1 ch01 a1 r1",)
    after = set(calls["writer ch02 a1 r1"].after)
    assert after == {"r1 ch01 a1 r1 turn 2", "r2 ch01 a1 r1", "r3 ch01 a1 r1", "researcher ch02 a1 r1 turn 2"}
    once, twice = critical_path(calls_of(ASKED, 1.0)), critical_path(calls.values())
    assert twice == (pytest.approx(once[0] + LATENCY["r1"]), once[1] + 1)


def test_the_graph_survives_json() -> None:
    """What LangGraph's process reads is the same graph."""
    calls = calls_of(ASKED, 0.5)
    assert loaded(dumped(calls)) == calls
