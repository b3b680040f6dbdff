"""From a row of the contract table to real paths: `bind` (HOUSE, the journey of one chapter).

The result is a value. Every text that the role may see is on it, under the name that the prompt
shows; what does not exist yet is still named, so that freshness can say what is missing.
"""

from __future__ import annotations

from memory_schema.blocks import guidance_name
from memory_schema.book import BookConfig
from memory_schema.contracts import CONTRACTS, Access, Contract, Read, Resource, Role
from memory_schema.paths import (
    OUTLINE,
    SOURCE_MAP,
    STYLE_GUIDE,
    Kind,
    Output,
    attempt_notes,
    plan_guidance_name,
    public_name,
    work_path,
)
from memory_schema.pointers import Pointer, PointerList, Scope
from memory_schema.selection import Selector
from memory_schema.works import last_final, last_round
from memory_schema.workspace import Workspace

TREE_NAME = "source tree"
GUIDANCE_NAME = "a person's guidance"

_MEMORY = {
    Resource.SUMMARIES: Kind.SUMMARIES,
    Resource.GLOSSARY: Kind.GLOSSARY,
    Resource.METAPHORS: Kind.METAPHORS,
    Resource.CROSS_REFERENCES: Kind.CROSS_REFERENCES,
}
_STATIC = {Resource.OUTLINE: OUTLINE, Resource.SOURCE_MAP: SOURCE_MAP, Resource.STYLE_GUIDE: STYLE_GUIDE}
_SAME_ROUND = {
    Resource.PROPOSAL: Output.PROPOSAL,
    Resource.CHECKS: Output.CHECKS,
    Resource.R1: Output.R1,
    Resource.R2: Output.R2,
    Resource.R3: Output.R3,
}
_ROUND_BEFORE = {
    Resource.PREVIOUS_PROPOSAL: Output.PROPOSAL,
    Resource.READER_FEEDBACK: Output.READER_FEEDBACK,
    Resource.OUTLINE_R3: Output.OUTLINE_R3,
    Resource.PREVIOUS_DRAFT: Output.DRAFT,
    Resource.PREVIOUS_REVIEW: Output.REVIEW,
    Resource.PREVIOUS_FINAL: Output.FINAL,
    Resource.PREVIOUS_FINAL_CHECKS: Output.FINAL_CHECKS,
}
_ONCE = {
    Resource.REPORT: Output.REPORT,
    Resource.RS: Output.RS,
    Resource.RE: Output.RE,
    Resource.RH: Output.RH,
    Resource.PANEL: Output.PANEL,
    Resource.DECISION: Output.DECISION,
    Resource.AUDIT_CHECKS: Output.AUDIT_CHECKS,
}
_LAST_ROUND = {Resource.DRAFT: Output.DRAFT, Resource.REVIEW: Output.REVIEW}
_ROUND_ROLES = (
    Role.WRITER,
    Role.WRITER_REVISING,
    Role.CHECKER,
    Role.R1,
    Role.R2,
    Role.R3,
    Role.REVIEW_MERGER,
)


def bind(
    role: Role,
    workspace: Workspace,
    chapter: int | None = None,
    attempt: int = 1,
    number: int = 1,
    selector: Selector | None = None,
) -> PointerList:
    """The pointer list of one (role, chapter, attempt, round).

    Args:
        chapter: None for roles that work on the whole book.
        number: the round; for finals the try; for planning the round of the proposal.
        selector: shared by a caller that binds many roles of one book.

    Raises:
        FileNotFoundError: outline or source map is needed and not frozen yet.
        OutlineError: outline or source map cannot be read.
    """
    contract = CONTRACTS[role]
    chosen = selector or Selector(workspace)
    reads: list[Pointer] = []
    for read in contract.reads:
        reads += _bind_read(contract, read, chosen, chapter, attempt, number)
    return PointerList(
        role=role.value,
        chapter=chapter,
        attempt=attempt,
        round=number,
        reads=tuple({pointer.name + pointer.part: pointer for pointer in reads}.values()),
        output=work_path(contract.output, chapter, attempt, number),
        publish_as=public_name(contract.output, chapter),
        marker=contract.marker,
        open_budget=contract.open_budget,
    )


