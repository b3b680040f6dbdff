"""Links to the source's own files, on a code host or beside the text: the file and the lines must be there."""

from __future__ import annotations

import posixpath
import re
from urllib.parse import unquote

from memory_schema.findings import Certainty, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.document_links import DocumentPlace, addresses
from tasks.checks.result import CheckResult, bounded, found
from tasks.checks.source_index import SourceIndex

CHECK = "repository-links"

_HOSTED = re.compile(
    r"https?://(?:www\.)?(?:github\.com|gitlab\.com|gitee\.com|codeberg\.org)/(?P<owner>[\w.-]+)/(?P<name>[\w.-]+?)"
    r"(?:/-)?/(?:blob|tree|edit|raw|blame|src/branch)/(?P<branch>main|master|HEAD|trunk|develop|dev)/(?P<path>[^?#]+)"
    r"(?:\?[^#]*)?(?:#L(?P<start>\d{1,7})(?:C\d+)?(?:-L?(?P<end>\d{1,7})(?:C\d+)?)?)?(?:#.*)?",
    re.IGNORECASE,
)
"""Of a branch that moves: what an older commit held under an address of its own, this source cannot say."""
_BESIDE = re.compile(
    r"(?P<path>(?![a-z+.-]+:|//|#)[^?#]+)#L(?P<start>\d{1,7})(?:C\d+)?(?:-L?(?P<end>\d{1,7})(?:C\d+)?)?"
)
_OF_HOSTS = (".github", ".gitlab", ".circleci", ".forgejo")
_SUBMODULES = ".gitmodules"
_AT_THE_TOP = frozenset({".gitlab-ci.yml", ".travis.yml", "appveyor.yml", ".appveyor.yml", _SUBMODULES})
_TEMPLATE = re.compile(r"[{}<>$*]")


def check_hosted_links(document: ChapterText, index: SourceIndex, place: DocumentPlace | None = None) -> CheckResult:
    """⚠️ where an address of this repository at its host leads to a file, a folder or lines that the source does not
    have, and where a link of a document of the source to a file beside it leads to such lines.

    The repository is known by its name, as a clone is called by it; other addresses are left alone, and so is a source
    that shows no sign of being the whole repository: a package in it is often called as the repository is.
    """
    findings, count = [], 0
    is_whole = any(index.has_folder(folder) for folder in _OF_HOSTS) or not index.paths.isdisjoint(_AT_THE_TOP)
    for line, address, _ in addresses(document.tokens):
        hosted, beside = _HOSTED.fullmatch(address), _BESIDE.fullmatch(address)
        if hosted and is_whole and _is_ours(hosted["owner"], hosted["name"], index.root_name):
            path = unquote(hosted["path"]).strip("/")
            is_there = place is not None and place.is_in_source and place.exists is not None and place.exists(path)
            problem = _lines_fault(path, hosted, index) if is_there else _fault(path, hosted, index)
        elif beside and place is not None and place.is_in_source:
            target = posixpath.normpath(posixpath.join(posixpath.dirname(place.path), unquote(beside["path"])))
            problem = _lines_fault(target, beside, index)
        else:
            continue
        count += 1
        if problem:
            where = document.place(line)
            fix = "link to what the source holds, or to the commit that held it"
            findings.append(
                found(CHECK, Severity.SHOULD, where, problem, quote=address, fix=fix, certainty=Certainty.LIKELY)
            )
    return CheckResult(bounded(CHECK, findings), {"hosted links": count})


def _is_ours(owner: str, name: str, root: str) -> bool:
    plain, there = name.removesuffix(".git").lower(), root.lower()
    return there == plain or re.fullmatch(rf"{re.escape(owner.lower())}\W{re.escape(plain)}", there) is not None


def _fault(path: str, link: re.Match[str], index: SourceIndex) -> str:
    if _TEMPLATE.search(path) or not path:
        return ""
    is_read = path in index.paths or path in index.skipped or index.has_folder(path)
    if not is_read and path not in _submodules(index):
        return f"the link leads to {path}, which the source does not have"
    return _lines_fault(path, link, index)


def _submodules(index: SourceIndex) -> frozenset[str]:
    """The folders that other repositories fill, a listing of this one holds nothing of them (man gitmodules)."""
    lines = index.lines(_SUBMODULES) if _SUBMODULES in index.paths else ()
    pairs = (line.partition("=") for line in lines)
    return frozenset(value.strip().strip("/") for key, _, value in pairs if key.strip() == "path")


def _lines_fault(path: str, link: re.Match[str], index: SourceIndex) -> str:
    last = max(int(link["start"] or 0), int(link["end"] or 0))
    if path in index.paths and last > (length := len(index.lines(path))):
        return f"the link leads to line {last} of {path}, which has {length} lines"
    return ""
