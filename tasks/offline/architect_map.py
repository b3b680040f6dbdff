"""The architect's view of a repository: the map of the tree, parsed."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field

from tasks.offline.request import Brief

_FILE = re.compile(
    r"^(?:### |- )(?P<path>\S.*?) \((?P<language>[^,()]+), (?P<lines>\d+) lines?(?:, [^)]*)?\)(?:: (?P<doc>.*))?$"
)
_FOLDER = re.compile(r"^- (?P<path>\S.*?/) \((?P<files>\d+) files?, \d+ lines: [^)]*\)$")
_SYMBOL = re.compile(r"^(?P<indent> *)- L(?P<start>\d+)-(?P<end>\d+) (?P<rest>.+)$")
_MODIFIERS_WORDS = """
export default declare public private protected internal fileprivate open static final abstract async const let var val
unsafe extern inline virtual override sealed partial readonly data suspend companion operator infix tailrec lateinit
inner value annotation expect actual indirect mutating nonisolated dynamic required convenience strictfp transient
synchronized native volatile new typedef constexpr friend explicit
"""
_KINDS_WORDS = """
class def function\\*? func fun fn struct enum trait interface protocol record object actor type typealias impl module
mod union namespace macro_rules! delegate extension
"""
NAME = re.compile(
    r"^(?:@[\w.]+(?:\([^()]*\))?\s+|template\s*<[^>]*>\s*|pub(?:\([^)]*\))?\s+"
    rf"|(?:{'|'.join(_MODIFIERS_WORDS.split())})\s+)*"
    rf"(?:(?P<kind>{'|'.join(_KINDS_WORDS.split())})\s+(?:class\s+|struct\s+)?)?"
    r"(?:\([^)]*\)\s*)?(?P<name>(?:[^\W\d]|\$)[\w$]*)"
)
_ASSIGNED = re.compile(
    r"^(?:(?:module\.)?exports\.)?(?P<name>(?:[^\W\d]|\$)[\w$]*(?:\.(?:[^\W\d]|\$)[\w$]*)*)\s*=[^=].*?(?:\bfunction\b|\)$|=>)"
)
"""A function that JavaScript assigns: `req.get = req.header = function header(name)`; an export bears its own name."""
_CALLED = re.compile(r"(?P<name>(?:[^\W\d]|\$)[\w$]*)\s*\(")
KINDS = {
    **dict.fromkeys(
        (
            "class",
            "struct",
            "enum",
            "trait",
            "interface",
            "protocol",
            "record",
            "object",
            "actor",
            "type",
            "typealias",
            "union",
        ),
        "class",
    ),
    **dict.fromkeys(("def", "func", "fun", "fn", "function", "function*", "macro_rules!", "delegate"), "function"),
    **dict.fromkeys(("mod", "namespace"), "module"),
}
_TOLD_OF_DATA = 60
_IMPORTS = re.compile(r"^imports(?P<late> [a-z ]+)?: (?P<paths>.+)$")
_BASES = re.compile(r"^class \w+\((?P<bases>[^)]*)\)")


@dataclass(frozen=True)
class MappedSymbol:
    """A public definition as the map shows it. `nested` = a method or another inner definition."""

    name: str
    kind: str
    start: int
    end: int
    doc: str = ""
    bases: tuple[str, ...] = ()
    nested: bool = False

    @property
    def lines(self) -> int:
        """How many lines it takes."""
        return self.end - self.start + 1


@dataclass(frozen=True)
class MappedFile:
    """One file of the map."""

    path: str
    language: str
    lines: int
    doc: str = ""
    imports: tuple[str, ...] = ()
    symbols: tuple[MappedSymbol, ...] = ()
    late: tuple[str, ...] = ()
    """Imports inside functions or for types only: they order nothing, but tell who works with whom."""
    known: bool = True
    """Whether its definitions were shown; a map over its budget names files only."""

    @property
    def top(self) -> tuple[MappedSymbol, ...]:
        """The definitions at the top level."""
        return tuple(symbol for symbol in self.symbols if not symbol.nested)

    @property
    def to_tell(self) -> int:
        """The lines that a chapter has to tell: where a file holds nothing but data, a beginning says it all."""
        data = self.known and self.top and all(one.kind == "constant" or one.name.isupper() for one in self.top)
        return min(self.lines, _TOLD_OF_DATA) if data else self.lines

    @property
    def stem(self) -> str:
        """The file name without folder and extension; for `__init__` and the like the folder's name."""
        stem = posixpath.basename(self.path).rsplit(".", 1)[0]
        folder = posixpath.basename(posixpath.dirname(self.path))
        return folder if stem in ("__init__", "__main__", "index", "mod", "main") and folder else stem


