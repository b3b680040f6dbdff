"""Prefect's settings for each way of starting; set before Prefect is imported.

Nothing here overrides what a person has set. Without PREFECT_API_URL a command embeds its own server
(FACTS, start-up), which needs patience, keeps quiet, and sends nothing outside.
"""

from __future__ import annotations

import os
from pathlib import Path

from memory_schema.errors import InputError

_SILENT = {
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "DO_NOT_TRACK": "1",
    "PREFECT_CLI_COLORS": "false",
}
_BATCHED = {
    # SQLite answers 503 while it writes one event at a time, and each 503 costs the client 2 seconds.
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_BATCH_SIZE": "50",
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_READ_BATCH_SIZE": "50",
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_FLUSH_INTERVAL": "2",
    # Stored events would be four fifths of the database and most of its writes; states, logs and artifacts are
    # kept without them, and automations see every event all the same. Only the page "Event Feed" stays empty.
    "PREFECT_SERVER_SERVICES_EVENT_PERSISTER_ENABLED": "false",
}
_EMBEDDED = {
    **_BATCHED,
    "PREFECT_LOGGING_LEVEL": "CRITICAL",
    "PREFECT_LOGGING_TO_API_ENABLED": "false",
    "PREFECT_SERVER_ALLOW_EPHEMERAL_MODE": "true",
    "PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS": "180",
    "PREFECT_SERVER_LOGGING_LEVEL": "CRITICAL",
    "PREFECT_SERVER_UI_ENABLED": "false",
    "PREFECT_SERVER_SERVICES_CANCELLATION_CLEANUP_ENABLED": "false",
    "PREFECT_SERVER_SERVICES_FOREMAN_ENABLED": "false",
    "PREFECT_SERVER_SERVICES_LATE_RUNS_ENABLED": "false",
    "PREFECT_SERVER_SERVICES_PAUSE_EXPIRATIONS_ENABLED": "false",
    "PREFECT_SERVER_SERVICES_SCHEDULER_ENABLED": "false",
    "PREFECT_SERVER_SERVICES_TRIGGERS_ENABLED": "false",
}
_REMOTE = {
    # The run's log belongs to the server's page; the console shows the book's own progress.
    "PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL": "CRITICAL",
}
HEARTBEAT_SECONDS = 30
SERVED = {
    **_SILENT,
    **_BATCHED,
    "PREFECT_SERVER_SERVICES_TRIGGERS_READ_BATCH_SIZE": "50",
    # The newer UI asks an outside host even with analytics off (FACTS, UI).
    "PREFECT_SERVER_UI_V2_ENABLED": "false",
    "PREFECT_SERVER_UI_SHOW_PROMOTIONAL_CONTENT": "false",
    # In memory, the slots of a concurrency limit would leak at a restart of the server.
    "PREFECT_SERVER_CONCURRENCY_LEASE_STORAGE": "prefect.server.concurrency.lease_storage.filesystem",
    "PREFECT_FLOWS_HEARTBEAT_FREQUENCY": str(HEARTBEAT_SECONDS),
    # The server is next door: who presses Run, Resume or Cancel is not kept waiting ten seconds.
    "PREFECT_RUNNER_POLL_FREQUENCY": "2",
    "PREFECT_SERVER_LOGGING_LEVEL": "WARNING",
}
"""A server of one machine, and what its flow runs need to know."""


def settle_prefect() -> bool:
    """Set what is not set for a run of the command line; returns whether it embeds its own server."""
    embedded = not os.environ.get("PREFECT_API_URL")
    _set_default({**_SILENT, **(_EMBEDDED if embedded else _REMOTE)})
    if embedded:
        _make_home("prefect")
    return embedded


def settle_served() -> Path:
    """Set what is not set for `sourcebook serve` and everything that it starts; returns Prefect's folder."""
    _set_default(SERVED)
    return _make_home("serve")


def cache_folder() -> Path:
    """Where Sourcebook keeps what belongs to a user and to no book."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sourcebook"


def _set_default(values: dict[str, str]) -> None:
    for name, value in values.items():
        os.environ.setdefault(name, value)


def _make_home(name: str) -> Path:
    home = Path(os.environ.setdefault("PREFECT_HOME", str(cache_folder() / name))).expanduser()
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"cannot make Prefect's folder {home}: {error.strerror}; set PREFECT_HOME to one that you may write to"
        ) from None
    return home
