"""What makes an outline a person's: titles, order, terms, topics, what is left out; on real and on made-up maps."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from memory_schema.contracts import Role
from memory_schema.source_map_markdown import parse_proposal
from tasks.offline import architect
from tasks.offline.architect_map import read_map
from tasks.offline.reply import ToolCalls
from tasks.offline.request import read_request
from tasks.source.locate_root import resolve_source
from tasks.source.manifest import take_manifest
from tasks.source.repository_map import repository_map
from tasks.source.view import SourceView

_SMALL_WORDS = {"the", "and", "of", "to", "from", "code", "a"}


def _map_of(package):
    root = resolve_source(f"package:{package}", Path.cwd())
    return repository_map(SourceView(root, take_manifest(root, (), ())), 20_000)


@pytest.fixture(scope="module", params=["jinja2", "markdown_it"])
def package_map(request):
    """Real maps: one package flat, one with packages inside."""
    return request.param, _map_of(request.param)


def _propose(ask, text, **fields):
    return parse_proposal(architect.answer(read_request(ask(Role.ARCHITECT, [("source tree", text)], **fields))).body)


def test_titles_are_short_and_repeat_no_word(ask, package_map):
    """One to six words, no list of three, no word of weight in two titles of the book."""
    plans = _propose(ask, package_map[1]).outline.chapters
    words = Counter()
    for plan in plans:
        assert 1 <= len(plan.title.split()) <= 6
        assert "," not in plan.title
        words.update(set(re.findall(r"[a-z]+", plan.title.lower())) - _SMALL_WORDS)
    assert [word for word, count in words.items() if count > 1 and word not in ("rules", "rule")] == []


def test_no_grab_bag_opens_the_book(ask, package_map):
    """Helpers, errors and constants are no first chapter; a book begins with a part that is something."""
    first = _propose(ask, package_map[1]).source_map.files(1)
    stems = {file.path.rsplit("/", 1)[-1].removesuffix(".py").strip("_") for file in first}
    assert not stems & {"utils", "exceptions", "constants", "debug", "compat", "identifier"}


def test_the_order_follows_the_data(ask):
    """Tokens before the tree, the tree before the parser, then the compiler; the sandbox and extensions last."""
    proposal = _propose(ask, _map_of("jinja2"))
    home = {file.path: n for n, files in proposal.source_map.chapters.items() for file in files}
    way = ["lexer.py", "nodes.py", "parser.py", "compiler.py", "environment.py", "sandbox.py"]
    assert [home[path] for path in way] == sorted(home[path] for path in way)
    assert home["lexer.py"] != home["parser.py"]


def test_tables_and_stubs_are_left_out_with_their_reason(ask):
    """Word lists and constants explain nothing; their reason says what they are."""
    why = {item.path: item.why for item in _propose(ask, _map_of("jinja2")).source_map.left_out}
    assert "constants" in why["constants.py"]
    assert "_identifier.py" in why


def test_terms_are_of_the_domain(ask):
    """Names that a reader looks up; no clipped words, no kind of a chosen term beside it, none twice."""
    plans = _propose(ask, _map_of("jinja2")).outline.chapters
    terms = [term for plan in plans for term in plan.terms]
    assert {"token stream", "bytecode cache", "loader", "macro", "undefined"} <= set(terms)
    assert not {"lorem ipsum", "bin expr", "token expr", "debug undefined", "token stream iterator"} & set(terms)
    assert len(set(terms)) == len(terms)


def test_topics_name_their_definitions_and_differ(ask, package_map):
    """At least three a chapter, each of other words, each with the definitions that make it."""
    plans = _propose(ask, package_map[1]).outline.chapters
    topics = [topic for plan in plans for topic in plan.topics]
    assert all(3 <= len(plan.topics) <= 5 for plan in plans)
    assert len(set(topics)) == len(topics)
    assert all("`" in topic for topic in topics)
    assert all(len(topic) <= 130 for topic in topics)


def test_the_thesis_says_what_the_software_is(ask):
    """The package's own sentence and the way of the book, without quotation marks."""
    thesis = _propose(ask, _map_of("jinja2")).outline.thesis
    assert thesis.startswith("Jinja is a template engine")
    assert "from the lexer" in thesis
    assert '"' not in thesis


