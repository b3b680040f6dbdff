"""Which languages have an outline."""

from __future__ import annotations

from tasks.source.outline_bash import BASH
from tasks.source.outline_c import CPP, C
from tasks.source.outline_csharp import CSHARP
from tasks.source.outline_go import GO
from tasks.source.outline_java import JAVA
from tasks.source.outline_kotlin import KOTLIN
from tasks.source.outline_php import PHP
from tasks.source.outline_python import PYTHON
from tasks.source.outline_ruby import RUBY
from tasks.source.outline_rust import RUST
from tasks.source.outline_script import SCRIPT
from tasks.source.outline_sql import SQL
from tasks.source.outline_swift import SWIFT
from tasks.source.syntax_outline import Outline

_OUTLINES: dict[str, Outline] = {
    **dict.fromkeys(("javascript", "jsx", "typescript", "tsx"), SCRIPT),
    "bash": BASH,
    "c": C,
    "cpp": CPP,
    "csharp": CSHARP,
    "go": GO,
    "java": JAVA,
    "kotlin": KOTLIN,
    "php": PHP,
    "python": PYTHON,
    "ruby": RUBY,
    "rust": RUST,
    "sql": SQL,
    "swift": SWIFT,
}


def outline_of(language: str) -> Outline | None:
    """How a language declares, or None for one that has only the plain outline."""
    return _OUTLINES.get(language)
