"""What is told about quoted code: few points, chosen by weight, and never more than the lines say."""

from __future__ import annotations

import textwrap

import pytest

from tasks.offline import prose_en_walk, prose_zh_walk
from tasks.offline.prose_en_leads import lead
from tasks.offline.prose_voice import Voice, article
from tasks.offline.report_facts import Quote, Remark, SymbolFacts
from tasks.offline.write_loops import ways_out
from tasks.offline.write_point_choice import MOST, chosen_points
from tasks.offline.write_points import Move, points_of
from tasks.offline.write_sights import Sight, sights_of
from tasks.offline.write_steps import steps_of
from tasks.offline.write_stops import Stop


def _stop(code: str, *, remarks: tuple[Remark, ...] = (), helpers: tuple[SymbolFacts, ...] = ()) -> Stop:
    text = textwrap.dedent(code).strip("\n")
    quote = Quote("a.py", 10, 10 + text.count("\n"), "python", text, "f")
    symbol = SymbolFacts("f", "function", "a.py", 10, quote.end, "def f(x)")
    return Stop(symbol, quote, steps_of(quote, "function"), remarks=remarks, helpers=helpers)


LOADING = """
    def f(x):
        name = x.name
        data = x.data
        if not data:
            raise ValueError("there is no data")
        if data in cache:
            return cache[data]
        for row in data:
            if row.bad:
                continue
            out.append(row)
        try:
            close(x)
        except OSError:
            pass
        result = merge(out)
        return result
"""


@pytest.mark.parametrize("language", [prose_en_walk, prose_zh_walk])
def test_at_most_four_points_and_no_plain_binding(language: object) -> None:
    """A raise, a guard, a loop and an except are told; bindings are not, nor a bare returned variable."""
    told = language.walk(_stop(LOADING), Voice(1), 12)  # type: ignore[attr-defined]  # two modules, one function
    assert len(told) <= MOST
    text = " ".join(told)
    assert "`ValueError`" in text
    assert "`cache[data]`" in text
    assert "`OSError`" in text
    assert "`name`" not in text
    assert "`result`" not in text


def test_a_returned_variable_is_told_as_the_call_that_made_it() -> None:
    """`result = merge(out); return result` comes back as the result of the call, not as `result`."""
    told = prose_en_walk.walk(_stop("def f(x):\n    result = merge(x)\n    log(x)\n    return result\n"), Voice(1), 4)
    assert "the result of `merge(x)`" in " ".join(told)


def test_an_attribute_read_earlier_is_not_told_as_what_comes_back() -> None:
    """Between reading an attribute and returning it, it may have changed: then nothing is claimed."""
    told = prose_en_walk.walk(
        _stop(
            "def f(x):\n    token = x.current\n    if not token:\n        raise KeyError('no token')\n"
            "    next(x)\n    return token\n"
        ),
        Voice(1),
        4,
    )
    assert "x.current" not in " ".join(told)


def test_a_nested_test_is_told_with_the_test_around_it() -> None:
    """A raise inside two tests needs both; telling one alone would be untrue."""
    told = prose_en_walk.walk(
        _stop(
            "def f(x):\n    if x.open:\n        y = 1\n        if x.empty:\n            raise KeyError('it is empty')\n"
        ),
        Voice(1),
        4,
    )
    text = " ".join(told)
    assert "`x.open` is true and `x.empty` is true" in text


def test_a_step_after_an_inner_arm_keeps_its_own_test() -> None:
    """The statement below a nested `if` belongs to the outer arm."""
    stop = _stop("def f(x):\n    if x:\n        if y:\n            a()\n        else:\n            b()\n        c()\n")
    arms = [(point.steps[0].target, point.steps[0].outer is None) for point in points_of(stop.steps, (), ())]
    assert arms == [("a", False), ("b", False), ("c", True)]


def test_an_endless_loop_names_its_ways_out_only_when_it_knows_all() -> None:
    """A `return` without a test inside the loop means that the tests found are not all the ways out."""
    stop = _stop("def f(x):\n    while True:\n        if x.done:\n            break\n        x.step()\n")
    (point,) = [one for one in points_of(stop.steps, (), ()) if one.move is Move.WHILE]
    tests, all_of_them = ways_out(point)
    assert [test.left for test in tests] == ["x.done"]
    assert all_of_them


def test_a_comment_goes_to_the_statement_below_it() -> None:
    """The reason is told with the point that it explains, once."""
    note = Remark("comment", "a.py", 12, "the cache may be stale because nobody empties it", "f")
    stop = _stop(
        "def f(x):\n    y = 1\n    # ...\n    if x.stale:\n        return None\n    return 2\n", remarks=(note,)
    )
    points = chosen_points(points_of(stop.steps, (), stop.remarks))
    assert points[0].remark is note
    told = prose_en_walk.walk(stop, Voice(1), 4)
    assert sum("nobody empties it" in sentence for sentence in told) == 1


def test_a_cleanup_under_a_test_is_not_told_as_certain() -> None:
    """`finally: if zip: zip.close()` does not always close."""
    told = prose_en_walk.walk(
        _stop("def f(zip):\n    try:\n        work()\n    finally:\n        if zip:\n            zip.close()\n"),
        Voice(1),
        4,
    )
    assert "zip.close" not in " ".join(told)


def test_the_lead_points_at_what_is_there() -> None:
    """A quote with an except that turns one error into another is announced by that error."""
    stop = _stop(
        "def f(x):\n    try:\n        return x.read()\n    except OSError as e:\n        raise KeyError(x) from e\n"
    )
    assert sights_of(stop)[0] is Sight.TURNED
    assert "`OSError`" in lead(stop, Voice(1)) or "`except`" in lead(stop, Voice(1))


def test_a_frame_is_used_sparingly_and_then_no_more() -> None:
    """Each way to say a thing comes at most as often as it is allowed; then there is silence."""
    voice = Voice(3)
    said = [voice.sparing("x", ("a", "b"), 2) for _ in range(6)]
    assert sorted(said[:4]) == ["a", "a", "b", "b"]
    assert said[4:] == ["", ""]
    assert article("unary expression") == "a"
    assert article("LRU cache") == "an"
