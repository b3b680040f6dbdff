"""What the rest of a book will cost, before a call is made: per role and chapter, tokens, dollars, time.

After the plan the real pointers are bound and read; what they name and is not written yet is expected
(`tasks.agent.expected`). Before the plan only the source's size and book.toml are known. What is fresh
costs nothing. The estimate is of the agents' first tries: escalations and failed calls come on top.
"""

from __future__ import annotations

from memory_schema.binding import bind
from memory_schema.contracts import CONTRACTS, Contract, Role, RoleKind
from memory_schema.errors import StateError
from memory_schema.lengths import estimate_tokens
from memory_schema.outline import ChapterPlan
from memory_schema.planning import is_frozen, last_proposal_round, plan_attempt
from memory_schema.pointers import Pointer, PointerList, Scope
from memory_schema.progress import OutputProgress, book_progress, shared_progress
from memory_schema.receipts import State
from memory_schema.selection import Selector
from memory_schema.snapshot import Snapshot
from memory_schema.steps import STEP_OF
from prompts.file_block import file_block, shown_whole
from tasks.agent.budget import Budget
from tasks.agent.budget_table import call_budget
from tasks.agent.capabilities import OFFLINE_MODEL
from tasks.agent.estimate_lines import line_in_parts, line_of, rules_of, scaled
from tasks.agent.estimated import Estimate, Line
from tasks.agent.expected import (
    Experience,
    expected_chapters,
    expected_read,
    expected_revisions,
    expected_sources,
    learn,
)
from tasks.agent.reading import Reader
from tasks.agent.runtime import Runtime
from tasks.agent.spending import spending
from tasks.agent.ticket import make_ticket
from tasks.source.file_purpose import purpose_of
from tasks.source.view import SourceView

_CEILING = 1.25
"""Budgets count in ceilings, which lie about so much above the estimate."""
_BLOCK = 45
"""A pointer's line and its file's header."""
_TREE_READ = 9_000
_LINES_OF_A_DEFINITION = 1_500
"""What has fewer definitions is a table of data."""
_PLANNING = (Role.ARCHITECT, Role.ADVOCATE, Role.OUTLINE_R3, Role.ARCHITECT_REVISING, Role.STYLIST)
_CHAPTER = (
    Role.RESEARCHER, Role.WRITER, Role.R1, Role.R2, Role.R3, Role.RS, Role.RE, Role.RH, Role.EDITOR,
    Role.WRITER_FINALISING, Role.KEEPER,
)  # fmt: skip
_REVISION = (Role.WRITER_REVISING, Role.R1, Role.R2, Role.R3)


def estimate(runtime: Runtime) -> Estimate:
    """What is missing or stale in a book, priced by the run's own price list; nothing is asked and written."""
    seen = learn(spending(runtime.workspace))
    if not is_frozen(runtime.workspace):
        return _before_plan(runtime, seen)
    selector = Selector(Snapshot(runtime.workspace))
    maker = _Maker(runtime, selector, seen)
    chapters = book_progress(selector, runtime.config, runtime.source_hash)
    shared = {
        output.work.role
        for output in shared_progress(selector, runtime.config, runtime.source_hash, chapters)
        if _to_make(output)
    }
    lines: list[Line] = []
    if Role.STYLIST in shared:
        lines.append(maker.line(bind(Role.STYLIST, runtime.workspace, selector=selector), None))
    for progress in chapters:
        number, step = progress.plan.number, progress.redo_from(memory=runtime.redo_memory)
        made = [
            output for output in progress.outputs
            if _to_make(output) or (step is not None and STEP_OF[output.work.role].rank >= step.rank)
        ]  # fmt: skip
        asking = [output for output in made if CONTRACTS[output.work.role].kind is not RoleKind.CODE]
        for output in asking:
            pointers = bind(output.work.role, runtime.workspace, number, progress.attempt, output.work.round, selector)
            lines.append(maker.line(pointers, progress.plan))
        if any(output.work.role is Role.WRITER for output in asking):
            lines += maker.revisions(progress.plan, progress.attempt)
    if lines or Role.AUDITOR in shared:
        lines.append(maker.line(bind(Role.AUDITOR, runtime.workspace, selector=selector), None, len(chapters)))
    shown = any((role.value, runtime.asked_of(role)) in seen.roles for role in (Role.WRITER, Role.KEEPER))
    if shown or runtime.asked_of(Role.WRITER) == OFFLINE_MODEL:
        return Estimate(tuple(lines), 0.15, "real pointers, and what the models of this book have shown")
    return Estimate(tuple(lines), 0.4, "real pointers; what the models will write is assumed")


class _Maker:
    """Makes lines from pointer lists."""

    def __init__(self, runtime: Runtime, selector: Selector, seen: Experience) -> None:
        self._runtime = runtime
        self._selector = selector
        self._seen = seen
        self._reader = Reader(selector, runtime.view)

    def line(self, pointers: PointerList, plan: ChapterPlan | None, earlier: int | None = None) -> Line:
        """One agent's line."""
        runtime, role = self._runtime, Role(pointers.role)
        contract = CONTRACTS[role]
        before = earlier if earlier is not None else max(0, (plan.number if plan else 1) - 1)
        config = runtime.sized_for(role, pointers.round)
        ticket = make_ticket(contract, pointers, config, plan)
        room = call_budget(contract, ticket, config, len(pointers.reads), plan.words if plan else None)
        sources = self._sources(pointers, plan)
        files = min(self._files(pointers, before, sources), room.files / _CEILING)
        rules = rules_of(contract, ticket, runtime)
        reads_source = any(p.scope is Scope.SOURCE for p in pointers.reads)
        return _line(runtime, self._seen, contract, pointers.chapter, files, rules, sources, room, reads_source)

    def revisions(self, plan: ChapterPlan, attempt: int) -> list[Line]:
        """The revisions that may be expected of a chapter, as shares of an agent."""
        runtime = self._runtime
        times = expected_revisions(runtime.asked_of(Role.WRITER_REVISING), self._seen)
        if not times:
            return []
        lines = [self.line(bind(role, runtime.workspace, plan.number, attempt, 2, self._selector), plan)
                 for role in _REVISION]  # fmt: skip
        return [scaled(line, times, runtime) for line in lines]

    def _sources(self, pointers: PointerList, plan: ChapterPlan | None) -> int:
        """Tokens of the chapter's source files, as they are shown."""
        if plan is None:
            return 0
        researcher = pointers if pointers.role == Role.RESEARCHER.value else bind(
            Role.RESEARCHER, self._runtime.workspace, plan.number, pointers.attempt, 1, self._selector
        )  # fmt: skip
        return sum(self._tokens(pointer) for pointer in researcher.reads if pointer.scope is Scope.SOURCE)

    def _files(self, pointers: PointerList, before: int, sources: int) -> float:
        config, total = self._runtime.config, 0.0
        for pointer in pointers.reads:
            if pointer.scope is Scope.SOURCE:
                continue
            model = self._runtime.asked_of(Role.WRITER)
            expected = expected_read(pointer.resource, before, config, model, sources, self._seen)
            total += self._tokens(pointer, expected) + _BLOCK
        return total

    def _tokens(self, pointer: Pointer, expected: float = 0.0) -> int:
        """Tokens of a text as it is shown; what is expected of one that does not exist or is not full yet."""
        try:
            found = self._reader.read(pointer)
        except StateError:
            return round(expected)
        shown = shown_whole(found.pointer, found.text, numbered=found.numbered, language=found.language)
        tokens = estimate_tokens(file_block(shown))
        # Memory grows by the chapters in between; what stands is the least.
        return max(tokens, round(expected)) if pointer.scope is Scope.MEMORY else tokens


def _before_plan(runtime: Runtime, seen: Experience) -> Estimate:
    """From the source's size: how many chapters it gives, and what each will read."""
    config, view = runtime.config, runtime.view
    texts = ((path, view.text(path)) for path in view.paths)
    sizes = {path: (text.count("\n"), estimate_tokens(text)) for path, text in texts}
    whole = sum(tokens for _, tokens in sizes.values())
    files = [sizes[path] for path in view.paths if _is_told(view, path, sizes[path][0])] or list(sizes.values())
    most = expected_chapters([lines for lines, _ in files], config.chapters.most)
    proposed = last_proposal_round(runtime.workspace, plan_attempt(runtime.workspace))
    planning = _PLANNING if not proposed else (Role.STYLIST,)
    lines = [_guess(runtime, seen, role, None, 0, 0) for role in planning]
    for number, sources in enumerate(expected_sources(files, most), start=1):
        lines += [_guess(runtime, seen, role, number, number - 1, sources) for role in _CHAPTER]
        times = expected_revisions(runtime.asked_of(Role.WRITER_REVISING), seen)
        again = [_guess(runtime, seen, role, number, number - 1, sources) for role in _REVISION] if times else []
        lines += [scaled(line, times, runtime) for line in again]
    lines.append(_guess(runtime, seen, Role.AUDITOR, None, most, 0))
    basis = f"the source's size: {len(view.paths)} files, {whole:,} tokens, {most} chapters assumed"
    return Estimate(tuple(lines), 0.5, basis)


def _is_told(view: SourceView, path: str, lines: int) -> bool:
    """Whether a plan is likely to give a file a place: it leaves out tests, documents, tables of data."""
    is_code = len(view.survey(path).headings) * _LINES_OF_A_DEFINITION > lines
    return is_code and purpose_of(path, view.facts(path).language) is None


def _guess(runtime: Runtime, seen: Experience, role: Role, number: int | None, before: int, sources: int) -> Line:
    contract = CONTRACTS[role]
    config = runtime.sized_for(role)
    pointers = PointerList(role=role.value, chapter=number, output="output/none", marker=contract.marker)
    plan = ChapterPlan(number=number, title="A chapter") if number is not None else None
    ticket = make_ticket(contract, pointers, config, plan)
    room = call_budget(contract, ticket, config, len(contract.reads))
    model = runtime.asked_of(Role.WRITER)
    files = sum(
        expected_read(read.resource.value, before, config, model, sources, seen) + _BLOCK for read in contract.reads
    )
    if role in (Role.ARCHITECT, Role.ARCHITECT_REVISING):
        files += _TREE_READ
    files = min(files, room.files / _CEILING)
    rules = rules_of(contract, ticket, runtime)
    return _line(runtime, seen, contract, number, files, rules, sources, room, role in (Role.RESEARCHER, Role.R1))


def _line(
    runtime: Runtime, seen: Experience, contract: Contract, chapter: int | None, files: float, rules: int,
    sources: int, room: Budget, reads_source: bool,
) -> Line:  # fmt: skip
    """One agent's line: with its source files whole, with their heads and pages, or in parts.

    Args:
        files: tokens of what it is shown beside source files.
    """
    source_room = min(room.sources or room.files, room.files) / _CEILING
    if reads_source and sources > room.hard / _CEILING - files:
        beside, results = rules + files, room.files / _CEILING - files
        return line_in_parts(runtime, seen, contract, chapter, beside, sources, source_room, results)
    if reads_source:
        files = min(files + min(sources, source_room), room.files / _CEILING)
    paged = reads_source and sources > source_room
    return line_of(runtime, seen, contract, chapter, files, rules, sources, paged=paged)


def _to_make(output: OutputProgress) -> bool:
    return output.standing.state is State.MISSING or output.standing.needs_redo
