"""What a person is told when Prefect's server does not answer: which one, and what to do; never a traceback."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from memory_schema.errors import StateError

_PREFECTS_WORDS = ("Failed to reach API", "ephemeral Prefect API server")
"""How Prefect 3.9 begins the RuntimeError of a server that is not there, and of its own one that did not start."""


@contextmanager
def server_answers() -> Iterator[None]:
    """Turn what Prefect raises about its server into one line.

    Raises:
        StateError: the server could not be reached, or refused a request; all that was finished is kept.
    """
    import httpx  # Prefect's client; a command that runs nothing does not wait for it

    try:
        yield
    except httpx.HTTPError as error:
        raise StateError(_line(str(error) or type(error).__name__)) from error
    except RuntimeError as error:
        if not any(words in str(error) for words in _PREFECTS_WORDS):
            raise
        raise StateError(_line(str(error))) from error


def _line(why: str) -> str:
    why = " ".join(why.split())[:200].rstrip(".")
    if url := os.environ.get("PREFECT_API_URL"):
        return f"Prefect's server at {url} does not answer ({why}); start it, or unset PREFECT_API_URL; all is kept"
    return f"the Prefect server inside this command did not answer ({why}); run the same command again; all is kept"
