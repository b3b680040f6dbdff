"""A server of Prefect that is not there costs one line, whichever command meets it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from deployments.server_trouble import server_answers
from memory_schema.errors import StateError


@pytest.fixture
def nobody() -> str:
    """An address at which no server listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}/api"


@pytest.mark.parametrize("command", [("deployments.cli", "serve"), ("deployments.register",)])
def test_a_command_says_in_one_line_that_no_server_answers(
    nobody: str, command: tuple[str, ...], tmp_path: Path
) -> None:
    """The line names the address and what to do; there is no traceback, and the code is not zero."""
    env = {**os.environ, "PREFECT_API_URL": nobody, "PREFECT_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", *command], env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == StateError.exit_code
    (line,) = done.stderr.strip().splitlines()
    assert f"Prefect's server at {nobody} does not answer" in line
    assert "PREFECT_API_URL" in line


def test_what_prefect_raises_is_told_and_everything_else_is_not_hidden(
    nobody: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Transport, status and start of the embedded server are its troubles; another RuntimeError is a fault of ours."""
    monkeypatch.delenv("PREFECT_API_URL", raising=False)
    with pytest.raises(StateError, match="inside this command"), server_answers():
        httpx.get(nobody)
    with pytest.raises(StateError, match="all is kept"), server_answers():
        raise RuntimeError("Timed out while attempting to connect to ephemeral Prefect API server.")
    with pytest.raises(RuntimeError, match="ours"), server_answers():
        raise RuntimeError("ours")
