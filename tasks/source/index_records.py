"""One file's part of the index as text: what is kept on disk and what a worker process hands back.

JSON and never pickle: the folder may have travelled with a book that somebody else made. What does not read
back is parsed again.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any  # what JSON holds is known once it is read back

import orjson

from tasks.source.parsed_file import ParsedFile
from tasks.source.python_imports import PythonImport
from tasks.source.redaction import Mark
from tasks.source.symbol import Parameter, Symbol
from tasks.source.tree_references import Reference

_SYMBOL_FIELDS = tuple(field.name for field in fields(Symbol))
_PARAMETERS = _SYMBOL_FIELDS.index("parameters")
_import_row = attrgetter(*(field.name for field in fields(PythonImport)))
_reference_row = attrgetter(*(field.name for field in fields(Reference)))
_LISTS = tuple(_SYMBOL_FIELDS.index(name) for name in ("bases", "decorators", "raises", "calls"))


@dataclass(frozen=True)
class IndexedFile:
    """What the index keeps of a file: what it says, and where the view hides something of it."""

    parsed: ParsedFile
    redacted: tuple[Mark, ...] = ()


def to_text(record: IndexedFile) -> str:
    """The record on one line."""
    parsed = record.parsed
    rows = [
        parsed.doc,
        parsed.namespace,
        [_symbol_row(one) for one in parsed.symbols],
        [_import_row(one) for one in parsed.python_imports],
        [_reference_row(one) for one in parsed.references],
        record.redacted,
    ]
    return orjson.dumps(rows).decode()


def from_text(text: str) -> IndexedFile | None:
    """The record, or None for anything that `to_text` has not written."""
    try:
        doc, namespace, symbols, python_imports, references, redacted = orjson.loads(text)
        return IndexedFile(
            ParsedFile(
                doc=doc,
                symbols=tuple(_symbol(row) for row in symbols),
                python_imports=tuple(PythonImport(a, b, c, tuple(d), e, f) for a, b, c, d, e, f in python_imports),
                references=tuple(Reference(a, b, tuple(c), d, e, f) for a, b, c, d, e, f in references),
                namespace=namespace,
            ),
            tuple((int(line), str(kind)) for line, kind in redacted),
        )
    except (ValueError, TypeError, IndexError):
        return None


def _symbol_row(symbol: Symbol) -> list[object]:
    row: list[object] = [getattr(symbol, name) for name in _SYMBOL_FIELDS]
    row[_PARAMETERS] = [[one.name, one.annotation, one.default, one.kind] for one in symbol.parameters]
    # Most fields of most definitions are empty: the row ends with its last one that is not.
    while len(row) > _PARAMETERS + 1 and not row[-1]:
        row.pop()
    return row


def _symbol(row: list[Any]) -> Symbol:
    for at in _LISTS:
        if at < len(row):
            row[at] = tuple(row[at])
    row[_PARAMETERS] = tuple(Parameter(*one) for one in row[_PARAMETERS])
    return Symbol(*row)