def test_a_readme_is_opened_where_no_package_says_what_it_is(ask):
    """One tool call for the README; its first prose, not its badges, begins the thesis."""
    text = "### README.md (markdown, 9 lines)\n\n### q.go (go, 90 lines)\n- L3-80 type Queue struct: A queue.\n"
    body = ask(Role.ARCHITECT, [("source tree", text)], tools=True)
    asked = architect.answer(read_request(body))
    assert isinstance(asked, ToolCalls)
    assert [call.input["path"] for call in asked.calls] == ["README.md"]
    readme = "# Q\n\n[![badge](b.svg)](x)\n\n**Q** is a small queue for [workers](w).\n"
    page = 'FILE {"name": "README.md", "lines": 5, "shown": "1-5", "numbered": true, "language": "markdown"}\n'
    page += "\n".join(f"{n}\t{line}" for n, line in enumerate(readme.split("\n"), 1))
    use = {"type": "tool_use", "id": "t", "name": "read_file", "input": dict(asked.calls[0].input)}
    body["messages"] += [
        {"role": "assistant", "content": [use]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": page}]},
    ]
    assert parse_proposal(architect.answer(read_request(body)).body).outline.thesis.startswith("Q is a small queue")


def test_a_large_repository_keeps_its_chapters_small(ask):
    """At most ten files of some size and 3,500 lines a chapter; every other file has a reason."""
    rows = []
    for package in ("routing", "http", "storage", "cli", "models", "server"):
        for n in range(20):
            rows.append(
                f"### app/{package}/part{n}.py (python, 400 lines)\n"
                f"- L1-390 class {package.title()}Part{n}: Keeps {package} part {n}.\n"
            )
    proposal = _propose(ask, "\n".join(rows))
    lines = {file.path: file.lines for file in read_map("\n".join(rows))}
    for files in proposal.source_map.chapters.values():
        assert len(files) <= 10
        assert sum(lines[file.path] for file in files) <= 3_500
    mapped = {file.path for files in proposal.source_map.chapters.values() for file in files}
    left = {item.path: item.why for item in proposal.source_map.left_out}
    assert mapped | set(left) == set(lines)
    assert all("room" in why for why in left.values())


def test_a_tree_of_names_only_is_left_out_by_folder(ask):
    """Where files are only listed, one line a folder says why; nothing listed is lost."""
    body = ask(Role.ARCHITECT, [("source tree", "- ./ (2 files, 60 lines: python 2)\n")], tools=True)
    listing = {"type": "tool_use", "id": "l", "name": "list_files", "input": {}}
    names = "flows.py\ncli/app.py\ncli/run.py\ncli/stop.py\n"
    body["messages"] += [
        {"role": "assistant", "content": [listing]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "l", "content": names}]},
    ]
    asked = architect.answer(read_request(body))
    assert isinstance(asked, ToolCalls)
    assert asked.calls[0].input["path"] == "flows.py"
    shown = 'FILE {"name": "flows.py", "lines": 900, "shown": "1-4", "numbered": true, "language": "python"}\n'
    shown += '1\tclass Flow:\n2\t    """Runs tasks."""\n3\t    def run_all(self):\n4\t        pass'
    use = {"type": "tool_use", "id": "f", "name": "read_file", "input": {"path": "flows.py", "start": 1, "end": 400}}
    others = [
        {"type": "tool_use", "id": f"o{n}", "name": "read_file", "input": dict(call.input)}
        for n, call in enumerate(asked.calls[1:])
    ]
    results = [{"type": "tool_result", "tool_use_id": "f", "content": shown}]
    results += [{"type": "tool_result", "tool_use_id": o["id"], "content": "no room", "is_error": True} for o in others]
    body["messages"] += [{"role": "assistant", "content": [use, *others]}, {"role": "user", "content": results}]
    proposal = parse_proposal(architect.answer(read_request(body)).body)
    assert proposal.source_map.files(1)[0].symbols == ("Flow",)
    assert [item.path for item in proposal.source_map.left_out] == ["cli/"]


