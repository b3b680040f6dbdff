"""Definitions of every parsed language: names, kinds, ranges, visibility, and what they say and use."""

from __future__ import annotations

import pytest

from tasks.source import grammars, syntax_tree
from tasks.source.comment_style import comment_above
from tasks.source.decoding import lines_of
from tasks.source.grammars import compiled_query, grammar_of, parsed_languages
from tasks.source.outlines import outline_of
from tasks.source.symbols import Symbol, plain_blocks, symbols_of
from tasks.source.syntax_tree import parse_tree
from tests.source.samples_compiled import COMPILED, CPP, GO, JAVA, KOTLIN, RUST, SWIFT
from tests.source.samples_scripted import PHP, PYTHON_2, RUBY, SCRIPTED, TYPESCRIPT

SAMPLES = COMPILED | SCRIPTED


def named(text: str, language: str) -> dict[str, Symbol]:
    return {one.qualified_name: one for one in reversed(symbols_of(text, language))}


@pytest.mark.parametrize("language", sorted(SAMPLES))
def test_every_definition_stands_where_it_is_said_to_stand(language: str) -> None:
    """Kind, qualified name, first and last line, visibility: as counted by hand, nothing more and nothing less."""
    text, expected = SAMPLES[language]
    found = [
        f"{one.kind} {one.qualified_name} {one.start}-{one.end} {'+' if one.public else '-'}"
        for one in symbols_of(text, language)
    ]
    assert found == [line.strip() for line in expected.strip().split("\n")]


@pytest.mark.parametrize("language", parsed_languages())
def test_each_grammar_loads_and_understands_our_queries(language: str) -> None:
    """A grammar that renamed its nodes would cost calls silently: here it fails."""
    outline = outline_of(language)
    assert grammar_of(language) is not None
    assert outline is not None
    assert not outline.calls or compiled_query(language, outline.calls) is not None
    assert language in SAMPLES


def test_what_definitions_say_and_need() -> None:
    """Doc, signature, bases, parameters with types and defaults, what is returned, called and raised."""
    add = named(GO[0], "go")["Cart.Add"]
    assert (add.doc, add.parent, add.returns) == ("Add puts one in.", "Cart", "(int, error)")
    assert add.signature == "func (c *Cart) Add( name string, more ...int, ) (int, error)"
    assert [(one.name, one.annotation, one.kind) for one in add.parameters] == [
        ("name", "string", "positional-or-keyword"), ("more", "int", "var-positional"),
    ]  # fmt: skip
    assert add.calls == ("fmt.Println", "c.count")
    rust = named(RUST[0], "rust")
    assert rust["Point"].doc == "A point."
    assert rust["Point"].decorators == ("derive(Debug)", "repr(C)")
    assert rust["Point"].signature == "pub struct Point<'a>"
    assert (rust["Point.new"].is_async, rust["Point.new"].raises) == (True, ("panic",))
    java = named(JAVA[0], "java")
    assert (java["Shape"].doc, java["Shape"].bases) == ("A shape.", ("Base", "Round", "Flat"))
    assert java["Shape"].signature == "public final class Shape<T> extends Base implements Round, Flat"
    assert (java["Shape.draw"].decorators, java["Shape.draw"].raises) == (("Override",), ("Bad",))
    push = named(CPP[0], "cpp")["Queue.push"]
    assert [(one.name, one.annotation, one.default) for one in push.parameters] == [
        ("one", "T", None), ("times", "int", "1"),
    ]  # fmt: skip
    assert push.raises == ("std.runtime_error",)
    service = named(TYPESCRIPT[0], "typescript")
    assert service["Service"].doc == "A service."
    assert service["Service"].bases == ("Base", "Runs")
    assert service["Service.go"].raises == ("Bad",)
    assert (service["main"].is_async, service["main"].is_generator) == (True, True)
    kotlin = named(KOTLIN[0], "kotlin")
    assert kotlin["Point"].bases == ("Base", "Drawn")
    assert [(one.name, one.annotation, one.default) for one in kotlin["Point"].parameters] == [
        ("x", "Int", None), ("y", "Int", "3"),
    ]  # fmt: skip
    swift = named(SWIFT[0], "swift")["Cart.add"]
    assert [(one.name, one.annotation, one.default) for one in swift.parameters] == [
        ("one", "T", None), ("times", "Int", "1"),
    ]  # fmt: skip
    assert (swift.returns, swift.decorators) == ("Bool", ("discardableResult",))
    assert named(RUBY[0], "ruby")["Shop.Cart.add"].raises == ("Full",)
    assert named(PHP[0], "php")["User.__construct"].raises == ("Bad",)
    old = named(PYTHON_2[0], "python")
    assert (old["Old"].doc, old["Old"].bases) == ("Said.", ("Base",))
    assert [one.name for one in old["Old.make"].parameters] == ["a", "b"]


def test_a_part_that_is_not_understood_gets_the_plain_outline() -> None:
    """An error in one definition hides neither the others nor itself where a line still tells it."""
    text = "package x\n\nfunc Good() {}\n\nfunc Bad(a int {\n\treturn 1\n}\n\nfunc After() {}\n"
    assert {one.name for one in symbols_of(text, "go")} >= {"Good", "After"}
    for one in symbols_of(text, "go"):
        assert text.split("\n")[one.start - 1].startswith("func")


