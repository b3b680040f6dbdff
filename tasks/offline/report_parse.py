"""A research report read back into facts; what a person or a model wrote freely degrades to paragraphs."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace

from memory_schema.fences import Fence, scan
from memory_schema.markers import strip_marker
from tasks.offline.report_facts import (
    FileFacts,
    MemberFact,
    Quote,
    RaiseFact,
    Remark,
    ReportFacts,
    Site,
    SymbolFacts,
)

_TITLE = re.compile(r"^#\s+Research report: chapter (?P<chapter>\d+)\s*[-–—:]\s*(?P<title>.+)$")
_RECORD = re.compile(r"^###\s+(?P<kind>[a-z]+(?: [a-z]+)?)\s+`(?P<name>[^`]+)`\s*$")
"""The kind is the source index's word for it: a list of kinds here would give an enum's facts to the class before."""
_FIELD = re.compile(r"^- (?P<key>[a-z ]+): (?P<value>.*)$")
_MEMBER = re.compile(
    r"^  - (?P<kind>\w+(?: \w+)?) `(?P<name>[^`]+)` (?P<start>\d+)-(?P<end>\d+)(?: (?P<says>\".*\"))?$"
)
_RAISE = re.compile(r"^`(?P<exception>[^`]+)` line (?P<line>\d+) (?P<rest>\[.*\])$")
_SITE = re.compile(r"`([^`]+)` \((.+?):(\d+)\)")
_REMARK = re.compile(
    r"^- `(?P<path>.+):(?P<line>\d+)` \((?P<kind>[a-z ]+)\) (?:in `(?P<symbol>[^`]+)`: )?(?P<text>\".*\")$"
)
_PLACE = re.compile(r"^(?P<path>.+):(?P<start>\d+)-(?P<end>\d+)$")
_NAME = re.compile(r"`([^`]+)`")


@dataclass
class _Record:
    kind: str
    name: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    members: list[MemberFact] = field(default_factory=list)
    doc: list[str] = field(default_factory=list)

    def one(self, key: str) -> str:
        return next((value for name, value in self.fields if name == key), "")

    def all(self, key: str) -> list[str]:
        return [value for name, value in self.fields if name == key]


def parse_report(text: str) -> ReportFacts:
    """The facts of a report. Never raises: unknown lines become `paragraphs`, unknown fences quotes."""
    body = strip_marker(text)
    lines, fences = scan(body)
    facts = ReportFacts(0, "")
    records: list[_Record] = []
    quotes: list[Quote] = []
    remarks: list[Remark] = []
    chains: list[tuple[str, ...]] = []
    terms: list[tuple[str, str]] = []
    gaps: list[str] = []
    loose: list[str] = []
    current: _Record | None = None
    seen: set[int] = set()
    for line in lines:
        row = line.text
        if line.fence is not None:
            if line.fence not in seen:
                seen.add(line.fence)
                quote = _quote(fences[line.fence], current)
                quotes += [quote] if quote else []
        elif title := _TITLE.match(row):
            facts = replace(facts, chapter=int(title["chapter"]), title=title["title"].strip())
        elif record := _RECORD.match(row):
            current = _Record(record["kind"], record["name"])
            records.append(current)
        elif row.startswith(("## ", "### ")):
            current = None
        elif remark := _REMARK.match(row):
            remarks.append(
                Remark(
                    remark["kind"], remark["path"], int(remark["line"]), _json(remark["text"]), remark["symbol"] or ""
                )
            )
        elif row.startswith("- chain: "):
            chains.append(tuple(_NAME.findall(row)))
        elif row.startswith("- term: "):
            term, _, symbol = row.removeprefix("- term: ").partition(" = ")
            terms.append((term.strip(), symbol.strip("` ")))
        elif row.startswith("- gap: "):
            gaps.append(row.removeprefix("- gap: "))
        elif current is not None and (member := _MEMBER.match(row)):
            says = _json(member["says"]) if member["says"] else ""
            current.members.append(
                MemberFact(member["name"], member["kind"], int(member["start"]), int(member["end"]), says)
            )
        elif current is not None and (value := _FIELD.match(row)):
            current.fields.append((value["key"], value["value"].strip()))
        elif current is not None and row.startswith(">"):
            current.doc.append(row[1:].removeprefix(" "))
        elif current is None and _is_prose(row):
            loose.append(row.strip())
    return replace(
        facts,
        files=tuple(_file(one) for one in records if one.kind == "file"),
        symbols=tuple(found for one in records if one.kind != "file" and (found := _symbol(one))),
        quotes=tuple(quotes),
        remarks=tuple(remarks),
        chains=tuple(chains),
        terms=tuple(terms),
        gaps=tuple(gaps),
        paragraphs=tuple(loose),
    )


def _is_prose(row: str) -> bool:
    text = row.strip()
    return len(text) > 40 and text[0].isalpha() and not text.startswith("The chapter rests on ")


def _quote(fence: Fence, record: _Record | None) -> Quote | None:
    language, _, place = fence.info.partition(" ")
    match = _PLACE.match(place.strip())
    if match is None or not fence.closed or not fence.body.strip():
        return None
    symbol = record.name if record is not None and record.kind != "file" else ""
    return Quote(match["path"], int(match["start"]), int(match["end"]), language, fence.body, symbol)


def _file(record: _Record) -> FileFacts:
    lines = record.one("lines")
    return FileFacts(
        path=record.name,
        language=record.one("language"),
        lines=int(lines) if lines.isdigit() else 0,
        read=record.one("read"),
        purpose=record.one("purpose"),
        doc="\n".join(record.doc).strip(),
        imports=tuple(_NAME.findall(record.one("imports"))),
    )


def _symbol(record: _Record) -> SymbolFacts | None:
    place = _PLACE.match(record.one("place").strip("`"))
    if place is None:
        return None
    return SymbolFacts(
        name=record.name,
        kind=record.kind,
        path=place["path"],
        start=int(place["start"]),
        end=int(place["end"]),
        signature=_json(record.one("signature")),
        doc="\n".join(record.doc).strip(),
        bases=tuple(_NAME.findall(record.one("bases"))),
        decorators=tuple(_NAME.findall(record.one("decorators"))),
        members=tuple(record.members),
        raises=tuple(found for value in record.all("raises") if (found := _raise(value))),
        calls=_sites(record.one("calls")),
        outside=tuple(_NAME.findall(record.one("uses"))),
        called_by=_sites(record.one("called by")),
        generator=record.one("generator") == "yes",
        mapped=record.one("explain") == "yes",
    )


def _raise(value: str) -> RaiseFact | None:
    match = _RAISE.match(value)
    if match is None:
        return None
    try:
        condition, message = json.loads(match["rest"])
    except ValueError:
        condition, message = "", ""
    return RaiseFact(match["exception"], int(match["line"]), str(condition), str(message))


def _sites(value: str) -> tuple[Site, ...]:
    return tuple(Site(name, path, int(line)) for name, path, line in _SITE.findall(value))


def _json(value: str) -> str:
    try:
        found = json.loads(value)
    except ValueError:
        return value.strip("` ")
    return found if isinstance(found, str) else value
