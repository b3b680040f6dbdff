"""What git says about a folder: which files belong to it, which commit it stands at.

Trust: the repository is hostile. Its own configuration may name programs (hooks, file system monitors,
clean filters, transports); each of them is switched off here, for git runs with our rights. Nothing is
fetched or written, every call has a deadline, and a failing git means "no repository", never an error.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

_SECONDS = 30.0
_HARDENED = {
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.sshCommand": "false",
    "core.untrackedCache": "false",
    "safe.directory": "*",
    "safe.bareRepository": "explicit",
    "submodule.recurse": "false",
    "protocol.allow": "never",
}


def files_of_work_tree(root: Path) -> frozenset[str] | None:
    """The files below root that git tracks or would add, relative to root, as git spells them.

    None where root is no work tree, or where it is a folder that somebody else's repository ignores or does
    not know (`.venv/lib/.../jinja2` in a checkout): such a folder is judged by its own rules. Names that are
    no UTF-8 keep their bytes as surrogate escapes. A submodule or nested repository shows up as its folder.
    """
    top = run_git(root, "rev-parse", "--show-toplevel")
    if top is None:
        return None
    tracked = run_git(root, "ls-files", "-z", "--cached")
    if tracked is None:
        return None
    owns_root = os.path.realpath(os.fsdecode(top.removesuffix(b"\n"))) == os.path.realpath(root)
    if not tracked and not owns_root:
        return None
    untracked = run_git(root, "ls-files", "-z", "--others", "--exclude-standard")
    if untracked is None:
        return None
    names = (tracked + untracked).split(b"\0")
    return frozenset(os.fsdecode(name.removesuffix(b"/")) for name in names if name)


def commit_of(root: Path) -> str | None:
    """The full hash of the commit that is checked out, or None before the first one."""
    answer = run_git(root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    return answer.decode("ascii").strip() if answer else None


def is_dirty(root: Path) -> bool | None:
    """Whether anything below root differs from the commit, untracked files included; None: unknown."""
    filters = _filter_commands(root)
    if filters is None:
        return None
    answer = run_git(root, "status", "--porcelain", "-z", "--ignore-submodules=all", "--", ".", settings=filters)
    return None if answer is None else bool(answer)


def _filter_commands(root: Path) -> dict[str, str] | None:
    """Settings that empty every content filter of the repository: `git status` would run them."""
    answer = run_git(root, "config", "--null", "--name-only", "--get-regexp", r"^filter\.", allowed=(0, 1))
    if answer is None:
        return None
    keys = [os.fsdecode(key) for key in answer.split(b"\0") if key]
    return {key: "false" if key.endswith(".required") else "" for key in keys}


def run_git(
    root: Path,
    *arguments: str,
    settings: dict[str, str] | None = None,
    allowed: tuple[int, ...] = (0,),
    given: bytes = b"",
) -> bytes | None:
    """What git prints in a folder, hardened as this module promises; None where it fails. `given` is its input."""
    try:
        done = subprocess.run(
            ("git", "--no-pager", *arguments),
            cwd=root,
            env=_environment(_HARDENED | (settings or {})),
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode in allowed else None


def _environment(settings: dict[str, str]) -> dict[str, str]:
    """The caller's environment without its GIT_* variables, with our settings above the repository's own."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    environment |= {
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_CONFIG_COUNT": str(len(settings)),
        "LC_ALL": "C",
    }
    # Numbered variables instead of `-c`: the name of a hostile filter may contain "=".
    for number, (key, value) in enumerate(settings.items()):
        environment[f"GIT_CONFIG_KEY_{number}"] = key
        environment[f"GIT_CONFIG_VALUE_{number}"] = value
    return environment
