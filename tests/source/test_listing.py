"""A source is listed as git does, and no file can stop or fool the listing."""

import os
import subprocess
from pathlib import Path

import pytest

from memory_schema.errors import SourceError
from tasks.source.file_names import refusal_of, refusals_below
from tasks.source.listing import Listing, list_source


def write(root: Path, *paths: str, text: str = "x = 1\n") -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


def git(root: Path, *arguments: str) -> None:
    root.mkdir(parents=True, exist_ok=True)
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.org")
    subprocess.run(("git", *identity, *arguments), cwd=root, check=True, capture_output=True)


def reasons(listing: Listing) -> dict[str, str]:
    return {one.path: one.reason for one in listing.skipped}


def test_git_lists_tracked_and_new_files_and_drops_deleted_and_ignored_ones(tmp_path: Path) -> None:
    """Cached and untracked, without what .gitignore names or the disk lost."""
    git(tmp_path, "init", "-q")
    write(tmp_path, "a.py", "gone.py", "sub/b.py")
    git(tmp_path, "add", ".")
    (tmp_path / "gone.py").unlink()
    write(tmp_path, "new.py", "out/c.py")
    write(tmp_path, ".gitignore", text="out/\n")
    listing = list_source(tmp_path)
    assert listing.kind == "git"
    assert listing.files == (".gitignore", "a.py", "new.py", "sub/b.py")
    assert list_source(tmp_path / "sub").files == ("b.py",)


def test_an_ignored_folder_of_another_repository_is_judged_by_its_own_rules(tmp_path: Path) -> None:
    """An installed package within an ignored .venv is a plain folder, not an empty repository."""
    git(tmp_path, "init", "-q")
    write(tmp_path, ".gitignore", text=".venv/\n*.py\n")
    git(tmp_path, "add", ".")
    package = tmp_path / ".venv/lib/python3.11/site-packages/pkg"
    write(package, "__init__.py", "core.py", "__pycache__/core.pyc")
    listing = list_source(package)
    assert (listing.kind, listing.files) == ("folder", ("__init__.py", "core.py"))
    assert reasons(listing) == {"__pycache__/": "compiled Python"}


def test_a_name_above_the_root_or_a_likeness_to_a_test_hides_nothing(tmp_path: Path) -> None:
    """A repository below a folder named build, `contest.py` and `latest/` are ordinary source."""
    root = tmp_path / "build" / "repo"
    git(root, "init", "-q")
    write(root, "contest.py", "latest/a.py", "build/b.py", "tests/test_a.py")
    assert list_source(root).files == ("build/b.py", "contest.py", "latest/a.py", "tests/test_a.py")


def test_gitignore_files_of_a_plain_folder_nest_as_in_git(tmp_path: Path) -> None:
    """The deepest .gitignore that speaks decides; no ignored folder is entered; bad lines are passed over."""
    write(tmp_path, "a.log", "keep/b.log", "keep/c.txt", "dist/d.py", "e.py")
    write(tmp_path, ".gitignore", text="*.log\ndist/\n!\n[z-a]\n" + "*a" * 40 + "\n")
    write(tmp_path, "keep/.gitignore", text="!*.log\nc.txt\n")
    assert list_source(tmp_path).files == (".gitignore", "e.py", "keep/.gitignore", "keep/b.log")


RULES = (
    "*.log", "!keep.log", "/build/", "doc/*", "!doc/readme.md", "\\#hash", "\\!bang", "trail\\ ", "logs/**/b.log",
    "foo/**/x.o", "a?c", "ab[a-c]", "br\\[ack\\]et", "/keepdir/*", "!/keepdir/sub/", "/nested/**", "!/nested/one/",
    "!/nested/one/g.c", "secret.key   ", ".hidden", "# a comment", "",
)  # fmt: skip
TREE = (
    "a/x.log", "a/keep.log", "a/only.txt", "build/out/o.txt", "src/build/s.txt", "doc/x/notes.md", "doc/readme.md",
    "trail ", "trail", "#hash", "!bang", "logs/deep/er/b.log", "foo/x.o", "foo/bar/x.o", "foo/bar/y.o", "abc", "abd",
    "a1c", "br[ack]et", "keepdir/sub/k.txt", "keepdir/z.txt", "nested/one/two/f.c", "nested/one/g.c", "nested/h.c",
    "secret.key", ".hidden/x", "dir.d/only/f.txt", "dir.d/g.txt",
)  # fmt: skip


