"""Reviewers, readers, editor, keeper, auditor, stylist: what they write parses, is true and follows from the text."""

from __future__ import annotations

import json
import re

import pytest

from memory_schema.contracts import Role
from memory_schema.entries import MemoryProposal
from memory_schema.findings import Severity, Verdict, parse_findings, parse_verdict
from memory_schema.lengths import han_share, length
from memory_schema.notes import Confidence, StructuredNote, render_note
from tasks.offline import advocate, auditor, editor, keeper, stylist
from tasks.offline.readers import re_, rh, rs
from tasks.offline.request import read_request
from tasks.offline.reviewers import r1, r2, r3

_DRAFT = "output/chapters/draft/ch02-draft.md"
_MAP = "# Source map\n\n## Chapter 2\n\n- `log.py` — frames [FrameReader, FrameError]\n"
_GLOSSARY = "- **frame reader** · chapter 1 · What reads frames.\n"


def _severities(text):
    return [finding.severity for finding in parse_findings(text)]


def test_a_good_draft_passes_all_three(ask, draft, source):
    """No must, verdict pass, and findings that parse back with their finder."""
    files = [(_DRAFT, draft), ("output/memory/source-map.md", _MAP, "chapter 2"), ("log.py", source)]
    replies = [
        r1(read_request(ask(Role.R1, files))),
        r2(read_request(ask(Role.R2, [(_DRAFT, draft)]))),
        r3(read_request(ask(Role.R3, [(_DRAFT, draft)]))),
    ]
    for reply in replies:
        assert parse_verdict(reply.body) is Verdict.PASS, reply.body
        assert Severity.MUST not in _severities(reply.body)
        assert all(finding.by for finding in parse_findings(reply.body))


def test_r1_finds_a_changed_line_and_a_wrong_range(ask, draft, source):
    """One changed token in a quote, or a range that leaves the file, is a must with the real line as evidence."""
    wrong = draft.replace("size = int.from_bytes(head", "size = int.of_bytes(head", 1)
    reply = r1(read_request(ask(Role.R1, [(_DRAFT, wrong), ("log.py", source)])))
    (finding,) = [f for f in parse_findings(reply.body) if f.severity is Severity.MUST]
    assert "from_bytes" in finding.evidence
    assert parse_verdict(reply.body) is Verdict.REVISE
    reply = r1(read_request(ask(Role.R1, [(_DRAFT, draft.replace("17-25", "17-95")), ("log.py", source)])))
    assert Severity.MUST in _severities(reply.body)


def test_r1_names_what_does_not_exist_and_what_is_missing(ask, draft, source):
    """A name that no file has, and mapped symbols that the draft never names."""
    files = [
        (_DRAFT, draft.replace("`FrameError`", "`TornFrameFault`")),
        ("output/memory/source-map.md", _MAP),
        ("log.py", source),
    ]
    text = r1(read_request(ask(Role.R1, files))).body
    assert "TornFrameFault" in text
    assert "FrameError" in text


def test_r2_finds_variants_taken_metaphors_and_missing_links(ask, draft):
    """Another spelling of a term, a picture that is taken, and no way back."""
    files = [
        (
            _DRAFT,
            draft.replace("holds the stream", "is a frame-reader that holds the stream").replace(
                "(ch01.md#the-log)", ""
            ),
        ),
        ("output/memory/glossary.md", _GLOSSARY, "as of chapter 2"),
        ("output/memory/metaphor-registry.md", "- log = a parcel with its weight on the label · chapter 1\n"),
        ("output/memory/chapter-summaries.md", "## Chapter 1: The log\n\nIt is a file.\n"),
    ]
    text = r2(read_request(ask(Role.R2, files))).body
    assert all(word in text for word in ("frame-reader", "pictures log", "The log")), text


def test_r3_judges_style_and_answers_each_sensitivity_item(ask, draft):
    """Forbidden phrases and missing sections are musts; every item of the list gets a line."""
    bad = draft.replace("## Recap", "#### Recap") + "\nThis chapter introduces frames.\n"
    reply = r3(read_request(ask(Role.R3, [(_DRAFT, bad)], review__sensitivity=["customer names", "crash"])))
    assert parse_verdict(reply.body) is Verdict.REVISE
    section = reply.body.split("## Sensitivity")[1]
    assert "- customer names: " in section
    assert "- crash: named at line" in section


def test_readers_have_three_to_five_findings_of_their_own(ask, draft, zh_draft):
    """No veto, no verdict, nothing above should; the three do not say the same; each quotes the chapter."""
    for text, language in ((draft, "en"), (zh_draft, "zh")):
        seen = set()
        for role, reader in ((Role.RS, rs), (Role.RE, re_), (Role.RH, rh)):
            body = reader(read_request(ask(role, [(_DRAFT, text)], language=language))).body
            found = parse_findings(body)
            assert 3 <= len(found) <= 5, (role, body)
            assert all(f.severity in (Severity.SHOULD, Severity.COULD) and f.quote for f in found)
            assert parse_verdict(body) is Verdict.NONE
            assert not {f.problem for f in found} & seen
            seen |= {f.problem for f in found}


def test_the_keeper_remembers_what_the_final_says(ask, draft):
    """Terms with their sentence, metaphors with limits, references with headings; the summary has its length."""
    reply = keeper.answer(read_request(ask(Role.KEEPER, [("output/chapters/final/ch02-final.md", draft)])))
    proposal = MemoryProposal.model_validate_json(re.search(r"```json\n(.*?)\n```", reply.body, re.S)[1])
    assert [term.term for term in proposal.glossary] == ["frame"]
    assert "record with its size" in proposal.glossary[0].definition
    assert proposal.metaphors[0].limits == "where the label itself is torn"
    (reference,) = proposal.cross_references
    assert (reference.from_heading, reference.to_chapter, reference.to_heading) == (
        "When the size is wrong",
        1,
        "the-log",
    )
    assert 120 <= length(proposal.summary.core, "en") <= 180
    assert [look.chapter for look in proposal.summary.looks_back] == [1]


