"""Which calls go wrong, and how: the fault mode for tests and demonstrations (PROTOCOL 3 and 5).

A plan is a list of rules. As one text (command line, environment variable) rules are parted by `;`::

    RULE   = TARGET ":" FAULT [ "=" ARGUMENT ]
    TARGET = ROLE [ "@" PLACE ] [ "#" FIRST [ "x" TIMES ] ] [ "!" MODEL ]
    ROLE   = a role of the contract table, or "*" for every role
    PLACE  = "book" | "chNN" | "rK" | "chNN.rK"      chapter and round, absent = every
    FIRST  = the n-th matching request goes wrong; "x" TIMES: so many in a row (default 1);
             without "#" every matching request does
    MODEL  = the model that is spared, so that an escalation to it succeeds

    r1@ch02:never_satisfied; writer@ch01#1:planted_error; keeper#1x3:http_529; editor!strong:unreadable_note

As JSON or TOML the same plan is a list of such texts, or of tables with the keys of `FaultRule`.
Only the first request of a conversation is counted (a CONTINUE, a NOTE AGAIN or a tool result is not);
the count lives in a `FaultLog`, one for each app.
"""

from __future__ import annotations

import json
import re
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from memory_schema.errors import ConfigError
from tasks.offline.request import Brief, Moment


class Fault(StrEnum):
    """Every way in which a call can go wrong."""

    # the text of a chapter
    PLANTED_ERROR = "planted_error"
    PLANTED_PATH = "planted_path"
    PLANTED_TERM = "planted_term"
    # where the reply ends
    NO_MARKER = "no_marker"
    MARKER_IN_MIDDLE = "marker_in_middle"
    MARKER_TWICE = "marker_twice"
    MARKER_IN_CODE = "marker_in_code"
    TEXT_AFTER_MARKER = "text_after_marker"
    OPEN_FENCE = "open_fence"
    CUT = "cut"
    CUT_ALWAYS = "cut_always"
    REFUSAL = "refusal"
    EMPTY = "empty"
    THINKING_FIRST = "thinking_first"
    # the note
    UNREADABLE_NOTE = "unreadable_note"
    UNREADABLE_NOTE_AGAIN = "unreadable_note_again"
    NOTE_CUT_SHORT = "note_cut_short"
    NOTE_IN_PROSE = "note_in_prose"
    NOTE_IN_FENCE = "note_in_fence"
    TWO_NOTES = "two_notes"
    BRACES_IN_NOTE = "braces_in_note"
    LONG_NOTE = "long_note"
    LOW_CONFIDENCE = "low_confidence"
    # the judgement
    UNREADABLE_VERDICT = "unreadable_verdict"
    NEVER_SATISFIED = "never_satisfied"
    # the wire
    HTTP_400 = "http_400"
    HTTP_429 = "http_429"
    HTTP_500 = "http_500"
    HTTP_529 = "http_529"
    RESET = "reset"
    EARLY_END = "early_end"
    STREAM_ERROR = "stream_error"
    STALL = "stall"


class FaultRule(BaseModel):
    """One rule; `first` 0 means every matching request."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    fault: Fault
    role: str = "*"
    chapter: int | None = Field(default=None, ge=0, description="0 = roles of the book, None = every")
    round: int | None = Field(default=None, ge=1)
    first: int = Field(default=0, ge=0)
    times: int = Field(default=1, ge=1)
    spared_model: str = ""
    argument: str = ""

    def matches(self, brief: Brief) -> bool:
        """Whether this rule is about that request."""
        return (
            self.role in ("*", brief.role)
            and (self.chapter is None or self.chapter == (brief.chapter or 0))
            and (self.round is None or self.round == brief.round)
            and (not self.spared_model or self.spared_model != brief.model)
        )


_RULE = re.compile(
    r"^(?P<role>[\w*-]+)(?:@(?P<place>[\w.]+))?(?:#(?P<first>\d+)(?:x(?P<times>\d+))?)?"
    r"(?:!(?P<model>[^:\s]+))?:(?P<fault>\w+)(?:=(?P<argument>.*))?$"
)
_PLACE = re.compile(r"^(?:(?P<book>book)|ch(?P<chapter>\d+))?\.?(?:r(?P<round>\d+))?$")


class FaultPlan(BaseModel):
    """The rules of one app, in order; every rule that matches a request applies to it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rules: tuple[FaultRule, ...] = ()

    @classmethod
    def parse(cls, value: object) -> FaultPlan:
        """Read a plan from a text, a JSON text, or the value of a TOML or JSON file.

        Raises:
            ConfigError: a rule that cannot be read, with the rule and what is wrong.
        """
        if isinstance(value, FaultPlan):
            return value
        if isinstance(value, str) and value.lstrip().startswith(("[", "{")):
            try:
                value = json.loads(value)
            except ValueError as error:
                raise ConfigError(f"fault plan: no valid JSON: {error}") from None
        if isinstance(value, dict):
            value = value.get("rules", [value] if value else [])
        if value is None:
            return cls()
        if isinstance(value, str):
            value = [part for part in re.split(r"[;\n]", value) if part.strip()]
        if not isinstance(value, list | tuple):
            raise ConfigError(f"fault plan: a text or a list of rules was expected, not {type(value).__name__}")
        return cls(rules=tuple(_rule(item) for item in value))


def _rule(item: object) -> FaultRule:
    if isinstance(item, str):
        item = _table(item.strip())
    try:
        return FaultRule.model_validate(item)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise ConfigError(f"fault rule {item!r}: {where}: {first['msg'].lower()}") from None


def _table(text: str) -> dict[str, object]:
    match = _RULE.match(text)
    place = _PLACE.match(match["place"] or "") if match else None
    if match is None or place is None:
        raise ConfigError(
            f'fault rule "{text}" cannot be read; write ROLE[@chNN.rK][#FIRST[xTIMES]][!MODEL]:FAULT[=ARGUMENT]'
        )
    table: dict[str, object] = {"fault": match["fault"], "role": match["role"], "argument": match["argument"] or ""}
    if place["book"] or place["chapter"]:
        table["chapter"] = int(place["chapter"] or 0)
    if place["round"]:
        table["round"] = int(place["round"])
    if match["first"]:
        table["first"] = int(match["first"])
        table["times"] = int(match["times"] or 1)
    return {**table, "spared_model": match["model"] or ""}


class FaultLog:
    """Counts matching requests and remembers which faults a conversation was given."""

    def __init__(self, plan: FaultPlan) -> None:
        self._plan = plan
        self._seen: dict[int, int] = {}
        self._given: dict[str, dict[Fault, str]] = {}

    def faults(self, brief: Brief, conversation: str) -> dict[Fault, str]:
        """The faults (with their arguments) of this request.

        Args:
            brief: the request.
            conversation: the same text for every request of one conversation.
        """
        if brief.moment not in (Moment.START, Moment.ATTENTION):
            return self._given.get(conversation, {})
        found: dict[Fault, str] = {}
        for index, rule in enumerate(self._plan.rules):
            if not rule.matches(brief):
                continue
            count = self._seen[index] = self._seen.get(index, 0) + 1
            if rule.first == 0 or rule.first <= count < rule.first + rule.times:
                found[rule.fault] = rule.argument
        self._given[conversation] = found
        return found
