"""`Workspace`: the only door to a book's files (HOUSE). It holds every path and the lock.

Names are BOOK-relative with forward slashes ("output/memory/outline.md"), so that a book can later
live on an object store: the verbs are read, list, replace, create once, append a line, move.
"""

from __future__ import annotations

import datetime
import errno
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from memory_schema.durable import (
    append_line,
    create_file,
    make_folder,
    replace_file,
    replace_in_order,
    sweep_temps,
    sync_folder,
)
from memory_schema.errors import AccessRefused, InputError, StateError
from memory_schema.folder_swap import replace_folder, sweep_folders
from memory_schema.lease import Lease
from memory_schema.paths import ANSWERS, AUDIT_LOG, ENTRIES


class Workspace:
    """The files of one book.

    Without a lease a workspace reads, and creates answers (a person answers while a run waits,
    PROTOCOL 5). Everything else is written by the run that holds the book.
    """

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self._base = os.path.join(self.root, "")
        self._lease: Lease | None = None

    # The lock

    def hold(self, run: str) -> Lease:
        """Take the book for a run and sweep what a killed one left. Raises BookLocked."""
        self._lease = Lease.acquire(self.root, run)
        sweep_temps(self.root, below=False)
        sweep_temps(self.root / "output")
        sweep_folders(self.root / "output")
        return self._lease

    def release(self) -> None:
        """Give the book back; harmless when it is not held."""
        if self._lease is not None:
            self._lease.release()
            self._lease = None

    @property
    def held(self) -> bool:
        """Whether this workspace may write."""
        return self._lease is not None

    # Reading

    def exists(self, name: str) -> bool:
        """Whether a file of this name exists; a name that no file can have is no file."""
        return os.path.isfile(self._located(name))

    def read(self, name: str) -> str:
        """The text of a file. Raises FileNotFoundError, or InputError when it is not UTF-8."""
        try:
            with open(self._located(name), "rb") as file:
                return file.read().decode("utf-8")
        except UnicodeDecodeError as error:
            raise InputError(f"{self.path(name)} is not UTF-8 text ({error.reason} at byte {error.start})") from None

    def read_or(self, name: str, default: str = "") -> str:
        """The text of a file, or `default` when there is none."""
        try:
            return self.read(name)
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
            return default

    def list(self, folder: str) -> tuple[str, ...]:
        """The names of the files directly in a folder, sorted; empty when there is no such folder."""
        path = self.path(folder)
        if not path.is_dir():
            return ()
        with os.scandir(path) as found:
            names = sorted(item.name for item in found if item.is_file() and not item.name.endswith(".tmp"))
        return tuple(f"{folder}/{name}" for name in names)

    def folders(self, folder: str) -> tuple[str, ...]:
        """The names of the folders directly in a folder, sorted."""
        path = self.path(folder)
        if not path.is_dir():
            return ()
        with os.scandir(path) as found:
            return tuple(f"{folder}/{name}" for name in sorted(item.name for item in found if item.is_dir()))

    def walk(self, folder: str) -> Iterator[str]:
        """The names of all files below a folder, sorted."""
        yield from self.list(folder)
        for child in self.folders(folder):
            yield from self.walk(child)

    # Writing

    def replace(self, name: str, text: str) -> None:
        """Replace an overwritable file whole, atomically and durably."""
        self._check_write(name)
        self._refuse_append_only(name)
        self._durably(lambda path: replace_file(path, text.encode("utf-8", "surrogatepass")), name)

    def replace_in_order(self, *stages: Mapping[str, str]) -> None:
        """Replace overwritable files; each stage, texts by name, is durable before the next one begins."""
        for name in (name for stage in stages for name in stage):
            self._check_write(name)
            self._refuse_append_only(name)
        files = [
            [(self.path(name), text.encode("utf-8", "surrogatepass")) for name, text in stage.items()]
            for stage in stages
        ]
        self._durably(lambda _: replace_in_order(files), list(stages[-1])[-1])

    def replace_folder(self, folder: str, files: Mapping[str, bytes]) -> None:
        """Let an overwritable folder hold exactly these files, whole, in one step and durably.

        Each name is a file directly in the folder. Raises AccessRefused for any other.
        """
        self._check_write(folder)
        for name in files:
            if not name or name.startswith(".") or os.path.basename(name) != name:
                raise AccessRefused(f"{name[:200]!r} is no plain file name in {folder}")
            self._refuse_append_only(f"{folder}/{name}")
        self._refuse_append_only(folder)
        self._durably(lambda path: replace_folder(path, files), folder)

    def create(self, name: str, text: str) -> bool:
        """Create a file once; returns False, changing nothing, when it already exists."""
        if not name.startswith(f"{ANSWERS}/"):
            self._check_write(name)
        created = True

        def make(path: Path) -> None:
            nonlocal created
            created = create_file(path, text.encode("utf-8", "surrogatepass"))

        self._durably(make, name)
        return created

    def append(self, name: str, line: str) -> None:
        """Append one line to a log; durable when it returns."""
        self._check_write(name)
        if name != AUDIT_LOG:
            self._refuse_append_only(name)
        self._durably(lambda path: append_line(path, line), name)

    def audit(self, event: str, detail: str) -> None:
        """One line in the audit log: an anomaly or a person's decision (PROTOCOL 1)."""
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        flat = " ".join(detail.split())
        self.append(AUDIT_LOG, f"- {now} · {event} · {flat[:2000]}")

    def move(self, name: str, target: str) -> None:
        """Rename a file inside the book; durable when it returns."""
        self._check_write(target)
        self._refuse_append_only(name)
        self._refuse_append_only(target)

        def rename(path: Path) -> None:
            make_folder(path.parent)
            os.replace(self.path(name), path)
            sync_folder(path.parent)
            sync_folder(self.path(name).parent)

        self._durably(rename, target)

    def remove(self, name: str) -> None:
        """Remove an overwritable file; harmless when there is none."""
        self._check_write(name)
        self._refuse_append_only(name)

        def unlink(path: Path) -> None:
            if path.exists():
                path.unlink()
                sync_folder(path.parent)

        self._durably(unlink, name)

    def path(self, name: str) -> Path:
        """The real path of a name. Raises AccessRefused for a name that leaves the book."""
        return Path(self._located(name))

    def _located(self, name: str) -> str:
        """The same as plain text: a question over a long book asks for thousands of names."""
        if os.path.isabs(name) or ".." in name.split("/") or not self._is_inside(name):
            raise AccessRefused(f"{name[:200]!r} lies outside the book {self.root}")
        return f"{self._base}{name}"

    def _is_inside(self, name: str) -> bool:
        """Symlinks are resolved first, then contained; what cannot be resolved is not inside.

        The root is resolved already, so that a name without a symlink in it needs no resolving.
        """
        at = os.fspath(self.root)
        try:
            for part in name.split("/"):
                at = f"{at}/{part}"
                if stat.S_ISLNK(os.lstat(at).st_mode):
                    return (self.root / name).resolve().is_relative_to(self.root)
        except (FileNotFoundError, NotADirectoryError):
            return True
        except OSError as error:
            return error.errno == errno.ENAMETOOLONG
        except (RuntimeError, ValueError):
            return False
        return True

    def _refuse_append_only(self, name: str) -> None:
        plain = os.path.normpath(name)
        if plain in (AUDIT_LOG, ENTRIES) or plain.startswith(f"{ENTRIES}/"):
            raise StateError(f"{name} is append-only: it is never replaced, moved or removed")

    def _check_write(self, name: str) -> None:
        if self._lease is None:
            raise StateError(f"{name} cannot be written: this run does not hold {self.root}")
        self._lease.check()

    def _durably(self, write: Callable[[Path], object], name: str) -> None:
        try:
            write(self.path(name))
        except OSError as error:
            raise StateError(
                f"cannot write {self.path(name)}: {error.strerror or error}; free room or mend the rights and run again"
            ) from error
