"""What the receipts of a book say of its making, for the preface and the colophon."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from memory_schema.paths import RECEIPTS, Output, public_name
from memory_schema.receipts import Author, Receipt
from memory_schema.selection import Selector
from memory_schema.works import read_receipt
from memory_schema.workspace import Workspace
from tasks.checks.verify import VerifyReport, total, verify_text
from tasks.press.manuscript import Making
from tasks.source.view import SourceView

_DRAFTS = frozenset({"writer", "writer-revising"})
_REVIEWS = frozenset({"r1", "r2", "r3"})


def making_of(selector: Selector, view: SourceView) -> Making:
    """Count what stands: only receipts whose text lies on disk, so that a resumed run counts the same.

    Raises:
        SourceChanged: a quoted file is not what the view's manifest pins.
    """
    workspace = selector.workspace
    standing = list(_standing_receipts(workspace))
    by_model = [receipt for receipt in standing if receipt.author is Author.MODEL]
    usage = [receipt.usage for receipt in by_model]
    costs = [receipt.cost_usd for receipt in by_model]
    names = [public_name(Output.FINAL, plan.number) for plan in selector.outline().kept]
    proof = total("book", [_verified(name, workspace.read(name), view) for name in names if workspace.exists(name)])
    finals = [read_receipt(workspace, name, workspace.read_or(name)) for name in names]
    return Making(
        agents=len(by_model),
        calls=sum(one.calls for one in usage),
        rounds=sum(receipt.role in _DRAFTS for receipt in by_model),
        reviews=sum(receipt.role in _REVIEWS for receipt in by_model),
        receipts=len(standing),
        finals_with_receipt=sum(receipt is not None for receipt in finals),
        quotes=proof.quotes,
        exact_quotes=proof.exact,
        places=proof.places,
        mismatches=proof.mismatched + proof.wrong_places,
        models=tuple(Counter(receipt.model for receipt in by_model).most_common()),
        human_edits=sum(receipt.author is Author.HUMAN for receipt in standing),
        input_tokens=sum(one.input for one in usage),
        output_tokens=sum(one.output for one in usage),
        cost_usd=None if any(cost is None for cost in costs) else sum(cost or 0.0 for cost in costs),
    )


@lru_cache(maxsize=512)
def _verified(name: str, text: str, view: SourceView) -> VerifyReport:
    """A final against the pinned source, once a run: the pages are printed anew after every chapter."""
    return verify_text(name, text, view)


def _standing_receipts(workspace: Workspace) -> Iterator[Receipt]:
    """The receipts of texts that lie on disk as the receipt says; public copies and the pages left out."""
    outputs = dict.fromkeys(name.rsplit("/", 1)[0] for name in workspace.walk(RECEIPTS) if name.endswith(".json"))
    for folder in outputs:
        output = f"output/{folder.removeprefix(f'{RECEIPTS}/')}"
        if output.startswith("output/publish/"):
            continue
        receipt = read_receipt(workspace, output, workspace.read_or(output))
        if receipt is not None and not receipt.copy_of:
            yield receipt
