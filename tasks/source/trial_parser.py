"""A process that parses texts which may end it: `python -m tasks.source.trial_parser`.

It says `r` when it is ready. Then each line on standard input, `[language, size]`, is followed by a text of so many
bytes; out comes `y` where a parse of it ends in time, `n` where it does not, and nothing where the process died of it.
"""

from __future__ import annotations

import json
import sys

from tasks.source.process_limits import become_expendable
from tasks.source.syntax_tree import parse_once


def main() -> None:
    """Answer until standard input ends."""
    become_expendable()
    sys.stdout.buffer.write(b"r")
    sys.stdout.buffer.flush()
    for line in sys.stdin.buffer:
        language, size = json.loads(line)
        tree = parse_once(sys.stdin.buffer.read(size), language)
        sys.stdout.buffer.write(b"n" if tree is None else b"y")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