def declared(contract: Contract, config: BookConfig) -> dict[str, object]:
    """The book.toml fields that a role declares, with their values: part of freshness."""
    return {field: config.value(field) for field in contract.config}


def _bind_read(
    contract: Contract, read: Read, selector: Selector, chapter: int | None, attempt: int, number: int
) -> list[Pointer]:
    workspace, resource = selector.workspace, read.resource

    def at(output: Output, round_number: int, part: str = "") -> list[Pointer]:
        path = work_path(output, chapter, attempt, round_number)
        if read.optional and not workspace.exists(path):
            return []
        return [_pointer(read, public_name(output, chapter) or _neutral(output, chapter), Scope.BOOK, path, part)]

    if resource is Resource.SOURCE_TREE:
        return [_pointer(read, TREE_NAME, Scope.TREE, "")]
    if resource is Resource.SOURCE_FILES:
        files = selector.source_map().files(chapter or 0)
        return [_pointer(read, _source_name(file.path), Scope.SOURCE, file.path) for file in files]
    if resource in _MEMORY:
        kind = _MEMORY[resource]
        before = chapter if chapter is not None else _after_last(selector)
        return [_pointer(read, kind.file, Scope.MEMORY, kind.value, f"as of chapter {before}")]
    if resource in _STATIC:
        part = f"chapter {chapter}" if read.access is Access.CHAPTER else ""
        return [_pointer(read, _STATIC[resource], Scope.BOOK, _STATIC[resource], part)]
    if resource in _SAME_ROUND:
        part = read.access.value if read.access in (Access.FIDELITY, Access.CONSISTENCY, Access.STYLE) else ""
        return at(_SAME_ROUND[resource], number, part)
    if resource in _ROUND_BEFORE:
        return at(_ROUND_BEFORE[resource], number - 1, f"round {number - 1}") if number > 1 else []
    if resource in _ONCE:
        return at(_ONCE[resource], 1)
    if resource in _LAST_ROUND:
        assert chapter is not None
        current = number if contract.role in _ROUND_ROLES else max(1, last_round(workspace, chapter, attempt))
        return at(_LAST_ROUND[resource], current)
    if resource is Resource.FINAL:
        assert chapter is not None
        current = number if contract.role is Role.FINAL_CHECKER else max(1, last_final(workspace, chapter, attempt))
        return at(Output.FINAL, current)
    if resource is Resource.NOTES:
        assert chapter is not None
        folder = attempt_notes(chapter, attempt)
        return [_pointer(read, f"notes of chapter {chapter}", Scope.BOOK, folder, "notes")]
    if resource is Resource.GUIDANCE:
        path = _guidance(contract.role, chapter, attempt, number)
        return [_pointer(read, GUIDANCE_NAME, Scope.BOOK, path, "guidance")] if workspace.exists(path) else []
    if resource in (Resource.ALL_FINALS, Resource.ALL_CHECKS):
        output = Output.FINAL if resource is Resource.ALL_FINALS else Output.FINAL_CHECKS
        names = (public_name(output, plan.number) for plan in selector.outline().kept)
        return [_pointer(read, name, Scope.BOOK, name) for name in names]
    raise AssertionError(f"the contract table names {resource.value!r}, which nothing binds")


def _guidance(role: Role, chapter: int | None, attempt: int, number: int) -> str:
    if role is Role.ARCHITECT_REVISING:
        return plan_guidance_name(attempt, number)
    assert chapter is not None
    place = "final" if role is Role.WRITER_FINALISING else "round"
    return guidance_name(chapter, attempt, f"{place}-{number - 1}")


def _pointer(read: Read, name: str, scope: Scope, path: str, part: str = "") -> Pointer:
    return Pointer(
        name=name,
        scope=scope,
        path=path,
        part=part,
        need=read.need,
        purpose=read.purpose,
        resource=read.resource.value,
    )


def _neutral(output: Output, chapter: int | None) -> str:
    """A name without the attempt for an output that has no public one: freshness survives a carry."""
    return f"{output.value} of chapter {chapter}" if chapter is not None else output.value


def _source_name(path: str) -> str:
    """A source path as its own name, unless it could be taken for a name of the book."""
    return f"source/{path}" if path.startswith(("output/", "source ")) else path


def _after_last(selector: Selector) -> int:
    return max(plan.number for plan in selector.outline().chapters) + 1
