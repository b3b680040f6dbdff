"""No secret survives in what anybody sees, and ordinary code stays readable."""

from __future__ import annotations

import base64
import random
import string
from pathlib import Path

import pytest

from tasks.source import secrets
from tasks.source.locate_root import resolve_source
from tasks.source.manifest import take_manifest
from tasks.source.redaction import Redaction
from tasks.source.secrets import redact
from tasks.source.symbols import symbols_of
from tasks.source.view import SourceView

_ALPHANUMERIC = string.ascii_letters + string.digits
_HEX = "0123456789abcdef"


def made(length: int, alphabet: str = _ALPHANUMERIC, seed: int = 7) -> str:
    """Random and always the same; made here, so that no scanner finds a secret in this file."""
    return "".join(random.Random(f"{seed}{length}{alphabet}").choices(alphabet, k=length))


UPPER32 = string.ascii_uppercase + "234567"
KEY_LINES = "\n".join(made(64, seed=number) for number in range(5))
JWT = f"eyJ{made(20)}.eyJ{made(40)}.{made(43)}"

# (what it is, the secret, the text around it)
PLANTED = [
    ("aws access key", "AKIA" + made(16, UPPER32), "key_id = '{}'"),
    ("aws temporary key", "ASIA" + made(16, UPPER32), "- {}"),
    ("aws secret", made(40), "AWS_SECRET_ACCESS_KEY={}"),
    ("google api key", "AIza" + made(35), 'const k = "{}";'),
    ("google oauth secret", "GOCSPX-" + made(28), 'client("{}")'),
    ("github classic", "ghp_" + made(36), "git clone https://{}@example.org/a.git"),
    ("github fine-grained", "github_pat_" + made(82), "token: {}"),
    ("gitlab", "glpat-" + made(20), "PRIVATE-TOKEN: {}"),
    ("slack bot", "xoxb-" + made(12, string.digits) + "-" + made(24), "slack('{}')"),
    ("slack webhook", f"https://hooks.slack.com/services/T{made(8)}/B{made(8)}/{made(24)}", "url = {}"),
    ("discord webhook", f"https://discord.com/api/webhooks/{made(18, string.digits)}/{made(68)}", "{}"),
    ("telegram bot", f"{made(9, '123456789')}:AA{made(33)}", "bot = '{}'"),
    ("stripe live", "sk_live_" + made(24), "stripe.api_key = '{}'"),
    ("stripe webhook", "whsec_" + made(32), "{}"),
    ("anthropic", "sk-ant-api03-" + made(93) + "AA", "ANTHROPIC_API_KEY={}"),
    ("openai project", "sk-proj-" + made(48), "openai({})"),
    ("hugging face", "hf_" + made(34, string.ascii_letters), "login('{}')"),
    ("npm", "npm_" + made(36), "//packages.example/:_authToken={}"),
    ("pypi", "pypi-AgEIcHlwaS5vcmc" + made(120), "password = {}"),
    ("rubygems", "rubygems_" + made(48, _HEX), ":key: {}"),
    ("docker", "dckr_pat_" + made(27), "docker login -p {}"),
    ("sendgrid", f"SG.{made(22)}.{made(43)}", "mail('{}')"),
    ("mailgun", "key-" + made(32, _HEX), "auth=('api', '{}')"),
    ("mailchimp", made(32, _HEX) + "-us12", "mailchimp = '{}'"),
    ("twilio", "SK" + made(32, _HEX), "sid = '{}'"),
    ("shopify", "shpat_" + made(32, _HEX), "'{}'"),
    ("digitalocean", "dop_v1_" + made(64, _HEX), "{}"),
    ("databricks", "dapi" + made(32, _HEX), "host, '{}'"),
    ("vault", "hvs." + made(90), "VAULT_TOKEN={}"),
    ("linear", "lin_api_" + made(40), "{}"),
    ("age", "AGE-SECRET-KEY-1" + made(58, string.ascii_uppercase + string.digits), "{}"),
    ("json web token", JWT, "cookie = '{}'"),
    ("bearer header", made(40), "curl -H 'Authorization: Bearer {}'"),
    ("basic header", base64.b64encode(b"admin:" + made(18).encode()).decode(), '"Authorization": "Basic {}"'),
    ("postgres url", "tr0ub4dor&3", "postgresql://admin:{}@db.internal:5432/app"),
    ("mongodb url", "p9X-kk2l", "mongodb+srv://app:{}@cluster0.mongodb.net"),
    ("redis url", made(16), "redis://:{}@cache:6379/0"),
    ("amqp url", "gu3st-Work", "amqp://worker:{}@mq/%2f"),
    ("connection string", "Sup3r;".rstrip(";") + "-Duper", "Server=db;Database=x;User Id=sa;Password={};"),
    ("azure account key", made(86) + "==", "DefaultEndpointsProtocol=https;AccountName=x;AccountKey={};"),
    ("generic api key", made(32), 'api_key = "{}"'),
    ("generic secret", made(48, _HEX), "CLIENT_SECRET: {}"),
    ("django secret", made(20) + "-" + made(29), "SECRET_KEY = '{}'"),
    ("password in code", "c0rrect-Horse!9", "password = '{}'"),
    ("password in env", "Zx9!kPq2rT", "DB_PASSWORD={}"),
    ("atlassian", "ATATT3xFfGF0" + made(180), "{}"),
    ("grafana", "glsa_" + made(32) + "_" + made(8, _HEX), "{}"),
    ("new relic", "NRAK-" + made(27, string.ascii_uppercase + string.digits), "{}"),
    ("square", "sq0atp-" + made(22), "{}"),
    ("facebook", "EAA" + made(120), "{}"),
]


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


def test_without_the_scanner_our_own_patterns_remain(monkeypatch: pytest.MonkeyPatch) -> None:
    """A platform without its wheel still hides what has a form of its own, and says who looked."""
    assert secrets.detectors() == "betterleaks and own patterns"
    monkeypatch.setattr(secrets, "_scanner", lambda: None)
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
