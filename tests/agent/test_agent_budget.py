"""The context budget: what is cut, in which order, and that it is always said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory_schema.book import BookConfig, parse_book
from memory_schema.contracts import CONTRACTS, Role, RoleKind
from memory_schema.errors import LimitReached
from memory_schema.lengths import ceiling_tokens
from memory_schema.pointers import Need, Pointer, Scope
from prompts.file_block import ShownText, pointer_line
from tasks.agent.budget import (
    CONCERNING_CUT,
    LEFT_OUT,
    SUMMARIES_CUT,
    Budget,
    ContextPlan,
    Offer,
    fit,
    tokens_of,
)
from tasks.agent.budget_table import budget_table
from tasks.agent.reading import Readable
from tests.agent.scripted_book import CONFIG


def offer(name: str, tokens: int, scope: Scope = Scope.BOOK, need: Need = Need.MUST, **shorter: str) -> Offer:
    """A text of about so many tokens (ceiling), in lines of 11 tokens."""
    text = ("x" * 23 + "\n") * max(1, tokens // 11)
    readable = Readable(Pointer(name=name, scope=scope, path=name, need=need), text, "h", scope is Scope.SOURCE)
    return Offer(readable, **shorter)


def budget(files: int, hard: int = 100_000) -> Budget:
    return Budget(window=hard + 5_000, system=2_000, output_reserve=3_000, target=files)


def cuts(shown: tuple[ShownText, ...]) -> dict[str, str]:
    return {item.pointer.name: item.cut for item in shown}


def test_s2s_example_the_writer_of_chapter_10() -> None:
    """S2 5.3: 21K read + 15K output + 2K system = 38K."""
    reads = {
        "output/memory/style-guide.md": 2_000,
        "output/memory/chapter-summaries.md": 9 * 1_000,
        "output/memory/glossary.md": 3_000,
        "output/memory/metaphor-registry.md": 1_000,
        "output/research/ch10-report.md": 5_000,
        "output/memory/outline.md": 1_000,
    }
    writer = CONTRACTS[Role.WRITER]
    plan = ContextPlan(reads, output_reserve=writer.output_reserve, system=2_000)
    assert (plan.read, plan.output_reserve, plan.total) == (21_000, 15_000, 38_000)
    room = Budget(200_000, plan.system, plan.output_reserve, BookConfig.model_fields["limits"].default.context_target)
    assert room.files == 32_000
    shown = fit([offer(name, tokens) for name, tokens in reads.items()], room)
    assert not any(cuts(shown).values())
    assert abs(sum(map(tokens_of, shown)) - plan.read) < 1_500


def test_the_budget_is_the_smaller_of_window_and_target() -> None:
    """PROTOCOL 3.3: min(window - system - output reserve, context target)."""
    assert Budget(10_000, 2_000, 3_000, 32_000).files == 5_000
    assert Budget(200_000, 2_000, 3_000, 32_000).files == 32_000


def test_the_strategies_come_in_their_order() -> None:
    """PROTOCOL 3.3: (1) older summaries, (2) what concerns the chapter, (4) `if room` in reverse priority."""
    offers = [
        offer("report", 2_000),
        offer("summaries", 3_000, Scope.MEMORY, shorter="short\n", shorter_cut=SUMMARIES_CUT),
        offer("glossary", 2_000, Scope.MEMORY, shorter="short\n", shorter_cut=CONCERNING_CUT),
        offer("first wish", 1_000, need=Need.IF_ROOM),
        offer("last wish", 1_000, need=Need.IF_ROOM),
    ]
    expected = [
        (12_000, set()),
        (7_500, {"summaries"}),
        (5_500, {"summaries", "glossary"}),
        (3_500, {"summaries", "glossary", "last wish"}),
        (2_500, {"summaries", "glossary", "last wish", "first wish"}),
    ]
    for room, cut in expected:
        shown = fit(offers, budget(room))
        assert {name for name, words in cuts(shown).items() if words} == cut, room
        assert sum(map(tokens_of, shown)) <= room


def test_source_files_are_shown_in_part_with_fair_shares_and_whole_lines() -> None:
    """A `must` source file over budget shows its head; small files stay whole; nothing exceeds the budget."""
    offers = [offer("outline", 500), *(offer(f"{n}.py", n, Scope.SOURCE) for n in (300, 4_000, 9_000))]
    shown = fit(offers, budget(6_000))
    by_name = {item.pointer.name: item for item in shown}
    assert not by_name["outline"].cut
    assert not by_name["300.py"].cut
    for name in ("4000.py", "9000.py"):
        item = by_name[name]
        assert item.cut == f"shown: lines 1-{item.last} of {item.lines}; page the rest with read_file"
        assert item.text.count("\n") == item.last > 50
        assert item.text == offers[0].readable.text[:24] * item.last
    assert 5_000 < sum(map(tokens_of, shown)) <= 6_000


def test_a_long_draft_pushes_no_line_of_source_out_that_the_window_holds() -> None:
    """R1 is shown the same head as the researcher, whatever stands beside: else it begins otherwise and pays anew."""
    source = offer("a.py", 9_000, Scope.SOURCE)
    heads = [
        fit([offer("draft", draft), source], replace(budget(6_000), sources=3_000))[-1] for draft in (10, 2_500, 5_500)
    ]
    assert len({head.text for head in heads}) == 1
    tight = fit([offer("draft", 5_500), source], replace(budget(6_000, hard=7_000), sources=3_000))
    assert sum(map(tokens_of, tight)) <= 7_000


def test_a_source_file_without_any_room_is_left_to_the_tools() -> None:
    """Nothing is shown, and the pointer list says how to get it."""
    shown = fit([offer("report", 3_000), offer("a.py", 4_000, Scope.SOURCE)], budget(3_100))
    assert shown[1].last == 0
    assert shown[1].cut == LEFT_OUT
    assert pointer_line(shown[1]).endswith(f"— {LEFT_OUT}")


def test_must_texts_of_the_book_are_never_cut() -> None:
    """Over the target they are shown whole while the window holds them; beyond it the error says what to do."""
    offers = [offer("draft", 5_000), offer("review", 4_000), offer("wish", 500, need=Need.IF_ROOM)]
    shown = fit(offers, budget(6_000))
    assert cuts(shown) == {"draft": "", "review": "", "wish": LEFT_OUT}
    with pytest.raises(LimitReached, match=r"largest: draft.*model\.window"):
        fit(offers, budget(6_000, hard=8_000))


def test_an_empty_file_is_said_to_be_empty() -> None:
    """Every pointer that is not shown says why."""
    empty = Offer(Readable(Pointer(name="__init__.py", scope=Scope.SOURCE, path="__init__.py"), "", "h", True))
    assert cuts(fit([empty], budget(1_000))) == {"__init__.py": "the file is empty"}


def test_the_table_of_docs_has_a_row_for_every_role_that_asks_a_model() -> None:
    """docs/protocol.md shows the budget per role; the figures are those that `prepare` uses."""
    config = parse_book(CONFIG)
    rows = {row.role: row for row in budget_table(config)}
    assert set(rows) == {c.role for c in CONTRACTS.values() if c.kind is not RoleKind.CODE}
    for role, row in rows.items():
        assert row.output_reserve == CONTRACTS[role].output_reserve
        assert 1_000 < row.system < 6_000
        assert row.files == min(config.model.window - row.system - row.output_reserve, config.limits.context_target)


def test_token_counts_are_ceilings() -> None:
    """FACTS: gating counts with the ceiling, so that a prompt that fits the plan fits the window."""
    shown = fit([offer("a", 1_000)], budget(5_000))[0]
    assert tokens_of(shown) >= ceiling_tokens(shown.text)
