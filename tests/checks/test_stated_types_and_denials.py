"""What sentences deny, and what they say of declared types, order, visibility and counts, in many languages."""

from __future__ import annotations

import pytest

from memory_schema.findings import Severity
from tasks.checks.document_links import DocumentPlace
from tasks.checks.documents import verify_document
from tasks.checks.fidelity import check_fidelity
from tasks.checks.readable import Texts
from tasks.checks.source_index import SourceIndex, index_of

SOURCE = {
    "pkg/store.py": """LIMIT = 30


class StoreError(Exception):
    pass


class FullError(StoreError):
    pass


class Base:
    def close(self): ...


class Store(Base, dict):
    rows: list[str]

    def drain(self):
        self.close()
        self.fill(3)
        raise FullError("full")

    def fill(self, amount, limit=LIMIT, quiet=False):
        return amount

    @property
    def size(self) -> int:
        return 1

    @staticmethod
    def pairs(text: str) -> tuple[str, str]:
        return text, text
""",
    "tools.py": "def spread(name, body):\n    return name\n\n\nclass TokenTasks:\n    tokenUrl = 1\n",
    "kilo.c": """#define QUIT_TIMES 3 /* presses */

struct abuf {
    char *b;
    int len;
};

int has_comment(erow *row) { return 0; }

void append(struct abuf *ab, const char *s, int len) { }
""",
    "args.go": """package args

type Group struct {
	ID    string
	Title string
}

type Request struct {
	Path string
}

type Holder struct {
	Raw   *fasthttp.Request
	Inner *Group
}

type PositionalArgs func(cmd *Group, args []string) error

func rangeArgs(min int, max int) PositionalArgs { return nil }

func (g *Group) Root() *Group { return g }
""",
    "j/Builder.java": """package j;

public final class Builder {
  private static final boolean ESCAPE = true;

  @CanIgnoreReturnValue
  public Builder set(int index, String element) { return this; }

  public Builder set(int index) { return this; }

  public int size() { return 1; }
}
""",
    "src/lib.rs": """pub unsafe trait Sink { fn put(&mut self); }

pub struct Reader;
pub struct Writer;

unsafe impl<T: Sink + ?Sized> Sink for &mut T { fn put(&mut self) {} }
unsafe impl Sink for Writer { fn put(&mut self) {} }
impl Reader { fn sink(&self, s: &dyn Sink) {} }
""",
    "lib/application.js": """module.exports = class Application extends Emitter {
  listen(port, host) { return this.toJSON(); }
  toJSON() { return {}; }
};
""",
    "p/Cursor.php": """<?php
final class Cursor {
    public function moveUp(int $lines = 1): static { return $this; }
}
""",
    "s/Retry.swift": "public protocol Retry { func again() -> Bool }\npublic enum Decision { case stop }\n",
    "lib/context.js": "class Context {}\n",
}
TWINS = [
    # What is denied is not there; what is there must not be denied.
    ("`Store.fill` does not raise `FullError`.", "`Store.drain` does not raise `FullError`."),
    ("`StoreError` is not a subclass of `FullError`.", "`FullError` is not a subclass of `StoreError`."),
    ("`Base` does not inherit from `Store`.", "`Store` does not inherit from `Base`."),
    ("`Base` has no method `drain`.", "`Store` has no method `drain`."),
    ("`Base` 没有 `drain` 方法。", "`Store` 没有 `drain` 方法。"),
    ("`Store.fill` has no parameter `rows`.", "`Store.fill` has no parameter `limit`."),
    ("`Store.fill` does not call `close`.", "`Store.drain` does not call `close`."),
    ("`Store.fill` is not static.", "`Store.pairs` is not static."),
    ("`Store.fill` 不会抛出 `FullError`。", "`Store.drain` 不会抛出 `FullError`。"),
    # Errors: making one does not raise those that it builds on, or others of its family.
    ("`Store.drain` raises `FullError`.", "`Store.fill` raises `FullError`."),
    # Declared types.
    ("`Group.ID` is a `string`.", "`Group.ID` is an `int`."),
    ("The field `Title` of `Group` is a `string`.", "The field `Title` of `Group` is a `bool`."),
    ("`len` of `append` is an `int`.", "`len` of `append` is a `string`."),
    ("`rangeArgs` takes an `int`.", "`rangeArgs` takes a `string`."),
    ("`Group.Root` returns a `*Group`.", "`Group.Root` returns an `error`."),
    ("`Builder.size` returns an `int`.", "`Builder.size` returns a `String`."),
    ("`has_comment` returns an `int`.", "`has_comment` returns a `char *`."),
    ("`append` returns nothing.", "`append` returns a `char *`."),
    ("`Store.pairs` returns a tuple of two texts.", "`Store.pairs` returns a dictionary."),
    # Order.
    ("`Store.fill(amount, limit)` fills.", "`Store.fill(limit, amount)` fills."),
    ("`Builder.set(index, element)` sets.", "`Builder.set(element, index)` sets."),
    ("`rangeArgs` takes `min` first and `max` second.", "`rangeArgs` takes `max` first and `min` second."),
    ("The last parameter of `Store.fill` is `quiet`.", "The last parameter of `Store.fill` is `limit`."),
    ("`Store.drain` first calls `close`, then `fill`.", "`Store.drain` first calls `fill`, then `close`."),
    # Counts.
    ("`struct abuf` has two members.", "`struct abuf` has five members."),
    ("The struct `Group` has two fields.", "The struct `Group` has three fields."),
    ("`Builder.set` has two overloads.", "`Builder.set` has six overloads."),
    # Values: a constant's comment is no part of it, and a default may be a constant's name.
    ("`QUIT_TIMES` has the value 3.", "`QUIT_TIMES` has the value 5."),
    ("It stops at `LIMIT` (30).", "It stops at `LIMIT` (40)."),
    ("`limit` of `Store.fill` defaults to 30.", "`limit` of `Store.fill` defaults to 31."),
    ("By default, `Store.fill` has `quiet=False`.", "By default, `Store.fill` has `quiet=True`."),
    ("`quiet` of `Store.fill` is `False` unless said.", "`quiet` of `Store.fill` is `True` unless said."),
    # Kinds and visibility.
    ("`rangeArgs` is unexported.", "`rangeArgs` is exported."),
    ("`ESCAPE` is private.", "`ESCAPE` is public."),
    ("The class `Builder` is final.", "The class `Builder` is abstract."),
    ("`PositionalArgs` is a function type.", "`PositionalArgs` is an interface."),
    ("`Store.size` is a property.", "`Store.size` is a class method."),
    ("`Retry` is a protocol.", "`Decision` is a protocol."),
    ("`$lines` of `Cursor::moveUp` defaults to 1.", "`$lines` of `Cursor::moveUp` defaults to 2."),
    ("`Sink` is an unsafe trait.", "`Reader` is an unsafe struct."),
    # Bases and owners.
    ("`FullError` and `StoreError` both derive from `Exception`.", "`FullError` and `Base` both derive from "
     "`StoreError`."),
    ("`Store` inherits from both `Base` and `dict`.", "`Store` inherits from both `Base` and `StoreError`."),
    ("`Base` is the base of `Store`.", "`Store` is the base of `Base`."),
    ("`Writer` implements `Sink`.", "`Reader` implements `Sink`."),
    ("`Application` extends `Emitter`.", "`Application` extends `Context`."),
    ("The method `drain` belongs to `Store`.", "The method `drain` belongs to `Base`."),
    ("The method `listen` of `Application` starts it.", "The method `listen` of `Context` starts it."),
]  # fmt: skip


