"""The author sees the request and nothing else: it works in a process that can open no other file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from anthropic import AsyncAnthropic

from memory_schema.contracts import Role
from memory_schema.findings import Verdict, parse_verdict

_GUARD = """
import os, sys
ALLOWED = tuple(os.environ["ALLOWED"].split(os.pathsep))
WATCHED = {"open", "os.listdir", "os.scandir", "os.walk", "subprocess.Popen", "os.system", "os.exec", "shutil.copyfile"}

def guard(event, args):
    if event not in WATCHED:
        return
    name = args[0] if args else ""
    if isinstance(name, int):
        return
    if event == "open" or event.startswith(("os.listdir", "os.scandir", "os.walk")):
        path = os.path.abspath(os.fsdecode(name or "."))
        listing = event != "open" and path in os.environ["PACKAGES"].split(os.pathsep)
        if listing or path.startswith(ALLOWED) or path == "/dev/null":
            return
    raise PermissionError(f"{event} {name!r} is outside")

sys.addaudithook(guard)
"""


@pytest.fixture
def sealed_address(tmp_path):
    """The address of an author served from an empty folder, under a guard that refuses every other file."""
    root = Path(__file__).resolve().parents[2]
    guard, empty = tmp_path / "guard", tmp_path / "empty"
    guard.mkdir()
    empty.mkdir()
    (guard / "sitecustomize.py").write_text(_GUARD)
    rooms = [root / "memory_schema", root / "tasks" / "offline", root / "tasks" / "source"]
    rooms += [root / "tasks" / "__init__.py", root / "tasks" / "__pycache__"]
    python = {str(Path(place).resolve()) for place in (sys.prefix, sys.base_prefix, sys.exec_prefix)}
    env = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.pathsep.join((str(guard), str(root))),
        "ALLOWED": os.pathsep.join([*sorted(python | {sys.prefix}), *map(str, rooms), str(guard)]),
        "PACKAGES": os.pathsep.join((str(root), str(root / "tasks"))),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONSAFEPATH": "1",
    }
    probe = f"open({str(root / 'pyproject.toml')!r})"
    refused = subprocess.run([sys.executable, "-c", probe], cwd=empty, env=env, capture_output=True, text=True)
    assert "PermissionError" in refused.stderr
    server = subprocess.Popen(
        [sys.executable, "-m", "tasks.offline.serve", "--port", "0"],
        cwd=empty,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:"), server.stderr.read() if server.stderr else ""
        yield address
    finally:
        server.terminate()
        server.wait(timeout=10)


async def test_it_answers_from_a_process_that_can_open_nothing_else(ask, draft, source, sealed_address):
    """The review of a draft against its source needs nothing but the request."""
    client = AsyncAnthropic(api_key="x", base_url=sealed_address, max_retries=0)
    body = ask(Role.R1, [("output/chapters/draft/ch02-draft.md", draft), ("log.py", source)])
    async with client.messages.stream(**body) as stream:
        message = await stream.get_final_message()
    assert parse_verdict(message.content[0].text) is Verdict.PASS
