"""`sourcebook serve`: everything that one machine needs to run books from Prefect's UI.

Without PREFECT_API_URL it starts a local server; then it registers the automation that ends zombies,
serves every deployment, and says where the UI is. Ctrl-C, SIGTERM and even SIGKILL leave nothing behind.
"""

from __future__ import annotations

import asyncio
import http.client
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Annotated

import typer

from deployments.book_server import serving
from deployments.console import say
from deployments.prefect_settings import cache_folder, settle_served
from deployments.server_trouble import server_answers
from deployments.watchdog import watched
from memory_schema.errors import InputError, StateError

_HOST = "127.0.0.1"
_START_SECONDS = 180.0


def serve(
    port: Annotated[int, typer.Option(help="Port of the local server; it listens on this machine only.")] = 4200,
    database: Annotated[
        str, typer.Option(help="Database of the local server; default SQLite. PostgreSQL: postgresql+asyncpg://...")
    ] = "",
    at_once: Annotated[int, typer.Option(help="At most so many runs at once.")] = 4,
) -> None:
    """Serve all deployments on this machine, with a local Prefect server unless PREFECT_API_URL names one."""
    if not 1 <= port <= 65_535:
        raise InputError(f"--port {port}: write a number from 1 to 65535")
    if at_once < 1:
        raise InputError(f"--at-once {at_once}: write 1 or more")
    if database and os.environ.get("PREFECT_API_URL"):
        raise InputError("--database is for a local server, and PREFECT_API_URL names another; unset one of them")
    home = settle_served()
    with watched(), _terminating(), _server(home, port, database) as url, _pages(port + 1), server_answers():
        asyncio.run(_serve(url, at_once))
    say("stopped; everything finished is kept")


async def _serve(url: str, at_once: int) -> None:
    """Register and serve until the process is told to stop."""
    from prefect.runner import Runner

    from deployments.automation import register_automation
    from deployments.catalog import OFFERS, served_deployments
    from deployments.prefect_settings import HEARTBEAT_SECONDS
    from tasks.book_page import PAGES_VARIABLE

    await register_automation()
    runner = Runner(name="sourcebook", limit=at_once, pause_on_shutdown=False, heartbeat_seconds=HEARTBEAT_SECONDS)
    for deployment in await served_deployments(at_once):
        await runner.aadd_deployment(deployment)
    say(f"Prefect's UI: {url.removesuffix('/api')}")
    say(f"for other terminals: export PREFECT_API_URL={url}")
    say(f"the pages of books: {os.environ[PAGES_VARIABLE]}/PATH/OF/BOOK/")
    say(f"serving {', '.join(offer.full_name for offer in OFFERS)}; Ctrl-C stops all of it")
    for name in (signal.SIGINT, signal.SIGHUP):
        # As Prefect does at SIGTERM: the runs are cancelled, so that none claims to go on.
        asyncio.get_running_loop().add_signal_handler(name, runner.handle_sigterm)
    await runner.start()


@contextmanager
def _server(home: Path, port: int, database: str) -> Iterator[str]:
    """The API's address: of the server that is configured, or of one that runs as long as the body does."""
    configured = os.environ.get("PREFECT_API_URL")
    if configured:
        yield configured
        return
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_HOST, port))
        except OSError:
            raise InputError(f"port {port} is taken; choose another: sourcebook serve --port {port + 1}") from None
    url = f"http://{_HOST}:{port}/api"
    if database:
        os.environ["PREFECT_SERVER_DATABASE_CONNECTION_URL"] = database
    os.environ["PREFECT_SERVER_UI_API_URL"] = url
    say(f"starting a Prefect server on port {port} (its database and log: {home}) ...")
    with (home / "server.log").open("ab") as log:
        command = [sys.executable, "-m", "prefect", "server", "start", "--host", _HOST, "--port", str(port)]
        # A session of its own: Ctrl-C reaches this process first, which lets the runs end before their server.
        server = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
    address = cache_folder() / "serve.json"
    try:
        os.environ["PREFECT_API_URL"] = url
        importlib.import_module("deployments.catalog")  # Prefect takes seconds to import, the server to start: at once.
        _wait_until_healthy(port, server, home)
        address.parent.mkdir(parents=True, exist_ok=True)
        address.write_text(json.dumps({"url": url, "pid": os.getpid()}) + "\n", encoding="utf-8")
        yield url
    finally:
        os.environ.pop("PREFECT_API_URL", None)
        address.unlink(missing_ok=True)
        server.terminate()
        with suppress(subprocess.TimeoutExpired):
            server.wait(10)
        server.kill()


@contextmanager
def _pages(port: int) -> Iterator[None]:
    """The published books over HTTP, so that a run's page can link to its book; unless someone serves them already."""
    from tasks.book_page import PAGES_VARIABLE

    if os.environ.get(PAGES_VARIABLE):
        yield
        return
    with ExitStack() as stack:
        try:
            server = stack.enter_context(serving(None, port))
        except OSError:
            server = stack.enter_context(serving(None))
        os.environ[PAGES_VARIABLE] = server.address.rstrip("/")
        try:
            yield
        finally:
            del os.environ[PAGES_VARIABLE]


def served_url() -> str:
    """The address of the server that `sourcebook serve` runs on this machine now, or ""."""
    try:
        served = json.loads((cache_folder() / "serve.json").read_text(encoding="utf-8"))
        os.kill(int(served["pid"]), 0)
        return str(served["url"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _wait_until_healthy(port: int, server: subprocess.Popen[bytes], home: Path) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise StateError(f"the Prefect server ended at once; its log is {home / 'server.log'}")
        connection = http.client.HTTPConnection(_HOST, port, timeout=5)
        with closing(connection), suppress(OSError, http.client.HTTPException):
            connection.request("GET", "/api/health")
            if connection.getresponse().status == http.HTTPStatus.OK:
                return
        time.sleep(0.3)
    raise StateError(f"the Prefect server did not answer within {_START_SECONDS:g} seconds; see {home / 'server.log'}")


@contextmanager
def _terminating() -> Iterator[None]:
    """SIGTERM and a closed terminal end the command as Ctrl-C does, also where a shell has Ctrl-C ignored."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = {name: signal.signal(name, interrupt) for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    except KeyboardInterrupt:
        pass
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
