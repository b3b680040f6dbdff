"""Commands of the documents: whatever a reader can type works as it stands there."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

import pytest
from typer.main import get_command

from deployments.cli import app
from tests.docs.documents import DOCUMENTS, ROOT, read_document

GROUP = get_command(app)
OPTIONS = {
    name: {word for parameter in command.params for word in parameter.opts if word.startswith("--")} | {"--help"}
    for name, command in GROUP.commands.items()
}
EVERY_OPTION = set().union(*OPTIONS.values())


def command_lines(name: str) -> Iterator[list[str]]:
    """Every `sourcebook COMMAND ...` of a document, as words; Prefect's own commands name a pool so, too."""
    for line in read_document(name).code:
        for part in line.split(" #")[0].split("&&"):
            if re.search(r"\bprefect(?: --no-prompt)? [a-z]", part):
                continue
            words = shlex.split(re.sub(r"^.*?(?=\bsourcebook )", "", part)) if "sourcebook " in part else []
            if words[:1] == ["sourcebook"]:
                yield words[1:]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_command_and_option_exists(name: str) -> None:
    """A command line of the docs names a command of the CLI and options that this command has."""
    for words in command_lines(name):
        command, *rest = words
        if command in ("--help", "COMMAND"):
            continue
        assert command in OPTIONS, words
        options = {word.split("=")[0] for word in rest if word.startswith("--")}
        assert options <= OPTIONS[command], words


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_option_that_stands_alone_exists(name: str) -> None:
    """An option in inline code is an option of some command."""
    alone = {text.split()[0] for text in read_document(name).code if text.startswith("--")}
    assert alone <= EVERY_OPTION | {"--strict"}


def test_every_command_and_option_is_documented() -> None:
    """docs/protocol.md lists the whole command line, so that nothing can only be found by chance."""
    code = set(read_document("docs/protocol.md").code)
    listed = {text.split()[1] for text in code if text.startswith("sourcebook ")}
    assert set(OPTIONS) <= listed
    assert EVERY_OPTION - {"--help"} <= code


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_make_target_exists(name: str) -> None:
    """`make TARGET` in the docs is a target of the Makefile."""
    targets = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {match[1] for text in read_document(name).code if (match := re.match(r"make ([a-z0-9-]+)", text))}
    assert named <= targets
