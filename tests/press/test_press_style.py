"""The style sheet: contrast that everybody can read, and no colour without its dark twin."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from pygments.token import STANDARD_TYPES

from tasks.press.drawing_palette import FILL_CLASSES, TONES

CSS = (files("tasks.press") / "assets" / "style.css").read_text(encoding="utf-8")
COLOURS = {
    name: (light, dark) for name, light, dark in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", CSS)
}
GROUNDS = ("paper", "panel", "line", "mark", "code-paper")
ON_CODE = [name for name in COLOURS if name.startswith("code-") and name != "code-paper"]
ON_PAPER = ["ink", "quiet", "link", "note", "tip", "important", "warning", "caution"]
FILLS = ("draw-node", "draw-group", "draw-note", *(f"tone-{n}" for n in range(1, 9)))
"""What words in a drawing stand on."""
MAP = ("covered", "touched", "passed")
LINES = ("draw-line", "draw-edge")
PAIRS = [
    *((name, "code-paper") for name in ON_CODE),
    *((name, ground) for name in ON_PAPER for ground in ("paper", "panel")),
    ("link", "mark"), ("ink", "mark"), ("paper", "draw-line"),
    *(("ink", ground) for ground in (*FILLS, *MAP)),
]  # fmt: skip


def luminance(colour: str) -> float:
    """Relative luminance of a #rrggbb colour (WCAG 2.2)."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_contrast(ink: str, ground: str) -> None:
    """Every text colour reaches WCAG AA (4.5) on the grounds it stands on, in light and in dark."""
    for mode in (0, 1):
        assert contrast(COLOURS[ink][mode], COLOURS[ground][mode]) >= 4.5


def test_every_colour_is_judged() -> None:
    """A new colour joins the contrast test: no hex colour stands outside the palette."""
    assert set(COLOURS) == {*GROUNDS, *ON_PAPER, *ON_CODE, *FILLS, *MAP, *LINES}
    outside = re.sub(r"--[\w-]+: light-dark\(.*?\);", "", CSS)
    assert set(re.findall(r"#[0-9a-f]{3,8}\b", outside)) <= {"#fff"}


@pytest.mark.parametrize("line", LINES)
def test_lines_of_drawings_are_seen(line: str) -> None:
    """Lines of a drawing reach WCAG's 3.0 for graphics on paper, in light and in dark."""
    for mode in (0, 1):
        assert contrast(COLOURS[line][mode], COLOURS["paper"][mode]) >= 3.0


def test_drawings_use_known_classes() -> None:
    """Every class that a drawing may get is painted by the style sheet."""
    for name in FILL_CLASSES:
        assert f".f-{name} " in CSS
    for name in ("line", "edge", *(f"tone-{n}" for n in range(1, TONES + 1))):
        assert f".s-{name} " in CSS


def test_token_classes_exist() -> None:
    """Every class in the code palette is one that Pygments gives."""
    section = CSS.split("Token classes")[1].split("/*")[0].split("*/")[-1]
    assert set(re.findall(r"\.([a-z]\w*)", section)) <= set(STANDARD_TYPES.values())


def test_line_numbers_are_not_copied() -> None:
    """Numbers are generated content that no selection holds."""
    rule = re.search(r"\.line::before \{([^}]*)\}", CSS)
    assert rule
    assert "attr(data-line)" in rule[1]
    assert "user-select: none" in rule[1]
