"""A process that reads, redacts and parses files for the index: `python -m tasks.source.index_worker ROOT`.

Each line on standard input asks for some files, `[[path, sha256, depth, redact], ...]`; for each of them a line comes
out: its facts, a tab, its survey, a tab, its record, either of them empty where it was not asked for and did not
come about on the way, or the file is no part of the source; or `null` where it is not the file that was asked for. An
empty hash asks for the file as it is.
"""

from __future__ import annotations

import gc
import json
import sys
from pathlib import Path

from tasks.source.file_facts import facts_to_text, read_file
from tasks.source.index_depth import Depth
from tasks.source.index_records import IndexedFile, to_text
from tasks.source.parsed_file import parse_file
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
            _answer(root, path, sha256, Depth(depth), is_redacted=is_redacted) + "\n"
            for path, sha256, depth, is_redacted in json.loads(line)
        )
        answers.write(text.encode("utf-8", "surrogatepass"))
        answers.flush()
        if number % _COLLECT_EVERY == 0:
            gc.collect()


def _answer(root: Path, path: str, sha256: str, depth: Depth, *, is_redacted: bool) -> str:
    found = read_file(root, path)
    if isinstance(found, str):
        return "null" if sha256 else f"{facts_to_text(found)}\t\t"
    facts, decoded = found
    if sha256 not in ("", facts.sha256):
        return "null"
    text = redact(path, decoded.text) if is_redacted else decoded.text
    marks = marks_of(decoded.text, text)
    look = record = ""
    if depth is Depth.SURVEY and has_quick_headings(facts.language):
        look = survey_to_text(survey(text, facts.language, marks))
    else:
        parsed = parse_file(text, facts.language)
        record = to_text(IndexedFile(parsed, marks))
        # Who asks for everything has the survey already, if it is of any use.
        look = survey_to_text(survey(text, facts.language, marks, parsed)) if depth is Depth.SURVEY else ""
    return f"{facts_to_text(facts)}\t{look}\t{record}"


if __name__ == "__main__":
    main()
