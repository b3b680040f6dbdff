"""The prompt cache of a server of the Messages API, as it is documented, so that it can be measured here.

A request is read block by block: tools, system, messages. Every block with `cache_control` ends a prefix
(at most four; one for the whole request at its top level counts too). A prefix that was written and still
lives is read; from each mark the server looks back over 20 blocks for one. What lies between the longest
prefix that is read and the last mark is written, in the life that the mark names: one hour up to the last
mark of one hour, five minutes from there. Reading begins a life anew. Below the model's minimum nothing is
cached, without a word.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from memory_schema.lengths import estimate_tokens
from tasks.offline.wire import BadRequest

LOOKBACK_BLOCKS = 20
MOST_MARKS = 4
MINIMUM = 1_024
_LIVES = {"5m": 300.0, "1h": 3600.0}


@dataclass(frozen=True)
class CacheUse:
    """Tokens of a request's input by what the cache did with them; their sum is the whole input."""

    uncached: int
    read: int = 0
    written_5m: int = 0
    written_1h: int = 0

    @property
    def total(self) -> int:
        """The whole input."""
        return self.uncached + self.read + self.written_5m + self.written_1h


@dataclass(frozen=True)
class _Block:
    key: str
    """The hash of everything from the first block to this one."""
    end: int
    """Tokens from the first block to the end of this one."""
    life: str
    """The life that its mark asks for, "" where it has none."""


class PromptCache:
    """What a server remembers of the requests that it has read.

    Args:
        minimum: the shortest prefix that is cached, in tokens, by model; MINIMUM for others.
        count: how many tokens a text has.
        clock: seconds; replaced in tests.
    """

    def __init__(
        self,
        minimum: Mapping[str, int] | None = None,
        count: Callable[[str], int] = estimate_tokens,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._minimum = dict(minimum or {})
        self._count = count
        self._clock = clock
        self._living: dict[str, tuple[float, str]] = {}

    def look(self, body: Mapping[str, object]) -> tuple[CacheUse, Callable[[], None]]:
        """What a request finds when it arrives, and the function that makes what it writes readable.

        The second is for the moment at which the response begins. Raises BadRequest for marks that the
        API refuses.
        """
        blocks = self._blocks(body)
        marks = [position for position, block in enumerate(blocks) if block.life]
        _check([blocks[position].life for position in marks])
        total = blocks[-1].end if blocks else 0
        minimum = self._minimum.get(str(body.get("model")), MINIMUM)
        marks = [position for position in marks if blocks[position].end >= minimum]
        now = self._clock()
        found = max((at for at in (self._found(blocks, mark, now) for mark in marks) if at is not None), default=-1)
        read = blocks[found].end if found >= 0 else 0
        written = [position for position in marks if position > found]
        hour = max((blocks[at].end for at in written if blocks[at].life == "1h"), default=read)
        last = max((blocks[at].end for at in written), default=read)
        use = CacheUse(total - last, read, last - hour, hour - read)

        def begun() -> None:
            if found >= 0:
                self._live(blocks[found].key, self._living[blocks[found].key][1])
            for position in written:
                self._live(blocks[position].key, blocks[position].life)

        return use, begun

    def tokens(self, body: Mapping[str, object]) -> int:
        """Tokens of a request: tools, system and messages."""
        return sum(self._count(_said(item)) for _, item in _items(body))

    def _found(self, blocks: Sequence[_Block], mark: int, now: float) -> int | None:
        """The longest living prefix within reach of a mark."""
        for position in range(mark, max(-1, mark - LOOKBACK_BLOCKS), -1):
            until, _ = self._living.get(blocks[position].key, (0.0, ""))
            if until > now:
                return position
        return None

    def _live(self, key: str, life: str) -> None:
        self._living[key] = (self._clock() + _LIVES[life], life)

    def _blocks(self, body: Mapping[str, object]) -> list[_Block]:
        chain = hashlib.sha256(str(body.get("model")).encode())
        blocks: list[_Block] = []
        end = 0
        for place, item in _items(body):
            content = {key: value for key, value in item.items() if key != "cache_control"}
            chain.update(f"{place}{_dense(content)}\0".encode(errors="surrogatepass"))
            end += self._count(_said(content))
            blocks.append(_Block(chain.hexdigest(), end, _life(item)))
        if blocks and not blocks[-1].life and (life := _life(body)):
            blocks[-1] = _Block(blocks[-1].key, blocks[-1].end, life)
        return blocks


def _items(body: Mapping[str, object]) -> list[tuple[str, Mapping[str, object]]]:
    """The blocks of a request in the order in which a server reads them, each with where it stands."""
    tools, system, messages = body.get("tools"), body.get("system"), body.get("messages")
    found = [("tools", tool) for tool in tools] if isinstance(tools, list) else []
    found += [("system", block) for block in _as_blocks(system)]
    for number, message in enumerate(messages if isinstance(messages, list) else []):
        if isinstance(message, dict):
            found += [(f"{number} {message.get('role')}", block) for block in _as_blocks(message.get("content"))]
    return [(place, item) for place, item in found if isinstance(item, dict)]


def _as_blocks(content: object) -> list[object]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return list(content) if isinstance(content, list) else []


def _said(block: Mapping[str, object]) -> str:
    """What of a block a model reads: its text, else its fields as JSON."""
    text = block.get("text")
    return text if isinstance(text, str) else _dense(block)


def _life(block: Mapping[str, object]) -> str:
    control = block.get("cache_control")
    if control is None:
        return ""
    life = control.get("ttl", "5m") if isinstance(control, dict) and control.get("type") == "ephemeral" else None
    if not isinstance(life, str) or life not in _LIVES:
        raise BadRequest(f'cache_control: type "ephemeral" and ttl "5m" or "1h" are known, not {control!r:.80}')
    if block.get("type") == "text" and not str(block.get("text", "")).strip():
        raise BadRequest("cache_control: cannot be set for empty text blocks")
    return life


def _check(lives: Sequence[str]) -> None:
    if len(lives) > MOST_MARKS:
        raise BadRequest(f"a maximum of {MOST_MARKS} blocks with cache_control may be provided. Found {len(lives)}.")
    if "5m" in lives and "1h" in lives[lives.index("5m") :]:
        raise BadRequest('cache_control: a ttl "1h" block must not come after a ttl "5m" block')


def _dense(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
