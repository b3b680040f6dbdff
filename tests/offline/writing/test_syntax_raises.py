"""What a report says of errors: whose they are, under which test, with which words."""

from __future__ import annotations

import pytest

from tasks.offline.prose_en_closing import failure
from tasks.offline.prose_en_code import raises_word
from tasks.offline.prose_voice import Voice
from tasks.offline.report_facts import Quote, RaiseFact, SymbolFacts
from tasks.offline.syntax_raises import raises_of
from tasks.offline.write_acts import Act
from tasks.offline.write_steps import steps_of


@pytest.mark.parametrize(
    ("language", "text", "exception", "condition"),
    [
        ("javascript", "function f(x) {\n  if (!x) throw new TypeError('no x here');\n}", "TypeError", "!x"),
        ("java", 'class A { void f() {\n  if (x < 0) { throw new Bad("no x here"); }\n} }', "Bad", "x < 0"),
        ("php", "<?php function f($x) {\n  if (!$x) { throw new \\Bad('no x here'); }\n}", "\\Bad", "!$x"),
        ("ruby", "def f(x)\n  raise Bad, 'no x here' if x.nil?\nend", "Bad", "x.nil?"),
        ("go", 'func f() error {\n\tif x < 0 { return fmt.Errorf("no x here") }\n}', "fmt.Errorf", "x < 0"),
        ("kotlin", 'fun f() {\n  if (x < 0) throw Bad("no x here")\n}', "Bad", "x < 0"),
        ("swift", 'func f() {\n  if x < 0 { throw Bad.named("no x here") }\n}', "Bad.named", "x < 0"),
        ("rust", 'fn f() {\n  if x < 0 { panic!("no x here"); }\n}', "panic!", "x < 0"),
        ("csharp", 'class A { void F() {\n  if (x < 0) throw new Bad("no x here");\n} }', "Bad", "x < 0"),
    ],
)
def test_a_raise_is_found_with_its_test_and_its_words(language: str, text: str, exception: str, condition: str) -> None:
    """The class, the line, the test of the arm, the first literal text."""
    (found,) = raises_of(text, language)
    assert (found.fact.exception, found.fact.line, found.fact.condition) == (exception, 2, condition)
    assert found.fact.message == "no x here"
    assert found.is_of(1, 3)


def test_what_a_function_inside_raises_is_not_raised_by_the_one_around_it() -> None:
    """A parser that is handed over refuses later; whoever hands it over does not."""
    text = "function f() {\n  return (x) => {\n    throw new TypeError('no x here');\n  };\n}"
    (found,) = raises_of(text, "javascript")
    assert not found.is_of(1, 5)
    assert found.is_of(2, 4)


def test_the_other_arm_is_not_told_under_the_test() -> None:
    """`if (x) {} else { throw }` raises where `x` does not hold."""
    (found,) = raises_of("function f(x) {\n  if (x) { g(); } else { throw new TypeError('no x'); }\n}", "javascript")
    assert found.fact.condition == ""


def test_words_that_only_look_like_a_raise_are_none() -> None:
    """A comment, a text, a variable that is thrown on."""
    text = "function f(e) {\n  // throw new Bad('x y')\n  g(\"throw new Bad('x y')\");\n  throw e;\n}"
    assert raises_of(text, "javascript") == ()


@pytest.mark.parametrize(
    ("language", "text", "word"),
    [
        ("java", "void f() {\n  throw new Bad(x);\n}", "throws"),
        ("javascript", "function f() {\n  throw new Bad(x);\n}", "throws"),
        ("typescript", "function f() {\n  throw new Bad(x);\n}", "throws"),
        ("csharp", "void F() {\n  throw new Bad(x);\n}", "throws"),
        ("php", "function f() {\n  throw new Bad($x);\n}", "throws"),
        ("kotlin", "fun f() {\n  throw Bad(x)\n}", "throws"),
        ("swift", "func f() {\n  throw Bad.named(x)\n}", "throws"),
        ("cpp", "void f() {\n  throw Bad(x);\n}", "throws"),
        ("ruby", "def f\n  raise Bad\nend", "raises"),
        ("python", "def f():\n    raise Bad(x)", "raises"),
    ],
)
def test_an_error_is_thrown_or_raised_as_its_language_calls_it(language: str, text: str, word: str) -> None:
    """Nobody raises an exception in Java."""
    quote = Quote("a", 1, 1 + text.count("\n"), language, text, "f")
    (step,) = steps_of(quote, "function")
    assert step.act is Act.REFUSE
    assert raises_word(step) == word


def test_the_list_of_failures_uses_the_word_of_the_language_too() -> None:
    """By the file in which a definition stands; what ends a program is not thrown."""
    fact = RaiseFact("Bad", 3, "", "")
    told = {path: _told(path, fact) for path in ("a.java", "a.py", "a.swift")}
    assert "throws `Bad`" in told["a.java"]
    assert "raises `Bad`" not in told["a.java"]
    assert "raises `Bad`" in told["a.py"]
    ended = _told("a.swift", RaiseFact("fatalError", 3, "", ""))
    assert "throws" not in ended
    assert "raises" not in ended


def _told(path: str, fact: RaiseFact) -> str:
    symbol = SymbolFacts("f", "function", path, 1, 9, "f()")
    voice = Voice(1)
    return " ".join(failure(symbol, fact, voice) for _ in range(3))
