"""A commit as a source: its files are read from git's objects, nothing is checked out or written.

Trust: as in `git_tree`, whose hardened calls this module uses. A revision is a person's word and is only ever
given to git behind `--end-of-options`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memory_schema.errors import SourceError
from tasks.source.file_facts import FileFacts, facts_of
from tasks.source.file_names import refusal_of, shown
from tasks.source.file_origin import vendored_folders
from tasks.source.git_tree import run_git
from tasks.source.manifest import Manifest, digest_of
from tasks.source.raw_file import MAX_BYTES, too_large

_MOST_FILES = 200_000
_BATCH = 500
"""Objects that git is asked for at once: one process for many files, and a bounded answer."""
_MOST_HELD = 512 * 1024 * 1024
"""Bytes of a commit that are read; a larger tree is refused with the advice to name a folder below it."""
_LINK, _SUBMODULE = "120000", "160000"


@dataclass(frozen=True)
class CommitTree:
    """A commit's manifest and the bytes of every file that it holds."""

    manifest: Manifest
    contents: Mapping[str, bytes]


@dataclass(frozen=True)
class _Entry:
    mode: str
    object_id: str
    size: int
    path: str


def resolve_commit(root: Path, revision: str) -> str:
    """The full hash of the commit that a revision (`v1.2`, `HEAD~3`, a hash) names.

    Raises SourceError where the folder is no repository or the repository does not know the commit.
    """
    answer = run_git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if not answer:
        if run_git(root, "rev-parse", "--git-dir") is None:
            raise SourceError(f"{root} is no git repository, so there is no commit {revision!r} in it")
        raise SourceError(f"{root} has no commit {revision!r}; name a hash, a tag or a branch that git log knows")
    return answer.decode("ascii").strip()


def take_commit(root: Path, revision: str) -> CommitTree:
    """Read the tree of a commit, as far as it lies below `root`, by the rules that `take_manifest` has for disk.

    Raises SourceError for an unknown commit, and where nothing in it is readable.
    """
    base = root.resolve()
    commit = resolve_commit(base, revision)
    skipped: dict[str, str] = {}
    entries = [one for one in _entries(base, commit) if _is_listed(one, skipped)]
    for folder, (reason, inside) in vendored_folders({one.path for one in entries}).items():
        entries = [one for one in entries if one.path not in inside]
        skipped[f"{folder}/"] = reason
    files: dict[str, FileFacts] = {}
    contents: dict[str, bytes] = {}
    for entry, data in _blobs(base, entries):
        facts = facts_of(entry.path, data)
        if isinstance(facts, str):
            skipped[entry.path] = facts
        else:
            files[entry.path], contents[entry.path] = facts, data
    if not any(facts.lines for facts in files.values()):
        raise SourceError(f"commit {commit[:12]} holds no readable source file below {base}")
    manifest = Manifest(
        root_name=base.name or "source",
        kind="git",
        commit=commit,
        dirty=False,
        files=dict(sorted(files.items())),
        skipped=dict(sorted(skipped.items())),
        digest=digest_of((path, facts.sha256) for path, facts in files.items()),
    )
    return CommitTree(manifest, contents)


def _entries(base: Path, commit: str) -> Iterator[_Entry]:
    answer = run_git(base, "ls-tree", "-r", "-z", "--long", commit)
    if answer is None:
        raise SourceError(f"git cannot list commit {commit[:12]} below {base}")
    rows = [row for row in answer.split(b"\0") if row]
    if len(rows) > _MOST_FILES:
        raise SourceError(f"commit {commit[:12]} holds more than {_MOST_FILES} files; name a folder below {base}")
    for row in rows:
        facts, _, name = row.partition(b"\t")
        mode, _, object_id, size = facts.decode("ascii").split()
        yield _Entry(mode, object_id, int(size) if size.isdigit() else 0, os.fsdecode(name))


def _is_listed(entry: _Entry, skipped: dict[str, str]) -> bool:
    reason = refusal_of(entry.path)
    if entry.mode == _LINK:
        reason = "a symbolic link"
    elif entry.mode == _SUBMODULE:
        reason = "a submodule; give it as a source of its own"
    elif entry.size > MAX_BYTES:
        reason = too_large(entry.size)
    if reason is not None:
        skipped[shown(entry.path)] = reason
    return reason is None


def _blobs(base: Path, entries: Sequence[_Entry]) -> Iterator[tuple[_Entry, bytes]]:
    if sum(entry.size for entry in entries) > _MOST_HELD:
        raise SourceError(f"the commit holds more than {_MOST_HELD >> 20} MiB of files; name a folder below {base}")
    for at in range(0, len(entries), _BATCH):
        part = entries[at : at + _BATCH]
        wanted = "".join(f"{entry.object_id}\n" for entry in part).encode("ascii")
        answer = run_git(base, "cat-file", "--batch", given=wanted)
        if answer is None:
            raise SourceError(f"git cannot read the files of the commit in {base}; is the clone complete?")
        cursor = 0
        for entry in part:
            end = answer.index(b"\n", cursor)
            words = answer[cursor:end].split()
            if len(words) != 3 or words[1] != b"blob":
                raise SourceError(f"git has no content for {shown(entry.path)}; is the clone complete?")
            size = int(words[2])
            yield entry, answer[end + 1 : end + 1 + size]
            cursor = end + size + 2
