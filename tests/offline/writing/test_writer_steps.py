"""The walk through quoted code: every claim has its condition, in Python and in other languages."""

from __future__ import annotations

import textwrap

from tasks.offline.prose_en_walk import walk
from tasks.offline.prose_voice import Voice
from tasks.offline.report_facts import Quote, SymbolFacts
from tasks.offline.write_acts import Act, Step
from tasks.offline.write_conditions import Test as Ask
from tasks.offline.write_paragraphs import paragraphs, wrap
from tasks.offline.write_steps import steps_of
from tasks.offline.write_stops import Stop


def _steps(code: str, language: str = "python", kind: str = "function", symbol: str = "f") -> tuple[Step, ...]:
    text = textwrap.dedent(code).strip("\n")
    return steps_of(Quote("a.py", 10, 10 + text.count("\n"), language, text, symbol), kind)


def _told(code: str) -> str:
    text = textwrap.dedent(code).strip("\n")
    quote = Quote("a.py", 10, 10 + text.count("\n"), "python", text, "f")
    symbol = SymbolFacts("f", "function", "a.py", 10, quote.end, "def f(x)")
    return " ".join(walk(Stop(symbol, quote, steps_of(quote, "function")), Voice(1), 12))


def test_a_guarded_statement_keeps_its_guard() -> None:
    """Every statement of an arm knows its test, the else arm the opposite."""
    steps = _steps(
        """
        def f(x):
            if x is None:
                log(x)
                raise ValueError("no value given")
            else:
                return x
        """
    )
    assert [(step.act, step.condition.test if step.condition else None) for step in steps] == [
        (Act.CALL, Ask.NONE),
        (Act.REFUSE, Ask.NONE),
        (Act.RETURN, Ask.NOT_NONE),
    ]
    assert steps[1].message == "no value given"
    assert [step.start for step in steps] == [12, 13, 15]


def test_the_words_tell_test_and_outcome() -> None:
    """The sentence of a refusal names the test, the exception and the message."""
    told = _told(
        """
        def f(x):
            if not x:
                raise KeyError("nothing to look up")
            return x.pop()
        """
    )
    assert "`x` is empty or false" in told
    assert "`KeyError`" in told
    assert "“nothing to look up”" in told
    assert "`x.pop()`" in told


def test_a_conditional_reraise_is_not_told_as_certain() -> None:
    """`except E: if c: raise` says when it raises again."""
    told = _told(
        """
        def f(x):
            try:
                return x.read()
            except OSError as e:
                if e.errno != 17:
                    raise
        """
    )
    assert "`e.errno` differs from `17`" in told


def test_other_languages_are_told_by_their_blocks() -> None:
    """A return inside braces keeps the test around it; the else arm is not told as what always happens."""
    steps = _steps(
        """
        function f (cache) {
          if (cache.ready) {
            warm(cache)
            return true
          } else {
            return false
          }
        }
        """,
        language="javascript",
        kind="definition",
    )
    returns = [step for step in steps if step.act is Act.RETURN]
    assert [step.condition.test for step in returns if step.condition] == [Ask.TRUTHY, Ask.FALSY]


def test_callbacks_in_other_languages_are_left_out() -> None:
    """What runs later, inside a function passed on, is no step of the caller: it is told of that function."""
    steps = _steps(
        """
        function f (stream) {
          stream.on('end', () => {
            return finish()
          })
          return stream
        }
        """,
        language="javascript",
        kind="definition",
    )
    assert [step.value.text for step in steps if step.act is Act.RETURN and not step.elsewhere] == ["stream"]
    assert [step.within for step in steps if step.elsewhere] == ["handed to stream.on"]


def test_unparsable_quotes_give_no_steps() -> None:
    """Half a statement is quoted, never explained."""
    assert _steps("elif x:\n    return 1\n") == ()


def test_wrapping_never_breaks_code_or_starts_a_block() -> None:
    """Code spans and links stay whole; no line begins like a list item; Chinese punctuation never leads a line."""
    text = "word " * 18 + "`a b c d e f` and [a link](ch01.md) - then 12) or # more text follows here for a while"
    for line in wrap(text, 60):
        assert line.count("`") % 2 == 0
        assert not line.startswith(("- ", "# ", "12) "))
    for line in wrap("词元流每次只交出一个词元，" * 12, 20):
        assert not line.startswith("，")


def test_a_paragraph_ends_before_its_sixth_line() -> None:
    """Sentences are kept whole and none is lost."""
    sentences = [f"Sentence number {n} says a little about `thing_{n}`." for n in range(30)]
    blocks = paragraphs(sentences, 60, " ")
    assert all(block.count("\n") < 5 for block in blocks)
    assert " ".join(" ".join(blocks).split()) == " ".join(sentences)
