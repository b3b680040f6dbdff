"""Which caps an agent's calls count in: the run's, and those of its attempt at a chapter."""

from __future__ import annotations

from memory_schema.paths import attempt_notes
from memory_schema.usage import Charge
from tasks.agent.caps import Scope
from tasks.agent.runtime import Runtime
from tasks.agent.spending import spending


def scopes_of(chapter: int | None, attempt: int, runtime: Runtime) -> tuple[Scope, ...]:
    """The scopes of an agent. A chapter's cap counts its present attempt, whichever runs have made it."""
    purse = runtime.meter.purse
    if chapter is None or not purse.chapter_caps.any:
        return (purse.run,)

    def before() -> tuple[Charge, ...]:
        spent = spending(runtime.workspace, attempt_notes(chapter, attempt))
        return tuple(one.charge for one in spent)

    return (purse.run, purse.chapter(chapter, attempt, before))
