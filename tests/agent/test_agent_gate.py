"""The gate: nothing but the names of the list is reachable, and `forbids` hold for wrong bindings too."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memory_schema.binding import bind
from memory_schema.book import BookConfig
from memory_schema.contracts import CONTRACTS, Contract, Forbidden, Role, RoleKind
from memory_schema.errors import AccessRefused
from memory_schema.paths import ENTRIES, OUTLINE, STYLE_GUIDE, Kind, Output, public_name, work_path
from memory_schema.pointers import Pointer, PointerList, Scope
from memory_schema.workspace import Workspace
from tasks.agent.gate import Gate
from tasks.source.view import SourceView

Shelf = tuple[Workspace, BookConfig, SourceView]

ESCAPES = (
    "../lexer.py", "../../etc/passwd", "a/../lexer.py", "./../lexer.py", "lexer.py/..", "lexer.py/../parser.py",
    "/etc/passwd", "/lexer.py", "//lexer.py", "~/lexer.py", "~root/.ssh/id_rsa", "/proc/self/environ",
    "/proc/self/cwd/book.toml", "proc/self/environ", "/dev/stdin", "file:///etc/passwd", "C:\\lexer.py", "C:/lexer.py",
    "lexer.py\\", "..\\lexer.py", "Lexer.py", "LEXER.PY", "lexer.Py", "lexer%2Epy", "%2e%2e/lexer.py",
    "lexer.py%00", "lexer.py\x00", "\x00lexer.py", "lexer.py\n", "lexer.py\nparser.py", "lexer.py\r", "\tlexer.py",
    " lexer.py", "lexer.py ", "lеxer.py", "ｌexer.py", "lexer․py", "lexer.py\u200b", "lexer.py\u202e", "lexer.py/",
    "lexer.py//", "", ".", "..", "*", "*.py", "lexer.p?", "[l]exer.py", "{lexer.py,parser.py}", "$(cat lexer.py)",
    "`lexer.py`", "lexer.py;parser.py", "lexer.py#1", "lexer.py?x=1", "parser.py", "hostile.py", "src/lexer.py",
    "book.toml", "output/memory/outline.md/../../../book.toml", "output/memory/glossary.md",
    "output/memory/entries/0001-ch01-a1.json", "output/chapters/draft/ch02-draft.md", "output/audit-log.md",
    "x" * 100_000, "link.py", "output/link.md",
)  # fmt: skip


def researcher(shelf: Shelf) -> tuple[Gate, list[str]]:
    """The gate of chapter 1's researcher, who may read lexer.py, its outline part and its source map part."""
    workspace, _, view = shelf
    refused: list[str] = []
    pointers = bind(Role.RESEARCHER, workspace, 1)
    gate = Gate(CONTRACTS[Role.RESEARCHER], pointers, workspace, tree=view.paths, refused=refused.append)
    return gate, refused


@pytest.mark.parametrize("requested", ESCAPES)
def test_no_spelling_reaches_anything_else(shelf: Shelf, requested: str) -> None:
    """PROTOCOL 2: a name is looked up as it is, or refused and logged in one line."""
    root = shelf[0].root
    (root / "src" / "link.py").symlink_to("/etc/passwd")
    os.symlink("/etc/passwd", root / "output" / "link.md")
    gate, refused = researcher(shelf)
    with pytest.raises(AccessRefused) as caught:
        gate.resolve(requested)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400
    assert len(refused) == 1


def test_there_are_at_least_thirty_escape_attempts() -> None:
    """Issue 2, must show 6."""
    assert len(set(ESCAPES)) >= 30


@pytest.mark.parametrize("requested", [None, 1, True, ["lexer.py"], {"path": "lexer.py"}, b"lexer.py", 1.5])
def test_a_name_that_is_no_text_is_refused(shelf: Shelf, requested: object) -> None:
    """Arguments of tools have any type; none of them is converted."""
    with pytest.raises(AccessRefused, match="a name is a text"):
        researcher(shelf)[0].resolve(requested)


def test_the_names_of_the_list_are_reachable(shelf: Shelf) -> None:
    """What is listed can be read, under exactly that name (a leading ./ is the only freedom)."""
    gate, refused = researcher(shelf)
    assert set(gate.names) == {"lexer.py", OUTLINE, "output/memory/source-map.md"}
    assert gate.resolve("lexer.py").scope is Scope.SOURCE
    assert gate.resolve("./lexer.py").path == "lexer.py"
    assert not refused


def test_the_architect_reaches_the_whole_tree_and_nothing_of_the_book(shelf: Shelf) -> None:
    """PROTOCOL 2: the architect's list is the manifest's keys."""
    workspace, _, view = shelf
    gate = Gate(CONTRACTS[Role.ARCHITECT], bind(Role.ARCHITECT, workspace), workspace, tree=view.paths)
    for path in view.paths:
        assert gate.resolve(path).path == path
    for name in (OUTLINE, "book.toml", Kind.GLOSSARY.file, "src/lexer.py"):
        with pytest.raises(AccessRefused):
            gate.resolve(name)


