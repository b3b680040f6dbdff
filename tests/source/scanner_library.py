"""The rules that the installed betterleaks carries, and the words without which none of its quick rules finds anything.

`python -m tests.source.scanner_library` prints tasks/source/scanner_words.toml for the version that is installed.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import betterleaks

from tasks.source.secret_scanner import _KNOWN_VERSION, _WITHOUT_SLOW_RULES

SLOW: list[str] = tomllib.loads(Path(_WITHOUT_SLOW_RULES).read_text(encoding="utf-8"))["extend"]["disabledRules"]
_BEHIND_A_NAME = r"""(?:[ \t\w.-]{0,20})[\s'"]{0,3}"""
"""How most rules go on after the name that a value is assigned to."""
_SIGNS = r"(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)"
_WIDTH = 118


def rules() -> list[Mapping[str, Any]]:
    """Every rule, as the library's own configuration has it: a TOML text within its binary."""
    (library,) = (path for path in Path(betterleaks.__file__).parent.iterdir() if path.suffix in (".so", ".dylib"))
    data = library.read_bytes()
    first = data.rindex(b"\ntitle = ", 0, data.index(b"[[rules]]"))
    end = re.compile(rb"[^\t\n\r\x20-\xff]").search(data, first)
    assert end is not None
    text = data[first : end.start()].decode("utf-8", "replace")
    # What the linker put behind it belongs to nobody; the last rule ends with a line.
    while True:
        try:
            found: list[Mapping[str, Any]] = tomllib.loads(text)["rules"]
            return found
        except tomllib.TOMLDecodeError:
            text = text[: text.rindex("\n")]


def words() -> tuple[list[str], list[str]]:
    """The words that are enough by themselves, and those behind which something must be assigned, in lower case.

    Rules that are asked only for what stands beside another finding report nothing, and those that go by a file's
    name are never asked, since a text is scanned without one.
    """
    anywhere: set[str] = set()
    assigned: set[str] = set()
    for rule in rules():
        if rule["id"] in SLOW or rule.get("skipReport") or rule.get("path"):
            continue
        named = {word.lower() for word in rule["keywords"]}
        if rule["id"] == "generic-password":
            # `passw(?:or)?d`, up to three quotes or spaces, and an assignment.
            assigned.add("passw")
            anywhere |= named - {"passw"}
        elif (names := _assigned_names(rule["regex"])) and (held := _held(names, named)):
            assigned |= held
        else:
            anywhere |= named
    return sorted(anywhere), sorted(assigned - anywhere)


def _assigned_names(regex: str) -> list[str]:
    """The names that a value is assigned to by a rule that looks for nothing else, in lower case."""
    before, wanted, behind = regex.partition(_BEHIND_A_NAME)
    names = before.removeprefix("(?i)").removeprefix("(?i:").removeprefix("(?:").removesuffix(")").lower()
    if not wanted or not behind.removeprefix(")").startswith(_SIGNS):
        return []
    if re.fullmatch(r"(?:[\w-]|\\\.)+(?:\|(?:[\w-]|\\\.)+)*", names):
        return [name.replace("\\", "") for name in names.split("|")]
    # One name with more words behind it, which `[ \t\w.-]` holds as well.
    more = re.fullmatch(r"([a-z0-9]+)(?:\[[_.-]+\]\?|\((?:\?:)?[a-z|]+(?:\[[_.-]+\]\?)?\)\??)+", names)
    return [more.group(1)] if more else []


def _held(names: list[str], keywords: set[str]) -> set[str]:
    """The keywords within the names; none where a name holds none, since it stands anywhere then."""
    found = [{word for word in keywords if word in name} for name in names]
    return set().union(*found) if all(found) else set()


def _rows(some: Iterable[str]) -> str:
    lines = ["  "]
    for word in some:
        item = f"{json.dumps(word)}, "
        if len(lines[-1]) + len(item) > _WIDTH:
            lines.append("  ")
        lines[-1] += item
    return "\n".join(line.rstrip() for line in lines)


if __name__ == "__main__":
    enough, named = words()
    print(f"""\
# What a text must hold for betterleaks {_KNOWN_VERSION} to find anything in it by its quick rules (secret_scanner): the
# words of its own prefilter, in lower case. Written by `python -m tests.source.scanner_library`, which reads them off
# the installed library, as the tests do.
anywhere = [
{_rows(enough)}
]
# Their rules want a value assigned to the name that they stand in.
assigned = [
{_rows(named)}
]""")