@pytest.fixture(scope="module")
def index() -> SourceIndex:
    """Six languages in one source."""
    return index_of(SOURCE)


def problems(text: str, index: SourceIndex) -> list[str]:
    """What is said of a sentence, remarks left out."""
    found = check_fidelity(f"# T\n\n{text}\n", index).findings
    return [one.problem for one in found if one.severity is not Severity.COULD]


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_twins(true: str, false: str, index: SourceIndex) -> None:
    """The false sentence is found, its true twin is left alone."""
    assert problems(true, index) == []
    assert problems(false, index), false


@pytest.mark.parametrize(
    "text",
    [
        "`Store.drain` does not raise `FullError` when it is empty.",
        "`Store.drain` does not raise `FullError`, unless it is full.",
        "If it is empty, `Store.drain` does not raise `FullError`.",
        "`limit` of `Store.fill` defaults to `LIMIT`.",
        "`Base` has no method `rows`.",
        "`Group.Root` returns a `Node`.",
        "`Group.ID` is a `UUID`.",
        "`has_comment` returns a `bool`.",
        "The members `b` and `len` of `abuf` are plain.",
        "`spread` is a method that takes one argument.",
        "`Store.fill` is asynchronous, as all of this is.",
        "一个类型为 `Store` 的 `state` 参数。",
        "`Store.fill(amount=3, limit=2)` and `Store.fill(limit=2, amount=3)` are one.",
    ],
)
def test_what_may_be_so(text: str, index: SourceIndex) -> None:
    """Conditions, other names for a plain type, keywords in any order and what the source does not decide are no
    faults."""
    assert problems(text, index) == []


