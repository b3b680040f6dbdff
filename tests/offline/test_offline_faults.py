"""The fault mode: every fault does what its name says, to the calls that its rule chooses and to no others."""

from __future__ import annotations

from pathlib import Path

import anthropic
import httpx2
import pytest
from anthropic import AsyncAnthropic

from memory_schema.contracts import Role
from memory_schema.errors import ConfigError
from memory_schema.findings import Severity, Verdict, parse_findings, parse_verdict
from memory_schema.markers import Completeness, Marker, judge, split_reply
from memory_schema.notes import Confidence, StructuredNote, parse_note
from tasks.offline.app import offline_app
from tasks.offline.chapter_reading import read_chapter
from tasks.offline.faults import Fault, FaultPlan
from tasks.offline.reply import Reply
from tasks.offline.roles import ROLES


def sdk(rules, roles=ROLES):
    """The SDK in front of an app with this plan."""
    app = offline_app(FaultPlan.parse(rules), roles)
    http = httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app))
    return AsyncAnthropic(api_key="x", base_url="http://offline", http_client=http, max_retries=0)


async def reply_of(client, body):
    """The final message and its text."""
    async with client.messages.stream(**body) as stream:
        message = await stream.get_final_message()
    return message, "".join(block.text for block in message.content if block.type == "text")


@pytest.fixture
def r3(ask, draft):
    """A request for R3 on the good draft."""

    def build(**fields):
        return ask(Role.R3, [("output/chapters/draft/ch02-draft.md", draft)], **fields)

    return build


def test_the_grammar_reads_every_part():
    """One rule as text, as a table and as JSON is the same rule."""
    text = "r1@ch02.r3#2x4!strong:stall=0.5"
    table = {
        "fault": "stall",
        "role": "r1",
        "chapter": 2,
        "round": 3,
        "first": 2,
        "times": 4,
        "spared_model": "strong",
        "argument": "0.5",
    }
    plan = FaultPlan.parse(text)
    assert plan == FaultPlan.parse([table]) == FaultPlan.parse(f'["{text}"]') == FaultPlan.parse({"rules": [table]})
    assert len(FaultPlan.parse("r1:cut; *@book:empty\neditor@r2:refusal").rules) == 3
    assert FaultPlan.parse("").rules == FaultPlan.parse(None).rules == ()


@pytest.mark.parametrize(
    "bad", ["r1", "r1:unknown_fault", "r1@chapter2:cut", 7, [{"fault": "cut", "rool": "r1"}], "[1"]
)
def test_a_bad_rule_is_one_clear_line(bad):
    """What cannot be read raises ConfigError in one line."""
    with pytest.raises(ConfigError) as caught:
        FaultPlan.parse(bad)
    assert "\n" not in str(caught.value)


async def test_rules_choose_by_chapter_round_ordinal_and_model(r3):
    """A rule hits the calls that it names; the count belongs to the app."""
    client = sdk("r3@ch02.r2#2!strong:no_marker")

    async def hit(**fields):
        return "R3_CONTENT" not in (await reply_of(client, r3(**fields)))[1]

    assert not await hit(round=1)
    assert not await hit(round=2)
    assert not await hit(round=2, model="strong")
    assert await hit(round=2)
    assert not await hit(round=2)
    assert not await hit(round=2, chapter=3)


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ("no_marker", Completeness.NO_MARKER),
        ("marker_twice", Completeness.REPEATED),
        ("open_fence", Completeness.OPEN_FENCE),
        ("marker_in_code", Completeness.COMPLETE),
        ("thinking_first", Completeness.COMPLETE),
    ],
)
async def test_faults_of_the_marker(r3, fault, expected):
    """The body before the note is judged as the fault says; the marker inside closed code is text."""
    _, text = await reply_of(sdk(f"r3:{fault}"), r3())
    body = split_reply(text, Marker.R3)[0]
    assert judge(body if expected is Completeness.COMPLETE else text.rpartition("{\n")[0], Marker.R3) is expected


async def test_marker_in_the_middle_and_text_after_it(r3):
    """What follows the marker is not the note alone."""
    _, text = await reply_of(sdk("r3:marker_in_middle"), r3())
    assert "#" in split_reply(text, Marker.R3)[1]
    _, text = await reply_of(sdk("r3:text_after_marker"), r3())
    assert split_reply(text, Marker.R3)[1].startswith("One more thought")