def test_a_plain_folder_is_listed_as_git_would_list_it(tmp_path: Path) -> None:
    """Negations, anchors, `**`, escapes, blanks at the end, rules of folders within: git itself is the measure."""
    write(tmp_path, *TREE)
    write(tmp_path, ".gitignore", text="\n".join(RULES))
    write(tmp_path / "a", ".gitignore", text="only.txt\r\n")
    write(tmp_path / "dir.d", ".gitignore", text="*.txt\n!f.txt\n")
    write(tmp_path / "nested/one", ".gitignore", text="/two/*\n!/two/f.c\n")
    plain = list_source(tmp_path)
    git(tmp_path, "init", "-q")
    as_git = list_source(tmp_path)
    assert (plain.kind, as_git.kind) == ("folder", "git")
    assert plain.files == as_git.files
    assert len(plain.files) == 12


def test_include_and_exclude_are_gitignore_patterns(tmp_path: Path) -> None:
    """The author narrows by patterns; a pattern that is none is named."""
    write(tmp_path, "src/a.py", "src/a_test.py", "docs/b.md")
    assert list_source(tmp_path, include=["src/"], exclude=["*_test.py"]).files == ("src/a.py",)
    with pytest.raises(SourceError, match=r"exclude: '!'"):
        list_source(tmp_path, exclude=["!"])


@pytest.mark.parametrize("repository", [False, True])
def test_odd_names_are_listed_and_forging_ones_skipped(tmp_path: Path, repository: bool) -> None:
    """Spaces, quotes, CJK, brackets work; control characters, bidi marks, non-UTF-8 are skipped, escaped."""
    if repository:
        git(tmp_path, "init", "-q")
    good = (
        "a b.py",
        'it\'s "q".py',
        "中文.py",
        "[x]{y}(z).py",
        "back\\slash.py",
        "-n.py",
        "#h.py",
        ":(top)x.py",
    )
    write(tmp_path, *good, "new\nline.py", "esc\x1b[31m.py", "gpj.\u202exe.py")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.py")).write_text("x\n")
    listing = list_source(tmp_path)
    assert listing.files == tuple(sorted(good))
    assert set(reasons(listing)) == {r"new\x0aline.py", r"esc\x1b[31m.py", r"gpj.\u202exe.py", r"\xff.py"}


@pytest.mark.parametrize("repository", [False, True])
def test_links_and_special_files_are_skipped_with_the_reason(tmp_path: Path, repository: bool) -> None:
    """No link is followed, wherever it leads; a fifo is not opened."""
    root = tmp_path / "root"
    if repository:
        git(root, "init", "-q")
    write(tmp_path, "secret.txt")
    write(root, "a.py", "folder/b.py")
    (root / "out").symlink_to(tmp_path / "secret.txt")
    (root / "loop").symlink_to("loop")
    (root / "parent").symlink_to("..")
    (root / "twice.py").symlink_to("a.py")
    (root / "dir").symlink_to("folder")
    os.mkfifo(root / "pipe")
    listing = list_source(root)
    assert listing.files == ("a.py", "folder/b.py")
    said = reasons(listing)
    assert said["out"] == said["parent"] == "a symbolic link out of the source"
    assert said["loop"].startswith("a symbolic link that leads nowhere")
    assert said["twice.py"] == "a symbolic link to a.py, which is read there"
    assert said["dir"] == "a symbolic link to the folder folder"
    if not repository:
        assert said["pipe"] == "no regular file"


def test_a_tracked_folder_that_became_a_link_is_not_followed(tmp_path: Path) -> None:
    """git still lists `d/a.py` when `d` was replaced by a link to elsewhere."""
    root = tmp_path / "root"
    git(root, "init", "-q")
    write(root, "d/a.py", "b.py")
    git(root, "add", ".")
    (root / "d").rename(tmp_path / "elsewhere")
    (root / "d").symlink_to(tmp_path / "elsewhere")
    assert list_source(root).files == ("b.py",)