def test_the_keeper_says_why_a_kind_is_empty(ask):
    """ "none, because ..." for every kind that the chapter does not have; a bare text does not stop it."""
    reply = keeper.answer(read_request(ask(Role.KEEPER, [("output/chapters/final/ch02-final.md", "# T\n\nShort.\n")])))
    data = json.loads(re.search(r"```json\n(.*?)\n```", reply.body, re.S)[1])
    assert set(data["none"]) == {"glossary", "metaphors", "cross_references"}
    assert all(reason.startswith("none, because") for reason in data["none"].values())


def test_a_chinese_keeper_keeps_translations_and_length(ask, zh_draft):
    """A zh summary counts characters, and a term carries the translation that the text gives."""
    files = [("output/chapters/final/ch02-final.md", zh_draft)]
    reply = keeper.answer(read_request(ask(Role.KEEPER, files, language="zh")))
    proposal = MemoryProposal.model_validate_json(re.search(r"```json\n(.*?)\n```", reply.body, re.S)[1])
    assert proposal.glossary[0].translation == "帧"
    assert 200 <= length(proposal.summary.core, "zh") <= 300


def test_the_editor_orders_and_decides(ask):
    """Wrong facts come first; an unreadable note or a block asks a person; low confidence alone does not."""
    notes = {
        "r3": StructuredNote(conclusion="pass", open_issues=("the title could be shorter",)),
        "r1": StructuredNote(
            conclusion="pass", open_issues=("line 4 differs from the source",), confidence=Confidence.LOW
        ),
    }
    text = "\n\n".join(f"## {name}\n\n{render_note(note)}" for name, note in notes.items())
    body = editor.answer(read_request(ask(Role.EDITOR, [("notes of chapter 2", text, "notes")]))).body
    assert body.index("differs") < body.index("shorter")
    assert body.endswith("Decision: go on")
    bad = StructuredNote(conclusion="?", open_issues=("NOTE_UNPARSED",), confidence=Confidence.LOW)
    text += f"\n\n## r2\n\n{render_note(bad)}"
    body = editor.answer(read_request(ask(Role.EDITOR, [("notes of chapter 2", text, "notes")]))).body
    assert body.endswith("Decision: ask a person")
    as_json = notes["r1"].model_dump_json()
    assert "differs" in editor.answer(read_request(ask(Role.EDITOR, [("n.json", as_json, "notes")]))).body


def test_the_auditor_keeps_what_code_found(ask):
    """A must of code is a must of the audit; a promise of a chapter that does not exist is named."""
    files = [
        (
            "output/reviews/final-audit-checks.md",
            "### ❌ must · chapter 2 line 9\n- problem: a quote differs\n- by: check:quotes\n",
        ),
        (
            "output/memory/chapter-summaries.md",
            "## Chapter 1: A\n\nx\n\n- looks ahead to chapter 7: more\n\n## Chapter 2: B\n\ny\n",
        ),
    ]
    body = auditor.answer(read_request(ask(Role.AUDITOR, files))).body
    assert parse_verdict(body) is Verdict.REVISE
    assert "chapter 7" in body
    assert parse_verdict(auditor.answer(read_request(ask(Role.AUDITOR, files[1:]))).body) is Verdict.PASS


def test_the_style_guide_carries_the_numbers(ask, proposal):
    """The rules of PROTOCOL 7 stand in a list below "## Rules", with the book's own length."""
    body = stylist.answer(
        read_request(ask(Role.STYLIST, [("output/memory/outline.md", proposal)], chapters__words=1500))
    ).body
    rules = body.split("## Rules")[1]
    assert all(
        number in rules for number in ("1500", "80 to 120", "3 to 6", "at most 5 lines", "at most 30 lines", "20 %")
    )


@pytest.mark.parametrize("role", ["style", "advocate", "r1", "r2", "r3", "rs", "re", "rh"])
def test_chinese_output_is_chinese(ask, zh_draft, proposal, source, role):
    """At least 80 % Han outside code, names, quotations and the fixed words of the formats."""
    draft = [(_DRAFT, zh_draft), ("log.py", source)]
    zh = {"language": "zh", "readers__audience": "程序员"}
    reply = {
        "style": lambda: stylist.answer(
            read_request(ask(Role.STYLIST, [("output/memory/outline.md", proposal)], **zh))
        ),
        "advocate": lambda: advocate.advocate(
            read_request(ask(Role.ADVOCATE, [("x/outline-proposal.md", proposal)], **zh))
        ),
        "r1": lambda: r1(read_request(ask(Role.R1, draft, **zh))),
        "r2": lambda: r2(read_request(ask(Role.R2, draft[:1], **zh))),
        "r3": lambda: r3(read_request(ask(Role.R3, draft[:1], **zh))),
        "rs": lambda: rs(read_request(ask(Role.RS, draft[:1], **zh))),
        "re": lambda: re_(read_request(ask(Role.RE, draft[:1], **zh))),
        "rh": lambda: rh(read_request(ask(Role.RH, draft[:1], **zh))),
    }[role]()
    found = parse_findings(reply.body)
    said = "\n".join(f"{f.problem}\n{f.fix}" for f in found) + reply.body.split("###")[0]
    prose = re.sub(
        r"`[^`]*`|「[^」]*」|《[^》]*》|Verdict: \w+|## Rules|No findings\.|[\w./]+:\d+-\d+|\b[A-Z]\w+\b|\bframe\b",
        "",
        said,
    )
    assert han_share(prose) >= 0.8, prose
