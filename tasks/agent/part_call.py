"""One call of a task that is worked in parts, and the call that merges what the parts have made (PROTOCOL 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory_schema.errors import LimitReached
from prompts.file_block import ShownText
from prompts.render import render
from tasks.agent.budget import tokens_of
from tasks.agent.parts import FINDINGS
from tasks.agent.prepared import LEAST_REPLY, Prepared, Split


def prepare_part(prepared: Prepared, shown: Sequence[ShownText], *, piece: bool = True, **ticket: object) -> Prepared:
    """One call of a task that is worked in parts: without tools, since everything of the part is shown.

    Args:
        shown: the lines of the part, or the results to merge.
        piece: whether what is made is merged with others yet.
        ticket: `part` = "2 of 5", or `parts` = how many results are merged.
    """
    split = prepared.split
    assert split is not None, "only a split task has parts"
    texts = (*split.beside, *shown)
    if _used(split, texts) > prepared.window - split.budget.output_reserve and "parts" in ticket:
        # What the parts have read beside their lines, who merges can do without.
        texts = tuple(shown)
    used = _used(split, texts)
    if used + LEAST_REPLY > prepared.window:
        raise LimitReached(
            f"a part of this task takes {used} tokens ({', '.join(item.pointer.name for item in texts)}), and the "
            f"window is {prepared.window}; raise model.window, or make chapters smaller"
        )
    room = {"room": split.result_room} if piece and prepared.contract.role not in FINDINGS else {}
    prompt = render(prepared.contract, split.ticket | ticket | room, texts)
    most = min(split.most, prepared.window - used)
    return replace(prepared, prompt=prompt, shown=texts, tools=None, split=None, max_tokens=most, piece=piece)


def _used(split: Split, texts: Sequence[ShownText]) -> int:
    return round((split.budget.system + sum(map(tokens_of, texts))) / split.stretch)
