"""What stands ready before an agent is called: its prompt, its tools, its parts (PROTOCOL 3)."""

from __future__ import annotations

from dataclasses import dataclass

from memory_schema.contracts import Contract
from memory_schema.pointers import PointerList
from memory_schema.receipts import Meaning
from prompts.file_block import ShownText
from prompts.render import Prompt
from tasks.agent.budget import Budget, tokens_of
from tasks.agent.cache_marks import Mark, plan_marks
from tasks.agent.parts import Part
from tasks.agent.runtime import Runtime
from tasks.agent.tools import DEFINITIONS, Tools

LEAST_REPLY = 1_000
"""Tokens that a reply needs at the least: with fewer left of the window, no call is made."""
_RESULT_HEADER = 150
"""What stands around a result that is merged: its header and its line in the list."""


@dataclass(frozen=True)
class Prepared:
    """Everything that a call needs, decided before it is made."""

    contract: Contract
    prompt: Prompt
    shown: tuple[ShownText, ...]
    meaning: Meaning
    tools: Tools | None
    max_tokens: int
    split: Split | None = None
    """How the task is worked in parts, where no window holds its source files."""
    ceiling: int = 0
    """The most that the prompt takes, by the estimator."""
    window: int = 0
    piece: bool = False
    """Whether the reply is merged with others before it is the output."""
    pressed: bool = False
    """Whether the window, not the context target, decided what was cut."""


@dataclass(frozen=True)
class Split:
    """The parts of a call, and what every one of them reads beside its lines."""

    parts: tuple[Part, ...]
    beside: tuple[ShownText, ...]
    ticket: dict[str, object]
    budget: Budget
    most: int
    """The output limit of the models that may be asked."""
    stretch: float = 1.0
    """Ceiling tokens that go into a token of the window, as an exact count has shown."""

    @property
    def taken(self) -> int:
        """Tokens of what stands beside every part."""
        return sum(map(tokens_of, self.beside))

    @property
    def result_room(self) -> int:
        """The most that a result may take which is merged with others yet: a call must be able to read two."""
        return max(LEAST_REPLY, self.budget.files // 2 - _RESULT_HEADER)


def label_of(pointers: PointerList) -> str:
    """A name that a person can read: `ch03 · r1 · round 2`."""
    where = f"ch{pointers.chapter:02d}" if pointers.chapter is not None else "book"
    return f"{where} · {pointers.role}" + (f" · round {pointers.round}" if pointers.round > 1 else "")


def cache_marks(prepared: Prepared, model: str, runtime: Runtime) -> tuple[Mark, ...]:
    """Where the prompt is marked when this model is asked; nowhere on a server that may not know marks."""
    if not runtime.caches:
        return ()
    return plan_marks(
        prepared.prompt,
        prepared.contract.role,
        model,
        tools=DEFINITIONS if prepared.tools is not None else (),
        minimum=runtime.cache_minimum(model),
        pace=runtime.pace,
        asked_of=runtime.asked_of,
        pages=prepared.tools is not None and prepared.contract.tools and any(one.cut for one in prepared.shown),
    )
