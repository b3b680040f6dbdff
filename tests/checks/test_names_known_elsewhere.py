"""Names that a document rightly uses although the source does not define them so: found in seven real repositories."""

from __future__ import annotations

import pytest

from memory_schema.findings import Severity
from tasks.checks.documents import verify_document
from tasks.checks.source_index import index_of

POLLY = """
public class PipelineBuilder { public void Build() { } }
public class Keys { public string PolicyKey { get; } }
public class Other { public void Dispose() { } }
public static class Extensions {
  public static T ConfigureTelemetry<T>(this T builder, int options) { return builder; }
}
"""
OKIO = """package okio
interface Socket { fun cancel() }
interface FileSystem { fun close() }
fun Source.buffer(size: Int = 3): Int = 1
class Source { fun read() = 1 }
"""
SOURCE = {
    "src/Pipeline.cs": POLLY,
    "src/Chaos.cs": "class Chaos { void AddMyChaos() { } void AddChaosFault() { } void AddChaosLatency() { } }",
    "okio/Socket.kt": OKIO,
    "okio/Jvm.kt": "package okio\nimport java.net.Socket\nfun open(socket: Socket) = 1\n",
    "Sources/Request.swift": (
        "class DataRequest { func response() -> DataRequest { self } }\nclass DownloadRequest {}\n"
        "struct ResponseSerializer { }\n"
    ),
}


def warnings(said: str, name: str = "guide.md") -> list[str]:
    """What is worse than a remark in a document of one sentence."""
    report = verify_document(name, f"# Guide\n\n{said}\n", index_of(SOURCE))
    return [one.problem for one in report.worst(Severity.SHOULD)]


@pytest.mark.parametrize(
    "said",
    [
        "Call `PipelineBuilder.ConfigureTelemetry(...)` once.",
        "All `DownloadRequests` can be resumed, and `PolicyKeys` name them.",
        "`Socket.close()` ends the streams of a `java.net.Socket`.",
        "Call `FileSystem.buffer()`, which anybody may add to a type.",
        "What was `Inject` is called `AddChaos` now.",
        "Use `response()` here. The return type of `data` is now another one.",
    ],
)
def test_a_name_that_exists_in_another_way_is_no_warning(said: str) -> None:
    """Extensions, plurals, types of the same name elsewhere, what several names have in common."""
    assert warnings(said) == []


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("Call `PipelineBuilder.Dispose()` at the end.", "PipelineBuilder has no Dispose"),
        ("`ResponseSerialiser` does it.", "the name ResponseSerialiser occurs nowhere in the source"),
        ("`DownloadRequestt` does it.", "the name DownloadRequestt occurs nowhere in the source"),
        ("`Source.close()` ends it.", "Source has no close"),
    ],
)
def test_what_is_wrong_is_still_one(said: str, problem: str) -> None:
    """The same sentences about names that nobody adds, imports or has in plural."""
    assert warnings(said) == [problem]


@pytest.mark.parametrize(
    "name", ["Alamofire 2.0 Migration Guide.md", "UPGRADING.md", "docs/whats-new.md", "v3-migration.md"]
)
def test_a_guide_from_one_version_to_the_next_speaks_of_the_past(name: str) -> None:
    """A name that is no more is a remark there, wherever the word stands in the file's name."""
    assert warnings("`ResponseSerialiser` does it.", name) == []
    assert warnings("`ResponseSerialiser` does it.", "immigration.md") != []
