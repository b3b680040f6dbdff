"""Kinds of falsehood that a walk through code once told: each has a law that forbids the kind."""

from __future__ import annotations

import textwrap

import pytest

from tasks.offline import prose_en_walk, prose_zh_walk
from tasks.offline.prose_en_leads import lead
from tasks.offline.prose_voice import Voice
from tasks.offline.report_facts import Quote, SymbolFacts
from tasks.offline.write_acts import Act
from tasks.offline.write_points import Move, points_of
from tasks.offline.write_sights import Sight, sights_of
from tasks.offline.write_steps import steps_of
from tasks.offline.write_stops import Stop

LANGUAGES = (prose_en_walk, prose_zh_walk)


def _stop(code: str, *, name: str = "f", kind: str = "function", failing: tuple[str, ...] = ()) -> Stop:
    text = textwrap.dedent(code).strip("\n")
    quote = Quote("a.py", 10, 10 + text.count("\n"), "python", text, name)
    symbol = SymbolFacts(name, kind, "a.py", 10, quote.end, "def f(x)")
    return Stop(symbol, quote, steps_of(quote, kind, frozenset(failing)))


def _told(stop: Stop, language: object = prose_en_walk) -> str:
    return " ".join(language.walk(stop, Voice(1), 4))  # type: ignore[attr-defined]  # two modules, one function


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_loop_is_told_by_what_it_makes_not_by_the_lines_of_an_inner_loop(language: object) -> None:
    """The outer loop's sentence names the value that it builds up; an inner loop is never told as the outer one."""
    told = _told(
        _stop(
            """
            def f(self, node):
                while self.kind == "pipe":
                    name = self.expect("name")
                    while self.kind == "dot":
                        name += self.next()
                    node = Filter(node, name)
                return node
            """
        ),
        language,
    )
    assert "`Filter(node, name)`" in told
    assert "13-14" not in told
    assert told.index("`'pipe'`") < told.index("`Filter(node, name)`")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_below_an_inner_exit_is_not_told_under_the_outer_test_alone(language: object) -> None:
    """`if a: if b: return 1; return 2`: the second answer is not what `a` alone leads to."""
    stop = _stop(
        """
        def f(x):
            if x.a:
                if x.b:
                    return one(x)
                return two(x)
        """
    )
    assert [step.past for step in stop.steps] == [False, True]
    told = _told(stop, language)
    sentence = told[told.index("`one(x)`") :]
    assert "`x.a`" not in sentence
    assert "only the first" in sentence or "只有前一个" in sentence


def test_a_test_asked_again_is_told_as_asked_again() -> None:
    """The same test twice, with something in between that may change it, is no repetition of words."""
    told = _told(
        _stop(
            """
            def f(self):
                if self.kind != "colon":
                    node = self.parse()
                    if self.kind != "colon":
                        return wrap(node)
            """
        )
    )
    assert "`self.kind` differs from `'colon'` and `self.kind` differs from `'colon'` still, in line 13" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_bound_twice_is_not_told_by_its_first_value(language: object) -> None:
    """A cache miss replaces what the lookup gave: then what comes back is not "the result of the lookup"."""
    told = _told(
        _stop(
            """
            def f(key):
                lexer = cache.get(key)
                if lexer is None:
                    cache[key] = lexer = Lexer(key)
                return lexer
            """
        ),
        language,
    )
    assert "result of" not in told
    assert "`cache.get(key)` 的结果" not in told


def test_only_an_untouched_parameter_is_kept_as_given() -> None:
    """A parameter that was computed anew, or a local name, is set up; it is not kept as given."""
    told = _told(
        _stop(
            """
            def __init__(self, parent, level=None):
                if level is None:
                    level = 0
                names = set()
                self.parent = parent
                self.level = level
                self.names = names
            """,
            name="__init__",
        )
    )
    assert "keeps `parent` as given and prepares `level` and `names`" in told


def test_attributes_are_prepared_only_where_an_object_is_made() -> None:
    """`close` sets attributes; it prepares nothing."""
    told = _told(_stop("def close(self):\n    self.closed = True\n    self.rows = ()\n", name="close"))
    assert "sets `closed` and `rows`" in told
    assert "prepares" not in told


