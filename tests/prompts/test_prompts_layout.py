"""The layout of a prompt: what several roles read stands first, and every role keeps to its contract."""

from __future__ import annotations

import itertools

import pytest

from memory_schema.contracts import CONTRACTS, Access, Resource, RoleKind
from memory_schema.pointers import Need, Pointer, Scope
from prompts.file_block import ShownText, shown_whole
from prompts.layout import DRAFT, GROUPS, Group, groups_of, laid_out


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_a_group_names_only_what_each_of_its_roles_reads_alike(group: Group) -> None:
    """PROTOCOL 2 decides who sees what: the same part, as a `must` or as `if room` for all, or no shared bytes."""
    for resource in group.resources:
        reads = [[r for r in CONTRACTS[role].reads if r.resource is resource] for role in group.roles]
        assert all(len(found) == 1 for found in reads), resource
        assert len({(found[0].access, found[0].need) for found in reads}) == 1, resource
    assert len(group.roles) > 1
    assert all(CONTRACTS[role].kind is not RoleKind.CODE for role in (*group.roles, *group.between))


def test_the_groups_of_a_role_begin_alike_for_all_who_share_the_later_one() -> None:
    """A group that stands second shares nothing unless the first is shared by the same roles."""
    for earlier, later in itertools.combinations(GROUPS, 2):
        if set(earlier.roles) & set(later.roles):
            assert set(later.roles) <= set(earlier.roles), (earlier.name, later.name)


def pointer(name: str, resource: Resource, need: Need = Need.MUST) -> Pointer:
    return Pointer(name=name, scope=Scope.BOOK, path=name, resource=resource.value, need=need)


def test_shared_texts_stand_first_and_nothing_is_lost() -> None:
    """The order of a group, whatever the order of priority; texts without lines have no block."""
    role = DRAFT.roles[-1]
    shown = [
        shown_whole(pointer("review", Resource.REVIEW, Need.IF_ROOM), "r\n"),
        shown_whole(pointer("outline", Resource.OUTLINE), "o\n"),
        ShownText(pointer("gone", Resource.GUIDANCE), "", 3, 0, 0),
        shown_whole(pointer("draft", Resource.DRAFT), "d\n"),
    ]
    placed, ends = laid_out(role, shown)
    assert [item.pointer.name for item in placed] == ["draft", "outline", "review"]
    assert [(group.name, end) for group, end in ends] == [("draft", 1), ("panel", 3)]


def test_without_the_first_group_the_later_ones_are_not_shared() -> None:
    """A request that lacks the draft begins differently, so the panel's texts are nobody else's beginning."""
    role = DRAFT.roles[-1]
    placed, ends = laid_out(role, [shown_whole(pointer("outline", Resource.OUTLINE), "o\n")])
    assert len(placed) == 1
    assert ends == ()


def test_every_reviewer_of_a_draft_but_r1_begins_with_it() -> None:
    """R1 begins with the source, which R2 and R3 must not see; everybody else who judges a draft shares it."""
    judging = {
        role
        for role, contract in CONTRACTS.items()
        if contract.kind is not RoleKind.CODE
        and any(r.resource is Resource.DRAFT and r.access is Access.WHOLE for r in contract.reads)
        and not role.value.startswith("writer")
    }
    assert {role.value for role in judging - set(DRAFT.roles)} == {"r1"}
    assert [group.name for group in groups_of(next(iter(judging - set(DRAFT.roles))))] == ["sources"]
