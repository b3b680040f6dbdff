"""The kinds of errors that `make bench-fidelity` plants in what is there. Imports nothing of ours."""

from __future__ import annotations

import random
import re
import sys

from benchmarks.planting import Change, Chapter, Truth, free_lines, misspelt, replace
from benchmarks.planting_quotes import QUOTES, other_path

CODE = r"(?<!`)`([^`]+)`(?!`)"
STRING = re.compile(r"'[^']*'|\"[^\"]*\"")
NAME = r"(?<!`)`([A-Za-z_]\w{5,}(?:\.\w+)*)`(?!`)"


def wrong_file_in_prose(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """Inline code names a file with a misspelt name."""
    for block, line, match in free_lines(rng, chapter, CODE):
        if match[1] in truth.texts and (path := other_path(rng, match[1], truth)):
            return replace(block, line, match.start(1), match.end(1), path)
    return None


def wrong_file_length(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """A file is said to have another number of lines."""
    for block, line, match in free_lines(rng, chapter, r"`\S+` \((\d+) lines"):
        return replace(block, line, match.start(1), match.end(1), str(int(match[1]) + rng.choice((-7, 3, 10))))
    return None


def line_behind_the_end(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """A line of a file is named that the file does not have."""
    for block, line, match in free_lines(rng, chapter, r"line (\d+) of `(\S+)`"):
        if match[2] in truth.texts:
            last = len(truth.texts[match[2]].splitlines())
            return replace(block, line, match.start(1), match.end(1), str(last + rng.randint(1, 400)))
    return None


def wrong_call_line(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """A call is said to stand in a line where the called name is nowhere near, in no file."""
    for block, line, match in free_lines(rng, chapter, r"`[\w.]+` reaches `([\w.]+)` in line (\d+)"):
        number = _far_line(rng, match[1].rpartition(".")[2], int(match[2]), truth)
        if number:
            return replace(block, line, match.start(2), match.end(2), str(number))
    return None


def wrong_caller_line(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """`f` (line N) with an N where `f` neither stands nor is called, nor has any of its lines."""
    for block, line, match in free_lines(rng, chapter, r"`([\w.]+)` \(line (\d+)\)"):
        longest = max(len(text.splitlines()) for text in truth.texts.values())
        return replace(block, line, match.start(2), match.end(2), str(longest + rng.randint(1, 900)))
    return None


def misspelt_name(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """A name of code with two letters exchanged."""
    for block, line, match in free_lines(rng, chapter, NAME):
        head, dot, last = match[1].rpartition(".")
        new = misspelt(rng, last)
        if _tells(match[1]) and last in truth.words and new not in truth.words and match[1] not in truth.texts:
            return replace(block, line, match.start(1), match.end(1), head + dot + new)
    return None


def wrong_case(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """A name of code in another case."""
    for block, line, match in free_lines(rng, chapter, NAME):
        head, dot, last = match[1].rpartition(".")
        new = last.capitalize() if last != last.capitalize() else last.swapcase()
        inner = [at for at in range(2, len(last)) if last[at].isupper()]
        if inner:
            new = last[: inner[0]] + last[inner[0]].lower() + last[inner[0] + 1 :]
        if _tells(head + dot + new) and last in truth.words and new not in truth.words and match[1] not in truth.texts:
            return replace(block, line, match.start(1), match.end(1), head + dot + new)
    return None


def wrong_owner(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """A method is given to a class that neither defines nor mentions it, nor builds on anything."""
    for block, line, match in free_lines(rng, chapter, r"(?<!`)`([A-Z]\w+)\.([a-z]\w{5,})`(?!`)"):
        if not re.search(rf"def {match[2]}\b", "\n".join(truth.texts.values())):
            continue
        for owner in rng.sample(truth.classes, len(truth.classes)):
            body = _class_body(owner, truth)
            if body and owner != match[1] and not re.search(rf"\b({match[2]}|__getattr__|__getattribute__)\b", body):
                return replace(block, line, match.start(1), match.end(1), owner)
    return None


def altered_expression(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """In an expression that is quoted inline one name becomes another name of the source."""
    squeezed = truth.squeezed
    for block, line, match in free_lines(rng, chapter, r"(?<!`)`([^`]*\w\([^`]+\)[^`]*)`(?!`)"):
        names = list(re.finditer(r"[A-Za-z_]\w{3,}", STRING.sub(lambda one: " " * len(one[0]), match[1])))
        if len(names) < 2 or len(match[1]) < 20 or re.sub(r"\s+", "", match[1]).replace("'", '"') not in squeezed:
            continue
        old = rng.choice(names)
        alike = sorted(word for word in truth.words if abs(len(word) - len(old[0])) < 2)
        for new in rng.sample(alike, min(5, len(alike))):
            text = match[1][: old.start()] + new + match[1][old.end() :]
            if new != old[0] and re.sub(r"\s+", "", text).replace("'", '"') not in squeezed:
                return replace(block, line, match.start(1), match.end(1), text)
    return None


def wrong_default(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """The default of a parameter, as the prose says it, is another value."""
    pattern = r"(?:defaults to|has a? ?defaults?: `\w+` is) `(None|True|False|\d+|'[^']*'|\"[^\"]*\")`"
    for block, line, match in free_lines(rng, chapter, pattern):
        other = {"None": "False", "True": "False", "False": "True"}.get(match[1], "None")
        return replace(block, line, match.start(1), match.end(1), other)
    return None


def wrong_annotation(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """What a function is annotated to return, as the prose says it, is another type."""
    for block, line, match in free_lines(rng, chapter, r"(?:The annotation promises|Back comes) `([^`]+)`"):
        return replace(block, line, match.start(1), match.end(1), "complex" if match[1] != "complex" else "bytes")
    return None


def broken_diagram(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """A node of a diagram is left open."""
    for block in chapter.blocks:
        if not block.used and block.lines[0].text.startswith("```mermaid"):
            nodes = [line for line in block.lines if line.text.endswith('"]')]
            if nodes:
                line = rng.choice(nodes)
                before, line.text, block.used = line.text, line.text[:-2], True
                return Change(block.lines[0], before, line.text)
    return None


def _far_line(rng: random.Random, name: str, near: int, truth: Truth) -> int:
    longest = max(len(text.splitlines()) for text in truth.texts.values())
    for _ in range(200):
        number = rng.randint(1, longest)
        windows = ("\n".join(text.splitlines()[max(0, number - 5) : number + 6]) for text in truth.texts.values())
        if abs(number - near) > 9 and not any(re.search(rf"\b{re.escape(name)}\b", one) for one in windows):
            return number
    return 0


def _tells(name: str) -> bool:
    """Whether a name can be told from a word of the language (joined, dotted, an inner capital), and is no
    standard library's, which the source does not hold."""
    return name.partition(".")[0] not in sys.stdlib_module_names and bool(
        re.search(r"\.\w|[a-z]_[a-z]|[a-z][A-Z]|^[A-Z][a-z]+[A-Z]", name)
    )


def _class_body(name: str, truth: Truth) -> str:
    """The text of a Python class without bases, "" where there is none or several."""
    text = "\n\n".join(truth.texts.values())
    found = re.findall(rf"(?m)^class {name}:\n((?:[ \t]+.*\n|\n)*)", text)
    return str(found[0]) if len(found) == 1 and len(re.findall(rf"(?m)^class {name}\b", text)) == 1 else ""


KINDS = {
    **QUOTES,
    "prose: a misspelt path": wrong_file_in_prose,
    "prose: a wrong file length": wrong_file_length,
    "prose: a line behind the end": line_behind_the_end,
    "prose: a call in a wrong line": wrong_call_line,
    "prose: a definition in a wrong line": wrong_caller_line,
    "name: two letters exchanged": misspelt_name,
    "name: another case": wrong_case,
    "name: a method of another class": wrong_owner,
    "code: an altered expression": altered_expression,
    "statement: a wrong default": wrong_default,
    "statement: a wrong return type": wrong_annotation,
    "diagram: broken syntax": broken_diagram,
}
