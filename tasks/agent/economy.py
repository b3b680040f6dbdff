"""Economy mode: first turns that no one waits for go out as one batch, at half price.

The replies are found by the agents that make the same requests later (`tasks.agent.batch_store`); tool turns,
escalations and every request whose reply did not come go the ordinary way. Caps hold for a batch as for
single calls: what it can take is reserved before it goes out, and what it took is charged when it comes back.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory_schema.contracts import Role
from memory_schema.lengths import ceiling_tokens
from memory_schema.pointers import PointerList
from memory_schema.selection import Selector
from tasks.agent.asking import make_agent
from tasks.agent.batch_post import BatchPost, BatchServer, Wanted, text_of
from tasks.agent.batch_store import BatchStore, request_hash
from tasks.agent.caps import Need
from tasks.agent.exact import prepare_exactly
from tasks.agent.journal import CallPlace
from tasks.agent.limits import most_of
from tasks.agent.model import ModelRequest, user_turn
from tasks.agent.prepared import label_of
from tasks.agent.runtime import Runtime
from tasks.agent.scopes import scopes_of
from tasks.agent.spawn import stored_note


async def ask_in_batch(pointers: Sequence[PointerList], runtime: Runtime) -> None:
    """Bring back the first replies of several agents; a batch that is out is collected first.

    Does nothing where the runtime keeps no batches. A request that fails in the batch, or that the caps leave no
    room for beside the others, has no reply afterwards, and its agent asks in the ordinary way.

    Raises:
        LimitReached: the run's time is over, or no window holds what a task needs.
        ModelCallFailed: the server could not be asked.
    """
    server, store = runtime.client, runtime.batches
    if store is None or not isinstance(server, BatchServer):
        return
    post = BatchPost(server, store, runtime)
    for record in store.open():
        await post.collect(record)
    wanted = await _wanted(pointers, store, runtime)
    held = [one for one in wanted if runtime.meter.purse.reserve_now(one.scopes, one.need)]
    try:
        if len(held) < len(wanted):
            post.tell(f"{len(wanted) - len(held)} of {len(wanted)} requests wait for their turn: the caps hold no more")
        if held:
            runtime.meter.check_time()
            await post.send(held)
    finally:
        for one in held:
            runtime.meter.purse.release(one.scopes, one.need)


async def _wanted(pointers: Sequence[PointerList], store: BatchStore, runtime: Runtime) -> list[Wanted]:
    """The first requests that are not answered yet."""
    wanted: list[Wanted] = []
    for one in pointers:
        selector = Selector(runtime.workspace)
        if stored_note(one, selector, runtime.config, runtime) is not None:
            continue
        request = await first_request(one, selector, runtime)
        if request is None or store.has(request_hash(request)):
            continue
        usage = most_of(request, ceiling_tokens(text_of(request)))
        need = Need(usage.total, runtime.price(request.model, usage, batch=True).cost_usd)
        asker = CallPlace(label_of(one), one.role, one.chapter, one.attempt, one.round)
        wanted.append(Wanted(asker, request, need, scopes_of(one.chapter, one.attempt, runtime)))
    return wanted


async def first_request(pointers: PointerList, selector: Selector, runtime: Runtime) -> ModelRequest | None:
    """The request that `spawn` makes first for these pointers, unmarked: a batch waits for no cache.

    None for a task that is worked in parts.
    """
    prepared = await prepare_exactly(pointers, selector, runtime, label_of(pointers))
    if prepared.split is not None:
        return None
    agent, asked = make_agent(pointers, prepared, runtime), runtime.asks(Role(pointers.role), pointers.round)
    agent.effort = asked.effort
    return agent.request(asked.model, [user_turn(*prepared.prompt.blocks)])
