"""Characters in inline code that look like others, or like nothing: no search finds such a name, no shell runs it."""

from __future__ import annotations

import re
import unicodedata

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.result import CheckResult, found
from tasks.checks.source_index import SourceIndex

CHECK = "fidelity"

_TWINS = dict(zip(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0455\u0458\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u03bf\u03b1\u03c1\u03bd\u0391\u0392\u0395\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a7",
    "aeopcyxisjABEKMHOPCTXoapvABEHIKMNOPTX", strict=True))  # fmt: skip
"""Letters of the Cyrillic and Greek scripts that are drawn as Latin ones (Unicode, UTS 39, confusables)."""
_WORD = re.compile(r"\w+")


def check_strange_characters(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """Look for code that is the source's but for what cannot be seen, or a letter of another script or width.

    ⚠️ where the source has the plain spelling and not the strange one.
    """
    findings: list[Finding] = []
    for block in chapter.blocks:
        for span in block.spans if not block.text.isascii() else ():
            if span.text.isascii():
                continue
            plain = _plain(span.text)
            strange = [one for one in _WORD.findall(span.text) if not one.isascii()]
            words = _WORD.findall(plain)
            if plain == span.text or not words or any(one in index.words for one in strange):
                continue
            if all(one in index.words or one.isdigit() or one in index.path_names for one in words):
                signs = ", ".join(sorted({_name(one) for one in span.text if one != _plain(one)}))
                findings.append(
                    found(
                        CHECK,
                        Severity.SHOULD,
                        chapter.place(block.line(span.start)),
                        f"the code is not spelt as the source spells it: it holds {signs}",
                        quote=span.text,
                        fix=f"write {plain}",
                        certainty=Certainty.LIKELY,
                    )
                )
    return CheckResult(tuple(findings))


def _plain(text: str) -> str:
    """A text without what cannot be seen, in the letters and the width that code has."""
    return "".join(_written(one) for one in text if unicodedata.category(one) != "Cf")


def _written(character: str) -> str:
    is_wide = "\uff01" <= character <= "\uff5e" or character in "\u00a0\u3000"
    return unicodedata.normalize("NFKC", character) if is_wide else _TWINS.get(character, character)


def _name(character: str) -> str:
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".strip()
