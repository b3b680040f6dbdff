"""Addresses of source lines: the template of `[publish] source_url` filled in."""

from __future__ import annotations

from urllib.parse import quote

from tasks.press.manuscript import Origin


def source_address(origin: Origin, path: str, start: int, end: int) -> str:
    """The address of lines in the pinned source, or "" where none is configured or the commit is unknown.

    The path is percent-encoded, so that no name of a file can change the rest of the address.
    """
    if not origin.url or ("{commit}" in origin.url and not origin.commit):
        return ""
    parts = {"path": quote(path, safe="/"), "start": str(start), "end": str(end), "commit": quote(origin.commit)}
    address = origin.url
    for name, value in parts.items():
        address = address.replace(f"{{{name}}}", value)
    return address
