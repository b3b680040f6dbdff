"""Python's definitions, exactly where the parser sees them, whatever the text is."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tasks.source.decoding import lines_of
from tasks.source.locate_root import resolve_source
from tasks.source.symbols import Symbol, module_doc, module_exports, symbols_of

SAMPLE = '''\
"""The module.

More.
"""
import typing as t
from functools import cached_property

T = t.TypeVar("T")
LIMIT = 3
"""How many."""
#: The name.
#: Of it.
NAME, other = "n", 1
value: int = 4
lower = 5
__all__ = ["Box", "_hidden"]
__all__ += ["LIMIT"]


@t.final
class Box(dict, metaclass=type):
    """A box."""

    SIZE: t.ClassVar[int] = 1
    plain = 2

    class Inner:
        def deep(self): ...

    @t.overload
    def get(self, key: int) -> int: ...
    @t.overload
    def get(self, key: str) -> str: ...
    def get(self, key, /, default: "int | None" = None, *rest, flag=True, **more):
        """Get it."""
        def nested():
            raise KeyError
            yield 1
        if key:
            raise ValueError(str(key))
        raise errors.Missing from None

    @cached_property
    def width(self) -> int:
        return self.measure(len(self)) + len(self)

    @staticmethod
    def make(first): ...

    def _private(self): ...


async def stream(source):
    async for item in source.read():
        yield item


def _hidden(): ...


if t.TYPE_CHECKING:
    def conditional(): ...
else:
    try:
        def conditional(): raise exc
    except ImportError:
        class Fallback: ...
'''


def by_name(text: str) -> dict[str, Symbol]:
    found: dict[str, Symbol] = {}
    for symbol in symbols_of(text, "python"):
        found.setdefault(symbol.qualified_name, symbol)
    return found


def test_kinds_names_and_order() -> None:
    """What counts as a definition, in order of appearance; overload stubs, locals, type variables do not."""
    assert [(one.qualified_name, one.kind) for one in symbols_of(SAMPLE, "python")] == [
        ("LIMIT", "constant"), ("NAME", "constant"), ("value", "constant"), ("Box", "class"),
        ("Box.SIZE", "attribute"), ("Box.Inner", "class"), ("Box.Inner.deep", "method"),
        ("Box.get", "method"), ("Box.width", "property"), ("Box.make", "method"),
        ("Box._private", "method"), ("stream", "function"),
        ("_hidden", "function"), ("conditional", "function"), ("conditional", "function"),
        ("Fallback", "class"),
    ]  # fmt: skip


def test_what_a_symbol_says_of_itself() -> None:
    """Docs, signatures, parameters, raises and calls are the source's own words."""
    found = by_name(SAMPLE)
    assert (found["LIMIT"].doc, found["NAME"].doc, found["Box"].doc) == (
        "How many.",
        "The name.\nOf it.",
        "A box.",
    )
    assert found["Box"].signature == "class Box(dict, metaclass=type)"
    assert (found["Box"].bases, found["Box"].decorators) == (("dict",), ("t.final",))
    get = found["Box.get"]
    assert get.signature == ("def get(self, key, /, default: 'int | None'=None, *rest, flag=True, **more)")
    assert [(one.name, one.default, one.kind) for one in get.parameters] == [
        ("key", None, "positional-only"),
        ("default", "None", "positional-or-keyword"),
        ("rest", None, "var-positional"),
        ("flag", "True", "keyword-only"),
        ("more", None, "var-keyword"),
    ]
    assert get.raises == ("ValueError", "errors.Missing")
    assert not get.is_generator
    assert found["Box.width"].calls == ("self.measure", "len")
    assert found["Box.width"].returns == "int"
    assert [one.name for one in found["Box.make"].parameters] == ["first"]
    assert found["stream"].is_async
    assert found["stream"].is_generator
    assert found["stream"].signature == "async def stream(source)"


def test_public_is_what_the_names_say_and_what_is_exported() -> None:
    """An underscore hides, `__all__` shows."""
    found = by_name(SAMPLE)
    assert found["_hidden"].public
    assert not found["Box._private"].public
    assert module_exports(SAMPLE) == ("Box", "_hidden", "LIMIT")
    assert module_exports("__all__ = names()") is None
    assert module_exports("x = 1") is None
    assert module_doc(SAMPLE, "python") == "The module.\n\nMore."


def test_line_ranges_of_a_real_package_agree_with_the_parser() -> None:
    """Every range of jinja2 begins at its first decorator or head and ends at its last line."""
    for path in sorted(resolve_source("package:jinja2", Path()).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        lines = lines_of(text)
        spans = {
            (node.name, min([node.lineno, *(one.lineno for one in node.decorator_list)]), node.end_lineno)
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        }
        for symbol in symbols_of(text, "python"):
            first = lines[symbol.start - 1].lstrip()
            if symbol.kind in ("constant", "attribute"):
                assert first.startswith(symbol.name)
            else:
                assert (symbol.name, symbol.start, symbol.end) in spans
                assert first.startswith(("@", "def ", "class ", "async def "))


@pytest.mark.parametrize(
    "text",
    ["def broken(:", "print 'two'", "x = '\0'", "(" * 5000, "x = " + "-" * 50_000 + "1", "a" + ".b" * 50_000,
     "x = [" * 300 + "]" * 300, "1" * 5000, "", "\ufeff", "x = '\\d'"],
    ids=range(11),
)  # fmt: skip
def test_no_text_makes_the_outline_fail(text: str) -> None:
    """What does not parse keeps to its lines, if anything is told of it at all; nothing is raised."""
    assert all(1 <= one.start <= one.end <= text.count("\n") + 1 for one in symbols_of(text, "python"))
    assert module_doc(text, "python") == ""
    assert module_exports(text) is None


def test_a_long_chain_of_branches_is_no_recursion() -> None:
    """Generated code is as deep as it is long."""
    chain = "if a == 0: pass\n" + "".join(f"elif a == {n}: X{n} = 1\n" for n in range(1, 300))
    assert len(symbols_of(chain, "python")) in (0, 299)


def test_symbols_and_quotes_bring_no_file_access_with_them() -> None:
    """The offline author may import these two modules: nothing behind them opens, lists or runs anything."""
    code = "import sys, tasks.source.symbols, tasks.source.quotes; print(*sys.modules)"
    done = subprocess.run(
        (sys.executable, "-c", code),
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {name for name in done.stdout.split() if name.startswith("tasks.source.")}
    readers = {"raw_file", "listing", "git_tree", "ignore_rules", "manifest", "view", "locate_root"}
    assert not loaded & {f"tasks.source.{name}" for name in readers}
