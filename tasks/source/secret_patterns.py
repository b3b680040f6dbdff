"""What secrets look like: our own patterns, beside those of the scanner (`secrets`).

A vendor's token is told by its form alone. Whatever has no form of its own counts only beside a keyword and
with the entropy of something random, so that ordinary constants stay readable. `secret_search` looks for them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class SecretPattern:
    """`regex` finds the secret as its group "secret".

    `hints`: a word (of a form) or a line (of a keyword, in lower case) without any of them holds no match;
    `in_text` the same for the whole text. `least_entropy` is in bits a character. `before` must end where the
    secret begins, on its line. `spans_lines`: the value may stand on the line below its name.
    """

    kind: str
    regex: re.Pattern[str]
    hints: tuple[str, ...]
    least_entropy: float = 0.0
    is_password: bool = False
    before: re.Pattern[str] | None = None
    in_text: tuple[str, ...] = ()
    spans_lines: bool = False


def _form(kind: str, pattern: str, *hints: str, in_text: tuple[str, ...] = ()) -> SecretPattern:
    regex = re.compile(rf"(?<![A-Za-z0-9_-])(?P<secret>{pattern})(?![A-Za-z0-9_-])")
    return SecretPattern(kind, regex, hints, in_text=in_text)


_MOST_BEFORE = 80
_QUOTE = r"""(?:\\?["'`])?"""
"""Also as it stands within another quoted text: `"api_key = \\"...\\""`."""
_ASSIGNED = rf"{_QUOTE}\s*(?:=>|:=|=|:)\s*{_QUOTE}"
FORMS: tuple[SecretPattern, ...] = (
    _form("aws access key", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}", "AKIA", "ASIA", "ABIA", "ACCA"),
    _form("google api key", r"AIza[\w-]{35}", "AIza"),
    _form("google oauth secret", r"GOCSPX-[\w-]{28}", "GOCSPX-"),
    _form("google oauth token", r"ya29\.[\w-]{20,}", "ya29."),
    _form("github token", r"(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{50,})", "ghp_", "gho_", "ghu_", "ghs_", "ghr_",
          "github_pat_"),
    _form("gitlab token", r"gl(?:pat|dt|rt|cbt|ptt|ft|soat)-[\w.-]{20,}", "glpat-", "gldt-", "glrt-", "glcbt-",
          "glptt-", "glft-", "glsoat-"),
    _form("slack token", r"xox[abeoprs]-[\w-]{10,}|xapp-\d-[\w-]{20,}", "xox", "xapp-"),
    _form("slack webhook", r"https://hooks\.slack\.com/(?:services|workflows)/[\w/+-]{20,}", "hooks.slack.com"),
    _form("discord webhook", r"https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/\d+/[\w-]{30,}", "/api/webhooks/"),
    _form("discord bot token", r"[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,}", ".",
          in_text=("iscord", "DISCORD")),
    _form("telegram bot token", r"\d{8,10}:AA[\w-]{33}", ":AA"),
    _form("stripe key", r"(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,}", "_live_", "_test_",
          "whsec_"),
    _form("anthropic api key", r"sk-ant-[\w-]{20,}", "sk-ant-"),
    _form("openai api key", r"sk-(?:proj-|svcacct-|admin-)?(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{32,}", "sk-"),
    _form("hugging face token", r"(?:hf|api_org)_[A-Za-z]{34}", "hf_", "api_org_"),
    _form("npm token", r"npm_[A-Za-z0-9]{36}", "npm_"),
    _form("pypi token", r"pypi-AgE[\w-]{50,}", "pypi-AgE"),
    _form("rubygems key", r"rubygems_[a-f0-9]{48}", "rubygems_"),
    _form("docker token", r"dckr_(?:pat|oat)_[\w-]{20,}", "dckr_"),
    _form("sendgrid key", r"SG\.[\w-]{20,24}\.[\w-]{39,50}", "SG."),
    _form("mailgun key", r"key-[a-f0-9]{32}", "key-"),
    _form("mailchimp key", r"[a-f0-9]{32}-us\d{1,2}", "-us"),
    _form("twilio key", r"SK[a-f0-9]{32}", "SK"),
    _form("square token", r"sq0(?:atp|csp)-[\w-]{22,}|EAAA[\w-]{60}", "sq0", "EAAA"),
    _form("shopify token", r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}", "shpat_", "shpca_", "shppa_", "shpss_"),
    _form("digitalocean token", r"do[por]_v1_[a-f0-9]{64}", "_v1_"),
    _form("databricks token", r"dapi[a-f0-9]{32}(?:-\d)?", "dapi"),
    _form("vault token", r"hv[sbr]\.[\w-]{24,}", "hvs.", "hvb.", "hvr."),
    _form("terraform token", r"[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,}", ".atlasv1."),
    _form("atlassian token", r"ATATT3[\w=-]{50,}", "ATATT3"),
    _form("linear key", r"lin_(?:api|oauth)_[A-Za-z0-9]{32,}", "lin_"),
    _form("notion token", r"ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}", "ntn_", "secret_"),
    _form("grafana token", r"gl(?:sa|c)_[\w+/=]{30,}", "glsa_", "glc_"),
    _form("new relic key", r"NRAK-[A-Z0-9]{27}", "NRAK-"),
    _form("sentry token", r"sntry[su]_[\w+/=.-]{40,}", "sntry"),
    _form("postman key", r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}", "PMAK-"),
    _form("fly token", r"fo1_[\w-]{43}|fm[12][ar]?_[\w+/=]{100,}", "fo1_", "fm1", "fm2"),
    _form("supabase key", r"sb(?:p|_secret)_[A-Za-z0-9_]{30,}", "sbp_", "sb_secret_"),
    _form("planetscale token", r"pscale_(?:tkn|pw|oauth)_[\w.=-]{32,}", "pscale_"),
    _form("age key", r"AGE-SECRET-KEY-1[A-Z0-9]{58}", "AGE-SECRET-KEY-1"),
    _form("json web token", r"eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}", "eyJ"),
    _form("teams webhook", r"IncomingWebhook/[a-f0-9]{32}/[a-f0-9-]{36}", "IncomingWebhook/"),
    _form("private key", r"LS0tLS1CRUdJTiB(?!DRVJU|QVUJM)[A-Za-z0-9+/=]{60,}", "LS0tLS1CRUdJTiB"),
    _form("doppler token", r"dp\.(?:audit|ct|pt|sa|scim|st)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}", "dp."),
    _form("netlify token", r"nf[bcopu]_[A-Za-z0-9_]{36}", "nfb_", "nfc_", "nfo_", "nfp_", "nfu_"),
    _form("airtable token", r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}", "pat", in_text=("irtable", "IRTABLE")),
    _form("facebook token", r"EAA[A-Za-z0-9]{80,}", "EAA"),
)  # fmt: skip
"""Told by their form. Each is one word of `secret_search.WORD`. The private key is one in base64, which is neither a
certificate nor a public key."""
_KEYWORDS = (
    r"(?:api|app|access|auth|account|client|consumer|encryption|master|private|secret|shared|signing|session)"
    r"[_.-]?(?:key|token|secret)|secret|token|credentials?|bearer|[_-]pat(?![a-z])"
)
_PASSWORDS = r"passw(?:or)?d|passphrase|pwd|passwort|[_.-]pass(?![a-z])"
_SECRETS = r"passw(?:or)?d|passphrase|pwd|secret|token|api[_.-]?key"
_PAT = ("_pat=", "_pat:", "_pat ", "_pat'", '_pat"')
"""A personal access token; `pat` alone begins too many words."""
_NEXT = r"""["'`]\s*,\s*["'`]"""
"""Between a name and its value as two arguments: `define('DB_PASSWORD', '...')`."""
_BESIDE_KEYWORDS = (
    SecretPattern(
        "aws secret key",
        re.compile(rf"(?i:aws|secret)[\w.-]*{_ASSIGNED}(?P<secret>[A-Za-z0-9/+]{{40}})(?![A-Za-z0-9/+=])"),
        ("aws", "secret"),
        least_entropy=4.0,
        spans_lines=True,
    ),
    SecretPattern(
        "azure account key",
        re.compile(r"(?i:AccountKey|SharedAccessKey|sig)\s*=\s*(?P<secret>[A-Za-z0-9+/%]{40,}={0,2})"),
        ("accountkey", "sharedaccesskey", "sig="),
        least_entropy=3.5,
        spans_lines=True,
    ),
    SecretPattern(
        "database password",
        re.compile(r"(?i:Server|Host|Data Source|Database|User Id|Uid)\s*=[^\n\"']*?;\s*(?i:Password|Pwd)\s*=\s*"
                   r"(?P<secret>[^;\"'\s]{3,}[^;\"'\s\\])"),
        ("password", "pwd"),
        is_password=True,
        spans_lines=True,
    ),
    SecretPattern(
        "authorization header",
        re.compile(rf"(?i:authorization){_QUOTE}\s*[:=,]\s*{_QUOTE}(?i:bearer|basic|token)\s+(?P<secret>[\w+/=.~-]{{16,}})"),
        ("authorization",),
        least_entropy=3.0,
        spans_lines=True,
    ),
    SecretPattern(
        "key or token",
        # The value first: few places are assigned something long, and only for those a keyword is looked for.
        re.compile(r"(?<=[:=\"'`(\s])(?P<secret>[A-Za-z0-9+/=_.~-]{20,1200})(?=\\?[\"'`\s,;)]|$)"),
        ("key", "token", "secret", "credential", "bearer", *_PAT),
        least_entropy=3.7,
        before=re.compile(rf"(?i:{_KEYWORDS})[\w.-]{{0,20}}{_ASSIGNED}$"),
    ),
    SecretPattern(
        "password",
        re.compile(rf"(?i:{_PASSWORDS})[\w.-]{{0,20}}(?:{_ASSIGNED}|{_NEXT})"
                   r"(?P<secret>[^\s\"'`,;]{7,99}[^\s\"'`,;\\])(?=\\?[\"'`\s,;]|$)"),
        ("passw", "passphrase", "pwd", "_pass", ".pass", "-pass"),
        is_password=True,
        spans_lines=True,
    ),
)  # fmt: skip
_IN_OTHER_FORMS = (
    SecretPattern(
        "password",
        re.compile(r"(?i:\blogin)\s+\S+\s+(?i:password)\s+(?P<secret>\S{6,99})"),  # .netrc
        ("login ", "login\t"),
        is_password=True,
        spans_lines=True,
    ),
    SecretPattern(
        "password",
        re.compile(rf"<(?:\w+:)?[\w.-]*(?i:{_SECRETS})[\w.-]*>\s*(?P<secret>[^<>\s]{{6,300}})\s*</"),
        ("password>", "passwd>", "passphrase>", "pwd>", "secret>", "token>", "key>"),
        is_password=True,
    ),
    SecretPattern(
        "password",
        re.compile(rf"(?i:\b(?:key|name)=\"[\w.:-]*(?:{_SECRETS})[\w.:-]*\"\s+value=\")(?P<secret>[^\"\s]{{6,300}})\""),
        ('value="',),
        is_password=True,
    ),
    SecretPattern(
        "password",
        re.compile(rf"(?i:\bvariable\s+\"\w*(?:{_SECRETS})\w*\"\s*\{{[^{{}}]{{0,300}}?\bdefault\s*=\s*\")(?P<secret>[^\"\s]{{6,300}})\""),
        ('variable "',),
        is_password=True,
        spans_lines=True,
    ),
    SecretPattern(
        "password",
        re.compile(r"\b(?:sshpass\s+-p\s*|(?:mysql|mysqldump|mysqladmin|mariadb)\s[^\n|;]{0,80}?\s-p)[\"']?"
                   r"(?P<secret>[^\s\"'-][^\s\"']{5,99})"),
        ("sshpass", "mysql", "mariadb"),
        is_password=True,
    ),
    SecretPattern(
        "password",
        re.compile(r"(?i:\bnew\s+(?:pdo|mysqli)|\bmysqli_connect)\s*\([^\n]{0,200}?,\s*[\"'][^\"'\n]{1,60}[\"']\s*,\s*"
                   r"[\"'](?P<secret>[^\"'\s]{6,99})[\"']"),
        ("pdo(", "mysqli"),
        is_password=True,
    ),
    SecretPattern(
        "key or token",
        re.compile(r"\bdefine\s*\(\s*[\"']\w*_(?:KEY|SALT)[\"']\s*,\s*[\"'](?P<secret>[^\"'\n]{40,})[\"']"),
        ("_key'", '_key"', "_salt'", '_salt"'),
    ),
    SecretPattern(
        "key or token",
        re.compile(rf"#define\s+\w*(?i:{_SECRETS}|key)\w*\s+@?\"(?P<secret>[A-Za-z0-9+/=_.~-]{{20,200}})\""),
        ("#define",),
        least_entropy=3.7,
    ),
    SecretPattern(
        "private key",  # of a JSON Web Key
        re.compile(r"\"(?:d|p|q|dp|dq|qi|k)\"\s*:\s*\"(?P<secret>[A-Za-z0-9_-]{43,})\""),
        ('"d"', '"p"', '"q"', '"dp"', '"dq"', '"qi"', '"k"'),
        least_entropy=4.0,
    ),
    SecretPattern(
        "token in a url",
        re.compile(r"\b[a-zA-Z][a-zA-Z0-9+.-]{1,30}://(?P<secret>[A-Za-z0-9_-]{20,255})@[\w\[]"),
        ("://",),
        least_entropy=3.4,
    ),
)  # fmt: skip
_URL = SecretPattern(
    "password in a url",
    re.compile(r"\b[a-zA-Z][a-zA-Z0-9+.-]{1,30}://[^\s:/@\"'<>]{0,100}:(?P<secret>[^\s/@\"'<>]{3,200})@[\w\[]"),
    ("://",),
    is_password=True,
)
KEYWORDS: tuple[SecretPattern, ...] = (*_BESIDE_KEYWORDS, *_IN_OTHER_FORMS, _URL)
"""Told by what stands before them, at most on the line above."""
