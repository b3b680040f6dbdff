"""One request in, one message out: dispatch to the role, faults, max_tokens, CONTINUE and NOTE AGAIN."""

from __future__ import annotations

import json
from collections.abc import Mapping

from memory_schema.lengths import estimate_tokens
from tasks.offline.faults import Fault, FaultLog
from tasks.offline.merge_parts import merge_parts
from tasks.offline.merged_parts import is_merging
from tasks.offline.message import (
    Count,
    Message,
    StopReason,
    cut_to,
    message_id,
    output_tokens,
    text_block,
    thinking_block,
    tool_block,
)
from tasks.offline.prompt_cache import CacheUse
from tasks.offline.reply import Reply, RoleFunction, ToolCalls
from tasks.offline.request import BadRequest, Brief, Json, Moment, read_request
from tasks.offline.spoiled import spoiled_note, spoiled_reply

_TINY_CUT = 40


class Author:
    """Answers requests; holds the table of roles and the log of faults, and nothing of the conversation."""

    def __init__(self, roles: Mapping[str, RoleFunction], log: FaultLog, count: Count = estimate_tokens) -> None:
        self._roles = roles
        self._log = log
        self._count = count

    def read(self, body: Mapping[str, object]) -> tuple[Brief, dict[Fault, str]]:
        """The request and the faults that this call is given. Raises BadRequest."""
        brief = read_request(body)
        return brief, self._log.faults(brief, _conversation(body))

    def answer(self, body: Mapping[str, object], brief: Brief, faults: Mapping[Fault, str], given: CacheUse) -> Message:
        """The message that answers a request; `given` is what its input is charged as.

        Raises:
            BadRequest: a role that no agent has.
        """
        role = self._roles.get(brief.role)
        if role is None:
            raise BadRequest(f'messages.0: the ticket names the role "{brief.role}", which has no offline author')
        done = merge_parts(brief) if is_merging(brief) else role(brief)
        content: tuple[dict[str, Json], ...]
        if isinstance(done, ToolCalls):
            calls = (
                tool_block(len(brief.answers) + number, call.name, call.input)
                for number, call in enumerate(done.calls, start=1)
            )
            content = (*((text_block(done.text),) if done.text else ()), *calls)
            stop: StopReason = "tool_use"
        else:
            content, stop = _spoken(done, brief, faults)
        if Fault.THINKING_FIRST in faults:
            content = (thinking_block("What does this task ask for, and what was I shown?"), *content)
        asked = {key: value for key, value in body.items() if key != "stream"}
        request = json.dumps(_unmarked(asked), sort_keys=True, ensure_ascii=False)
        identity = message_id(request.encode(errors="replace"))
        return Message(identity, brief.model, content, stop, given, output_tokens(content, self._count))


def _spoken(reply: Reply, brief: Brief, faults: Mapping[Fault, str]) -> tuple[tuple[dict[str, Json], ...], StopReason]:
    if brief.moment is Moment.NOTE_AGAIN:
        again = {Fault.UNREADABLE_NOTE_AGAIN, Fault.LOW_CONFIDENCE} & set(faults)
        text = spoiled_note(reply.note, again)
    else:
        text = spoiled_reply(reply, brief, set(faults))
    if brief.moment is Moment.CONTINUE:
        text = _rest(text, brief.said)
    elif Fault.REFUSAL in faults:
        return (text_block("I cannot help with that."),), "refusal"
    elif Fault.EMPTY in faults:
        return (), "end_turn"
    elif Fault.CUT in faults:
        return (text_block(text[: len(text) // 2]),), "max_tokens"
    if Fault.CUT_ALWAYS in faults and brief.moment is not Moment.NOTE_AGAIN:
        return (text_block(text[:_TINY_CUT]),), "max_tokens"
    shown, cut = cut_to(text, brief.max_tokens)
    return (text_block(shown),), "max_tokens" if cut else "end_turn"


def _rest(text: str, said: str) -> str:
    """What follows `said` in `text`; a client may have stripped white space at the end of it."""
    for start in (said, said.rstrip()):
        if text.startswith(start):
            return text[len(start) :]
    common = 0
    while common < min(len(text), len(said)) and text[common] == said[common]:
        common += 1
    return text[common:]


def _conversation(body: Mapping[str, object]) -> str:
    """The opening of a conversation: everything before the first assistant turn, and the model."""
    messages = body.get("messages")
    opening: list[object] = []
    for message in messages if isinstance(messages, list) else []:
        if isinstance(message, dict) and message.get("role") == "assistant":
            break
        opening.append(message)
    return json.dumps([body.get("model"), _unmarked(opening)], sort_keys=True, ensure_ascii=False)


def _unmarked(value: object) -> object:
    """A request without what it says about caching, which changes nothing of the answer."""
    if isinstance(value, dict):
        return {key: _unmarked(item) for key, item in value.items() if key != "cache_control"}
    return [_unmarked(item) for item in value] if isinstance(value, list) else value
