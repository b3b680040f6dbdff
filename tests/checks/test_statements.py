"""What a text says of definitions: calls, signatures, defaults, bases, lines, expressions, examples."""

from __future__ import annotations

import pytest

from memory_schema.findings import Severity
from tasks.checks.fidelity import check_fidelity

MODEL = '''"""Models."""


class Base:
    """What all share."""

    def load(self, path: str, limit: int = 10, *, strict: bool = False) -> bytes:
        """Read a file."""
        return b""

    def close(self):
        """Let go."""


class Child(Base):
    """One of them."""

    def find(self, key, default=None):
        """Look a key up."""
        return self.load(key) if key in self.keys else default


def send(message, retries=3, **options):
    """Send it."""
    client.post(message, retries=retries, timeout=2.5)
    return message
'''
MAKER = """class Open:
    def __getattr__(self, name):
        raise AttributeError(f"no such part in: {name!r} " f"or its parts")


def typed(  # a comment
    rows: t.Iterator[int], size: int
) -> None: ...


def make(cls, names=None):
    def check(self, other, exact=False):
        return (self.mask & (1 << other)) or exact

    return check, names or cls | None
"""
TYPES = "export interface Options<T> extends core.Common<T> {\n  limit: number\n}\nexport interface Common<T> {}\n"
SERVER = "export function listen(port, host) {\n  return start(port, host);\n}\n"


@pytest.fixture
def source() -> dict[str, str]:
    """A package of three modules and a script of another language."""
    return {
        "pkg/__init__.py": "from pkg.model import Base, send\n",
        "pkg/model.py": MODEL,
        "pkg/maker.py": MAKER,
        "web/server.js": SERVER,
    }


def problems(text: str, source: dict[str, str]) -> list[str]:
    """The problems that fidelity finds in a text."""
    return [finding.problem for finding in check_fidelity(f"# T\n\n{text}\n", source).findings]


@pytest.mark.parametrize(
    "text",
    [
        "`send(message, retries=5)` sends it.",
        "`send(message, colour='red')` passes the rest on.",
        "`def send(message, retries=3, **options)`",
        "`Base.load(path, limit=20)` reads more.",
        "`def load(self, path: str, limit: int = 10, *, strict: bool = False) -> bytes`",
        "`load('a.txt', strict=True)` or `load(...)`.",
        "`class Child(Base)` is small.",
        "`send` has retries: `retries` defaults to `3`.",
        "`Child` inherits from `Base`.",
        "`Options` builds on `Common<T>`. `Options` extends `core.Common<T>`.",
        "`listen(port, host)` starts it.",
        "`send` takes one argument, at least.",
        "`pkg/model.py` (26 lines), `send` (line 24), line 5 of `pkg/model.py`.",
        "It runs `client.post(message, retries=retries, timeout=2.5)`.",
        "`def make(cls, names=None)`: a function may call a parameter of its own `cls`.",
        "`def check(self, other, exact=False)` stands within another function.",
        "`print(message, flush=True)` is Python's own.",
        "`Child.find` calls `load` in line 20.",
        "```python\nfrom pkg import send\nfrom pkg.model import Child\nimport os\n```",
        "```python\n>>> from pkg import Base\n>>> Base()\n```",
    ],
)
def test_true_statements(text: str, source: dict[str, str]) -> None:
    """What agrees with the source, and what may be a call of the reader's own, is no finding above a remark."""
    found = check_fidelity(f"# T\n\n{text}\n", source).findings
    assert [one for one in found if one.severity is not Severity.COULD] == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("`Base.load(path, limits=20)`", "Base.load has no parameter limits; it has limit"),
        ("`Child.find(key, default, extra)`", "takes at most 2 positional arguments, not 3"),
        ("`def find(self, key, default=0)`", "the default of default in find is None, not 0"),
        ("`find(default, key)`", "come in another order: key, default"),
        ("`listen(host, port)`", "come in another order: port, host"),
        ("`def load(self, path: bytes, limit: int = 10, *, strict: bool = False)`", "annotated str, not bytes"),
        ("`def find(self, default=None)`", "leaves out key"),
        ("`def load(self, path: str, limit: int = 10, *, strict: bool = False) -> str`", "return bytes, not str"),
        ("`class Child(Thing)`", "Child builds on Base, not on Thing"),
        ("`send` sends: `retries` defaults to `5`.", "the default of retries in send is 3, not 5"),
        ("`Child` inherits from `Client`.", "Child builds on Base, not on Client"),
        ("`Child.close_all` or `Base.find`.", "Base has no find"),
        ("`find` takes five arguments.", "has 2 parameters, not five"),
        ("`pkg/model.py` (31 lines)", "has 26 lines, not 31"),
        ("See line 27 of `pkg/model.py`.", "it has no line 27"),
        ("`send` (line 7)", "line 7 is not in it"),
        ("`Child.find` calls `send` in line 20.", "does not name send"),
        ("`def make(names=None)`", "leaves out cls"),
        ("`def check(other, self, exact=False)`", "come in another order: self, other, exact"),
        ("`def check(self, other, exact=True)`", "the default of exact in check is False, not True"),
        ("`client.post(message, retries=message, timeout=2.5)`", "stands nowhere in the source"),
        (
            "The annotation promises `str`, says `Base.load`: the annotation. `Base.load` it is. Back comes `int`.",
            "int",
        ),
        ("```python\nfrom pkg.model import Sender\n```", "pkg.model has no Sender"),
        ("```python\nfrom pkg.maker import maker\n```", "pkg.maker has no maker"),
        ("```python\nimport pkg.models\n```", "the source has no module pkg.models"),
        ("`tokenstream` and `ChildModel` but `BASE.load`", "BASE occurs nowhere in the source; only its case"),
    ],
)
def test_false_statements(text: str, problem: str, source: dict[str, str]) -> None:
    """What the source contradicts is found and says what the source says; never ❌ unless a line cannot exist."""
    assert any(problem in one for one in problems(text, source)), problems(text, source)


