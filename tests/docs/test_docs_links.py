"""Links of the documents: whatever a reader can click leads somewhere."""

from __future__ import annotations

import pytest

from tests.docs.documents import DOCUMENTS, ROOT, read_document


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_internal_link_resolves(name: str) -> None:
    """A link inside the repository names a file that is there, and a heading that the file has."""
    broken = []
    for link in read_document(name).links:
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (ROOT / name).parent / path if path else ROOT / name
        found = target.exists() and target.resolve().is_relative_to(ROOT)
        if found and anchor:
            found = anchor in read_document(target.resolve().relative_to(ROOT).as_posix()).anchors
        if not found:
            broken.append(link)
    assert not broken


def test_every_document_is_reached_from_the_readme() -> None:
    """A document that nothing links to is not read: each one is one or two links away from README.md."""
    reached = {"README.md"}
    for _ in range(2):
        for name in tuple(reached & set(DOCUMENTS)):
            targets = (link.partition("#")[0] for link in read_document(name).links if "://" not in link)
            paths = (((ROOT / name).parent / target).resolve() for target in targets if target)
            reached |= {(path / "README.md" if path.is_dir() else path).relative_to(ROOT).as_posix() for path in paths}
    assert set(DOCUMENTS) <= reached


def test_the_list_of_documents_is_whole() -> None:
    """Every Markdown file of the root, docs/ and examples/ is tested."""
    places = (ROOT, ROOT / "docs", ROOT / "examples")
    assert {path.relative_to(ROOT).as_posix() for place in places for path in place.glob("*.md")} == set(DOCUMENTS)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_file_that_is_named_exists(name: str) -> None:
    """A path of the repository in inline code is the path of a file or a folder."""
    rooms = ("memory_schema/", "prompts/", "tasks/", "flows/", "deployments/", "tests/", "docs/", "examples/", ".ci/")
    named = {text for text in read_document(name).code if text.startswith(rooms) and " " not in text}
    plain = {path for path in named if not any(char in path for char in "*X{")}
    assert not {path for path in plain if not (ROOT / path.partition(":")[0]).exists()}


def test_the_picture_of_a_page_is_small() -> None:
    """The first screen of the README loads fast."""
    picture = (ROOT / "docs/images/chapter.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < 300_000
