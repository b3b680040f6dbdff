"""What the parts of a program are usually called: the words in file names, and the English and Chinese of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from tasks.offline.lexicon_theme_table import TABLE


@dataclass(frozen=True)
class Theme:
    """A part that many programs have.

    `stage` says when it is told where imports leave it open (0 first, 99 last). `short` goes into the middle of a
    sentence ("the lexer"), `long` stands alone as a title. Families tell what makes a chapter together.
    """

    family: str
    stage: int
    short: str
    long: str
    zh: str
    zh_long: str
    edge: bool = False
    """Everything uses it and it is no subject of its own: helpers, errors, constants."""


def theme_of(name: str) -> Theme | None:
    """The theme of a file stem or folder name: by the whole of it, else its last word, else its first."""
    plain = re.sub(r"(?<=[a-z_])v?\d+$", "", name.strip("_").lower().replace("-", "_")).strip("_")
    words = plain.split("_")
    known = _themes()
    # Everything of the sort has helpers and types: "form_utils" is about forms, "utils" about nothing.
    if len(words) > 1 and words[-1] in ("utils", "util", "helpers", "types", "base", "core", "impl"):
        words = words[:-1]
    return next((known[word] for word in (plain, "".join(words), words[-1], words[0]) if word in known), None)


@cache
def _themes() -> dict[str, Theme]:
    found: dict[str, Theme] = {}
    for row in TABLE.strip().split("\n"):
        stems, family, stage, short, long, zh, zh_long = (part.strip() for part in row.split("|"))
        theme = Theme(
            family.removesuffix("*"),
            int(stage),
            short,
            long or short[:1].upper() + short[1:],
            zh,
            zh_long or zh,
            family.endswith("*"),
        )
        found.update(dict.fromkeys(stems.split(), theme))
    return found
