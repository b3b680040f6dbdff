"""How a role becomes a Prefect task, and how a role that is code runs.

Prefect orders, retries and shows; it decides nothing (FACTS, truth). A task's inputs are a pointer
list and values, its result is the note.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

from prefect import Task, task
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State, TaskRun
from prefect.runtime import task_run
from prefect.tasks import exponential_backoff

from memory_schema.binding import declared
from memory_schema.book import BookConfig
from memory_schema.contracts import CONTRACTS, Role
from memory_schema.errors import CallFailed, IncompleteReply
from memory_schema.inheritance import inherit, inheritable
from memory_schema.markers import Completeness, judge
from memory_schema.notes import StructuredNote
from memory_schema.outputs import publish_copy, store_output
from memory_schema.pointers import PointerList
from memory_schema.progress import output_standing
from memory_schema.receipts import Author, Meaning, Receipt, sha256
from memory_schema.selection import Selector, meaning_now
from tasks.agent.runtime import Runtime
from tasks.run_page import in_task_run, is_seen
from tasks.task_page import tell_task

P = ParamSpec("P")
R = TypeVar("R")

RETRIES = 2
"""A failed call is dispatched again at most twice; three in a row block the chapter (PROTOCOL 5)."""


def role_task(function: Callable[P, Coroutine[Any, Any, R]]) -> Task[P, Coroutine[Any, Any, R]]:
    """A role as a Prefect task: named for people, retried with jitter, never cached."""

    signature = inspect.signature(function)

    @functools.wraps(function)
    async def told(*args: P.args, **values: P.kwargs) -> R:
        if not (in_task_run() and is_seen()):
            return await function(*args, **values)
        given = signature.bind(*args, **values).arguments
        return await tell_task(function(*args, **values), given.get("pointers"), str(given["book"]))

    return task(
        task_run_name=run_name,
        retries=RETRIES,
        retry_delay_seconds=exponential_backoff(1),
        retry_jitter_factor=1.0,
        retry_condition_fn=may_retry,
        cache_policy=NO_CACHE,
        persist_result=False,
        log_prints=False,
    )(told)


def may_retry(_task: object, _run: TaskRun, state: State[object]) -> bool:
    """Retry what may get better: transport and incomplete replies, never a fault of configuration.

    In an async task `state.result()` is a coroutine and silently means "no" (FACTS), so the data is
    looked at.
    """
    return may_get_better(state.data)


def may_get_better(error: object) -> bool:
    """Whether dispatching the same call again can help: failed transport, an incomplete reply."""
    return isinstance(error, IncompleteReply) or (isinstance(error, CallFailed) and error.retryable)


async def together(*calls: Coroutine[Any, Any, R]) -> list[R]:
    """Run calls at once and wait for all of them; then raise the first failure.

    A sibling is not cancelled when one fails: what it costs is paid, so its output is kept.
    """
    results = await asyncio.gather(*calls, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return [result for result in results if not isinstance(result, BaseException)]


def run_name() -> str:
    """`ch03 · R1 code review · round 2`: the name of a task run, from its pointer list where it has one."""
    pointers = task_run.parameters.get("pointers")
    if isinstance(pointers, PointerList):
        return label(pointers)
    chapter = task_run.parameters.get("chapter")
    where = f"ch{chapter:02d}" if isinstance(chapter, int) else "book"
    return f"{where} · {str(task_run.task_name).replace('_', ' ')}"


def label(pointers: PointerList) -> str:
    """What a call does, for people."""
    where = f"ch{pointers.chapter:02d}" if pointers.chapter is not None else "book"
    what = CONTRACTS[Role(pointers.role)].output.value
    return f"{where} · {what}" + (f" · round {pointers.round}" if pointers.round > 1 else "")


def run_code(
    pointers: PointerList, runtime: Runtime, produce: Callable[[Selector], tuple[str, StructuredNote]]
) -> StructuredNote:
    """Run a role that is code: fresh? else produce, then receipt, output, public copy.

    Args:
        produce: makes the text, ending with the contract's marker, and the note.
    """
    workspace, config = runtime.workspace, runtime.config
    selector = Selector(workspace)
    standing, receipt = output_standing(pointers, selector, config, runtime.source_hash)
    if receipt is not None and runtime.acceptable(standing):
        if pointers.publish_as:
            publish_copy(workspace, receipt, workspace.read(pointers.output), pointers.publish_as)
        return receipt.note
    meaning = code_meaning(pointers, selector, config, runtime)
    former = inheritable(workspace, pointers, meaning)
    if former is not None and runtime.acceptable(former[1]):
        receipt = inherit(workspace, pointers)
        if pointers.publish_as:
            publish_copy(workspace, receipt, workspace.read(pointers.output), pointers.publish_as)
        return receipt.note
    text, note = produce(selector)
    assert judge(text, pointers.marker) is Completeness.COMPLETE, pointers.output
    made = code_receipt(pointers, text, meaning, note, runtime)
    store_output(workspace, made, text, pointers.publish_as)
    return note


def code_meaning(pointers: PointerList, selector: Selector, config: BookConfig, runtime: Runtime) -> Meaning:
    """What freshness will compare for a role that is code."""
    contract = CONTRACTS[Role(pointers.role)]
    return meaning_now(pointers, selector, declared(contract, config), runtime.source_hash)


def code_receipt(pointers: PointerList, text: str, meaning: Meaning, note: StructuredNote, runtime: Runtime) -> Receipt:
    """The receipt of a text that code made."""
    return Receipt(
        output=pointers.output,
        sha256=sha256(text),
        role=pointers.role,
        chapter=pointers.chapter,
        attempt=pointers.attempt,
        round=pointers.round,
        marker=pointers.marker.value,
        author=Author.CODE,
        meaning=meaning,
        note=note,
        model="code",
        source_manifest=runtime.source_hash(""),
        cost_usd=0.0,
    )


def standing_acceptable(runtime: Runtime, pointers: PointerList) -> bool:
    """Whether an output needs no work now; what the progress of a flow asks."""
    standing, _ = output_standing(pointers, Selector(runtime.workspace), runtime.config, runtime.source_hash)
    return runtime.acceptable(standing)
