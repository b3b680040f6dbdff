"""The run's log: JSON lines by month, one line each for the console, and the closing summary.

`logs/book-YYYY-MM.jsonl` by record time in UTC; files older than twelve months are pruned when a run
opens its journal (PROTOCOL 3, Logs; FACTS, monthly logs). Of a key at most the last 6 characters appear.
"""

from __future__ import annotations

import datetime
import logging
import re
from dataclasses import dataclass

import structlog
from structlog.typing import EventDict, WrappedLogger

from memory_schema.lengths import estimate_tokens
from memory_schema.notes import StructuredNote
from memory_schema.paths import LOGS
from memory_schema.usage import Charge
from memory_schema.workspace import Workspace
from tasks.agent.summary import AgentFigures, CallFigures, RunSummary, summarise

CONSOLE = "sourcebook"
MONTHS_KEPT = 12
CONCLUSION_CHARACTERS = 40
_NAME = re.compile(r"/book-(\d{4})-(\d{2})\.jsonl$")


class _MonthlyFile:
    """Where structlog's rendered lines go: the file of the month in which they are written."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def info(self, line: str) -> None:
        self._workspace.append(month_file(_now()), line)

    warning = info


@dataclass(frozen=True)
class CallPlace:
    """Whose call it is: the agent's label and role, where it works, the number of its call."""

    label: str
    role: str
    chapter: int | None = None
    attempt: int = 1
    round: int = 1
    number: int = 1


class Journal:
    """Records what a run does; one a run, shared by its agents.

    Args:
        workspace: held by the run.
        run: the run's id, in every record.
        looks: nothing will be recorded, so nothing is pruned either.
    """

    def __init__(self, workspace: Workspace, run: str, *, looks: bool = False) -> None:
        self.run = run
        self._calls: list[CallFigures] = []
        self._agents: list[AgentFigures] = []
        self._console = logging.getLogger(CONSOLE)
        self._log = structlog.wrap_logger(
            _MonthlyFile(workspace),
            processors=[_stamp, structlog.processors.JSONRenderer(ensure_ascii=False)],
            wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
            run=run,
        )
        if not looks:
            prune(workspace, _now())

    def call(
        self, place: CallPlace, base_url: str, key_hint: str, charge: Charge, started: datetime.datetime,
        milliseconds: int, failed: str = "",
    ) -> None:  # fmt: skip
        """One model turn, also a failed one."""
        self._calls.append(CallFigures(place.role, charge, milliseconds))
        ended = started + datetime.timedelta(milliseconds=milliseconds)
        usage = charge.usage
        self._log.info(
            "call",
            agent=place.label,
            role=place.role,
            chapter=place.chapter,
            attempt=place.attempt,
            round=place.round,
            call=place.number,
            base_url=base_url,
            key=key_hint[-6:],
            model=charge.model,
            tokens_in=usage.input,
            tokens_out=usage.output,
            tokens_cached=usage.cache_read,
            tokens_uncached=usage.uncached,
            tokens_written_5m=usage.cache_written_5m,
            tokens_written_1h=usage.cache_written_1h,
            tokens_thinking=usage.thinking,
            estimated_in=charge.estimated_input,
            estimated_out=charge.estimated_output,
            started=_iso(started),
            ended=_iso(ended),
            ms=milliseconds,
            cost_usd=charge.cost_usd,
            prices=charge.prices,
            batch=charge.batch,
            failed=failed,
        )
        if failed:
            self._console.warning("%s: %s", place.label, failed)

    def agent(
        self, label: str, role: str, note: StructuredNote, pointers: int, milliseconds: int, model_milliseconds: int,
        process_tokens: int, *, fresh: bool = False,
    ) -> None:  # fmt: skip
        """One agent that is done, or was found done."""
        conclusion = note.conclusion[:CONCLUSION_CHARACTERS]
        note_tokens = estimate_tokens(note.model_dump_json())
        self._agents.append(
            AgentFigures(
                role, note.confidence.value, process_tokens, note_tokens, milliseconds - model_milliseconds, fresh
            )
        )
        self._log.info(
            "agent",
            agent=label,
            conclusion=conclusion,
            confidence=note.confidence.value,
            pointers=pointers,
            ms=milliseconds,
            model_ms=model_milliseconds,
            process_tokens=process_tokens,
            note_tokens=note_tokens,
            fresh=fresh,
        )
        how = "fresh" if fresh else f"{milliseconds} ms"
        self._console.info("%s: %s (%s, %d pointers, %s)", label, conclusion, note.confidence.value, pointers, how)

    def decision(self, label: str, notes: int, characters: int) -> None:
        """What the orchestrator's own call put together (S0's number)."""
        self._log.info("decision", agent=label, notes=notes, characters=characters)
        self._console.info("%s: %d notes, %d characters", label, notes, characters)

    def progress(self, label: str, text: str) -> None:
        """How far something is that takes long."""
        self._log.info("progress", agent=label, text=text)
        self._console.info("%s: %s", label, text)

    def warn(self, label: str, text: str) -> None:
        """Something that a person may want to know and that stops nothing."""
        self._log.warning("warning", agent=label, text=text)
        self._console.warning("%s: %s", label, text)

    def close(self) -> RunSummary:
        """Write the closing summary and return it."""
        summary = self.summary()
        self._log.info("summary", **summary.figures())
        return summary

    def summary(self) -> RunSummary:
        """The figures of the run so far."""
        return summarise(self.run, self._calls, self._agents)


def month_file(moment: datetime.datetime) -> str:
    """The name of the log of a moment's month, BOOK-relative."""
    return f"{LOGS}/book-{moment.astimezone(datetime.UTC):%Y-%m}.jsonl"


def prune(workspace: Workspace, now: datetime.datetime) -> tuple[str, ...]:
    """Remove the logs that are older than twelve months; returns their names."""
    oldest = now.year * 12 + now.month - MONTHS_KEPT
    gone = tuple(
        name
        for name in workspace.list(LOGS)
        if (match := _NAME.search(name)) and int(match[1]) * 12 + int(match[2]) < oldest
    )
    for name in gone:
        workspace.remove(name)
    return gone


def _stamp(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    return {"at": _iso(_now()), "level": method, **event}


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


def _iso(moment: datetime.datetime) -> str:
    return moment.isoformat(timespec="milliseconds")
