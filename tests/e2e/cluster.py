"""A server and workers, started by the commands that docs/operations.md has a user type."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

from deployments.watchdog import MARK, marked
from tests.e2e.machine import PATIENCE
from tests.e2e.served import ROOT, START_SECONDS, Api, clean_environment, until

_GUIDE = ROOT / "docs/operations.md"


def documented(heading: str, number: int = 0) -> list[list[str]]:
    """The commands of one code block below a heading of docs/operations.md, as words, comments left out."""
    part = _GUIDE.read_text(encoding="utf-8").split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    block = re.findall(r"^```\n(.*?)^```", part, re.DOTALL | re.MULTILINE)[number]
    return [words for line in block.splitlines() if (words := shlex.split(line, comments=True))]


def exported(heading: str, number: int = 0) -> dict[str, str]:
    """What a code block of docs/operations.md has a user export."""
    words = [word for line in documented(heading, number) if line[0] == "export" for word in line[1:]]
    return dict(word.split("=", 1) for word in words)


@dataclass
class Cluster:
    """One server and the workers that poll it."""

    folder: Path
    port: int
    database: str

    @property
    def api(self) -> Api:
        """The server's API."""
        return Api(f"http://127.0.0.1:{self.port}/api")

    @property
    def env(self) -> dict[str, str]:
        """The environment of a person, the server and the workers: what the guide has each of them export."""
        guide = {
            **exported("A server and workers", 0),
            **exported("A server and workers", 2),
            **exported("PostgreSQL and several machines"),
            "PREFECT_SERVER_DATABASE_CONNECTION_URL": self.database,
            "PREFECT_API_URL": self.api.url,
            "PREFECT_SERVER_UI_API_URL": self.api.url,
            "SOURCEBOOK_HOME": str(ROOT),
        }
        return clean_environment(self.folder, PREFECT_HOME=str(self.folder / "home"), **guide)

    def type(self, words: list[str]) -> str:
        """One command as a person types it; returns what it printed."""
        command = [sys.executable, "-m", *words] if words[0] == "prefect" else [sys.executable, *words[1:]]
        done = subprocess.run(
            command, env=self.env, cwd=ROOT, capture_output=True, text=True, timeout=300 * PATIENCE, check=False
        )
        assert done.returncode == 0, f"{' '.join(words)}: {done.stdout[-800:]} {done.stderr[-800:]}"
        return done.stdout

    @contextmanager
    def server(self) -> Iterator[str]:
        """The server until the body is over; yields the mark by which it is killed."""
        command = ["server", "start", "--host", "127.0.0.1", "--port", str(self.port)]
        with self._started("server", command) as mark:
            until(self._healthy, "the server answers", START_SECONDS, lambda: self.log("server"))
            yield mark

    @contextmanager
    def worker(self, name: str, most: int = 2) -> Iterator[str]:
        """A worker of at most so many runs until the body is over; yields the mark by which all of it is killed."""
        command = ["worker", "start", "--pool", "sourcebook", "--limit", str(most), "--name", name]
        with self._started(name, command) as mark:
            yield mark

    def log(self, name: str) -> str:
        """The end of what a program has written."""
        path = self.folder / f"{name}.log"
        return path.read_text(errors="replace")[-3000:] if path.exists() else ""

    @contextmanager
    def _started(self, name: str, command: list[str]) -> Iterator[str]:
        mark = uuid.uuid4().hex
        with (self.folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "prefect", *command],
                env={**self.env, MARK: mark},
                cwd=ROOT,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        try:
            yield mark
        finally:
            kill_all(mark)
            process.wait(30)

    def _healthy(self) -> bool:
        try:
            return self.api.client.get(f"{self.api.url}/health").is_success
        except httpx.HTTPError:
            return False


def kill_all(mark: str) -> None:
    """SIGKILL for a program and everything that it started, as when a machine dies."""
    while found := marked(mark, os.getpid()):
        for process in found:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
