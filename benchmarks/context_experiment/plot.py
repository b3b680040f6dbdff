"""The plot of the experiment: input tokens a chapter as the book grows, for a slide."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import matplotlib

from benchmarks.context_experiment.strategies import Measured

matplotlib.use("Agg")

from matplotlib import pyplot

_STYLES = (("#c0392b", "-"), ("#e08e0b", "--"), ("#1f6feb", "-"))


def draw(path: Path, strategies: Sequence[Measured]) -> None:
    """Draw the tokens of each chapter on a logarithmic scale; each line is named where it ends."""
    figure, axes = pyplot.subplots(figsize=(9, 5), dpi=150)
    for one, (colour, style) in zip(strategies, _STYLES, strict=True):
        chapters = sorted(one.by_chapter)
        tokens = [one.by_chapter[chapter] for chapter in chapters]
        axes.plot(chapters, tokens, color=colour, linestyle=style, linewidth=2.2)
        axes.annotate(
            one.strategy,
            (chapters[-1], tokens[-1]),
            xytext=(6, 0),
            textcoords="offset points",
            color=colour,
            va="center",
        )
    axes.set_yscale("log")
    axes.set_xlabel("chapter")
    axes.set_ylabel("input tokens of all calls for the chapter")
    axes.set_title("What one more chapter costs to read", loc="left", fontweight="bold")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", alpha=0.3)
    last = max(strategies[0].by_chapter)
    axes.set_xlim(1, last * 1.22)
    axes.set_xticks([1, *range(20, last + 1, 20)])
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
    print(f"plot: {path}")
