"""Sentences that are put into chapters: each kind false, and beside it a true one as a control.

Signatures are read by Python's own `ast`; terms, metaphors and links by plain patterns. Imports nothing of ours.
"""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.planting import Change, Chapter, Garden, Truth, free_lines, misspelt, replace

PICTURE = re.compile(
    r"^\*Picture it:\* an? \*\*(?P<concept>[^*]+)\*\* is like \*(?P<metaphor>[^*]+)\*.*$", re.MULTILINE
)
TERM = re.compile(r"\*\*(?P<term>[a-zA-Z]+ [a-zA-Z]+)\*\*")
TRANSLATED = re.compile(r"\*\*(?P<term>[a-zA-Z][a-zA-Z ]*)\*\*（(?P<translation>[\u4e00-\u9fff]{2,12})）")
KEY = re.compile(r"""["'`]([a-z]{3,}(?:-[a-z]{3,})+)["'`]""")
CONSTANT = re.compile(r"\b[A-Z]{3,}(?:_[A-Z]{3,})+\b")
LINK = r"\[([^\[\]]+)\]\(ch(\d\d)\.md\)"


@dataclass(frozen=True)
class Function:
    """A Python function whose name is the only one of its kind in the source, as it is written."""

    name: str
    parameters: tuple[tuple[str, str, str], ...]
    returns: str
    method: bool

    def shown(self, parameters: tuple[tuple[str, str, str], ...] | None = None, returns: str | None = None) -> str:
        """The signature as a sentence quotes it; (name, annotation, default) a parameter."""
        rows = ["self"] if self.method else []
        for name, annotation, default in self.parameters if parameters is None else parameters:
            kind = f": {annotation}" if annotation else ""
            rows.append(f"{name}{kind}{' = ' if annotation else '='}{default}" if default else f"{name}{kind}")
        back = self.returns if returns is None else returns
        return f"def {self.name}({', '.join(rows)})" + (f" -> {back}" if back else "")


def functions(truth: Truth) -> list[Function]:
    """Functions of two to five plain parameters, undecorated, each the only definition of its name."""
    found: list[Function] = []
    names: Counter[str] = Counter()
    for path, text in truth.texts.items():
        if path.endswith(".py"):
            for parent in ast.walk(ast.parse(text)):
                for node in ast.iter_child_nodes(parent):
                    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                        names[node.name] += 1
                    if isinstance(node, ast.FunctionDef) and not node.decorator_list:
                        found += _function(node, isinstance(parent, ast.ClassDef))
    return [one for one in found if names[one.name] == 1 and not one.name.startswith("__")]


def _function(node: ast.FunctionDef, method: bool) -> Iterator[Function]:
    given = node.args
    if given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs:
        return
    defaults = ["" for _ in range(len(given.args) - len(given.defaults))] + [ast.unparse(one) for one in given.defaults]
    rows = [
        (arg.arg, ast.unparse(arg.annotation) if arg.annotation else "", default)
        for arg, default in zip(given.args, defaults, strict=True)
    ]
    rows = rows[1:] if method else rows
    if 2 <= len(rows) <= 5 and "`" not in "".join(map(str, rows)):
        yield Function(node.name, tuple(rows), ast.unparse(node.returns) if node.returns else "", method)


