"""`sourcebook verify PATH... --source REPO`: any Markdown, with the exit codes that CI and hooks rely on."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.deployments.conftest import Sourcebook

CODE = 'def read_all(path, limit=10):\n    """Read."""\n    return open(path).read(limit)\n'
QUOTE = "```python src/tool.py:1\ndef read_all(path, limit=10):\n```\n"
GOOD = f"# Tool\n\nSee `src/tool.py:1-3` and [the top](#tool).\n\n{QUOTE}"
BAD = GOOD.replace("limit=10", "limit=20") + "\nAnd `src/tol.py:2`, [gone](gone.md), [there](#nowhere).\n"


def git(folder: Path, *words: str) -> str:
    """Run git in a repository with an author of its own."""
    who = ("-c", "user.name=T", "-c", "user.email=t@example.org")
    return subprocess.run(("git", *who, *words), cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one commit, and a cache that is nobody's."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "repo"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "tool.py").write_text(CODE)
    (folder / "README.md").write_text(GOOD)
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "one")
    return folder


def test_clean_and_faulty_documents(sourcebook: Sourcebook, repo: Path) -> None:
    """A true document ends with 0; a false one with 1, each finding on a line that an editor can open."""
    assert sourcebook("verify", repo / "README.md", "--source", repo).code == 0
    (repo / "BAD.md").write_text(BAD)
    ran = sourcebook("verify", repo / "BAD.md", "--source", repo)
    assert ran.code == 1
    assert f"{repo}/BAD.md:5: ❌ the block is not what stands at src/tool.py:1" in ran.out
    assert "no file src/tol.py in the source" in ran.out
    assert "gone.md, which does not exist" in ran.out
    assert "#nowhere" in ran.out


def test_folder_json_and_sarif(sourcebook: Sourcebook, repo: Path) -> None:
    """A folder stands for its Markdown files; JSON and SARIF name the same findings with their lines."""
    (repo / "BAD.md").write_text(BAD)
    ran = sourcebook("verify", repo, "--source", repo, "--json", "--sarif", repo / "out.sarif")
    documents = json.loads(ran.out)["documents"]
    assert {Path(name).name for name in documents} == {"README.md", "BAD.md"}
    found = documents[str(repo / "BAD.md")]["findings"]
    log = json.loads((repo / "out.sarif").read_text())
    assert log["version"] == "2.1.0"
    results = log["runs"][0]["results"]
    lines = [one["locations"][0]["physicalLocation"]["region"]["startLine"] for one in results]
    assert sorted(lines) == sorted(one["line"] for one in found)
    rules = {rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]}
    assert {one["ruleId"] for one in results} <= rules
    assert {"error", "warning"} <= {one["level"] for one in results}


def test_a_secret_that_a_document_quotes_is_printed_nowhere(sourcebook: Sourcebook, repo: Path) -> None:
    """It is hidden like the source's, so the quote of it is true, and a false one shows a placeholder."""
    token = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6"
    (repo / "src" / "key.py").write_text(f'def connect(token="{token}", retries=2):\n    return token\n')
    quote = f'# T\n\n```python src/key.py:1\ndef connect(token="{token}", retries=2):\n```\n'
    (repo / "SURE.md").write_text(quote)
    (repo / "BAD.md").write_text(quote.replace("retries=2", "retries=3") + f"\n`connect(token='{token}', tries=1)`\n")
    assert sourcebook("verify", repo / "SURE.md", "--source", repo).code == 0
    for words in ((), ("--json",), ("--all", "--sarif", repo / "out.sarif")):
        ran = sourcebook("verify", repo / "BAD.md", "--source", repo, *words)
        assert ran.code == 1
        assert "[REDACTED: github token]" in ran.out
        assert token not in ran.out + ran.err
    assert token not in (repo / "out.sarif").read_text()


def test_fail_on(sourcebook: Sourcebook, repo: Path) -> None:
    """What fails a run is the caller's choice; by default only what cannot be wrong does."""
    (repo / "README.md").write_text("# T\n\n[gone](gone.md)\n")
    assert sourcebook("verify", repo / "README.md", "--source", repo).code == 0
    assert sourcebook("verify", repo / "README.md", "--source", repo, "--fail-on", "should").code == 1


