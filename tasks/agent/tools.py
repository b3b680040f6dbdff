"""The three read-only tools, over the gate: `read_file`, `list_files`, `search` (PROTOCOL 2).

Arguments are a model's and hostile: wrong types, huge numbers and foreign names become one-line errors
that the model can act on; nothing is interpreted as a pattern or opened as a path. Every file that was
read is recorded with the hash of the whole file.
"""

from __future__ import annotations

from collections.abc import Mapping

from memory_schema.errors import AccessRefused, StateError
from memory_schema.lengths import estimate_tokens
from memory_schema.pointers import Pointer, Scope
from memory_schema.receipts import ReadReceipt
from prompts.file_block import ShownText, file_block, lines_of
from tasks.agent.gate import Gate
from tasks.agent.model import Json, JsonObject, ToolCall
from tasks.agent.reading import Readable, Reader

MOST_LINES = 400
MOST_HITS = 50
MOST_NAMES = 2_000
_MOST_CHARACTERS = 60_000
_HIT_CHARACTERS = 300
_PREFIX = {"type": "string", "description": "only names that begin with this text"}

DEFINITIONS: tuple[JsonObject, ...] = (
    {
        "name": "read_file",
        "description": f"Show lines of a file of your list, at most {MOST_LINES} a call, each prefixed by its number "
        "and a tab. Without start and end: from line 1.",
        "input_schema": {
            "type": "object",
            "properties": {
                "path": {"type": "string", "description": "the name exactly as listed"},
                "start": {"type": "integer", "description": "first line, from 1"},
                "end": {"type": "integer", "description": "last line, included"},
            },
            "required": ["path"],
        },
    },
    {
        "name": "list_files",
        "description": "List the names that you may read, one a line.",
        "input_schema": {"type": "object", "properties": {"prefix": _PREFIX}},
    },
    {
        "name": "search",
        "description": f"Find a literal, case-sensitive text in the files that you may read; at most {MOST_HITS} "
        "lines `name:line: text`.",
        "input_schema": {
            "type": "object",
            "properties": {"text": {"type": "string", "description": "what to find, on one line"}, "prefix": _PREFIX},
            "required": ["text"],
        },
    },
)


class ToolError(Exception):
    """What is wrong with a call, in one line for the model."""


