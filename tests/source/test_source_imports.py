"""Which files of the same source an import means."""

from tasks.source.imports import Import, ImportResolver

PYTHON = (
    "src/app/__init__.py", "src/app/core.py", "src/app/sub/__init__.py", "src/app/sub/deep.py",
    "src/app/types.py", "tests/conftest.py", "tests/test_core.py", "scripts/run.py", "scripts/shared.py",
    "ns/part/mod/__init__.py", "ns/part/mod/leaf.py", "other/shared.py",
)  # fmt: skip


def found(path: str, text: str, paths: tuple[str, ...] = PYTHON, language: str = "python") -> tuple[Import, ...]:
    return ImportResolver(paths, "root").imports_of(path, text, language)


def targets(path: str, text: str, paths: tuple[str, ...] = PYTHON, language: str = "python") -> list[str]:
    return [target for one in found(path, text, paths, language) for target in one.targets]


def test_absolute_imports_find_packages_below_src_and_namespaces() -> None:
    """A module is named from the first folder that is no package, or from any folder above it."""
    assert targets("tests/test_core.py", "import app.core\nfrom app import sub, VERSION") == [
        "src/app/core.py", "src/app/sub/__init__.py", "src/app/__init__.py",
    ]  # fmt: skip
    assert targets("tests/test_core.py", "from app.sub.deep import Thing") == ["src/app/sub/deep.py"]
    assert targets("scripts/run.py", "from ns.part.mod import leaf") == ["ns/part/mod/leaf.py"]


def test_relative_imports_climb_within_the_source_only() -> None:
    """Dots count from the file's folder; beyond the root there is nothing."""
    assert targets("src/app/sub/deep.py", "from . import x\nfrom ..core import y\nfrom .. import types") == [
        "src/app/sub/__init__.py", "src/app/core.py",
    "src/app/types.py", ]  # fmt: skip
    assert targets("src/app/core.py", "from .missing import x\nfrom ..... import y") == []


def test_loose_scripts_are_found_from_beside_only() -> None:
    """A script's neighbour is meant, not its namesake elsewhere; a standard module is never a loose file."""
    assert targets("scripts/run.py", "import shared") == ["scripts/shared.py"]
    assert targets("src/app/core.py", "import shared, types, os") == []


def test_a_root_that_is_a_package_is_imported_by_its_own_name() -> None:
    """`package:jinja2` has jinja2's files at its root."""
    paths = ("__init__.py", "lexer.py", "sub/__init__.py", "sub/a.py")
    resolver = ImportResolver(paths, "jinja2")
    one = resolver.imports_of("sub/a.py", "from jinja2.lexer import L\nfrom .. import lexer\nimport lexer", "python")
    assert [statement.targets for statement in one] == [("lexer.py",), ("lexer.py",), ()]


def test_imports_for_annotations_and_inside_functions_are_marked() -> None:
    """Both say that the module does not need the other one to be loaded."""
    text = "import typing as t\nif t.TYPE_CHECKING:\n    import app.core\nelse:\n    import app.sub\n"
    text += "def f():\n    from app import types\n"
    marks = [(one.module, one.line, one.type_checking, one.deferred) for one in found("tests/conftest.py", text)]
    assert marks == [
        ("typing", 1, False, False), ("app.core", 3, True, False), ("app.sub", 5, False, False),
        ("app", 7, False, True),
    ]  # fmt: skip
    assert found("scripts/run.py", "def broken(:") == ()


def test_other_languages_resolve_to_files_of_the_source() -> None:
    """Relative paths, includes, packages by suffix; what is somebody else's leads nowhere."""
    script = ("web/a.ts", "web/b.ts", "web/c/index.tsx", "web/d.json")
    text = "import x from './b.js'\nexport * from './c'\nconst d = require('./d.json')\nimport R from 'react'\n"
    assert targets("web/a.ts", text, script, "typescript") == ["web/b.ts", "web/c/index.tsx", "web/d.json"]
    native = ("src/a.c", "src/a.h", "include/lib/x.h")
    assert targets("src/a.c", '#include "a.h"\n#include <lib/x.h>\n#include <stdio.h>\n', native, "c") == [
        "src/a.h", "include/lib/x.h",
    ]  # fmt: skip
    go = ("cmd/main.go", "pkg/util/u.go", "pkg/util/u_test.go", "fmt/f.go")
    text = 'import (\n\t"fmt"\n\tu "example.org/repo/pkg/util"\n)\n'
    assert targets("cmd/main.go", text, go, "go") == ["pkg/util/u.go"]
    rust = ("src/lib.rs", "src/a.rs", "src/a/b.rs", "src/c/mod.rs")
    text = "pub mod a;\nmod c;\nuse crate::a::b::Thing;\nuse std::io;\n"
    assert targets("src/lib.rs", text, rust, "rust") == [
        "src/a.rs", "src/c/mod.rs", "src/a/b.rs",
    ]  # fmt: skip
    java = ("src/main/java/a/b/C.java", "src/main/java/a/D.java")
    assert targets(java[1], "import a.b.C;\nimport java.util.List;\n", java, "java") == [java[0]]
    assert targets("lib/a.rb", "require_relative 'b/c'\nrequire 'json'\n", ("lib/a.rb", "lib/b/c.rb"), "ruby") == [
        "lib/b/c.rb"
    ]
    assert targets("a.sh", "source ./lib/b.sh\n. ../../etc/passwd\n", ("a.sh", "lib/b.sh"), "bash") == ["lib/b.sh"]
