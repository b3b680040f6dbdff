"""Models per role: who is asked, how deeply, and what is refused before the first call."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_schema.book import BookConfig, parse_book
from memory_schema.contracts import ASKING_ROLES, Role
from memory_schema.errors import ConfigError
from memory_schema.tiers import TIERS, choice_of, escalation_of
from tasks.agent.capabilities import EFFORTS, TABLE, Profile, check_models, models_of, profile_of, sized
from tasks.agent.claude import ClaudeClient
from tasks.offline.app import offline_app
from tasks.options import running
from tests.agent.scripted_book import GOOD, Book, build_book

LEAST = 'title = "T"\n[source]\npath = "src"\n'
TIERED = LEAST + (
    '[model]\nname = "claude-sonnet-5-5"\nstronger = "claude-opus-5-5"\n[models]\nstrong.name = "claude-opus-5-5"\n'
    'light.name = "claude-haiku-4-5"\nlight.max_output = 4000\nroles.r1.effort = "max"\n'
)


def checked(text: str) -> BookConfig:
    config = parse_book(text)
    check_models(config, {name: profile_of(name, config) for name in models_of(config)})
    return config


def test_every_role_that_asks_a_model_has_a_tier() -> None:
    """HOUSE, absorb 7: a table written by hand is exhaustive."""
    assert {role.value for role in TIERS} == set(ASKING_ROLES)


def test_a_role_wins_over_its_tier_and_a_tier_over_the_default() -> None:
    """Issue 4: book.toml chooses model, effort and output limit per role, with tiers by default."""
    config = checked(TIERED)
    names = {role: choice_of(config, role).name for role in (Role.WRITER, Role.RESEARCHER, Role.RS)}
    assert names == {
        Role.WRITER: "claude-opus-5-5", Role.RESEARCHER: "claude-sonnet-5-5", Role.RS: "claude-haiku-4-5"
    }  # fmt: skip
    assert choice_of(config, Role.RS).max_output == 4_000
    assert choice_of(config, Role.R1).effort == "max"
    assert choice_of(config, Role.R2).effort == "medium"


def test_with_one_model_the_tiers_differ_by_effort_where_it_knows_effort() -> None:
    """The default: same model, effort by tier; a model without effort is sent none."""
    config = checked(LEAST + '[model]\nname = "claude-opus-5-5"\n')
    profile = TABLE["claude-opus-5-5"]
    roles = (Role.WRITER, Role.RESEARCHER, Role.RS)
    assert [profile.effort(choice_of(config, role)) for role in roles] == ["high", "medium", "low"]
    assert TABLE["claude-haiku-4-5"].effort(choice_of(config, Role.WRITER)) is None


def test_the_last_revision_and_escalations_ask_the_stronger_model() -> None:
    """Issue 4: a stronger model for escalation; without one the same model thinks harder."""
    config = checked(TIERED)
    assert escalation_of(config, Role.RS).name == "claude-opus-5-5"
    plain = parse_book(LEAST + '[model]\nname = "claude-sonnet-5-5"\nstronger = "claude-opus-5-5"\n')
    rounds = [choice_of(plain, Role.WRITER_REVISING, number).name for number in (2, 3)]
    assert rounds == ["claude-sonnet-5-5", "claude-opus-5-5"]
    alone = parse_book(LEAST + '[model]\nname = "claude-sonnet-5-5"\n')
    again = escalation_of(alone, Role.RS)
    assert (again.name, again.effort) == ("claude-sonnet-5-5", "high")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('[model]\nname = "claude-haiku-4-5"\neffort = "low"\n', r"model\.effort.*claude-haiku-4-5.*no effort"),
        ('[model]\nname = "claude-opus-5-5"\n[models]\nlight.name = "claude-haiku-4-5"\nlight.effort = "low"\n',
         r"models\.light\.effort"),
        ('[model]\nname = "claude-haiku-4-5"\nmax_output = 70000\n', r"model\.max_output is 70000.*at most 64000"),
        ('[model]\nname = "claude-opus-5-5"\n[models]\nroles.writer.max_output = 200000\n',
         r"models\.roles\.writer\.max_output is 200000.*at most 128000"),
        ('[model]\nname = "claude-haiku-4-5"\nwindow = 500000\n', r"model\.window is 500000.*at most 200000"),
        ('[model]\nname = "mine"\nwindow = 12000\n[chapters]\nwords = 6000\n',
         r"chapters\.words = 6000 takes about \d+ tokens.*window of 12000.*raise model\.window"),
    ],
)  # fmt: skip
def test_a_wrong_combination_is_refused_in_one_line(more: str, said: str) -> None:
    """Issue 4, must show 4: effort, output limit and window, each with what to do."""
    with pytest.raises(ConfigError, match=said) as refused:
        checked(LEAST + more)
    assert "\n" not in str(refused.value)


async def test_it_is_refused_before_the_first_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 4, must show 4: opening a run is enough; the book is free again afterwards."""
    asked: list[str] = []

    async def send(self: ClaudeClient, *_: object) -> None:
        asked.append("call")

    async def silent(self: ClaudeClient, model: str) -> None:
        return None

    monkeypatch.setattr(ClaudeClient, "send", send)
    monkeypatch.setattr(ClaudeClient, "profile", silent)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "a-key-of-a-test")
    workspace, _, _ = build_book(tmp_path)
    workspace.release()
    wrong = LEAST + '[model]\nname = "claude-haiku-4-5"\neffort = "low"\n'
    (workspace.root / "book.toml").write_text(wrong, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"model\.effort"):
        async with running(str(workspace.root)):
            pass
    assert not asked
    with workspace.hold("another run"):
        pass


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('[models]\nstrong.name = "x"\n', "models.strong.name is set and model.name is not"),
        ('[model]\nname = "a"\nstronger = "b"\n[models]\nescalation.name = "c"\n', "keep one"),
        ('[model]\nname = "a"\n[models]\nroles.writr.effort = "low"\n', 'did you mean "writer"'),
    ],
)
def test_models_that_contradict_each_other_are_one_clear_fault(more: str, said: str) -> None:
    """book.toml is read strictly and reported in one line."""
    with pytest.raises(ConfigError, match=said):
        parse_book(LEAST + more)


