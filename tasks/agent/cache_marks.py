"""Where a request says `cache_control`, and for how long (FACTS, anthropic: caching).

At most four places: after the texts that other roles begin with too (`prompts.layout`), and, while an
agent calls tools, after its last two user turns, so that each turn reads the one before. Nothing is marked
that is below the model's minimum, or that would cost more than it saves.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from memory_schema.contracts import Role
from memory_schema.lengths import estimate_tokens
from prompts.render import Prompt
from tasks.agent.model import Json, JsonObject
from tasks.agent.pace import Pace

Lifetime = Literal["5m", "1h"]
SECONDS: dict[Lifetime, float] = {"5m": 300.0, "1h": 3600.0}
MOST_MARKS = 4
_WRITE: dict[Lifetime, float] = {"5m": 1.25, "1h": 2.0}
_READ = 0.1
_MARGIN = 0.8
"""A life is used to four fifths: a slow call must not find the cache gone."""


@dataclass(frozen=True)
class Mark:
    """A place in the first user turn: after `blocks` blocks. `key` names what stands before it."""

    blocks: int
    lifetime: Lifetime
    key: str


def lifetime_for(gap: float, uses: float) -> Lifetime | None:
    """The shortest life that spans the gap between two uses; None where caching does not pay.

    Args:
        gap: seconds from one use to the next; a use begins the life anew.
        uses: how often the text is expected to be read, the first time included.
    """
    for lifetime, seconds in SECONDS.items():
        if gap <= seconds * _MARGIN and _WRITE[lifetime] + _READ * (uses - 1) < uses:
            return lifetime
    return None


def plan_marks(
    prompt: Prompt,
    role: Role,
    model: str,
    *,
    tools: Sequence[JsonObject],
    minimum: int,
    pace: Pace,
    asked_of: Callable[[Role], str],
    pages: bool = False,
) -> tuple[Mark, ...]:
    """The places of a prompt after which other roles' requests go on differently, and that are worth a mark.

    Args:
        model: who is asked; a cache belongs to one model.
        pages: whether the agent will read more by tool, and so send the whole prompt again.
        minimum: the shortest beginning, in tokens, that the model's server caches.
        asked_of: which model a role asks, so that only those count that can read the same cache.
    """
    marks: list[Mark] = []
    for group, blocks in prompt.shared:
        sharing = [other for other in group.roles if asked_of(other) == model]
        uses = group.uses - (len(group.roles) - len(sharing))
        lifetime = lifetime_for(pace.between(group.roles_between(role)), uses) if role in sharing else None
        if lifetime is None or prefix_tokens(prompt.system, tools, prompt.blocks[:blocks]) < minimum:
            continue
        if marks and SECONDS[lifetime] > SECONDS[marks[-1].lifetime]:
            # A server wants the longer lives in front.
            lifetime = marks[-1].lifetime
        marks.append(Mark(blocks, lifetime, prefix_key(model, prompt.system, tools, prompt.blocks[:blocks])))
    whole = len(prompt.blocks)
    if pages and prefix_tokens(prompt.system, tools, prompt.blocks) >= minimum:
        marks.append(Mark(whole, "5m", prefix_key(model, prompt.system, tools, prompt.blocks)))
    return tuple(marks)


def prefix_tokens(system: str, tools: Sequence[JsonObject], blocks: Sequence[str]) -> int:
    """Estimated tokens from the first byte of a request (tools, system, messages) to the end of the blocks."""
    return sum(map(estimate_tokens, (*(_dense(tool) for tool in tools), system, *blocks)))


def prefix_key(model: str, system: str, tools: Sequence[JsonObject], blocks: Sequence[str]) -> str:
    """A name for what a server would have to have read: equal for equal beginnings, and only for these."""
    whole = _dense([model, list(tools), system, list(blocks)])
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


def marked(messages: Sequence[JsonObject], marks: Sequence[Mark], *, turns: bool) -> list[JsonObject]:
    """The messages with their marks; the given ones stay as they are.

    Args:
        marks: places in the first user turn.
        turns: also mark the ends of the last two user turns (an agent that calls tools).
    """
    history = list(messages)
    for mark in marks:
        history[0] = _with_mark(history[0], mark.blocks - 1, mark.lifetime)
    if turns:
        # Two places, since a server looks back 20 blocks only and one turn may call many tools.
        later = [position for position, message in enumerate(history) if position and message.get("role") == "user"]
        for position in later[-min(2, MOST_MARKS - len(marks)) :]:
            history[position] = _with_mark(history[position], -1, "5m")
    return history


def _with_mark(message: JsonObject, block: int, lifetime: Lifetime) -> JsonObject:
    content = message["content"]
    assert isinstance(content, list), "a user turn is a list of blocks"
    blocks: list[JsonObject] = [dict(item) for item in content if isinstance(item, dict)]
    control: JsonObject = {"type": "ephemeral"} if lifetime == "5m" else {"type": "ephemeral", "ttl": lifetime}
    blocks[block] = {**blocks[block], "cache_control": control}
    return {**message, "content": list(blocks)}


def _dense(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
