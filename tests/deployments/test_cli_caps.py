"""Hard caps from the command line (issue 4, must show 2)."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from tests.deployments.conftest import Sourcebook
from tests.flows.small_source import write_small_source
from tests.flows.small_toml import book_toml


def planned(sourcebook: Sourcebook, folder: Path) -> Path:
    """A book of two chapters whose outline is approved."""
    source = folder.parent / "source"
    if not source.exists():
        write_small_source(source)
    folder.mkdir()
    text = book_toml(source, title="Capped", language="en", approve="auto", chapters=2, words=600, more="")
    (folder / "book.toml").write_text(text, encoding="utf-8")
    assert sourcebook("plan", folder).code == 0
    return folder


def calls(sourcebook: Sourcebook, book: Path) -> int:
    """How many model calls a book has taken."""
    return int(json.loads(sourcebook("cost", book, "--json").out)["total"]["calls"])


def test_a_cap_stops_in_the_middle_and_the_command_that_it_names_finishes(
    sourcebook: Sourcebook, tmp_path: Path
) -> None:
    """Exit code 6 and one line that ends with the command to go on; together as many calls as without a cap."""
    free, capped = planned(sourcebook, tmp_path / "free"), planned(sourcebook, tmp_path / "capped")
    assert sourcebook("write", free).code == 0
    estimate = json.loads(sourcebook("estimate", capped, "--json").out)
    most = round(0.6 * (estimate["input"] + estimate["output"]))
    stopped = sourcebook("write", capped, "--max-tokens", most)
    assert stopped.code == 6
    line = next(line for line in stopped.complaints if "go on with: " in line)
    assert f"limits.max_tokens is {most:,}" in line
    before = calls(sourcebook, capped)
    assert 0 < before < calls(sourcebook, free)
    name, *arguments = shlex.split(line.partition("go on with: ")[2])
    assert name == "sourcebook"
    assert sourcebook(*arguments).code == 0
    assert calls(sourcebook, capped) == calls(sourcebook, free)
