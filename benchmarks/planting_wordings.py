"""The same facts in other words: what somebody else would write of a name, in English and in Chinese.

Facts come from Python's own `ast` and from plain patterns; each false sentence has a true twin. Imports nothing of
ours.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.planting import Truth
from benchmarks.planting_sentences import Function, functions
from benchmarks.wordings import BASE, CALLS, COUNT, DEFAULT, KIND, LINE, MEMBER, NAMES, ORDER, RAISES, VALUE, WHERE

Error = tuple[str, str, str]
"""(kind, false sentence, true sentence)"""

_TYPE = re.compile(
    r"(?m)^(?:(?:export|default|public|final|abstract|open) )*"
    r"(?P<kind>class|interface|struct|enum) (?P<name>\w{4,})"
)
_MOST_CALLS = 60
_LOOKALIKE = {"a": "\u0430", "e": "\u0435", "o": "\u043e", "c": "\u0441", "p": "\u0440"}


@dataclass(frozen=True)
class _Type:
    """A type that is declared once in the whole source: where, and as what."""

    name: str
    kind: str
    path: str
    line: int


def place_errors(rng: random.Random, truth: Truth) -> Iterator[Error]:
    """Where types stand, what they are, and their names in a letter of another script; of any language."""
    types = _types(truth)
    for one in rng.sample(types, len(types)):
        ending = one.path.rpartition(".")[2]
        others = [path for path, text in truth.texts.items() if path.endswith(f".{ending}") and one.name not in text]
        if others:
            yield _twins(
                rng, "wording: where it is defined", WHERE, {"n": one.name, "f": rng.choice(others)}, f=one.path
            )
        far = _far_line(rng, one, truth)
        if far:
            yield _twins(
                rng, "wording: the line of a definition", LINE, {"n": one.name, "f": one.path, "l": far}, l=one.line
            )
        if one.kind in ("class", "struct") and one.path.endswith((".java", ".swift", ".ts", ".cpp", ".hpp", ".py")):
            wrong = {"n": one.name, "k": "method", "a": "a"}
            yield _twins(rng, "wording: what it is", KIND, wrong, k="class", a="a")
        at = next((at for at, letter in enumerate(one.name) if letter in _LOOKALIKE), None)
        if at is not None:
            strange = one.name[:at] + _LOOKALIKE[one.name[at]] + one.name[at + 1 :]
            yield "name: a letter of another script", f"Think of `{strange}` here.", f"Think of `{one.name}` here."


def function_errors(rng: random.Random, truth: Truth) -> Iterator[Error]:
    """Parameters, errors and calls of Python functions."""
    every = functions(truth)
    bodies = _bodies(truth)
    for one in rng.sample(every, len(every)):
        names = [row[0] for row in one.parameters]
        second = rng.choice([other for other in every if other != one])
        # Two numbers for one function would rightly be found to differ: the true one is about another.
        wrong = rng.choice(COUNT).format(n=one.name, c=len(names) + rng.randint(2, 4))
        yield "wording: how many parameters", wrong, rng.choice(COUNT).format(n=second.name, c=len(second.parameters))
        strange = rng.choice([row[0] for other in every for row in other.parameters if row[0] not in names])
        listed = [_listed([*names[:-1], strange]), _listed(names)]
        yield _twins(rng, "wording: which parameters", NAMES, {"n": one.name, "l": listed[0]}, l=listed[1])
        order = {"n": one.name, "o": "first", "p": names[1]}
        yield _twins(rng, "wording: the order of parameters", ORDER, order, p=names[0])
        options = [row for row in one.parameters if row[2]]
        if options:
            name, _, value = rng.choice(options)
            other = "False" if value != "False" else "True"
            yield _twins(rng, "wording: a default", DEFAULT, {"n": one.name, "p": name, "v": other}, v=value)
        yield from _deeds(rng, one, every, bodies)


def _deeds(rng: random.Random, one: Function, every: Sequence[Function], bodies: dict[str, str]) -> Iterator[Error]:
    body = bodies.get(one.name, "")
    raised = re.findall(r"\braise ([A-Z]\w+)", body)
    if raised and "LookupError" not in "".join(bodies.values()):
        yield _twins(rng, "wording: an error that is raised", RAISES, {"n": one.name, "e": "LookupError"}, e=raised[0])
    called = [other.name for other in every if other != one and re.search(rf"(?<!\w){other.name}\(", body)]
    # What is called may call in turn: only what stands in none of them is certainly not called.
    near = body + "".join(text for name, text in bodies.items() if re.search(rf"(?<!\w){name}\(", body))
    strange = [other.name for other in every if not re.search(rf"\b{other.name}\b", near)]
    if called and strange and near.count("(") < _MOST_CALLS:
        yield _twins(rng, "wording: what is called", CALLS, {"n": one.name, "m": rng.choice(strange)}, m=called[0])


def class_errors_in_words(rng: random.Random, truth: Truth) -> Iterator[Error]:
    """Bases and methods of Python classes, and values of constants."""
    once = {one.name for one in _types(truth)}
    plain = {name: body for name, body in _plain_classes(truth).items() if name in once}
    for path in rng.sample(sorted(truth.texts), len(truth.texts)):
        for node in ast.parse(truth.texts[path]).body if path.endswith(".py") else ():
            if isinstance(node, ast.ClassDef) and node.name in once and len(node.bases) == 1:
                base, other = ast.unparse(node.bases[0]), rng.choice(sorted(once))
                if base in once and other not in (base, node.name):
                    yield _twins(rng, "wording: a base class", BASE, {"n": node.name, "b": other}, b=base)
            if isinstance(node, ast.ClassDef) and node.name in once:
                yield from _members(rng, node, plain)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name, value = node.targets[0].id, ast.unparse(node.value)
                if name.isupper() and value.isdigit() and _stands_once(name, truth):
                    wrong = {"n": name, "v": int(value) + rng.randint(1, 50)}
                    yield _twins(rng, "wording: the value of a constant", VALUE, wrong, v=value)


def _members(rng: random.Random, node: ast.ClassDef, plain: Mapping[str, str]) -> Iterator[Error]:
    methods = [one.name for one in node.body if isinstance(one, ast.FunctionDef) and not one.name.startswith("_")]
    others = [name for name, body in plain.items() if name != node.name and not any(one in body for one in methods)]
    if methods and others:
        wrong = {"n": rng.choice(others), "m": rng.choice(methods)}
        yield _twins(rng, "wording: a method of a class", MEMBER, wrong, n=node.name)


def _twins(rng: random.Random, kind: str, said: Sequence[str], wrong: Mapping[str, object], **right: object) -> Error:
    wording = rng.choice(said)
    return kind, wording.format(**wrong), wording.format(**{**wrong, **right})


def _types(truth: Truth) -> list[_Type]:
    """The types that one line alone declares."""
    found = [
        _Type(match["name"], match["kind"], path, text.count("\n", 0, match.start()) + 1)
        for path, text in truth.texts.items()
        for match in _TYPE.finditer(text)
    ]
    every = "\n".join(truth.texts.values())
    once = {
        one.name
        for one in found
        if len(re.findall(rf"\b(?:class|interface|struct|enum|type) {one.name}\b", every)) == 1
    }
    return [one for one in found if one.name in once]


def _far_line(rng: random.Random, one: _Type, truth: Truth) -> int:
    """A line of the file well before the type that does not name it; 0 for none."""
    lines = truth.texts[one.path].split("\n")
    free = [number for number in range(1, one.line - 15) if one.name not in lines[number - 1]]
    return rng.choice(free) if free else 0


def _bodies(truth: Truth) -> dict[str, str]:
    found: dict[str, str] = {}
    for path, text in truth.texts.items():
        if path.endswith(".py"):
            lines = text.split("\n")
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.FunctionDef):
                    body = "\n".join(lines[node.lineno - 1 : node.end_lineno])
                    found[node.name] = found.get(node.name, "") + body
    return found


def _plain_classes(truth: Truth) -> dict[str, str]:
    """The text of each Python class that builds on nothing and answers no name of its own accord."""
    text = "\n\n".join(truth.texts.values())
    found = re.findall(r"(?m)^class (\w+):\n((?:[ \t]+.*\n|\n)*)", text)
    return {name: body for name, body in found if "__getattr" not in body}


def _stands_once(name: str, truth: Truth) -> bool:
    return len(re.findall(rf"(?m)^\s*{name}\b.*=", "\n".join(truth.texts.values()))) == 1


def _listed(names: Sequence[str]) -> str:
    *first, last = (f"`{name}`" for name in names)
    return f"{', '.join(first)} and {last}" if first else last
