"""The memory keeper: what later chapters must remember of a final, taken from its own sentences (PROTOCOL 8)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory_schema.conventions import (
    anchor_of,
    chapter_links,
    defined_terms,
    headings,
    metaphors_in,
    normal_term,
    without_marks,
)
from memory_schema.entries import CrossReference, Look, MemoryProposal, Metaphor, Summary, Term
from memory_schema.fences import inline_code
from memory_schema.lengths import length
from memory_schema.notes import Confidence, StructuredNote
from memory_schema.views import parse_glossary
from tasks.offline.chapter_reading import Chapter, read_chapter, sentences
from tasks.offline.keeper_summary import bare_heading, plain_sentence, summary_of
from tasks.offline.merge_memory import memory_page
from tasks.offline.merged_parts import is_part
from tasks.offline.reply import Reply
from tasks.offline.request import Brief

FINAL = "-final.md"
_AHEAD = re.compile(r"next chapter|later chapter|下一章|后面的章节|后文", re.IGNORECASE)
_DEFINITION = re.compile(r"[A-Z]\w+(?:\.[a-z]\w*)?|[a-z]\w*_\w+")
"""A class, a method of a class, or a function of several words; a local name is no knowledge."""
_GOES_ON = re.compile(r"(?:It|They|That|This|These|Its)\b|它|这|其")
_SHORT = 60
_DEFINES = re.compile(r"\b(?:is|are|means|holds|names|keeps|stands for|calls?)\b|是|指|表示|叫|称")


def answer(brief: Brief) -> Reply:
    """Propose the memory of a chapter; nothing that the chapter does not say."""
    final = brief.text(FINAL)
    chapter = read_chapter(final)
    zh = brief.chinese
    glossary = _terms(final, chapter, brief)
    metaphors = tuple(
        Metaphor(concept=use.concept, metaphor=use.metaphor, limits=use.limits) for use in metaphors_in(final)
    )
    references = _references(final, brief)
    core = summary_of(chapter, brief.language, characters=brief.counts_characters)
    if not core and is_part(brief):
        core = "这一部分没有本章的文字。" if zh else "No line of the chapter stands in this part."
    none: dict[str, str] = {}
    for kind, items, english, chinese in (
        ("glossary", glossary, "defines no term of its own", "本章没有定义新术语"),
        ("metaphors", metaphors, "uses no picture", "本章没有用比方"),
        ("cross_references", references, "links to no other chapter", "本章没有链接到其他章节"),
    ):
        if not items:
            none[kind] = f"none, because {chinese if zh else f'the chapter {english}'}"
    proposal = MemoryProposal(
        summary=Summary(
            core=core,
            terms=tuple(term.term for term in glossary),
            metaphors=tuple(item.metaphor for item in metaphors),
            looks_back=_looks(final, brief, back=True),
            looks_ahead=_looks(final, brief, back=False),
            reader_knows=_knows(chapter, zh),
        ),
        glossary=glossary,
        metaphors=metaphors,
        cross_references=references,
        none=none,
    )
    return Reply(memory_page(brief, proposal), _note(brief, proposal, chapter, core))


def _terms(final: str, chapter: Chapter, brief: Brief) -> tuple[Term, ...]:
    known = {normal_term(term.term) for term in parse_glossary(brief.text("glossary.md"))}
    found = []
    for term in defined_terms(final):
        sentence = _defining_sentence(term, chapter)
        translation = re.search(rf"\*\*{re.escape(term)}\*\*\s*[(（]([^()（）]{{1,40}})[)）]", final)
        again = normal_term(term) in known
        found.append(
            Term(
                term=term,
                translation=translation[1] if translation and brief.language.split("-")[0] != "en" else "",
                definition=plain_sentence(sentence),
                caution=("前文已有定义" if brief.chinese else "an earlier chapter defines it too") if again else "",
            )
        )
    return tuple(found)


def _defining_sentence(term: str, chapter: Chapter) -> str:
    """The sentence in which the term stands in bold, and the next where it defines nothing and the next goes on."""
    for section in (chapter.opening, *chapter.sections):
        for paragraph in section.paragraphs:
            if paragraph.startswith(("*Picture it", "*打个比方")):
                continue
            parts = sentences(paragraph)
            for at, sentence in enumerate(parts):
                if f"**{term}**" in sentence:
                    follows = parts[at + 1] if at + 1 < len(parts) else ""
                    short = len(sentence) < _SHORT and not _DEFINES.search(sentence.split(f"**{term}**")[-1])
                    goes_on = short and bool(_GOES_ON.match(follows)) and "**" not in follows
                    return f"{sentence} {follows}" if goes_on else sentence
    return ""


def _references(final: str, brief: Brief) -> tuple[CrossReference, ...]:
    heads = [heading for heading in headings(final) if heading.level > 1]
    rows = final.split("\n")
    found: dict[tuple[str, int, str], CrossReference] = {}
    for link in chapter_links(final):
        if link.chapter == brief.chapter:
            continue
        above = [heading for heading in heads if heading.line <= link.line]
        title = next((h.text for h in headings(final) if h.level == 1), "")
        start = without_marks(above[-1].text if above else title)
        why = next((s for s in sentences(_paragraph(rows, link.line)) if f"[{link.text}](" in s), link.text)
        found.setdefault(
            (start, link.chapter, link.anchor),
            CrossReference(
                from_heading=start, to_chapter=link.chapter, to_heading=link.anchor, why=plain_sentence(why)[:200]
            ),
        )
    return tuple(found.values())


def _looks(final: str, brief: Brief, *, back: bool) -> tuple[Look, ...]:
    found: dict[int, Look] = {}
    here = brief.chapter or 0
    rows = final.split("\n")
    for link in chapter_links(final):
        if (link.chapter < here) is back and link.chapter != here:
            context = next((s for s in sentences(_paragraph(rows, link.line)) if f"[{link.text}](" in s), link.text)
            found.setdefault(link.chapter, Look(chapter=link.chapter, what=plain_sentence(context)[:200]))
    ahead = (
        None if back or found else next((s for s in reversed(read_chapter(final).sentences) if _AHEAD.search(s)), None)
    )
    if ahead:
        found[here + 1] = Look(chapter=here + 1, what=plain_sentence(ahead)[:200])
    return tuple(found[number] for number in sorted(found))


def _knows(chapter: Chapter, zh: bool) -> tuple[str, ...]:
    """What a reader of the chapter can say: per section, the part that its main definitions play."""
    found = []
    for section in chapter.body_sections[:5]:
        bare = bare_heading(section.heading)
        told = [name for name in inline_code(section.heading) if name not in bare]
        told += [name for name in section.names if _DEFINITION.fullmatch(name) and name not in told]
        names = [f"`{name}`" for name in told if f"`{name}`" not in bare][:2]
        if zh:
            found.append(f"{bare}：能说清 {'、'.join(names)} 的作用" if names else f"能复述「{bare}」")
        elif len(names) == 2:
            found.append(f"{bare}: the parts that {names[0]} and {names[1]} play")
        else:
            found.append(f"{bare}: the part that {names[0]} plays" if names else f"can retell: {bare}")
    return tuple(found)


def _paragraph(rows: Sequence[str], line: int) -> str:
    first = last = line - 1
    while first > 0 and rows[first - 1].strip():
        first -= 1
    while last + 1 < len(rows) and rows[last + 1].strip():
        last += 1
    return "\n".join(rows[first : last + 1])


def _note(brief: Brief, proposal: MemoryProposal, chapter: Chapter, core: str) -> StructuredNote:
    size = length(core, brief.language)
    least = 200 if brief.counts_characters else 120
    undefined = [term.term for term in proposal.glossary if not term.definition]
    issues = [f"{term}: no sentence of the chapter defines it" for term in undefined[:4]]
    short = size < least and not is_part(brief)
    issues += [f"the chapter is too short for a summary of {least}: it has {size}"] if short else []
    dead = [r for r in proposal.cross_references if r.to_heading and r.to_heading != anchor_of(r.to_heading)]
    issues += [f"check the anchor {r.to_heading} of chapter {r.to_chapter}" for r in dead[:2]]
    return StructuredNote(
        conclusion=f"append chapter {brief.chapter} ({chapter.title}): {len(proposal.glossary)} terms, "
        f"{len(proposal.metaphors)} metaphors, {len(proposal.cross_references)} references"[:190],
        evidence=(f"summary of {size}", *(f"term: {term.term}" for term in proposal.glossary[:3])),
        file_refs=(brief.output,),
        open_issues=tuple(issues),
        confidence=Confidence.HIGH if chapter.sections and not undefined else Confidence.MEDIUM,
    )
