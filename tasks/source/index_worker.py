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
from collections.abc import Iterator
from pathlib import Path

from tasks.source.decoding import Decoded
from tasks.source.file_facts import FileFacts, facts_to_text, read_file
from tasks.source.index_depth import Depth
from tasks.source.index_records import IndexedFile, to_text
from tasks.source.parsed_file import parse_file
from tasks.source.process_limits import become_expendable
from tasks.source.raw_file import HeldFolder
from tasks.source.redaction import marks_of
from tasks.source.secrets import redact
from tasks.source.survey import has_quick_headings, survey, survey_to_text

_COLLECT_EVERY = 8


def main() -> None:
    """Answer until standard input ends."""
    root = Path(sys.argv[1])
    become_expendable()
    # Whatever a library prints must not be taken for an answer.
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    # Syntax trees are many small objects that all die at once: looking for circles among them costs a third.
    gc.disable()
    gc.freeze()
    for number, line in enumerate(sys.stdin.buffer):
        text = "".join(f"{answer}\n" for answer in _answers(root, json.loads(line)))
        answers.write(text.encode("utf-8", "surrogatepass"))
        answers.flush()
        if number % _COLLECT_EVERY == 0:
            gc.collect()


def _answers(root: Path, asked: list[tuple[str, str, str, bool]]) -> Iterator[str]:
    """Step by step for all of the files: what a step needs stays in the caches of the processor."""
    with HeldFolder(root) as held:
        read = [read_file(root, path, held) for path, *_ in asked]
    shown = [
        "" if isinstance(found, str) else redact(path, found[1].text) if is_redacted else found[1].text
        for (path, _, _, is_redacted), found in zip(asked, read, strict=True)
    ]
    for (_, sha256, depth, _), found, text in zip(asked, read, shown, strict=True):
        yield _answer(found, text, sha256, Depth(depth))


def _answer(found: tuple[FileFacts, Decoded] | str, text: str, sha256: str, depth: Depth) -> str:
    if isinstance(found, str):
        return "null" if sha256 else f"{facts_to_text(found)}\t\t"
    facts, decoded = found
    if sha256 not in ("", facts.sha256):
        return "null"
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
