"""From what an author wrote as `source` to a folder: a path, or `package:NAME` for an installed package."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

from memory_schema.errors import SourceError

PACKAGE_PREFIX = "package:"
_DOTTED_NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*", re.ASCII)


def resolve_source(spec: str, base: Path) -> Path:
    """The resolved folder that `spec` names.

    A path may be absolute, begin with `~`, or be relative to `base`. `package:NAME` is the folder of an
    installed package, found without importing it; subpackages are written with dots.
    Raises SourceError where there is no such folder or package.
    """
    if spec.startswith(PACKAGE_PREFIX):
        return _package_folder(spec.removeprefix(PACKAGE_PREFIX))
    if not spec.strip():
        raise SourceError("no source is named; set `source` in book.toml to a folder or to package:NAME")
    try:
        path = (base / Path(spec).expanduser()).resolve()
        is_folder = path.is_dir()
        exists = path.exists()
    except (OSError, RuntimeError, ValueError) as error:
        raise SourceError(f"no such source: {spec!r} ({error})") from error
    if not is_folder:
        fault = "is a file; name the folder that holds it" if exists else "does not exist"
        raise SourceError(f"no such source: {path} {fault}")
    return path


def _package_folder(name: str) -> Path:
    if not _DOTTED_NAME.fullmatch(name):
        raise SourceError(f"package:{name!r} is no package name; write package:NAME, such as package:jinja2")
    top, *inner = name.split(".")
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError) as error:
        raise SourceError(f"package:{name} cannot be located ({error}); name its folder instead") from error
    if spec is None:
        raise SourceError(f"no such source: the package {top!r} is not installed in this environment")
    folders = [Path(place).joinpath(*inner) for place in spec.submodule_search_locations or ()]
    for folder in folders:
        if folder.is_dir():
            return folder.resolve()
    if folders and inner:
        raise SourceError(f"no such source: the package {top!r} has no folder {'/'.join(inner)!r}")
    raise SourceError(f"package:{name} is a single module or built in; name a folder or a package instead")
