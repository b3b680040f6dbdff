"""The documents of the repository as the tests of docs read them: parsed Markdown, never regular text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/architecture.md",
    "docs/context.md",
    "docs/operations.md",
    "docs/protocol.md",
    "docs/fidelity.md",
    "docs/real-documents.md",
    "docs/source-index.md",
    "examples/README.md",
)


@dataclass(frozen=True)
class Document:
    """One document: its name below the repository, and its Markdown tokens, inline ones included."""

    name: str
    tokens: tuple[Token, ...]

    @property
    def code(self) -> Iterator[str]:
        """Every line of fenced code and every inline code."""
        for token in self.tokens:
            if token.type in ("fence", "code_block"):
                yield from token.content.split("\n")
            elif token.type == "code_inline":
                yield token.content

    @property
    def links(self) -> Iterator[str]:
        """Every target of a link or an image."""
        for token in self.tokens:
            target = token.attrGet("href") or token.attrGet("src")
            if target:
                yield str(target)

    @property
    def anchors(self) -> set[str]:
        """What a link to a heading may name, as GitHub spells it."""
        headings = (
            following.content
            for token, following in zip(self.tokens, self.tokens[1:], strict=False)
            if token.type == "heading_open"
        )
        return {_slug(heading) for heading in headings}


def read_document(name: str) -> Document:
    """A document of the repository, by its name below the root."""
    parser = MarkdownIt("commonmark").enable("table")
    text = (ROOT / name).read_text(encoding="utf-8")
    return Document(name, tuple(_flat(parser.parse(text))))


def _flat(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from token.children or ()


def _slug(heading: str) -> str:
    kept = "".join(char for char in heading.lower() if char.isalnum() or char in " -_")
    return kept.strip().replace(" ", "-")
