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
VIEWS = """def reverse(viewname, args=None, kwargs=None, request=None, **extra): ...


class Field:
    def validators(self): ...


class IPAddressField(Field):
    def __init__(self, protocol="both", **kwargs): ...


class UserForm:
    class Meta:
        fields = 1


class GroupForm:
    class Meta:
        fields = 2
"""
PHASES = """class Phases
  def run_phases; end
  def use_mailer; end
  def local_variable; end
  def attachment_url; end
  class JSON < Phases
    def encode; end
  end
  class Socket
    def parse; end
  end
end
"""
STUBS = """class GlobalID
  def to_s; end
end
class GeocodeController
  def Identification; end
end
class Keeper
  def initialize(one); end
end
class IO
  def parse; end
end
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
    "discovery/manager.go": "package discovery\n\ntype Discoverer interface {\n\tRun()\n}\n",
    "zookeeper/zookeeper.go": (
        "package zookeeper\n\ntype discovery struct{}\n\n"
        "type Provider struct {\n\tDiscoverer int\n\tTracingConfig int\n}\n\n"
        "func (p *discovery) TracingConfig() {}\n"
    ),
    "api/views.py": VIEWS,
    "api/phases.h": "enum { CURL_PHASE_NET, CURL_PHASE_CLIENT, CURL_NET_BUFFER };\n#define ZSTD_USE_STATIC_LIBS 1\n",
    "api/phases.rb": PHASES,
    "test/stubs.rb": STUBS,
    "src/Assertions.cs": "static class More { extension(Phases) { public static void IsTrue(bool a) => Do(a); } }",
    "build.sh": 'LEVEL="${LEVEL:-0}"\n',
    "api/example.c": "int view1300(void);\n",
    "api/settings.py": "KEYS = ['search_list', 'search_path']\n",
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
        "The interface `discovery.Discoverer` is all it takes.",
        "List them as `Meta.validators` of the serializer.",
        "`reverse(viewname, *args, **kwargs)` passes the rest on.",
        "`IPAddressField(protocol='both', unpack=False, **options)` is a field.",
        "Set `<tracing_config>`. By `tracing_config` it is exported.",
        "=== \"Old\"\n\n    ```python\n    DownloadRequestt = TypeVar('T')\n    ```\n\nIt takes a `DownloadRequestt`.",
        "See `snippets/views.py` and `.config/views.py`.",
        "```yaml\nsearch_list: a\nsearch_path2: b\nsearch_path: c\n```",
        "Call `field.validators()`, or any `viewN`.",
        "`PHASE_NET` comes first, `NET_BUFFER` later, `ZLIB_USE_STATIC_LIBS` is of another program.",
        '`IPAddressField("a", protocol=lambda host, port: host)` and `example.org:443`.',
        "In version 3 the files were named `api/viewss.py` and `setting.py`; `ResponseSerialiser` is no longer there.",
        "`Phases` is told, not `Phase.run`, and `run_phases` instead of `run_phase`.",
        "`JSON.parse` of the standard library; `JSON` is a subclass of `Object`.",
        "Ask for `local_variables` there, or for `attachment_fu`; `user_mailer.text.erb` is a file.",
        "The kit has an `api/lint-all.py` of its own.",
        "Mix in `GlobalID::Identification`; `GeocodersController` is an example, and so is the `Keeper` constant.",
        "`Keeper` takes nine parameters. `LEVEL=0` turns it off, and `IO.open` opens it.",
        "Write `class Source(var count: Int)` yourself.",
        "The `readXxx` methods of `Source`, or `Source.readXxx()`: one for each type.",
        "It stands at `window.__download_request`, and `ZSTD2_USE_STATIC_LIBS` of a later version.",
        "It may lie in one of\n\n- `views.py`\n- `okio/views.py`\n- `discovery/views.py`",
        "Then add the following to\n`okio/views.py`, and go on.",
        "`Phases.IsTrue(bool)` is an extension of C# 14.",
        "Use `response()` here. The return type of `data` is now another one.",
    ],
)
def test_a_name_that_exists_in_another_way_is_no_warning(said: str) -> None:
    """Extensions, plurals, types of the same name elsewhere, what several names have in common, packages, parts that
    many types have, what a `**` stands for, placeholders, examples in tabs, a reader's own files and keys."""
    assert warnings(said) == []


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("Call `PipelineBuilder.Dispose()` at the end.", "PipelineBuilder has no Dispose"),
        ("`ResponseSerialiser` does it.", "the name ResponseSerialiser occurs nowhere in the source"),
        ("`DownloadRequestt` does it.", "the name DownloadRequestt occurs nowhere in the source"),
        ("`Source.close()` ends it.", "Source has no close"),
        ("`def reverse(viewname, request=None, **extra)`", "the signature of reverse leaves out args"),
        ("`CURL_PHASE_NTE` is one.", "the variable or constant CURL_PHASE_NTE occurs nowhere in the source"),
        ("`Phases.Dispose()` is an extension of C# 14.", "Phases has no Dispose"),
        ("It lies in\n\n- `okio/views.py`\n- `okio/Socket.kt`", "no file okio/views.py in the source"),
        ("All that we add here.\n`okio/views.py` goes on.", "no file okio/views.py in the source"),
        ("`discovry/manager.go` is one.", "no file discovry/manager.go in the source"),
    ],
)
def test_what_is_wrong_is_still_one(said: str, problem: str) -> None:
    """The same sentences about names that nobody adds, imports or has in plural."""
    assert warnings(said) == [problem]


@pytest.mark.parametrize(
    "name",
    [
        "Alamofire 2.0 Migration Guide.md",
        "3.0-announcement.md",
        "docs/blog/posts/one.md",
        "UPGRADING.md",
        "docs/whats-new.md",
        "v3-migration.md",
    ],
)
def test_a_guide_from_one_version_to_the_next_speaks_of_the_past(name: str) -> None:
    """A name that is no more is a remark there, wherever the word stands in the file's name."""
    assert warnings("`ResponseSerialiser` does it, in `api/fields.py`.", name) == []
    assert warnings("`ResponseSerialiser` does it.", "immigration.md") != []
