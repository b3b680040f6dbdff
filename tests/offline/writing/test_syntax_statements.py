"""Each kind of statement is told alike in every language that has a table, and never more than it says."""

from __future__ import annotations

import pytest

from tasks.offline.prose_en_code import condition_words, value_words
from tasks.offline.report_facts import Quote
from tasks.offline.syntax_tables_other import SYNTAX
from tasks.offline.write_acts import HANDED, RETURNED, Act, Step
from tasks.offline.write_conditions import Shape, opposite_of
from tasks.offline.write_conditions import Test as Ask
from tasks.offline.write_steps import steps_of
from tasks.source.grammars import parsed_languages

# language: (head and end of a function, end of a statement)
_FUNCTIONS = {
    "javascript": ("function f(x) {", "}", ";"),
    "typescript": ("f(x: number): number {", "}", ";"),
    "java": ("public int f(int x) {", "}", ";"),
    "csharp": ("public int F(int x) {", "}", ";"),
    "php": ("public function f($x) {", "}", ";"),
    "c": ("static int f(int x) {", "}", ";"),
    "cpp": ("int A::f(int x) const {", "}", ";"),
    "go": ("func (a *A) f(x int) int {", "}", ""),
    "rust": ("pub fn f(&self, x: i32) -> i32 {", "}", ";"),
    "kotlin": ("override fun f(x: Int): Int {", "}", ""),
    "swift": ("override func f(_ x: Int) -> Int {", "}", ""),
    "ruby": ("def f(x)", "end", ""),
    "bash": ("f() {", "}", ""),
}
_BRACED = tuple(one for one in _FUNCTIONS if one not in ("ruby", "bash"))


def read(body: str, language: str, *, end: bool = True) -> tuple[Step, ...]:
    """The steps of a function with these lines in it."""
    head, tail, _ = _FUNCTIONS[language]
    text = f"{head}\n{body}" + (f"\n{tail}" if end else "")
    name = "F" if language == "csharp" else "f"
    return steps_of(Quote("a", 1, 1 + text.count("\n"), language, text, name), "method")


def branch(test: str, deed: str, language: str, other: str = "") -> str:
    """An `if` as each language writes it."""
    stop = _FUNCTIONS[language][2]
    if language == "ruby":
        return f"if {test}\n{deed}\n" + (f"else\n{other}\n" if other else "") + "end"
    if language == "bash":
        return f"if {test}; then\n{deed}\n" + (f"else\n{other}\n" if other else "") + "fi"
    asked = test if language in ("go", "rust", "swift") else f"({test})"
    return f"if {asked} {{\n{deed}{stop}\n}}" + (f" else {{\n{other}{stop}\n}}" if other else "")


def test_every_grammar_but_that_of_python_and_sql_has_a_table() -> None:
    """A language that is parsed is told; a query has no steps."""
    assert {*SYNTAX, "python", "sql"} == set(parsed_languages())


@pytest.mark.parametrize("language", [one for one in _FUNCTIONS if one != "bash"])
def test_a_return_keeps_its_test_and_its_opposite(language: str) -> None:
    """A method without its class is read, and each arm of an `if` knows what it stands under."""
    name = "$x" if language == "php" else "x"
    steps = read(branch(name, "return one(1)", language, "return two(2)"), language)
    first, second = (one for one in steps if one.act is Act.RETURN)
    assert (first.start, second.start) == ((3, 5))
    assert (first.value.text, second.value.text) == ("one(1)", "two(2)")
    assert first.condition is not None
    assert first.condition.left == name
    assert second.condition is not None
    assert second.condition.test is opposite_of(first.condition).test
    assert second.otherwise


@pytest.mark.parametrize("language", [one for one in _FUNCTIONS if one != "bash"])
def test_a_call_that_is_cut_is_not_told(language: str) -> None:
    """What is behind the last quoted line is unknown: the statement that ends there says nothing, the ones above do."""
    stop = _FUNCTIONS[language][2]
    told = [one.target for one in read(f"first(a){stop}\ntwo(one,", language, end=False) if one.act is Act.CALL]
    assert told == ["first"]