def test_what_stands_below_a_loop_is_not_told_as_part_of_its_rounds() -> None:
    """A nested arm after the loop lies as deep as the loop's body, and is none of it."""
    stop = _stop(
        """
        def f(rows):
            for row in rows:
                log(row)
            if rows:
                if rows.short:
                    fill(rows)
                yield rows
        """
    )
    (loop,) = [point for point in points_of(stop.steps, (), ()) if point.move is Move.ROUND]
    assert [step.target for step in loop.inner] == ["log"]


def test_an_endless_loop_names_the_lines_that_end_it() -> None:
    """Where the tests are too many to repeat, the lines of the ways out are named; a nested break is none of them."""
    stop = _stop(
        """
        def f(x):
            while True:
                for row in x:
                    if row:
                        break
                if x.a:
                    log(x)
                    if x.b:
                        break
                elif x.c:
                    if x.d:
                        return x
        """
    )
    (loop,) = [step for step in stop.steps if step.act is Act.ENDLESS]
    assert loop.exits == (18, 21)
    assert "until line 18 or 21 ends it" in _told(stop)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_call_that_never_returns_is_a_refusal(language: object) -> None:
    """`self.fail("...")` ends the call: its message is told, and what follows is not under its test alone."""
    code = """
        def f(self):
            if self.kind != "name":
                self.fail("tag name expected")
            return self.parse()
        """
    told = _told(_stop(code, failing=("fail",)), language)
    assert "`self.fail`" in told
    assert "tag name expected" in told
    assert "tag name expected" not in _told(_stop(code), language).replace("`self.fail('tag name expected')`", "")
    other = _stop(code.replace("self.fail", "self.log.fail"), failing=("fail",))
    assert all(step.act is not Act.REFUSE for step in other.steps)


def test_what_an_except_clause_does_is_told_with_it() -> None:
    """The handler's first deed is named, and its later ones keep the exception as their condition."""
    stop = _stop(
        """
        def f(self):
            try:
                self.read()
            except EOFError:
                self.close()
                if self.strict:
                    return None
        """
    )
    told = _told(stop)
    assert "`EOFError`" in told
    assert "`self.close()`" in told
    assert "`EOFError` was caught and `self.strict` is true" in told


def test_otherwise_is_said_only_when_every_other_way_out_was_told() -> None:
    """With a way out left untold, "in every other case" would be untrue."""
    rows = "".join(f"    if x.t{n}:\n        return g{n}(x)\n" for n in range(6))
    told = _told(_stop(f"def f(x):\n{rows}    return last(x)\n"))
    assert "every other case" not in told
    assert "therwise" not in told
    assert "past that" not in told.lower()


def test_an_answer_computed_in_the_line_above_is_told_with_its_value() -> None:
    """`self.after = next(...)`, `return self.after`: both answers share a name and differ in value."""
    told = _told(
        _stop(
            """
            def f(self):
                if self.after is not missing:
                    return self.after
                self.after = next(self.rows, missing)
                return self.after
            """
        )
    )
    assert "`self.after` is not `missing`" in told
    assert "sets `self.after` to `next(self.rows, missing)` and returns it" in told


def test_an_elif_alone_is_not_told_as_its_test_alone() -> None:
    """An `elif` holds only where the tests above it failed, unless no two of them can hold at once."""
    code = "def f(x):\n    if x.a:\n        pass\n    elif {test}:\n        raise KeyError('no value there')\n"
    assert "the tests above it fail and `x.b` is true" in _told(_stop(code.format(test="x.b")))
    alike = _stop(code.replace("x.a", "x.kind == 1").format(test="x.kind == 2"))
    assert "tests above" not in _told(alike)


def test_identity_is_not_told_as_equality() -> None:
    """`is` asks for the same object; equal is another test."""
    assert "`x` is `EOF`" in _told(_stop("def f(x):\n    if x is EOF:\n        return done(x)\n"))


def test_yield_from_passes_on_the_elements() -> None:
    """`yield from g()` does not hand out `g()` itself."""
    told = _told(_stop("def f(x):\n    yield from g(x)\n"))
    assert "passes on everything out of `g(x)`" in told


def test_overloads_are_no_methods_of_their_own() -> None:
    """Signatures for a type checker are not listed beside the method that they describe."""
    stop = _stop(
        """
        class A:
            @overload
            def get(self, key: int) -> int: ...
            @overload
            def get(self, key: str) -> str: ...
            def get(self, key):
                return key
        """,
        kind="class",
        name="A",
    )
    assert [step.act for step in stop.steps] == [Act.RETURN]


