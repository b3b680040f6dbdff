"""A change of book.toml: exactly the roles that declare the field become stale (PROTOCOL 4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_schema.contracts import CONTRACTS, RoleKind
from memory_schema.receipts import Cause
from tests.flows.conftest import Write
from tests.flows.finished_book import Finished, calls, finished_book, new_calls, receipt_of
from tests.flows.small_book import tree_of
from tests.flows.test_source_changes import stale

pytestmark = pytest.mark.usefixtures("plain_prefect")


@pytest.fixture
def finished(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Finished:
    """A finished book of three chapters."""
    return finished_book(tmp_path, tmp_path_factory)


def configure(finished: Finished, more: str, old: str = "", new: str = "") -> None:
    """Append to book.toml, or replace in it."""
    path = finished.book / "book.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text((text.replace(old, new) if old else text) + more, encoding="utf-8")


def declaring(field: str, made: set[str]) -> set[str]:
    """The roles that declare a field and have made something."""
    return {role.value for role, contract in CONTRACTS.items() if field in contract.config} & made


@pytest.mark.parametrize(
    ("field", "more", "old", "new"),
    [
        ("chapters.words", "", "words = 600", "words = 620"),
        ("readers.student", '[readers]\nstudent = "a pupil who has never seen a ledger"\n', "", ""),
        ("readers.audience", '[readers]\naudience = "people who keep books"\n', "", ""),
        ("review.sensitivity", '[review]\nsensitivity = ["names of customers"]\n', "", ""),
        ("subtitle", "", "language =", 'subtitle = "a short tour"\nlanguage ='),
    ],
)
def test_a_field_makes_its_declaring_roles_stale(finished: Finished, field: str, more: str, old: str, new: str) -> None:
    """Stale by config are the roles whose contract names the field, and no others."""
    made = _made(finished.book)
    configure(finished, more, old, new)
    found = {role for (_, role), causes in stale(finished.book).items() if Cause.CONFIG in causes}
    assert found == declaring(field, made)


def _made(book: Path) -> set[str]:
    from deployments.standing import book_standing
    from memory_schema.book import load_book

    now = book_standing(book, load_book(book))
    outputs = [*now.shared, *(output for progress in now.chapters for output in progress.outputs)]
    return {output.receipt.role for output in outputs if output.receipt and output.receipt.author.value != "human"}


def test_one_persona_redoes_one_reader_and_what_follows(finished: Finished, write: Write) -> None:
    """The student's persona changed: the student reads again, the writer does not write again."""
    made = calls(finished.book)
    drafts = tree_of(finished.book / "output/chapters/draft")
    configure(finished, '[readers]\nstudent = "a pupil who has never seen a ledger"\n')
    write(finished.book)
    roles = {call.split()[1] for call in new_calls(finished.book, made)}
    assert "rs" in roles
    assert roles.isdisjoint({"re", "rh", "researcher", "writer", "r1", "r2", "r3"})
    assert tree_of(finished.book / "output/chapters/draft") == drafts
    assert write(finished.book).calls == 0


def test_the_model_makes_nothing_stale(finished: Finished, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another model, effort or limit is shown and makes nothing stale."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "never-used")
    configure(finished, '[model]\nname = "claude-opus-5-5"\neffort = "high"\n[limits]\ncontext_target = 30000\n')
    assert stale(finished.book) == {}


@pytest.mark.parametrize("asked", ["model", "prompt"])
def test_redo_if_asks_for_nothing_that_was_made_the_same_way(finished: Finished, write: Write, asked: str) -> None:
    """`--redo-if` over a book that this model and these prompts made: nothing is called."""
    before = tree_of(finished.book)
    assert write(finished.book, redo_if=[asked]).calls == 0
    assert tree_of(finished.book) == before


def test_redo_if_model_redoes_what_another_model_made(finished: Finished, write: Write) -> None:
    """From the first step that another model made, the chapter is written anew, and once is enough."""
    name = "output/notes/ch02/a1/round-1/draft.md"
    receipt = receipt_of(finished.book, name)
    path = finished.book / receipt.path
    path.write_text(receipt.model_copy(update={"model": "an-older-model"}).model_dump_json(indent=1) + "\n")
    assert stale(finished.book) == {}
    assert write(finished.book).calls == 0
    made = calls(finished.book)
    write(finished.book, redo_if=["model"])
    new = new_calls(finished.book, made)
    assert "ch02/a2 writer" in new
    assert "ch02/a2 researcher" not in new
    assert not [call for call in new if call.startswith(("ch01", "ch03"))]
    assert write(finished.book, redo_if=["model"]).calls == 0


def test_every_declared_field_is_of_a_role_that_can_use_it() -> None:
    """A role of code declares only what decides its text; every declared field exists (no typing error)."""
    from memory_schema.book import known_keys

    for contract in CONTRACTS.values():
        assert set(contract.config) <= set(known_keys()), contract.role
        if contract.kind is RoleKind.CODE:
            assert "readers.audience" not in contract.config
