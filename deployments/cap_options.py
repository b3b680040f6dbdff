"""The caps of a run on the command line, and the exact command that goes on when one was reached."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Annotated

import typer

from memory_schema.errors import CapReached, InputError
from tasks.run_parameters import Limits

CostCap = Annotated[float, typer.Option("--max-cost-usd", help="Cap of this run in US dollars; 0 = as in book.toml.")]
TokenCap = Annotated[int, typer.Option("--max-tokens", help="Cap of this run in tokens, input and output.")]
CallCap = Annotated[int, typer.Option("--max-calls", help="Cap of this run in model calls.")]
ChapterCostCap = Annotated[float, typer.Option("--chapter-max-cost-usd", help="The same for each chapter.")]
ChapterTokenCap = Annotated[int, typer.Option("--chapter-max-tokens", help="The same for each chapter.")]
ChapterCallCap = Annotated[int, typer.Option("--chapter-max-calls", help="The same for each chapter.")]


def limits_of(
    max_cost_usd: float, max_tokens: int, max_calls: int, chapter_cost: float, chapter_tokens: int, chapter_calls: int
) -> Limits:
    """The caps as the run's parameters. Raises InputError for one below 0."""
    given = {
        "max_cost_usd": max_cost_usd,
        "max_tokens": max_tokens,
        "max_calls": max_calls,
        "chapter_max_cost_usd": chapter_cost,
        "chapter_max_tokens": chapter_tokens,
        "chapter_max_calls": chapter_calls,
    }
    for name, value in given.items():
        if not value >= 0:
            raise InputError(f"{_flag(name)} {value}: write 0 (as in book.toml) or more")
    return Limits.model_validate(given)


def with_command(reached: CapReached, command: Sequence[str], limits: Limits) -> CapReached:
    """The same error with the command that goes on: the run's own, with the cap raised."""
    if not reached.raise_to:
        return reached
    caps = {name: value for name, value in limits.model_dump().items() if value and "max_" in name}
    caps[reached.key.replace(".", "_")] = reached.raise_to
    flags = [word for name, value in caps.items() for word in (_flag(name), f"{value:.10g}")]
    line = f"{reached}; go on with: {shlex.join(['sourcebook', *command, *flags])}"
    return CapReached(line, reached.key, reached.raise_to)


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"