def test_at_a_commit(sourcebook: Sourcebook, repo: Path) -> None:
    """`--at` reads git's objects: the folder may have moved on, and nothing of it is touched."""
    (repo / "src" / "tool.py").write_text(CODE.replace("limit", "most"))
    before = sorted(path.name for path in repo.iterdir())
    assert sourcebook("verify", repo / "README.md", "--source", repo).code == 1
    assert sourcebook("verify", repo / "README.md", "--source", repo, "--at", "HEAD").code == 0
    assert sorted(path.name for path in repo.iterdir()) == before
    ran = sourcebook("verify", repo / "README.md", "--source", repo, "--at", "no-such-tag")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "no commit 'no-such-tag'" in ran.err


def test_watch_commit(sourcebook: Sourcebook, repo: Path) -> None:
    """Only what a change made false is told, with what a renamed thing is called now."""
    (repo / "README.md").write_text(GOOD + "\nCall `read_all()`. Never was: `src/old.py:9`.\n")
    (repo / "src" / "tool.py").write_text(CODE.replace("read_all", "read_some"))
    git(repo, "commit", "-qam", "two")
    ran = sourcebook("verify", repo / "README.md", "--source", repo, "--watch-commit", "HEAD~1..HEAD", "--all")
    assert ran.code == 1
    assert "read_all is now called read_some (src/tool.py:1)" in ran.out
    assert "src/old.py" not in ran.out
    assert sourcebook("verify", repo / "README.md", "--source", repo, "--watch-commit", "HEAD").code == 2


def test_bad_input_is_one_line(sourcebook: Sourcebook, repo: Path) -> None:
    """Exit code 2 and one line for what cannot be verified."""
    (repo / "blob.md").write_bytes(b"\x00\x01")
    for words in (
        (repo / "README.md",),
        (repo / "none.md", "--source", repo),
        (repo / "README.md", "--source", repo / "nowhere"),
        (repo / "src", "--source", repo),
        (repo / "blob.md", "--source", repo),
        (repo / "README.md", "--source", repo, "--at", "HEAD", "--watch-commit", "a..b"),
    ):
        ran = sourcebook("verify", *words)
        assert (ran.code, ran.err.count("\n")) == (2, 1), words


def test_a_folder_without_markdown(sourcebook: Sourcebook, repo: Path) -> None:
    """Beside documents it is told on standard error and changes nothing; alone it is nothing to verify: an error."""
    ran = sourcebook("verify", repo / "README.md", repo / "src", "--source", repo)
    assert (ran.code, "src holds no Markdown file" in ran.err) == (0, True)
    assert sourcebook("verify", repo / "src", "--source", repo).code == 2


def test_documents_of_an_older_version(sourcebook: Sourcebook, repo: Path) -> None:
    """In a folder of version 1 beside one of version 2 a name that is no more is a remark; in the latest, a warning."""
    for version in ("v1", "v2"):
        (repo / "docs" / version).mkdir(parents=True)
        (repo / "docs" / version / "a.md").write_text("# A\n\nCall `read_al()`.\n")
    git(repo, "add", ".")
    ran = sourcebook("verify", repo / "docs", "--source", repo, "--json")
    found = {Path(name).parts[-2]: one["findings"] for name, one in json.loads(ran.out)["documents"].items()}
    assert {name: [one["severity"] for one in ones] for name, ones in found.items()} == {
        "v1": ["could"],
        "v2": ["should"],
    }


def test_sarif_names_files_below_the_source(sourcebook: Sourcebook, repo: Path, tmp_path: Path) -> None:
    """A code host finds a file by its path in the repository, wherever one stands; else by the file's address."""
    (repo / "a b.md").write_text(BAD)
    (tmp_path / "out.md").write_text(BAD)
    sourcebook("verify", repo / "a b.md", tmp_path / "out.md", "--source", repo, "--sarif", tmp_path / "out.sarif")
    results = json.loads((tmp_path / "out.sarif").read_text())["runs"][0]["results"]
    found = {one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in results}
    assert found == {"a%20b.md", (tmp_path / "out.md").as_uri()}


def test_watch_says_nothing_of_what_was_never_stated(sourcebook: Sourcebook, repo: Path) -> None:
    """An example that was like nothing before is not made false by code that it is like now; a true one is."""
    said = "`open(path).read(limit)` and `open(path).seek(limit, 2)`"
    (repo / "README.md").write_text(f"# Tool\n\nSee {said}.\n")
    git(repo, "commit", "-aqm", "two")
    (repo / "src" / "tool.py").write_text(CODE.replace("read(limit)", "read(9, limit)"))
    git(repo, "commit", "-aqm", "three")
    ran = sourcebook("verify", repo / "README.md", "--source", repo, "--watch-commit", "HEAD~1..HEAD", "--json")
    (report,) = json.loads(ran.out)["documents"].values()
    assert [one["quote"] for one in report["findings"]] == ["open(path).read(limit)"]
