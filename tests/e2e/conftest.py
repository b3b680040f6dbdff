"""What the tests that start servers share: one `sourcebook serve`, one cluster on PostgreSQL, a browser a test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.e2e.browser import CHROMIUM, Ui, browsing
from tests.e2e.cluster import Cluster, documented
from tests.e2e.machine import PATIENCE, free_port
from tests.e2e.postgres import postgres, postgres_programs
from tests.e2e.served import ROOT, Served, serving

TEST_SECONDS = 480 * PATIENCE
"""For one test with its servers: whatever hangs fails within this, and the rest is still run."""
PICTURES = Path(os.environ.get("SOURCEBOOK_E2E_OUT") or ROOT / "build/e2e")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test of this folder has a deadline."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.timeout(TEST_SECONDS))


class House:
    """A `sourcebook serve` that can be started again with other options, on the same port and database."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._port, self._stack = folder, free_port(), stack
        self.served: Served
        self.start()

    def start(self, *options: str) -> Served:
        """Stop what is served, as Ctrl-C does, and serve with these options."""
        self._stack.close()
        self.served = self._stack.enter_context(serving(self._folder, *options, port=self._port, ANTHROPIC_API_KEY=""))
        return self.served


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One `sourcebook serve` for all tests that need no more than that."""
    with ExitStack() as stack:
        yield House(tmp_path_factory.mktemp("house"), stack)


@pytest.fixture
def ui(request: pytest.FixtureRequest, house: House) -> Iterator[Ui]:
    """A browser on the house; at the end no page may have asked an outside host."""
    if not Path(CHROMIUM).exists():
        pytest.fail("Debian's chromium is not installed, and without it this shows nothing")
    name = request.node.name.removeprefix("test_").replace("_", "-")
    with browsing(house.served.url, PICTURES, name) as ui:
        yield ui
        assert not ui.outside, "the page asked an outside host"


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A server on PostgreSQL that knows the deployments, as the guide has a user type it; not running yet."""
    if postgres_programs() is None:
        pytest.fail("Debian's postgresql is not installed, and without it this shows nothing")
    with postgres() as database:
        made = Cluster(tmp_path_factory.mktemp("cluster"), free_port(), database)
        with made.server():
            for words in documented("A server and workers", 1):
                made.type(words)
        yield made
