"""Names of pointers: one spelling, or none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_schema.pointers import normalise_name

REFUSED = [
    "", ".", "..", "./", "../", "../a", "a/..", "a/../b", "./../a", "././a", "a/./b", "a//b", "/a", "//a", "a/", "/",
    "~", "~/a", "~root/x", "\\a", "a\\b", "..\\a", "C:", "C:/a", "c:\\a", "a\x00", "\x00", "a\nb", "a\rb", "a\tb",
    "\x1b[0m", "a\u202eb", "a\u200bb", "a\u2028b", "/proc/self/environ", "/etc/passwd", ".//a", "a/.", "./a/",
]  # fmt: skip
LITERAL = [
    "a.py", "output/memory/outline.md", "dir with space/a b.py", "引擎/词法.py", "it's.py", "[x].py", "100%.md",
    "%2e%2e/secret", "..%2fa", "．．/a", "…/a", "...", "a..b", "..a", "OUTPUT/memory", "{{ x }}.py",
]  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_escapes_are_refused(name: str) -> None:
    """Absolute, relative upward, empty segments, drives, backslashes, control and invisible characters."""
    assert normalise_name(name) is None


@pytest.mark.parametrize("name", LITERAL)
def test_other_names_are_taken_literally(name: str) -> None:
    """Nothing is decoded or repaired: an encoded or look-alike escape is just a name that nobody has."""
    assert normalise_name(name) == name
    assert normalise_name(f"./{name}") == name


@given(st.text(alphabet=st.sampled_from("ab./\\~%:\x00 词"), max_size=12))
def test_a_normal_name_stays(name: str) -> None:
    """Normalising twice is normalising once, and no result climbs."""
    once = normalise_name(name)
    if once is not None:
        assert normalise_name(once) == once
        assert ".." not in once.split("/")
        assert not once.startswith("/")
