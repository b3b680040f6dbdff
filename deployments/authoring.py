"""The commands by which a person decides: new, approve, answer, correct. None calls a model."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from deployments.console import BookArgument, say
from deployments.new_book import new_book
from deployments.resuming import resume_waiting
from memory_schema.answers import BLOCK_DECISIONS, Answer, Decision, write_answer
from memory_schema.blocks import BlockReason, open_block
from memory_schema.book import Approval, choices, load_book
from memory_schema.entries import Term
from memory_schema.errors import InputError, NotApproved, StateError
from memory_schema.ledger import Ledger
from memory_schema.paths import Kind
from memory_schema.planning import (
    PROPOSAL,
    approval_of,
    checked_proposal,
    is_frozen,
    plan_attempt,
    proposal_subject,
)
from memory_schema.receipts import sha256
from memory_schema.selection import Selector
from memory_schema.works import current_attempt
from memory_schema.workspace import Workspace

_DEFAULT_WORDS = {"zh": 2000}


def new(
    book: BookArgument,
    source: Annotated[str, typer.Option(help="The repository to explain: a folder, or package:NAME.")],
    title: Annotated[str, typer.Option(help="The book's title; default: Inside NAME.")] = "",
    language: Annotated[str, typer.Option(help="The book's language: en, zh or another BCP 47 tag.")] = "en",
    approve: Annotated[str, typer.Option(help="Who approves the outline: person or auto.")] = "person",
    chapters: Annotated[int, typer.Option(help="At most so many chapters.")] = 8,
    words: Annotated[int, typer.Option(help="Target length of a chapter; 0 = the usual one.")] = 0,
) -> None:
    """Begin a book: write a commented book.toml."""
    from tasks.source.locate_root import resolve_source
    from tasks.source.manifest import take_manifest
    from tasks.source.skip_summary import skip_summary

    if approve not in choices(Approval):
        raise InputError(f'--approve is "{approve}"; write {" or ".join(choices(Approval))}')
    folder = resolve_source(source, Path.cwd())
    manifest = take_manifest(folder)
    written = source if source.startswith("package:") else os.path.relpath(folder, book.resolve())
    path = new_book(
        book,
        source=written,
        title=title or f"Inside {folder.name}",
        language=language,
        approve=approve,
        most=chapters,
        words=words or _DEFAULT_WORDS.get(language.split("-")[0], 1800),
    )
    say(f"{path} written: {len(manifest.files)} source files, {len(manifest.skipped)} skipped")
    for line in skip_summary(manifest.skipped):
        say(f"  skipped: {line}")
    say(f"next: read it, then: sourcebook {'write' if approve == 'auto' else 'plan'} {book}")


def approve(
    book: BookArgument,
    revise: Annotated[str, typer.Option(help="Do not approve: comments for another revision.")] = "",
    reject: Annotated[bool, typer.Option("--reject", help="Do not approve: the plan must begin anew.")] = False,
) -> None:
    """Approve the outline as it lies on disk, edited or not; or send it back."""
    from tasks.coverage import plan_gaps
    from tasks.source.book_source import view_of_book

    config = load_book(book)
    workspace = Workspace(book)
    if is_frozen(workspace):
        raise StateError("the outline is approved already; next: sourcebook write " + str(book))
    text = workspace.read_or(PROPOSAL)
    if not text.strip():
        raise StateError(f"there is no outline to approve yet; run: sourcebook plan {book}")
    if revise or reject:
        decision = Decision.REVISE if revise else Decision.REJECT
        answer = Answer(subject=proposal_subject(workspace), answers=sha256(text), decision=decision, guidance=revise)
        following = f"sourcebook plan {book}{'' if revise else ' --again'}"
    else:
        view = view_of_book(workspace.root, config)
        proposal = checked_proposal(text, view.manifest.files.keys())
        answer = approval_of(text, "command line", proposal_subject(workspace))
        for gap in plan_gaps(view, proposal.source_map):
            say(f"undecided: {gap}")
        say(f"approved: {len(proposal.outline.kept)} chapters (plan attempt {plan_attempt(workspace)})")
        following = f"sourcebook write {book}"
    if not write_answer(workspace, answer):
        say("this outline has been answered already; the first answer stands")
    resume_waiting(book, {"decision": answer.decision.value, "comments": answer.guidance})
    say(f"next: {following}")


def answer(
    book: BookArgument,
    chapter: Annotated[int, typer.Argument(help="The blocked chapter.")],
    decision: Annotated[str, typer.Argument(help="accept | retry | stop")],
    guidance: Annotated[str, typer.Option(help="What the writer must do; with retry.")] = "",
) -> None:
    """Answer a blocked chapter: accept it with its open issues, retry with guidance, or stop."""
    load_book(book)
    words = [item.value for item in BLOCK_DECISIONS]
    if decision not in words:
        raise InputError(f'"{decision}" is no answer; write one of: {", ".join(words)}')
    workspace = Workspace(book)
    block = open_block(workspace, chapter, current_attempt(workspace, chapter))
    if block is None:
        raise StateError(f"chapter {chapter} is not blocked; see: sourcebook status {book}")
    given = Answer(subject=block.name, answers=block.digest, decision=Decision(decision), guidance=guidance)
    if not write_answer(workspace, given):
        raise StateError(f"this block has been answered already; begin anew with: sourcebook chapter {book} {chapter}")
    calls = block.reason is BlockReason.CALLS
    resume_waiting(book, {"decision": decision} if calls else {"decision": decision, "guidance": guidance})
    say(f"chapter {chapter}: {decision}; next: sourcebook write {book}")


def correct(
    book: BookArgument,
    kind: Annotated[str, typer.Argument(help="glossary | metaphor-registry | chapter-summaries | cross-references")],
    key: Annotated[str, typer.Argument(help="The term, the concept, or the chapter's number.")],
    change: Annotated[list[str] | None, typer.Option("--set", help="FIELD=TEXT; may be repeated.")] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Take the key out of every view.")] = False,
    why: Annotated[str, typer.Option(help="The reason, kept with the correction.")] = "",
) -> None:
    """Correct the book's memory; the correction survives reruns."""
    load_book(book)
    if kind not in {item.value for item in Kind}:
        raise InputError(f'"{kind}" is no kind of memory; write one of: {", ".join(item.value for item in Kind)}')
    if remove == bool(change):
        raise InputError("say either --set FIELD=TEXT or --remove")
    value = None if remove else _fields(Kind(kind), change or [])
    workspace = Workspace(book)
    if not is_frozen(workspace):
        raise NotApproved(f"{book} remembers nothing yet: it has no approved outline; run: sourcebook plan {book}")
    with workspace.hold("correction"):
        ledger = Ledger(workspace)
        _check_key(Selector(workspace), Kind(kind), key)
        correction = ledger.correct(Kind(kind), key, value, why)
        workspace.audit("correction", f"{kind}: {key}: entry {correction.sequence}")
    say(f"entry {correction.sequence} corrects {kind}: {key}; see what it makes stale: sourcebook status {book}")


