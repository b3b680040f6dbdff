"""Which lines of a large definition are quoted, in languages that are read by their syntax trees."""

from __future__ import annotations

import pytest

from tasks.offline.report_facts import Quote, SymbolFacts
from tasks.offline.request import ShownFile
from tasks.offline.research_paragraphs import plain_windows
from tasks.offline.research_quotes import choose_quotes
from tasks.offline.research_windows import MAX_LINES, Mark, Part, Window, opening, runs, worth
from tasks.offline.research_windows_tree import reads_as_code
from tasks.offline.write_acts import Act
from tasks.offline.write_steps import steps_of

_LONG = 30
_BRACED = "if (x{n} < 0) {{\n{t};\n}}\nif (y{n} < 0) {{\n{t};\n}}\nreturn z{n};"


def _function(language: str) -> str:
    """Thirty declarations, then two refusals and the result: the head tells nothing, the end all."""
    heads = {
        "java": ("class A {\nint f(int a) {", "int v{n} = {n};", 'throw new Bad("no")', "}\n}"),
        "javascript": ("function f(a) {", "const v{n} = {n};", 'throw new Bad("no")', "}"),
        "typescript": ("function f(a: number) {", "const v{n} = {n};", 'throw new Bad("no")', "}"),
        "csharp": ("class A {\nint f(int a) {", "int v{n} = {n};", 'throw new Bad("no")', "}\n}"),
        "cpp": ("int f(int a) {", "int v{n} = {n};", 'throw Bad("no")', "}"),
        "c": ("int f(int a) {", "int v{n} = {n};", "return -1", "}"),
        "php": ("<?php\nfunction f($a) {", "$v{n} = {n};", "throw new Bad('no')", "}"),
        "kotlin": ("fun f(a: Int): Int {", "val v{n} = {n}", 'throw Bad("no")', "}"),
    }
    plain = {
        "go": ("func f(a int) int {", "v{n} := {n}", "if x < 0 {\npanic(1)\n}\nif y < 0 {\nreturn 2\n}\nreturn z", "}"),
        "rust": (
            "fn f(a: i32) -> i32 {",
            "let v{n} = {n};",
            "if x < 0 {\npanic!()\n}\nif y < 0 {\nreturn 2;\n}\nz",
            "}",
        ),
        "ruby": ("def f(a)", "v{n} = {n}", "if x < 0\nraise Bad\nend\nif y < 0\nreturn 2\nend\nz", "end"),
        "swift": (
            "func f(a: Int) -> Int {",
            "let v{n} = {n}",
            "if x < 0 {\nfatalError()\n}\nif y < 0 {\nreturn 2\n}\nreturn z",
            "}",
        ),
        "bash": ("f() {", "v{n}={n}", "if g; then\nreturn 1\nfi\nif h; then\nreturn 2\nfi\nreturn 0", "}"),
    }
    if language in plain:
        head, line, tail, end = plain[language]
    else:
        head, line, thrown, end = heads[language]
        tail = _BRACED.format(n="", t=thrown).replace("x <", "$x <" if language == "php" else "x <")
        tail = tail.replace("y <", "$y <").replace("return z", "return $z") if language == "php" else tail
    return "\n".join([head, *(line.format(n=n) for n in range(_LONG)), tail, end])


_LANGUAGES = (
    "java", "javascript", "typescript", "csharp", "cpp", "c", "php", "kotlin", "go", "rust", "ruby", "swift", "bash",
)  # fmt: skip


def _quote(text: str, language: str, kind: str = "function", first: int = 1, last: int = 0) -> Quote | None:
    lines = 1 + text.count("\n")
    symbol = SymbolFacts("f", kind, "a", first, last or lines, "f")
    file = ShownFile("a", "", "must", lines, ((1, lines),), True, language, text)
    found = choose_quotes([symbol], [file], 5)
    return found[0] if found else None


@pytest.mark.parametrize("language", _LANGUAGES)
def test_the_telling_lines_of_a_large_function_are_quoted(language: str) -> None:
    """Not the declarations at its head: the refusals and the result, at whole statements, to be read again."""
    text = _function(language)
    first = 2 if text.startswith(("class", "<?php")) else 1
    last = text.count("\n") + (0 if text.startswith("class") else 1)
    quote = _quote(text, language, first=first, last=last)
    assert quote is not None
    assert quote.start > first
    assert quote.end - quote.start + 1 <= MAX_LINES
    assert quote.text == "\n".join(text.split("\n")[quote.start - 1 : quote.end])
    assert reads_as_code(quote.text, language)
    steps = steps_of(quote, "function")
    assert sum(step.condition is not None for step in steps) == 2


@pytest.mark.parametrize(
    ("language", "head", "end"),
    [
        ("java", "class A {\nvoid f() {\nwhile (true) {", "}\n}\n}"),
        ("javascript", "function f() {\nwhile (true) {", "}\n}"),
        ("go", "func f() {\nfor {", "}\n}"),
        ("rust", "fn f() {\nloop {", "}\n}"),
        ("c", "void f() {\nwhile (1) {", "}\n}"),
    ],
)
def test_a_body_that_is_one_long_statement_is_cut_at_a_whole_one_inside(language: str, head: str, end: str) -> None:
    """A window opens the loop or stands in it; it begins and ends at a whole statement."""
    row = "if a {\nb()\n}" if language in ("go", "rust") else "if (a) {\nb();\n}"
    text = "\n".join([head, *(row for _ in range(20)), end])
    quote = _quote(text, language, last=1 + text.count("\n") - (language == "java"), first=1 + (language == "java"))
    assert quote is not None
    assert quote.text.split("\n")[-1] == "}"
    assert reads_as_code(quote.text, language)


