"""Keys of settings: a slip is told with the key that was meant, another program's key is left alone."""

from __future__ import annotations

import pytest

from memory_schema.findings import Severity
from tasks.checks.fidelity import check_fidelity

SOURCE = {
    "lintly/__init__.py": "",
    "lintly/settings.py": (
        'KEYS = {"line-length": int, "target-version": str, "quotes": str, "exclude": list}\n'
        "def load(data):\n    return data.get('skip-magic-comma'), data['max_doc_length']\n"
    ),
    "lintly/schema.toml": "unsafe-fixes = false\n[per-file-rules]\n",
    "web/options.js": "export const defaults = { maxOpenFiles: 3 }\n",
}


def problems(text: str) -> list[tuple[str, str]]:
    found = check_fidelity(f"# T\n\n{text}\n", SOURCE).findings
    return [(one.problem, one.fix) for one in found if one.severity is not Severity.COULD]


@pytest.mark.parametrize(
    "text",
    [
        "`line-length`, `lint.skip-magic-comma`, `per-file-rules` and `unsafe-fixes = true`.",
        "`max-doc-length` and `max-open-files` are spelt otherwise in code.",
        "`pre-commit`, `utf-8`, `scikit-learn` and `x-axis` belong to others, and `line-lengtH` is no key.",
        "```toml\n[tool.lintly]\nline-length = 88\nquotes = 'double'\n```",
        "```toml\n[tool.other]\nline-lenght = 88\ncolour = 3\n```",
        "```yaml\nrepos:\n  - repo: local\n    hooks:\n```",
        "```toml lintly/schema.toml:1-1\nunsafe-fixes = false\n```",
    ],
)
def test_known_keys_and_those_of_others(text: str) -> None:
    """A key in quotes, in a settings file, as a name of code; the table of another program."""
    assert problems(text) == []


@pytest.mark.parametrize(
    ("text", "wrong", "meant"),
    [
        ("Set `line-lenght` first.", "line-lenght", "line-length"),
        ("Set `lint.unsafe-fixs = true`.", "unsafe-fixs", "unsafe-fixes"),
        ("```toml\n[tool.lintly]\ntarget-versions = 'py311'\n```", "target-versions", "target-version"),
        ("```yaml\nline-length: 3\nexclude: []\nskip-magic-coma: 1\n```", "skip-magic-coma", "skip-magic-comma"),
        ("```toml\n[tool.lintly]\nexcludes = []\n```", "excludes", "exclude"),
    ],
)
def test_a_slip_is_told_with_the_key_that_was_meant(text: str, wrong: str, meant: str) -> None:
    """In prose and in a block that is this project's by its table or by its other keys."""
    assert problems(text) == [(f"the key {wrong} occurs nowhere in the source", f"did you mean {meant}?")]
