"""What a plan leaves undecided: source that no chapter explains and that nobody left out with a reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from memory_schema.outline import LeftOut, SourceMap


def undecided_files(source_map: SourceMap, paths: Iterable[str]) -> tuple[str, ...]:
    """The paths that are in no chapter and left out by no line with a reason, in their order.

    Args:
        paths: every source file that a reader could expect to find explained.
    """
    mapped = {file.path for files in source_map.chapters.values() for file in files}
    whole = [one for one in source_map.left_out if one.why and not one.symbols]
    exact = {one.path for one in whole}
    folders = tuple(one.path for one in whole if one.path.endswith("/"))
    return tuple(path for path in paths if path not in mapped and path not in exact and not path.startswith(folders))


def undecided_names(
    source_map: SourceMap, public: Mapping[str, Iterable[str]], told: Collection[str] = ()
) -> dict[str, tuple[str, ...]]:
    """By path of a chapter's file the public names that nobody decided about; files without any are left out.

    A name is decided where the source map lists it for a chapter (a file without a list has all its names
    explained), or leaves it out with a reason.

    Args:
        public: by path the names that others may use.
        told: `path:name` of what the finished chapters explain or mention: who wrote of it has decided.
    """
    planned: dict[str, set[str] | None] = {}
    for files in source_map.chapters.values():
        for file in files:
            before = planned.get(file.path, set())
            planned[file.path] = None if before is None or not file.symbols else before | set(file.symbols)
    found: dict[str, tuple[str, ...]] = {}
    for path, named in planned.items():
        if named is None:
            continue
        decided = named | _left_out(source_map.left_out, path)
        rest = tuple(one for one in public.get(path, ()) if one not in decided and f"{path}:{one}" not in told)
        if rest:
            found[path] = rest
    return found


def _left_out(rows: Iterable[LeftOut], path: str) -> set[str]:
    return {name for row in rows if row.path == path and row.why for name in row.symbols}