@pytest.mark.parametrize(
    ("address", "fault"),
    [
        ("https://github.com/org/kit/blob/main/kilo.c", ""),
        ("https://github.com/org/kit/blob/main/kilo.c#L3-L5", ""),
        ("https://github.com/org/kit/tree/master/src", ""),
        ("https://github.com/org/kit/blob/main/gone.c", "gone.c"),
        ("https://github.com/org/kit/blob/main/kilo.c#L3-L500", "line 500"),
        ("https://github.com/org/kit/blob/1f6589e/gone.c", ""),
        ("https://github.com/org/other/blob/main/gone.c", ""),
        ("https://github.com/org/kit/issues/3", ""),
    ],
)
def test_links_to_the_own_host(address: str, fault: str) -> None:
    """An address of this repository on a branch leads to what the source has; of other repositories and of commits
    nothing is said."""
    text = f"# T\n\nSee [it]({address}).\n"
    index = SourceIndex(Texts(SOURCE | {".github/ci.yml": "on: push\n"}), root_name="kit")
    found = verify_document("a.md", text, index).result.findings
    assert [fault in one.problem for one in found] == ([True] if fault else [])
    past = verify_document("RELEASES.md", text, index).result.findings
    assert {one.severity for one in past} == ({Severity.COULD} if fault else set()), (
        "that a file is gone since is right"
    )
    package = SourceIndex(Texts(SOURCE), root_name="kit")
    assert not verify_document("a.md", text, package).result.findings, "the repository may hold more than this folder"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("It is so.[^1]\n\n[^1]: Or not.", "It is so.[^2]\n\n[^1]: Or not."),
        ("A set is `[^2]`, also \\[^2].\n\n[^1]: Yes[^1].", "It is so [^two].\n\n[^1]: Or not[^1]."),
        ("```mermaid\nflowchart TD\n    A[Base.close] --> B[Group.Root]\n```",
         "```mermaid\nflowchart TD\n    A[Base.empty()] --> B[Group.Root]\n```"),
        ("| name | file |\n| --- | --- |\n| `Store` | `pkg/store.py` |",
         "| name | file |\n| --- | --- |\n| `Store` | `args.go` |"),
        ("| name | used by |\n| --- | --- |\n| `Store` | `args.go` |",
         "| 名称 | 文件 |\n| --- | --- |\n| `Store` | `args.go` |"),
    ],
)  # fmt: skip
def test_signs_diagrams_and_tables(true: str, false: str, index: SourceIndex) -> None:
    """A footnote, the lines of a linked file, the members in a diagram and the files in a table are there."""
    said = [verify_document("a.md", f"# T\n\n{text}\n", index).result.findings for text in (true, false)]
    assert [one.problem for one in said[0] if one.severity is not Severity.COULD] == []
    assert [one for one in said[1] if one.severity is Severity.SHOULD]


