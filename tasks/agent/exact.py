"""An exact count of the prompt where the estimate is too near the window to be trusted (PROTOCOL 3.3).

Ceilings are safe and therefore high: near the window they refuse or cut what would fit, and a language
that they underrate could overflow. So within 15 % of the window the server is asked to count
(`/v1/messages/count_tokens`, free of charge), and the prompt is fitted once more by what it says. Where it
does not count, the ceiling decides.
"""

from __future__ import annotations

from memory_schema.contracts import Role
from memory_schema.errors import LimitReached
from memory_schema.pointers import PointerList
from memory_schema.selection import Selector
from tasks.agent.model import build_request, user_turn
from tasks.agent.prepare import Prepared, prepare
from tasks.agent.runtime import Runtime
from tasks.agent.tools import DEFINITIONS

NEAR = 0.85
"""From this share of the window on the server is asked."""
_HOPEFUL = 1.7
"""How far a prompt may be above the window by its ceiling and still be worth counting."""
_SPARE = 0.98
"""A refitted prompt aims a little below: its ratio was measured on another cut of it."""


async def prepare_exactly(pointers: PointerList, selector: Selector, runtime: Runtime, label: str) -> Prepared:
    """As `prepare`, with an exact count where it matters; in parts where nothing else helps.

    Raises what `prepare` raises.
    """
    try:
        prepared = prepare(pointers, selector, runtime, label)
    except LimitReached:
        hopeful = await _hopeful(pointers, selector, runtime, label)
        return hopeful or prepare(pointers, selector, runtime, label, in_parts=True)
    if prepared.split is not None or prepared.ceiling < NEAR * (prepared.window - prepared.max_tokens):
        return prepared
    counted = await _counted(prepared, runtime)
    if counted is None:
        return prepared
    exact = max(1, counted[2])
    if counted[1] and not prepared.pressed:
        return prepared
    try:
        refitted = prepare(pointers, selector, runtime, label, stretch=prepared.ceiling / exact * _SPARE)
        better = await _counted(refitted, runtime)
    except LimitReached:
        better = None
    if better is not None and better[1]:
        return better[0]
    if counted[1]:
        return prepared
    raise LimitReached(
        f"{label}: the server counts {exact} tokens in the prompt, and the window of {prepared.window} leaves "
        f"{prepared.window - prepared.max_tokens} beside the reply; raise model.window, or make chapters smaller"
    )


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
