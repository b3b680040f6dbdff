"""What loops go through and tests ask, in languages that are read by their syntax trees."""

from __future__ import annotations

import pytest

from tasks.offline.prose_en_code import action_words, condition_words, value_words
from tasks.offline.prose_voice import Voice
from tasks.offline.report_facts import Quote
from tasks.offline.write_acts import RETURNED, Act, Step
from tasks.offline.write_steps import steps_of

_HEADS = {
    "go": "func f() {", "javascript": "function f() {", "java": "void f() {", "cpp": "void f() {", "c": "void f() {",
    "rust": "fn f() {", "php": "function f() {", "csharp": "void F() {",
}  # fmt: skip


def steps(text: str, language: str) -> tuple[Step, ...]:
    return steps_of(Quote("a", 1, 1 + text.count("\n"), language, text), "function")


@pytest.mark.parametrize(
    ("language", "head", "over", "taken"),
    [
        ("go", "for i, x := range c.items {", "`c.items`", "x"),
        ("go", "for _, x := range f(a) {", "`f(a)`", "x"),
        ("go", "for range done {", "`done`", ""),
        ("javascript", "for (const x of xs) {", "`xs`", "x"),
        ("javascript", "for (var key in options) {", "`options`", "key"),
        ("java", "for (Map.Entry<String, Integer> e : map.entrySet()) {", "`map.entrySet()`", "e"),
        ("cpp", "for (const auto& x : xs) {", "`xs`", "x"),
        ("rust", "for (i, x) in xs.iter().enumerate() {", "`xs.iter().enumerate()`", "(i, x)"),
        ("php", "foreach ($xs as $key => $x) {", "`$xs`", "$x"),
        ("csharp", "foreach (var x in xs) {", "`xs`", "x"),
    ],
)
def test_a_loop_over_a_collection_names_it(language: str, head: str, over: str, taken: str) -> None:
    """The collection and what each round takes, never the words of the syntax."""
    found = steps(f"{_HEADS[language]}\n\t{head}\n\t\tg(x);\n\t}}\n}}", language)[0]
    assert (found.act, value_words(found.value), found.target) == (Act.LOOP, over, taken)


@pytest.mark.parametrize(
    ("language", "head", "test"),
    [
        ("go", "for i := 0; i < len(xs); i++ {", "`i < len(xs)`"),
        ("go", "for n > 0 {", "`n > 0`"),
        ("javascript", "for (var i = 0; i < xs.length; i++) {", "`i < xs.length`"),
        ("c", "while (*p != end) {", "`*p` differs from `end`"),
    ],
)
def test_a_counted_loop_goes_on_as_long_as_its_test_holds(language: str, head: str, test: str) -> None:
    """Of three clauses the middle one is what is asked."""
    found = steps(f"{_HEADS[language]}\n\t{head}\n\t\tg(x);\n\t}}\n}}", language)[0]
    assert found.act is Act.REPEAT
    assert found.condition is not None
    assert condition_words(found.condition) == test


@pytest.mark.parametrize(
    ("head", "asked"),
    [
        ("if err := c.check(a, b); err != nil {", "`c.check` fails"),
        ("if _, err := read(f); err != nil {", "`read` fails"),
        ("if v, ok := seen[k]; ok {", "`k` is in `seen`"),
        ("if c.HasParent() {", "`c.HasParent()` is true"),
    ],
)
def test_a_go_test_is_told_by_what_it_asks(head: str, asked: str) -> None:
    """The statement before the semicolon makes the value, the part behind it is the test."""
    found = steps(f"func f() error {{\n\t{head}\n\t\treturn err\n\t}}\n}}", "go")[0]
    assert found.condition is not None
    assert condition_words(found.condition) == asked


def test_a_function_that_is_made_is_handed_back_and_not_run() -> None:
    """Its tests are its own: the maker only returns it, and what it does is told of it by name."""
    text = "func exact(n int) Args {\n\treturn func(a []string) error {\n\t\tif bad {\n\t\t\treturn x\n\t\t}\n\t}\n}"
    found, *inner = steps(text, "go")
    assert (found.act, found.condition, value_words(found.value)) == (Act.RETURN, None, "a function made on the spot")
    assert [(one.act, one.within) for one in inner] == [(Act.RETURN, RETURNED)]


def test_a_head_over_two_lines_ends_where_its_brace_opens() -> None:
    """JavaScript names a function twice before its body begins."""
    text = (
        'req.get =\nreq.header = function header(name) {\n  if (!name) {\n    throw new TypeError("can\'t");\n  }\n};'
    )
    (found,) = steps(text, "javascript")
    assert (found.act, found.exception, found.message) == (Act.REFUSE, "TypeError", "can't")


@pytest.mark.parametrize("kind", ["interface", "struct", "enum"])
def test_what_only_shapes_data_does_nothing(kind: str) -> None:
    """A method of an interface is declared there, not called."""
    text = "type Reader interface {\n\tRead(p []byte)\n\tClose()\n}"
    (step,) = steps_of(Quote("a", 1, 4, "go", text), kind)
    assert (step.act, step.names, step.count) == (Act.FIELDS, ("Read", "Close"), 2)


def test_what_is_declared_behind_the_quoted_lines_is_not_counted() -> None:
    """Of a shape that is cut the first names are told, never how many there are."""
    text = "type Command struct {\n\tUse, Short string\n\tArgs []string\n"
    (step,) = steps_of(Quote("a", 1, 3, "go", text), "struct")
    assert (step.names, step.count) == (("Use", "Short", "Args"), 0)
    assert action_words(step, Voice(1)) == "declares, among others, `Use`, `Short` and `Args`"


@pytest.mark.parametrize("kind", ["constant", "variable", "attribute"])
def test_what_only_holds_a_value_does_nothing(kind: str) -> None:
    """A table is shown, not told as if it ran."""
    assert steps_of(Quote("a", 1, 1, "go", "var names = []string{one(), two()}"), kind) == ()


def test_what_a_case_does_is_not_told_as_if_it_always_happened() -> None:
    """Go writes its cases at the column of the switch."""
    text = "func f() {\n\tfor _, x := range xs {\n\t\tswitch {\n\t\tcase bad(x):\n\t\t\tcontinue\n\t\t}\n\t}\n}"
    assert [(one.act, one.condition and one.condition.left) for one in steps(text, "go")] == [
        (Act.LOOP, None),
        (Act.SKIP, "bad(x)"),
    ]