@dataclass
class _Section:
    path: str
    language: str
    lines: int
    doc: str
    known: bool
    imports: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    symbols: list[MappedSymbol] = field(default_factory=list)


def read_map(text: str) -> tuple[MappedFile, ...]:
    """The files of a repository map, in its order; empty where it counts folders: what it then shows of some files
    is not the source."""
    if read_folders(text):
        return ()
    sections: list[_Section] = []
    for line in text.split("\n"):
        head = _FILE.match(line)
        symbol = _SYMBOL.match(line)
        if symbol and sections:
            sections[-1].symbols.append(_symbol(symbol))
        elif head:
            known = line.startswith("###")
            sections.append(_Section(head["path"], head["language"], int(head["lines"]), head["doc"] or "", known))
        elif (named := _IMPORTS.match(line)) and sections:
            kind = sections[-1].late if named["late"] else sections[-1].imports
            kind += re.sub(r" and \d+ more$", "", named["paths"]).split(", ")
        elif line.strip() and sections and not line.startswith((">", "-")) and not sections[-1].symbols:
            sections[-1].doc = sections[-1].doc or line.strip()
    return tuple(
        MappedFile(s.path, s.language, s.lines, s.doc, tuple(s.imports), tuple(s.symbols), tuple(s.late), s.known)
        for s in sections
    )


def read_folders(text: str) -> tuple[str, ...]:
    """The folders of a map that was too large to list files."""
    return tuple(match["path"] for line in text.split("\n") if (match := _FOLDER.match(line)))


def listed_paths(brief: Brief) -> tuple[str, ...]:
    """The paths that `list_files` has answered with so far."""
    found: dict[str, None] = {}
    for answer in brief.answers:
        if answer.name == "list_files" and not answer.is_error:
            for line in answer.text.split("\n"):
                path = re.sub(r"^[-*]\s+|\s+\(.*\)$", "", line.strip()).strip("`")
                if path and not path.endswith("/") and " " not in path and not path.startswith((">", "#")):
                    found[path] = None
    return tuple(found)


def _symbol(match: re.Match[str]) -> MappedSymbol:
    head, _, doc = _split_head(match["rest"])
    bases = _BASES.match(head)
    kind, name = "definition", ""
    if assigned := _ASSIGNED.match(head):
        kind, name = "function", assigned["name"].replace(".prototype.", ".")
    elif named := NAME.match(head.removeprefix("async ")):
        name = named["name"]
        kind = KINDS.get(named["kind"] or "", "definition")
        if named["kind"] is None:
            called = _CALLED.search(head.split("=", 1)[0])
            name = called["name"] if called else name
            kind = "constant" if called is None else "function"
    return MappedSymbol(
        name=name or head.split()[0],
        kind=kind,
        start=int(match["start"]),
        end=int(match["end"]),
        doc=doc,
        bases=base_names(bases["bases"]) if bases else (),
        nested=bool(match["indent"]),
    )


def base_names(listed: str) -> tuple[str, ...]:
    """The bases of a class without keywords such as `metaclass=M`."""
    return tuple(re.findall(r"[\w.]+", re.sub(r"\w+\s*=\s*[^,]+", "", listed)))


def _split_head(rest: str) -> tuple[str, str, str]:
    """Signature and doc; the colon that parts them stands outside every bracket."""
    depth = 0
    for at, char in enumerate(rest):
        depth += (char in "([{") - (char in ")]}")
        if depth <= 0 and rest.startswith(": ", at) and re.match(r"\S", rest[at + 2 :]):
            head, doc = rest[:at], rest[at + 2 :]
            if head.startswith(("class ", "def ", "async def ")) or " " in doc.strip():
                return head, ":", doc.strip()
    return rest, "", ""
