"""What every test with servers needs: a free port, and patience."""

from __future__ import annotations

import os
import socket

PATIENCE = float(os.environ.get("SOURCEBOOK_E2E_PATIENCE") or 1)
"""By which every time that a test waits at most is multiplied, for a machine that has other things to do."""


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
