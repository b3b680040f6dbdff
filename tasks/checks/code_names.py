"""Names of code in the prose: one that the source does not know is suspicious, never more."""

from __future__ import annotations

import builtins
import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import PurePosixPath

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from memory_schema.findings import Certainty, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.claims import span_claim
from tasks.checks.definitions import CALLABLES, OPEN_TYPES, Definition
from tasks.checks.members import has_no_member
from tasks.checks.named_places import looks_like_path
from tasks.checks.names_set_apart import is_set_apart
from tasks.checks.own_names import names_of_examples
from tasks.checks.python_modules import dotted_fault, is_ours
from tasks.checks.result import CheckResult, found
from tasks.checks.source_index import SourceIndex
from tasks.checks.standard_names import is_of_language, python_names
from tasks.source.languages import UNKNOWN, language_of

CHECK = "fidelity"

_NAME = re.compile(r"\\?(?P<name>[^\W\d]\w*(?:(?:\.|::|#|\\)[^\W\d]\w*)*)(?P<call>\(.*\))?")
_JOINTS = re.compile(r"::|#|\\")
"""Between the parts of a name in Rust, C++, Ruby and PHP, and in documents that call a method `Type#method`."""
_MEANT = 88.0
"""Likeness, of 100, from which a defined name is taken for the one that was meant."""
_IDENTIFIER = re.compile(r"\w+\.\w|_*[^\W\d_]\w*_\w*[^\W_]|\w*[a-z0-9][A-Z]|[A-Z]{2,}[a-z]|_[^\W\d_]")
_MANY = 2
_CONSTANT = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
"""Left to the options: it may be the name of an environment variable."""
_HOSTS = ("window.", "globalThis.", "document.")
"""What everybody may put names on: a document's example does."""
_NUMBERS = ("N", "X", "n", "x")
_LETTERS_A_SLIP = 6
_TEMPLATES = frozenset({"erb", "haml", "slim", "hbs", "ejs", "tmpl", "twig", "liquid", "mustache", "vue", "svelte"})
"""Endings of templates, which have no grammar here: `show.text.erb` is a file."""
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def check_code_names(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """Count the names in inline code; one that has the form of an identifier and that the source does not know
    is ⚠️ where the source has a name that is nearly the same, else 💡.

    A name is known when each of its parts occurs as a word of the source or of the chapter's own code blocks,
    or belongs to Python itself. `Type.member` is ⚠️ where the type, and all that it builds on, is defined here
    and has no such member. Each name is reported once, at its first place.
    """
    own = names_of_examples(chapter, index)
    findings = []
    seen = 0
    unknown: set[str] = set()
    for at, block in enumerate(chapter.blocks):
        around = chapter.blocks[max(0, at - 1) : at + 2]
        for span in block.spans:
            match = _NAME.fullmatch(span.text[:200])
            claim = span_claim(span.text)
            if match is None or (claim and looks_like_path(claim, index)) or language_of(span.text) != UNKNOWN:
                continue
            seen += 1
            name = _JOINTS.sub(".", match["name"])
            if (
                name in unknown
                or _CONSTANT.fullmatch(name)
                or not (match["call"] is not None or _IDENTIFIER.match(name) or index.has_lost(name))
            ):
                continue
            fault = _fault(name, own, index)
            if fault:
                unknown.add(name)
                problem, near = fault
                meant = _is_meant(name, near, index) and not is_set_apart(name, near, span, block, around, index)
                severity = Severity.SHOULD if meant else Severity.COULD
                fix = f"did you mean {near}?" if near else "use the name that the source uses, or say where it is from"
                place, sure = chapter.place(block.line(span.start)), Certainty.LIKELY
                findings.append(found(CHECK, severity, place, problem, quote=span.text, fix=fix, certainty=sure))
    return CheckResult(tuple(findings), {"names": seen, "unknown names": len(unknown)})


def _fault(name: str, own: frozenset[str], index: SourceIndex) -> tuple[str, str] | None:
    """What is wrong with a name and the one that was meant ("" where none is near); None for a right one."""
    missing = _missing_part(name, own, index)
    if missing and (
        _is_plural(missing, index)
        or _is_numbered(missing, index)
        or is_of_language(missing, index.languages)
        or PurePosixPath(name.replace(".", "/")).name in _TEMPLATES
    ):
        return None
    if wrong := _not_in_its_module(name, index):
        return wrong
    if missing:
        near = index.nearest_word(missing)
        if name.startswith(f"{missing}.") and near.lower() == missing and index.definitions.types(near):
            # `app.bell`: an object called as its type is.
            return _fault(near + name.removeprefix(missing), own, index)
        case = "; only its case differs" if near.lower() == missing.lower() else ""
        return f"the name {missing} occurs nowhere in the source{case}", near
    owner, _, member = name.rpartition(".")
    # `header.Set(k, v)`: a variable, whatever type is called so.
    if (
        not owner
        or owner in own
        or owner.rpartition(".")[2].islower()
        or has_no_member(owner, member, index) is not Severity.SHOULD
    ):
        return None
    holders = [one for one in index.definitions.named(member) if one.symbol.parent]
    return (f"{owner} has no {member}", holders[0].symbol.qualified_name) if holders else None


def _not_in_its_module(name: str, index: SourceIndex) -> tuple[str, str] | None:
    """`pkg.mod.name`, where the module is a file of Python that does not even name what another one defines."""
    problem = dotted_fault(name, index) if "." in name and is_ours(name, index) else ""
    defined = index.definitions.named(name.rpartition(".")[2]) if problem else ()
    return (problem, f"{defined[0].symbol.qualified_name} in {defined[0].path}") if defined else None


def _is_meant(name: str, near: str, index: SourceIndex) -> bool:
    """Whether a near name is more than alike: defined here, and the same but for case or a letter or two."""
    if name.startswith(_HOSTS):
        return False
    wanted = near.rpartition(".")[2].lower()
    slips = max(2, len(wanted) // _LETTERS_A_SLIP)
    close = any(
        fuzz.ratio(part, wanted) >= _MEANT and OSA.distance(part, wanted) <= slips for part in name.lower().split(".")
    )
    defined = [one for one in index.definitions.named(near) if not one.is_beside] if near and close else []
    return bool(defined) and not _begins_many(name, index) and not _is_another_word(name, near, defined)


def _is_another_word(name: str, near: str, defined: Sequence[Definition]) -> bool:
    """`KoinUserApplication` is no slip for `KoinApplication`: it has a word more. And `persistOptions` may be a value
    of the type `PersistOptions`, `ParallelManager` whatever a `parallel_manager` is asked to be."""
    there = near.rpartition(".")[2]
    last = max(name.split("."), key=lambda part: fuzz.ratio(part.lower(), there.lower()))
    words, others = (Counter(one.lower() for one in _WORDS.findall(part)) for part in (last, there))
    if last != there and (words < others or others < words):
        return True
    types = all(one.symbol.kind in OPEN_TYPES or one.is_constructor for one in defined)
    value_of_type = types and last[:1].islower() and there[:1].isupper()
    role = last[:1].isupper() and there.islower() and "_" in there
    lower_constant = last.islower() and there.isupper()
    return value_of_type or role or lower_constant


def _is_plural(name: str, index: SourceIndex) -> bool:
    """`PolicyKeys`, where the source defines a type or a property `PolicyKey`: several of them."""
    singles = [name.removesuffix(ending) for ending in ("s", "es") if name[:1].isupper() and name.endswith(ending)]
    return any(one.symbol.kind not in CALLABLES for single in singles for one in index.definitions.named(single))


def _is_numbered(name: str, index: SourceIndex) -> bool:
    """`unitN`, where the source has `unit1`: any of them."""
    if not name.endswith(_NUMBERS):
        return False
    numbered = re.compile(rf"{re.escape(name[:-1])}[0-9]+")
    return any(numbered.fullmatch(word) for word in index.words)


def _begins_many(name: str, index: SourceIndex) -> bool:
    """`AddChaos`, where the source has `AddChaosFault` and `AddChaosLatency`: what several names have in common."""
    longer = re.compile(rf"{re.escape(name)}[A-Z_]")
    return sum(longer.match(word) is not None for word in index.words) >= _MANY


def _missing_part(name: str, own: frozenset[str], index: SourceIndex) -> str:
    parts = name.split(".")
    known = python_names()
    if parts[0] in sys.stdlib_module_names or parts[0] in dir(builtins):
        return ""
    modules = index.path_names if len(parts) > 1 else frozenset()
    return next((p for p in parts if not any(p in names for names in (index.words, own, known, modules))), "")
