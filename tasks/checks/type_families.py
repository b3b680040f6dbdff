"""Types that every language has under names of its own, so that `String` is told from `int` and not from `&str`."""

from __future__ import annotations

import re

from tasks.checks.definitions import Definition
from tasks.checks.source_index import SourceIndex

_FAMILIES = {
    "text": "str string String CharSequence NSString QString string_view Substring",
    "integer": "int Int Integer long Long short Short byte Byte size_t ssize_t usize isize uint UInt int8 int16 int32 "
    "int64 uint8 uint16 uint32 uint64 i8 i16 i32 i64 u8 u16 u32 u64 int32_t int64_t uint8_t uint32_t uint64_t",
    "fraction": "float double Float Double f32 f64 float32 float64 CGFloat",
    "truth": "bool boolean Bool Boolean _Bool",
    "nothing": "void Void Unit",
    "error": "error",
    "bytes": "bytes bytearray",
    "mapping": "dict Dict",
    "list": "list List",
    "tuple": "tuple",
    "set": "set Set",
}
_FAMILY_OF = {name: family for family, names in _FAMILIES.items() for name in names.split()}
_ALIKE = (frozenset({"integer", "truth"}), frozenset({"integer", "fraction"}), frozenset({"nothing", "list"}))
"""Families that one language or another writes for each other: C's truth is an integer."""
_WORDS = r"\b(?:const|final|readonly|static|mut|ref|in|out|unsigned|signed|volatile|struct|std|private|public)\b"
_NOMINAL = frozenset({"class", "struct", "interface", "trait"})


def family_of_type(written: str) -> str:
    """The family that a type as written belongs to, "" for one of its own and for what is made of several."""
    plain = re.sub(_WORDS, " ", written).replace("::", " ")
    if re.fullmatch(r"\s*(?:char|wchar_t)\s*\*\s*", plain):
        return "text"
    bare = plain.strip(" &*?!'").removeprefix("static ")
    if "*" in written and _FAMILY_OF.get(bare) in ("integer", "fraction", "nothing"):
        return ""
    outer = re.match(r"\s*(?:typing\.|t\.)?(dict|Dict|list|List|tuple|set|Set)\[", plain)
    return _FAMILY_OF.get(outer[1] if outer else bare, "")


def are_alike(one: str, other: str) -> bool:
    """Whether two types belong to one family, or to two that are written for each other."""
    first, second = family_of_type(one), family_of_type(other)
    return bool(first and second) and (first == second or frozenset({first, second}) in _ALIKE)


def contradict(real: str, stated: str, index: SourceIndex) -> bool:
    """Whether a declared type cannot be what is said: two families apart, or a class of the source for a plain type.

    An alias (`type Mode int`), a type from elsewhere and one that is made of several may be anything.
    """
    said = family_of_type(stated)
    if not said or not real or re.search(rf"(?<!\w){re.escape(stated.strip())}(?!\w)", real):
        return False
    if family_of_type(real):
        return not are_alike(real, stated)
    name = re.sub(_WORDS, " ", real).strip(" &*?!")
    owners = index.definitions.types(name) if re.fullmatch(r"\w+", name) else ()
    return bool(owners) and all(_is_nominal(one) for one in owners)


def _is_nominal(one: Definition) -> bool:
    return one.symbol.kind in _NOMINAL and not one.symbol.bases
