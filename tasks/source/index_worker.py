"""A process that reads, redacts and parses files for the index: `python -m tasks.source.index_worker ROOT`.

Each line on standard input asks for some files, `[[path, sha256, language, redact], ...]`; for each of them a
line comes out: its record, or `null` where it is not the file that was asked for.
"""

from __future__ import annotations

import gc
import hashlib
import json
import sys
from pathlib import Path

from memory_schema.errors import AccessRefused
from tasks.source.decoding import decode
from tasks.source.index_records import IndexedFile, to_text
from tasks.source.parsed_file import parse_file
from tasks.source.raw_file import MAX_BYTES, read_raw
from tasks.source.redaction import marks_of
from tasks.source.secrets import redact

_COLLECT_EVERY = 8


def main() -> None:
    """Answer until standard input ends."""
    root = Path(sys.argv[1])
    # Whatever a library prints must not be taken for an answer.
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    # Syntax trees are many small objects that all die at once: looking for circles among them costs a third.
    gc.disable()
    gc.freeze()
    for number, line in enumerate(sys.stdin.buffer):
        records = [
            _record(root, path, sha256, language, is_redacted=is_redacted)
            for path, sha256, language, is_redacted in json.loads(line)
        ]
        text = "".join("null\n" if one is None else to_text(one) + "\n" for one in records)
        answers.write(text.encode("utf-8", "surrogatepass"))
        answers.flush()
        if number % _COLLECT_EVERY == 0:
            gc.collect()


def _record(root: Path, path: str, sha256: str, language: str, *, is_redacted: bool) -> IndexedFile | None:
    try:
        data = read_raw(root, path, MAX_BYTES)
    except (OSError, AccessRefused):
        return None
    decoded = decode(data) if hashlib.sha256(data).hexdigest() == sha256 else None
    if decoded is None:
        return None
    text = redact(path, decoded.text) if is_redacted else decoded.text
    return IndexedFile(parse_file(text, language), marks_of(decoded.text, text))


if __name__ == "__main__":
    main()
