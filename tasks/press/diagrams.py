"""Mermaid drawn at build time: text in, a safe drawing or the reason why there is none out.

The engine is merman (Rust, in process, no browser, no network). Its output is still treated as
hostile: `drawing` rebuilds it from a vocabulary of shapes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import Any

from tasks.press.drawing import Drawing, UnsafeDrawing, redraw
from tasks.press.drawing_palette import ENGINE_COLOURS

MAX_SOURCE = 50_000
"""Characters of one diagram; more is no picture that a page could show."""
MAX_MILLISECONDS = 5_000
"""What one diagram may cost; a usual one takes 5."""

_OPTIONS = {
    # No foreignObject and no filter effects: what the safest of the engine's pipelines draws.
    "svg": {"pipeline": "resvg-safe"},
    "resources": {"profile": "constrained"},
    "site_config": {
        "theme": "base",
        "look": "classic",
        "htmlLabels": False,
        # Wide enough for a qualified name in one line.
        "flowchart": {"htmlLabels": False, "wrappingWidth": 320},
        "themeVariables": {**ENGINE_COLOURS, "fontFamily": "Arial", "fontSize": "14px"},
    },
}


@dataclass(frozen=True)
class Undrawn:
    """A diagram that cannot be drawn, and why, in one line."""

    reason: str


class DiagramPainter:
    """Draws diagrams; one a book, since the engine takes a moment to build: when the first diagram wants it.

    Where the platform has no engine (it comes as a wheel for Linux x86-64, macOS arm64 and Windows)
    every diagram is `Undrawn` and stays legible as its source.
    """

    def draw(self, source: str, prefix: str) -> Drawing | Undrawn:
        """One diagram.

        Args:
            source: Mermaid text, hostile.
            prefix: begins every id in the drawing; unique on its page.
        """
        if self._merman is None:
            return Undrawn("the diagram engine is not installed on this machine")
        if len(source) > MAX_SOURCE:
            return Undrawn(f"it has {len(source):,} characters; at most {MAX_SOURCE:,} are drawn")
        if not source.strip():
            return Undrawn("it is empty")
        try:
            return redraw(self._render(source), prefix)
        except UnsafeDrawing as error:
            return Undrawn(str(error))

    @cached_property
    def _merman(self) -> ModuleType | None:
        try:
            return import_module("merman")
        except ImportError:
            return None

    @cached_property
    def _engine(self) -> Any:
        assert self._merman is not None
        return self._merman.MermanEngine(options_json=json.dumps(_OPTIONS), services=None)

    def _render(self, source: str) -> str:
        merman = self._merman
        assert merman is not None
        request = merman.MermanOperationRequestV4(
            operation_id="svg",
            source=source,
            uri=None,
            options_json=None,
            control=merman.MermanOperationControl(timeout_ms=MAX_MILLISECONDS),
        )
        try:
            result = self._engine.execute(request)
        except merman.MermanError as error:
            raise UnsafeDrawing(_one_line(error)) from None
        return bytes(result.data).decode("utf-8", "replace")


def _one_line(error: Exception) -> str:
    message = str(getattr(error, "message", "") or error)
    return " ".join(message.split())[:200]