def test_a_model_that_nobody_knows_is_taken_as_book_toml_says() -> None:
    """A server of one's own: nothing is assumed beside book.toml, no effort is wished, and it is said so."""
    config = checked(LEAST + '[model]\nname = "mine"\nwindow = 40000\nmax_output = 2000\n')
    profile = profile_of("mine", config)
    assert (profile.known, profile.window, profile.max_output, profile.efforts) == (False, 40_000, 2_000, ())
    assert profile.effort(choice_of(config, Role.WRITER)) is None


def test_the_smallest_of_those_who_may_be_asked_counts() -> None:
    """A prompt fits the model that is asked first and the one that is asked again."""
    config = parse_book(LEAST + '[model]\nname = "a"\nstronger = "b"\n')
    profiles = {"a": Profile("a", 100_000, 50_000, EFFORTS), "b": Profile("b", 30_000, 9_000, EFFORTS)}
    choices = (choice_of(config, Role.WRITER), escalation_of(config, Role.WRITER))
    fitted = sized(config, choices, profiles)
    assert (fitted.model.window, fitted.model.max_output) == (30_000, 9_000)


async def test_the_server_is_asked_what_its_model_can_do() -> None:
    """`client.models.retrieve` over the SDK; a server without a list of models says nothing."""
    client = ClaudeClient("a-key-of-a-test", "http://offline", app=offline_app())
    found = await client.profile("offline-author")
    await client.close()
    assert found is not None
    assert (found.window, found.max_output, found.source) == (1_000_000, 128_000, "http://offline")


async def test_effort_and_limit_go_out_with_the_request(book: Book) -> None:
    """What the tier chose is on the wire: the researcher's effort, and its model."""
    from memory_schema.binding import bind
    from tasks.agent.spawn import spawn

    tiered = book.with_config('[model]\nname = "claude-opus-5-5"\n[models]\nstandard.max_output = 3000\n')
    book.model.says(GOOD)
    await spawn(bind(Role.RESEARCHER, book.workspace, 1), 1, tiered.config, tiered.runtime)
    request = book.model.requests[0]
    assert request["output_config"] == {"effort": "medium"}
    assert (request["model"], request["max_tokens"]) == ("claude-opus-5-5", 3_000)