@pytest.mark.parametrize(
    ("language", "line", "exception", "message"),
    [
        ("javascript", "throw new TypeError(`no ${name} here`)", "TypeError", "no {name} here"),
        ("java", 'throw new IllegalStateException("not open: " + x);', "IllegalStateException", "not open: {x}"),
        ("csharp", 'throw new ArgumentException("not a name", nameof(x));', "ArgumentException", "not a name"),
        ("php", "throw new \\InvalidArgumentException('not a name');", "\\InvalidArgumentException", "not a name"),
        ("cpp", 'throw std::runtime_error("not a name");', "std::runtime_error", "not a name"),
        ("kotlin", 'throw IllegalStateException("not a name")', "IllegalStateException", "not a name"),
        ("swift", 'throw Failure.named("not a name")', "Failure.named", "not a name"),
        ("ruby", 'raise ArgumentError, "not a name"', "ArgumentError", "not a name"),
        ("ruby", 'raise "not a name"', "RuntimeError", "not a name"),
        ("java", r'throw new Bad("only \\n and \"a\" here\n");', "Bad", r'only \n and "a" here'),
    ],
)
def test_a_throw_names_what_is_thrown_and_what_it_says(language: str, line: str, exception: str, message: str) -> None:
    """The class and the first literal text."""
    (step,) = read(line, language)
    assert (step.act, step.exception, step.message) == (Act.REFUSE, exception, message)


@pytest.mark.parametrize(
    ("language", "line", "target"),
    [
        ("go", 'panic("it is too late")', "panic"),
        ("rust", 'panic!("it is too late");', "panic!"),
        ("swift", 'fatalError("it is too late")', "fatalError"),
        ("c", "abort();", "abort"),
        ("bash", "exit 1", "exit 1"),
    ],
)
def test_what_does_not_come_back_is_a_refusal(language: str, line: str, target: str) -> None:
    """A panic and the end of the program are no calls among others."""
    (step,) = read(line, language)
    assert (step.act, step.target) == (Act.REFUSE, target)


@pytest.mark.parametrize("language", _FUNCTIONS)
def test_what_is_inside_a_closure_is_no_step_of_the_outer_function(language: str) -> None:
    """A function that is written down runs later, if at all."""
    closures = {
        "javascript": "on(() => { return late(); });",
        "typescript": "on((y) => { throw new Error('too late') });",
        "java": "on(() -> { return late(); });",
        "csharp": "On(() => { return Late(); });",
        "php": "on(function () { return late(); });",
        "c": "on(late);",
        "cpp": "on([&]() { return late(); });",
        "go": "on(func() int { return late() })",
        "rust": "on(|y| { return late(y); });",
        "kotlin": "on { late(it) }",
        "swift": "on { late($0) }",
        "ruby": "on do |y|\nreturn late(y)\nend",
        "bash": "on late",
    }
    every = read(closures[language], language)
    steps = [one for one in every if not one.elsewhere]
    assert all(one.within.startswith(HANDED) for one in every if one not in steps)
    assert {one.act for one in steps} <= {Act.CALL, Act.RETURN}
    assert all("late" not in one.target for one in steps)
    returned = [one for one in steps if one.act is Act.RETURN]
    assert all(one.value.name in ("on", "On") or one.value.text.startswith("on") for one in returned)


@pytest.mark.parametrize(
    ("language", "loop", "target", "over"),
    [
        ("typescript", "for (const y of this.ys) { g(y); }", "y", "this.ys"),
        ("java", "for (final String y : ys) { g(y); }", "y", "ys"),
        ("kotlin", "for (y in ys) { g(y) }", "y", "ys"),
        ("swift", "for y in ys where y > 1 { g(y) }", "y", "ys where y > 1"),
        ("ruby", "for y in ys\ng(y)\nend", "y", "ys"),
        ("bash", 'for y in "$@"; do g "$y"; done', "y", '"$@"'),
        ("go", "for y := range ys { g(y) }", "", "ys"),
    ],
)
def test_a_loop_names_what_each_round_takes(language: str, loop: str, target: str, over: str) -> None:
    """In Go a single name is a place or a key, and no element."""
    head, call = read(loop, language)[:2]
    assert (head.act, head.target, head.value.text) == (Act.LOOP, target, over)
    assert (call.act, call.depth) == (Act.CALL, 1)


@pytest.mark.parametrize(
    ("language", "loop", "exits"),
    [
        ("javascript", "for (;;) {\nif (a) break;\nswitch (b) { case 1: break; }\n}", (3,)),
        ("java", "while (true) {\nfor (int i : is) { break; }\nif (a) return 1;\n}", (4,)),
        ("go", "for {\nif a { break }\nselect { case <-c: break }\n}", (3,)),
        ("rust", "loop {\nlet y = g()?;\nmatch y { 1 => break, _ => {} }\n}", (3, 4)),
    ],
)
def test_an_endless_loop_knows_all_of_its_ways_out(language: str, loop: str, exits: tuple[int, ...]) -> None:
    """A `break` of an inner loop or of a switch is none of them; Rust's `match` and `?` are no obstacle."""
    step = next(one for one in read(loop, language) if one.act is Act.ENDLESS)
    assert step.exits == exits


