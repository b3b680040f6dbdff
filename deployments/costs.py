"""`sourcebook cost`: what the book has cost so far. No Prefect, no model, nothing written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from deployments.console import BookArgument, JsonOption, say, show_json, show_table
from memory_schema.book import load_book
from memory_schema.errors import InputError
from memory_schema.snapshot import Snapshot
from memory_schema.workspace import Workspace
from tasks.agent.spending import GROUPS, Account, accounts, logged, spending

_KINDS = {
    "uncached": "uncached",
    "cache_read": "cache read",
    "cache_written_5m": "written 5m",
    "cache_written_1h": "written 1h",
    "output": "output",
    "thinking": "thinking",
}
"""The kinds of tokens, and how their columns are headed."""


def cost(
    book: BookArgument,
    by: Annotated[str, typer.Option("--by", help="role | chapter | model | attempt")] = "chapter",
    as_json: JsonOption = False,
) -> None:
    """Show what every model call of the book has cost so far, put together by role, chapter, model or attempt."""
    load_book(book)
    if by not in GROUPS:
        raise InputError(f'--by "{by}": write one of: {", ".join(GROUPS)}')
    workspace = Snapshot(Workspace(book))
    spent = spending(workspace)
    groups = accounts(spent, by)
    whole = Account("the book", tuple(one.charge for one in spent))
    log = logged(workspace)
    if as_json:
        show_json(
            {"by": by, "accounts": [account.figures() for account in groups], "total": whole.figures(),
             "call_log": log.figures(), "prices": sorted({charge.prices for charge in whole.charges})}
        )  # fmt: skip
        return
    # A kind of token that no call has used is no column.
    kinds = [kind for kind in _KINDS if getattr(whole.usage, kind)]
    head = (by, "calls", *(_KINDS[kind] for kind in kinds), "cost")
    show_table(f"what {book} has cost, by {by}", head, [_row(account, kinds) for account in (*groups, whole)])
    if whole.charges:
        say(f"prices: {'; '.join(sorted({charge.prices for charge in whole.charges}))}")
    say(_against(whole.usage == log.usage, len(whole.charges), len(log.charges)))


def _row(account: Account, kinds: Sequence[str]) -> tuple[str, ...]:
    failed = f" ({account.failed} failed)" if account.failed else ""
    counts = (f"{getattr(account.usage, kind):,}" for kind in kinds)
    return (account.name, f"{len(account.charges)}{failed}", *counts, account.cost.partition(":")[0])


def _against(agree: bool, kept: int, logged: int) -> str:
    """How the transcripts stand to the call log, in one line."""
    if agree and kept == logged:
        return f"{kept} calls; the call log says the same to the token"
    return f"{kept} calls in the transcripts, {logged} in the call log (kept for twelve months): the transcripts count"
