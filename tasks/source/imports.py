"""What a file imports, and which files of the same source that means."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tasks.source.languages import language_of
from tasks.source.plain_imports import PlainResolver, plain_references
from tasks.source.python_imports import PythonImport, PythonResolver, python_imports


@dataclass(frozen=True)
class Import:
    """One import statement, `#include`, `require` or the like.

    `module` is the text as written (`.lexer` for a relative one), `names` what is taken out of it, `targets`
    the files of this source that it resolves to: empty for somebody else's. `type_checking` marks what is
    imported for annotations only, `deferred` what a function imports when it runs.
    """

    line: int
    module: str
    names: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    type_checking: bool = False
    deferred: bool = False


class ImportResolver:
    """Resolves imports against the paths of one source; made once for all its files."""

    def __init__(self, paths: Iterable[str], root_name: str) -> None:
        every = tuple(sorted(paths))
        self._python = PythonResolver((path for path in every if language_of(path) == "python"), root_name)
        self._plain = PlainResolver(every)

    def imports_of(self, path: str, text: str, language: str) -> tuple[Import, ...]:
        """The imports of a file in order of appearance; () for text that cannot be parsed."""
        if language == "python":
            return tuple(self._of_python(path, found) for found in python_imports(text))
        return tuple(
            Import(reference.line, reference.target, targets=self._plain.resolve(path, reference, language))
            for reference in plain_references(text, language)
        )

    def _of_python(self, path: str, found: PythonImport) -> Import:
        return Import(
            line=found.line,
            module="." * found.level + found.module,
            names=found.names,
            targets=self._python.resolve(path, found),
            type_checking=found.type_checking,
            deferred=found.deferred,
        )
