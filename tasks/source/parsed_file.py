"""Everything that the text of one file says, read off in one go: the unit that the index keeps."""

from __future__ import annotations

from dataclasses import dataclass

from tasks.source.outlines import outline_of
from tasks.source.plain_blocks import leading_text, plain_blocks
from tasks.source.plain_imports import plain_references
from tasks.source.python_fragments import fragment_imports, fragment_symbols
from tasks.source.python_imports import PythonImport, python_imports
from tasks.source.python_symbols import python_module_doc, python_symbols
from tasks.source.python_syntax import parses
from tasks.source.symbol import Symbol
from tasks.source.syntax_repair import best_tree
from tasks.source.tree_references import Reference, tree_references
from tasks.source.tree_symbols import outline_symbols


@dataclass(frozen=True)
class ParsedFile:
    """What a file says of itself, defines and refers to; `namespace` is the package it declares, "" for none."""

    doc: str = ""
    symbols: tuple[Symbol, ...] = ()
    python_imports: tuple[PythonImport, ...] = ()
    references: tuple[Reference, ...] = ()
    namespace: str = ""

    @property
    def top_names(self) -> tuple[str, ...]:
        """The names that the file defines at its top."""
        return tuple(one.name for one in self.symbols if one.parent is None)


def parse_file(text: str, language: str) -> ParsedFile:
    """Parse a text once for all that is asked of it. Never raises for bad source."""
    if language == "python" and parses(text):
        return ParsedFile(python_module_doc(text), python_symbols(text), python_imports(text))
    if language == "python":
        return ParsedFile(leading_text(text, language), fragment_symbols(text), fragment_imports(text))
    outline = outline_of(language)
    tree = best_tree(text, language) if outline else None
    if outline is None or tree is None:
        return parse_plainly(text, language)
    doc = leading_text(text, language)
    symbols = outline_symbols(tree, outline, text, language)
    references = tree_references(tree.root_node, text.encode(), language)
    if references is None:
        return ParsedFile(doc, symbols, (), plain_references(text, language))
    return ParsedFile(doc, symbols, (), references.found, references.namespace)


def parse_plainly(text: str, language: str) -> ParsedFile:
    """What can be told without any grammar: for languages that have none, and for text that one cannot bear."""
    doc = leading_text(text, language)
    return ParsedFile(doc, plain_blocks(text, language), (), plain_references(text, language))
