"""Secrets that stand where a call or a statement takes them: no name with a sign of assignment is before them."""

from __future__ import annotations

import re

from tasks.source.secret_pattern import SecretPattern

_TEXT = r"[\"'`]"
_PASSWORD = rf"@?{_TEXT}(?P<secret>[^\s\"'`]{{6,99}}){_TEXT}"
_RANDOM = rf"{_TEXT}(?P<secret>[A-Za-z0-9+/=_.~-]{{20,200}}){_TEXT}"
_BEFORE = rf"(?:(?:[^\n,()\"'`]{{0,80}}|{_TEXT}[^\"'`\n]{{0,80}}{_TEXT}),\s*+)"
"""An argument before the one that is wanted."""
_NAMES = r"passw(?:or)?d|passphrase|passwort|pwd"
_KEYS = r"(?:(?:api|access|secret|private|client|auth|signing|encryption)_?(?:key|token|secret)|secret|token)"
_OF_SIGNING = r"(?:session|cookie|jwt|token|app|hash|signing|auth|flask|django)"

CALLS: tuple[SecretPattern, ...] = (
    SecretPattern(
        "password",
        re.compile(
            r"(?i:\b(?:NetworkCredential|UsernamePasswordCredentials?|PasswordAuthentication|PasswordCredentials?"
            r"|(?:HTTP|Set)?_?(?:Basic|Digest)_?Auth(?:entication)?|simple_bind(?:_s)?|FTP(?:_TLS)?)\s*\(|\bauth\s*=\s*\()"
            rf"\s*+{_BEFORE}{{1,2}}{_PASSWORD}"
        ),
        ("networkcredential(", "passwordcredential", "passwordauthentication(", "basicauth", "basic_auth", "digestauth",
         "simple_bind", "ftp(", "ftp_tls(", "auth=(", "auth = ("),
        is_password=True,
    ),
    SecretPattern(
        "password",
        re.compile(rf"(?i:(?<![a-z])(?:set|with|and)?_?(?:{_NAMES}))\s*\(\s*{_PASSWORD}\s*[,)]"),
        ("password(", "passphrase(", "passwd(", "passwort(", "pwd("),
        is_password=True,
    ),
    SecretPattern(
        "password",  # `#define WIFI_PASSWORD "..."`, `storePassword "..."`
        re.compile(rf"(?i:(?:{_NAMES}))\w{{0,20}}+[ \t]+{_PASSWORD}(?=\s*[;,)]|[ \t]*(?:$|//|/\*|#))", re.MULTILINE),
        ("passw", "passphrase", "pwd"),
        is_password=True,
    ),
    SecretPattern(
        "password",
        re.compile(rf"(?i:\bConvertTo-SecureString)\s+(?:-\w+\s+){{0,2}}{_PASSWORD}"),
        ("convertto-securestring",),
        is_password=True,
    ),
    SecretPattern(
        "password",  # https://github.com/go-sql-driver/mysql#dsn-data-source-name
        re.compile(r"(?<![\w.-])[\w.-]{1,80}:(?P<secret>[^\s:/\"'`]{6,99})@(?:tcp|unix)\("),
        ("@tcp(", "@unix("),
        is_password=True,
    ),
    SecretPattern(
        "key or token",
        re.compile(rf"(?i:{_KEYS})\s*\(\s*{_RANDOM}\s*[,)]"),
        ("secret(", "token(", "apikey(", "api_key(", "accesskey(", "access_key(", "secretkey(", "secret_key(",
         "privatekey(", "private_key(", "authkey(", "auth_key("),
        least_entropy=3.7,
    ),
    SecretPattern(
        "signing secret",
        re.compile(
            rf"(?i:\bjwt\.(?:sign|verify|encode|decode)\s*\(\s*+{_BEFORE}|\bcookie_?(?:parser|session)\s*\(\s*)"
            rf"{_TEXT}(?P<secret>[^\s\"'`]{{8,200}}){_TEXT}"
        ),
        ("jwt.", "cookieparser", "cookie_parser", "cookiesession", "cookie_session"),
        is_password=True,
    ),
    SecretPattern(
        "signing secret",
        re.compile(
            rf"(?i:(?<![A-Za-z0-9-])(?:{_OF_SIGNING}[_.-]?)?secret(?:[_-]?key(?:[_-]?base)?)?){_TEXT}?\s*[:=]\s*[bru]{{0,2}}"
            rf"{_TEXT}(?P<secret>[^\s\"'`]{{8,200}}){_TEXT}"
        ),
        ("secret",),
        is_jumbled=True,
    ),
    SecretPattern(
        "encryption key",  # https://laravel.com/docs/encryption
        re.compile(r"(?i:key)[\"']?\s*[:=]\s*[\"']?base64:(?P<secret>[A-Za-z0-9+/]{21,86}={1,2})"),
        ("base64:",),
        least_entropy=3.5,
    ),
)  # fmt: skip
