"""What a change made false: told where it was true before."""

from __future__ import annotations

from tasks.checks.documents import verify_document
from tasks.checks.history import became_false
from tasks.checks.source_index import index_of

BLOCK = "def price(net,  tax):\n    rate   = tax / 100\n    total  = net * (1 + rate)\n    return round(total, 2)\n"


def test_a_block_that_was_the_source_is_told_however_it_is_spaced() -> None:
    """A line that stood in the old source with two spaces in a row was no example: the change made it false."""
    text = f"# Guide\n\n```python\n{BLOCK}```\n"
    old = index_of({"price.py": BLOCK})
    new = index_of({"price.py": BLOCK.replace("rate   = tax / 100", "rate   = tax / 1000")})
    was, now = (verify_document("guide.md", text, index) for index in (old, new))
    (report,) = became_false((was,), (now,), old, new)
    assert [finding.problem for finding in report.result.findings] == [
        "code without a place that differs from price.py:1-4 in the source"
    ]
