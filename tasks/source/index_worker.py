"""A process that reads, redacts and parses files for the index: `python -m tasks.source.index_worker ROOT`.

Each line on standard input asks for some files, `[[path, sha256, language, depth, redact], ...]`; for each of
them a line comes out: its survey, a tab, its record, either of them empty where it was not asked for and did not come
about on the way; or `null` where it is not the file that was asked for.
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
from tasks.source.index_store import Depth
from tasks.source.parsed_file import parse_file
from tasks.source.raw_file import MAX_BYTES, read_raw
from tasks.source.redaction import marks_of
from tasks.source.secrets import redact
from tasks.source.survey import has_quick_headings, survey, survey_to_text

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
        text = "".join(
            _answer(root, path, sha256, language, Depth(depth), is_redacted=is_redacted) + "\n"
            for path, sha256, language, depth, is_redacted in json.loads(line)
        )
        answers.write(text.encode("utf-8", "surrogatepass"))
        answers.flush()
        if number % _COLLECT_EVERY == 0:
            gc.collect()


def _answer(root: Path, path: str, sha256: str, language: str, depth: Depth, *, is_redacted: bool) -> str:
    try:
        data = read_raw(root, path, MAX_BYTES)
    except (OSError, AccessRefused):
        return "null"
    decoded = decode(data) if hashlib.sha256(data).hexdigest() == sha256 else None
    if decoded is None:
        return "null"
    text = redact(path, decoded.text) if is_redacted else decoded.text
    marks = marks_of(decoded.text, text)
    if depth is Depth.SURVEY and has_quick_headings(language):
        return survey_to_text(survey(text, language, marks)) + "\t"
    parsed = parse_file(text, language)
    # Who asks for everything has the survey already, if it is of any use.
    look = survey_to_text(survey(text, language, marks, parsed)) if depth is Depth.SURVEY else ""
    return f"{look}\t{to_text(IndexedFile(parsed, marks))}"


if __name__ == "__main__":
    main()