def test_without_a_grammar_the_plain_outline_remains(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wheel that is missing or does not fit costs detail, never a run."""
    grammar_of.cache_clear()
    syntax_tree._parser.cache_clear()
    monkeypatch.setitem(grammars._GRAMMARS, "go", ("tree_sitter_of_nobody", "language"))
    try:
        assert symbols_of(GO[0], "go") == plain_blocks(GO[0], "go") != ()
    finally:
        grammar_of.cache_clear()
        syntax_tree._parser.cache_clear()


def test_a_parse_ends_at_its_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """A grammar that finds a text hard gives up; the next text is parsed as ever."""
    monkeypatch.setattr(syntax_tree, "PARSE_SECONDS", 0.05)
    assert parse_tree("a<" * 200_000, "cpp") is None
    monkeypatch.undo()
    assert parse_tree("int a;\n", "cpp") is not None


@pytest.mark.parametrize("language", sorted(SAMPLES))
def test_hostile_text_keeps_to_the_file(language: str) -> None:
    """Unbalanced, deep and endless text yields ranges within the file, and no error."""
    text = "function f() {\nclass A {\nint f(void)\n{\nfn g( {\ndef x\nfunc F(\n" * 50
    text += "a " * 9000 + "(" * 3000 + "{" * 3000 + "\n/* open\n" + "'" * 5000 + "\n\x00\ufeff\u2028\n"
    for one in symbols_of(text, language):
        assert 1 <= one.start <= one.end <= len(lines_of(text))
    assert symbols_of("", language) == ()


def test_documentation_goes_before_a_note_to_maintainers() -> None:
    """A `//` block between a `/** */` and its definition is a note: what documents is the doc comment."""
    lines = ["/** Converts objects. */", "// non-Javadoc:", "// a note", "public class A {}"]
    assert comment_above(lines, 4, "java") == "Converts objects."
    assert comment_above(["/* a part */", "// what it does", "f();"], 3, "java") == "what it does"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("kotlin", "fun f(a: Int = 3, vararg b: String) = 1\n"),
        ("kotlin", 'class A { constructor(a: Int = 3, vararg b: String) : this(a, "") }\n'),
        ("swift", "func f(_ a: Int = 3, with b: String...) {}\n"),
        ("csharp", "class A { int F(int a = 3, params string[] b) => 1; }\n"),
        ("php", "<?php function f(int $a = 3, string ...$b): ?int { return 1; }\n"),
    ],
)
def test_a_default_is_no_parameter_and_a_rest_is_one(language: str, text: str) -> None:
    """`a = 3` and the values that are left over: two parameters in each language, named and of their kind."""
    one = next(symbol for symbol in symbols_of(text, language) if symbol.parameters)
    assert [(parameter.name, parameter.default, parameter.kind) for parameter in one.parameters] == [
        ("a", "3", "positional-or-keyword"),
        ("b", None, "var-positional"),
    ]


def test_ruby_defines_methods_by_calls_too() -> None:
    """Aliases, `define_method`, and what stands in the block of a `Struct.new`."""
    text = """\
class A
  alias_method :quiet?, :quiet
  alias old new
  define_method(:dyn) { |a| a }
  Point = Struct.new(:x, :y) do
    def dist; end
  end
end
"""
    found = [f"{one.kind} {one.qualified_name} {one.start}-{one.end}" for one in symbols_of(text, "ruby")]
    assert found == [
        "class A 1-8", "method A.quiet? 2-2", "method A.old 3-3", "method A.dyn 4-4", "class A.Point 5-7",
        "method A.Point.dist 6-6",
    ]  # fmt: skip


def test_swift_declares_subscripts_operators_and_macros() -> None:
    """Each under the name that the language's own documentation gives it."""
    text = """\
public struct A {
  public subscript(name: String) -> Int? { get { 1 } }
  public static func ||<T> (lhs: A, rhs: T) -> A { lhs }
}
public macro GET(on: Int) = #externalMacro(module: "M", type: "T")
"""
    found = [f"{one.kind} {one.qualified_name} {one.start}-{one.end}" for one in symbols_of(text, "swift")]
    assert found == ["struct A 1-4", "method A.subscript 2-2", "method A.|| 3-3", "macro GET 5-5"]
    by_name = named(text, "swift")
    assert by_name["A.subscript"].signature == "public subscript(name: String) -> Int?"
    assert by_name["GET"].signature == "public macro GET(on: Int)"


def test_a_comment_between_a_head_and_its_body_is_no_part_of_the_signature() -> None:
    """What stands there is told of what follows: `class B < C` is the whole signature."""
    body = "    # told of go\n    def go(a) # how\n      1\n    end\n  end\nend\n"
    text = f"module A\n  # Raised when\n  class B < C # why\n{body}"
    assert [one.signature for one in symbols_of(text, "ruby")] == ["module A", "class B < C", "def go(a)"]


def test_what_a_script_exports_bears_its_own_name() -> None:
    """`module.exports = class A {}` defines A with all that it holds; without a name there is nothing to call it."""
    found = named("module.exports = class App extends Emitter {\n  use (fn) {}\n}\n", "javascript")
    assert set(found) == {"App", "App.use"}
    assert found["App"].bases == ("Emitter",)
    assert list(named("exports = module.exports = function make (a) {}\n", "javascript")) == ["make"]
    assert symbols_of("module.exports = class {}\nmodule.exports = () => 1\n", "javascript") == ()
