"""Laws of fidelity: a quote is what stands there, or the finding names the right place."""

from __future__ import annotations

import pytest

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.fidelity import check_fidelity
from tasks.checks.result import CheckResult

MUST, SHOULD, COULD = Severity.MUST, Severity.SHOULD, Severity.COULD
NEXT = '''    def next(self):
        """Hand out the next token."""
        token = self.tokens[self.at]
        self.at += 1
        return token'''


def quoting(info: str, body: str) -> str:
    return f"# T\n\n## Section\n\n```{info}\n{body}\n```\n"


def only(result: CheckResult) -> Finding:
    assert len(result.findings) == 1, [finding.problem for finding in result.findings]
    return result.findings[0]


def test_clean_chapter(chapter: str, source: dict[str, str]) -> None:
    """A chapter that quotes truly has no finding, and the counts say what was looked at."""
    result = check_fidelity(chapter, source)
    assert result.findings == ()
    assert result.counts["quoted blocks"] == result.counts["exact"] == 2
    assert result.counts["places"] == 2
    assert result.counts["names"] == 2


def test_clean_zh_chapter(zh_chapter: str, source: dict[str, str]) -> None:
    """The language of the prose changes nothing."""
    assert check_fidelity(zh_chapter, source).findings == ()


def test_finding_is_complete(source: dict[str, str]) -> None:
    """A finding by code names place, heading, quote, check and certainty."""
    finding = only(check_fidelity(quoting("python lexer.py:22-26", NEXT.replace("+= 1", "+= 2")), source))
    assert finding.place == 'line 5, in "Section"'
    assert finding.quote == "python lexer.py:22-26"
    assert finding.by == "check:fidelity"
    assert finding.by_code
    assert finding.certainty is Certainty.CERTAIN


def test_changed_token(source: dict[str, str]) -> None:
    """A changed token is ❌ with the two lines side by side."""
    finding = only(check_fidelity(quoting("python lexer.py:22-26", NEXT.replace("+= 1", "+= 2")), source))
    assert finding.severity is MUST
    assert finding.evidence.split("\n") == ["written here (-), in the source (+):", "- self.at += 2", "+ self.at += 1"]
    assert finding.fix == "copy lexer.py:22-26 exactly"


def test_dropped_line_inside(source: dict[str, str]) -> None:
    """A line left out without a sign is ❌, and the evidence is that line."""
    body = NEXT.replace("        self.at += 1\n", "")
    finding = only(check_fidelity(quoting("python lexer.py:22-26", body), source))
    assert finding.severity is MUST
    assert finding.evidence == "written here (-), in the source (+):\n+ self.at += 1"


def test_a_difference_shows_what_differs_and_nothing_else() -> None:
    """A line that begins with dashes is shown like any other; lines that differ in white space alone are not."""
    source = {"schema.sql": "create table a (\n    -- the key\n    id int,\n    name text\n);\n"}
    body = "create table a (\n  -- a key\n  id int,\n  name text\n);\n"
    finding = only(check_fidelity(quoting("sql schema.sql:1-5", body), source))
    assert finding.evidence.split("\n")[1:] == ["- -- a key", "+ -- the key"]


def test_dropped_last_line(source: dict[str, str]) -> None:
    """A block that ends early is ❌, and the fix is the range that it really shows."""
    body = NEXT.rpartition("\n")[0]
    finding = only(check_fidelity(quoting("python lexer.py:22-26", body), source))
    assert finding.severity is MUST
    assert "write lexer.py:22-25" in finding.fix


@pytest.mark.parametrize("claimed", ["21-25", "23-27", "1-5", "22-31", "200-204", "26-22", "0-4"])
def test_wrong_range(claimed: str, source: dict[str, str]) -> None:
    """An off-by-n, impossible or reversed range is ❌, and the fix is the right one."""
    finding = only(check_fidelity(quoting(f"python lexer.py:{claimed}", NEXT), source))
    assert finding.severity is MUST
    assert finding.fix.startswith("write lexer.py:22-26")


