"""What a model can do: window, output limit, effort, structured output, the least that its server caches.

Asked of the server when it is there (`client.models.retrieve`); else read off a dated table; of a model
that neither knows, book.toml is believed and nothing is assumed, and the run says so. What book.toml asks
for and the model has not is refused before the first call.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from memory_schema.book import BookConfig, Effort
from memory_schema.contracts import CONTRACTS, Resource, Role
from memory_schema.errors import ConfigError
from memory_schema.lengths import counts_characters
from memory_schema.tiers import Choice, all_choices
from tasks.agent.budget_table import call_budget_of

TABLE_DATE = "2026-11-30"
EFFORTS: tuple[Effort, ...] = ("low", "medium", "high", "xhigh", "max")
LEAST_CACHED = 4_096
"""The largest minimum of any model that caches: taken where a model's own is not known (FACTS)."""
OFFLINE_MODEL = "offline-author"
_DRAFT_WORD, _DRAFT_CHARACTER = 2.9, 2.0
"""Ceiling tokens of a draft for each word or character of its target, its code included."""


@dataclass(frozen=True)
class Profile:
    """One model. Tokens; `source` says where the figures are from."""

    model: str
    window: int
    max_output: int
    efforts: tuple[Effort, ...] = ()
    structured_output: bool = False
    cache_minimum: int = LEAST_CACHED
    source: str = f"table of {TABLE_DATE}"
    known: bool = True

    def effort(self, choice: Choice) -> Effort | None:
        """The effort that is sent: what a person wrote, or the tier's wish where the model knows it."""
        return choice.effort if choice.effort_key or choice.effort in self.efforts else None


_MINIMA = {
    # Where the documentation of the day names no minimum, the largest of any model is taken.
    "claude-fable-5-2": LEAST_CACHED,
    "claude-fable-5-1": LEAST_CACHED,
    "claude-opus-5-5": LEAST_CACHED,
    "claude-sonnet-5-5": LEAST_CACHED,
    "claude-haiku-5-5": LEAST_CACHED,
    "claude-opus-5": 512,
    "claude-fable-5": 512,
    "claude-sonnet-5": 1_024,
}
TABLE: dict[str, Profile] = {
    **{
        name: Profile(name, 1_000_000, 128_000, EFFORTS, True, minimum)  # the current family and the one before
        for name, minimum in _MINIMA.items()
    },
    "claude-haiku-4-5": Profile("claude-haiku-4-5", 200_000, 64_000, (), True, 4_096),
    OFFLINE_MODEL: Profile(OFFLINE_MODEL, 1_000_000, 128_000, (), False, 1_024),
}


def profile_of(name: str, config: BookConfig, asked: Profile | None = None) -> Profile:
    """What is known of a model: by its server, by the table, or nothing beside what book.toml says.

    Args:
        asked: what the server said; None where it was not asked or did not say.
    """
    listed = TABLE.get(name) or next((found for key, found in TABLE.items() if _is_dated(name, key)), None)
    if asked is not None:
        # A server says nothing of its cache's minimum.
        return replace(asked, cache_minimum=listed.cache_minimum if listed else LEAST_CACHED)
    if listed is not None:
        return replace(listed, model=name)
    return Profile(
        name, config.model.window, config.model.max_output, source="book.toml: nothing is known of it", known=False
    )


def model_of(choice: Choice) -> str:
    """The model that a choice means."""
    return choice.name or OFFLINE_MODEL


def models_of(config: BookConfig) -> tuple[str, ...]:
    """Every model that a run may ask."""
    names = (model_of(choice) for choices in all_choices(config).values() for choice in choices)
    return tuple(dict.fromkeys(names))


def check_models(config: BookConfig, profiles: Mapping[str, Profile]) -> None:
    """Refuse what book.toml asks of a model that has not got it. Raises ConfigError: one line, before any call."""
    for role, choices in all_choices(config).items():
        for choice in choices:
            profile = profiles[model_of(choice)]
            if profile.known and choice.name is not None:
                _check_choice(config, choice, profile)
            _check_room(config, role, choice, profile)


def sized(config: BookConfig, choices: Iterable[Choice], profiles: Mapping[str, Profile]) -> BookConfig:
    """book.toml with the window and the output limit that hold for everyone who may be asked."""
    window, limit = config.model.window, config.model.max_output
    limits = []
    for choice in choices:
        profile = profiles[model_of(choice)]
        window = min(window, profile.window)
        limits.append(min(choice.max_output, profile.max_output))
    model = config.model.model_copy(update={"window": window, "max_output": min(limits, default=limit)})
    return config.model_copy(update={"model": model})


def _check_choice(config: BookConfig, choice: Choice, profile: Profile) -> None:
    if choice.effort_key and choice.effort not in profile.efforts:
        has = f"it knows {', '.join(profile.efforts)}" if profile.efforts else "it knows no effort"
        raise ConfigError(
            f'{choice.effort_key}.effort is "{choice.effort}": {choice.name} has no such effort ({has}; '
            f"{profile.source}); remove it, or choose another model"
        )
    if choice.max_output_key and choice.max_output > profile.max_output:
        raise ConfigError(
            f"{choice.max_output_key}.max_output is {choice.max_output}: {choice.name} writes at most "
            f"{profile.max_output} tokens a call ({profile.source}); lower it, or choose another model"
        )
    if "window" in config.model.model_fields_set and config.model.window > profile.window:
        raise ConfigError(
            f"model.window is {config.model.window}: {choice.name} takes in at most {profile.window} tokens "
            f"({profile.source}); lower it, or choose another model"
        )


def _check_room(config: BookConfig, role: Role, choice: Choice, profile: Profile) -> None:
    """A file that a role cannot do without must fit beside its rules and its reply: the longest is a draft."""
    contract = CONTRACTS[role]
    drafts = (Resource.DRAFT, Resource.PREVIOUS_DRAFT, Resource.FINAL)
    if not any(read.resource in drafts for read in contract.reads):
        return
    room = call_budget_of(contract, sized(config, (choice,), {model_of(choice): profile}))
    rate = _DRAFT_CHARACTER if counts_characters(config.language) else _DRAFT_WORD
    draft = round(config.chapters.words * rate)
    if draft > room.hard:
        raise ConfigError(
            f"a draft of chapters.words = {config.chapters.words} takes about {draft} tokens, and the window of "
            f"{room.window} that {model_of(choice)} has as {role} leaves {max(0, room.hard)} beside rules "
            "and reply; raise model.window, choose a model with a larger one, or make chapters shorter"
        )


def _is_dated(name: str, key: str) -> bool:
    """Whether a name is a table's name with a date behind it, as snapshots are called."""
    rest = name.removeprefix(f"{key}-")
    return rest != name and len(rest) == 8 and rest.isdigit()