def test_a_loop_that_is_cut_is_not_said_to_have_no_other_way_out() -> None:
    """Behind the last quoted line there may be one more."""
    assert all(one.act is not Act.ENDLESS for one in read("while (true) {\nif (a) break;\ng();", "java", end=False))


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        (
            "java",
            "switch (x) { case 1: a(); break; case 2: b(); break; case 3: c(); break; default: d(); }",
            ("1", "2", "3"),
        ),
        ("java", "switch (x) { case 1 -> a(); case 2 -> b(); case 3 -> c(); default -> d(); }", ("1", "2", "3")),
        ("go", "switch x {\ncase 1: a()\ncase 2: b()\ncase 3: c()\ndefault: d()\n}", ("1", "2", "3")),
        ("kotlin", "when (x) {\n1 -> a()\n2 -> b()\nis Int -> c()\nelse -> d()\n}", ("1", "2", "is Int")),
        ("ruby", "case x\nwhen 1 then a(1)\nwhen 2 then b(1)\nwhen 3 then c(1)\nelse d(1)\nend", ("1", "2", "3")),
        ("csharp", "switch (x) { case 1: A(); break; case 2: B(); break; case 3: C(); break; }", ("1", "2", "3")),
    ],
)
def test_many_cases_are_told_by_their_subject(language: str, text: str, names: tuple[str, ...]) -> None:
    """The default is none of them."""
    head = read(text, language)[0]
    assert (head.act, head.target, head.names, head.count) == (Act.LADDER, "x", names, 3)


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("rust", "match self.x { Some(y) => g(y), None => h() };", "`self.x` matches `Some(y)`"),
        ("kotlin", "when (x) {\nis Foo -> g(1)\nelse -> h(1)\n}", "`x` is an instance of `Foo`"),
        ("java", "switch (x) { case 1: case 2: g(1); break; }", "`x` equals `1` or `2`"),
        ("go", "switch y := x.(type) {\ncase *Foo: g(y)\n}", "`x.(type)` is `*Foo`"),
    ],
)
def test_one_or_two_cases_are_told_as_tests(language: str, text: str, words: str) -> None:
    """What a case does stands under what it asks."""
    condition = read(text, language)[0].condition
    assert condition is not None
    assert condition_words(condition) == words


def test_a_case_that_falls_into_the_next_one_is_not_told_alone() -> None:
    """Without a `break` the lines below run as well, whatever their label asks."""
    assert read("switch (x) { case 1: a(); case 2: b(); break; }", "java") == ()


