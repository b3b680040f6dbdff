"""Renew the generated tables of README.md and docs/protocol.md: `make docs`.

A table stands between `<!-- table:NAME -->` and `<!-- /table -->`. Usage: make_tables.py [FOLDER], the
folder that holds README.md and docs/; by default the repository. Exit code 2 for an unknown table.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from protocol_tables import TABLES

PAGES = ("README.md", "docs/protocol.md")
_BLOCK = re.compile(r"(?P<head><!-- table:(?P<name>[a-z-]+) -->\n).*?(?P<foot><!-- /table -->)", re.DOTALL)


def renewed(text: str) -> str:
    """The page with every table made anew. Raises ValueError with the name of a table that is unknown."""

    def table(block: re.Match[str]) -> str:
        make = TABLES.get(block["name"])
        if make is None:
            raise ValueError(f"there is no table {block['name']}; known: {', '.join(TABLES)}")
        return f"{block['head']}{make()}\n{block['foot']}"

    return _BLOCK.sub(table, text)


def main(folder: Path) -> int:
    """Rewrite the pages whose tables have changed."""
    for name in PAGES:
        page = folder / name
        before = page.read_text(encoding="utf-8")
        try:
            after = renewed(before)
        except ValueError as error:
            sys.stderr.write(f"{page}: {error}\n")
            return 2
        if after != before:
            page.write_text(after, encoding="utf-8")
            sys.stdout.write(f"{page}: tables renewed\n")
    return 0


if __name__ == "__main__":
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    sys.exit(main(root))
