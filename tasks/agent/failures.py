"""What a failed call means: one line for a person, and whether the same call may succeed later.

Pure rules over plain values, so that every class of FACTS can be tested; `tasks.agent.claude` turns the
SDK's exceptions into these values. Faults of configuration are never retried (HOUSE, absorb 6).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_SPEND = re.compile(r"spend\w*[ _-]limit|credit balance|billing|usage threshold", re.IGNORECASE)
_THROTTLED = re.compile(r"rate.?limit|throttl|too many requests|overloaded|slow down|try again", re.IGNORECASE)
_TOO_LONG = re.compile(r"prompt is too long|context (?:window|length)|too many (?:input )?tokens", re.IGNORECASE)
_TRANSIENT_TYPES = ("overloaded_error", "api_error", "rate_limit_error", "timeout_error", "gateway_timeout_error")
_MESSAGE_CHARACTERS = 240


@dataclass(frozen=True)
class Failure:
    """A failure as it is reported; `repeat`: the SDK has not retried it and we may, at once."""

    message: str
    retryable: bool
    repeat: bool = False


def status_failure(
    status: int, kind: str = "", code: str = "", message: str = "", *, retry_after: bool = False, model: str = ""
) -> Failure:
    """A reply of the server with a status, or an `error` event inside a stream (status 200).

    Args:
        kind: `error.type` of the body.
        code: `error.details.error_code` of the body.
        message: `error.message` of the body, or the raw body.
        retry_after: whether the server said when to come back.
        model: for the advice.
    """
    said = one_line(message)
    tail = f": {said}" if said else ""
    if "spend_limit" in code or (status in (402, 403, 429) and _SPEND.search(f"{kind} {message}")):
        return Failure(f"the spend limit of this key is reached{tail}; raise it or wait for the next month", False)
    if status == 200:
        transient = kind in _TRANSIENT_TYPES or not kind
        return Failure(f"the server broke the reply off with {kind or 'an error'}{tail}", transient, transient)
    if status in (400, 413) and (status == 413 or _TOO_LONG.search(message)):
        return Failure(f"the prompt is too long for {model or 'the model'}{tail}; lower limits.context_target", False)
    if status == 401:
        return Failure(f"the key was refused (401){tail}; check ANTHROPIC_API_KEY", False)
    if status == 403:
        if retry_after or kind in _TRANSIENT_TYPES or _THROTTLED.search(message):
            return Failure(f"the server throttles (403){tail}", True)
        return Failure(f"this key may not do that (403){tail}; check its rights", False)
    if status == 404:
        return Failure(f"not found (404){tail}; check model.name ({model or 'unset'}) and model.base_url", False)
    if status in (408, 409, 429) or status >= 500:
        what = {429: "too many requests", 529: "the server is overloaded"}.get(status, "the server failed")
        return Failure(f"{what} ({status}){tail}", True)
    return Failure(f"the request was refused ({status}){tail}", False)


def transport_failure(kind: str, message: str = "", *, retried: bool) -> Failure:
    """A connection that could not be made or broke; `retried` tells whether the SDK tried again."""
    said = one_line(message)
    return Failure(f"the connection failed ({kind}{': ' + said if said else ''})", True, not retried)


def early_end() -> Failure:
    """A stream that ended cleanly and too early: no stop reason, no error (FACTS)."""
    return Failure("the stream ended before the reply was whole (no stop reason)", True, True)


def unreadable(content_type: str) -> Failure:
    """A reply with status 200 that is no Messages API reply."""
    if content_type and "event-stream" not in content_type:
        what = one_line(content_type)[:60]
        return Failure(f"the server answers with {what}, not with a Messages API stream; check model.base_url", False)
    return Failure("the stream holds JSON that cannot be read", True, True)


def one_line(text: str) -> str:
    """A foreign text on one line, without control characters, clipped."""
    flat = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return flat if len(flat) <= _MESSAGE_CHARACTERS else flat[: _MESSAGE_CHARACTERS - 1] + "…"
