"""Where each text of a request stands: what other roles read too comes first, byte for byte the same.

A server that caches prompts reads a request again only as far as it equals an earlier one from its
first byte. So the texts of a group stand in front, in the group's order; what differs by role (pointer
list, ticket, task) stands last. Which text is important says the pointer list, not the place.

What a role may see is the contract's business alone (PROTOCOL 2): a group names what its roles read in
any case. R1 shares the source files with the researcher, not the draft with the other reviewers, since
no request can begin with both and R2 and R3 must not see the source.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory_schema.contracts import Resource, Role
from prompts.file_block import ShownText


@dataclass(frozen=True)
class Group:
    """Texts that several roles begin their requests with.

    `between` are the roles that work between two uses, one after the other: they decide how long a
    cache must live. `uses` is how often the texts are expected to be read within that life. `later`
    are those between the uses of all but the first role, where these are others.
    """

    name: str
    resources: tuple[Resource, ...]
    roles: tuple[Role, ...]
    uses: int
    between: tuple[Role, ...] = ()
    later: tuple[Role, ...] = ()

    def roles_between(self, role: Role) -> tuple[Role, ...]:
        """Who works between a role's use of the texts and the next one."""
        return self.later if self.later and role is not self.roles[0] else self.between


SOURCES = Group(
    "sources",
    (Resource.SOURCE_FILES,),
    (Role.RESEARCHER, Role.R1),
    # R1 reads them again in the usual second round.
    uses=3,
    # Research runs one chapter ahead, so the rest of the chapter before lies between.
    between=(Role.R1, Role.RS, Role.EDITOR, Role.WRITER_FINALISING, Role.KEEPER, Role.WRITER),
    later=(Role.WRITER_REVISING,),
)
REPORT = Group(
    "report",
    (Resource.STYLE_GUIDE, Resource.REPORT),
    (Role.WRITER, Role.WRITER_REVISING, Role.WRITER_FINALISING),
    uses=3,
    between=(Role.WRITER, Role.R1, Role.RS, Role.EDITOR),
)
DRAFT = Group("draft", (Resource.DRAFT,), (Role.R2, Role.R3, Role.RS, Role.RE, Role.RH), uses=5, between=(Role.R1,))
PANEL = Group("panel", (Resource.OUTLINE, Resource.REVIEW), (Role.RS, Role.RE, Role.RH), uses=3)
PROPOSAL = Group("proposal", (Resource.PROPOSAL,), (Role.ADVOCATE, Role.OUTLINE_R3), uses=2)

GROUPS = (SOURCES, REPORT, DRAFT, PANEL, PROPOSAL)
"""In the order in which a request begins with them; a role is in a row of groups that begin alike."""


def groups_of(role: Role) -> tuple[Group, ...]:
    """The groups whose texts a role's request begins with, in order."""
    return tuple(group for group in GROUPS if role in group.roles)


def laid_out(role: Role, shown: Sequence[ShownText]) -> tuple[tuple[ShownText, ...], tuple[tuple[Group, int], ...]]:
    """The shown texts in the order of the request, and where each shared group ends.

    Args:
        shown: what of each pointer's text is shown, in order of priority; others have no block.

    Returns:
        The texts that have a block, and for each group with a text: the group and how many blocks end it.
    """
    left = [item for item in shown if item.last]
    placed: list[ShownText] = []
    ends: list[tuple[Group, int]] = []
    for group in groups_of(role):
        names = [resource.value for resource in group.resources]
        found = sorted(
            (item for item in left if item.pointer.resource in names),
            key=lambda item: names.index(item.pointer.resource),
        )
        if not found:
            # The groups after this one would not begin alike.
            break
        placed += found
        left = [item for item in left if item not in found]
        ends.append((group, len(placed)))
    return (*placed, *left), tuple(ends)
