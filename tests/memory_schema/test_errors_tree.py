"""The tree of errors: classes, exit codes and the drawing in its own docstring."""

from __future__ import annotations

import inspect
import re

import pytest

from memory_schema import errors
from memory_schema.errors import CallFailed, CapReached, SourcebookError

CLASSES = [
    item
    for _, item in inspect.getmembers(errors, inspect.isclass)
    if issubclass(item, SourcebookError) and item.__module__ == errors.__name__
]


def test_the_drawing_names_every_class() -> None:
    """Whoever adds an error draws it into the tree (HOUSE, absorb 5)."""
    drawn = set(re.findall(r"\b([A-Z]\w+)\b", errors.__doc__ or ""))
    assert {item.__name__ for item in CLASSES} <= drawn


@pytest.mark.parametrize(
    ("root", "code"),
    [("SourcebookError", 1), ("InputError", 2), ("StateError", 3), ("AccessRefused", 4), ("AgentError", 5)],
)
def test_exit_codes_follow_the_branch(root: str, code: int) -> None:
    """A script can tell by the exit code whose move it is: every class of a branch shares it."""
    branch = getattr(errors, root)
    assert branch.exit_code == code
    if root != "SourcebookError":
        assert {item.exit_code for item in CLASSES if issubclass(item, branch) and item is not CapReached} == {code}


def test_a_cap_has_an_exit_code_of_its_own() -> None:
    """Issue 4: a run that a cap ended can be told from one that failed, and says how far to raise it."""
    assert CapReached.exit_code not in {item.exit_code for item in CLASSES if item is not CapReached}
    reached = CapReached("one line", "chapter.max_tokens", 5.0)
    assert (reached.key, reached.raise_to) == ("chapter.max_tokens", 5.0)


@pytest.mark.parametrize("item", CLASSES, ids=lambda item: item.__name__)
def test_every_error_says_what_it_means(item: type[SourcebookError]) -> None:
    """Each class has a docstring and prints exactly the line that it was given."""
    assert item.__doc__
    error = CallFailed("one line", retryable=True) if item is CallFailed else item("one line")
    assert str(error) == "one line"


def test_a_failed_call_says_whether_to_retry() -> None:
    """Faults of configuration are never retried (HOUSE, absorb 6)."""
    assert CallFailed("busy", retryable=True).retryable
    assert not CallFailed("no key", retryable=False).retryable
