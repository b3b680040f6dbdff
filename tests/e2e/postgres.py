"""A PostgreSQL of Debian's for one test: its own cluster in a folder of its own, run by nobody who matters."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.e2e.machine import free_port

USER = "postgres"
"""Debian's package makes this user; PostgreSQL refuses to be run by root."""


def postgres_programs() -> Path | None:
    """The folder of initdb and postgres, or None where PostgreSQL is not installed."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return folders[-1] if folders else None


@contextmanager
def postgres() -> Iterator[str]:
    """A fresh database until the body is over; yields the address that Prefect's server takes."""
    programs, port = postgres_programs(), free_port()
    assert programs is not None
    who: dict[str, Any] = {"user": USER, "group": USER, "extra_groups": []} if os.geteuid() == 0 else {}
    with tempfile.TemporaryDirectory(prefix="sourcebook-postgres-") as folder:
        if who:
            shutil.chown(folder, USER, USER)
        data, quiet = (
            f"{folder}/data",
            {"stdout": subprocess.DEVNULL, "stderr": subprocess.STDOUT, "cwd": folder, **who},
        )
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "sourcebook", "-A", "trust", "--no-sync"], check=True, **quiet
        )
        log = f"{folder}/log"
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=200"
        subprocess.run([programs / "pg_ctl", "-D", data, "-l", log, "-o", options, "-w", "start"], check=True, **quiet)
        try:
            yield f"postgresql+asyncpg://sourcebook@127.0.0.1:{port}/postgres"
        finally:
            subprocess.run([programs / "pg_ctl", "-D", data, "-m", "immediate", "stop"], check=False, **quiet)