@pytest.mark.parametrize("path", ["lexr.py", "src/lexer.py", "pkg/lexer.py", "nowhere/else.rb"])
def test_wrong_path(path: str, source: dict[str, str]) -> None:
    """A file that does not exist is ❌, and the fix is where the code really stands."""
    finding = only(check_fidelity(quoting(f"python {path}:22-26", NEXT), source))
    assert finding.severity is MUST
    assert finding.problem == f"no file {path} in the source"
    assert finding.fix == "write lexer.py:22-26"


def test_moved_to_another_file(source: dict[str, str]) -> None:
    """A block that stands in another file than it claims is ❌ with the right path and range."""
    finding = only(check_fidelity(quoting("python src/parser.py:1-5", NEXT), source))
    assert finding.severity is MUST
    assert finding.fix.startswith("write lexer.py:22-26")


def test_nearest_of_several_places(source: dict[str, str]) -> None:
    """Where the lines stand in several places, the one nearest to the claim is the fix."""
    source["twice.py"] = "def a():\n    return 1\n\n" + "x = 0\n" * 50 + "def a():\n    return 1\n"
    finding = only(check_fidelity(quoting("python twice.py:53-54", "def a():\n    return 1"), source))
    assert "write twice.py:54-55" in finding.fix


def test_invented_code(source: dict[str, str]) -> None:
    """Code that stands nowhere is ❌ and no place is made up for it."""
    finding = only(check_fidelity(quoting("python lexer.py:1-2", "def rotate(matrix):\n    spin()"), source))
    assert finding.severity is MUST
    assert "nor anywhere" in finding.problem
    assert finding.evidence == ""


def test_white_space(source: dict[str, str]) -> None:
    """A dedented block is ⚠️, not ❌."""
    body = "\n".join(line[4:] for line in NEXT.split("\n"))
    result = check_fidelity(quoting("python lexer.py:22-26", body), source)
    assert only(result).severity is SHOULD
    assert result.counts["mismatches"] == 0


def test_honest_elision(source: dict[str, str]) -> None:
    """A block abridged by a line of dots is no mismatch; one that claims more than it spans is 💡."""
    body = "    def next(self):\n        # ...\n        return token"
    result = check_fidelity(quoting("python lexer.py:22-26", body), source)
    assert result.findings == ()
    assert result.counts["elided"] == 1
    wide = only(check_fidelity(quoting("python lexer.py:20-30", body), source))
    assert wide.severity is COULD
    assert wide.fix == "write lexer.py:22-26"


def test_part_of_a_line(source: dict[str, str]) -> None:
    """A line cut short is ❌."""
    finding = only(check_fidelity(quoting("python lexer.py:24", "self.tokens[self.at]"), source))
    assert finding.severity is MUST
    assert "only a part of line lexer.py:24" in finding.problem


def test_path_with_spaces(source: dict[str, str]) -> None:
    """A path may contain spaces."""
    assert check_fidelity(quoting("python my notes/read me.py:1-2", "A = 1\nB = 2"), source).findings == ()


def test_unplaced_code(source: dict[str, str]) -> None:
    """Code of the source without a place is ⚠️ and the place is named; an example of one's own is 💡."""
    copied = only(check_fidelity(quoting("python", NEXT), source))
    assert (copied.severity, copied.fix) == (SHOULD, "open the block with python lexer.py:22-26")
    assert only(check_fidelity(quoting("py", "print(render('x'))"), source)).severity is COULD
    assert check_fidelity(quoting("console", "$ make book"), source).findings == ()
    assert check_fidelity(quoting("mermaid", "graph TD; A-->B"), source).findings == ()


def test_fence_that_cannot_be_checked(source: dict[str, str]) -> None:
    """A fence inside a list or quotation is ⚠️, since no line scanner can follow it."""
    for opening in ("- ```python lexer.py:1-2", "> ~~~ lexer.py:1", "1. ```"):
        assert only(check_fidelity(f"# T\n\n{opening}\n", source)).severity is SHOULD


