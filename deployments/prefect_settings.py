"""Prefect's settings for a run from the command line; set before Prefect is imported.

Nothing here overrides what a person has set. Without PREFECT_API_URL a run embeds its own server
(FACTS, start-up), which needs patience, keeps quiet, and sends nothing outside.
"""

from __future__ import annotations

import os
from pathlib import Path

from memory_schema.errors import InputError

_QUIET = {
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "DO_NOT_TRACK": "1",
    "PREFECT_CLI_COLORS": "false",
    "PREFECT_LOGGING_LEVEL": "CRITICAL",
    "PREFECT_LOGGING_TO_API_ENABLED": "false",
}
_EMBEDDED = {
    "PREFECT_SERVER_ALLOW_EPHEMERAL_MODE": "true",
    "PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS": "180",
    "PREFECT_SERVER_LOGGING_LEVEL": "CRITICAL",
    "PREFECT_SERVER_UI_ENABLED": "false",
    # SQLite answers 503 while it writes one event at a time, and each 503 costs the client 2 seconds.
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_BATCH_SIZE": "50",
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_READ_BATCH_SIZE": "50",
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_FLUSH_INTERVAL": "2",
    "PREFECT_SERVER_SERVICES_EVENT_PERSISTER_READ_BATCH_SIZE": "50",
    "PREFECT_SERVER_SERVICES_CANCELLATION_CLEANUP_ENABLED": "false",
    "PREFECT_SERVER_SERVICES_FOREMAN_ENABLED": "false",
    "PREFECT_SERVER_SERVICES_LATE_RUNS_ENABLED": "false",
    "PREFECT_SERVER_SERVICES_PAUSE_EXPIRATIONS_ENABLED": "false",
    "PREFECT_SERVER_SERVICES_SCHEDULER_ENABLED": "false",
    "PREFECT_SERVER_SERVICES_TRIGGERS_ENABLED": "false",
}


def settle_prefect() -> bool:
    """Set what is not set; returns whether the run embeds its own server."""
    embedded = not os.environ.get("PREFECT_API_URL")
    for name, value in {**_QUIET, **(_EMBEDDED if embedded else {})}.items():
        os.environ.setdefault(name, value)
    if embedded:
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        home = Path(os.environ.setdefault("PREFECT_HOME", str(cache / "sourcebook" / "prefect"))).expanduser()
        try:
            home.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(
                f"cannot make Prefect's folder {home}: {error.strerror}; set PREFECT_HOME to one that you may write to"
            ) from None
    return embedded
