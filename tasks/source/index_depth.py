"""How much was read off a file. By itself, since a worker needs no store to be told so."""

from __future__ import annotations

from enum import StrEnum


class Depth(StrEnum):
    """How much was read off a file; the value is the name of its table in the store."""

    SURVEY = "survey"
    PARSED = "parsed"