def signature_errors(rng: random.Random, truth: Truth) -> Iterator[tuple[str, str, str]]:
    """(kind, false code, true code) for functions of the source, in any order."""
    every = functions(truth)
    rng.shuffle(every)
    for one in every:
        rows = one.parameters
        options = [row for row in rows if row[2]]
        if options:
            row = rng.choice(options)
            other = "False" if row[2] != "False" else "True"
            changed = tuple((r[0], r[1], other) if r == row else r for r in rows)
            yield "signature: a wrong default", one.shown(changed), one.shown()
        plain = [at for at in range(len(rows) - 1) if bool(rows[at][2]) == bool(rows[at + 1][2])]
        if plain:
            at = rng.choice(plain)
            swapped = (*rows[:at], rows[at + 1], rows[at], *rows[at + 2 :])
            yield "signature: swapped parameters", one.shown(swapped), one.shown()
        gone = rng.randrange(len(rows))
        yield "signature: a parameter left out", one.shown((*rows[:gone], *rows[gone + 1 :])), one.shown()
        renamed = tuple((f"{r[0]}_value", r[1], r[2]) if at == gone else r for at, r in enumerate(rows))
        yield "signature: a renamed parameter", one.shown(renamed), one.shown()
        if one.returns:
            yield "signature: a wrong return type", one.shown(returns="complex"), one.shown()
        # The true one is about another function: two numbers for one would rightly be found to differ.
        second, said = rng.choice([another for another in every if another != one]), "`{}` takes {} parameters."
        wrong = said.format(one.name, len(rows) + rng.randint(2, 4))
        right = said.format(second.name, len(second.parameters))
        yield "statement: a wrong number of parameters", wrong, right
        call = f"{one.name}({rows[0][0]}, not_a_parameter=1)"
        yield "call: a keyword that it does not take", call, f"{one.name}({rows[0][0]}, {rows[-1][0]}=1)"


def class_errors(rng: random.Random, truth: Truth) -> Iterator[tuple[str, str, str]]:
    """(kind, false code, true code) for the bases of Python classes that are defined once."""
    text = "\n".join(body for path, body in truth.texts.items() if path.endswith(".py"))
    found = re.findall(r"(?m)^class (\w+)\((\w+)\):", text)
    rng.shuffle(found)
    once = Counter(truth.classes)
    for name, base in found:
        other = rng.choice([one for one in truth.classes if one not in (name, base)])
        if once[name] == 1:
            yield "signature: a wrong base class", f"class {name}({other})", f"class {name}({base})"
            said = f"`{name}` inherits from `{{}}`."
            yield "statement: a wrong base class", said.format(other), said.format(base)


def key_errors(rng: random.Random, truth: Truth) -> Iterator[tuple[str, str, str]]:
    """(kind, false sentence, true sentence) for keys that the source spells with dashes, and for its constants."""
    texts = "\n".join(truth.texts.values())
    for kind, pattern, said in (
        ("key: two letters exchanged", KEY, "The key `{}` decides it."),
        ("constant: two letters exchanged", CONSTANT, "The variable `{}` decides it."),
    ):
        names = sorted(set(pattern.findall(texts)))
        for name in rng.sample(names, len(names)):
            head, dash, last = name.rpartition("-") if "-" in name else name.rpartition("_")
            if (wrong := head + dash + misspelt(rng, last)) not in texts and wrong.lower() not in texts:
                yield kind, said.format(wrong), said.format(name)


def import_errors(rng: random.Random, truth: Truth, package: str) -> Iterator[tuple[str, str, str]]:
    """(kind, false block, true block) for imports of Python modules in examples."""
    for path in rng.sample(sorted(truth.texts), len(truth.texts)):
        names = re.findall(r"(?m)^(?:def|class) ([a-zA-Z]\w{4,})", truth.texts[path])
        if path.endswith(".py") and "__" not in path and names and "import *" not in truth.texts[path]:
            module, name = f"{package}.{path[:-3].replace('/', '.')}", rng.choice(names)
            right = f"```python\n# An example.\nfrom {module} import {name}\n```"
            yield "example: an import of what is not there", right.replace(name, f"{name}Factory"), right
            yield "example: a module that is not there", right.replace(module, f"{module}_core"), right


