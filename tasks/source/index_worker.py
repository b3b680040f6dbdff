"""A process that reads, redacts and parses files for the index: `python -m tasks.source.index_worker ROOT`.

Each line on standard input is a request, `[path, sha256, language, redact]`; each line out is the record of
that file, or `null` where it is not the file that was asked for.
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

_COLLECT_EVERY = 100


def main() -> None:
    """Answer until standard input ends."""
    root = Path(sys.argv[1])
    # Whatever a library prints must not be taken for an answer.
    answers, sys.stdout = sys.stdout, sys.stderr
    # Syntax trees are many small objects that all die at once: looking for circles among them costs a third.
    gc.disable()
    for number, line in enumerate(sys.stdin):
        if number % _COLLECT_EVERY == 0:
            gc.collect()
        path, sha256, language, is_redacted = json.loads(line)
        record = _record(root, path, sha256, language, is_redacted=is_redacted)
        answers.write(("null" if record is None else to_text(record)) + "\n")
        answers.flush()


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