@pytest.mark.parametrize(
    ("language", "text", "exception"),
    [
        ("javascript", "try { g(1); } catch (e) { throw e; } finally { h(1); }", ""),
        ("java", "try { g(1); } catch (IOException | Foo e) { throw e; } finally { h(1); }", "IOException | Foo"),
        ("csharp", "try { G(1); } catch (IOException e) { throw; } finally { h(1); }", "IOException"),
        ("php", "try { g(1); } catch (IOException $e) { throw $e; } finally { h(1); }", "IOException"),
        ("kotlin", "try { g(1) } catch (e: IOException) { throw e } finally { h(1) }", "IOException"),
        ("ruby", "begin\ng(1)\nrescue IOError => e\nraise\nensure\nh(1)\nend", "IOError"),
        ("ruby", "g(1)\nrescue IOError => e\nraise e\nensure\nh(1)", "IOError"),
    ],
)
def test_what_is_caught_and_thrown_again_is_told_so(language: str, text: str, exception: str) -> None:
    """Throwing the caught variable is no new error; what stands last runs in any case."""
    steps = read(text, language)
    caught = next(one for one in steps if one.act is Act.CATCH)
    assert (caught.exception, caught.target, caught.names) == (exception, "", (Act.REFUSE.value,))
    assert next(one for one in steps if one.act is Act.CLEANUP).names == ("h",)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("javascript", "constructor(x, y) {\n  this.x = x;\n  this.y = make(y);\n}"),
        ("java", "Foo(int x, int y) {\n  this.x = x;\n  this.y = make(y);\n}"),
        ("php", "public function __construct($x, $y) {\n  $this->x = $x;\n  $this->y = make($y);\n}"),
        ("ruby", "def initialize(x, y)\n  @x = x\n  @y = make(y)\nend"),
        ("swift", "init(x: Int, y: Int) {\n  self.x = x\n  self.y = make(y)\n}"),
        ("kotlin", "    constructor(x: Int, y: Int) : super() {\n  this.x = x\n  this.y = make(y)\n}"),
    ],
)
def test_a_constructor_keeps_what_it_was_given(language: str, text: str) -> None:
    """An untouched parameter is kept, the rest is prepared."""
    steps = steps_of(Quote("a", 1, 4, language, text, ""), "method")
    assert [(one.act, one.making) for one in steps if one.act is not Act.CALL] == [
        (Act.STORE, True),
        (Act.ASSIGN, True),
    ]
    assert steps[0].names == ("x",)


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("rust", "fn f(&self) -> Option<i32> {\n  g(1);\n  Some(x)\n}", "`Some(x)`"),
        ("ruby", "def f\n  g(1)\n  [x, 1]\nend", "`[x, 1]`"),
        ("kotlin", "fun f(x: Int) = g(x)", "`g(x)`"),
        ("swift", "func f() -> Int { g(1) }", "`g(1)`"),
        ("csharp", "public int f => g(1);", "`g(1)`"),
        ("javascript", "const f = (x) => g(x);", "`g(x)`"),
    ],
)
def test_the_last_expression_is_what_comes_back(language: str, text: str, words: str) -> None:
    """Where a language says so, and never as a call among others."""
    last = steps_of(Quote("a", 1, 9, language, text, "f"), "function")[-1]
    assert (last.act, value_words(last.value)) == (Act.RETURN, words)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("rust", "fn f(&self) {\n  g(1)\n}"),
        ("rust", "fn f(&self) -> i32 {\n  g(1);\n"),
        ("ruby", "def initialize\n  g(1)\nend"),
        ("ruby", "def f\n  g(1)\n"),
        ("kotlin", "fun f(x: Int) {\n  g(x)\n}"),
        ("csharp", "void f() => g(1);"),
    ],
)
def test_the_last_expression_of_what_returns_nothing_is_a_call(language: str, text: str) -> None:
    """A function without a result, a constructor, and lines that end before the function does."""
    (step,) = steps_of(Quote("a", 1, 9, language, text, "f"), "function")
    assert step.act is Act.CALL


def test_a_result_behind_a_question_mark_is_not_the_only_way_out() -> None:
    """Rust's `?` may return an error first, and so may a macro that is not known to be harmless."""
    for line in ("let y = g()?;", "ensure!(y, 1);", "g(h()?);"):
        last = read(f"if a {{ return 1; }}\n{line}\ny + 1", "rust")[-1]
        assert (last.act, last.preempted) == (Act.RETURN, True), line
    assert not read("if a { return 1; }\nprintln!(y);\ny + 1", "rust")[-1].preempted


def test_what_a_returned_function_does_is_told_of_it() -> None:
    """The outer function only hands it over."""
    first, second = read("return (y) => {\n  if (y) { throw new Error('not a y'); }\n};", "javascript")
    assert (first.act, first.within, first.value.shape) == (Act.RETURN, "", Shape.FUNCTION)
    assert (second.act, second.within) == (Act.REFUSE, RETURNED)


def test_a_round_that_a_label_may_end_is_not_told_to_its_end() -> None:
    """`continue outer` in an inner loop skips what follows in the outer one."""
    text = "outer:\nfor (const y of ys) {\nfor (const z of y) { if (z) continue outer; }\ng(y);\n}"
    inner = [one for one in read(text, "javascript") if one.act is Act.LOOP][1]
    assert inner.exits == (4,)


def test_a_value_type_that_is_changed_is_not_what_made_it() -> None:
    """`x := T{}; fill(&x); return x`: what comes back is no longer what the call gave."""
    for language, text in (
        ("go", "x := made()\nfill(&x)\nreturn x"),
        ("rust", "let mut x = made();\nx.push(1);\nx"),
        ("cpp", "auto x = made();\nfill(x);\nreturn x;"),
    ):
        assert next(one for one in read(text, language) if one.act is Act.ASSIGN).rebound, language


@pytest.mark.parametrize("language", ["haskell", "lua", "text", "sql"])
def test_a_language_without_a_table_gives_no_steps(language: str) -> None:
    """Plainer, but true."""
    assert steps_of(Quote("a", 1, 1, language, "return x", "f"), "function") == ()