def test_a_page_that_breaks_off_still_shows_its_definitions(ask):
    """A class that goes on beyond the page is known by name, with the methods that the page shows."""
    text = "- big.py (python, 900 lines)\n"
    body = ask(Role.ARCHITECT, [("source tree", text)], tools=True)
    asked = architect.answer(read_request(body))
    assert isinstance(asked, ToolCalls)
    page = 'FILE {"name": "big.py", "lines": 900, "shown": "1-8", "numbered": true, "language": "python"}\n'
    rows = ["def load_rules(path):", '    """Load rules."""', "", "class Engine(Base):", "    def run_step(self):",
            "        return (", "            1,", "            2,"]  # fmt: skip
    page += "\n".join(f"{n}\t{row}" for n, row in enumerate(rows, 1))
    use = {"type": "tool_use", "id": "t", "name": "read_file", "input": dict(asked.calls[0].input)}
    body["messages"] += [
        {"role": "assistant", "content": [use]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": page}]},
    ]
    (file,) = parse_proposal(architect.answer(read_request(body)).body).source_map.files(1)
    assert set(file.symbols) == {"Engine", "load_rules"}


@pytest.mark.parametrize(
    ("head", "kind", "name"),
    [
        ("macro_rules! bail", "function", "bail"),
        ("pub(crate) unsafe fn new<E>(error: E)", "function", "new"),
        ("pub mod kind", "module", "kind"),
        ("internal sealed class Cache : ICache", "class", "Cache"),
        ("public readonly record struct Point(int X)", "class", "Point"),
        ("@Serializable data class User(val name: String)", "class", "User"),
        ("enum class Color", "class", "Color"),
        ("override suspend fun load(): Page", "function", "load"),
        ("protocol Shape: Any", "class", "Shape"),
        ("func (c *Command) Run() error", "function", "Run"),
        ("public GsonBuilder registerTypeAdapter(Type type)", "function", "registerTypeAdapter"),
        ("export default class App extends Component", "class", "App"),
        ("template <typename T> class Vector", "class", "Vector"),
        ("const MAX_SIZE = 3", "constant", "MAX_SIZE"),
    ],
)
def test_a_definition_has_its_own_name_in_every_language(head: str, kind: str, name: str) -> None:
    """The word before a name says what it is; it is never taken for the name."""
    (file,) = read_map(f"### a.x (rust, 90 lines)\n- L1-9 {head}\n")
    assert [(one.kind, one.name) for one in file.symbols] == [(kind, name)]


def test_a_large_table_of_data_is_no_chapter(ask):
    """Thousands of lines that hold one constant are told in passing at most, however large; the code makes the book."""
    rows = ["### codes.py (python, 3600 lines)\n\n- L1-3600 EMOJI = {\n"]
    for n, name in enumerate(("reader", "writer", "store", "server")):
        uses = "imports: codes.py\n" if n == 0 else ""
        rows.append(f"### {name}.py (python, 700 lines)\n{uses}\n- L1-600 class {name.title()}: Keeps {name} things.\n")
    proposal = _propose(ask, "\n".join(rows))
    chapters = [[file.path for file in files] for files in proposal.source_map.chapters.values()]
    assert ["codes.py"] not in chapters
    assert {path for files in chapters for path in files} >= {"reader.py", "writer.py", "store.py", "server.py"}
    left = {item.path: item.why for item in proposal.source_map.left_out}
    assert "codes.py" not in left or "constants" in left["codes.py"]