@pytest.mark.parametrize(
    ("span", "severity"),
    [
        ("lexer.py", None),
        ("parser.py", None),
        ("src/parser.py:1-5", None),
        ("my notes/read me.py:2", None),
        ("lexer.py:31", None),
        ("lexer.py:32", MUST),
        ("lexer.py:9-3", MUST),
        ("lexer.py:0", MUST),
        ("src/parsr.py", MUST),
        ("missing.py:3", MUST),
        ("parsr.py", SHOULD),
        ("app.py", COULD),
        ("project/parser.py", COULD),
        ("text/html", None),
        ("and/or", None),
        ("https://example.org/a.py", None),
        ("/etc/a.py", None),
        ("*.py", None),
        ("{{ user.py }}", None),
        ("src/", None),
    ],
)
def test_named_places(span: str, severity: Severity | None, source: dict[str, str]) -> None:
    """Paths and ranges in inline code exist; ❌ only where it cannot be wrong."""
    found = check_fidelity(f"# T\n\nLook at `{span}` here.\n", source).findings
    assert [finding.severity for finding in found] == ([severity] if severity else [])


OWN = "name a file of the source, or say whose file it is"


@pytest.mark.parametrize(
    ("span", "severity", "fix"),
    [
        ("src/shapes.js", COULD, "write src/shapes.ts"),
        ("src/shapes.js:1", MUST, "write src/shapes.ts"),
        ("src/shapes.rb:1", MUST, "write src/shapes.ts"),
        ("shapes.rb:1", SHOULD, "write src/shapes.ts"),
        ("src/made.ts", COULD, OWN),
        ("src/made.ts:1", MUST, "write src/shapes.ts"),
        ("src/other/made.ts", COULD, OWN),
        ("src/nothing-like-it.ts", SHOULD, OWN),
        ("src/main.js", SHOULD, "write main.js"),
        ("main.ts", COULD, OWN),
        ("dist/shapes.ts", COULD, OWN),
        ("src/build/shapes.ts", COULD, OWN),
        ("dist/shapes.ts:1", MUST, "write src/shapes.ts"),
        ("src/shape.ts", MUST, "write src/shapes.ts"),
    ],
)
def test_a_file_that_a_tool_makes_may_be_named(span: str, severity: Severity, fix: str) -> None:
    """What a build makes, and an import of TypeScript by its compiled name, are questions; no place of a quote is."""
    source = {"src/shapes.ts": "export const a = 1;\n", "main.js": "import './src/shapes.js';\n"}
    source |= {".gitignore": "/src/made.ts\n", "src/other/.gitignore": "*\n!.gitignore\n"}
    finding = only(check_fidelity(f"# T\n\nLook at `{span}` here.\n", source))
    assert (finding.severity, finding.fix) == (severity, fix)


def test_a_file_that_is_still_to_be_made(source: dict[str, str]) -> None:
    """In a real folder a file that is not there is ⚠️, and 💡 where its line tells that the reader makes it."""
    assert only(check_fidelity("# T\n\nLook at `src/brand.py` here.\n", source)).severity is SHOULD
    assert only(check_fidelity("# T\n\nCreate `src/brand.py` first.\n", source)).severity is COULD


def test_named_place_fix(source: dict[str, str]) -> None:
    """A misspelt path is answered with the real one."""
    finding = only(check_fidelity("# T\n\nSee `src/parsr.py`.\n", source))
    assert finding.fix == "write src/parser.py"


@pytest.mark.parametrize(
    ("span", "known"),
    [
        ("TokenStream", True),
        ("TokenStream.next()", True),
        ("self.tokens", True),
        ("parse(stream)", True),
        ("dict.setdefault()", True),
        ("os.path.join", True),
        ("plainword", True),
        ("TokenStraem", False),
        ("TokenStream.nxet()", False),
        ("rotate()", False),
    ],
)
def test_code_names(span: str, known: bool, source: dict[str, str]) -> None:
    """A name that the source does not know is reported once: ⚠️ beside a near name, else 💡, never ❌."""
    found = check_fidelity(f"# T\n\nThe `{span}` and again `{span}`.\n", source).findings
    near = span == "TokenStraem"
    assert [finding.severity for finding in found] == ([] if known else [SHOULD if near else COULD])


def test_near_name(source: dict[str, str]) -> None:
    """The real name that comes closest is offered."""
    assert only(check_fidelity("# T\n\nThe `TokenStraem`.\n", source)).fix == "did you mean TokenStream?"


def test_names_of_own_examples(source: dict[str, str]) -> None:
    """A name that the chapter's own example defines is known."""
    text = "# T\n\nCall `shout_loud()`.\n\n```text\ndef shout_loud(): pass\n```\n"
    assert check_fidelity(text, source).findings == ()
