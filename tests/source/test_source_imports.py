"""Which files of the same source an import means."""

from tasks.source.imports import Import, ImportResolver
from tasks.source.languages import language_of
from tasks.source.parsed_file import parse_file

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


def resolved(files: dict[str, str], path: str, language: str) -> list[str]:
    """The targets of every import of a file, with the whole source at hand."""
    resolver = ImportResolver(files, "root", files.__getitem__, lambda one: parse_file(files[one], language_of(one)))
    return [target for one in resolver.imports_of(path, files[path], language) for target in one.targets]


def test_go_packages_are_told_by_go_mod() -> None:
    """The innermost module's name is cut off; somebody else's package with the same folder name is not ours."""
    files = {
        "go.mod": "module example.org/shop\n\ngo 1.22\n",
        "tools/go.mod": "module example.org/shop/tools\n",
        "main.go": 'package main\n\nimport (\n\t"fmt"\n\tc "example.org/shop/cart"\n\t. "example.org/shop/tools/gen"\n'
        '\t"example.com/other/cart"\n)\n',
        "cart/cart.go": "package cart\n", "cart/sum.go": "package cart\n", "cart/cart_test.go": "package cart\n",
        "tools/gen/gen.go": "package gen\n", "gen/gen.go": "package gen\n",
    }  # fmt: skip
    assert resolved(files, "main.go", "go") == ["cart/cart.go", "cart/sum.go", "tools/gen/gen.go"]


def test_rust_paths_climb_and_cross_crates() -> None:
    """crate, self, super, nested lists, a module beside, another crate of the workspace; std leads nowhere."""
    files = {
        "a/Cargo.toml": '[package]\nname = "shop-core"\n', "b/Cargo.toml": '[package]\nname = "app"\n',
        "a/src/lib.rs": "pub mod cart;\nmod inner { }\n", "a/src/cart.rs": "mod sum;\nuse self::sum::total;\n",
        "a/src/cart/sum.rs": "use super::Cart;\nuse crate::cart::{self, sum as s};\n",
        "b/src/main.rs": "use shop_core::cart::Cart;\nuse shop_core::Thing;\nuse std::io;\n",
    }  # fmt: skip
    assert resolved(files, "a/src/lib.rs", "rust") == ["a/src/cart.rs"]
    assert resolved(files, "a/src/cart.rs", "rust") == ["a/src/cart/sum.rs", "a/src/cart/sum.rs"]
    assert resolved(files, "a/src/cart/sum.rs", "rust") == ["a/src/cart.rs", "a/src/cart.rs"]
    assert resolved(files, "b/src/main.rs", "rust") == ["a/src/cart.rs", "a/src/lib.rs"]


def test_java_and_kotlin_packages_are_told_by_path_and_declaration() -> None:
    """A class by its file, a star by its package, a member by its class, a Kotlin function by who declares it."""
    files = {
        "src/a/b/C.java": "package a.b;\npublic class C {}\n", "src/a/b/D.java": "package a.b;\npublic class D {}\n",
        "src/x/Main.java": "package x;\nimport a.b.*;\nimport static a.b.C.make;\nimport java.util.List;\n",
        "src/k/Names.kt": "package a.k\n\nfun shout() = 3\n", "src/k/Use.kt": "package u\n\nimport a.k.shout\n",
    }  # fmt: skip
    assert resolved(files, "src/x/Main.java", "java") == ["src/a/b/C.java", "src/a/b/D.java", "src/a/b/C.java"]
    assert resolved(files, "src/k/Use.kt", "kotlin") == ["src/k/Names.kt"]


def test_php_classes_are_told_by_composer() -> None:
    """PSR-4 prefixes, grouped `use`, `require` beside; a broken composer.json costs only the prefixes."""
    files = {
        "composer.json": '{"autoload": {"psr-4": {"App\\\\": "src/"}}}',
        "src/Models/User.php": "<?php\nnamespace App\\Models;\nclass User {}\n", "src/Name.php": "<?php\n",
        "lib/Name.php": "<?php\n", "web/helper.php": "<?php\n",
        "web/index.php": "<?php\nuse App\\{Models\\User, Name as N};\nrequire __DIR__ . '/helper.php';\n"
        "use Other\\Thing;\n",
    }  # fmt: skip
    assert resolved(files, "web/index.php", "php") == ["src/Models/User.php", "src/Name.php", "web/helper.php"]
    assert "src/Models/User.php" in resolved(files | {"composer.json": "{"}, "web/index.php", "php")


def test_csharp_namespaces_are_told_by_what_is_used_of_them() -> None:
    """A `using` alone names no file: the types that the text mentions do."""
    files = {
        "Cart.cs": "namespace Shop.Core;\npublic class Cart { }\n",
        "Other.cs": "namespace Shop.Core\n{\n  public class Other { }\n}\n",
        "Main.cs": "using System;\nusing Shop.Core;\nclass Main { Cart cart; }\n",
    }
    assert resolved(files, "Main.cs", "csharp") == ["Cart.cs"]


def test_typescript_reaches_a_file_of_declarations() -> None:
    """`./utils` is `utils.d.ts` where nothing else is called so; a source of that name goes first."""
    text = "import { expectType } from './utils'\n"
    assert targets("dts/a.test-d.ts", text, ("dts/a.test-d.ts", "dts/utils.d.ts"), "typescript") == ["dts/utils.d.ts"]
    paths = ("dts/a.test-d.ts", "dts/utils.d.ts", "dts/utils.ts")
    assert targets("dts/a.test-d.ts", text, paths, "typescript") == ["dts/utils.ts"]


def test_scripts_reach_workspace_packages_and_aliases() -> None:
    """package.json names, tsconfig paths with comments in them; comments and strings import nothing."""
    files = {
        "packages/core/package.json": '{"name": "@shop/core", "main": "dist/index.js"}',
        "packages/core/src/index.ts": "export const a = 1\n", "packages/core/src/cart.ts": "export const b = 1\n",
        "tsconfig.json": '{ // here\n "compilerOptions": {"baseUrl": ".", "paths": {"~/*": ["app/*"]},}}',
        "app/util.ts": "", "app/main.ts": "import { a } from '@shop/core'\nimport '@shop/core/cart'\n"
        "import u from '~/util'\n// import x from './util'\nconst s = \"import y from './util'\"\n"
        "import type { T } from './types'\nfunction late() { return require('./util') }\n",
        "app/types.d.ts": "", "app/types.ts": "",
    }  # fmt: skip
    resolver = ImportResolver(files, "root", files.__getitem__)
    one = resolver.imports_of("app/main.ts", files["app/main.ts"], "typescript")
    assert [found.targets for found in one] == [
        ("packages/core/src/index.ts",), ("packages/core/src/cart.ts",), ("app/util.ts",), ("app/types.ts",),
        ("app/util.ts",),
    ]  # fmt: skip
    assert [(found.type_checking, found.deferred) for found in one[3:]] == [(True, False), (False, True)]
    assert one[0].names == ("a",)
