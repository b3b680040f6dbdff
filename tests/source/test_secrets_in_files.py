"""Secrets as people keep them: the credential files of tools, clouds and clusters, and keys in every form."""

from __future__ import annotations

import base64
import json
import string

import pytest

from tasks.source.secrets import redact
from tests.source.planted_secrets import HEX, JWT, UPPER32, made

LINES = [made(64, seed=number) for number in range(6)]
BASE64 = string.ascii_letters + string.digits + "+/"


def pem(kind: str, head: str = "") -> str:
    return "\n".join((f"-----BEGIN {kind}-----", *([head, ""] if head else ()), *LINES, f"-----END {kind}-----"))


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


ENCRYPTED = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,0123456789ABCDEF0123456789ABCDEF"
LONG = made(268, BASE64)
IN_BASE64 = encoded(pem("PRIVATE KEY"))
ACCOUNT = {"type": "service_account", "private_key_id": made(40, HEX), "private_key": pem("PRIVATE KEY") + "\n"}
AWS = {"AccessKeyId": "ASIA" + made(16, UPPER32), "SecretAccessKey": made(40, BASE64), "SessionToken": LONG}
CLUSTER = f"users:\n- name: admin\n  user:\n    client-key-data: {IN_BASE64}\n    token: {made(60)}\n"
PUTTY = (
    f"PuTTY-User-Key-File-3: ssh-ed25519\nPublic-Lines: 1\n{LINES[0]}\nPrivate-Lines: 1\n{LINES[1]}\nPrivate-MAC: 0\n"
)

