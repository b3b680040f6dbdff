"""The calls of a written book as pieces of text with their tokens, read off its logs and transcripts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from memory_schema.lengths import estimate_tokens
from memory_schema.usage import Usage

TOKENS: dict[str, int] = {}
"""Tokens of every piece by its id."""


@dataclass(frozen=True)
class Call:
    """One call of an agent: what it was shown and what came of it, turn by turn, as ids of pieces.

    `turns` holds for each turn what was added before it (the first: the opening) and the reply. `usage` is
    what the server charged for all turns together.
    """

    chapter: int | None
    role: str
    system: tuple[str, ...]
    turns: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    usage: Usage

    @property
    def pieces(self) -> frozenset[str]:
        """Every text of the call."""
        return frozenset(self.system).union(*(set(added) | set(reply) for added, reply in self.turns))


def piece(text: str) -> str:
    """The id of a text; its tokens are kept."""
    found = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    TOKENS.setdefault(found, estimate_tokens(text))
    return found


def recorded_calls(book: Path) -> tuple[Call, ...]:
    """All calls of a book in the order in which they began."""
    begun: dict[Path, tuple[str, int | None, str, Usage]] = {}
    folders = {
        (prompt.parent.parent, int(prompt.parent.name.removeprefix("call-"))): prompt.parent
        for prompt in (book / "output/notes").rglob("calls/**/prompt.json")
    }
    for event in events(book, "call"):
        usage = Usage(
            uncached=event["tokens_uncached"],
            cache_read=event["tokens_cached"],
            cache_written_5m=event["tokens_written_5m"],
            cache_written_1h=event["tokens_written_1h"],
            output=event["tokens_out"],
            calls=1,
        )
        folder = _folder(folders, event)
        first, chapter, role, before = begun.get(folder, (event["started"], event["chapter"], event["role"], Usage()))
        begun[folder] = (first, chapter, role, before + usage)
    ordered = sorted(begun.items(), key=lambda item: item[1][0])
    return tuple(_call(folder, chapter, role, usage) for folder, (_, chapter, role, usage) in ordered)


def events(book: Path, kind: str) -> Iterator[dict[str, Any]]:
    """The records of one kind in a book's logs."""
    for path in sorted((book / "output/logs").glob("*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            yield from (event for event in map(json.loads, lines) if event["event"] == kind)


def grown(calls: tuple[Call, ...], chapters: int) -> tuple[Call, ...]:
    """The calls of a book of so many chapters: the recorded chapters in turn, as texts of their own.

    What several chapters share (rules, style guide) stays one text. Calls for the whole book come once, those
    after the last chapter at the end.
    """
    numbers = sorted({call.chapter for call in calls if call.chapter is not None})
    places: dict[str, set[int | None]] = {}
    for call in calls:
        for found in call.pieces:
            places.setdefault(found, set()).add(call.chapter)
    own = {found for found, seen in places.items() if len(seen) == 1}
    first = next(position for position, call in enumerate(calls) if call.chapter is not None)
    last = max(position for position, call in enumerate(calls) if call.chapter is not None)
    middle: list[Call] = []
    for number in range(1, chapters + 1):
        like = numbers[(number - 1) % len(numbers)]
        middle += [_renamed(call, number, own) for call in calls if call.chapter == like]
    return (*calls[:first], *middle, *(call for call in calls[last + 1 :] if call.chapter is None))


def _renamed(call: Call, number: int, own: set[str]) -> Call:
    def name(found: str) -> str:
        if found not in own:
            return found
        TOKENS.setdefault(f"{found}@{number}", TOKENS[found])
        return f"{found}@{number}"

    turns = tuple((tuple(map(name, added)), tuple(map(name, reply))) for added, reply in call.turns)
    return replace(call, chapter=number, turns=turns)


def _folder(folders: dict[tuple[Path, int], Path], event: dict[str, Any]) -> Path:
    where = f"/ch{event['chapter']:02d}/" if event["chapter"] is not None else "/"
    role = event["role"] + (f"-round-{event['round']}" if event["round"] > 1 else "")
    fitting = [
        folder
        for (base, number), folder in folders.items()
        if base.name == role and number == event["call"] and where in base.as_posix()
        and (event["chapter"] is None or f"/a{event['attempt']}/" in base.as_posix())
    ]  # fmt: skip
    return fitting[0]


def _call(folder: Path, chapter: int | None, role: str, usage: Usage) -> Call:
    body = json.loads((folder / "prompt.json").read_text(encoding="utf-8"))
    system = (*(piece(json.dumps(tool)) for tool in body.get("tools", ())), piece(body["system"]))
    added = [piece(block["text"]) for block in body["messages"][0]["content"]]
    turns: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    for line in (folder / "transcript.jsonl").read_text(encoding="utf-8").splitlines():
        event = json.loads(line)
        if event["event"] == "reply":
            reply = tuple(piece(json.dumps(block)) for block in event["content"])
            turns.append((tuple(added), reply))
            added = []
        elif event["event"] == "tool":
            added.append(piece(event["result"]))
        elif event["event"] == "user":
            added.append(piece(event["text"]))
    return Call(chapter, role, system, tuple(turns), usage)
