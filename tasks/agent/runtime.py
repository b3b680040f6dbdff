"""What all agents of one book's run share; built in one place (`tasks.options`), found inside tasks."""

from __future__ import annotations

from dataclasses import dataclass, field

from memory_schema.book import BookConfig
from memory_schema.contracts import Role
from memory_schema.receipts import Standing, State
from memory_schema.selection import SourceHash
from memory_schema.workspace import Workspace
from tasks.agent.journal import Journal
from tasks.agent.limits import RunMeter
from tasks.agent.model import ModelClient
from tasks.agent.pace import Pace
from tasks.agent.pricing import Price, unknown_price
from tasks.agent.warming import Warmth
from tasks.source.view import SourceView

OFFLINE_MODEL = "offline-author"
"""The model name of requests when book.toml names none."""
LEAST_CACHED = 4_096
"""The largest minimum of any model that caches; below it a mark would silently do nothing on some (FACTS)."""


@dataclass(frozen=True)
class Runtime:
    """One run on one book.

    `redo_memory`: also redo what is stale by memory alone (`write --memory`). `redo_if`: redo what was
    made with another "model" or "prompt" (`--redo-if`). `price`: what a model costs; the default knows
    no price.
    """

    workspace: Workspace
    config: BookConfig
    client: ModelClient
    journal: Journal
    view: SourceView
    price: Price = unknown_price
    redo_memory: bool = False
    redo_if: frozenset[str] = frozenset()
    meter: RunMeter = field(default_factory=RunMeter)
    warmth: Warmth = field(default_factory=Warmth)
    pace: Pace = field(default_factory=Pace)

    @property
    def run(self) -> str:
        """The run's id."""
        return self.journal.run

    @property
    def model(self) -> str:
        """Who writes."""
        return self.config.model.name or OFFLINE_MODEL

    @property
    def stronger(self) -> str:
        """Who is asked for the one escalation: the stronger model, or the same one again."""
        return self.config.model.stronger or self.model

    @property
    def caches(self) -> bool:
        """Whether requests say what to cache: on servers that are known to take it, unless book.toml decides."""
        table = self.config.model
        return table.cache == "on" or (table.cache == "auto" and table.base_url is None)

    def asked_of(self, role: Role) -> str:
        """Which model a role asks first."""
        return self.model

    def cache_minimum(self, model: str) -> int:
        """The shortest beginning of a request, in tokens, that the model's server caches."""
        return 1_024 if model == OFFLINE_MODEL else LEAST_CACHED

    @property
    def source_hash(self) -> SourceHash:
        """The hash of a source file as the manifest pins it; of the whole tree for ""; "" for none."""
        return self._source_hash

    def acceptable(self, standing: Standing) -> bool:
        """Whether an output in this state needs no work in this run (PROTOCOL 4)."""
        if standing.memory_only:
            return not self.redo_memory
        return standing.state in (State.FRESH, State.EDITED)

    def _source_hash(self, path: str) -> str:
        manifest = self.view.manifest
        if not path:
            return manifest.digest
        facts = manifest.files.get(path)
        return facts.sha256 if facts is not None else ""
