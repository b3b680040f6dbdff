"""A first look at a file agrees with the parser, and holds nothing that the view hides."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tasks.source.decoding import decode
from tasks.source.index_store import FILE_NAME, IndexStore
from tasks.source.locate_root import resolve_source
from tasks.source.manifest import take_manifest
from tasks.source.python_headings import Heading, python_headings
from tasks.source.python_symbols import python_symbols
from tasks.source.secrets import redact
from tasks.source.survey import Survey, survey, survey_from_text, survey_to_text
from tasks.source.symbols import symbols_of
from tasks.source.view import SourceView
from tests.source.samples_compiled import COMPILED
from tests.source.samples_scripted import SCRIPTED

AS_WRITTEN = '''
class A(Base):
    """Text
def not_this(): ...
    """

    LIMIT: int = 3
    table = {
        KEY: 1,  # a comment
        "x": 2,
    }

    @property
    @cached(
        size=3
    )
    def value(self) -> int:
        def inner(): ...
        return 1

    async def work(
        self,
    ) -> None:
        pass  # last


if True:
    B = C = "a" "b"
    LONG = f"""
class NotThis: ...
""" + (
        "more"
    )
T = TypeVar("T")
D: int
lower = 1
'''


def test_headings_are_those_of_the_parser() -> None:
    """Texts over lines, decorators, brackets, chains: name, kind and lines are what the parser says."""
    expected = [Heading(one.name, one.kind, one.start, one.end) for one in python_symbols(AS_WRITTEN)]
    assert list(python_headings(AS_WRITTEN)) == expected
    assert {"A", "LIMIT", "value", "work", "B", "C", "LONG", "D"} == {one.name for one in expected}


@pytest.mark.parametrize("package", ["jinja2", "prefect.client", "pydantic", "click"])
def test_headings_of_real_packages_are_those_of_the_parser(package: str) -> None:
    """At most one definition of a thousand is told otherwise, in code that nobody wrote for this test."""
    total = wrong = 0
    for file in resolve_source(f"package:{package}", Path()).rglob("*.py"):
        decoded = decode(file.read_bytes())
        assert decoded is not None
        expected = {Heading(one.name, one.kind, one.start, one.end) for one in python_symbols(decoded.text)}
        total += len(expected)
        wrong += len(expected ^ set(python_headings(decoded.text)))
    assert total > 100
    assert wrong <= total / 1000


@pytest.mark.parametrize("language", sorted(COMPILED | SCRIPTED))
def test_every_language_has_headings(language: str) -> None:
    """Where no quick way is known the parser tells the definitions, and the disk keeps them."""
    text = (COMPILED | SCRIPTED)[language][0]
    look = survey(text, language, ((3, "aws access key"),))
    assert [(one.name, one.start) for one in look.headings] == [
        (one.name, one.start) for one in symbols_of(text, language)
    ]
    assert survey_from_text(survey_to_text(look)) == look


@pytest.mark.parametrize("text", ["", "null", "[]", "[1,2,3,4,5]", '[[[1]],"","","",[]]', "[" * 9999])
def test_what_is_no_survey_is_nothing(text: str) -> None:
    """A damaged row is looked at again, never believed."""
    assert survey_from_text(text) is None


def test_words_options_and_keys_are_told_apart() -> None:
    """A key of a settings file needs no quotes, one in code stands in quotes; a flag keeps its dashes."""
    code = survey('x = opt("dry-run")\nadd("--no-color", dest=y)  # a-b c-d\n', "javascript")
    assert {"dry-run"} == {one for one in code.quoted.split() if "dry" in one or "a-b" in one}
    assert code.flags == "--no-color"
    assert {"x", "opt", "dry", "run", "dest", "y"} <= set(code.words.split())
    assert "line-length" in survey("line-length = 3\n", "toml").quoted.split()
    assert survey("", "python") == Survey()


def test_no_secret_is_among_the_words(tmp_path: Path) -> None:
    """The index lies beside the book: what the view hides is in none of its rows."""
    secret = "ghp_" + "a1B2c3D4e5" * 4
    root = tmp_path / "source"
    root.mkdir()
    (root / "a.py").write_text(f'token = "{secret}"\n')
    view = SourceView(root, take_manifest(root), redact, IndexStore(tmp_path / "c"))
    view.survey_all()
    assert (tmp_path / "c" / FILE_NAME).stat().st_size
    assert secret.encode() not in (tmp_path / "c" / FILE_NAME).read_bytes()
    assert [one.line for one in view.redactions()] == [1]


@pytest.mark.parametrize("text", ["(" * 200_000, '"""' * 50_000, "def f():\n" * 30_000, "'" * 100_001, "@a\n" * 30_000])
def test_hostile_layout_costs_seconds_at_most(text: str) -> None:
    """No line makes the quick look slow."""
    began = time.process_time()
    python_headings(text)
    assert time.process_time() - began < 2


def test_a_view_answers_while_its_surveys_are_read(tmp_path: Path) -> None:
    """Half-read surveys hold nobody up: not who reads them, and nobody after they are dropped."""
    root = tmp_path / "source"
    root.mkdir()
    for number in range(5):
        (root / f"m{number}.py").write_text(f"def f{number}(): ...\n")
    SourceView(root, take_manifest(root), redact, IndexStore(tmp_path / "c")).survey_all()
    view = SourceView(root, take_manifest(root), redact, IndexStore(tmp_path / "c"))
    found = {path: [one.name for one in view.symbols(path)] for path, _ in view.surveys()}
    assert found == {f"m{number}.py": [f"f{number}"] for number in range(5)}
    next(iter(view.surveys()))
    assert view.survey("m3.py").headings[0].name == "f3"
