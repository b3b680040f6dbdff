"""What the prose says of where something is defined: in which file, in which line, over which lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory_schema.findings import Severity
from tasks.checks.definitions import Definition
from tasks.checks.source_index import SourceIndex
from tasks.checks.statement_grammar import AGREES, Relation, Statement, Verdict, mentions, phrase

_FILE = r"(?:the )?(?:file |module )?{F}"
_WHERE = (
    phrase(" in ", rf"{{N}},? (?:which )?(?:is |are "
        rf")?(?:defined|declared|implemented|lives?|sits|resides|found|located) in {_FILE}"),
    phrase(" in | at ", rf"{{N}},? (?:which )?(?:is |are |stands |found )?(?:in|at) {_FILE}"),
    phrase("in `", rf"{{N}} \(in {_FILE}\)"),
    phrase(" in ", rf"\b(?:find|see) {{N}} in {_FILE}"),
    phrase(" in ", rf"\bdefinition of {{N}} is in {_FILE}"),
    phrase(" (`", r"{N} \({F}\)"),
    phrase("define|declare|contain|hold|implement", rf"{_FILE} (?:defines|declares|contains|holds|implements) "
        rf"(?:the )?(?:class |function |method "
        rf"|interface |type )?{{N}}"),
    phrase("`", r"{N}_?(?:函数|类|方法|接口)?_?(?:被)?(?:定义在|定义于|位于|声明在|实现在|在)_?(?:文件)?_?{F}"),
    phrase("定义", r"{F}_?(?:中|里)?_?定义了?_?{N}"),
)  # fmt: skip
_LINE = (
    phrase("line", rf"{{N}},? (?:which )?(?:is |are "
        rf")?(?:defined|declared|implemented|starts?|begins?|stands?|found|located) (?:at|on|in|from) lines? "
        rf"{{S}}(?: ?(?:-|–|—|to|through) ?{{E}})? (?:of|in) {_FILE}"),
    phrase("line", rf"{{N}},? (?:which )?(?:is |are )?(?:defined|declared|implemented|found|located|is)?,? "
        rf"?(?:in|at) {_FILE},? (?:at|on|in|from)? ?lines? {{S}}(?: ?(?:-|–|—|to|through) ?{{E}})?"),
    phrase("line", rf"{{N}} (?:spans|covers|occupies|takes up|runs over) lines {{S}} ?(?:-|–|—|to|through) "
        rf"?{{E}} (?:of|in) {_FILE}"),
    phrase("line", rf"{{N}} \(lines? {{S}}(?: ?(?:-|–|—|to) ?{{E}})? (?:of|in) {_FILE}\)"),
    phrase("line", r"{N} \({F},? lines? {S}(?: ?(?:-|–|—|to) ?{E})?\)"),
    phrase("`:", r"{N} (?:is )?(?:defined|declared|implemented|found|located)? ?(?:in|at) {F}:{S}(?:-{E})?(?!\w)"),
    phrase("行", r"{N}_?(?:被)?(?:定义在|定义于|位于|声明在|在)_?{F}_?的?第?_?{S}"
                 r"(?:_?(?:到|至|-|–|~)_?(?:第_?)?{E})?_?行"),
    phrase("行", r"{N}_?[（(]_?{F}_?，?_?第_?{S}(?:_?(?:到|至|-|–|~)_?{E})?_?行_?[）)]"),
    phrase("行", r"{F}_?(?:的)?第_?{S}_?行_?定义了?_?{N}"),
)  # fmt: skip
_PLACE = re.compile(r"(?P<path>[^:#]+?)(?::L?|#L)(?P<start>\d{1,7})(?:[-–]L?(?P<end>\d{1,7}))?")
_IS_STRICT = re.compile(r"\b(?:defined|declared|implemented|starts?|begins?|spans)\b|定义|声明")
_IS_DEFINITION = re.compile(r"\b(?:defined|declared|implemented|defines|declares|implements|definition)\b|定义|声明")
_LEAD = 12
"""Lines of comment or decoration before a definition that may be counted in."""


def _where(statement: Statement, index: SourceIndex) -> Verdict | None:
    written = (statement.holes.get("F") or "").strip()
    place = _PLACE.fullmatch(written)
    if place:
        return _at(statement, place["path"], int(place["start"]), int(place["end"] or 0), index)
    name = statement.name()
    found = index.definitions.named(name) if name else ()
    files = [path for path in index.resolve(written) if path in index.paths]
    if not found or (not files and not _is_folder(written, index)):
        return None
    if any(one.path in files or one.path.startswith(f"{written.strip('./')}/") for one in found):
        return AGREES
    last = name.rpartition(".")[2]
    named = [path for path in index.words.get(last, ()) if path in files or path.startswith(f"{written.strip('./')}/")]
    if named and not (files and _IS_DEFINITION.search(statement.quote)):
        return AGREES
    severity = Severity.COULD if named else Severity.SHOULD
    return Verdict(
        f"{found[0].symbol.qualified_name} is defined in {_homes(found)}, not in {written}", found[0], severity
    )


def _is_folder(written: str, index: SourceIndex) -> bool:
    return "/" in written.strip("/") and index.has_folder(written)


def _homes(found: Sequence[Definition]) -> str:
    return ", ".join(dict.fromkeys(one.path for one in found[:3]))


def _line(statement: Statement, index: SourceIndex) -> Verdict | None:
    end = statement.holes.get("E")
    return _at(statement, statement.holes.get("F") or "", int(statement.holes["S"] or 0), int(end or 0), index)


def _at(statement: Statement, written: str, start: int, end: int, index: SourceIndex) -> Verdict | None:
    """Whether a definition of the name, or at least the name, stands in the lines of the file."""
    name, files = statement.name(), [path for path in index.resolve(written.strip()) if path in index.paths]
    found = index.definitions.named(name) if name else ()
    if not found or not files:
        return None
    here = [one for one in found if one.path in files]
    last, stop = name.rpartition(".")[2], end or start
    strict = _IS_STRICT.search(statement.quote) is not None
    for one in here:
        first = _named_line(one, index)
        begins = one.symbol.start <= start <= first or _is_lead(one, start, index)
        if strict and begins and (not end or abs(end - one.symbol.end) <= 1):
            return AGREES
        if not strict and start <= one.symbol.end and stop >= one.symbol.start:
            return AGREES
    shown = ["\n".join(index.lines(path)[start - 1 : stop]) for path in files]
    if any(mentions(text, last) for text in shown) and not (end and here and strict):
        return AGREES
    real = here[0] if here else found[0]
    where = f"{real.path}:{real.symbol.start}-{real.symbol.end}"
    said = f"{written}:{start}-{end}" if end else f"{written}:{start}"
    return Verdict(f"{real.symbol.qualified_name} stands in {where}, not in {said}", real, fix=f"write {where}")


def _named_line(definition: Definition, index: SourceIndex) -> int:
    """The line of a definition that holds its name, behind decorators and comments."""
    symbol = definition.symbol
    lines = index.lines(definition.path)[symbol.start - 1 : symbol.end]
    return next((n for n, line in enumerate(lines, symbol.start) if mentions(line, symbol.name)), symbol.start)


def _is_lead(definition: Definition, start: int, index: SourceIndex) -> bool:
    """Whether the lines from here to the definition are comment or decoration."""
    lines = index.lines(definition.path)[start - 1 : definition.symbol.start - 1]
    return 0 < len(lines) <= _LEAD and all(line.strip()[:1] in ("#", "/", "*", "@", "[", "-") for line in lines)


PLACES = (Relation(_WHERE, _where), Relation(_LINE, _line))
