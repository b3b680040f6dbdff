"""A line of an estimate: from what an agent reads and writes to tokens of its model, dollars and seconds."""

from __future__ import annotations

import math

from memory_schema.contracts import Contract, Role
from memory_schema.lengths import estimate_tokens
from memory_schema.usage import Charge, Usage
from prompts.layout import DRAFT
from prompts.render import render_system, render_task
from tasks.agent.batch_store import BATCHED
from tasks.agent.estimated import Line
from tasks.agent.expected import Experience, expected_output, used
from tasks.agent.parts import FINDINGS
from tasks.agent.runtime import Runtime
from tasks.agent.tools import DEFINITIONS

_PAGED = 8_000
"""What is read by tool of files that were cut, where more was cut."""
_FILLED = 0.9
"""A part ends where a definition does, and so before it is full."""
_LEAST_SHARE = 0.15
"""A part writes twice its share of the whole, so that who merges can choose, and at least so much of it."""


def line_of(
    runtime: Runtime, seen: Experience, contract: Contract, chapter: int | None, files: float,
    rules: int, sources: int, *, paged: bool,
) -> Line:  # fmt: skip
    """One agent's line.

    Args:
        files: tokens of the files that it is shown; `rules` of what stands around them.
        sources: tokens of the chapter's source files.
        paged: whether it must read more of them by tool.
    """
    role, model = contract.role, runtime.asked_of(contract.role)
    shown = seen.roles.get((role.value, model))
    calls = shown.calls if shown is not None else (2.0 if paged else 1.0)
    written = expected_output(role, runtime.config, model, sources, seen)
    prompt = rules + files
    # Each further call sends the prompt again, and what the tools have brought.
    read = prompt * calls + _PAGED * max(0.0, calls - 1)
    usage = used(model, read, written, calls, seen.cached.get(role.value, 0.0), seen)
    return Line(role, chapter, _priced(runtime, role, model, usage), runtime.pace.expected(role))


def line_in_parts(
    runtime: Runtime, seen: Experience, contract: Contract, chapter: int | None, beside: float, sources: int,
    source_room: float, room: float,
) -> Line:  # fmt: skip
    """The line of a task that is worked in parts (`tasks.agent.in_parts`).

    Args:
        beside: tokens of rules and files that stand beside every part.
        source_room: tokens of source files that a part holds; `room` what merging calls hold of results.
    """
    role, model = contract.role, runtime.asked_of(contract.role)
    parts = calls = math.ceil(sources / (source_room * _FILLED))
    size = expected_output(role, runtime.config, model, sources // parts, seen)
    whole = expected_output(role, runtime.config, model, sources, seen)
    size = size if role in FINDINGS else min(size, whole * max(_LEAST_SHARE, min(1.0, 2 / parts)))
    read, written, left = sources + parts * beside, parts * size, parts
    while left > 1 and role not in FINDINGS:
        together = max(2, int(room // size))
        merges = math.ceil(left / together)
        read += left * size + merges * beside
        size = min(together * size, whole)
        written, calls, left = written + merges * size, calls + merges, merges
    usage = used(model, read, written, calls, seen.cached.get(role.value, 0.0), seen)
    return Line(role, chapter, _priced(runtime, role, model, usage), runtime.pace.expected(role) * calls)


def _priced(runtime: Runtime, role: Role, model: str, usage: Usage) -> Charge:
    """At list prices; in economy mode the first of a role's calls goes through a batch."""
    charge = runtime.price(model, usage)
    if not runtime.config.economy or role not in BATCHED or charge.cost_usd is None:
        return charge
    saved = charge.cost_usd - (runtime.price(model, usage, batch=True).cost_usd or 0.0)
    return charge.model_copy(update={"cost_usd": charge.cost_usd - saved / usage.calls, "batch": usage.calls == 1})


def rules_of(contract: Contract, ticket: dict[str, object], runtime: Runtime) -> int:
    """What stands around the files: rules, task, and the tools where they are declared."""
    texts = [render_system(), render_task(contract, ticket, tools=contract.tools)]
    alike = runtime.caches and contract.role in DRAFT.roles
    tools = contract.tools or alike or contract.role is Role.EDITOR
    return sum(map(estimate_tokens, (*texts, str(DEFINITIONS) if tools else "")))


def scaled(line: Line, times: float, runtime: Runtime) -> Line:
    """A line that is expected so many times, also a share of once."""
    usage = line.charge.usage.model_copy(
        update={name: round(value * times) for name, value in line.charge.usage.model_dump().items()}
    )
    return Line(line.role, line.chapter, runtime.price(line.charge.model, usage), line.seconds * times)
