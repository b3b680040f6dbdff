"""What examples in other languages than Python take from the source by its package's name: does it exist?"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import PurePosixPath

from rapidfuzz import fuzz

from memory_schema.fences import Fence
from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.claims import fence_claim, fence_language
from tasks.checks.members import has_no_member
from tasks.checks.own_names import names_of_examples
from tasks.checks.result import CheckResult, found
from tasks.checks.source_index import SourceIndex

CHECK = "examples"

_SCRIPTS = frozenset({"javascript", "typescript", "jsx", "tsx", "mjs"})
_DOTTED = frozenset({"java", "kotlin", "php", "csharp", "scala"})
_SCRIPT_IMPORT = re.compile(
    r"import\s+(?:type\s+)?(?:\w+\s*,\s*)?\{(?P<names>[^{}]{1,2000})\}\s*from\s*[\"'](?P<module>[^\"'\n]+)"
)
_DOTTED_IMPORT = re.compile(
    r"(?m)^\s*(?:import|use|using)\s+(?:static\s+|function\s+)?(?P<path>\w+(?:[.\\]\w+)+)\s*;?\s*(?:as\s|$)"
)
_PACKAGE = re.compile(r"(?m)^\s*(?:package|namespace)\s+(?P<path>[\w.\\]+)")
_RUST_USE = re.compile(r"\buse\s+(?P<crate>\w+)::(?P<rest>[\w:]+(?:::)?(?:\{[^{};]*\})?)")
_GO_NAME = re.compile(r"(?<![\w.\"/])(?P<package>[a-z]\w*)\.(?P<name>[A-Z]\w*)")
_MEMBER = re.compile(r"(?<![\w.])(?P<owner>[A-Z]\w+)(?:\.|::)(?P<member>[a-z]\w+)\s*\(")
_SLIP = 85.0
_MOST = 400


def check_example_names(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """Check `import { a } from "pkg"`, `import org.pkg.A`, `use krate::A`, `pkg.Name` of Go and `Type.member()`.

    ⚠️ for a name that the source does not know and that is nearly one that it defines, for one that stands in another
    package, and for a member that a type of the source does not have; 💡 for a name that is like no other.
    """
    findings: list[Finding] = []
    count = 0
    own = set(names_of_examples(chapter, index))
    for fence in chapter.fences:
        if fence_claim(fence) is not None:
            continue
        for line, name, quote, problem in _names(fence, index):
            count += 1
            if name in own or (not problem and name in index.words):
                continue
            own.add(name)
            near = "" if problem else index.nearest_word(name)
            slip = (
                bool(near) and fuzz.ratio(near.lower(), name.lower()) >= _SLIP and bool(index.definitions.named(near))
            )
            findings.append(
                found(
                    CHECK,
                    Severity.SHOULD if problem or slip else Severity.COULD,
                    chapter.place(fence.start + line),
                    problem or f"the source has no {name}",
                    quote=quote,
                    fix=f"did you mean {near}?" if slip else "take what the source has",
                    certainty=Certainty.LIKELY,
                )
            )
    return CheckResult(tuple(findings), {"names of examples": count})


_Named = tuple[int, str, str, str]
"""Line in the block, name, quote, and what is wrong where that is known already."""


def _names(fence: Fence, index: SourceIndex) -> Iterator[_Named]:
    language, body = fence_language(fence), fence.body[:20_000]

    def line(at: int) -> int:
        return body.count("\n", 0, at) + 1

    if language in _SCRIPTS:
        for match in _SCRIPT_IMPORT.finditer(body):
            if _script_package(match["module"]) in _script_packages(index):
                for name in re.findall(r"(?:type\s+)?(\w+)(?:\s+as\s+\w+)?\s*(?:,|$)", match["names"].strip()):
                    yield line(match.start()), name, " ".join(match[0].split()), ""
    elif language in _DOTTED:
        for match in _DOTTED_IMPORT.finditer(body):
            yield from ((line(match.start(1)), *one) for one in _imported(match["path"], index))
    elif language == "rust":
        for match in _RUST_USE.finditer(body):
            if match["crate"] in _crates(index):
                for name in re.findall(r"\w+", match["rest"]):
                    if name not in ("self", "super", "prelude"):
                        yield line(match.start()), name, " ".join(match[0].split()), ""
    elif language == "go":
        for match in _GO_NAME.finditer(body):
            if match["package"] in _go_packages(index):
                yield line(match.start()), match["name"], match[0], ""
    if language in _DOTTED | _SCRIPTS | {"ruby"}:
        for match in _MEMBER.finditer(body):
            if _is_slip_of_member(match["owner"], match["member"], index):
                problem = f"{match['owner']} has no {match['member']}"
                yield line(match.start()), match["member"], match[0].rstrip("( "), problem


def _is_slip_of_member(owner: str, member: str, index: SourceIndex) -> bool:
    """Whether a type has no such member and one that is called nearly so; what is further off may be the reader's."""
    if has_no_member(owner, member, index) is not Severity.SHOULD:
        return False
    types = [one for two in index.definitions.types(owner) for one in index.definitions.ancestors(two)[0]]
    names = {two.name for one in types for two in index.symbols(one.path) if two.parent == one.symbol.qualified_name}
    return any(fuzz.ratio(one, member) >= _SLIP for one in names)


