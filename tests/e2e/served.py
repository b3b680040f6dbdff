"""A real `sourcebook serve` with a database of its own, and its API as a test sees it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.e2e.machine import PATIENCE, free_port

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 300.0
"""Two noisy cores: importing Prefect three times over is most of it."""


def clean_environment(folder: Path, **more: str) -> dict[str, str]:
    """The environment of a user who has set nothing of Prefect, with a cache of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PREFECT_", "SOURCEBOOK_"))}
    return {
        **kept,
        "XDG_CACHE_HOME": str(folder / "cache"),
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",
        # What a user waits for without harm: logs, a worker's question, a schedule's first time.
        "PREFECT_LOGGING_TO_API_BATCH_INTERVAL": "0.5",
        "PREFECT_WORKER_QUERY_SECONDS": "2",
        "PREFECT_SERVER_SERVICES_SCHEDULER_LOOP_SECONDS": "5",
        **more,
    }


def sourcebook(*arguments: object, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """One command of the command line, as a user types it."""
    command = [sys.executable, "-m", "deployments.cli", *map(str, arguments)]
    return subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)


@dataclass
class Api:
    """Prefect's API at one address."""

    url: str
    client: httpx.Client = field(default_factory=lambda: httpx.Client(timeout=60))

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Send JSON, get JSON; a busy server is asked again."""
        for _ in range(5):
            reply = self.client.post(f"{self.url}/{path}", json=body or {})
            if reply.status_code != 503:
                break
            time.sleep(1)
        assert reply.is_success, f"{path}: {reply.status_code}: {reply.text[:400]}"
        return reply.json() if reply.content else None

    def get(self, path: str) -> Any:
        """Read one thing."""
        reply = self.client.get(f"{self.url}/{path}")
        assert reply.is_success, f"{path}: {reply.status_code}: {reply.text[:400]}"
        return reply.json()

    def deployment(self, name: str) -> dict[str, Any]:
        """A deployment by `flow/name`."""
        found: dict[str, Any] = self.get(f"deployments/name/{name}")
        return found

    def start(self, name: str, **parameters: object) -> str:
        """Start a deployment; returns the run's id."""
        body = {"parameters": parameters, "state": {"type": "SCHEDULED"}}
        return str(self.post(f"deployments/{self.deployment(name)['id']}/create_flow_run", body)["id"])

    def run(self, run: str) -> dict[str, Any]:
        """A flow run."""
        found: dict[str, Any] = self.get(f"flow_runs/{run}")
        return found

    def state(self, run: str) -> str:
        """The name of a flow run's state."""
        return str(self.run(run)["state"]["name"])

    def wait(self, run: str, *states: str, seconds: float = 300) -> str:
        """Wait until a run is in one of these states; returns which."""
        return until(
            lambda: (s := self.state(run)) in states and s, f"{run} in {states}", seconds, lambda: self.why(run)
        )

    def why(self, run: str) -> str:
        """The state of a run and the end of its log, for a message."""
        found = self.run(run)
        return f"{found['state']['name']}: {found['state'].get('message')}\n" + "\n".join(self.log(run)[-15:])

    def log(self, run: str) -> list[str]:
        """The lines of a flow run's log."""
        body = {"logs": {"flow_run_id": {"any_": [run]}}, "sort": "TIMESTAMP_ASC", "limit": 200}
        return [str(line["message"]) for line in self.post("logs/filter", body)]

    def flow_runs(self, **filters: Any) -> list[dict[str, Any]]:
        """Flow runs by a filter of the API."""
        found: list[dict[str, Any]] = self.post("flow_runs/filter", {"flow_runs": filters, "limit": 200})
        return found

    def of_book(self, book: Path) -> list[dict[str, Any]]:
        """Every flow run on a book."""
        return self.flow_runs(tags={"all_": [f"book:{book.resolve()}"]})

    def task_runs(self, book: Path) -> list[dict[str, Any]]:
        """Every task run of every flow run on a book."""
        runs = [run["id"] for run in self.of_book(book)]
        body = {"task_runs": {"flow_run_id": {"any_": runs}}, "limit": 200}
        found: list[dict[str, Any]] = self.post("task_runs/filter", body) if runs else []
        return found


def until(check: Callable[[], Any], what: str, seconds: float = 120, why: Callable[[], str] = lambda: "") -> Any:
    """Ask twice a second until the answer is true; returns it."""
    deadline = time.monotonic() + seconds * PATIENCE
    while time.monotonic() < deadline:
        found = check()
        if found:
            return found
        time.sleep(0.5)
    raise AssertionError(f"not within {seconds:g} seconds: {what}\n{why()}")


@dataclass
class Served:
    """`sourcebook serve` at work."""

    process: subprocess.Popen[bytes]
    url: str
    log: Path
    env: dict[str, str]

    @property
    def api(self) -> Api:
        """Its server's API."""
        return Api(f"{self.url}/api")

    def stop(self, how: int = signal.SIGINT) -> int:
        """Stop it as Ctrl-C does; returns its exit code.

        One that does not stop is killed, and its watchdog tidies up.
        """
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            return self.process.wait(60 * PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


@contextmanager
def serving(folder: Path, *options: str, port: int = 0, **more: str) -> Iterator[Served]:
    """Serve until the body is over; the log is FOLDER/serve.log."""
    folder.mkdir(parents=True, exist_ok=True)
    port = port or free_port()
    env, log = clean_environment(folder, **more), folder / "serve.log"
    command = [sys.executable, "-m", "deployments.cli", "serve", "--port", str(port), *options]
    before = log.stat().st_size if log.exists() else 0
    with log.open("ab") as out:
        process = subprocess.Popen(command, env=env, cwd=ROOT, stdout=out, stderr=out, start_new_session=True)
    served = Served(process, f"http://127.0.0.1:{port}", log, env)
    try:
        until(
            lambda: process.poll() is not None or b"serving book/write" in log.read_bytes()[before:],
            "sourcebook serve is ready",
            START_SECONDS,
            log.read_text,
        )
        assert process.poll() is None, log.read_text()
        yield served
    finally:
        served.stop()
