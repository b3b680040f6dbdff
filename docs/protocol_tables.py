"""The tables of docs/protocol.md and README.md, each made from the objects that the code itself uses.

The words beside the names stand in `table_words`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping

from config_table import config
from markdown_table import code, table
from pydantic import BaseModel
from table_words import BLOCKS, CAUSES, DECISIONS, EXITS, SEVERITIES, STATES, STEPS
from typer.main import get_command

from deployments.cli import app
from memory_schema import entries, errors, notes
from memory_schema.answers import Decision
from memory_schema.blocks import BlockReason
from memory_schema.book import parse_book
from memory_schema.contracts import CONTRACTS, Access, Contract, Read, Role
from memory_schema.findings import Severity
from memory_schema.markers import Marker
from memory_schema.paths import PLACES, Kind, Place
from memory_schema.pointers import Need
from memory_schema.receipts import Cause, State
from memory_schema.steps import STEP_OF, Step
from tasks.agent.budget import ContextPlan
from tasks.agent.budget_table import budget_table

S2_READS = {
    "style guide": 2_000,
    "chapter summaries of nine chapters": 9_000,
    "glossary": 3_000,
    "metaphor registry": 1_000,
    "research report": 5_000,
    "outline (the chapter's part)": 1_000,
}
"""What the writer of chapter 10 reads in the example of S2, in tokens."""
S2_SYSTEM = 2_000
_ROUNDED_TO = 100
_RECORDS: Mapping[Kind, type[BaseModel]] = {
    Kind.SUMMARIES: entries.Summary,
    Kind.GLOSSARY: entries.Term,
    Kind.METAPHORS: entries.Metaphor,
    Kind.CROSS_REFERENCES: entries.CrossReference,
}


def roles() -> str:
    """PROTOCOL 2, from the contracts."""
    head = ("role", "kind", "reads", "writes", "must not see", "marker")
    return table(head, (_role(contract) for contract in CONTRACTS.values()))


def _role(contract: Contract) -> tuple[str, ...]:
    groups = {need: [_read(read, contract) for read in contract.reads if read.need is need] for need in Need}
    return (
        contract.title,
        contract.kind.value + (" + tools" if contract.tools else ""),
        "<br>".join(f"{need.value}: {', '.join(names)}" for need, names in groups.items() if names),
        code(_public_or_work(PLACES[contract.output])),
        ", ".join(item.value for item in contract.forbids) or "-",
        code(contract.marker.value),
    )


def _read(read: Read, contract: Contract) -> str:
    about = [read.access.value] if read.access is not Access.WHOLE else []
    if read.access is Access.AS_OF and not contract.per_chapter:
        about = ["of the whole book"]
    about += ["if there is one"] if read.optional else []
    return read.resource.value + (f" ({', '.join(about)})" if about else "")


def _public_or_work(place: Place) -> str:
    return _template(place.public or place.work)


def _template(path: str) -> str:
    return path.format(nn="XX", a="N", k="K").removeprefix("output/")


def declared() -> str:
    """What of book.toml each role depends on."""
    rows = (
        (contract.title, str(contract.revision), ", ".join(map(code, contract.config)) or "-")
        for contract in CONTRACTS.values()
    )
    return table(("role", "revision", "keys of book.toml"), rows)


def outputs() -> str:
    """The two names of every output."""
    rows = (
        (output.value, code(_template(place.public)) or "-", code(_template(place.work)))
        for output, place in PLACES.items()
    )
    return table(("output", "public name", "work path"), rows)


def markers() -> str:
    """Every marker and the roles that end their output with it."""
    rows = (
        (code(marker.line), "; ".join(c.title for c in CONTRACTS.values() if c.marker is marker)) for marker in Marker
    )
    return table(("last line", "written by"), rows)


def states() -> str:
    """The five states."""
    return table(("state", "meaning"), ((state.value, STATES[state]) for state in State))


def causes() -> str:
    """Why an output is stale."""
    return table(("cause", "meaning", "redone by `write`"), ((cause.value, *CAUSES[cause]) for cause in Cause))


def severities() -> str:
    """The four severities."""
    return table(("sign", "word", "meaning"), ((s.sign, s.value, SEVERITIES[s]) for s in Severity))


def note() -> str:
    """The five fields of the note; a new field without words here is a KeyError."""
    words = {
        "conclusion": (f"one line of at most {notes.CONCLUSION_CHARACTERS} characters", "clipped, with a warning"),
        "evidence": (
            f"at most {notes.EVIDENCE_ITEMS} items of {notes.EVIDENCE_CHARACTERS} characters",
            "the whole text goes to a file that `file_refs` names",
        ),
        "file_refs": (f"at most {notes.FILE_REFS} paths", "a path that does not exist is dropped, with a warning"),
        "open_issues": (
            f"at most {notes.OPEN_ISSUES} items of {notes.ISSUE_CHARACTERS} characters",
            "the rest goes to a file that `file_refs` names",
        ),
        "confidence": (", ".join(item.value for item in notes.Confidence), "low: asked once more; missing: medium"),
    }
    rows = ((code(field), *words[field]) for field in notes.StructuredNote.model_fields)
    return table(("field", "limit", "beyond it"), rows)


def steps() -> str:
    """What `--from STEP` accepts, and whose outputs are made anew from there on."""

    def outputs_of(step: Step) -> str:
        return ", ".join(dict.fromkeys(CONTRACTS[role].output.value for role, at in STEP_OF.items() if at is step))

    return table(("step", "meaning", "its outputs"), ((code(s.value), STEPS[s], outputs_of(s)) for s in Step))


def answers() -> str:
    """What a person can decide."""
    return table(("answer", "to", "command", "effect"), ((d.value, *DECISIONS[d]) for d in Decision))


def blocks() -> str:
    """Why a chapter is blocked."""
    return table(("reason", "when"), ((reason.value, BLOCKS[reason]) for reason in BlockReason))


def exit_codes() -> str:
    """Every exit code, from the classes of the error tree."""
    rows = [(0, "done", "")]
    for kind, words in EXITS.items():
        below = (item.__name__ for item in kind.__subclasses__()) if kind is not errors.SourcebookError else ()
        rows.append((kind.exit_code, words, ", ".join(below)))
    rows.append((130, "interrupted; run the same command again to go on", ""))
    return table(("code", "meaning", "errors"), ((str(number), words, names) for number, words, names in rows))


def memory() -> str:
    """The four kinds of memory, each with the fields that one entry holds."""
    rows = ((code(_template(kind.file)), ", ".join(map(code, _RECORDS[kind].model_fields))) for kind in Kind)
    return table(("rendered file", "fields of an entry"), rows)


def budget() -> str:
    """The context budget of every role that asks a model, with the defaults of book.toml."""
    chosen = parse_book('title = "A book"\n[source]\npath = "."\n')
    rows = (
        (row.title, _thousands(row.system), _thousands(row.output_reserve), _thousands(row.files))
        for row in budget_table(chosen)
    )
    return table(("role", "rules, task, tools: at most", "reserved for the reply", "files: at most"), rows)


def _thousands(tokens: int) -> str:
    """Rounded up, so that a changed word of a prompt does not change the table."""
    return f"{-(-tokens // _ROUNDED_TO) * _ROUNDED_TO:,}"


def example() -> str:
    """The arithmetic of S2, by the class that the code uses."""
    plan = ContextPlan(S2_READS, output_reserve=CONTRACTS[Role.WRITER].output_reserve, system=S2_SYSTEM)
    rows = [(name, f"{tokens:,}") for name, tokens in plan.reads.items()]
    rows += [
        ("**read**", f"**{plan.read:,}**"),
        ("reserved for the reply", f"{plan.output_reserve:,}"),
        ("rules and task", f"{plan.system:,}"),
        ("**whole call**", f"**{plan.total:,}**"),
    ]
    return table(("the writer of chapter 10", "tokens"), rows)


def commands() -> str:
    """Every command with its arguments and options, as `--help` knows them."""
    rows = []
    for name, command in get_command(app).commands.items():  # type: ignore[attr-defined]  # a group, by its commands
        shown = [p for p in command.params if "--help" not in p.opts]
        arguments = " ".join(p.name.upper() for p in shown if p.param_type_name == "argument")
        options = ", ".join(code(p.opts[0]) for p in shown if p.param_type_name == "option")
        rows.append((code(f"sourcebook {name} {arguments}"), options or "-", inspect.cleandoc(command.help or "")))
    return table(("command", "options", "what it does"), rows)


TABLES: Mapping[str, Callable[[], str]] = {
    "commands": commands,
    "roles": roles,
    "declared": declared,
    "outputs": outputs,
    "markers": markers,
    "states": states,
    "causes": causes,
    "severities": severities,
    "note": note,
    "steps": steps,
    "answers": answers,
    "blocks": blocks,
    "exit-codes": exit_codes,
    "config": config,
    "memory": memory,
    "budget": budget,
    "budget-example": example,
}
"""By the name that stands in the comment before the table."""
