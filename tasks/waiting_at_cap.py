"""A run that a cap ended waits in Prefect's UI for a person who raises it; the answer is a file of that run."""

from __future__ import annotations

from pydantic import ValidationError

from memory_schema.caps import Caps
from memory_schema.errors import CapReached
from memory_schema.raised_caps import RaisedCaps, raise_caps
from memory_schema.workspace import Workspace
from tasks.answer_forms import CapsAnswer, caps_from
from tasks.page_text import code, plain
from tasks.run_page import artifact_key, run_id, show_text, tell
from tasks.suspension import suspend

KEY = "cap"
"""What the key of such a form ends with."""
_CHAPTER = "chapter."


async def wait_at_cap(reached: CapReached, book: str) -> None:
    """Ask for higher caps and end this process; the server starts the run again with the answer."""
    text = "\n".join(
        (
            f"**{plain(str(reached), 600)}**",
            "",
            "Nothing is lost, and nothing is paid twice. Resume with higher caps; 0 leaves a cap as it is.",
            "",
            f"By command line, once this run is cancelled: {code(f'sourcebook write {book} {_flag(reached)}')}",
        )
    )
    tell(str(reached), warning=True)
    await show_text(artifact_key(book, "cap"), text, "a cap was reached")
    form = caps_from(reached.key.replace(".", "_"), reached.raise_to).with_initial_data(description=text)
    await suspend(form, KEY)


def take_caps(given: object, dispatch: str, workspace: Workspace, by: str) -> None:
    """Store what the form brought, for this run alone; a form that cannot be read raises nothing.

    Args:
        dispatch: which start of the run this is.
    """
    try:
        form = CapsAnswer.model_validate(given)
    except ValidationError as error:
        tell(f"the form cannot be read: {error.errors()[0]['msg']}", warning=True)
        return
    run = Caps(max_cost_usd=float(form.max_cost_usd), max_tokens=form.max_tokens, max_calls=form.max_calls)
    chapter = Caps(
        max_cost_usd=float(form.chapter_max_cost_usd),
        max_tokens=form.chapter_max_tokens,
        max_calls=form.chapter_max_calls,
    )
    if raise_caps(workspace, run_id(), dispatch, RaisedCaps(run=run, chapter=chapter, by=by)):
        tell(f"a person raised the caps: {form.model_dump(exclude_defaults=True)}")


def _flag(reached: CapReached) -> str:
    return f"--{reached.key.replace('.', '-').replace('_', '-')} {reached.raise_to:.10g}"
