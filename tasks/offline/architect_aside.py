"""Which files no chapter explains, and the reason that the source map gives for it."""

from __future__ import annotations

import posixpath
import re
from enum import StrEnum

from tasks.offline.architect_map import MappedFile
from tasks.source.file_purpose import Purpose, purpose_of

_DATA = frozenset(
    """
    text plain markdown rst restructuredtext json toml yaml ini cfg csv xml html css svg diff properties gettext
    po requirements gitignore dockerfile makefile lock jinja
    """.split()  # noqa: SIM905 - a table of words reads better as text
)
_PACKAGING = frozenset(("setup.py", "conftest.py", "noxfile.py", "build.rs", "gulpfile.js"))
_BUILD_FOLDERS = frozenset(("scripts", ".github", ".devcontainer", "ci", ".ci", "bin", "hack"))
_VERSIONS = frozenset(("version", "_version", "__version__", "__about__", "_build_info", "versions"))
_TYPES = frozenset(("typing", "_typing", "types", "_types", "type_defs", "typings"))
_COMPAT = frozenset(("compat", "_compat", "six", "shims"))
_SMALL = 60
_STUB = 12
_FEW_TYPES = 60


class Aside(StrEnum):
    """Why a file stays out of every chapter; the value is the reason in English."""

    TEST = "tests the code, does not explain it"
    DOCUMENTATION = "documentation or example, not the implementation"
    DATA = "data, no code"
    PACKAGING = "packaging and build"
    EMPTY = "an empty file"
    VENDORED = "a copy of somebody else's code"
    VERSION = "states the version"
    TYPES = "names for types only, no behaviour"
    COMPATIBILITY = "smooths over versions, no subject of its own"
    DEPRECATED = "deprecated, kept for old callers"
    CONSTANTS = "a table of constants, no behaviour"
    NOTHING = "defines nothing public"
    PRIVATE = "private details of what the chapters explain"
    ROOM = "beyond the room of the book: less is built on it than on the mapped files"


_BESIDE = {
    Purpose.TEST: Aside.TEST,
    Purpose.DOCUMENTATION: Aside.DOCUMENTATION,
    Purpose.VENDORED: Aside.VENDORED,
}
CHINESE = {
    Aside.TEST: "测试代码，讲法不同",
    Aside.DOCUMENTATION: "文档或示例，不是实现",
    Aside.DATA: "数据，没有代码",
    Aside.PACKAGING: "打包与构建",
    Aside.EMPTY: "空文件",
    Aside.VENDORED: "抄来的第三方代码",
    Aside.VERSION: "只写版本号",
    Aside.TYPES: "只有类型名字，没有行为",
    Aside.COMPATIBILITY: "只为兼容旧版本",
    Aside.DEPRECATED: "已弃用，只为旧代码保留",
    Aside.CONSTANTS: "常量表，没有行为",
    Aside.NOTHING: "没有公开定义",
    Aside.PRIVATE: "章节所讲内容的私有细节",
    Aside.ROOM: "全书容不下：依赖它的代码比所选文件少",
}


def reason_to_leave_out(file: MappedFile) -> Aside | None:
    """Why a file does not belong into a chapter, None where it does."""
    folders = posixpath.dirname(file.path).lower().split("/")
    name = posixpath.basename(file.path).lower()
    purpose = purpose_of(file.path, file.language)
    if purpose is not None:
        return _BESIDE[purpose]
    if file.language in _DATA or (file.language == "javascript" and {"static", "shared", "assets"} & set(folders)):
        return Aside.DATA
    if name in _PACKAGING and "/" not in file.path:
        return Aside.PACKAGING
    if folders[0] in _BUILD_FOLDERS:
        return Aside.PACKAGING
    if file.lines == 0 and file.known:
        return Aside.EMPTY
    return _by_content(file, name.rsplit(".", 1)[0])


def _by_content(file: MappedFile, stem: str) -> Aside | None:
    behaves = [symbol for symbol in file.symbols if symbol.kind != "constant"]
    if stem in _VERSIONS and file.lines < _SMALL:
        return Aside.VERSION
    if stem in _COMPAT and file.lines < _SMALL * 10:
        return Aside.COMPATIBILITY
    if re.match(r"\W*deprecated\b", file.doc.lower()):
        return Aside.DEPRECATED
    if stem in _TYPES and (file.lines < _FEW_TYPES or "type" in file.doc.lower()):
        return Aside.TYPES
    if not file.known:
        front = stem == "__init__" and file.lines < _SMALL
        return Aside.NOTHING if front or 0 < file.lines < _STUB else None
    if file.symbols and not behaves:
        return Aside.CONSTANTS if file.lines < _SMALL * 4 else None
    return None if file.symbols else Aside.NOTHING


def explained(file: MappedFile, reason: Aside, chinese: bool) -> str:
    """The reason as the source map gives it, with the size or the language where that says more."""
    if chinese:
        return CHINESE[reason]
    if reason is Aside.DATA:
        return f"{file.language} data, no code" if file.language in _DATA else "for the browser, beside the code"
    if reason is Aside.NOTHING and file.lines:
        return f"{file.lines} line{'' if file.lines == 1 else 's'} that define nothing public"
    return reason.value