async def test_stop_reasons(r3):
    """Cut, refused and empty replies say so by their stop reason; a cut one can be continued, or never."""
    client = sdk("r3#1:cut; r3#2:refusal; r3#3:empty; r3#4:cut_always")
    whole = (await reply_of(sdk(""), r3()))[1]
    body = r3()
    message, text = await reply_of(client, body)
    assert message.stop_reason == "max_tokens"
    body["messages"] += [{"role": "assistant", "content": text}, {"role": "user", "content": "CONTINUE"}]
    assert text + (await reply_of(client, body))[1] == whole
    assert (await reply_of(client, r3()))[0].stop_reason == "refusal"
    message, _ = await reply_of(client, r3())
    assert (message.stop_reason, message.content) == ("end_turn", [])
    body = r3()
    for _ in range(3):
        message, text = await reply_of(client, body)
        assert message.stop_reason == "max_tokens"
        body["messages"] += [{"role": "assistant", "content": text}, {"role": "user", "content": "CONTINUE"}]


@pytest.mark.parametrize("fault", ["note_in_prose", "note_in_fence", "two_notes", "braces_in_note", "long_note"])
async def test_notes_that_a_lenient_parser_reads(r3, fault):
    """Prose, fences, a second object and braces around a note still give the first note."""
    note = parse_note(split_reply((await reply_of(sdk(f"r3:{fault}"), r3()))[1], Marker.R3)[1])
    assert note is not None
    assert "second note" not in note.conclusion
    if fault == "long_note":
        assert len(note.evidence) == 20
        assert "../../etc/passwd" in note.file_refs


@pytest.mark.parametrize("fault", ["unreadable_note", "note_cut_short", "unreadable_note_again"])
async def test_notes_that_cannot_be_read(r3, fault):
    """An unreadable note is readable when asked for again, unless the fault says that it stays so."""
    client, body = sdk(f"r3:{fault}"), r3()
    _, text = await reply_of(client, body)
    assert parse_note(split_reply(text, Marker.R3)[1]) is None
    body["messages"] += [{"role": "assistant", "content": text}, {"role": "user", "content": "NOTE AGAIN"}]
    again = parse_note((await reply_of(client, body))[1])
    assert (again is None) is (fault == "unreadable_note_again")


async def test_judgement_faults(r3):
    """An unreadable verdict is no verdict, once; never satisfied is a must and revise; low confidence is low."""
    client = sdk("r3#1:unreadable_verdict; r3#3:never_satisfied; r3#4:low_confidence")
    assert parse_verdict((await reply_of(client, r3()))[1]) is Verdict.NONE
    assert parse_verdict((await reply_of(client, r3(attention=True)))[1]) is Verdict.PASS
    _, text = await reply_of(client, r3())
    assert parse_verdict(text) is Verdict.REVISE
    assert any(finding.severity is Severity.MUST for finding in parse_findings(text))
    note = parse_note(split_reply((await reply_of(client, r3()))[1], Marker.R3)[1])
    assert note is not None
    assert note.confidence is Confidence.LOW


@pytest.mark.parametrize("fault", ["planted_error", "planted_path", "planted_term"])
async def test_planted_errors_change_the_chapter(ask, draft, fault):
    """A planted error is in the body, and stays there when the reply is continued."""
    roles = {Role.WRITER: lambda brief: Reply(draft, StructuredNote(conclusion="done"))}
    _, text = await reply_of(sdk(f"writer@ch02#1:{fault}", roles), ask(Role.WRITER))
    quote, original = read_chapter(text).quotes[0], read_chapter(draft).quotes[0]
    assert text.split("<!--")[0].rstrip() != draft.rstrip()
    assert (quote.text != original.text) is (fault == "planted_error")
    assert (quote.path != original.path) is (fault == "planted_path")
    assert (await reply_of(sdk("", roles), ask(Role.WRITER)))[1].startswith(draft.rstrip())


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("http_400", anthropic.BadRequestError),
        ("http_429", anthropic.RateLimitError),
        ("http_500", anthropic.InternalServerError),
        ("http_529", anthropic.APIStatusError),
        ("stream_error", anthropic.APIStatusError),
        ("reset", (httpx2.TransportError, anthropic.APIConnectionError, ConnectionResetError)),
    ],
)
async def test_faults_of_the_wire(r3, fault, error):
    """Each fault of the wire reaches the SDK as its own exception, and the next call is well."""
    client = sdk(f"r3#1:{fault}")
    with pytest.raises(error):
        await reply_of(client, r3())
    assert (await reply_of(client, r3()))[0].stop_reason == "end_turn"


async def test_a_stream_that_ends_early_has_no_stop_reason(r3):
    """The SDK reports no error for it: stop_reason is None."""
    message, _ = await reply_of(sdk("r3:early_end"), r3())
    assert message.stop_reason is None


async def test_a_stall_is_as_long_as_its_argument(r3):
    """`stall=SECONDS` waits in the middle of the stream."""
    client = sdk("r3:stall=0.3").with_options(timeout=0.1)
    message, _ = await reply_of(client, r3())
    assert message.stop_reason is None


def test_every_fault_is_tested():
    """A fault that is added to the table must be added to this file."""
    text = Path(__file__).read_text(encoding="utf-8")
    assert [fault for fault in Fault if fault.value not in text] == []