# (what it is, what must not be left, the text)
FILES = [
    ("pem, rsa", LINES[5], pem("RSA PRIVATE KEY")),
    ("pem, encrypted rsa", LINES[0], pem("RSA PRIVATE KEY", ENCRYPTED)),
    ("pem, encrypted", LINES[5], pem("ENCRYPTED PRIVATE KEY")),
    ("pem, openssh", LINES[3], pem("OPENSSH PRIVATE KEY")),
    ("pem, pgp", LINES[3], pem("PGP PRIVATE KEY BLOCK", "Version: GnuPG v2")),
    ("pem, within yaml", LINES[5], "key: |\n" + "\n".join(f"    {line}" for line in pem("EC PRIVATE KEY").split("\n"))),
    ("pem, on one line", LINES[5], 'KEY="' + pem("RSA PRIVATE KEY").replace("\n", "\\n") + '"'),
    ("pem, line by line", LINES[5], "\n".join(f'    "{line}\\n"' for line in pem("RSA PRIVATE KEY").split("\n"))),
    ("pem, without its end", LINES[5], pem("RSA PRIVATE KEY").rpartition("\n")[0]),
    ("pem, in base64", IN_BASE64[60:160], f"TLS_KEY_B64={IN_BASE64}"),
    ("putty", LINES[1], PUTTY),
    ("google service account", LINES[4], json.dumps(ACCOUNT, indent=2)),
    ("json web key", made(342), json.dumps({"kty": "RSA", "e": "AQAB", "d": made(342)})),
    ("kubeconfig, key", IN_BASE64[60:160], CLUSTER),
    ("kubeconfig, token", made(60), CLUSTER),
    ("kubernetes secret", "Zx9!kPq2rTvv", "kind: Secret\nstringData:\n  DB_PASS: Zx9!kPq2rTvv\n"),
    ("docker config", encoded("bob:dckr-Pass99"), json.dumps({"auths": {"x": {"auth": encoded("bob:dckr-Pass99")}}})),
    ("aws credentials, secret", AWS["SecretAccessKey"], f"[a]\naws_secret_access_key = {AWS['SecretAccessKey']}\n"),
    ("aws credentials, session", LONG[20:120], f"[a]\naws_session_token = {LONG}\n"),
    ("aws answer", LONG[20:120], json.dumps(AWS, indent=1)),
    ("azure shared access", made(43), f"https://a.blob.core.windows.net/c?sv=2022-11-02&sig={made(43)}%3D&se=2027"),
    ("azure devops", made(52, UPPER32.lower()), f"AZURE_DEVOPS_EXT_PAT={made(52, UPPER32.lower())}"),
    ("azure service bus", made(43, BASE64), f"Endpoint=sb://x/;SharedAccessKey={made(43, BASE64)}="),
    ("teams webhook", made(32, HEX), f"https://a.webhook.office.com/webhookb2/1@2/IncomingWebhook/{made(32, HEX)}/"
     "1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d"),
    ("slack workflow", made(32, HEX), f"https://hooks.slack.com/triggers/T0/1234567890123/{made(32, HEX)}"),
    ("github in an address", made(36), f"https://x-access-token:ghs_{made(36)}@github.com/o/r.git"),
    ("token as a user", made(40, HEX), f"https://{made(40, HEX)}@git.example.org/o/r"),
    ("npmrc", made(36), f"//registry.example.org/:_authToken=npm_{made(36)}"),
    ("npmrc, basic", encoded("bob:s3cr3t-Pa55"), f"_auth={encoded('bob:s3cr3t-Pa55')}"),
    ("pypirc", "hunter2-Correct9", "[pypi]\nusername = bob\npassword = hunter2-Correct9\n"),
    ("netrc", "s3kr1t-Val7", "machine api.example.org\n  login bob\n  password s3kr1t-Val7\n"),
    ("netrc, on one line", "s3kr1t-Val8", "machine api.example.org login bob password s3kr1t-Val8"),
    ("mysql", "S3cure-Pass2", "mysql -u root -pS3cure-Pass2 app"),
    ("sshpass", "S3cure-Pass3", "sshpass -p 'S3cure-Pass3' ssh root@h"),
    ("pdo", "S3cure-Pass9", "new PDO('mysql:host=db;dbname=x', 'root', 'S3cure-Pass9');"),
    ("wordpress", "S3cure-Pass8", "define( 'DB_PASSWORD', 'S3cure-Pass8' );"),
    ("wordpress salt", "x}q-Z{8:F|9", "define('AUTH_SALT', 'x}q-Z{8:F|9+Pn2*vT 7s&,k#4Y<uQe@W1rB0mLzD5^hG6jC3aXoI');"),
    ("terraform", "S3cure-Pass10", 'variable "db_password" {\n  default = "S3cure-Pass10"\n}'),
    ("ansible", "S3cure-Pass11", "ansible_ssh_pass: S3cure-Pass11"),
    ("xml", "S3cure-Pass13", "<server><username>bob</username><password>S3cure-Pass13</password></server>"),
    ("app.config", made(32), f'<add key="ApiKey" value="{made(32)}" />'),
    ("objective-c", made(40), f'#define kSecret @"{made(40)}"'),
    ("jdbc", "S3cure-Pass5", "jdbc:postgresql://db:5432/app?user=bob&password=S3cure-Pass5"),
    ("doppler", made(43), f"dp.st.prd.{made(43)}"),
    ("netlify", made(36), f"nfp_{made(36)}"),
    ("airtable", made(64, HEX), f"AIRTABLE = 'pat{made(14)}.{made(64, HEX)}'"),
    ("jwt", JWT, f"Authorization: Bearer {JWT}"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "secret", "text"), FILES, ids=[what for what, _, _ in FILES])
def test_it_is_hidden_where_it_is_kept(what: str, secret: str, text: str) -> None:
    """Nothing of it is left, and every line stays in its place."""
    assert secret in text.replace("\\n", "\n") or secret in text
    shown = redact("any", text)
    assert secret not in shown
    assert "[REDACTED: " in shown
    assert shown.count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        'X = ["django.contrib.auth.hashers.PBKDF2PasswordHasher",\n "django.contrib.auth.hashers.Argon2Hasher"]',
        "authenticate(username:password:persistence:)",
        'let login = Login(email: "test@test.test", password: "testPassword")',
        "login with your password afterwards",
        '<label for="password">Password</label>',
        'variable "region" {\n  default = "eu-west-1a"\n}',
        "define('CACHE_KEY', 'a cache key');",
        "#define MAX_KEY_LENGTH 64",
        "mysql -u root -p app",
        "-----BEGIN CERTIFICATE-----\n" + "\n".join(LINES),
        f"certificate: {encoded('-----BEGIN CERTIFICATE-----' + LINES[0])[:60]}",
        '{"d": "a short text", "k": "v"}',
        "https://documentation-of-the-project@example.org",
    ],
)
def test_what_only_looks_like_one_stays(text: str) -> None:
    """Names of classes, labels, certificates, prompts for a password: none of them is hidden."""
    assert redact("any", text) == text