@pytest.mark.parametrize(
    "text",
    [
        "It says `no such part in: {name} or its parts`.",
        "Call `find(key, default=0)`, or `@send(message, retries=5)`.",
        "`def typed(rows: Iterator[int], size: int) -> None`",
        "`pkg::check` or `Base#load(path)`.",
        "It holds for `self.mask & 1 << other or exact`.",
        "| a | b |\n|---|---|\n| `names or cls \\| None` | that |",
    ],
    ids=[
        "a message in pieces",
        "a call with values of one's own",
        "types by their own names, without comments",
        "joined names",
        "bracketed otherwise",
        "in a table",
    ],
)
def test_an_expression_is_known_however_it_is_written(text: str, source: dict[str, str]) -> None:
    """Brackets that only group, comments, the name of a module of types, a table's backslash: no other expression."""
    assert problems(text, source) == []


def test_an_altered_expression_is_shown_as_the_source_writes_it(source: dict[str, str]) -> None:
    """The evidence is the lines of the source, spaces and all, with their place: what a person can look up."""
    text = "# T\n\n`client.post(message, retries=message, timeout=2.5)`\n"
    finding, *others = check_fidelity(text, source).findings
    assert not others
    assert finding.evidence == "nearly the same: client.post(message, retries=retries, timeout=2.5) (pkg/model.py:25)"


LIMITED = '''def cut(text, size=255):
    """Cut a text.

    The length is given with the second parameter which defaults to ``255``, as :func:`measure` counts it, and
    {@link Size} says the same.
    """
'''


@pytest.mark.parametrize(
    ("quotation", "is_right"),
    [
        ("The length is given with the second parameter which defaults to `255`, as `measure` counts it…", True),
        ("the second parameter which defaults to `255`, as `measure` counts it, and `Size` says the same.", True),
        ("A length is given by some parameter, for what it is worth to say so.", True),
        ("The length is given with the second parameter which defaults to `None`, as `measure` counts it", False),
        ("The length is given with the first parameter which defaults to `255`.", False),
    ],
)
def test_quotations_of_the_source(quotation: str, is_right: bool) -> None:
    """Said to be the source's, it is the source's to the word; markup, line breaks and cuts aside."""
    found = problems(f"`cut` cuts. The source adds: “{quotation}” So it is.", {"a.py": LIMITED})
    assert found == ([] if is_right else ["the quotation is not what the source says"])
    short = "The length is given with a parameter"
    assert problems(f"They told us: “{short}” So it is.", {"a.py": LIMITED}) == []


def test_adapted_block(source: dict[str, str]) -> None:
    """An own block that is nearly the source's says which lines it was adapted from."""
    body = MODEL.split("\n")[15:20]
    body[-1] = body[-1].replace("key", "name")
    (problem,) = [one for one in problems("```python\n" + "\n".join(body) + "\n```", source) if "differs" in one]
    assert "pkg/model.py:16-20" in problem


def test_overloads_are_believed(source: dict[str, str]) -> None:
    """A function with several signatures may be shown with any of them."""
    source["pkg/many.py"] = (
        "@overload\ndef draw(a: int) -> int: ...\n@overload\ndef draw(b: str) -> str: ...\n"
        "def draw(a=None, b=None):\n    pass\n"
    )
    assert problems("`def draw(a: int) -> int`", source) == []


OPTIONS = {
    "env.py": "A_HOST, A_HOST_DEV, A_PORT, A_PORT_DEV, A_NAME = read()\nPLACE = environ['T_X_' + 'linux'.upper()]\n",
    "cli.py": 'parser.add_argument("--dry-run")\nparser.add_argument("--output")\nTOOL_HOME = environ["TOOL_HOME"]\n',
    "pyproject.toml": '[project.scripts]\ntool = "cli:main"\n',
}


@pytest.mark.parametrize(
    ("text", "severities"),
    [
        ("`--dry-run`, `--output FILE`, `--no-dry-run`, `--help`, `TOOL_HOME`", []),
        ("`tool --dry-run` and `pip install --upgrade tool`", []),
        ("```console\n$ tool --output x --dry-run\n$ pip install --upgrade tool\n```", []),
        ("`--dry-runs`", [Severity.SHOULD]),
        ("`tool --dry-runs`", [Severity.SHOULD]),
        ("```console\n$ tool --outputs x\n```", [Severity.SHOULD]),
        ("`--completely-else`", [Severity.COULD]),
        ("`TOOL_HOMES`", [Severity.SHOULD]),
        ("`A_NAME_DEV` and `T_X_LINUX`", []),
        ("`A_PORT_DEW`", [Severity.SHOULD]),
    ],
)
def test_options(text: str, severities: list[Severity]) -> None:
    """Flags of the project's own commands and constants exist; other programs' flags are theirs."""
    found = check_fidelity(f"# T\n\n{text}\n", OPTIONS).findings
    assert [one.severity for one in found] == severities
