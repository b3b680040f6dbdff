"""What a change made false: told where it was true before."""

from __future__ import annotations

import pytest

from tasks.checks.documents import verify_document
from tasks.checks.history import became_false
from tasks.checks.readable import Texts
from tasks.checks.source_index import SourceIndex, index_of

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


def test_what_the_source_has_lost_is_no_name_of_the_documents_own() -> None:
    """What a text defines in an example is its own, but for what was the source's: of that a change made it false. So
    it did of a word like any other that was a name of the source's."""
    text = (
        "# Guide\n\n```go\nfunc PasswordOf(c Ctx) string\nfunc helperOfMine() {}\n```\n\n"
        "Read it via `PasswordOf`, then call `helperOfMine`. A `drain` needs a `plumber`.\n"
    )
    lost = "func PasswordOf(c Ctx) string { return c.p }\n\nfunc drain() {}\n"
    kept = "package auth\n\nfunc UserOf(c Ctx) string { return c.u }\n"
    old = index_of({"auth.go": f"{kept}\n{lost}"})
    new = SourceIndex(Texts({"auth.go": kept}), before=old)
    was, now = (verify_document("guide.md", text, index) for index in (old, new))
    assert not was.result.findings
    (report,) = became_false((was,), (now,), old, new)
    named = {finding.quote for finding in report.result.findings}
    assert {"PasswordOf", "drain"} <= named
    assert named.isdisjoint({"helperOfMine", "plumber"})
    alone = verify_document("guide.md", text, index_of({"auth.go": kept})).result.findings
    assert not {"PasswordOf", "drain"} & {finding.quote for finding in alone}


FIELDS = "export interface Options {\n    hosts: string\n    pool?: number\n"
LONG = "    if (value === undefined) {\n        throw new Error(`no ${key} is given, and there is no default`)\n    }\n"


@pytest.mark.parametrize(
    ("before", "after", "successor"),
    [
        (FIELDS + "    autoRetry?: boolean\n}\n", FIELDS + "    retries?: boolean\n}\n", "Options.retries"),
        (FIELDS + "    autoRetry?: boolean\n}\n", FIELDS + "    retries?: boolean\n    lazy?: boolean\n}\n", ""),
        (FIELDS + "    autoRetry?: boolean\n}\n", FIELDS + "}\n\nexport class Pool {\n    lazy?: boolean\n}\n", ""),
        (f"function autoRetry(key, value) {{\n{LONG}}}\n", f"function checked(key, value) {{\n{LONG}}}\n", "checked"),
    ],
)
def test_what_a_lost_name_is_called_now(before: str, after: str, successor: str) -> None:
    """A long body is known again under another name; a field only if it is the one new field of its kind there."""
    old, new = index_of({"a.ts": before}), index_of({"a.ts": after})
    was, now = (verify_document("guide.md", "# Guide\n\nSet `autoRetry`.\n", index) for index in (old, new))
    (finding,) = became_false((was,), (now,), old, new)[0].result.findings
    assert (f"autoRetry is now called {successor} (" in finding.fix) if successor else ("now called" not in finding.fix)
