"""Server, worker and deployments as docs/operations.md has a user type them; both killed (must show 2 and 4)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from deployments.prefect_settings import SERVED
from deployments.watchdog import MARK, marked
from tests.e2e.model_server import model_server
from tests.e2e.served import ROOT, START_SECONDS, Api, clean_environment, free_port, until
from tests.e2e.test_prefect_ui import make_book

pytestmark = [pytest.mark.slow, pytest.mark.e2e]
PREFECT = [sys.executable, "-m", "prefect"]


def settings(folder: Path, port: int) -> dict[str, str]:
    """What docs/operations.md has a user export on the server and on the workers."""
    return clean_environment(
        folder,
        **SERVED,
        PREFECT_HOME=str(folder / "home"),
        PREFECT_API_URL=f"http://127.0.0.1:{port}/api",
        SOURCEBOOK_HOME=str(ROOT),
    )


@contextmanager
def started(name: str, folder: Path, env: dict[str, str], *command: str) -> Iterator[str]:
    """A program of Prefect until the body is over; yields the mark of everything that it starts."""
    mark = uuid.uuid4().hex
    with (folder / f"{name}.log").open("ab") as log:
        process = subprocess.Popen(
            [*PREFECT, *command], env={**env, MARK: mark}, cwd=ROOT, stdout=log, stderr=log, start_new_session=True
        )
    try:
        yield mark
    finally:
        kill_all(mark)
        process.wait(30)


def kill_all(mark: str) -> None:
    """SIGKILL for a program and its flow runs, as when a machine dies."""
    while found := marked(mark, os.getpid()):
        for process in found:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)


def healthy(api: Api) -> bool:
    """Whether the server answers."""
    try:
        return api.client.get(f"{api.url}/health").is_success
    except OSError:
        return False
    except Exception:
        return False


def test_a_killed_worker_and_server_are_survived(tmp_path: Path) -> None:
    """Killed in the middle of a chapter: the old run does not claim to go on, no finished agent is asked again."""
    port = free_port()
    env, api = settings(tmp_path, port), Api(f"http://127.0.0.1:{port}/api")
    server = ("server", "start", "--host", "127.0.0.1", "--port", str(port))
    worker = ("worker", "start", "--pool", "sourcebook")
    hanging = True
    with model_server(lambda who, _: "hang" if hanging and who == "r1 ch01" else None) as model:
        book = make_book(tmp_path, approve="auto", model=model.table())
        with started("server", tmp_path, env, *server):
            until(lambda: healthy(api), "the server answers", START_SECONDS)
            _type(env, "work-pool", "create", "sourcebook", "--type", "process")
            _type(env, "--no-prompt", "deploy", "--prefect-file", "deployments/prefect.yaml", "--all")
            _register(env)
            with started("worker", tmp_path, env, *worker) as first:
                _type(env, "deployment", "run", "book/write", "-p", f"book={book}")
                until(lambda: any(who == "r1 ch01" for who, _ in model.asked), "R1 is asked", START_SECONDS)
                old = api.flow_runs(deployment_id={"any_": [api.deployment("book/write")["id"]]})[0]["id"]
                until(lambda: len([w for w, _ in model.asked if w in ("r2 ch01", "r3 ch01")]) == 2, "R2, R3 asked", 60)
                kill_all(first)
        hanging = False
        before = Counter(who for who, _ in model.asked)
        with started("server", tmp_path, env, *server):
            until(lambda: healthy(api), "the server answers again", START_SECONDS)
            with started("worker", tmp_path, env, *worker):
                until(lambda: api.state(old) == "Crashed", "the old run is Crashed", 240, lambda: api.why(old))
                new = api.start("book/write", book=str(book))
                api.wait(new, "Completed", seconds=900)
    after = Counter(who for who, _ in model.asked)
    assert {who for who in before if after[who] > before[who]} <= {"r1 ch01", "r2 ch01", "r3 ch01", "researcher ch02"}
    assert (book / "output/publish/index.html").is_file()


def _type(env: dict[str, str], *words: str) -> None:
    done = subprocess.run(
        [*PREFECT, *words], env=env, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, f"prefect {' '.join(words)}: {done.stdout[-800:]} {done.stderr[-800:]}"


def _register(env: dict[str, str]) -> None:
    command = [sys.executable, "-m", "deployments.register"]
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-800:]
