"""Places of inner runs, and which start of a run it is: what a run that waits and goes on stands on."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from prefect import Task
from prefect._internal.engine import dynamic_key_for_task_run
from prefect.context import FlowRunContext

from flows.chapter import write_chapter
from flows.inner_runs import take_place
from tasks.run_starts import dispatch, first_dispatch, pause_key, question_of, retried


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A flow run as Prefect shows it to the code inside; nothing else of its context is looked at."""
    policy = SimpleNamespace(pause_keys=set())
    context = SimpleNamespace(
        flow_run=SimpleNamespace(run_count=1, empirical_policy=policy), task_run_dynamic_keys={}, detached=False
    )
    monkeypatch.setattr(FlowRunContext, "get", classmethod(lambda _cls: context))
    return context


def test_a_chapter_keeps_its_place_whatever_was_called_before(run: SimpleNamespace) -> None:
    """Prefect counts the calls of a flow; chapter 2 has the same number when chapter 1 is not called any more."""

    def place(number: int) -> object:
        take_place(write_chapter, number)
        # As the engine does for each inner run.
        return dynamic_key_for_task_run(run, Task(fn=write_chapter.fn, name=write_chapter.name))  # type: ignore[arg-type]

    first = [place(1), place(2), place(3)]
    run.task_run_dynamic_keys.clear()
    assert [place(2), place(3)] == first[1:]


def test_every_wait_has_a_key_of_its_own(run: SimpleNamespace) -> None:
    """Asked twice the same, a run has two keys, and the later one is the last in order; so it is after a retry."""
    policy, keys = run.flow_run.empirical_policy, []
    assert first_dispatch()
    for question in ("outline-a1-r2", "chapter-1-a1-review", "cap", "cap"):
        keys.append(pause_key(question))
        policy.pause_keys.add(keys[-1])
        assert question_of(max(policy.pause_keys)) == question
        assert not first_dispatch()
        assert not retried()
    policy.pause_keys.clear()
    run.flow_run.run_count = 2
    assert retried()
    keys.append(pause_key("cap"))
    assert keys == sorted(set(keys))


def test_outside_prefect_everything_begins_once() -> None:
    """Without a run nothing was ever begun before."""
    assert dispatch() == ""
    assert first_dispatch()
