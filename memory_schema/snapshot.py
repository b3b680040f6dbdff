"""A book as it lies on disk at one moment, for questions that look at much and write nothing.

`status` asks for the same texts and receipts again and again: as a public name, as a work, as a pointer
of the next role. Here each is read once.
"""

from __future__ import annotations

import os

from memory_schema.errors import StateError
from memory_schema.lease import Lease
from memory_schema.workspace import Workspace


class Snapshot(Workspace):
    """A workspace that only reads, and each file once; make one for each question."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace.root)
        self._texts: dict[str, str] = {}
        self._existing: dict[str, bool] = {}
        self._files: dict[str, tuple[str, ...]] = {}
        self._folders: dict[str, tuple[str, ...]] = {}
        self._plain: dict[str, bool] = {"": True}

    def hold(self, run: str) -> Lease:
        """Refused: what is looked at must not move. Raises StateError."""
        raise StateError(f"run {run} cannot write through a snapshot of {self.root}; take its workspace")

    def read(self, name: str) -> str:
        """As `Workspace.read`."""
        if name not in self._texts:
            self._texts[name] = super().read(name)
        return self._texts[name]

    def exists(self, name: str) -> bool:
        """As `Workspace.exists`."""
        if name not in self._existing:
            self._existing[name] = name in self._texts or super().exists(name)
        return self._existing[name]

    def list(self, folder: str) -> tuple[str, ...]:
        """As `Workspace.list`."""
        if folder not in self._files:
            self._files[folder] = super().list(folder)
        return self._files[folder]

    def folders(self, folder: str) -> tuple[str, ...]:
        """As `Workspace.folders`."""
        if folder not in self._folders:
            self._folders[folder] = super().folders(folder)
        return self._folders[folder]

    def _is_inside(self, name: str) -> bool:
        return self._is_plain(name) or super()._is_inside(name)

    def _is_plain(self, name: str) -> bool:
        """Whether no part of a name is a symlink, so that nothing needs resolving; asked once a folder."""
        folder = name.rpartition("/")[0]
        if folder not in self._plain:
            self._plain[folder] = self._is_plain(folder)
        return self._plain[folder] and not os.path.islink(f"{self.root}/{name}")