class Tools:
    """The tools of one call of one role.

    Args:
        gate: decides what may be read.
        reader: reads it.
        room: tokens that all results together may take.
        opened_tokens: tokens that files opened by reference may take together (the editor's 2K); 0 = no limit.
    """

    def __init__(self, gate: Gate, reader: Reader, room: int, opened_tokens: int = 0) -> None:
        self._gate = gate
        self._reader = reader
        self._room = min(room, opened_tokens) if opened_tokens else room
        self._reads: dict[tuple[str, str], ReadReceipt] = {}

    @property
    def reads(self) -> tuple[ReadReceipt, ...]:
        """Every file that was read, in order, with the hash of the whole file."""
        return tuple(self._reads.values())

    def run(self, call: ToolCall) -> tuple[str, bool]:
        """Carry out one call: (result, is_error). Raises SourceChanged; refusals are results."""
        try:
            arguments = _arguments(call.input)
            if call.name == "read_file":
                result, touched = self._read_file(arguments)
            elif call.name == "list_files":
                result, touched = self._list_files(arguments), []
            elif call.name == "search":
                result, touched = self._search(arguments)
            else:
                raise ToolError(f"there is no tool {call.name[:60]!r}; there are read_file, list_files and search")
            self._spend(result)
        except (ToolError, AccessRefused, StateError) as error:
            if type(error) not in (ToolError, AccessRefused, StateError):
                raise
            return " ".join(str(error).split()), True
        for readable in touched:
            self._record(readable, result if len(touched) == 1 else "")
        return result, False

    def _read_file(self, arguments: Mapping[str, Json]) -> tuple[str, list[Readable]]:
        start = _whole(arguments, "start", 1)
        readable = self._reader.read(self._gate.resolve(_text(arguments, "path")))
        lines = lines_of(readable.text)
        end = min(_whole(arguments, "end", start + MOST_LINES - 1), start + MOST_LINES - 1, len(lines))
        if start > len(lines):
            raise ToolError(f"{readable.pointer.name} has {len(lines)} lines; start is {start}")
        if end < start:
            raise ToolError(f"end is before start ({start}); give start <= end")
        text = ""
        for number, line in enumerate(lines[start - 1 : end], start=start):
            if text and len(text) + len(line) > _MOST_CHARACTERS:
                end = number - 1
                break
            text += line[:_MOST_CHARACTERS] + "\n"
        language = readable.language
        return file_block(ShownText(readable.pointer, text, len(lines), start, end, True, language)), [readable]

    def _list_files(self, arguments: Mapping[str, Json]) -> str:
        prefix = _text(arguments, "prefix", "")
        names = [name for name in self._gate.names if name.startswith(prefix)]
        if not names:
            raise ToolError(f"no name that you may read begins with {prefix[:120]!r}")
        more = [f"> and {len(names) - MOST_NAMES} more; give a prefix"] if len(names) > MOST_NAMES else []
        return "\n".join([*names[:MOST_NAMES], *more])

    def _search(self, arguments: Mapping[str, Json]) -> tuple[str, list[Readable]]:
        wanted, prefix = _text(arguments, "text"), _text(arguments, "prefix", "")
        if not wanted.strip() or "\n" in wanted:
            raise ToolError("text is the literal text of one line to find; it is empty or has a newline")
        hits: list[str] = []
        touched: list[Readable] = []
        for pointer in self._searched(prefix):
            readable = self._reader.read(pointer)
            if wanted not in readable.text:
                continue
            touched.append(readable)
            for number, line in enumerate(lines_of(readable.text), start=1):
                if wanted in line:
                    hits.append(f"{pointer.name}:{number}: {line.strip()[:_HIT_CHARACTERS]}")
            if len(hits) > MOST_HITS:
                break
        if not hits:
            return f"nothing found for {wanted[:120]!r}", []
        more = [f"> more than {MOST_HITS} lines; search for a longer text or give a prefix"]
        return "\n".join(hits[:MOST_HITS] + (more if len(hits) > MOST_HITS else [])), touched

    def _searched(self, prefix: str) -> list[Pointer]:
        """The files to search: a map of the tree only repeats what its files say, references cost an opening."""
        pointers = (self._gate.peek(name) for name in self._gate.names if name.startswith(prefix))
        return [pointer for pointer in pointers if pointer is not None and pointer.scope is not Scope.TREE]

    def _spend(self, result: str) -> None:
        cost = estimate_tokens(result)
        if cost > self._room:
            raise ToolError("there is no room left for reading; write the output now from what you have")
        self._room -= cost

    def _record(self, readable: Readable, result: str) -> None:
        pointer, tokens = readable.pointer, estimate_tokens(result)
        key = (pointer.name, pointer.part)
        before = self._reads.get(key)
        self._reads[key] = ReadReceipt(
            name=pointer.name,
            scope=pointer.scope.value,
            part=pointer.part,
            hash=readable.hash,
            tokens=estimate_tokens(readable.text),
            shown_tokens=tokens + (before.shown_tokens if before else 0),
            by_tool=True,
        )


def _arguments(value: Json) -> Mapping[str, Json]:
    if not isinstance(value, Mapping):
        raise ToolError("the input of a tool is a JSON object")
    return value


def _text(arguments: Mapping[str, Json], name: str, default: str | None = None) -> str:
    value = arguments.get(name)
    if value is None and default is not None:
        return default
    if not isinstance(value, str):
        raise ToolError(f"{name} is a text and required" if default is None else f"{name} is a text")
    return value


def _whole(arguments: Mapping[str, Json], name: str, default: int) -> int:
    value = arguments.get(name)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 1_000_000_000:
        raise ToolError(f"{name} is a whole number from 1")
    return value
