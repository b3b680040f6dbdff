"""The validators of the trade over every page: vnu (HTML) and axe (accessibility, in a real browser).

They come from npm, so they run where `make check-press` has put them, and are skipped elsewhere.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.press.browsing import CHROMIUM, DESKTOP, PHONE, Visit, browser, served, write_site
from tests.press.torture_book import torture_book

_TOOLS = Path(os.environ.get("SOURCEBOOK_PRESS_TOOLS", ""))
"""The node_modules folder of .ci/press, set by `make check-press`."""
pytestmark = [
    pytest.mark.skipif("SOURCEBOOK_PRESS_TOOLS" not in os.environ, reason="run by: make check-press"),
    pytest.mark.slow,
]


@pytest.fixture(scope="module", params=["en", "zh", "fr"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The torture book in a language; French has no labels of its own."""
    return write_site(torture_book(str(request.param)), tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """One browser for this file."""
    assert CHROMIUM.exists(), f"install {CHROMIUM}, or name another one with SOURCEBOOK_CHROMIUM"
    with browser() as opened:
        yield opened


def test_vnu_finds_no_error(site: Path) -> None:
    """Every page is valid HTML by the Nu checker, drawings and all."""
    jar = _TOOLS / "vnu-jar/build/dist/vnu.jar"
    pages = sorted(map(str, site.glob("*.html")))
    command = ["java", "-jar", str(jar), "--errors-only", "--exit-zero-always", "--format", "json", *pages]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    messages = json.loads(done.stderr or done.stdout)["messages"]
    assert [(m["url"], m.get("lastLine"), m["message"]) for m in messages] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_no_violation(chromium: Any, site: Path, scheme: str, size: dict[str, int]) -> None:
    """Every page passes axe, and none asks for anything outside or complains in the console."""
    axe = (_TOOLS / "axe-core/axe.min.js").read_text(encoding="utf-8")
    with served(site) as base:
        visit = Visit(chromium.new_context(viewport=size, color_scheme=scheme), base)
        found = []
        page = visit.open()
        for path in sorted(site.glob("*.html")):
            page.goto(base + path.name)
            # Evaluated by the debugger, which the page's policy does not bind.
            page.evaluate(axe)
            result = page.evaluate("axe.run(document, {resultTypes: ['violations'], preload: false})")
            found += [(path.name, one["id"], one["nodes"][0]["html"][:120]) for one in result["violations"]]
        visit.context.close()
    assert found == []
    assert visit.outside == []
    assert visit.complaints == []
