"""SARIF 2.1.0: what code hosts read.

The schema here is a subset kept by hand: the objects that we write, closed as in the official schema
(docs.oasis-open.org, errata 01), with their required members. Output over real documents was held to the official
one as well (docs/real-documents.md).
"""

from __future__ import annotations

import json

import jsonschema
import pytest

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.documents import verify_document
from tasks.checks.sarif import to_sarif
from tasks.checks.source_index import index_of

_STRING: dict[str, object] = {"type": "string"}


def _closed(required: list[str], **properties: dict[str, object]) -> dict[str, object]:
    return {"type": "object", "additionalProperties": False, "required": required, "properties": properties}


def _many(items: dict[str, object]) -> dict[str, object]:
    return {"type": "array", "items": items}


_MESSAGE = _closed(["text"], text=_STRING)
_REGION = _closed([], startLine={"type": "integer", "minimum": 1}, snippet=_closed([], text=_STRING))
_PLACE = _closed([], artifactLocation=_closed([], uri={**_STRING, "format": "uri-reference"}), region=_REGION)
_RESULT = _closed(
    ["message"],
    ruleId=_STRING,
    level={"enum": ["none", "note", "warning", "error"]},
    message=_MESSAGE,
    locations=_many(_closed([], physicalLocation=_PLACE)),
    partialFingerprints={"type": "object", "additionalProperties": _STRING},
    properties={"type": "object"},
)
_RULE = _closed(["id"], id=_STRING, shortDescription=_MESSAGE)
_DRIVER = _closed(["name"], name=_STRING, version=_STRING, rules=_many(_RULE))
_RUN = _closed(
    ["tool"],
    tool=_closed(["driver"], driver=_DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results=_many(_RESULT),
    properties={"type": "object"},
)
_SCHEMA = _closed(
    ["version", "runs"], **{"$schema": {**_STRING, "format": "uri"}}, version={"enum": ["2.1.0"]}, runs=_many(_RUN)
)
DOCUMENT = """# T

[lost](lost.md#a), `lost/file.py`, `Cursr.move`, `--dry-runs`, `line-lenght`, `def move(self, stop=2)`.

```python src/a.py:1-2
class Cursor:
    pass
```

```mermaid
flowchart LR
  a --> (
```
"""
SOURCE = {"src/a.py": "class Cursor:\n    def move(self, step=1):\n        opt('--dry-run', 'line-length')\n"}


@pytest.mark.parametrize("name", ["a b/ü.md", "docs/a#b?.md", "a\\b.md"])
@pytest.mark.parametrize("commit", ["", "0" * 40])
def test_findings_of_every_kind_are_valid(name: str, commit: str) -> None:
    """Any name of a document, every severity, multi-line evidence: the log obeys the schema, rules are declared."""
    findings = [*verify_document(name, DOCUMENT, index_of(SOURCE)).result.findings]
    findings += [
        Finding(severity=severity, place="whole text", problem="p", by="check:fidelity", certainty=Certainty.CERTAIN)
        for severity in Severity
    ]
    log = json.loads(json.dumps(to_sarif({name: findings}, "0.1", commit)))
    jsonschema.validate(log, _SCHEMA, format_checker=jsonschema.FormatChecker())
    run = log["runs"][0]
    assert {one["ruleId"] for one in run["results"]} <= {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert len({one["ruleId"] for one in run["results"]}) >= 4
    assert len(run["results"]) == len(findings)


def test_the_subset_refuses_what_the_schema_refuses() -> None:
    """A line 0 and an unknown member are faults."""
    log = to_sarif({"a.md": verify_document("a.md", DOCUMENT, index_of(SOURCE)).result.findings}, "0.1")
    text = json.dumps(log)
    for broken in (text.replace('"startLine": ', '"startLine": -'), text.replace('"ruleId"', '"rule"')):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(json.loads(broken), _SCHEMA)


def test_the_same_twice_is_two_alerts_that_keep_their_marks() -> None:
    """A code host takes results of one mark for one alert; lines that move change no mark."""

    def marks(text: str) -> list[str]:
        found = verify_document("a.md", text, index_of({"a.py": "x = 1\n"})).result.findings
        runs = json.loads(json.dumps(to_sarif({"a.md": found}, "1")))["runs"]
        return [one["partialFingerprints"]["sourcebook/v1"] for one in runs[0]["results"]]

    text = "# T\n\nSee [a](#gone).\n\nSee [a](#gone).\n"
    assert len(marks(text)) == len(set(marks(text))) == 2
    assert marks(text.replace("# T", "# T\n\nMoved.")) == marks(text)
