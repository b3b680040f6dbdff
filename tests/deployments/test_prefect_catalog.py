"""What Prefect is told: the deployments, their forms, the automation, and the settings of a local server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from prefect.exceptions import ParameterTypeError
from prefect.utilities.callables import parameter_schema
from pydantic import ValidationError

from deployments.automation import SILENCE_SECONDS, zombie_automation
from deployments.catalog import OFFERS, TAG, Offer, served_deployments
from deployments.prefect_settings import HEARTBEAT_SECONDS, SERVED
from flows.book import write_book
from flows.chapter import write_chapter
from memory_schema.book import load_book
from memory_schema.steps import Step
from tasks.answer_forms import CapsAnswer, caps_from
from tasks.missing_parameters import missing_line, say_what_is_missing
from tasks.run_parameters import ApprovalMode, BeginAt, BlockedMode, Limits, Overrides, step_of
from tasks.waiting import WAITING
from tests.e2e.cluster import exported

ROOT = Path(__file__).resolve().parents[2]
PREFECT_YAML = yaml.safe_load((ROOT / "deployments/prefect.yaml").read_text(encoding="utf-8"))


def form(flow: Any) -> dict[str, Any]:
    """The fields of a flow's form."""
    return dict(parameter_schema(flow).model_dump()["properties"])


def test_the_file_and_the_catalog_are_one() -> None:
    """A worker finds in prefect.yaml exactly what `serve` registers, by module entrypoints."""
    listed = {
        item["name"]: (item["entrypoint"], item["description"], item.get("parameters", {}))
        for item in PREFECT_YAML["deployments"]
    }
    assert listed == {offer.name: (offer.entrypoint, offer.description, offer.parameters) for offer in OFFERS}
    for item in PREFECT_YAML["deployments"]:
        assert item["tags"] == [TAG]
        assert item["enforce_parameter_schema"] is True
        assert item["work_pool"]["name"] == "sourcebook"
        assert item["concurrency_limit"]["limit"] >= 1
        assert not item.get("schedules"), "a schedule of the file would replace what people made"


async def test_serving_again_says_nothing_of_schedules() -> None:
    """An empty list, which Prefect fills in by itself, would remove at each start what people made in the UI."""
    for deployment in await served_deployments(4):
        assert "schedules" not in deployment.model_dump(exclude_unset=True), "what an update sends"


def test_the_pull_step_is_there() -> None:
    """Without a pull step the deployed path would be the deployer's own folder."""
    assert PREFECT_YAML["pull"]


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: offer.full_name)
def test_every_field_explains_itself(offer: Any) -> None:
    """Each field of each form has a title for people and a help text."""
    for name, field in form(offer.flow).items():
        assert field.get("title", "of its own model") != name, name
        assert field.get("description") or "$ref" in field, name


def test_choices_are_choices() -> None:
    """What can only be one of a few words is a select, and limits are a card with bounds."""
    schema = parameter_schema(write_chapter).model_dump()
    assert schema["definitions"]["BeginAt"]["enum"] == [item.value for item in BeginAt]
    assert schema["definitions"]["Limits"]["properties"]["max_tokens"]["minimum"] == 0


@pytest.mark.parametrize(
    "wrong", [{"book": ""}, {"book": "x", "approve": "maybe"}, {"book": "x", "limits": {"tokens": -1}}]
)
def test_a_wrong_value_is_refused_before_the_run(wrong: dict[str, Any]) -> None:
    """A flow that is called with a value that its form would refuse does not begin."""
    with pytest.raises(ParameterTypeError):
        write_book.validate_parameters(wrong)


def test_a_run_begins_at_every_step() -> None:
    """The form offers every step of a chapter, and what is missing or stale."""
    assert [step_of(item) for item in BeginAt] == [None, *Step]


def test_a_run_overrides_the_book_file(book: Path) -> None:
    """Model, approval, blocks and limits of one run stand over book.toml; nothing given changes nothing."""
    config = load_book(book)
    assert Overrides().applied(config) is config
    overrides = Overrides(
        model="other",
        approve=ApprovalMode.AUTO,
        on_blocked=BlockedMode.STOP,
        limits=Limits(max_cost_usd=2, max_tokens=9, turns=3, chapter_max_calls=4),
    )
    run = overrides.applied(config)
    assert (run.model.name, run.approve, run.on_blocked) == ("other", "auto", "stop")
    assert (run.limits.max_cost_usd, run.limits.turns, run.limits.max_tokens) == (2.0, 3, 9)
    assert run.limits.chapter.max_calls == 4
    assert run.limits.tokens == config.limits.tokens


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: offer.full_name)
def test_a_run_without_its_book_says_so(offer: Offer) -> None:
    """Whatever is started without what it must have names that in one line, and with it nothing is said."""
    required = offer.flow.parameters.required
    assert say_what_is_missing in offer.flow.on_crashed_hooks
    assert missing_line(offer.flow, {}).startswith("the run was given no book")
    assert all(name in missing_line(offer.flow, {}) for name in required)
    assert missing_line(offer.flow, dict.fromkeys(required, "given")) == ""


def test_a_limit_below_nothing_is_refused() -> None:
    """Limits are not negative."""
    with pytest.raises(ValidationError):
        Limits(minutes=-1)


@pytest.mark.parametrize("name", CapsAnswer.model_fields)
def test_a_cap_that_is_filled_in_keeps_its_title_and_help(name: str) -> None:
    """The form of a cap that was reached says the same of each field, filled in or not."""
    form = caps_from(name, 7.0).with_initial_data(description="read me").model_json_schema()["properties"][name]
    assert form == CapsAnswer.model_json_schema()["properties"][name] | {"default": 7}


def test_a_run_that_rests_is_no_zombie() -> None:
    """The automation expects every state in which a run sends no heartbeat, the suspended one above all."""
    trigger = zombie_automation().trigger
    expected = trigger.expect  # type: ignore[union-attr]
    assert {f"prefect.flow-run.{name}" for name in ("Suspended", "Completed", "Cancelled", WAITING)} <= expected
    assert SILENCE_SECONDS >= 3 * HEARTBEAT_SECONDS


def test_the_guide_exports_what_serve_sets() -> None:
    """Server and workers of one's own, set up by the guide, are set as `serve` sets its own.

    Left out is what only `serve` needs: its quiet, and how often it asks the server next door.
    """
    guide = {**exported("A server and workers", 0), **exported("A server and workers", 2)}
    own = {"PREFECT_CLI_COLORS", "PREFECT_SERVER_LOGGING_LEVEL", "PREFECT_RUNNER_POLL_FREQUENCY"}
    assert {name: value for name, value in SERVED.items() if name not in own} == {
        name: value for name, value in guide.items() if not value.startswith(("http://SERVER", "/opt"))
    }


def test_nothing_leaves_the_machine() -> None:
    """No analytics, and the UI that asks nobody."""
    assert SERVED["PREFECT_SERVER_ANALYTICS_ENABLED"] == "false"
    assert SERVED["PREFECT_SERVER_UI_V2_ENABLED"] == "false"
    assert SERVED["DO_NOT_TRACK"] == "1"
