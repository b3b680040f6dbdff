"""Files beside the code, told by their paths."""

from __future__ import annotations

import pytest

from tasks.source.file_purpose import Purpose, purpose_of


@pytest.mark.parametrize(
    ("path", "language", "purpose"),
    [
        ("tests/core.py", "python", Purpose.TEST),
        ("tree_test.go", "go", Purpose.TEST),
        ("src/button.spec.ts", "typescript", Purpose.TEST),
        ("examples/hello.py", "python", Purpose.DOCUMENTATION),
        ("doc/render.go", "go", None),
        ("doc/sub/render.go", "go", Purpose.DOCUMENTATION),
        ("src/_vendor/six.py", "python", Purpose.VENDORED),
        ("src/testing_ground.py", "python", None),
        ("contest.py", "python", None),
    ],
)
def test_a_path_tells_what_a_file_is_for(path: str, language: str, purpose: Purpose | None) -> None:
    """A folder's whole name counts, and the pattern of a test's name; a word that only looks alike does not."""
    assert purpose_of(path, language) is purpose