def wrong_pointers(chapter: int) -> dict[Forbidden, tuple[Pointer, ...]]:
    """Pointers of every forbidden category, as a faulty binding could make them."""
    book = [Pointer(name=path, scope=Scope.BOOK, path=path) for path in (
        f"{ENTRIES}/0001-ch01-a1.json", *(kind.file for kind in Kind), STYLE_GUIDE,
        work_path(Output.STYLE_GUIDE), work_path(Output.DRAFT, chapter + 1), work_path(Output.REPORT, chapter + 1),
        public_name(Output.DRAFT, chapter + 1), public_name(Output.REPORT, chapter + 1), "output/audit-log.md",
    )]  # fmt: skip
    memory = [Pointer(name=k.file, scope=Scope.MEMORY, path=k.value, part=f"as of chapter {chapter}") for k in Kind]
    source = [
        Pointer(name="lexer.py", scope=Scope.SOURCE, path="lexer.py"),
        Pointer(name="t", scope=Scope.TREE, path=""),
    ]
    return {
        Forbidden.SOURCE: tuple(source),
        Forbidden.MEMORY: (*memory, *book[:5]),
        Forbidden.STYLE_GUIDE: tuple(book[5:7]),
        Forbidden.OTHER_DRAFTS: tuple(book[7:11]),
        Forbidden.EVERYTHING_ELSE: (*source, *memory, *book),
    }


def asking() -> list[Contract]:
    return [contract for contract in CONTRACTS.values() if contract.kind is not RoleKind.CODE]


@pytest.mark.parametrize("contract", asking(), ids=lambda contract: contract.role.value)
def test_a_wrong_binding_is_refused_by_category(shelf: Shelf, contract: Contract) -> None:
    """PROTOCOL 2: `forbids` hold whatever the pointers say, for every row of the table."""
    workspace = shelf[0]
    chapter = 1 if contract.per_chapter else None
    for forbidden in contract.forbids:
        for pointer in wrong_pointers(1)[forbidden]:
            pointers = PointerList(
                role=contract.role.value,
                chapter=chapter,
                reads=(pointer,),
                output=work_path(contract.output, chapter),
                marker=contract.marker,
            )
            with pytest.raises(AccessRefused):
                Gate(contract, pointers, workspace)


def test_every_category_is_tried() -> None:
    """A new member of Forbidden must be covered here and in the gate."""
    assert set(wrong_pointers(1)) == set(Forbidden)
    assert {item for contract in asking() for item in contract.forbids} == set(Forbidden)


def test_a_symbolic_link_inside_the_book_is_judged_by_what_it_points_to(shelf: Shelf) -> None:
    """HOUSE, absorb 10: resolve, then contain; a link to memory is memory, a link out is refused."""
    workspace = shelf[0]
    workspace.replace(f"{ENTRIES.rsplit('/', 1)[0]}/glossary.md", "# Glossary\n")
    folder = workspace.root / "output" / "reviews"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "inner.md").symlink_to(workspace.root / Kind.GLOSSARY.file)
    (folder / "outer.md").symlink_to("/etc/passwd")
    for name in ("inner.md", "outer.md"):
        path = f"output/reviews/{name}"
        with pytest.raises(AccessRefused):
            Gate(
                CONTRACTS[Role.R1],
                bind(Role.R1, workspace, 1).model_copy(
                    update={"reads": (Pointer(name=path, scope=Scope.BOOK, path=path),)}
                ),
                workspace,
            )


def test_only_the_own_output_may_be_written(shelf: Shelf) -> None:
    """PROTOCOL 1: exactly one (role, chapter, attempt, round) writes a path."""
    workspace = shelf[0]
    pointers = bind(Role.WRITER, workspace, 1)
    for output in (Kind.GLOSSARY.file, f"{ENTRIES}/x.json", work_path(Output.DRAFT, 2), "../x", OUTLINE):
        with pytest.raises(AccessRefused, match="is not the output"):
            Gate(CONTRACTS[Role.WRITER], pointers.model_copy(update={"output": output}), workspace)


def test_memory_is_only_reachable_as_of_the_own_chapter(shelf: Shelf) -> None:
    """PROTOCOL 8: a view of a later chapter is refused even for a role that may read memory."""
    workspace = shelf[0]
    pointers = bind(Role.WRITER, workspace, 1)
    ahead = tuple(
        p.model_copy(update={"part": "as of chapter 3"}) if p.scope is Scope.MEMORY else p for p in pointers.reads
    )
    with pytest.raises(AccessRefused, match="as of chapter 1"):
        Gate(CONTRACTS[Role.WRITER], pointers.model_copy(update={"reads": ahead}), workspace)


def test_the_editor_opens_at_most_three_references_and_no_memory(shelf: Shelf, tmp_path: Path) -> None:
    """PROTOCOL 2: up to 3 of the notes' file_refs, counted; the same one twice is one."""
    workspace = shelf[0]
    names = [f"output/notes/ch01/a1/{n}.md" for n in range(5)]
    for name in names:
        workspace.replace(name, "text\n")
    memory = Kind.GLOSSARY.file
    gate = Gate(CONTRACTS[Role.EDITOR], bind(Role.EDITOR, workspace, 1), workspace, openable=(*names, memory))
    for name in (*names[:3], names[0]):
        assert gate.resolve(name).path == name
    with pytest.raises(AccessRefused, match="open already"):
        gate.resolve(names[3])
    fresh = Gate(CONTRACTS[Role.EDITOR], bind(Role.EDITOR, workspace, 1), workspace, openable=(memory,))
    with pytest.raises(AccessRefused, match="append-only"):
        fresh.resolve(memory)
