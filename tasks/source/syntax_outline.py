"""What a language says of one syntax node: a definition, or where to look for more. The walk is shared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from tree_sitter import Node

from tasks.source.grammars import text_of
from tasks.source.symbol import Parameter, SymbolKind


@dataclass(frozen=True)
class Scope:
    """Where the walk stands.

    `owner` is the qualified name of the enclosing type, `kind` its kind, `public` whether it is usable from
    outside, `exports` the names that the file exports beside their definition (None: exporting is not said),
    `exported` whether an `export` surrounds the node, `is_torn` whether the grammar understood no whole here: then
    only what has a body of its own is taken for a definition.
    """

    data: bytes
    owner: str | None = None
    kind: SymbolKind | None = None
    public: bool = True
    exports: frozenset[str] | None = None
    exported: bool = False
    is_torn: bool = False

    def text(self, node: Node | None) -> str:
        """The source text of a node, "" for none."""
        return "" if node is None else text_of(node, self.data)


@dataclass(frozen=True)
class Found:
    """A definition. `node` spans it whole; its signature ends where `body` begins.

    `owner` overrules the scope's for definitions that stand outside of their type. `inside` are the nodes to
    visit with this definition as the enclosing type. `qualified` overrules the full name. `doc` None: the
    comment above.
    """

    node: Node
    name: str
    kind: SymbolKind
    public: bool = True
    body: Node | None = None
    inside: Sequence[Node] = ()
    owner: str | None = None
    bases: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    returns: str | None = None
    is_async: bool = False
    is_generator: bool = False
    has_code: bool = False
    qualified: str | None = None
    doc: str | None = None


@dataclass(frozen=True)
class Inner:
    """Nodes that open no type of their own: an export, a namespace, a conditional block, an `impl`.

    With `whole` a single definition among them begins and ends where that node does (`export class A {}`).
    """

    nodes: Sequence[Node]
    scope: Scope
    whole: Node | None = None


Handler: TypeAlias = Callable[[Node, Scope], Iterable[Found | Inner]]


@dataclass(frozen=True)
class Outline:
    """How one language declares.

    Attributes:
        handlers: by node type, what it defines; other types define nothing and are not entered.
        calls: tree-sitter query for the body of functions with the captures @call and @raise.
        leading: node types that stand before a definition and belong to it.
        unsigned: node types at its beginning that the signature leaves out; kept as `decorators`.
        exports: what a file exports beside its definitions, from the root node.
    """

    handlers: Mapping[str, Handler]
    calls: str = ""
    leading: frozenset[str] = frozenset()
    unsigned: frozenset[str] = frozenset()
    exports: Callable[[Node, bytes], frozenset[str] | None] | None = field(default=None)


def enter(node: Node, scope: Scope) -> Iterable[Inner]:
    """A handler: the node's children belong to the same scope."""
    yield Inner(node.named_children, scope)


def enter_body(node: Node, scope: Scope) -> Iterable[Inner]:
    """A handler: the children of the node's body belong to the same scope."""
    if body := node.child_by_field_name("body"):
        yield Inner(body.named_children, scope)


def within(scope: Scope, **changes: object) -> Scope:
    """The scope with some of its fields changed."""
    return replace(scope, **changes)  # type: ignore[arg-type]  # dataclasses.replace is typed by no checker


def child_of(node: Node, *types: str) -> Node | None:
    """The first named child of one of these types."""
    return next((child for child in node.named_children if child.type in types), None)


def last_line(node: Node) -> int:
    """1-based; a node that ends with its line break (directives, doc comments) ends on the line before."""
    end = node.end_point
    return max(node.start_point.row + 1, end.row + (1 if end.column else 0))


def modifiers_of(node: Node, scope: Scope, *types: str) -> frozenset[str]:
    """The words of the node's modifier children of these types."""
    words: set[str] = set()
    for child in node.children:
        if child.type in types:
            words.update(scope.text(child).split())
    return frozenset(words)


def one_line(text: str, limit: int = 200) -> str:
    """The text on one line, clipped."""
    joined = " ".join(text.split())
    return joined if len(joined) <= limit else joined[: limit - 3] + "..."


def qualified(owner: str | None, name: str) -> str:
    """`owner.name`, or the name alone."""
    return f"{owner}.{name}" if owner else name
