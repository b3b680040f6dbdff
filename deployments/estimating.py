"""`sourcebook estimate`: what the rest of a book will cost. No Prefect, no model, nothing written."""

from __future__ import annotations

from typing import Annotated

import typer

from deployments.console import BookArgument, JsonOption, say, show_json, show_table
from memory_schema.errors import InputError
from memory_schema.usage import cost_words, usage_of

_BY = ("chapter", "role")


def estimate(
    book: BookArgument,
    by: Annotated[str, typer.Option("--by", help="chapter | role")] = "chapter",
    as_json: JsonOption = False,
) -> None:
    """Say what the rest of the book will cost before it is spent: tokens, dollars, time, with the error to expect."""
    from tasks.agent.capabilities import check_models, models_of
    from tasks.agent.estimate import estimate as estimate_book
    from tasks.options import looking

    if by not in _BY:
        raise InputError(f'--by "{by}": write one of: {", ".join(_BY)}')
    runtime = looking(str(book))
    check_models(runtime.config, {name: runtime.profile(name) for name in models_of(runtime.config)})
    found = estimate_book(runtime)
    if as_json:
        show_json(found.figures())
        return
    if not found.lines:
        say("everything is fresh: nothing will be spent")
        return
    rows = found.rows(by)
    head = (by, *(name for name in rows[0] if name != "what"))
    show_table(f"what the rest of {book} will cost, by {by}", head, [tuple(row.values()) for row in rows])
    total = usage_of(found.charges).total
    say(
        f"total: {total:,} tokens, {cost_words(found.charges)}, give or take {found.band:.0%}: "
        f"{round(total * (1 - found.band)):,} to {round(total * (1 + found.band)):,} tokens"
    )
    say(f"made from {found.basis}; escalations and failed calls come on top")
    say(f"prices: {'; '.join(sorted({charge.prices for charge in found.charges}))}")