@pytest.mark.parametrize(("link", "fault"), [("../kilo.c#L3-L5", ""), ("../kilo.c#L3-L500", "line 500")])
def test_lines_of_a_file_beside_the_document(link: str, fault: str, index: SourceIndex) -> None:
    """A document of the source links to the source's files; another one's neighbours are not known."""
    text = f"# T\n\nSee [it]({link}).\n"
    inside = DocumentPlace("docs/a.md", lambda path: True, is_in_source=True)
    found = verify_document("docs/a.md", text, index, inside).result.findings
    assert [fault in one.problem for one in found] == ([True] if fault else [])
    outside = DocumentPlace("docs/a.md", lambda path: True)
    assert not verify_document("docs/a.md", text, index, outside).result.findings


@pytest.mark.parametrize(
    ("implemented", "code"),
    [
        (True, "impl Sink for Reader {}"),
        (True, "impl<'a> crate::Sink<u8> for Reader where u8: Copy {}"),
        (True, "impl<T: Copy> Sink for T {}"),
        (True, "sinks! { Sink => Writer, Reader }"),
        (False, "impl<T: Sink> From<T> for Reader {}\nimpl Sink for Writer {}"),
        (False, "fn put(sink: &dyn Sink) -> Reader { Reader }"),
        (False, "impl impl impl " * 50_000 + "Sink\n" + "impl Sink " * 20_000),
    ],
)
def test_what_implements_a_trait_of_rust(implemented: bool, code: str) -> None:
    """An `impl` for the type, for every type or a macro may do it; a hostile text takes no longer than a long one."""
    texts = {"lib.rs": "pub trait Sink {}\npub struct Reader;\npub struct Writer;\n", "more.rs": f"{code}\n"}
    said = problems("`Reader` implements `Sink`.", index_of(texts))
    assert bool(said) is not implemented


def test_names_told_from_each_other(index: SourceIndex) -> None:
    """A name that a paragraph sets beside the source's own, or calls the reader's, is no slip; alone it is one."""
    assert problems("It is `TokenTasks`.\n\nDo not import the alternative `TokenTask` (without the `s`).", index) == []
    assert problems("The style of `tokenUrl` instead of that of `token_url`: say `tokenUrl`.", index) == []
    assert problems("`TokenTasks` is not the alternative `TokenTask`.", index) == []
    assert problems("Move your `TokenTask` calls.", index) == []
    assert problems("It is a `TokenTask`.", index)


def test_names_that_no_slip_makes(index: SourceIndex) -> None:
    """What is denied, differs by case where a text speaks of case, stands for a folder or is a member of a value from
    elsewhere is no slip for what the source has; without that it is one."""
    assert problems("There is no `toJson` equivalent.", index) == []
    assert problems("Names are *case-sensitive*: a `toJson` is another one.", index) == []
    assert problems("They lie in `StroeError/vendor`, where `StroeError` is where you keep them.", index) == []
    assert problems("Read it by `Holder.Raw.tojson()`.", index) == []
    assert problems("Read it by `toJson()`.", index)
    assert problems("The `StroeError` is where you keep them.", index)
    assert problems("Read it by `Holder.Inner.tojson()`.", index)


def test_an_annotation_is_a_type_in_python_alone(index: SourceIndex) -> None:
    """Java's annotations and the attributes of C# are no types."""
    assert problems("`Builder.size` may be annotated with `Union`.", index) == []
    assert problems("`Store.pairs` is plain. Its return is annotated with `bool`.", index)


def test_a_place_alone_above_a_block(index: SourceIndex) -> None:
    """A caption is a claim as the end of a sentence is."""
    block = "```c\nstruct abuf {\n    char *b;\n    int len;\n};\n```"
    assert problems(f"`kilo.c:3-6`\n\n{block}", index)[1:] == []
    wrong = "**`kilo.c:8-10`**"
    assert any("it stands at kilo.c:3-6" in one for one in problems(f"{wrong}\n\n{block}", index))
