"""A file's language is its name, its extension, or the interpreter it asks for."""

import pytest

from tasks.source.languages import family_of, known_languages, language_of, names_binary


@pytest.mark.parametrize(
    ("path", "first_line", "language"),
    [
        ("a/b.py", "", "python"), ("x.PY", "", "python"), ("x.tsx", "", "tsx"), ("Makefile", "", "makefile"),
        ("Dockerfile.dev", "", "dockerfile"), ("deploy", "#!/usr/bin/env -S python3.11 -u", "python"),
        ("run", "#!/bin/bash -e", "bash"), ("run", "#! /usr/bin/node", "javascript"), ("LICENSE", "", "text"),
        (".gitignore", "", "text"), ("archive.tar.unknown", "", "text"), ("go", "#!nonsense", "text"),
    ],
)  # fmt: skip
def test_the_language_of_a_file(path: str, first_line: str, language: str) -> None:
    """Name, extension, shebang, in this order."""
    assert language_of(path, first_line) == language


def test_the_table_holds_forty_languages_of_three_families() -> None:
    """Every language has a family; an unknown one is prose, which is refused least."""
    assert len(known_languages()) >= 40
    assert {family_of(language) for language in known_languages()} == {"code", "data", "prose"}
    assert family_of("klingon") == "prose"
    assert names_binary("a/LOGO.PNG")
    assert not names_binary("png")