def _imported(path: str, index: SourceIndex) -> Iterator[tuple[str, str, str]]:
    """The class that a dotted import names, if its package is of this source."""
    parts = re.split(r"[.\\]", path)
    package, name = ".".join(parts[:-1]), parts[-1]
    packages = _packages(index)
    if len(parts) < 3 or not any(one == package or one.startswith(f"{parts[0]}.{parts[1]}") for one in packages):
        return
    homes = {one.path for one in index.definitions.named(name)}
    if package in packages and (not homes or homes & packages[package] or _names_it(packages[package], name, index)):
        yield name, path, ""
    elif homes:
        other = sorted(one for one, files in packages.items() if files & homes)
        if other and path.replace("\\", ".") not in packages and not index.definitions.types(parts[-2]):
            yield name, path, f"{name} is in {other[0]}, not in {package}"
    elif package in packages or name not in index.words:
        yield name, path, ""


def _names_it(files: set[str], name: str, index: SourceIndex) -> bool:
    return not files.isdisjoint(index.words.get(name, ()))


@lru_cache(maxsize=2)
def _packages(index: SourceIndex) -> dict[str, set[str]]:
    """The files of each package or namespace of this source, by dotted names; types hold others as packages do."""
    files: dict[str, set[str]] = {}
    for path in index.evidence:
        if path.endswith((".java", ".kt", ".kts", ".php", ".cs", ".scala")):
            match = _PACKAGE.search(index.text(path)[:20_000])
            if match:
                files.setdefault(match["path"].replace("\\", ".").strip("."), set()).add(path)
    return files


def _script_package(module: str) -> str:
    parts = module.split("/")
    return "/".join(parts[:2]) if module.startswith("@") else parts[0]


@lru_cache(maxsize=2)
def _script_packages(index: SourceIndex) -> frozenset[str]:
    """What the packages of this source are called, by their package.json."""
    return frozenset(_said(index, "package.json", lambda text: [str(json.loads(text).get("name", ""))]))


@lru_cache(maxsize=2)
def _crates(index: SourceIndex) -> frozenset[str]:
    names = _said(index, "Cargo.toml", lambda text: re.findall(r'(?m)^name\s*=\s*"([\w-]+)"', text))
    return frozenset(name.replace("-", "_") for name in names)


@lru_cache(maxsize=2)
def _go_packages(index: SourceIndex) -> frozenset[str]:
    """The packages of Go that others can import."""
    files = [path for path in index.evidence if path.endswith(".go") and not path.endswith("_test.go")]
    texts = (index.text(path)[:4_000] for path in files[:_MOST] if not {"internal", "testdata"} & set(path.split("/")))
    names = {match[1] for text in texts if (match := re.search(r"(?m)^package\s+(\w+)", text))}
    return frozenset(names - {"main"})


def _said(index: SourceIndex, name: str, names: Callable[[str], list[str]]) -> Iterator[str]:
    """What every file of a name says."""
    for path in index.evidence:
        if PurePosixPath(path).name == name and "node_modules" not in path:
            try:
                yield from names(index.text(path))
            except (ValueError, AttributeError):
                continue
