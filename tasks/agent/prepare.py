"""Steps 2 and 3 of an agent (PROTOCOL 3): gate, select, fit, render. Nothing is spent yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from memory_schema.binding import declared
from memory_schema.contracts import CONTRACTS, Contract, Resource, Role
from memory_schema.errors import LimitReached
from memory_schema.lengths import estimate_tokens
from memory_schema.pointers import Pointer, PointerList, Scope
from memory_schema.receipts import Meaning, ReadReceipt
from memory_schema.selection import Selector, meaning_now
from memory_schema.views import GLANCE, render_glance
from prompts.file_block import ShownText, file_block, shown_whole
from prompts.layout import DRAFT
from prompts.render import render, render_system
from tasks.agent.budget import Budget, Offer, fit, tokens_of
from tasks.agent.budget_table import call_budget
from tasks.agent.cache_marks import prefix_tokens
from tasks.agent.gate import Gate
from tasks.agent.offers import collect
from tasks.agent.parts import Part, said_in_parts, split_sources, split_texts
from tasks.agent.prepared import LEAST_REPLY, Prepared, Split
from tasks.agent.reading import Reader
from tasks.agent.references import referenced_files
from tasks.agent.runtime import Runtime
from tasks.agent.ticket import make_ticket
from tasks.agent.tools import DEFINITIONS, Tools

OPENED_TOKENS = 2_000
"""What the files that the editor opens may take together (PROTOCOL 2)."""
SPLIT_ROLES = (Role.RESEARCHER, Role.R1)
"""Who reads source files whole, so that files which paging cannot help are worked in parts; what others read is
worked in parts where no window holds it."""


def prepare(
    pointers: PointerList, selector: Selector, runtime: Runtime, label: str, *, stretch: float = 1.0,
    in_parts: bool = False,
) -> Prepared:  # fmt: skip
    """Select, fit and render one call.

    Args:
        stretch: ceiling tokens that go into a token of the window, as an exact count has shown.
        in_parts: whether the task is worked in parts where no window holds its `must` texts.

    Raises:
        AccessRefused: a pointer or the output is not the contract's.
        StateError: a `must` text does not exist.
        LimitReached: the `must` texts do not fit the window.
    """
    contract = CONTRACTS[Role(pointers.role)]
    config, workspace = runtime.config, runtime.workspace
    reader = Reader(selector, runtime.view)
    gate = Gate(
        contract,
        pointers,
        workspace,
        tree=runtime.view.paths,
        openable=referenced_files(pointers, selector, runtime.view) if pointers.open_budget else (),
        refused=lambda why: workspace.audit("refused", f"{label}: {why}"),
    )
    plan = selector.outline().chapter(pointers.chapter) if pointers.chapter is not None else None
    ticket = make_ticket(contract, pointers, config, plan)
    fitted = runtime.sized_for(contract.role, pointers.round)
    budget = call_budget(contract, ticket, fitted, len(pointers.reads), plan.words if plan is not None else None)
    window = budget.window
    budget = replace(budget, window=budget.output_reserve + round((window - budget.output_reserve) * stretch))
    offers = collect(
        pointers, reader, selector, budget, lambda why: workspace.audit("pointer dropped", f"{label}: {why}")
    )
    glance = partial(_glance, pointers, selector)
    shown, parts, told = _shown_or_parts(contract, offers, budget, glance, in_parts=in_parts)
    cut = {item.pointer for part in parts for item in part.shown}
    split = Split(
        parts,
        (*(one for one in shown if one.pointer not in cut and one.last), *told),
        ticket,
        budget,
        fitted.model.max_output,
        stretch,
    )
    shown = said_in_parts(shown, parts)
    used = budget.system + sum(map(tokens_of, shown))
    left = window - round(used / stretch)
    max_tokens = max(LEAST_REPLY, min(fitted.model.max_output, left))
    tools = None
    needed = contract.tools or bool(pointers.open_budget) or any(item.cut for item in shown)
    alike = _begins_with_tools(contract, shown, runtime)
    if needed or alike:
        room = max(0, left - max_tokens)
        tools = Tools(gate, reader, room, OPENED_TOKENS if pointers.open_budget else 0)
    meaning = meaning_now(pointers, selector, declared(contract, config), runtime.source_hash)
    prompt = render(contract, ticket, shown, tools=tools is not None, idle_tools=alike and not needed)
    whole = {offer.readable.pointer.name: estimate_tokens(offer.readable.text) for offer in offers}
    pressed = budget.hard < budget.target and any(item.cut for item in shown)
    sized = _with_sizes(meaning, shown, whole)
    return Prepared(contract, prompt, shown, sized, tools, max_tokens, split if parts else None, used, window, pressed)


def _shown_or_parts(
    contract: Contract, offers: Sequence[Offer], budget: Budget, glance: Callable[[], ShownText | None], *,
    in_parts: bool,
) -> tuple[tuple[ShownText, ...], tuple[Part, ...], tuple[ShownText, ...]]:  # fmt: skip
    """What is shown of each text; where no window holds that, the parts, and what else stands beside each."""
    try:
        shown = fit(offers, budget)
    except LimitReached:
        if not in_parts:
            raise
        shown = fit(offers, budget, held=False)
        parts, told = split_texts(shown, budget, glance())
        if not parts:
            raise
        return shown, parts, told
    return shown, split_sources(offers, shown, budget) if contract.role in SPLIT_ROLES else (), ()


def _glance(pointers: PointerList, selector: Selector) -> ShownText | None:
    """The memory that a call reads, whole and in a line or two a chapter; None where it reads none."""
    memory = next((pointer for pointer in pointers.reads if pointer.scope is Scope.MEMORY), None)
    if memory is None:
        return None
    view = selector.view(memory.chapter)
    purpose = "every chapter in a line or two: judge your lines against the rest of the book by it"
    pointer = Pointer(name=GLANCE, scope=Scope.MEMORY, path=GLANCE, part=memory.part, purpose=purpose)
    return shown_whole(pointer, render_glance(view)) if view.summaries else None


def _begins_with_tools(contract: Contract, shown: Sequence[ShownText], runtime: Runtime) -> bool:
    """Whether the tools are declared only so that all who read a draft begin alike.

    R2 pages the memory of a long book by tool, and tools stand before everything else in a request: R3 and
    the readers share the draft with it only when they declare them too.
    """
    if not runtime.caches or contract.role not in DRAFT.roles:
        return False
    blocks = [file_block(item) for item in shown if item.last and item.pointer.resource == Resource.DRAFT.value]
    minimum = runtime.cache_minimum(runtime.asked_of(contract.role))
    return bool(blocks) and prefix_tokens(render_system(), DEFINITIONS, blocks) >= minimum


def _with_sizes(meaning: Meaning, shown: Sequence[ShownText], whole: dict[str, int]) -> Meaning:
    """Record beside each hash how large the text is, what of it was shown, and what was cut."""
    by_key = {(item.pointer.name, item.pointer.part): item for item in shown}

    def sized(read: ReadReceipt) -> ReadReceipt:
        item = by_key.get((read.name, read.part))
        return read.model_copy(
            update={
                "tokens": whole.get(read.name, 0),
                "shown_tokens": estimate_tokens(item.text) if item is not None else 0,
                "cut": item.cut if item is not None else "dropped: it does not exist",
            }
        )

    return meaning.model_copy(update={"reads": tuple(sized(read) for read in meaning.reads)})
