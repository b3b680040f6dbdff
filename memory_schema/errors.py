"""Everything that Sourcebook raises on purpose, as one tree.

::

    SourcebookError                     exit code 1
    ├── InputError                      2   what a person gave us is wrong; nothing was spent
    │   ├── NotABook                        a folder without book.toml
    │   ├── ConfigError                     book.toml: unknown key, wrong type, value out of range
    │   ├── OutlineError                    an outline that cannot be read or contradicts itself
    │   ├── SourceError                     no such source, empty, nothing readable in it
    │   ├── UnknownChapter                  a chapter out of range or dropped
    │   └── MissingTool                     a format asks for a program or fonts that are not installed
    ├── StateError                      3   the book is not in the state that the command needs
    │   ├── NotApproved                     no frozen outline yet
    │   ├── WaitingForPerson                a chapter is blocked, or the outline waits for approval
    │   ├── ChapterStopped                  a blocked chapter that a person or on_blocked has stopped
    │   ├── BookLocked                      another run holds the book
    │   ├── LockLost                        our fencing number is no longer the newest
    │   ├── SourceChanged                   the source moved while the run was on
    │   ├── DamagedMemory                   an append-only file was changed or torn
    │   └── FrozenFile                      a static file would be overwritten
    ├── AccessRefused                   4   the gate: a read or write outside the contract
    └── AgentError                      5   a call did not give what its contract promises
        ├── LimitReached                    turns, tokens or time, found before the call
        │   └── CapReached              6       a cap of the run or the chapter; raised, the run goes on
        ├── CallFailed                      transport or server; may get better (`retryable`)
        └── IncompleteReply                 no marker, cut, refused, open fence

A message is one line: what is wrong, which value, what to do. The exit code is the class's.
"""

from __future__ import annotations

from typing import ClassVar


class SourcebookError(Exception):
    """Root of the tree; `str(error)` is the one line that a person reads."""

    exit_code: ClassVar[int] = 1


class InputError(SourcebookError):
    """A person's input is wrong. Raised before anything is spent or written."""

    exit_code: ClassVar[int] = 2


class NotABook(InputError):
    """The folder holds no book.toml."""


class ConfigError(InputError):
    """book.toml has an unknown key, a wrong type or a value out of range."""


class OutlineError(InputError):
    """An outline or source map that cannot be parsed, or that contradicts itself or the source."""


class SourceError(InputError):
    """The source does not exist, is empty, or holds no readable source file."""


class UnknownChapter(InputError):
    """A chapter number that the frozen outline does not hold."""


class MissingTool(InputError):
    """What was asked for needs a program, a library or fonts that this machine does not have."""


class StateError(SourcebookError):
    """The book is not in the state that the command needs."""

    exit_code: ClassVar[int] = 3


class NotApproved(StateError):
    """There is no frozen outline yet: plan and approve first."""


class WaitingForPerson(StateError):
    """The run stops here until a person answers (PROTOCOL 5)."""


class ChapterStopped(StateError):
    """A blocked chapter ends the run: a person said stop, or book.toml does for all runs. Nobody is asked."""


class BookLocked(StateError):
    """Another run holds the book; the message names its run id and host."""


class LockLost(StateError):
    """A newer run took the book over: this run may write nothing any more (fencing)."""


class SourceChanged(StateError):
    """A source file differs from the manifest that this run is pinned to (PROTOCOL 4)."""


class DamagedMemory(StateError):
    """An append-only file was changed, removed or torn; the message names the entry."""


class FrozenFile(StateError):
    """Code tried to replace a static file; only a person's decision may do that."""


class AccessRefused(SourcebookError):
    """The gate refused a read or a write that the contract does not list."""

    exit_code: ClassVar[int] = 4


class AgentError(SourcebookError):
    """A call did not deliver what its contract promises."""

    exit_code: ClassVar[int] = 5


class LimitReached(AgentError):
    """A limit of turns, tokens, cost or time would be crossed by the next call."""


class CapReached(LimitReached):
    """A hard cap would be crossed by the next call: nothing is lost, nothing is paid twice.

    `key` is the cap's name below [limits] in book.toml, `raise_to` a value with which the run goes on.
    """

    exit_code: ClassVar[int] = 6

    def __init__(self, message: str, key: str = "", raise_to: float = 0.0) -> None:
        super().__init__(message)
        self.key = key
        self.raise_to = raise_to


class CallFailed(AgentError):
    """The model could not be asked or did not answer.

    `retryable` tells whether the same call may succeed later (HOUSE, absorb 6: faults of
    configuration are never retried).
    """

    def __init__(self, message: str, *, retryable: bool) -> None:
        super().__init__(message)
        self.retryable = retryable


class IncompleteReply(AgentError):
    """The reply is not complete (PROTOCOL 3.5): it replaces no file and never reaches memory."""
