"""One loop: ask, carry out tools, ask again, until the model ends its reply (mini-swe-agent's shape).

Limits are checked before each turn, and what was said is saved in `finally`. A reply that max_tokens
cut is continued; every other end that is not the model's own makes the outcome incomplete.
"""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from memory_schema.lengths import ceiling_tokens, estimate_tokens
from memory_schema.pointers import PointerList
from memory_schema.usage import Charge
from tasks.agent.batch_store import BatchStore
from tasks.agent.cache_marks import Mark, marked
from tasks.agent.journal import CallPlace, Journal
from tasks.agent.limits import AgentMeter
from tasks.agent.model import (
    ENDED_BY_ITSELF,
    MAX_TOKENS,
    PAUSE_TURN,
    REFUSAL,
    TOOL_USE,
    WINDOW_EXCEEDED,
    Begun,
    JsonObject,
    ModelCallFailed,
    ModelClient,
    ModelReply,
    ModelRequest,
    assistant_turn,
    build_request,
    texts_of,
    tool_turn,
    user_turn,
)
from tasks.agent.process import ProcessTexts
from tasks.agent.replay import Replay
from tasks.agent.tools import DEFINITIONS, Tools
from tasks.agent.transcript import Transcript
from tasks.agent.warming import Warmth

MOST_CONTINUATIONS = 3
CONTINUE = "CONTINUE: your reply was cut for length. Go on at exactly the next character and repeat nothing."
_PROBLEMS = {
    MAX_TOKENS: "the reply was cut by max_tokens, also after it was continued",
    REFUSAL: "the model refused the task",
    WINDOW_EXCEEDED: "the context window is full",
    TOOL_USE: "the reply ended in a tool call that there is no tool for",
    "": "the reply ended without a stop reason",
}


@dataclass(frozen=True)
class Outcome:
    """The final text of a conversation. `problem` is "" when the model ended by itself."""

    text: str
    stop_reason: str
    model: str
    messages: tuple[JsonObject, ...]
    problem: str = ""


def no_marks(model: str) -> tuple[Mark, ...]:
    """Nothing of the first user turn is marked."""
    return ()


