"""The architect's proposals: true to the map, readable, and revised as asked."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from memory_schema.contracts import Role
from memory_schema.gaps import undecided_names
from memory_schema.lengths import han_share
from memory_schema.source_map_markdown import parse_proposal
from tasks.offline import advocate, architect, architect_revising
from tasks.offline.architect_groups import chapters
from tasks.offline.architect_map import MappedFile, MappedSymbol, read_map
from tasks.offline.architect_order import foundations_first
from tasks.offline.reply import ToolCalls
from tasks.offline.request import read_request
from tasks.source.locate_root import resolve_source
from tasks.source.manifest import take_manifest
from tasks.source.repository_map import repository_map
from tasks.source.view import SourceView


@pytest.fixture(scope="module")
def jinja_map():
    """The real map of the installed jinja2 package."""
    root = resolve_source("package:jinja2", Path.cwd())
    return repository_map(SourceView(root, take_manifest(root, (), ())), 20_000)


def _file(path, imports=(), lines=200):
    name = path.rsplit("/", 1)[-1].removesuffix(".py").title()
    return MappedFile(path, "python", lines, "", tuple(imports), (MappedSymbol(name, "class", 1, lines),))


def _proposal(ask, text, **fields):
    return parse_proposal(architect.answer(read_request(ask(Role.ARCHITECT, [("source tree", text)], **fields))).body)


def test_jinja_is_a_book_of_six_to_eight_chapters(ask, jinja_map):
    """Every file is mapped once or left out with a reason; titles differ; no cliff; earlier chapters only."""
    proposal = _proposal(ask, jinja_map)
    plans = proposal.outline.chapters
    assert 6 <= len(plans) <= 8
    mapped = [file.path for files in proposal.source_map.chapters.values() for file in files]
    left = [item.path for item in proposal.source_map.left_out if not item.symbols]
    assert sorted(mapped + left) == sorted(file.path for file in read_map(jinja_map))
    public = {file.path: [one.name for one in file.top if one.name[0] != "_"] for file in read_map(jinja_map)}
    assert undecided_names(proposal.source_map, public) == {}, "names are explained or left out, too"
    assert all(item.why for item in proposal.source_map.left_out)
    assert len({plan.title for plan in plans}) == len(plans)
    assert all(".py" not in plan.title and plan.promise and 3 <= len(plan.topics) <= 6 for plan in plans)
    assert all(abs(a.difficulty - b.difficulty) <= 1 for a, b in pairwise(plans))
    assert all(sum(len(file.symbols) for file in files) <= 20 for files in proposal.source_map.chapters.values())
    homes = {file.path: n for n, files in proposal.source_map.chapters.items() for file in files}
    assert homes["lexer.py"] <= homes["parser.py"] <= homes["compiler.py"] <= homes["environment.py"]
    terms = [term for plan in plans for term in plan.terms]
    assert "token stream" in terms
    assert len(set(terms)) == len(terms)


def test_symbols_of_the_source_map_exist(ask, jinja_map):
    """Every symbol that a chapter must explain is a public definition of its file."""
    names = {file.path: {symbol.name for symbol in file.top} for file in read_map(jinja_map)}
    for files in _proposal(ask, jinja_map).source_map.chapters.values():
        for file in files:
            assert set(file.symbols) <= names[file.path]


def test_a_chinese_outline_is_chinese(ask, jinja_map):
    """Titles, promises and topics of a zh book are Chinese but for names in code."""
    plans = _proposal(ask, jinja_map, language="zh").outline.chapters
    text = "\n".join([plan.title + plan.promise + "\n".join(plan.topics) for plan in plans])
    prose = "".join(part for at, part in enumerate(text.split("`")) if at % 2 == 0)
    assert han_share(prose) >= 0.8
    assert len({plan.title for plan in plans}) == len(plans)


def test_the_title_and_the_most_chapters_are_obeyed(ask, jinja_map):
    """chapters.most is a ceiling, also for a large package."""
    proposal = _proposal(ask, jinja_map, chapters__most=4, title="Jinja by Night")
    assert len(proposal.outline.chapters) == 4
    assert proposal.outline.title == "Jinja by Night"


def test_cycles_are_condensed_and_foundations_come_first():
    """Import cycles of any length end; what imports nothing comes before what imports it."""
    files = [
        _file("app.py", ["core.py", "views.py"]),
        _file("views.py", ["app.py", "core.py", "data.py"]),
        _file("core.py", ["data.py", "loop.py"]),
        _file("data.py"),
        _file("loop.py", ["core.py", "data.py", "a.py"]),
        _file("a.py", ["b.py"]),
        _file("b.py", ["c.py"]),
        _file("c.py", ["a.py"]),
    ]
    order = foundations_first(files)
    assert sorted(order) == sorted(file.path for file in files)
    assert order.index("data.py") < order.index("core.py") < order.index("app.py")
    groups = chapters(files, 3)
    assert len(groups) == 3
    assert sorted(f.path for g in groups for f in g) == sorted(order)


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_small_repositories_give_small_books(ask, count):
    """At least one chapter, at least three from three files with content, never more than files."""
    rows = [f"### f{n}.py (python, 90 lines)\n- L1-80 class Part{n}: Keeps part {n}.\n" for n in range(count)]
    plans = _proposal(ask, "\n".join(rows)).outline.chapters
    assert min(count, 3) >= len(plans) >= (1 if count < 3 else 3)


def test_a_repository_that_is_not_python(ask):
    """Plain definitions name chapters and symbols too; documents and tests are left out with their reason."""
    text = (
        "### README.md (markdown, 40 lines)\n\n### src/queue.js (javascript, 210 lines)\nJobs.\n"
        "- L3-90 export class JobQueue: Jobs.\n- L92-200 function drain(queue, limit)\n\n"
        "### src/worker.js (javascript, 160 lines)\nimports: src/queue.js\n"
        "- L5-150 export async function runWorker()\n\n"
        "### test/queue.test.js (javascript, 80 lines)\n- L1-70 function check()\n\n### contest.go (go, 150 lines)\n"
        "- L10-140 func (c *Contest) Judge(entry Entry) error\n"
    )
    proposal = _proposal(ask, text)
    mapped = {file.path: file.symbols for files in proposal.source_map.chapters.values() for file in files}
    assert mapped == {"src/queue.js": ("JobQueue", "drain"), "src/worker.js": ("runWorker",), "contest.go": ("Judge",)}
    assert {item.path for item in proposal.source_map.left_out} == {"README.md", "test/queue.test.js"}


def test_a_map_without_symbols_is_completed_by_tools(ask, source):
    """Where the map shows files only, the architect opens them; where it shows folders only, it lists them first."""
    body = ask(Role.ARCHITECT, [("source tree", "- ./ (2 files, 60 lines: python 2)\n")], tools=True)
    asked = architect.answer(read_request(body))
    assert isinstance(asked, ToolCalls)
    assert asked.calls[0].name == "list_files"
    body = ask(Role.ARCHITECT, [("source tree", "- log.py (python, 26 lines): Reads frames.\n")], tools=True)
    asked = architect.answer(read_request(body))
    assert isinstance(asked, ToolCalls)
    assert asked.calls[0].input["path"] == "log.py"
    numbered = "\n".join(f"{n}\t{line}" for n, line in enumerate(source.rstrip("\n").split("\n"), 1))
    page = 'FILE {"name": "log.py", "lines": 26, "shown": "1-26", "numbered": true, "language": "python"}\n' + numbered
    use = {"type": "tool_use", "id": "t", "name": "read_file", "input": dict(asked.calls[0].input)}
    body["messages"] += [
        {"role": "assistant", "content": [use]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": page}]},
    ]
    done = parse_proposal(architect.answer(read_request(body)).body)
    assert "FrameReader" in done.source_map.files(1)[0].symbols


def test_feedback_is_given_and_applied(ask, proposal):
    """The advocate names cliff, vague title and missing promise; the revision mends all three."""
    feedback = advocate.advocate(
        read_request(ask(Role.ADVOCATE, [("output/reviews/outline-proposal.md", proposal)]))
    ).body
    assert all(word in feedback for word in ("cliff", "vague", "promise"))
    files = [
        ("output/reviews/outline-proposal.md", proposal, "round 1"),
        ("output/reviews/outline-reader-feedback.md", feedback, "round 1"),
    ]
    reply = architect_revising.answer(read_request(ask(Role.ARCHITECT_REVISING, files, round=2)))
    plans = parse_proposal(reply.body).outline.chapters
    assert plans[0].title == "The log on disk"
    assert plans[0].promise
    assert abs(plans[0].difficulty - plans[1].difficulty) == 1
    assert plans[1].title == "Reading frames from a log"
    again = advocate.advocate(
        read_request(ask(Role.ADVOCATE, [("output/reviews/outline-proposal.md", reply.body)]))
    ).body
    assert "cliff" not in again
    assert "vague" not in again


@pytest.mark.parametrize(
    ("guidance", "titles"),
    [
        ('Please rename chapter 2 to "Frames and torn ends".', ["Utilities", "Frames and torn ends"]),
        ("I want only 1 chapter.", ["Reading frames from a log"]),
        ("Drop chapter 1, nobody needs it.", ["Reading frames from a log"]),
        ("把第2章改名为《残缺的帧》", ["Utilities", "残缺的帧"]),
    ],
)
def test_a_persons_guidance_is_obeyed(ask, proposal, guidance, titles):
    """Renaming, fewer chapters and dropping are done; every file stays mapped or is left out with the reason."""
    files = [("output/reviews/outline-proposal.md", proposal, "round 1"), ("output/answers/a.md", guidance, "guidance")]
    revised = parse_proposal(architect_revising.answer(read_request(ask(Role.ARCHITECT_REVISING, files, round=2))).body)
    assert [plan.title for plan in revised.outline.chapters] == titles
    paths = {file.path for files in revised.source_map.chapters.values() for file in files}
    assert paths | {item.path for item in revised.source_map.left_out} == {"base.py", "log.py"}


def test_guidance_that_code_cannot_follow_is_answered(ask, proposal):
    """What cannot be done is said in the note, not hidden."""
    files = [
        ("output/reviews/outline-proposal.md", proposal, "round 1"),
        ("output/answers/a.md", "Make it feel like a detective story.", "guidance"),
    ]
    reply = architect_revising.answer(read_request(ask(Role.ARCHITECT_REVISING, files, round=2)))
    assert any("detective" in issue for issue in reply.note.open_issues)
