"""What was read off the files of one source: out of the index, from worker processes, or read here and now.

Two depths. A survey of every file is cheap and answers where something is; everything that a file says
(`ParsedFile`) is read when somebody asks for that file, or by `parse_all` when somebody needs all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from tasks.source.file_facts import FileFacts, facts_to_text
from tasks.source.index_depth import Depth
from tasks.source.index_records import IndexedFile, from_text, to_text
from tasks.source.index_store import IndexStore, Row
from tasks.source.index_workers import MANY_FILES, Answer, Request, ask_processes
from tasks.source.parsed_file import ParsedFile, parse_file, parse_plainly
from tasks.source.redaction import Mark, Redact, no_redaction
from tasks.source.secrets import redact as redact_secrets
from tasks.source.survey import Survey, survey, survey_from_text, survey_to_text

Shown: TypeAlias = tuple[str, tuple[Mark, ...]]
"""The text of a file as the view shows it, and where it hides something."""
_BATCH = 200


class FileRecords:
    """The records of the files that a manifest pins. Not safe between threads by itself: the view holds the lock.

    `shown` reads a file; it raises SourceChanged where the file is not what was pinned, and so does every method
    here that has to read one. `are_on_disk`: a process of its own can read the files below `root`.
    """

    def __init__(
        self,
        root: Path,
        files: Mapping[str, FileFacts],
        redact: Redact,
        index: IndexStore | None,
        shown: Callable[[str], Shown],
        *,
        are_on_disk: bool,
    ) -> None:
        self._root = root
        self._files = files
        self._index = index
        self._shown = shown
        self._hides = redact is redact_secrets
        self._can_divide = are_on_disk and redact in (no_redaction, redact_secrets)
        self._parsed: dict[str, ParsedFile] = {}
        self._surveys: dict[str, Survey] = {}

    def parsed(self, path: str) -> ParsedFile:
        """Everything that the text of a file says."""
        if path not in self._parsed:
            facts = self._files[path]
            text = self._index.record(Depth.PARSED, facts.sha256, facts.language) if self._index else None
            record = from_text(text) if text else None
            self._parsed[path] = record.parsed if record else self._read(path)
        return self._parsed[path]

    def survey(self, path: str) -> Survey:
        """What a first look at a file tells."""
        if path not in self._surveys:
            facts = self._files[path]
            text = self._index.record(Depth.SURVEY, facts.sha256, facts.language) if self._index else None
            self._surveys[path] = (survey_from_text(text) if text else None) or self._look(path)
        return self._surveys[path]

    def surveys(self) -> Iterator[tuple[str, Survey]]:
        """The survey of every file, by path; what the index holds is not held in memory as well."""
        self.survey_all()
        homes: dict[tuple[str, str], list[str]] = {}
        for path, facts in self._files.items():
            if path not in self._surveys:
                homes.setdefault((facts.sha256, facts.language), []).append(path)
        for key, text in self._index.records(Depth.SURVEY) if self._index and homes else ():
            if key in homes and (kept := survey_from_text(text)):
                yield from ((path, kept) for path in homes.pop(key))
        yield from self._surveys.items()
        for path in (path for paths in homes.values() for path in paths):
            yield path, self.survey(path)

    def survey_all(self) -> None:
        """See to it that every file has a survey, by worker processes where many have none."""
        self._all(Depth.SURVEY, self._surveys, self.survey)

    def parse_all(self) -> None:
        """See to it that every file is parsed, by worker processes where many are not."""
        self._all(Depth.PARSED, self._parsed, self.parsed)

    def _all(self, depth: Depth, held: Mapping[str, object], one: Callable[[str], object]) -> None:
        kept = self._index.keys(depth) if self._index else frozenset()
        missing = [
            path
            for path in sorted(self._files)
            if path not in held and (self._files[path].sha256, self._files[path].language) not in kept
        ]
        if self._can_divide and len(missing) >= MANY_FILES:
            self._divide(depth, missing)
            return
        for path in missing:
            one(path)

    def _divide(self, depth: Depth, paths: list[str]) -> None:
        answers: list[tuple[Request, Answer]] = []

        def keep(request: Request, answer: Answer | None) -> None:
            # None: the file was changed, which reading it here tells, or it kills whoever parses it by a grammar.
            answers.append((request, answer or self._plainly(request.path)))
            if len(answers) >= _BATCH:
                self._keep(answers)
                answers.clear()

        facts = self._files
        requests = (Request(path, facts[path].sha256, facts[path].language, facts[path].size) for path in paths)
        ask_processes(self._root, requests, depth=depth, redact=self._hides, keep=keep)
        self._keep(answers)

    def _keep(self, answers: list[tuple[Request, Answer]]) -> None:
        """In the index, where it is read when somebody asks; without one, in memory."""
        for depth in Depth:
            rows = [
                Row(request.sha256, request.language, answer.records[depth])
                for request, answer in answers
                if depth in answer.records
            ]
            if self._index is not None and self._index.keep(depth, rows):
                continue
            for request, answer in answers:
                if depth is Depth.PARSED and (record := from_text(answer.records.get(depth, ""))):
                    self._parsed[request.path] = record.parsed
                if depth is Depth.SURVEY and (look := survey_from_text(answer.records.get(depth, ""))):
                    self._surveys[request.path] = look

    def _plainly(self, path: str) -> Answer:
        text, marks = self._shown(path)
        language = self._files[path].language
        parsed = parse_plainly(text, language)
        records = {
            Depth.PARSED: to_text(IndexedFile(parsed, marks)),
            Depth.SURVEY: survey_to_text(survey(text, language, marks, parsed)),
        }
        return Answer(facts_to_text(self._files[path]), records)

    def _read(self, path: str) -> ParsedFile:
        text, marks = self._shown(path)
        language = self._files[path].language
        parsed = parse_file(text, language)
        self._store(path, Depth.PARSED, to_text(IndexedFile(parsed, marks)))
        return parsed

    def _look(self, path: str) -> Survey:
        text, marks = self._shown(path)
        found = survey(text, self._files[path].language, marks, self._parsed.get(path))
        self._store(path, Depth.SURVEY, survey_to_text(found))
        return found

    def _store(self, path: str, depth: Depth, text: str) -> None:
        facts = self._files[path]
        if self._index:
            self._index.keep(depth, (Row(facts.sha256, facts.language, text),))
