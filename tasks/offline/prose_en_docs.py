"""English docstrings as material for sentences: cleaned, cut into sentences, turned into clauses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from tasks.offline.prose_en_verbs import VERBS, base_form, conjugated, third_person
from tasks.offline.report_facts import SymbolFacts

_ROLE = re.compile(r":[a-z:]+:`~?(?:[^`<]*<)?([^`<>]+)>?`")
_NUMBERED = re.compile(r":(pep|rfc):`(\d+)[^`]*`")
_LINKED = re.compile(r"`([^`<>]+?)\s*<[^`<>]+>`__?")
_DOUBLE = re.compile(r"``([^`]+)``")
_CODE_TAG = re.compile(r"\{@(?:code|literal|value)\s*(?P<said>[^{}]*)\}")
_LINK_TAG = re.compile(r"\{@link(?:plain)?\s+#?(?P<said>[^\s{}(]+(?:\([^(){}]*\))?)\s*(?P<label>[^{}]*)\}")
_HTML_TAG = re.compile(
    r"</?(?:p|b|i|em|strong|code|tt|ul|ol|li|br|h[1-6]|a|summary|remarks|para|c)\b[^<>]*>"
    r"|<(?:see|paramref) \w+=\"(?:[A-Z]:)?(?P<said>[^\"]*)\"\s*/>"
)
_SECTION = re.compile(
    r"^\s*(Args|Arguments|Parameters|Returns|Return|Yields|Raises|Example|Examples|Note|Notes|Usage)\s*:?\s*$"
)
_FIELD = re.compile(r"^\s*(:\w+(?: [^:`]+)?:(?!`)|@\w+|\.\. )")
_LISTED = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+\S")
_THIS = re.compile(
    r"^This (?:\w+ )?(?:function|method|class|decorator|filter|test|module|object|helper|property|routine|middleware|"
    r"extension|exception|loader|mixin|type|iterator|wrapper|node|tag|generator|handler|command) (?P<verb>[a-z]+s) "
)
_IT_IS = re.compile(r"^(?:This|It) is (?=(?:an?|the)\b)")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"'(])")
_FINITE = re.compile(
    r"\b(is|are|was|were|can|could|will|would|has|have|had|does|do|must|should|may|might|holds?|contains?|returns?|"
    r"represents?|provides?|gets?|takes?|works?|uses?|makes?|allows?|comes?|nests?|lets?|goes|means|"
    r"implements|stores|keeps|handles|manages|wraps|converts|acts|behaves|consists|inherits|exists|looks|requires|needs|expects|raises|ensures|accepts|becomes|gives|tells|you|we)\b"
)
_RELATIVE = re.compile(r"\b(that|which|who|where|when|if|whose)\b")
_NOUN_START = re.compile(
    r"^(a|an|the|class|base|helper|baseclass|abstract|special|simple|generic|internal|default|exception|error|mixin|function|"
    r"decorator|wrapper|subclass|container|list|set|dict|mapping|one|common|main|utility|type|protocol|enum)\b",
    re.IGNORECASE,
)
_DOC_COMMENTS = (".java", ".kt", ".rs", ".cs", ".swift", ".php", ".js", ".mjs", ".cjs", ".ts", ".tsx")
"""Where the comment above a definition documents it by convention: Javadoc, KDoc, rustdoc, JSDoc and their kin."""
_DESCRIBES = re.compile(r"^(?:[A-Z][a-z]+[^\s]*s|[A-Z][a-z]+ (?:an?|the|this|its|all|each|every|any))\b")
"""How such a sentence says what is done: "Returns ...", "Get the ..."."""
Kind = Literal["verb", "noun", "quote"]


@dataclass(frozen=True)
class Clause:
    """A docstring sentence ready for use: after "it ..." (verb), after "is ..." (noun), or only as a quotation."""

    kind: Kind
    text: str


def plain_doc(doc: str) -> str:
    """The running text of a docstring: markup removed, sections, fields, lists and doctests left out."""
    kept: list[str] = []
    for line in doc.split("\n"):
        if _SECTION.match(line) or line.lstrip().startswith((">>>", "```", "~~~", "===", "---")):
            break
        if _FIELD.match(line):
            break
        if line.rstrip().endswith("::"):
            kept = _whole_sentences([*kept, line.strip()])
            break
        if _LISTED.match(line):
            kept = _whole_sentences(kept)
            break
        kept.append(line.strip())
    paragraphs = _LINK_TAG.sub(_linked, _CODE_TAG.sub(_as_code, _HTML_TAG.sub(_as_code, "\n".join(kept)))).strip()
    text = _NUMBERED.sub(lambda match: f"{match[1].upper()} {match[2]}", paragraphs)
    text = _LINKED.sub(r"\1", _ROLE.sub(r"`\1`", text))
    text = _DOUBLE.sub(r"`\1`", text)
    text = re.sub(r"`([^`_]+)`_(?![\w_])", r"\1", text)
    text = text.replace("\\ ", "").replace("\\s", "s").replace("*", "")
    return re.sub(r"[ \t]+", " ", text)


def _as_code(tag: re.Match[str]) -> str:
    """What a tag of Javadoc or XML documentation shows as code; a tag of layout shows nothing."""
    said = " ".join((tag["said"] or "").split())
    return f"`{said}`" if said else ""


def _linked(tag: re.Match[str]) -> str:
    """A link of Javadoc: its label where it has one, else the name that it leads to."""
    return " ".join(tag["label"].split()) or _as_code(tag)


def _whole_sentences(lines: list[str]) -> list[str]:
    """The lines without a last sentence that an example or a list was to complete."""
    closed = bool(lines) and not lines[-1]
    lines = lines[: max((at + 1 for at, line in enumerate(lines) if line), default=0)]
    if not lines or (closed and not lines[-1].endswith(":")):
        return lines
    start = max((at + 1 for at, line in enumerate(lines) if not line), default=0)
    last = " ".join(lines[start:])
    end = max(last.rfind(stop) for stop in (". ", "! ", "? ")) + 1
    whole = last if last.endswith((".", "!", "?")) else last[:end]
    return [*lines[:start], whole] if whole else lines[:start]


def plain_comment(text: str) -> str:
    """A comment without reST roles, on one line, without its last stop."""
    flat = _DOUBLE.sub(r"`\1`", _ROLE.sub(r"`\1`", text)).replace("\\", "")
    return " ".join(flat.split()).rstrip(".")


def sentences(doc: str) -> tuple[str, ...]:
    """The sentences of a docstring that can be repeated in running text, in order."""
    found: list[str] = []
    for paragraph in plain_doc(doc).split("\n\n"):
        flat = " ".join(paragraph.split())
        for sentence in _SENTENCE.split(flat):
            whole = sentence.strip().rstrip(":").strip()
            bare = re.sub(r"`[^`]*`", "", whole)
            readable = not re.search(r"https?://|[{}<>|\[\]`]", bare) and whole.count("(") == whole.count(")")
            readable = readable and not re.match(r"\S+ \(|\(", whole)
            ended = not found or whole.endswith((".", "!", "?", ")", "`", "”", '"'))
            if ended and readable and 8 <= len(whole) <= 260:
                found.append(whole)
    return tuple(found)


def clause(doc: str, *, limit: int = 170) -> Clause | None:
    """The first sentence of a docstring as a clause, or None where there is none that reads well."""
    found = sentences(doc)
    if not found:
        return None
    text = found[0].rstrip(".!").strip()
    if len(text) > limit:
        return Clause("quote", text) if len(text) <= 220 else None
    if text.endswith("?"):
        return Clause("verb", f"answers one question: “{text}”")
    words = text.split()
    first = words[0].lower().rstrip(",")
    if first in VERBS and len(words) > 1 and words[1].lower() not in ("of", "is", "are"):
        return Clause("verb", conjugated(words))
    base = base_form(first)
    if base in VERBS and base != first and len(words) > 1:
        return Clause("verb", conjugated([base, *words[1:]]))
    this = _THIS.match(text)
    if this and base_form(this["verb"]) in VERBS and base_form(this["verb"]) != this["verb"]:
        return Clause("verb", text[this.start("verb") :])
    if it_is := _IT_IS.match(text):
        return Clause("noun", text[it_is.end() :])
    if first == "like" and len(words) > 2:
        return Clause("noun", f"like {' '.join(words[1:])}")
    if _NOUN_START.match(text) and _is_noun_phrase(text):
        shouted = len(words[0]) > 1 and words[0].isupper()
        head = text if shouted else text[0].lower() + text[1:]
        if re.match(
            r"(class|base|baseclass|helper|baseclass|abstract|special|simple|generic|internal|default|function|decorator|wrapper|"
            r"subclass|container|mixin|exception|error|utility|main|common|mapping|protocol|list|set|dict)\b",
            head,
        ):
            article = "an" if head[0] in "aeiou" else "a"
            head = f"{article} {head}"
        return Clause("noun", head)
    return Clause("quote", text)


def clause_of(symbol: SymbolFacts, *, limit: int = 170) -> Clause | None:
    """`clause` of a definition; a comment that no convention makes its documentation is only ever quoted."""
    found = clause(symbol.doc, limit=limit)
    if found is None or symbol.path.endswith((".py", ".pyi")):
        return found
    text = sentences(symbol.doc)[0].rstrip(".!")
    if len(text) > limit:
        return None
    if symbol.path.endswith(_DOC_COMMENTS) and (_DESCRIBES.match(text) or found.kind == "noun"):
        return found
    first, _, rest = text.partition(" ")
    verb = rest.partition(" ")[0]
    if first == symbol.short and base_form(verb) in VERBS and base_form(verb) != verb:
        return Clause("verb", rest)
    return Clause("noun", rest.partition(" ")[2]) if first == symbol.short and verb == "is" else Clause("quote", text)


def leading_comment(text: str) -> str:
    """The first sentence of the comment that quoted lines begin with, "" where they begin with code."""
    rows: list[str] = []
    for line in text.split("\n"):
        match = re.match(r"^\s*(?:/\*+|//+|#+(?!include|define|if)|\*(?!/)|--)\s?(.*?)(?:\*/)?\s*$", line)
        if match is None:
            break
        rows.append(match[1])
    found = sentences("\n".join(rows))
    return found[0].rstrip(".!") if found and len(found[0]) <= 160 else ""


def named_in_words(symbol: SymbolFacts) -> str:
    """What the name of a function says that it does, "" where it does not begin with a verb and a thing."""
    words = [
        word.lower() for word in re.findall(r"[A-Z]{1,2}[A-Z]?[a-z]{3,}|[A-Z]?[a-z]+|[A-Z]+(?![a-z])", symbol.short)
    ]
    if len(words) < 2 or words[0] not in VERBS or symbol.short.startswith("__"):
        return ""
    return f"{third_person(words[0])} {' '.join(words[1:])}"


def doc_word(symbol: SymbolFacts) -> str:
    """What the words above or in a definition are called."""
    return "docstring" if symbol.path.endswith((".py", ".pyi")) else "comment"


def _is_noun_phrase(text: str) -> bool:
    bare = re.sub(r"`[^`]*`", "x", text.split(",")[0])
    finite = _FINITE.search(bare)
    if finite is None:
        return True
    relative = _RELATIVE.search(bare)
    return relative is not None and relative.start() < finite.start()
