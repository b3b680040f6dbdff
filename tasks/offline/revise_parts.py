"""Parts that a chapter must have: an opening of the right length, a recap, a bridge."""

from __future__ import annotations

import re

from memory_schema.conventions import headings
from memory_schema.fences import scan
from memory_schema.lengths import length
from memory_schema.writing_rules import rules_for
from tasks.offline.prose_language import Prose
from tasks.offline.prose_voice import Voice
from tasks.offline.write_manuscript import listed, opened
from tasks.offline.write_paragraphs import paragraphs
from tasks.offline.write_plan import ChapterPlan

_RECAP = re.compile(r"recap|summar|looking back|takeaway|to remember|in short|小结|回顾|总结|要点", re.IGNORECASE)
_BRIDGE = re.compile(r"next chapter|following chapter|next comes|\bnext:|下一章", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`*“\[])|(?<=[。！？])")


def fit_opening(text: str, plan: ChapterPlan, prose: Prose, language: str, *, cjk: bool) -> tuple[str, list[str]]:
    """Bring the text before the first H2 to its length: facts are added, or last sentences dropped."""
    heads = headings(text)
    title = next((head for head in heads if head.level == 1), None)
    first = next((head for head in heads if head.level == 2), None)
    if title is None or first is None:
        return text, []
    lines = text.split("\n")
    opening = "\n".join(lines[title.line : first.line - 1])
    least, most = rules_for(language).hook
    now = length(opening, language)
    if least * 0.9 <= now <= most * 1.1 or scan(opening)[1]:
        return text, []
    said = [one.strip() for one in _SENTENCE.split(prose.space.join(opening.split("\n"))) if one.strip()]
    if now < least:
        said = opened(said, prose.hook(plan, Voice(plan.number)), prose, language, cjk=cjk)
    while len(said) > 1 and length(prose.space.join(said), language) > most:
        said.pop()
    if length(prose.space.join(said), language) == now:
        return text, []
    block = "\n\n".join(paragraphs(said, prose.width, prose.space))
    lines[title.line : first.line - 1] = ["", *block.split("\n"), ""]
    return "\n".join(lines), [f"the opening went from {now} to {length(block, language)}"]


def add_missing_parts(text: str, plan: ChapterPlan, prose: Prose) -> tuple[str, list[str]]:
    """A recap when none of the last two sections is one; a bridge when nothing leads on."""
    done: list[str] = []
    title, items, bridge = prose.recap(plan, Voice(plan.number))
    second = [head for head in headings(text) if head.level == 2]
    if not any(_RECAP.search(head.text) for head in second[-2:]):
        text = f"{text.rstrip()}\n\n## {title}\n\n{listed(items, prose)}\n"
        done.append("added a recap")
    tail = "\n".join(text.rstrip().split("\n")[-12:])
    follows = plan.background.outline.following
    if follows is not None and f"ch{follows.number:02d}.md" not in tail and not _BRIDGE.search(tail):
        text = f"{text.rstrip()}\n\n{chr(10).join(paragraphs(map(prose.tidy, bridge), prose.width, prose.space))}\n"
        done.append(f"added the bridge to chapter {follows.number}")
    return text, done
