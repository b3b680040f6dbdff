"""An exact count of the prompt where the estimate is too near the window to be trusted (PROTOCOL 3.3).

Ceilings are safe and therefore high: near the window they refuse or cut what would fit, and a language
that they underrate could overflow. So within 15 % of the window the server is asked to count
(`/v1/messages/count_tokens`, free of charge), and the prompt is fitted once more by what it says. What does not
fit then is worked in parts, the largest of which is counted too. Where the server does not count, the ceiling
decides.
"""

from __future__ import annotations

from memory_schema.contracts import Role
from memory_schema.errors import LimitReached
from memory_schema.pointers import PointerList
from memory_schema.selection import Selector
from tasks.agent.budget import tokens_of
from tasks.agent.model import build_request, user_turn
from tasks.agent.part_call import prepare_part
from tasks.agent.parts import Part
from tasks.agent.prepare import prepare
from tasks.agent.prepared import Prepared
from tasks.agent.runtime import Runtime
from tasks.agent.tools import DEFINITIONS

NEAR = 0.85
"""From this share of the window on the server is asked."""
_HOPEFUL = 1.7
"""How far a prompt may be above the window by its ceiling and still be worth counting."""
_SPARE = 0.98
"""A refitted prompt aims a little below: its ratio was measured on another cut of it."""
_TRIES = 4
"""How often parts are made smaller: each time by what was counted, so that the second try nearly always fits."""


async def prepare_exactly(pointers: PointerList, selector: Selector, runtime: Runtime, label: str) -> Prepared:
    """As `prepare`, with an exact count where it matters; in parts where nothing else helps.

    Raises what `prepare` raises.
    """
    try:
        prepared = prepare(pointers, selector, runtime, label)
    except LimitReached:
        hopeful = await _hopeful(pointers, selector, runtime, label)
        return hopeful or await _in_parts(pointers, selector, runtime, label)
    if prepared.split is not None:
        return await _in_parts(pointers, selector, runtime, label)
    if prepared.ceiling < NEAR * (prepared.window - prepared.max_tokens):
        return prepared
    counted = await _counted(prepared, runtime)
    if counted is None:
        return prepared
    exact = max(1, counted[2])
    if counted[1] and not prepared.pressed:
        return prepared
    stretch = prepared.ceiling / exact * _SPARE
    try:
        refitted = prepare(pointers, selector, runtime, label, stretch=stretch)
        better = await _counted(refitted, runtime) if refitted.split is None else None
    except LimitReached:
        better = None
    if better is not None and better[1]:
        return better[0]
    return prepared if counted[1] else await _in_parts(pointers, selector, runtime, label, stretch)


async def _in_parts(
    pointers: PointerList, selector: Selector, runtime: Runtime, label: str, stretch: float = 1.0
) -> Prepared:
    """A task in parts, each of which fits by the server's count where one is near the window.

    Raises:
        LimitReached: also the smallest parts do not fit.
    """
    for _ in range(_TRIES):
        prepared = prepare(pointers, selector, runtime, label, stretch=stretch, in_parts=True)
        one = _largest(prepared)
        used = sum(map(tokens_of, one.shown)) + (prepared.split.budget.system if prepared.split else 0)
        if prepared.split is not None and used / stretch < NEAR * (one.window - one.max_tokens):
            return prepared
        counted = await _counted(one, runtime)
        if counted is None or counted[1]:
            return prepared
        exact = counted[2]
        stretch *= (one.window - one.max_tokens) / exact * _SPARE
    raise LimitReached(
        f"{label}: the server counts {exact} tokens in the smallest part of this task, and the window of {one.window} "
        f"leaves {one.window - one.max_tokens} beside the reply; raise model.window, or make chapters smaller"
    )


def _largest(prepared: Prepared) -> Prepared:
    """The largest part of a split task, as it is asked; the task itself where it is none."""
    if prepared.split is None:
        return prepared

    def size(part: Part) -> int:
        return sum(map(tokens_of, part.shown))

    parts = prepared.split.parts
    return prepare_part(prepared, max(parts, key=size).shown, part=f"{len(parts)} of {len(parts)}")


async def _hopeful(pointers: PointerList, selector: Selector, runtime: Runtime, label: str) -> Prepared | None:
    """A prompt that the ceiling refuses, where the server counts that it fits; None else."""
    try:
        prepared = prepare(pointers, selector, runtime, label, stretch=_HOPEFUL)
    except LimitReached:
        return None
    counted = await _counted(prepared, runtime)
    return prepared if counted is not None and counted[1] else None


async def _counted(prepared: Prepared, runtime: Runtime) -> tuple[Prepared, bool, int] | None:
    """A prompt, whether it fits its window, and its exact tokens; None where the server does not count."""
    request = build_request(
        model=runtime.asks(Role(prepared.contract.role)).model,
        system=prepared.prompt.system,
        messages=[user_turn(*prepared.prompt.blocks)],
        max_tokens=prepared.max_tokens,
        tools=DEFINITIONS if prepared.tools is not None else (),
    )
    exact = await runtime.client.count_tokens(request)
    if exact is None:
        return None
    return prepared, exact + prepared.max_tokens <= prepared.window, exact
