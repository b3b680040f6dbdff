"""From a contract, a ticket and the shown files to the text of one request (PROTOCOL 3.2).

The system text is the same for every role; the files that other roles read too come next, then the
other files, then the pointer list and the task: what changes stands last (`prompts.layout`). Templates
are data of this package; everything that comes from a book or a source is a value, never a template.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from memory_schema import notes
from memory_schema.contracts import Contract, Role
from memory_schema.lengths import counts_characters
from memory_schema.writing_rules import rules_for
from prompts.file_block import ShownText, file_block, pointer_line
from prompts.layout import Group, laid_out

TEMPLATES: dict[Role, str] = {
    Role.ARCHITECT: "architect.md.j2",
    Role.ADVOCATE: "advocate.md.j2",
    Role.OUTLINE_R3: "outline_r3.md.j2",
    Role.ARCHITECT_REVISING: "architect_revising.md.j2",
    Role.STYLIST: "stylist.md.j2",
    Role.RESEARCHER: "researcher.md.j2",
    Role.WRITER: "writer.md.j2",
    Role.WRITER_REVISING: "revise.md.j2",
    Role.R1: "r1.md.j2",
    Role.R2: "r2.md.j2",
    Role.R3: "r3.md.j2",
    Role.RS: "reader.md.j2",
    Role.RE: "reader.md.j2",
    Role.RH: "reader.md.j2",
    Role.EDITOR: "editor.md.j2",
    Role.WRITER_FINALISING: "finalise.md.j2",
    Role.KEEPER: "keeper.md.j2",
    Role.AUDITOR: "auditor.md.j2",
}
"""The template of every role that asks a model; roles of code have none."""
NAMES_LINES = frozenset({
    Role.RESEARCHER, Role.R1, Role.R2, Role.R3, Role.OUTLINE_R3, Role.ADVOCATE, Role.RS, Role.RE, Role.RH, Role.AUDITOR
})  # fmt: skip
"""Who works in parts says which lines were read; in a chapter, a guide or a memory that would be printed."""


@dataclass(frozen=True)
class Prompt:
    """The text of a request; `hash` is the SHA-256 of all of it and recorded in the receipt.

    `shared` says after how many blocks each group of shared texts ends.
    """

    system: str
    blocks: tuple[str, ...]
    hash: str
    shared: tuple[tuple[Group, int], ...] = ()


def render(
    contract: Contract,
    ticket: Mapping[str, object],
    shown: Sequence[ShownText],
    *,
    tools: bool = False,
    idle_tools: bool = False,
) -> Prompt:
    """Render the prompt of one call.

    Args:
        contract: the role's row of PROTOCOL 2; must be a role that asks a model.
        ticket: role, book, chapter, marker, declared config fields ...; JSON values.
        shown: what of each pointer's text is shown, in order of priority.
        tools: whether the request carries the read-only tools.
        idle_tools: whether it carries them only to begin like the requests of other roles.

    Raises:
        KeyError: the role is made of code and has no template.
        jinja2.UndefinedError: the ticket lacks a field that the role's template needs.
    """
    system = render_system()
    placed, shared = laid_out(contract.role, shown)
    files = "\n".join(["# Files for this task", *(pointer_line(item) for item in shown)])
    blocks = (
        *(file_block(item) for item in placed),
        files + "\n",
        render_task(contract, ticket, tools=tools, idle_tools=idle_tools),
    )
    digest = hashlib.sha256("\0".join((system, *blocks)).encode("utf-8", "surrogatepass")).hexdigest()
    return Prompt(system, blocks, digest, shared)


def render_system() -> str:
    """The rules that all roles share; the same text in every request."""
    return _environment().get_template("_system.md.j2").render(note=notes)


def render_task(
    contract: Contract, ticket: Mapping[str, object], *, tools: bool = False, idle_tools: bool = False
) -> str:
    """The last block: role, ticket, task, output, quality, marker, note."""
    language = str(ticket.get("language", "en"))
    template = _environment().get_template(TEMPLATES[contract.role])
    return template.render(
        contract=contract,
        ticket=ticket,
        language=language,
        cjk=counts_characters(language),
        zh=language.split("-")[0].lower() == "zh",
        n=rules_for(language),
        note=notes,
        tools=tools,
        idle_tools=idle_tools,
        names_lines=contract.role in NAMES_LINES,
    )


@functools.cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        undefined=StrictUndefined,
        # The output is Markdown for a model; escaping for HTML would change what it reads.
        autoescape=False,  # noqa: S701
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["json"] = _json
    return environment


def _json(value: object) -> str:
    """JSON on one line, readable: a ticket value can hold any text and still ends at its line."""
    return json.dumps(value, ensure_ascii=False)