def plant_memory_errors(garden: Garden, rng: random.Random) -> None:
    """What the chapters say to each other: terms, metaphors, links and numbers."""
    terms = _first_uses(garden, TERM, "term")
    pictures = _first_uses(garden, PICTURE, "metaphor")
    concepts = {match["concept"]: (number, match) for number, match in pictures.values()}
    for number, _chapter in garden.chapters.items():
        for term in [term for term, (first, _) in terms.items() if first < number][:2]:
            kind = rng.choice(("-", "", "_"))
            _insert(garden, number, "term: another spelling", f"Remember the {term.replace(' ', kind)} at this point.")
            _insert(garden, number, "term: defined again", f"A **{term}** is a wooden box that nobody opens.")
            _insert(garden, number, "term: defined again", f"Remember the {term} at this point.", is_true=True)
        for metaphor, (first, _) in list(pictures.items())[:2]:
            if first < number:
                line = (
                    f"*Picture it:* a **gate keeper {number}** is like *{metaphor}*: one waits; the picture stops here."
                )
                _insert(garden, number, "metaphor: one for two concepts", line)
        for concept, (first, _) in list(concepts.items())[:2]:
            if first < number:
                line = (
                    f"*Picture it:* a **{concept}** is like *a lighthouse {number}*: it shines; the picture stops here."
                )
                _insert(garden, number, "metaphor: two for one concept", line)
        _link_errors(garden, number)
    numbers = sorted(garden.chapters)
    for at, number in enumerate(numbers[1:], 1):
        subject = rng.choice(garden.truth.classes or ("Store",))
        said = f"The table of `{subject}` in variant {'abcdefgh'[at % 8]} keeps {{}} entries at a time, and no more."
        opening = garden.chapters[numbers[0]]
        opening.insert(rng, said.format(400))
        _insert(garden, number, "number: another one than in an earlier chapter", said.format(500 + at))


def plant_translations(garden: Garden, rng: random.Random, most: int) -> None:
    """Terms of a book in Chinese that a later chapter calls otherwise, or as another term is called."""
    terms = _first_uses(garden, TRANSLATED, "term")
    for number in sorted(garden.chapters):
        earlier = [(term, match["translation"]) for term, (first, match) in terms.items() if first < number]
        for term, called in rng.sample(earlier, min(most, len(earlier))):
            wrong = called[:-1] + ("木" if called[-1] != "木" else "石")
            _insert(garden, number, "term: a wrong translation", f"这里说的是 {term}（{wrong}）。")
            _insert(garden, number, "term: a wrong translation", f"这里说的是 {term}（{called}）。", is_true=True)


def plant_sentences(garden: Garden, rng: random.Random, errors: Iterator[tuple[str, str, str]], most: int) -> None:
    """False signatures, calls, classes and imports, each with its true control in another chapter."""
    numbers = sorted(garden.chapters)
    seen: Counter[str] = Counter()
    for kind, false, true in errors:
        if seen[kind] >= most:
            continue
        seen[kind] += 1
        for text, is_true in ((false, False), (true, True)):
            shown = text if text.startswith("```") or text.endswith((".", "。")) else f"In one line it reads `{text}`."
            _insert(garden, rng.choice(numbers), kind, shown, is_true=is_true)


def _insert(garden: Garden, number: int, kind: str, text: str, *, is_true: bool = False) -> None:
    def insert(rng: random.Random, chapter: Chapter, truth: Truth) -> Change:
        block = chapter.insert(rng, text)
        line = block.lines[2] if text.startswith("```") else block.lines[0]
        return Change(line, "", text, is_true)

    garden.plant(kind, insert, number)


def _link_errors(garden: Garden, number: int) -> None:
    def dead_chapter(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
        for block, line, match in free_lines(rng, chapter, LINK):
            return replace(block, line, match.start(2), match.end(2), "77")
        return None

    def dead_anchor(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
        for block, line, match in free_lines(rng, chapter, LINK):
            return replace(block, line, match.end() - 1, match.end(), "#no-such-heading-here)")
        return None

    garden.plant("link: a chapter that is not there", dead_chapter, number)
    garden.plant("link: a heading that is not there", dead_anchor, number)
    here = f"Look [above](#no-heading-{number}) for it."
    _insert(garden, number, "link: an anchor that is not there", here)


def _first_uses(garden: Garden, pattern: re.Pattern[str], group: str) -> dict[str, tuple[int, re.Match[str]]]:
    found: dict[str, tuple[int, re.Match[str]]] = {}
    for number, chapter in sorted(garden.chapters.items()):
        for match in pattern.finditer(chapter.text):
            found.setdefault(match[group], (number, match))
    return found