_FIELDS = {
    Kind.GLOSSARY: tuple(Term.model_fields),
    Kind.METAPHORS: ("metaphor", "limits"),
    Kind.SUMMARIES: ("core",),
    Kind.CROSS_REFERENCES: (),
}


def _fields(kind: Kind, changes: list[str]) -> dict[str, str]:
    value: dict[str, str] = {}
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals or name not in _FIELDS[kind]:
            fields = ", ".join(_FIELDS[kind]) or "none: it can only be removed"
            raise InputError(f'--set "{change[:60]}": write FIELD=TEXT; the fields of {kind.value} are: {fields}')
        value[name] = text
    return value


def _check_key(selector: Selector, kind: Kind, key: str) -> None:
    from memory_schema.conventions import normal_term
    from memory_schema.memory_view import reference_key

    view = selector.view(selector.outline().chapters[-1].number + 1)
    keys = {
        Kind.GLOSSARY: [t.term for t in view.glossary],
        Kind.METAPHORS: [m.concept for m in view.metaphors],
        Kind.SUMMARIES: [str(s.chapter) for s in view.summaries],
        Kind.CROSS_REFERENCES: [reference_key(r) for r in view.cross_references],
    }[kind]
    if normal_term(key) not in {normal_term(known) for known in keys}:
        raise InputError(f'{kind.value} has no "{key}"; it has: {", ".join(keys[:12]) or "nothing yet"}')
