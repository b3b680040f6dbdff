"""One runtime a book: the only place that wires the offline author or the Anthropic SDK.

A flow opens the runtime with `running`, its tasks find it with `runtime_of`: only values cross a task
boundary (HOUSE, absorb 6). The runtime holds the book's lock for as long as it is open.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from memory_schema.book import BookConfig, load_book
from memory_schema.errors import ConfigError, StateError
from memory_schema.paths import AUDIT_LOG
from memory_schema.raised_caps import raised_limits
from memory_schema.workspace import Workspace
from tasks.agent.batch_store import BatchStore
from tasks.agent.capabilities import check_models, models_of, profile_of
from tasks.agent.caps import Purse
from tasks.agent.claude import ClaudeClient
from tasks.agent.journal import Journal
from tasks.agent.limits import RunMeter
from tasks.agent.pricing import free_of_charge, list_price
from tasks.agent.runtime import Runtime
from tasks.agent.spending import logged
from tasks.agent.summary import RunSummary
from tasks.offline.app import offline_app
from tasks.offline.faults import FaultPlan
from tasks.run_parameters import AS_IN_BOOK, Overrides
from tasks.source.book_source import view_of_book
from tasks.source.view import SourceView

KEY_VARIABLE = "ANTHROPIC_API_KEY"
FAULTS_VARIABLE = "SOURCEBOOK_FAULTS"
"""Makes chosen calls of the offline author go wrong, for tests and demonstrations."""
OFFLINE_URL = "http://offline"
_NO_KEY = "this-server-needs-no-key"


@dataclass
class _Open:
    """A runtime that is open in this process, and how many flows stand in it."""

    runtime: Runtime
    client: ClaudeClient
    depth: int = 0


_open: dict[Path, _Open] = {}
_summaries: dict[Path, RunSummary] = {}


@asynccontextmanager
async def running(
    book: str,
    *,
    memory: bool = False,
    redo_if: frozenset[str] = frozenset(),
    run: str = "",
    overrides: Overrides = AS_IN_BOOK,
) -> AsyncIterator[Runtime]:
    """Open a book's runtime, or stand in the one that an outer flow has opened.

    Raises:
        NotABook, ConfigError, SourceError: before anything is written or spent.
        BookLocked: another run holds the book.
    """
    root = _root(book)
    if root not in _open:
        _open[root] = await _checked(_build(root, memory, run, redo_if, overrides))
    opened = _open[root]
    opened.depth += 1
    try:
        yield opened.runtime
    finally:
        opened.depth -= 1
        if opened.depth == 0:
            del _open[root]
            await _close(root, opened)


def looking(book: str, overrides: Overrides = AS_IN_BOOK) -> Runtime:
    """A runtime to look at a book with: it holds no lock, asks nobody and needs no key.

    Raises:
        NotABook, ConfigError, SourceError: the book or its source cannot be read.
    """
    root = _root(book)
    config = overrides.applied(load_book(root))
    workspace = Workspace(root)
    client = ClaudeClient(_NO_KEY, OFFLINE_URL, app=offline_app())
    view = view_of_book(root, config)
    price = list_price if config.model.name else free_of_charge
    journal = Journal(workspace, "looking", looks=True)
    return Runtime(workspace, config, client, journal, view, price)


def runtime_of(book: str) -> Runtime:
    """The runtime that a flow of this process has opened for a book. Raises StateError for none."""
    opened = _open.get(_root(book))
    if opened is None:
        raise StateError(f"no run is open on {book}: tasks run inside a flow")
    return opened.runtime


def last_summary(book: str) -> RunSummary | None:
    """The closing summary of the last run of this process on a book."""
    return _summaries.get(_root(book))


def _root(book: str) -> Path:
    return Path(book).resolve()


def _build(root: Path, memory: bool, run: str, redo_if: frozenset[str], overrides: Overrides) -> _Open:
    # A run with an id of its own may have waited for a person: what it spent before counts.
    resumed = bool(run)
    run = run or uuid.uuid4().hex[:12]
    workspace = Workspace(root)
    config = overrides.applied(load_book(root))
    config = config.model_copy(update={"limits": raised_limits(workspace, run, config.limits)})
    view = view_of_book(root, config)
    client = _client(config)
    workspace.hold(run)
    try:
        runtime = Runtime(
            workspace=workspace,
            config=config,
            client=client,
            journal=Journal(workspace, run),
            view=view,
            price=list_price if config.model.name else free_of_charge,
            redo_memory=memory,
            redo_if=redo_if,
            meter=RunMeter(_purse(config, workspace, run, resumed=resumed), overrides.seconds),
            batches=BatchStore(workspace) if config.economy else None,
        )
        _log_redactions(workspace, view)
        return _Open(runtime, client)
    except BaseException:
        workspace.release()
        raise


async def _checked(opened: _Open) -> _Open:
    """A runtime whose models can do what book.toml asks of them. Raises ConfigError before the first call."""
    runtime = opened.runtime
    config = runtime.config
    try:
        for name in models_of(config):
            asked = await opened.client.profile(name) if config.model.name else None
            runtime.profiles[name] = profile_of(name, config, asked)
            if not runtime.profiles[name].known:
                runtime.journal.warn("models", f"nothing is known of {name}: window and output limit as in book.toml")
        check_models(config, runtime.profiles)
    except BaseException:
        await opened.client.close()
        runtime.workspace.release()
        raise
    return opened


def _purse(config: BookConfig, workspace: Workspace, run: str, *, resumed: bool) -> Purse:
    """What the run, and each chapter in it, may spend."""
    spent = logged(workspace, run).charges if resumed else ()
    return Purse(config.limits, config.limits.chapter, spent)


def _log_redactions(workspace: Workspace, view: SourceView) -> None:
    """Every line in which the view hides a secret, once for each state of the source; never the secret."""
    found = view.redactions()
    source = f"(source {view.manifest.digest[:12]})"
    if found and source not in workspace.read_or(AUDIT_LOG):
        for one in found:
            workspace.audit("secret redacted", f"{one.path}:{one.line} {one.kind} {source}")


def _client(config: BookConfig) -> ClaudeClient:
    """The model's client: the offline author only when no model is configured (issue 2)."""
    if config.model.name is None:
        faults = os.environ.get(FAULTS_VARIABLE, "")
        try:
            plan = FaultPlan.parse(faults) if faults else None
        except ValueError as error:
            raise ConfigError(f"{FAULTS_VARIABLE}: {error}") from None
        return ClaudeClient(_NO_KEY, OFFLINE_URL, app=offline_app(plan), deadline=config.limits.seconds)
    key = os.environ.get(KEY_VARIABLE) or (_NO_KEY if config.model.base_url else None)
    return ClaudeClient(key, config.model.base_url, deadline=config.limits.seconds)


async def _close(root: Path, opened: _Open) -> None:
    try:
        _summaries[root] = opened.runtime.journal.close()
        await opened.client.close()
    finally:
        opened.runtime.workspace.release()