@pytest.mark.parametrize("language", _BRACED)
def test_lines_that_make_no_sense_give_no_steps(language: str) -> None:
    """An error may have swallowed a brace: then nothing is told of the function."""
    steps = read("@@ ) ( }{ ??? \nreturn 1 2 3 )", language)
    assert all(one.act not in (Act.CALL, Act.REFUSE) and one.condition is None for one in steps)


def test_definitions_after_attributes_are_definitions() -> None:
    """Rust's attributes stand beside the function, which is no inner function for that."""
    (step,) = steps_of(Quote("a", 1, 4, "rust", "#[inline]\npub fn f<T>(x: T) -> T {\n    g(x)\n}", "f"), "function")
    assert step.act is Act.RETURN


def test_go_asks_whether_a_call_failed_and_a_key_is_there() -> None:
    """The error of the line above, and the second value of a look-up."""
    (_, failed) = read("y, err := g(x)\nif err != nil {\nreturn 0, err\n}", "go")
    assert failed.condition is not None
    assert (failed.condition.test, failed.condition.left) == (Ask.FAILS, "g")
    other = read("y, err := g(x)\nif other != nil {\nreturn 0, err\n}", "go")[1].condition
    assert other is not None
    assert other.test is Ask.NOT_SAME


def test_what_is_deferred_is_told_as_left_for_the_end() -> None:
    """Go's and Swift's `defer`."""
    assert [one.act for one in read("defer f.Close()\ng()", "go")] == [Act.DEFER, Act.CALL]
    assert [one.act for one in read("defer { f.close() }\ng()", "swift")] == [Act.DEFER, Act.CALL]


def test_what_a_method_was_called_on_is_not_told_by_its_first_value() -> None:
    """`result << char` and `list.push(1)` change what comes back, in every language."""
    for language, text in (
        ("ruby", "y = made(1)\ny << 1\ny"),
        ("javascript", "const y = made();\ny.push(1);\nreturn y;"),
        ("java", "List y = made();\ny.add(1);\nreturn y;"),
    ):
        assert next(one for one in read(text, language) if one.act is Act.ASSIGN).rebound, language


def test_a_method_without_a_body_sets_nothing() -> None:
    """C++ writes `= 0` where other languages write `abstract`."""
    assert steps_of(Quote("a", 1, 1, "cpp", "virtual void f(int x) = 0;", "f"), "method") == ()


def test_what_stands_below_a_loop_that_nothing_leaves_is_not_told() -> None:
    """`while (1) { ... } return 0;` never returns."""
    assert [one.act for one in read("while (1) {\ng(1);\n}\nreturn 0;", "c")] == [Act.ENDLESS, Act.CALL]


def test_of_several_results_that_a_jump_chooses_between_none_is_the_last() -> None:
    """`goto fail` comes to another `return` than the lines that go on."""
    steps = read("if (x) goto fail;\nreturn 0;\nfail:\nreturn 1;", "c")
    assert [one.act for one in steps] == [Act.JUMP]


def test_a_try_that_is_cut_is_read_as_far_as_it_goes() -> None:
    """What becomes of an error is not known: no handler is invented."""
    steps = read("try {\nif (x) { return 1; }\ng(2);", "java", end=False)
    assert [(one.act, one.depth) for one in steps] == [(Act.RETURN, 1), (Act.CALL, 1)]


def test_setting_what_has_no_value_yet_is_told_with_that_test() -> None:
    """`||=` and `??=` leave a value alone."""
    (ruby,) = read("@y ||= made(1)", "ruby")
    assert ruby.condition is not None
    assert (ruby.act, ruby.condition.test) == (Act.ASSIGN, Ask.FALSY)
    (sharp,) = read("y ??= Made(1);", "csharp")
    assert sharp.condition is not None
    assert (sharp.condition.test, sharp.condition.right) == (Ask.SAME, "null")


def test_a_method_that_returns_its_object_returns_something() -> None:
    """The grammar of C# takes `this` for a mere word."""
    assert [one.value.text for one in read("return this;", "csharp")] == ["this"]


def test_a_condition_keeps_the_mark_before_a_call() -> None:
    """The grammars of Kotlin and Swift bind `!` to the name alone."""
    for language, text in (("kotlin", "if (!a.b(x)) { g(1) }"), ("swift", "if !a.b(x) { g(1) }")):
        condition = read(text, language)[0].condition
        assert condition is not None
        assert condition_words(condition) == "`a.b(x)` is false"
