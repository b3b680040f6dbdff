"""What all agents of one book's run share; built in one place (`tasks.options`), found inside tasks."""

from __future__ import annotations

from dataclasses import dataclass, field

from memory_schema.book import BookConfig, Effort
from memory_schema.contracts import Role
from memory_schema.receipts import Standing, State
from memory_schema.selection import SourceHash
from memory_schema.tiers import Choice, choice_of, escalation_of
from memory_schema.workspace import Workspace
from tasks.agent.batch_store import BatchStore
from tasks.agent.capabilities import Profile, model_of, profile_of, sized
from tasks.agent.journal import Journal
from tasks.agent.limits import RunMeter
from tasks.agent.model import ModelClient
from tasks.agent.pace import Pace
from tasks.agent.pricing import Price, unknown_price
from tasks.agent.warming import Warmth
from tasks.source.view import SourceView


@dataclass(frozen=True)
class Asked:
    """A model, and the effort that is sent with a request; None = none is sent."""

    model: str
    effort: Effort | None = None


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
    batches: BatchStore | None = None
    """Economy mode: where replies lie that came in batches; None where no batch is sent."""
    warmth: Warmth = field(default_factory=Warmth)
    pace: Pace = field(default_factory=Pace)
    profiles: dict[str, Profile] = field(default_factory=dict)
    """What is known of the models that may be asked; one that is not here is looked up in the table."""

    @property
    def run(self) -> str:
        """The run's id."""
        return self.journal.run

    def asks(self, role: Role, round_number: int = 1) -> Asked:
        """Who is asked first for a role, and how deeply."""
        return self._asked(choice_of(self.config, role, round_number))

    def asks_again(self, role: Role) -> Asked:
        """Who is asked for the one escalation: the stronger model, or the same one again."""
        return self._asked(escalation_of(self.config, role))

    def sized_for(self, role: Role, round_number: int = 1) -> BookConfig:
        """book.toml with the window and the output limit of the models that a role may ask."""
        choices = (choice_of(self.config, role, round_number), escalation_of(self.config, role))
        return sized(self.config, choices, {name: self.profile(name) for name in map(model_of, choices)})

    def profile(self, model: str) -> Profile:
        """What is known of a model."""
        return self.profiles.get(model) or profile_of(model, self.config)

    def _asked(self, choice: Choice) -> Asked:
        name = model_of(choice)
        return Asked(name, self.profile(name).effort(choice) if choice.name else None)

    @property
    def caches(self) -> bool:
        """Whether requests say what to cache: on servers that are known to take it, unless book.toml decides."""
        table = self.config.model
        return table.cache == "on" or (table.cache == "auto" and table.base_url is None)

    def asked_of(self, role: Role) -> str:
        """Which model a role asks first."""
        return self.asks(role).model

    def cache_minimum(self, model: str) -> int:
        """The shortest beginning of a request, in tokens, that the model's server caches."""
        return self.profile(model).cache_minimum

    @property
    def source_hash(self) -> SourceHash:
        """The hash of a source file as the manifest pins it; of the whole tree for ""; "" for none."""
        return self.view.manifest.source_hash

    def acceptable(self, standing: Standing) -> bool:
        """Whether an output in this state needs no work in this run (PROTOCOL 4)."""
        if standing.memory_only:
            return not self.redo_memory
        return standing.state in (State.FRESH, State.EDITED)