@pytest.mark.parametrize("folder", ["", "plain", "LC_MESSAGES", "a_folder_of_length", "A-1.2.3.dist-info", "中"])
def test_what_lies_in_a_folder_is_refused_as_each_path_is(folder: str) -> None:
    """The quick look at most names lets pass what the whole look lets pass, nothing else."""
    token = "ghp_" + "a1B2c3D4e5" * 3 + "abcdef"
    names = [
        "a.py", "__init__.py", "__pycache__", "_darcs", "CVS", ".git", ".gitignore", "x.pyc", "X1.pyo", "README",
        "a\n", "\x1b", "\udcff.py", "gpj.\u202exe.py", "中.py",
        f"{token}.py", token[:20], token[20:], "test_0001_of_a_migration.py",
    ]  # fmt: skip
    paths = {name: f"{folder}/{name}" if folder else name for name in names}
    expected = {name: reason for name, path in paths.items() if (reason := refusal_of(path))}
    assert refusals_below(folder, names) == expected
    assert {name for name in names for one in [refusals_below(folder, [name])] if one} == expected.keys()
    assert {"__pycache__", "CVS", "x.pyc", "a\n", f"{token}.py", "\udcff.py"} <= expected.keys()


def test_what_an_author_leaves_out_is_not_told_of_even_below_a_link(tmp_path: Path) -> None:
    """Neither listed nor skipped: `exclude` is the author's word that nobody wants to hear of it."""
    root = tmp_path / "root"
    git(root, "init", "-q")
    write(root, "d/a.py", "e/__pycache__/x.txt", "b.py")
    git(root, "add", ".")
    (root / "d").rename(tmp_path / "elsewhere")
    (root / "d").symlink_to(tmp_path / "elsewhere")
    said = reasons(list_source(root))
    assert (said["d/a.py"], said["e/__pycache__/x.txt"]) == ("below a symbolic link", "compiled Python")
    listing = list_source(root, exclude=["/d/", "/d", "e/"])
    assert (listing.files, listing.skipped) == (("b.py",), ())


def test_nested_repositories_are_sources_of_their_own(tmp_path: Path) -> None:
    """git does not look into a repository within a repository; neither do we, and we say so."""
    git(tmp_path, "init", "-q")
    write(tmp_path, "a.py", "inner/b.py")
    git(tmp_path / "inner", "init", "-q")
    git(tmp_path / "inner", "add", ".")
    git(tmp_path / "inner", "commit", "-qm", "x")
    git(tmp_path, "add", "a.py", "inner")
    listing = list_source(tmp_path)
    assert listing.files == ("a.py",)
    assert "nested repository" in reasons(listing)["inner"]


def test_a_hostile_repository_runs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that its configuration names are never started; GIT_DIR of the caller is ignored."""
    root = tmp_path / "root"
    git(root, "init", "-q")
    write(root, "a.py")
    git(root, "add", ".")
    git(root, "commit", "-qm", "x")
    proof = tmp_path / "proof"
    write(root, ".gitattributes", text="*.py filter=a=b\n")
    for key in ("core.fsmonitor", "filter.a=b.clean", "filter.a=b.process", "core.sshCommand"):
        git(root, "config", key, f"touch {proof}")
    write(root, "a.py", text="y = 2\n")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    from tasks.source.git_tree import commit_of, is_dirty

    assert list_source(root).files == (".gitattributes", "a.py")
    assert is_dirty(root) is True
    assert len(commit_of(root) or "") == 40
    assert not proof.exists()


def test_a_very_deep_tree_is_listed(tmp_path: Path) -> None:
    """Depth is no recursion: a tree deeper than the interpreter's limit is walked."""
    here = os.open(tmp_path, os.O_RDONLY)
    for _ in range(1100):
        os.mkdir("d", dir_fd=here)
        inner = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(os.open("f.py", os.O_CREAT | os.O_WRONLY, dir_fd=here))
    os.close(here)
    try:
        assert list_source(tmp_path).files == ("d/" * 1100 + "f.py",)
    finally:
        # pytest clears its folders recursively and would fail on this one.
        subprocess.run(("rm", "-rf", str(tmp_path / "d")), check=True)


def test_a_file_whose_name_is_a_secret_is_skipped_and_its_name_is_hidden(tmp_path: Path) -> None:
    """A name stands in maps, prompts and pages, where no view can replace it."""
    token = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6"
    (tmp_path / f"dump-{token}.txt").write_text("a\n")
    (tmp_path / "key-value.txt").write_text("b\n")
    listing = list_source(tmp_path)
    assert listing.files == ("key-value.txt",)
    assert [(one.path, one.reason) for one in listing.skipped] == [
        ("dump-[REDACTED: github token].txt", "its name holds a secret")
    ]
