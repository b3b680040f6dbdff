"""Secrets that stand where a call or a statement takes them: no name with a sign of assignment is before them."""

from __future__ import annotations

import re

from tasks.source.secret_pattern import SecretPattern

_TEXT = r"[\"'`]"
_PASSWORD = rf"@?{_TEXT}(?:\{{noop\}})?(?P<secret>[^\s\"'`]{{6,99}}){_TEXT}"
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
            r"|(?:HTTP|Set)?_?(?:Basic|Digest)_?Auth(?:entication)?|PlainAuth|simple_bind(?:_s)?|ldap_bind|FTP(?:_TLS)?"
            r"|DBI->connect)\s*\(|\bauth\s*=\s*\()"
            rf"\s*+{_BEFORE}{{1,2}}(?:Some\(\s*+)?{_PASSWORD}"
        ),
        ("networkcredential(", "passwordcredential", "passwordauthentication(", "basicauth", "basic_auth", "digestauth",
         "plainauth", "simple_bind", "ldap_bind", "ftp(", "ftp_tls(", "dbi->connect", "auth=(", "auth = ("),
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
        "password",  # https://github.com/go-sql-driver/mysql#dsn-data-source-name
        re.compile(r"(?<![\w.-])[\w.-]{1,80}:(?P<secret>[^\s:/\"'`]{6,99})@(?:tcp|unix)\("),
        ("@tcp(", "@unix("),
        is_password=True,
    ),
    SecretPattern(
        "password",
        re.compile(rf"(?:(?i:(?<![A-Za-z0-9_.-])pass[\"']?\s*(?::|=>?)\s*)|[.:>]auth\s*\(\s*){_PASSWORD}"),
        ("pass:", "pass'", 'pass"', "pass =", "pass=", ".auth(", ":auth(", ">auth("),
        is_jumbled=True,
    ),
    SecretPattern(
        "password",
        re.compile(rf"{_PASSWORD}\.toCharArray\(\)"),
        (".tochararray()",),
        is_jumbled=True,
    ),
    SecretPattern(
        "password",
        re.compile(rf"\bCURLOPT_USERPWD\s*,\s*{_TEXT}[^\s:\"'`]{{1,80}}:(?P<secret>[^\s\"'`]{{6,99}}){_TEXT}"),
        ("curlopt_userpwd",),
        is_password=True,
    ),
    SecretPattern(
        "key or token",
        re.compile(
            rf"(?:\bprovider\s+:\w{{1,40}},\s*{_TEXT}[^\"'`\n]{{1,80}}{_TEXT}|\bClient\(\s*{_TEXT}AC[a-f0-9]{{32}}{_TEXT})"
            rf"\s*,\s*{_TEXT}(?P<secret>[A-Za-z0-9_-]{{20,200}}){_TEXT}"
        ),
        ("provider :", "client("),
        least_entropy=3.0,
    ),
    SecretPattern(
        "encryption key",
        re.compile(
            r"\b(?:hmac\.new|hmacShaKeyFor|createHmac|hash_hmac|SecretKeySpec|SymmetricSecurityKey|Fernet|AES\.new"
            rf"|createCipheriv)\s*\(\s*+{_BEFORE}{{0,2}}[bru]{{0,2}}{_TEXT}(?P<secret>[^\s\"'`]{{16,200}}){_TEXT}"
        ),
        ("hmac", "secretkeyspec(", "symmetricsecuritykey(", "fernet(", "aes.new(", "createcipheriv("),
        is_jumbled=True,
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
            rf"(?i:(?<![A-Za-z0-9-])(?:{_OF_SIGNING}[_.-]?)?secret(?:[_-]?key(?:[_-]?base)?)?|hash_salt){_TEXT}?\]?\s*[:=]\s*[bru]{{0,2}}"
            rf"{_TEXT}(?P<secret>[^\s\"'`]{{8,200}}){_TEXT}"
        ),
        ("secret", "hash_salt"),
        is_jumbled=True,
    ),
    SecretPattern(
        "encryption key",  # https://laravel.com/docs/encryption
        re.compile(r"(?i:key)[\"']?\s*[:=]\s*[\"']?base64:(?P<secret>[A-Za-z0-9+/]{21,86}={1,2})"),
        ("base64:",),
        least_entropy=3.5,
    ),
)  # fmt: skip
