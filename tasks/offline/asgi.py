"""One HTTP exchange as ASGI has it (asgi.readthedocs.io): its types, a body read whole, a body given again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping

Scope = MutableMapping[str, object]
Receive = Callable[[], Awaitable[MutableMapping[str, object]]]
Send = Callable[[MutableMapping[str, object]], Awaitable[None]]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]


async def read_body(receive: Receive) -> bytes:
    """The whole body of a request."""
    parts: list[bytes] = []
    while True:
        part = await receive()
        body = part.get("body", b"")
        parts.append(body if isinstance(body, bytes) else b"")
        if not part.get("more_body"):
            return b"".join(parts)


def giving(body: bytes) -> Receive:
    """A `receive` that hands over this body, for an app behind one that has read it."""

    async def receive() -> MutableMapping[str, object]:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive
