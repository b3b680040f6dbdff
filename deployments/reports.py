"""The commands that look: status, memory, and `verify` of a book. No Prefect, no model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deployments.console import BookArgument, JsonOption, say, show_json, show_table
from memory_schema.book import load_book
from memory_schema.errors import StateError
from memory_schema.findings import Severity
from memory_schema.ledger import Ledger
from memory_schema.paths import MANIFEST, Output, public_name
from memory_schema.planning import PROPOSAL, is_frozen
from memory_schema.progress import ChapterProgress, OutputProgress
from memory_schema.receipts import State
from memory_schema.selection import Selector
from memory_schema.workspace import Workspace


def status(book: BookArgument, as_json: JsonOption = False) -> None:
    """Show how far the book is: what is missing, fresh, stale (and why), edited, blocked."""
    from deployments.standing import book_standing

    config = load_book(book)
    workspace = Workspace(book)
    if not is_frozen(workspace):
        _unplanned(workspace, book, as_json)
        return
    standing = book_standing(book, config)
    damage = [f"{d.name}: {d.entry}: {d.problem}" for d in Ledger(workspace).damage()]
    moved = _moved_since_plan(workspace, standing.manifest)
    if as_json:
        show_json(
            {
                "title": config.title,
                "chapters": [_chapter_json(progress) for progress in standing.chapters],
                "shared": [_output_json(output) for output in standing.shared],
                "memory_damage": damage,
                "source_changes_since_plan": moved,
            }
        )
        return
    show_table(
        config.title,
        ("chapter", "title", "attempt", "state", "what and why"),
        [_chapter_row(progress) for progress in standing.chapters],
    )
    rows = [_output_line(output) for output in standing.shared if output.standing.state is not State.FRESH]
    for line in (*rows, *(f"memory damaged: {line}" for line in damage)):
        say(line)
    if moved:
        say(f"source since the plan: {len(moved)} files changed ({', '.join(moved[:5])}); the outline stays as it is")
    say(f"next: {_next(standing.chapters, standing.shared, book)}")


def verify_book(book: Path, *, as_json: bool, least: Severity, fail_on: Severity) -> None:
    """Check what the finished chapters say against the source.

    Findings of at least `least` are shown; exit code 1 on one of `fail_on` or worse.
    """
    from deployments.document_findings import rows_of
    from tasks.checks.source_index import index_of
    from tasks.checks.verify import total, verify_text
    from tasks.source.book_source import view_of_book

    config = load_book(book)
    workspace = Workspace(book)
    texts = _texts(workspace)
    if not texts:
        raise StateError(f"{book} has no chapter to verify yet; run: sourcebook write {book}")
    index = index_of(view_of_book(workspace.root, config))
    reports = [verify_text(name, workspace.read(name), index) for name in texts]
    whole = total("book", reports)
    if as_json:
        show_json(
            {
                "quotes": whole.quotes,
                "places": whole.places,
                "mismatches": whole.mismatched + whole.wrong_places,
                "texts": {
                    r.name: {"quotes": r.quotes, "places": r.places, "mismatches": r.mismatched + r.wrong_places}
                    for r in reports
                },
                "findings": [finding.model_dump(mode="json") for finding in whole.findings],
            }
        )
    else:
        rows = [
            (r.name, str(r.quotes), str(r.exact), str(r.places), str(r.mismatched + r.wrong_places)) for r in reports
        ]
        show_table("verified against the source", ("text", "quotes", "exact", "places", "mismatches"), rows)
        for report in reports:
            for finding in report.findings:
                for row in rows_of(report.name, finding) if finding.severity.rank <= least.rank else ():
                    say(row)
        mismatches = whole.mismatched + whole.wrong_places
        say(f"{whole.quotes} quotes and {whole.places} places checked, {mismatches} mismatches")
    if whole.fails(fail_on):
        raise typer.Exit(1)


def memory(
    book: BookArgument,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Render the four memory files anew.")] = False,
) -> None:
    """Show whether the book's memory is whole; render its files anew on request."""
    load_book(book)
    workspace = Workspace(book)
    if rebuild:
        with workspace.hold("memory rebuild"):
            for name in Ledger(workspace).rebuild():
                workspace.audit("memory rebuilt", f"{name} was edited; the edited text is kept below notes/edits")
                say(f"{name} rendered anew; the edited text is kept below output/notes/edits/")
    damage = Ledger(workspace).damage()
    for item in damage:
        say(f"{item.name}: {item.entry}: {item.problem}")
    if damage:
        raise typer.Exit(3)
    say(f"{len(Ledger(workspace).entries())} entries, whole")


def _texts(workspace: Workspace) -> list[str]:
    if not is_frozen(workspace):
        return []
    names: list[str] = []
    for plan in Selector(workspace).outline().kept:
        final, draft = public_name(Output.FINAL, plan.number), public_name(Output.DRAFT, plan.number)
        names += [name for name in (final, draft) if workspace.exists(name)][:1]
    return names


def _unplanned(workspace: Workspace, book: Path, as_json: bool) -> None:
    proposed = workspace.exists(PROPOSAL)
    state = "waiting for approval" if proposed else "not planned"
    if as_json:
        show_json({"state": state, "chapters": []})
        return
    say(f"{state}: {workspace.path(PROPOSAL) if proposed else book}")
    say(f"next: sourcebook {'approve' if proposed else 'plan'} {book}")


def _moved_since_plan(workspace: Workspace, now: object) -> list[str]:
    from tasks.source.manifest import Manifest, difference

    assert isinstance(now, Manifest)
    text = workspace.read_or(MANIFEST)
    if not text:
        return []
    changes = difference(Manifest.model_validate_json(text), now)
    return sorted((*changes.added, *changes.changed, *changes.removed))


def _chapter_row(progress: ChapterProgress) -> tuple[str, str, str, str, str]:
    why = [_output_line(o) for o in progress.outputs if o.standing.state in (State.STALE, State.EDITED)]
    if progress.block is not None:
        why = [progress.block.reason.value, progress.block.detail]
    elif progress.state is State.MISSING and not why:
        missing = [o.work.role.value for o in progress.outputs if o.standing.state is State.MISSING]
        why = [f"next: {missing[0]}" if missing else "not remembered yet"]
    return (
        str(progress.plan.number),
        progress.plan.title,
        str(progress.attempt),
        progress.state.value,
        "\n".join(filter(None, why)),
    )


def _output_line(output: OutputProgress) -> str:
    causes = ", ".join(cause.value for cause in output.standing.causes)
    reason = f": {output.standing.reasons[0]}" if output.standing.reasons else ""
    what = f"{output.work.public or output.work.path} is {output.standing.state.value}"
    return f"{what}{f' by {causes}' if causes else ''}{reason}"


def _chapter_json(progress: ChapterProgress) -> dict[str, object]:
    return {
        "number": progress.plan.number,
        "title": progress.plan.title,
        "attempt": progress.attempt,
        "state": progress.state.value,
        "remembered": progress.remembered,
        "blocked": progress.block.reason.value if progress.block else None,
        "redo_tokens": progress.redo_tokens,
        "outputs": [_output_json(output) for output in progress.outputs],
    }


def _output_json(output: OutputProgress) -> dict[str, object]:
    return {
        "role": output.work.role.value,
        "round": output.work.round,
        "path": output.work.path,
        "public": output.work.public,
        "state": output.standing.state.value,
        "causes": [cause.value for cause in output.standing.causes],
        "reasons": list(output.standing.reasons),
        "model": output.receipt.model if output.receipt else None,
    }


def _next(chapters: tuple[ChapterProgress, ...], shared: tuple[OutputProgress, ...], book: Path) -> str:
    blocked = [progress.plan.number for progress in chapters if progress.block]
    if blocked:
        return f"sourcebook answer {book} {blocked[0]} accept | retry --guidance TEXT | stop"
    if not all(p.settled(memory=False) for p in chapters) or any(o.standing.needs_redo for o in shared):
        return f"sourcebook write {book}"
    stale = [p for p in chapters if any(o.standing.memory_only for o in p.outputs)]
    if stale:
        tokens = sum(progress.redo_tokens for progress in stale)
        return (
            f"sourcebook write {book} --memory   ({len(stale)} chapters stale by memory alone, about {tokens:,} tokens)"
        )
    return "nothing: everything is fresh"
