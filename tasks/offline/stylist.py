"""The stylist: the book's voice and the numbers of PROTOCOL 7, as a guide for people.

The guide says nothing that an appended chapter would change: every draft rests on it (PROTOCOL 4).
"""

from __future__ import annotations

from memory_schema.errors import OutlineError
from memory_schema.notes import Confidence, StructuredNote
from memory_schema.outline import Outline
from memory_schema.outline_markdown import parse_outline
from tasks.offline.merged_parts import is_part
from tasks.offline.reply import Reply
from tasks.offline.request import Brief

_METAPHOR_EN = "*Picture it:* a **concept** is like *something everyday*: what follows; the picture stops where ..."
_METAPHOR_ZH = "*打个比方：* **概念** 就像 *日常事物*：由此得到什么；这个比方到……为止。"


def answer(brief: Brief) -> Reply:
    """Write the style guide for the outline that is shown."""
    try:
        outline: Outline | None = parse_outline(brief.text("outline.md"))
    except OutlineError:
        # Lines from the middle of an outline are none: the guide of the part that holds its beginning says the rest.
        outline = None
    body = _chinese(brief, outline) if brief.chinese else _english(brief, outline)
    terms = [term for plan in (outline.kept if outline else ()) for term in plan.terms]
    note = StructuredNote(
        conclusion=f"write every chapter to {brief.number('chapters.words', 1800)} "
        f"{'characters' if brief.counts_characters else 'words'}, voice for: {brief.value('readers.audience')}"[:198],
        evidence=(f"{len(outline.kept) if outline else 0} chapters planned", f"{len(terms)} terms planned"),
        file_refs=(brief.output,),
        open_issues=()
        if outline or is_part(brief)
        else ("the outline could not be read; the guide holds the defaults only",),
        confidence=Confidence.HIGH if outline or is_part(brief) else Confidence.LOW,
    )
    return Reply(body, note)


def _english(brief: Brief, outline: Outline | None) -> str:
    words = brief.number("chapters.words", 1800)
    audience = brief.value("readers.audience") or "programmers who want to know how the code works"
    book = outline.title if outline else brief.book
    least, most = round(words * 0.8), round(words * 1.2)
    rows = [
        "# Style guide",
        "",
        f"*{book}* is written for {audience}. It speaks to one colleague at a time, calmly, and in the present tense:",
        "what the code does, then why, then what happens when it fails. It never praises the code and never",
        "apologises for it.",
        "",
        "## Voice",
        "",
        "- Say `you` to the reader; say `we` never.",
        "- Name the thing. Not this: *the component handles the data*. But this: *`read` returns one frame a call*.",
        "- Reasons before rules. Not this: *always close the file*. But this: *an open handle keeps the name alive*.",
        "- A hard idea comes after its example: first the quoted lines, then the name for what they do.",
        "",
        "## Terms, pictures, links",
        "",
        "- Bold is kept for a term where it is defined, as in `**token stream**`; afterwards the same name, plain.",
        f"- A metaphor stands on a line of its own: `{_METAPHOR_EN}` One picture a concept, none for two.",
        "- Other chapters are Markdown links: `[text](chXX.md)`, with an anchor where a section is meant.",
    ]
    if outline and outline.kept:
        first = outline.kept[0]
        rows += ["", "## This book", "", f'- It begins at "{first.title}".']
        rows += [f"- Its first terms, spelt so: {', '.join(first.terms[:8])}."] if first.terms else []
    rows += [
        "",
        "## Rules",
        "",
        "- One H1, the title of the chapter. 3 to 6 H2. H3 where it helps, never H4.",
        "- An opening of 80 to 120 words before the first H2, from a question or a situation.",
        '- Never "this chapter introduces".',
        "- Paragraphs of at most 5 lines of about 100 characters.",
        "- Code blocks of at most 30 lines, with language and `path:start-end`, quoted byte for byte from the report.",
        f"- Length {words} words, 20 % more or less ({least} to {most}), code excluded.",
        "- A recap before the end, and after it a bridge to the next chapter.",
        "- Diagrams are Mermaid fences.",
        "- No sentence stands twice in the book.",
    ]
    return "\n".join(rows)


def _chinese(brief: Brief, outline: Outline | None) -> str:
    words = brief.number("chapters.words", 1800)
    audience = brief.value("readers.audience")
    book = outline.title if outline else brief.book
    rows = [
        "# 风格指南",
        "",
        f"《{book}》的读者是：{audience or '想弄懂代码内部的程序员'}。语气像同事当面讲解：先说代码做什么，",
        "再说为什么这样做，最后说出错时会怎样。不夸奖代码，也不替它道歉。",
        "",
        "## 语气",
        "",
        "- 称读者为“你”，不用“我们”。",
        "- 直呼其名。不写“该组件处理数据”，要写“`read` 每次返回一帧”。",
        "- 先讲原因再讲规矩。不写“务必关闭文件”，要写“句柄不关，旧名字就一直被占着，所以要关”。",
        "- 难懂的概念放在例子之后：先看引用的代码，再给它名字。",
        "",
        "## 术语、比方与链接",
        "",
        "- 粗体只用于术语第一次定义之处，并在括号里给出译名，如 `**token stream**（词元流）`；此后名字不变，不再加粗。",
        f"- 比方单独成行，写法如下：`{_METAPHOR_ZH}` 一个概念只用一个比方，一个比方只用一次。",
        "- 指向其他章节用链接：`[文字](chXX.md)`，需要时带上小节锚点。",
    ]
    if outline and outline.kept:
        first = outline.kept[0]
        rows += ["", "## 本书", "", f"- 全书始于「{first.title}」。"]
        rows += [f"- 最先用到的术语，写法如下：{'、'.join(first.terms[:8])}。"] if first.terms else []
    rows += [
        "",
        "## Rules",
        "",
        "- 一级标题恰好一个，即章名；二级标题三到六个；可用三级标题，不用四级标题。",
        "- 第一个二级标题之前有 200 到 300 字的开篇，从一个具体的问题或场景写起。不写“本章介绍”。",
        "- 每段不超过 5 行，每行约 45 字。",
        "- 代码块不超过 30 行，注明语言与 `path:start-end`，逐字引自研究报告。",
        f"- 篇幅 {words} 字，上下浮动百分之二十（{round(words * 0.8)} 到 {round(words * 1.2)} 字），代码不计。",
        "- 结尾先回顾，再过渡到下一章。",
        "- 图一律用 Mermaid。",
        "- 同一句话全书只出现一次。",
    ]
    return "\n".join(rows)