def test_a_lead_in_promises_only_what_the_walk_tells() -> None:
    """A branch is no straight way, attributes between methods do not come first, a hidden raise is not announced."""
    branchy = _stop("def f(x):\n    y = x\n    if y:\n        log(y)\n    return g(y)\n")
    assert Sight.STRAIGHT not in sights_of(branchy)
    middle = _stop("class A:\n    def a(self):\n        return one()\n    b = a\n", kind="class", name="A")
    assert Sight.FIELDS not in sights_of(middle)
    hidden = _stop("def f(x):\n    for a in x:\n        if a:\n            raise KeyError(a)\n    return x\n")
    assert Sight.REFUSAL not in sights_of(hidden)
    assert "first hit" not in lead(_stop("def f(x):\n    for a in x:\n        if a:\n            break\n"), Voice(1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_method_does_is_never_told_of_the_method_before(language: object) -> None:
    """In a class, every method's first sentence names it, also where a test comes first and no subject follows."""
    told = _told(
        _stop(
            """
            class Chain:
                def __html__(self):
                    return str(self)

                def __getattr__(self, name):
                    if name == "__init__":
                        raise AttributeError(name)
                    return self
            """,
            name="Chain",
            kind="class",
        ),
        language,
    )
    assert told.index("`__html__`") < told.index("`__getattr__`") < told.index("`AttributeError`")


def _plain_stop(code: str, language: str, ending: str) -> Stop:
    text = textwrap.dedent(code).strip("\n")
    quote = Quote(f"a.{ending}", 10, 10 + text.count("\n"), language, text, "f")
    symbol = SymbolFacts("f", "function", f"a.{ending}", 10, quote.end, "f")
    return Stop(symbol, quote, steps_of(quote, "function"))


def test_a_capital_makes_an_object_in_python_only() -> None:
    """`fmt.Sprintf(...)` makes no Sprintf; `new Frame(...)` does, and so does Python's `Frame(...)`."""
    long = "first_of_many_arguments, second_of_many_arguments, third_of_many"
    go = _told(_plain_stop(f"func f(a int) string {{\n\treturn fmt.Sprintf({long})\n}}", "go", "go"))
    assert "the result of `fmt.Sprintf`" in go
    java = _told(_plain_stop(f"Frame f(int a) {{\n  return new Frame({long});\n}}", "java", "java"))
    assert "a new `Frame`" in java
    assert "a new `Frame`" in _told(_stop(f"def f(a):\n    return Frame({long})"))


def test_a_function_handed_to_a_call_is_not_what_comes_back() -> None:
    """`return xs.reduce((a, b) => {...})` returns the result of the call, not the function made for it."""
    told = _told(
        _plain_stop("f(xs) {\n  return xs.reduce((most, one) => {\n    return one;\n  }, 0);\n}", "javascript", "js")
    )
    assert "made on the spot" not in told
    assert "`xs.reduce`" in told


def test_the_first_call_of_a_chain_is_not_its_result() -> None:
    """`a(...).b(...)` is what `b` gives, so it is never told as what `a` returns."""
    chain = "return first_thing_here(with_an_argument).second_thing_here(with_another_one);"
    assert "the result of `first_thing_here`" not in _told(_plain_stop(f"f(x) {{\n  {chain}\n}}", "javascript", "js"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_a_function_that_is_handed_over_the_subject_is_named_again(language: object) -> None:
    """What the caller gives back is never told of the function that it wrote down as an argument."""
    code = """
        f(xs) {
          xs.forEach((one) => {
            if (!one) throw new TypeError("no such one");
          });
          return last(xs);
        }
        """
    stop = _plain_stop(code, "javascript", "js")
    told = _told(stop, language)
    assert told.index("`xs.forEach`") < told.index("no such one") < told.index("`last(xs)`")
    assert "`f`" in told[told.index("no such one") :]
    assert Sight.REFUSAL not in sights_of(stop)


def test_what_follows_a_test_in_a_handler_is_not_sure_to_happen() -> None:
    """`catch { if (a) return b; throw c; }` does not always throw."""
    code = """
        int f(int a) {
          try {
            return g(a);
          } catch (EofError e) {
            if (a > 1) {
              return b;
            }
            throw new SyntaxError("it ends here");
          }
        }
        """
    stop = _plain_stop(code, "java", "java")
    assert [step.past for step in stop.steps if step.act is Act.REFUSE] == [True]
    assert "ends the call first" in _told(stop)
