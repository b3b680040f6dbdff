"""Whether a type of the source has a member that a text gives it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from memory_schema.findings import Severity
from tasks.checks.definitions import Definition
from tasks.checks.source_index import SourceIndex
from tasks.checks.standard_names import is_standard_too

_OF_OBJECTS = frozenset(dir(type)) | frozenset(dir(object))
_OF_TYPES = frozenset({
    "new", "class", "prototype", "name", "length", "values", "valueOf", "ordinal", "entries", "default", "clone",
    "into", "from", "init", "self", "super", "rawValue", "allCases", "copy", "equals", "hashCode", "toString",
    "getClass",
})  # fmt: skip
"""Members that types of other languages than Python have by their language."""
_ANY = re.compile(r"[Xx]{3}")
"""`encodeXxx`: any of several members."""
_MOST_FILES = 60
"""In which imports of a name are looked for."""


def has_no_member(owner: str, member: str, index: SourceIndex) -> Severity | None:
    """⚠️ where a type of the source, and all that it builds on, has no such member; 💡 where something that it builds
    on is from elsewhere; None where it has one, or may have."""
    types = index.definitions.types(owner)
    if not types or _ANY.search(member) or member in _OF_OBJECTS or index.definitions.named(f"{owner}.{member}"):
        return None
    if is_standard_too(owner.rpartition(".")[2], types) or (len(types) > 1 and all(one.symbol.parent for one in types)):
        # `Meta`, `Builder`: a part that many types have; whose is meant, only the reader knows.
        return None
    if all(one.is_beside for one in types):
        return None
    for one in types:
        if index.definitions.has_member(one, member) or _makes(one, member, index):
            return None
    named = index.definitions.named(member)
    if any(_letters(one.symbol.parent or "") == _letters(owner) for one in named if one.symbol.parent):
        return None
    if any(_extends(one) or _is_in_package(one, owner) for one in named):
        return None
    if _is_foreign_too(owner, types, index):
        return None
    whole = all(index.definitions.ancestors(one)[1] and not _is_mixed(one, index) for one in types)
    return Severity.SHOULD if whole else Severity.COULD


def _is_mixed(owner: Definition, index: SourceIndex) -> bool:
    """Whether a type of Ruby takes members from modules."""
    return owner.path.endswith(".rb") and re.search(r"\b(?:extend|include|prepend)\b", index.body(owner)) is not None


def _extends(definition: Definition) -> bool:
    """Whether a function is called on a type that it does not stand in: an extension of C# or Kotlin."""
    symbol = definition.symbol
    receiver = rf"\b(?:fun|val|var)\s+(?:<.*>\s*)?[^\s(=]+\.{re.escape(symbol.name)}\b"
    return re.search(rf"\(\s*this\s|{receiver}", symbol.signature) is not None


def _letters(name: str) -> str:
    return name.replace("_", "").lower()


def _is_in_package(definition: Definition, owner: str) -> bool:
    """Whether a definition stands in a module, or in a package, that is called as the owner is."""
    path = PurePosixPath(definition.path)
    return not definition.symbol.parent and owner.rpartition(".")[2] in (path.stem, path.parent.name)


def _is_foreign_too(name: str, types: Sequence[Definition], index: SourceIndex) -> bool:
    """Whether the source also imports a type of this name from elsewhere, such as `java.net.Socket`."""
    homes = {part for one in types for part in re.split(r"[/.]", one.path)}
    imported = re.compile(rf"^\s*(?:import|using|use)\s+(?:static\s+)?(\w+)[\w.:\\]*(?:\.|::|\\){re.escape(name)}\b")
    files = index.words.get(name, ())[:_MOST_FILES]
    found = (imported.match(line) for path in files for line in index.lines(path) if name in line)
    return any(match is not None and match[1] not in homes for match in found)


def _makes(owner: Definition, member: str, index: SourceIndex) -> bool:
    """Whether the text of a type (or of one that it builds on) names the member at all, or answers any name."""
    pattern = re.compile(rf"\b{re.escape(member)}\b|\b__getattr(?:ibute)?__\b|\bmethod_missing\b|\b__call\b")
    lines, _ = index.definitions.ancestors(owner)
    return any(pattern.search(index.body(one)) for one in lines)
