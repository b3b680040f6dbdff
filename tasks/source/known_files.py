"""How a manifest need not read a file again that nobody has touched, and has many new ones read by processes."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path

from tasks.source.file_facts import FileFacts, facts_from_text, facts_from_texts, facts_to_text, read_file
from tasks.source.file_stamp import stamp_of
from tasks.source.index_depth import Depth
from tasks.source.index_store import IndexStore, Row
from tasks.source.index_workers import MANY_FILES, Answer, Request, ask_processes

_BATCH = 200


class KnownFiles:
    """The facts of the last scan, by size, times and inode, as git's own index does it.

    `with_surveys`: processes that read many new files survey them on the way and hide secrets, for whoever opens
    this source with the same index next.
    """

    def __init__(self, base: Path, index: IndexStore | None, *, with_surveys: bool = False) -> None:
        self._base = base
        self._index = index
        self._with_surveys = with_surveys
        self._prefix = f"{base}/"
        self._started = time.time_ns()
        self._known = index.known(self._prefix) if index is not None else {}

    def facts(self, stamps: Mapping[str, str]) -> dict[str, FileFacts | str]:
        """By path what was known of a file if nothing touched it since, else what a look at it says; kept for later.

        `stamps` tell in which state each file was met just now (`file_stamp`).
        """
        found = self._recalled(stamps)
        new = [path for path in stamps if path not in found]
        looks = self._divided(new, stamps) if self._is_worth_dividing(new) else {}
        fresh: list[tuple[str, str, str]] = []
        for path in new:
            found[path] = looks[path] if path in looks else self._look(path)
            if self._index is not None and (stamp := stamps[path]) and stamp == self._stamp(path):
                fresh.append((self._prefix + path, stamp, facts_to_text(found[path])))
        if self._index is not None:
            self._index.keep_known(fresh, self._known.keys() - {self._prefix + path for path in stamps})
        return found

    def _look(self, path: str) -> FileFacts | str:
        found = read_file(self._base, path)
        return found if isinstance(found, str) else found[0]

    def _recalled(self, stamps: Mapping[str, str]) -> dict[str, FileFacts | str]:
        kept = {
            path: row[1]
            for path, stamp in stamps.items()
            if stamp and (row := self._known.get(self._prefix + path)) is not None and row[0] == stamp
        }
        facts = zip(kept, facts_from_texts(list(kept.values())), strict=True)
        return {path: known for path, known in facts if known is not None}

    def _is_worth_dividing(self, paths: list[str]) -> bool:
        return self._with_surveys and len(paths) >= MANY_FILES and self._index is not None and self._index.can_keep()

    def _divided(self, paths: list[str], stamps: Mapping[str, str]) -> dict[str, FileFacts | str]:
        """What worker processes say of files; the surveys go into the index. Not among them: a worker's death."""
        looks: dict[str, FileFacts | str] = {}
        rows: dict[Depth, list[Row]] = {depth: [] for depth in Depth}

        def keep(request: Request, answer: Answer | None) -> None:
            look = facts_from_text(answer.facts) if answer else None
            if answer is None or look is None:
                return
            looks[request.path] = look
            if isinstance(look, str):
                return
            for depth, record in answer.records.items():
                rows[depth].append(Row(look.sha256, look.language, record))
                if len(rows[depth]) >= _BATCH:
                    store(depth)

        def store(depth: Depth) -> None:
            if self._index is not None:
                self._index.keep(depth, rows[depth])
            rows[depth].clear()

        requests = (Request(path, size=int(stamps[path].partition(" ")[0] or 0)) for path in paths)
        ask_processes(self._base, requests, depth=Depth.SURVEY, redact=True, keep=keep)
        for depth in Depth:
            store(depth)
        return looks

    def _stamp(self, path: str) -> str:
        try:
            return stamp_of(os.lstat(self._prefix + path), self._started)
        except OSError:
            return ""
