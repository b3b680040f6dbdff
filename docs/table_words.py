"""What the generated tables say beside names and numbers, by the member that each line explains.

Every mapping is read by its enumeration or class tree: a member without words is a KeyError, so that no
table can lack a row.
"""

from __future__ import annotations

from collections.abc import Mapping

from memory_schema import errors
from memory_schema.answers import Decision
from memory_schema.blocks import BlockReason
from memory_schema.findings import Severity
from memory_schema.receipts import Cause, State
from memory_schema.steps import Step

STATES = {
    State.MISSING: "there is no file",
    State.FRESH: "there is a receipt for exactly this text, and everything it was made from is unchanged",
    State.STALE: "the text is complete, but something that it was made from has moved; the cause is named",
    State.EDITED: "the text has no receipt, so a person wrote it; it is kept and used as it is",
    State.BLOCKED: "the chapter needs a person; see `sourcebook answer`",
}
CAUSES = {
    Cause.SOURCE: ("a source file that it reads has changed", "yes"),
    Cause.CONFIG: ("a declared key of `book.toml`, or the revision of the contract, has changed", "yes"),
    Cause.UPSTREAM: ("an output that it reads has changed or will be made anew", "yes"),
    Cause.MEMORY: ("what it may see of earlier chapters' memory has changed", "only with `--memory`"),
}
SEVERITIES = {
    Severity.MUST: "an error; from code, R1 or R3 it opens another round",
    Severity.SHOULD: "a fault that the final must mend or answer",
    Severity.COULD: "a suggestion; stops nothing",
    Severity.OK: "looked at and found right",
}
STEPS = {
    Step.RESEARCH: "read the source again",
    Step.DRAFT: "keep the report, write round 1 anew",
    Step.REVIEW: "keep the newest draft, check and review it anew",
    Step.PANEL: "keep the reviews, ask the three readers again",
    Step.EDIT: "keep the panel, let the editor decide again",
    Step.FINALISE: "keep the decision, write the final anew",
    Step.REMEMBER: "keep the final, propose the memory anew",
}
DECISIONS = {
    Decision.APPROVE: ("outline", "`sourcebook approve BOOK`", "freeze it as it lies on disk"),
    Decision.REVISE: ("outline", '`sourcebook approve BOOK --revise "TEXT"`', "the architect revises it once more"),
    Decision.REJECT: ("outline", "`sourcebook approve BOOK --reject`", "the plan begins anew"),
    Decision.ACCEPT: ("chapter", "`sourcebook answer BOOK N accept`", "go on with the open issues"),
    Decision.RETRY: ("chapter", '`sourcebook answer BOOK N retry --guidance "TEXT"`', "try again with guidance"),
    Decision.STOP: ("chapter", "`sourcebook answer BOOK N stop`", "the chapter stays blocked"),
}
BLOCKS = {
    BlockReason.REVISIONS: "`review.max_revisions` revisions were made and an error is still there",
    BlockReason.VERDICT: "a reviewer's verdict stayed unreadable after the stronger model was asked",
    BlockReason.FINAL: "code found an error in the final, and again in the second try",
    BlockReason.CALLS: "the model failed three times in a row; a later run tries again by itself",
    BlockReason.EDITOR: "the editor read the notes and decided to ask",
    BlockReason.AUDIT: "the whole book was checked and this chapter has an error",
}
EXITS: Mapping[type[errors.SourcebookError], str] = {
    errors.SourcebookError: "`verify`: a quote or a place is not true to the source",
    errors.InputError: "wrong input; nothing was spent and nothing was written",
    errors.StateError: "the book waits for a person, is held by another run, or its memory is damaged",
    errors.AccessRefused: "the gate refused a read or a write outside the contract",
    errors.AgentError: "a model call failed, or a limit was reached",
    errors.CapReached: "a cap of dollars, tokens or calls was reached; the line names the command to go on",
}
