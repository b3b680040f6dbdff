"""A parse costs time and memory within bounds, whatever the text, and costs this process nothing beyond them."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tasks.source import trial_parse
from tasks.source.index_store import IndexStore
from tasks.source.manifest import take_manifest
from tasks.source.parsed_file import parse_file, parse_plainly
from tasks.source.process_limits import is_expendable
from tasks.source.secrets import redact
from tasks.source.syntax_tree import parse_tree
from tasks.source.view import SourceView


def noise(pattern: str, count: int, seed: int = 1) -> str:
    """So many wrong tokens, each another one: the end of a parse costs the square of their number."""
    numbers = random.Random(seed)
    return "".join(pattern.replace("#", str(numbers.randrange(10**9))) for _ in range(count))


CODE = "".join(f"int f{number}(int a) {{ return a + {number}; }}\n" for number in range(300))
# In this process each would take from ten seconds to minutes, and from 4 to 24 GB.
NOISES = [
    ("c", noise("=>a# ", 8_000)),
    ("c", CODE + noise("=>a# ", 8_000) + "\n/* the end */\n" * 600),
    ("c", noise("=>E#\n%w# ", 8_000)),
    ("java", noise("=>a" + "x" * 50 + "# ", 8_000)),
]


@pytest.mark.parametrize(("language", "text"), NOISES)
def test_a_text_that_ends_in_what_fits_nowhere_is_not_parsed(language: str, text: str) -> None:
    """Its parse ends another process, by the limits that this one set itself, and the plain outline remains."""
    assert parse_tree(text, language) is None
    assert trial_parse._running is not None
    assert not trial_parse._running.is_there(), "it died of the text"
    assert parse_file(text, language) == parse_plainly(text, language)
    tree = parse_tree(CODE, "c")
    assert tree is not None, "the next text is parsed as ever"
    assert not tree.root_node.has_error


def test_what_code_follows_is_parsed() -> None:
    """The parser finds its way back where code follows, and such a text has a tree."""
    assert parse_tree(noise("=>a# ", 1_000) + "\n" + CODE, "c") is not None


def test_a_text_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is kept, for the good and for the bad; a small text is not asked about at all."""
    asked: list[bytes] = []

    class Counted(trial_parse.TrialProcess):
        def ask(self, data: bytes, language: str) -> bool:
            asked.append(data)
            return super().ask(data, language)

    trial_parse.end_trials()
    monkeypatch.setattr(trial_parse, "TrialProcess", Counted)
    bad, good = noise("=>a# ", 4_000, seed=2), CODE + "int once;\n"
    for _ in range(3):
        assert parse_tree(bad, "c") is None
        assert parse_tree(good, "c") is not None
        assert parse_tree("int a;\n", "c") is not None
    assert asked == [bad.encode(), good.encode()]


def test_a_process_that_died_between_two_texts_is_replaced() -> None:
    """It may be ended from outside at any time."""
    assert parse_tree(CODE + "int before;\n", "c") is not None
    assert trial_parse._running is not None
    trial_parse._running.process.kill()
    trial_parse._running.process.wait()
    assert parse_tree(CODE + "int after;\n", "c") is not None


def test_a_process_that_does_not_start_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken installation is told, and does not look like a source without definitions."""
    trial_parse.end_trials()
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    with pytest.raises(OSError, match=r"did not start: \S+false -m tasks\.source\.trial_parser"):
        parse_tree(CODE + "int never;\n", "c")


def test_the_process_ends_with_the_one_that_asks() -> None:
    """Nothing is left behind, even where the asker is killed."""
    script = (
        "import os; from tasks.source import trial_parse; from tasks.source.syntax_tree import parse_tree\n"
        "parse_tree('int a;' * 400, 'c'); print(trial_parse._running.process.pid, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    asker = subprocess.run((sys.executable, "-c", script), stdout=subprocess.PIPE, check=False)
    assert asker.returncode == -9
    deadline = time.monotonic() + 20
    while _is_there(int(asker.stdout)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not _is_there(int(asker.stdout))


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_worker_that_parses_is_the_one_that_dies(tmp_path: Path) -> None:
    """Many files are parsed by processes that limit themselves: the hostile file is outlined, the others are read."""
    root = tmp_path / "src"
    root.mkdir()
    for number in range(160):
        (root / f"f{number}.c").write_text(f"int g{number}(int a) {{ return a; }}\n")
    hostile = CODE + noise("=>a#\n", 8_000)
    (root / "hostile.c").write_text(hostile)
    store = IndexStore(tmp_path / "index")
    view = SourceView(root, take_manifest(root, index=store), redact, store)
    view.index_all()
    assert [one.name for one in view.symbols("f159.c")] == ["g159"]
    assert list(view.symbols("hostile.c")) == list(parse_plainly(hostile, "c").symbols)
    assert not is_expendable()
