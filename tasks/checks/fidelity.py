"""Fidelity: what a chapter shows and names of the source is really there."""

from __future__ import annotations

from tasks.checks.chapter_text import ChapterText
from tasks.checks.code_names import check_code_names
from tasks.checks.diagrams import check_diagram_names
from tasks.checks.example_calls import check_example_calls
from tasks.checks.example_names import check_example_names
from tasks.checks.examples import check_examples
from tasks.checks.expressions import check_expressions
from tasks.checks.named_places import check_named_places
from tasks.checks.options import check_options
from tasks.checks.parameter_tables import check_parameter_tables
from tasks.checks.place_tables import check_place_tables
from tasks.checks.quotations import check_quotations
from tasks.checks.quoted_blocks import CHECK, check_quoted_blocks
from tasks.checks.result import CheckResult, bounded, merged
from tasks.checks.settings_keys import check_settings_keys
from tasks.checks.signatures import check_signatures
from tasks.checks.source_index import Source, index_of
from tasks.checks.stated_facts import check_stated_facts
from tasks.checks.stated_lines import check_stated_lines
from tasks.checks.stated_values import check_stated_values
from tasks.checks.strange_characters import check_strange_characters

CHECKS = (
    check_quoted_blocks,
    check_named_places,
    check_code_names,
    check_strange_characters,
    check_signatures,
    check_stated_values,
    check_stated_facts,
    check_parameter_tables,
    check_place_tables,
    check_diagram_names,
    check_stated_lines,
    check_expressions,
    check_quotations,
    check_options,
    check_settings_keys,
    check_examples,
    check_example_calls,
    check_example_names,
)
"""What is compared with the source, in order of display; each takes the text and the index."""


def check_fidelity(text: str | ChapterText, source: Source) -> CheckResult:
    """Check quoted blocks, places and names of a chapter against the source.

    Args:
        text: the chapter's Markdown.
        source: the view that prompts were made of, or texts by path, or a shared `SourceIndex`.

    Returns:
        Findings by `check:fidelity`, `check:signatures`, `check:statements`, `check:options` and
        `check:examples`, and the counts "quoted blocks", "exact", "elided", "mismatches" (blocks with a ❌), "places",
        "wrong places" (❌), "names", "unknown names", "signatures", "statements", "stated lines", "expressions",
        "quotations", "options", "settings keys", "imports", "names of diagrams".

    Raises:
        SourceChanged: a file is not what the view's manifest pins.
    """
    chapter = text if isinstance(text, ChapterText) else ChapterText(text)
    index = index_of(source)
    parts = merged(check(chapter, index) for check in CHECKS)
    return CheckResult(bounded(CHECK, (*chapter.bounds(CHECK), *parts.findings)), parts.counts)