def test_no_window_is_cut_out_of_a_branch_with_a_way_out_whose_test_it_does_not_show() -> None:
    """`return x` at the end of a branch, quoted without the test, would read as what the function always does."""
    calls = [Part(n, n) for n in range(2, 40)]
    leaves = Part(40, 40, leaves=True)
    branch = Part(1, 41, ((*calls, leaves),))
    inner = [window for window, depth in runs([branch]) if depth]
    assert inner
    assert all(window.end < 40 for window in inner)
    assert any(window.end == 40 for window, _ in runs([*calls, leaves]))


def test_what_is_only_half_inside_a_window_weighs_nothing() -> None:
    """A branch that begins in the window and ends behind it is not shown."""
    marks = (Mark(2, 5, 1.5), Mark(9, 30, 2.5))
    assert worth(Window(1, 14), marks) == 1.5


def test_an_opening_ends_at_the_last_whole_statement_that_fits() -> None:
    """In a statement that is too long it is one of those inside it."""
    assert opening([Part(1, 3), Part(4, 9), Part(10, 80, ((Part(11, 20), Part(21, 70)),))], 1) == 20
    assert opening([Part(1, 18), Part(19, 80, ((Part(20, 21), Part(22, 79)),))], 1) == 18
    assert opening([Part(1, 80)], 1) == 0


def test_a_window_does_not_begin_behind_the_attribute_of_its_statement() -> None:
    """`#[cfg(…)]` above a statement belongs to it: without it the statement would be read as always there."""
    rows = "\n".join(f"    let v{n} = {n};" for n in range(30))
    told = "\n".join(f"    if a{n} {{\n        return {n};\n    }}" for n in range(4))
    text = f"fn f() -> u8 {{\n{rows}\n    #[cfg(unix)]\n{told}\n    z\n}}"
    quote = _quote(text, "rust")
    assert quote is not None
    first = quote.text.split("\n")[0].strip()
    assert not first.startswith(("#[", "///"))
    assert first != "if a0 {"


def test_of_a_large_class_methods_are_quoted_and_not_constants_alone() -> None:
    """What a class does says more than its first constants; that other fields exist is not denied."""
    constants = "\n".join(f"  static final int C{n} = {n};" for n in range(40))
    methods = "\n".join(
        f"  int m{n}(int a) {{\n    if (a < {n}) {{\n      throw new Bad();\n    }}\n    return a;\n  }}"
        for n in range(6)
    )
    quote = _quote(f"class A {{\n{constants}\n{methods}\n}}", "java", "class")
    assert quote is not None
    assert "throw new Bad()" in quote.text
    assert reads_as_code(quote.text, "java")
    fields = [step for step in steps_of(quote, "class") if step.act is Act.FIELDS]
    assert all(step.count == 0 for step in fields)


def test_of_a_class_no_method_is_quoted_that_does_not_end_there() -> None:
    """A long method belongs to its own quotation; of the class whole members are shown."""
    constants = "\n".join(f"  static final int C{n} = {n};" for n in range(40))
    tests = "\n".join(f"    if (a < {n}) {{\n      throw new Bad();\n    }}" for n in range(20))
    small = "\n".join(f"  int m{n}(int a) {{\n    g(a);\n    return a;\n  }}" for n in range(3))
    quote = _quote(f"class A {{\n{constants}\n  int f(int a) {{\n{tests}\n  }}\n{small}\n}}", "java", "class")
    assert quote is not None
    assert quote.text == small


def test_a_class_whose_head_shows_a_method_is_quoted_from_its_head() -> None:
    """The line of the class, its fields and its constructor are the best way in."""
    methods = "\n".join(f"  int m{n}() {{\n    return {n};\n  }}" for n in range(12))
    quote = _quote(f"class A {{\n  int x;\n  A(int x) {{\n    this.x = x;\n  }}\n{methods}\n}}", "java", "class")
    assert quote is not None
    assert quote.start == 1


def test_what_stands_before_a_window_may_have_ended_the_call() -> None:
    """The result of a window is not told as that of all other cases."""
    quote = Quote("a", 40, 43, "go", "\tif x < 0 {\n\t\treturn 1\n\t}\n\treturn y", "f")
    assert [step.preempted for step in steps_of(quote, "function") if step.act is Act.RETURN] == [True, True]
    python = Quote("a", 40, 42, "python", "    if x < 0:\n        return 1\n    return y", "f")
    assert [step.preempted for step in steps_of(python, "function") if step.act is Act.RETURN] == [True, True]


def test_a_paragraph_begins_with_code_and_not_inside_a_comment() -> None:
    """Comments and attributes are no quotation; nor is what begins in the middle of one."""
    text = (
        "/* One\n\nfn old() {\n  x();\n}\n\nend */\n/// Doc\n///\n/// ```\n/// let a = 1;\n/// ```\n#[cfg(unix)]\n"
        "pub use a::b;\npub use a::c;\npub use a::d;\n"
    )
    lines = text.count("\n")
    quotes = plain_windows(ShownFile("a.rs", "", "must", lines, ((1, lines),), True, "rust", text), 4)
    assert [quote.text for quote in quotes] == ["pub use a::b;\npub use a::c;\npub use a::d;"]