@dataclass
class Agent:
    """One agent at work: who is asked, what it may spend, and where its process is kept."""

    label: str
    pointers: PointerList
    client: ModelClient
    meter: AgentMeter
    journal: Journal
    system: str
    max_tokens: int
    effort: str | None = None
    tools: Tools | None = None
    caches: bool = False
    """Whether the server is told what to cache."""
    marks: Callable[[str], tuple[Mark, ...]] = no_marks
    """Where the first user turn is marked when a model is asked."""
    warmth: Warmth = field(default_factory=Warmth)
    batches: BatchStore | None = None
    """Where the reply to a request may lie that has come in a batch."""
    replay: Replay = field(default_factory=Replay)
    process: ProcessTexts = field(default_factory=ProcessTexts)
    model_milliseconds: int = 0
    _recorded: bool = False
    """Whether what follows the present reply stands in the transcript of the run that was broken off."""

    async def converse(self, model: str, messages: Sequence[JsonObject], transcript: Transcript) -> Outcome:
        """Run a conversation to its end.

        Args:
            model: who is asked.
            messages: the history; its last turn is the user's.
            transcript: where the call is kept.

        Raises:
            LimitReached: before a turn that would cross a limit.
            ModelCallFailed: the server could not be asked.
        """
        history = list(messages)
        said, continued = "", 0
        try:
            while True:
                reply = await self._turn(model, history, transcript)
                reason = reply.stop_reason or ""
                if reason == TOOL_USE and reply.tool_calls and self.tools is not None:
                    history += [assistant_turn(reply), self._carry_out(self.tools, reply, transcript)]
                    said = ""
                    continue
                said += reply.text
                if reason == PAUSE_TURN:
                    history.append(assistant_turn(reply))
                    continue
                if reply.text.strip():
                    history.append(assistant_turn(reply, with_tools=False))
                if reason == MAX_TOKENS and reply.text.strip() and continued < MOST_CONTINUATIONS:
                    continued += 1
                    history.append(user_turn(CONTINUE))
                    if not self._recorded:
                        transcript.record("user", text=CONTINUE)
                    continue
                problem = "" if reason in ENDED_BY_ITSELF else _PROBLEMS.get(reason, f"the reply ended by {reason!r}")
                return Outcome(said, reason, model, tuple(history), problem)
        finally:
            transcript.flush()

    def request(self, model: str, history: Sequence[JsonObject], marks: Sequence[Mark] = ()) -> ModelRequest:
        """What a model is sent."""
        tooling = self.tools is not None and len(history) > 1
        return build_request(
            model=model,
            system=self.system,
            messages=marked(history, marks, turns=self.caches and tooling),
            max_tokens=self.max_tokens,
            tools=DEFINITIONS if self.tools is not None else (),
            effort=self.effort,
        )

    def _again(self, texts: Sequence[str]) -> ModelReply:
        """The next reply of the run that was broken off: counted for the agent, and paid for long ago."""
        again = self.replay.next()
        self._recorded = again.followed
        self.meter.charges.append(again.charge)
        self.process.add(*texts, again.reply.text)
        return again.reply

    def _collected(
        self, batches: BatchStore, request: ModelRequest, reply: ModelReply, charge: Charge, texts: Sequence[str],
        transcript: Transcript,
    ) -> None:  # fmt: skip
        """Take a reply that came in a batch: the run was charged, and the log says so, since it was collected."""
        self.process.add(*texts, reply.text)
        self.meter.charges.append(charge)
        transcript.reply(reply, charge)
        transcript.flush()
        batches.counted(request)

    async def _turn(self, model: str, history: Sequence[JsonObject], transcript: Transcript) -> ModelReply:
        """Ask once; the reply, or what a failed call left, is on disk and counted before anything else."""
        marks = self.marks(model)
        request = self.request(model, history, marks)
        transcript.prompt(request)
        texts = [self.system, *(text for message in history for text in texts_of(message))]
        self._recorded = False
        if self.replay:
            return self._again(texts)
        expected = sum(map(estimate_tokens, texts)) + (estimate_tokens(str(DEFINITIONS)) if self.tools else 0)
        if self.batches is not None and (found := self.batches.reply(request)) is not None:
            reply, charge = found
            written = estimate_tokens(reply.written)
            charge = charge.model_copy(update={"estimated_input": expected, "estimated_output": written})
            self._collected(self.batches, request, reply, charge, texts, transcript)
            return reply
        self.meter.check(expected)
        tools = ceiling_tokens(str(DEFINITIONS), dense_json=True) if self.tools is not None else 0
        ceiling = sum(map(ceiling_tokens, texts)) + tools
        # Whoever waits for another's cache has reserved before: so no two can wait for each other.
        async with self.meter.reserved(request, ceiling), self.warmth.warming(marks) as begun:
            return await self._send(request, texts, expected, transcript, begun)

    async def _send(
        self, request: ModelRequest, texts: Sequence[str], expected: int, transcript: Transcript, begun: Begun
    ) -> ModelReply:
        model = request.model
        self.process.add(*texts)
        started, clock = datetime.datetime.now(datetime.UTC), time.perf_counter()
        try:
            reply = await self.client.send(request, begun)
        except ModelCallFailed as error:
            charge = self.meter.add(
                model, error.usage, estimated=(expected, estimate_tokens(error.partial)), failed=True
            )
            charged = charge.model_dump(mode="json")
            transcript.record("failed", model=model, error=str(error), partial=error.partial, charge=charged)
            transcript.flush()
            self._log(transcript, charge, started, clock, failed=str(error))
            raise
        self.process.add(reply.text)
        charge = self.meter.add(
            reply.model or model,
            reply.usage,
            batch=reply.batch,
            estimated=(expected, estimate_tokens(reply.written)),
        )
        transcript.reply(reply, charge)
        # Durable before it is logged: what a book cost is read off its transcripts, which are kept for ever.
        transcript.flush()
        self._log(transcript, charge, started, clock)
        return reply

    def _carry_out(self, tools: Tools, reply: ModelReply, transcript: Transcript) -> JsonObject:
        results = []
        for call in reply.tool_calls:
            text, is_error = tools.run(call)
            results.append((call, text, is_error))
            if not self._recorded:
                transcript.record("tool", id=call.id, name=call.name, input=call.input, error=is_error, result=text)
        return tool_turn(results)

    def _log(
        self, transcript: Transcript, charge: Charge, started: datetime.datetime, clock: float, failed: str = ""
    ) -> None:
        milliseconds = round((time.perf_counter() - clock) * 1000)
        self.model_milliseconds += milliseconds
        place = CallPlace(
            self.label, self.pointers.role, self.pointers.chapter, self.pointers.attempt, self.pointers.round,
            transcript.number,
        )  # fmt: skip
        self.journal.call(place, self.client.base_url, self.client.key_hint, charge, started, milliseconds, failed)
