"""No secret survives in what anybody sees, and ordinary code stays readable."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tasks.source import secret_scanner, secrets
from tasks.source.locate_root import resolve_source
from tasks.source.manifest import take_manifest
from tasks.source.redaction import Redaction
from tasks.source.secrets import redact
from tasks.source.symbols import symbols_of
from tasks.source.view import SourceView
from tests.source.planted_secrets import KEY_LINES, PLANTED, UPPER32, made


@pytest.mark.parametrize(("name", "secret", "around"), PLANTED, ids=[row[0] for row in PLANTED])
def test_a_planted_secret_does_not_survive(name: str, secret: str, around: str) -> None:
    """Fifty kinds, each in a place where people leave them: gone, the line and the lines around it kept."""
    text = f"# first line\n{around.format(secret)}\nlast = 1\n"
    shown = redact("settings.py", text)
    assert secret not in shown
    assert "[REDACTED: " in shown
    assert shown.count("\n") == text.count("\n")
    assert shown.startswith("# first line\n")
    assert shown.endswith("\nlast = 1\n")


@pytest.mark.parametrize(("name", "secret", "around"), PLANTED, ids=[row[0] for row in PLANTED])
def test_a_secret_in_a_quoted_line_does_not_survive(name: str, secret: str, around: str) -> None:
    """A settings file quotes a line of code whole, and a backslash stands before each of its quotes."""
    assert secret not in redact("deploy.yml", f"- run: {json.dumps(around.format(secret))}\n")


@pytest.mark.parametrize("kind", ["RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "EC PRIVATE KEY",
                                  "ENCRYPTED PRIVATE KEY", "PGP PRIVATE KEY BLOCK"])  # fmt: skip
@pytest.mark.parametrize("ending", [True, False], ids=["whole", "cut"])
def test_no_line_of_a_private_key_survives(kind: str, ending: bool) -> None:
    """Each line has its own placeholder, so that no line moves; a block without an end is one too."""
    end = f"-----END {kind}-----\n" if ending else ""
    text = f"before\n-----BEGIN {kind}-----\n{KEY_LINES}\n{end}"
    shown = redact("id", text + ("after\n" if ending else ""))
    assert not any(line in shown for line in KEY_LINES.split("\n"))
    assert shown.count("\n") == text.count("\n") + ending
    assert shown.startswith("before\n[REDACTED: private key]\n")
    assert not ending or shown.endswith("\nafter\n")


def test_a_key_escaped_into_one_line_is_found() -> None:
    """Service accounts carry theirs as JSON."""
    escaped = KEY_LINES.replace("\n", "\\n")
    text = f'{{"private_key": "-----BEGIN PRIVATE KEY-----\\n{escaped}\\n-----END PRIVATE KEY-----\\n"}}\n'
    assert not any(line in redact("a.json", text) for line in KEY_LINES.split("\n"))


@pytest.mark.parametrize("comment", ["# gitleaks:allow", "// betterleaks:allow", "# trufflehog:ignore", "\0"])
def test_the_text_cannot_talk_the_scanner_out_of_it(comment: str) -> None:
    """An allowing comment is the repository's word, not the publisher's; a NUL ends nothing."""
    secret = "ghp_" + made(36)
    assert secret not in redact("a.py", f"a = 1 {comment}\ntoken = '{secret}' {comment}\n")


def test_every_occurrence_goes() -> None:
    """A secret that is named once and used again is hidden at both places."""
    secret = made(32)
    shown = redact("a.py", f"api_key = '{secret}'\nurl = 'https://example.org/?k={secret}'\n")
    assert secret not in shown


@pytest.mark.parametrize("value", ["c0rrect-Horse!9", "p9X-kk2l"])
def test_a_password_told_by_its_place_goes_everywhere(value: str) -> None:
    """A connection string gives the password away; bare, as a default, nothing else would."""
    shown = redact("a.py", f"def f(p='{value}'): ...\nurl = 'amqp://app:{value}@mq/'\n")
    assert shown.count("[REDACTED: password in a url]") == 2


def test_without_the_scanner_our_own_patterns_remain(monkeypatch: pytest.MonkeyPatch) -> None:
    """A platform without its wheel still hides what has a form of its own, and says who looked."""
    assert secrets.detectors() == "betterleaks and own patterns"
    monkeypatch.setattr(secret_scanner, "_scanner", lambda: None)
    assert secrets.detectors() == "own patterns"
    for _, secret, around in PLANTED:
        assert secret not in redact("a.py", around.format(secret) + "\n")


ORDINARY = """\
password = input("Password: ")
password = "password"
token = get_token()
TOKEN_ENDPOINT = "https://example.org/oauth/token"
secret_key = os.environ["SECRET_KEY"]
api_key = config.get("api_key", None)
api_key: str = Field(description="the key")
url = "postgresql://user:password@localhost/db"
url = f"postgresql://{user}:{password}@{host}/db"
url = "redis://:${REDIS_PASSWORD}@cache"
"version": "1.2.1", "integrity": "sha512-" + digest
SHA256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
key = "application/vnd.github.v3+json"
token_type = "identifier_with_many_words"
keyword_only_parameter_names = frozenset()
access_token_expiry_seconds = 3600
if token.type is TOKEN_BLOCK_BEGIN: pass
passwd_file = "/etc/passwd"
commit = "da39a3ee5e6b4b0d3255bfef95601890afd80709"
uuid = "123e4567-e89b-12d3-a456-426614174000"
"""


def test_ordinary_code_stays_as_it_is() -> None:
    """Names, calls, stand-ins, hashes and addresses are no secrets."""
    assert redact("a.py", ORDINARY) == ORDINARY


@pytest.mark.parametrize("package", ["jinja2", "markdown_it", "pathspec", "pydantic", "typer"])
def test_false_alarms_in_real_packages_are_few(package: str) -> None:
    """At most one line in a hundred files, and none of them a definition."""
    root = resolve_source(f"package:{package}", Path())
    view = SourceView(root, take_manifest(root), redact)
    assert len(view.redactions()) <= max(1, len(view.paths) // 100)


def test_the_view_tells_where_it_hides_and_never_what(tmp_path: Path) -> None:
    """Path, line and kind; symbols, quotes and hashes are those of the redacted text."""
    secret = "AKIA" + made(16, UPPER32)
    (tmp_path / "a.py").write_text(f"A = 1\nKEY = '{secret}'\n")
    (tmp_path / "b.py").write_text("B = 2\n")
    view = SourceView(tmp_path, take_manifest(tmp_path), redact)
    assert view.redactions() == (Redaction("a.py", 2, "aws access key"),)
    assert view.text("a.py") == "A = 1\nKEY = '[REDACTED: aws access key]'\n"
    assert view.symbols("a.py") == symbols_of(view.text("a.py"), "python")
    assert secret not in repr(view.symbols("a.py"))
