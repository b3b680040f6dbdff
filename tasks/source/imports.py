"""What a file imports, and which files of the same source that means."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tasks.source.languages import language_of
from tasks.source.parsed_file import ParsedFile, parse_file
from tasks.source.plain_imports import PlainResolver
from tasks.source.python_imports import PythonImport, PythonResolver
from tasks.source.resolve_modules import GoResolver, Read, RustResolver
from tasks.source.resolve_namespaces import CsharpResolver, Declared, JvmResolver, PhpResolver
from tasks.source.resolve_scripts import ScriptResolver
from tasks.source.tree_references import Reference

_SCRIPTS = frozenset({"javascript", "jsx", "typescript", "tsx", "vue", "svelte"})
_JVM = frozenset({"java", "kotlin", "scala", "groovy"})


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
    """Resolves imports against the paths of one source; made once for all its files.

    `read` gives the text of a path: go.mod, Cargo.toml, composer.json, package.json and tsconfig.json say how
    modules are named. `declared` gives what a file declares, for languages whose imports name namespaces.
    Without them paths alone decide.
    """

    def __init__(
        self, paths: Iterable[str], root_name: str, read: Read | None = None, declared: Declared | None = None
    ) -> None:
        every = tuple(sorted(paths))
        self._python = PythonResolver((path for path in every if language_of(path) == "python"), root_name)
        self._plain = PlainResolver(every)
        self._go = GoResolver(every, read)
        self._rust = RustResolver(every, read)
        self._jvm = JvmResolver(every, declared)
        self._php = PhpResolver(every, read)
        self._csharp = CsharpResolver(every, declared)
        self._script = ScriptResolver(every, read)

    def imports_of(self, path: str, text: str, language: str) -> tuple[Import, ...]:
        """The imports of a file in order of appearance; () for text that cannot be parsed."""
        return self.resolve(path, parse_file(text, language), text, language)

    def resolve(self, path: str, parsed: ParsedFile, text: str, language: str) -> tuple[Import, ...]:
        """The imports of a file that is already parsed."""
        if language == "python":
            return tuple(self._of_python(path, found) for found in parsed.python_imports)
        return tuple(
            Import(
                line=one.line,
                module=one.target,
                names=one.names,
                targets=tuple(
                    dict.fromkeys(target for target in self._targets(path, one, text, language) if target != path)
                ),
                type_checking=one.type_checking,
                deferred=one.deferred,
            )
            for one in parsed.references
        )

    def _targets(self, path: str, reference: Reference, text: str, language: str) -> tuple[str, ...]:
        if language in _SCRIPTS:
            return self._script.resolve(path, reference.target)
        if language == "go":
            return self._go.resolve(reference.target)
        if language == "rust":
            return self._rust.resolve(path, reference)
        if language in _JVM:
            return self._jvm.resolve(reference)
        if language == "csharp":
            return self._csharp.resolve(path, reference, text)
        if language == "php" and reference.kind == "use":
            return self._php.resolve(reference)
        return self._plain.resolve(path, reference, language)

    def _of_python(self, path: str, found: PythonImport) -> Import:
        return Import(
            line=found.line,
            module="." * found.level + found.module,
            names=found.names,
            targets=self._python.resolve(path, found),
            type_checking=found.type_checking,
            deferred=found.deferred,
        )
