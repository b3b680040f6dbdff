"""The offline author on a real socket: `python -m tasks.offline.serve --port 0`.

A small HTTP/1.1 server of asyncio streams, for tests that want another process: one request a connection,
bodies by Content-Length, chunked replies. It is no server for the open internet.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import MutableMapping

from memory_schema.errors import SourcebookError
from tasks.offline.app import offline_app
from tasks.offline.asgi import ASGIApp, giving
from tasks.offline.faults import FaultPlan

_MOST_HEAD, _MOST_BODY = 65_536, 64 * 1024 * 1024


async def start(app: ASGIApp, host: str = "127.0.0.1", port: int = 0) -> tuple[asyncio.Server, int]:
    """Serve an app; returns the server and the port that it listens on."""

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await _exchange(app, reader, writer)
        except ConnectionResetError:
            writer.transport.abort()
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError, ValueError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(connected, host, port, limit=_MOST_HEAD)
    listening: int = server.sockets[0].getsockname()[1]
    return server, listening


async def _exchange(app: ASGIApp, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    method, target, _ = head[0].split(" ", 2)
    fields = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
    length = int(fields.get("content-length", "0"))
    if not 0 <= length <= _MOST_BODY:
        raise ValueError(f"a body of {length} bytes is too large")
    body = await reader.readexactly(length)
    chunked = False

    async def send(message: MutableMapping[str, object]) -> None:
        nonlocal chunked
        if message["type"] == "http.response.start":
            rows = [f"HTTP/1.1 {message['status']} OK"]
            headers = message.get("headers")
            for name, value in headers if isinstance(headers, list) else []:
                rows.append(f"{name.decode('latin-1')}: {value.decode('latin-1')}")
            rows += ["transfer-encoding: chunked", "connection: close", "", ""]
            writer.write("\r\n".join(rows).encode("latin-1"))
            return
        part = message.get("body")
        if isinstance(part, bytes) and part:
            writer.write(f"{len(part):x}\r\n".encode() + part + b"\r\n")
        if not message.get("more_body"):
            writer.write(b"0\r\n\r\n")
        await writer.drain()

    await app({"type": "http", "method": method, "path": target.partition("?")[0]}, giving(body), send)


async def _serve(host: str, port: int, faults: str, batch_seconds: float) -> None:
    app = offline_app(FaultPlan.parse(faults), batch_seconds=batch_seconds)
    server, listening = await start(app, host, port)
    print(f"http://{host}:{listening}", flush=True)  # noqa: T201 - the address is what the starter reads
    async with server:
        await server.serve_forever()


def main() -> int:
    """Run the server until it is interrupted; prints its address as the first line."""
    parser = argparse.ArgumentParser(prog="python -m tasks.offline.serve", description="Serve the offline author.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0 = any free port (default)")
    parser.add_argument("--faults", default="", help="rules as described in tasks/offline/faults.py")
    parser.add_argument("--batch-seconds", type=float, default=0.0, help="how long a batch is in progress")
    given = parser.parse_args()
    try:
        asyncio.run(_serve(given.host, given.port, given.faults, given.batch_seconds))
    except KeyboardInterrupt:
        return 0
    except (SourcebookError, OSError) as error:
        print(f"cannot serve: {error}", file=sys.stderr)  # noqa: T201 - a command line
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
