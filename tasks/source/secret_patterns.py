"""Secrets that are told by what stands before them: our own patterns, beside those of the scanner (`secrets`).

Whatever has no form of its own (`secret_forms`) counts only beside a keyword and with the entropy of something
random, so that ordinary constants stay readable. `secret_search` looks for them.
"""

from __future__ import annotations

import re

from tasks.source.secret_calls import CALLS
from tasks.source.secret_commands import COMMANDS
from tasks.source.secret_pattern import SecretPattern

_MORE = r"[\w.-]{0,80}"
"""The rest of a name. Repetitions are bounded, and take all or nothing (`+`) where what follows is none of theirs: a
line may hold one keyword ten thousand times."""
_QUOTE = r"""(?:[A-Za-z@]{0,2}\\?["'`])?"""
"""With what some languages write before it (`N'...'`, `b"..."`, `@"..."`), also within another quoted text:
`"api_key = \\"...\\""`."""
_TYPED = r"(?:\s*:\s*[\w.<>&?'|\[\] ]{1,30}|\s+(?:[Aa]s\s+)?[A-Za-z]\w{0,20})?"
"""As languages with types declare: `token: String = "..."`, `var token string = "..."`, `Dim token As String =`."""
_BLOCK = r"(?:[|>][+-]?\s*)?"
"""How YAML begins a value on the next line."""
_MADE_BY = r"(?:(?:\[\]byte|Some|String|Buffer\.from|bytes)\(\s*)?"
_ASSIGNED = rf"{_QUOTE}\]?(?:\s*(?:=>|[:?.+|]{{0,3}}={{1,3}}|:)|{_TYPED}\s*=)\s*{_BLOCK}{_MADE_BY}{_QUOTE}"
_KEYWORDS = (
    r"(?:api|app|access|auth|account|client|consumer|encryption|master|private|secret|shared|signing|session|jwt|hmac)"
    r"[_. -]?(?:key|token|secret)|secret|token|credentials?|bearer|[_-]pat(?![a-z])"
)
_PASSWORDS = r"passw(?:or)?d|passphrase|pwd|passwort|[_.-]pass(?![a-z])"
_SECRETS = r"passw(?:or)?d|passphrase|pwd|secret|token|api[_.-]?key"
_PAT = ("_pat=", "_pat:", "_pat ", "_pat'", '_pat"')
"""A personal access token; `pat` alone begins too many words."""
_NEXT = r"""["'`]\s*,\s*["'`]"""
"""Between a name and its value as two arguments: `define('DB_PASSWORD', '...')`."""
_ELSE = r"""["'`]\]?\)\s*(?:\.\w{1,30}\(\s*|or\s+|\|\|\s*|\?\?\s*|\?:\s*)["'`]"""
"""Before what is taken where no variable of the name is set: `env::var("KEY").unwrap_or("...")`."""
_IS = r"""\s+is:?\s+["'`]"""
_SAID = r"\s+is:?\s+[\"'`]?"
"""In a sentence: "the key is ..."."""
_BESIDE_KEYWORDS = (
    SecretPattern(
        "aws secret key",
        re.compile(rf"(?i:aws|secret){_MORE}+(?:{_ASSIGNED}|[ \t]+)(?P<secret>[A-Za-z0-9/+]{{40}})(?![A-Za-z0-9/+=])"),
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
        re.compile(r"(?i:Server|Host|Data Source|Database|User Id|Uid)\s*=[^\n\"']{0,300}?;\s*(?i:Password|Pwd)\s*=\s*"
                   r"(?P<secret>[^;\"'\s]{3,}[^;\"'\s\\])"),
        ("password", "pwd"),
        is_password=True,
        spans_lines=True,
    ),
    SecretPattern(
        "authorization header",
        re.compile(rf"(?i:authorization){_QUOTE}\s*[:=,]?\s*{_QUOTE}(?i:bearer|basic|token|bot|key|api-?key|ssws)\s+(?P<secret>[\w+/=.~-]{{16,}})"),
        ("authorization",),
        least_entropy=3.0,
        spans_lines=True,
    ),
    SecretPattern(
        "key or token",
        # The value first: few places are assigned something long, and only for those a keyword is looked for. A name
        # and a value without quotes between them are not one long value.
        re.compile(r"(?<=[:=\"'`(\s])(?![\w.-]{1,80}=[\w+/.~-])(?P<secret>[A-Za-z0-9+/=_.~-]{20,1200}+)(?=\\?[\"'`\s,;)&<}\]]|\\[nrt]|$)"),
        ("key", "token", "secret", "credential", "bearer", *_PAT),
        least_entropy=3.7,
        before=re.compile(rf"(?i:{_KEYWORDS})[\w.-]{{0,20}}(?:{_ASSIGNED}|{_NEXT}|{_ELSE}|{_SAID})$"),
    ),
    SecretPattern(
        "password",
        re.compile(rf"(?i:{_PASSWORDS})[\w.-]{{0,20}}+(?:{_ASSIGNED}|{_NEXT}|{_ELSE}|{_IS})"
                   r"(?P<secret>[^\s\"'`,;]{7,99}[^\s\"'`,;\\])(?=\\?[\"'`\s,;]|$)"),
        ("passw", "passphrase", "pwd", "_pass", ".pass", "-pass"),
        is_password=True,
        spans_lines=True,
    ),
)  # fmt: skip
_CRYPT = r"[./A-Za-z0-9]"
# Whoever holds the hash of a password can try passwords as fast as his machine allows, so it is hidden like one.
_HASHES = (
    rf"\$2[abxy]?\$\d\d\${_CRYPT}{{53}}"
    rf"|\$[156]\$(?:rounds=\d+\$)?{_CRYPT}{{1,16}}\$(?:{_CRYPT}{{86}}|{_CRYPT}{{43}}|{_CRYPT}{{22}})"
    rf"|\$apr1\${_CRYPT}{{1,8}}\${_CRYPT}{{22}}|\$(?:y|gy|7)\${_CRYPT}+\${_CRYPT}{{1,86}}\${_CRYPT}{{43}}"
    r"|\$argon2(?:id|i|d)\$(?:v=\d+\$)?[mtp=,\d]+\$[\w+/=-]{8,}\$[\w+/=-]{16,}"
    r"|\$scrypt\$[\w=,]+\$[\w+/=]{8,}\$[\w+/=]{16,}"
    r"|pbkdf2(?:_|:)sha(?:1|256|512)[$:]\d+\$[\w./+=-]+\$[\w./+=-]{27,}|scrypt:\d+:\d+:\d+\$[\w./]+\$[a-f0-9]{64,}"
    r"|\{(?i:ssha|ssha256|ssha512|sha|md5|smd5|crypt)\}[A-Za-z0-9+/=$.]{20,}"
)
_IN_OTHER_FORMS = (
    SecretPattern(
        "password hash",
        re.compile(rf"(?P<secret>{_HASHES})(?![A-Za-z0-9/+=])"),
        ("$2a$", "$2b$", "$2x$", "$2y$", "$2$", "$1$", "$5$", "$6$", "$7$", "$y$", "$gy$", "$apr1$", "$argon2",
         "$scrypt$", "pbkdf2_sha", "pbkdf2:sha", "scrypt:", "{ssha", "{sha}", "{md5}", "{smd5}", "{crypt}"),
    ),
    SecretPattern(
        "password",  # a line of .pgpass
        re.compile(r"(?m)^[\w.*-]*:(?:\d{4,5}|\*):[\w.*-]*:[\w.*@-]*:(?P<secret>[^\s:]{6,99})$"),
        (":5432:", ":5433:", ":6432:", ":*:"),
        is_password=True,
    ),
    SecretPattern(
        "key or token",
        re.compile(rf"(?i:--[\w-]{{0,30}}(?:{_KEYWORDS}|{_PASSWORDS})[\w-]{{0,20}}[ =])[\"']?"
                   r"(?P<secret>[\w+/=.~:@!%^*-]{8,300})"),
        ("-token", "-key", "-secret", "-passw", "-access", "-api", "-auth"),
        least_entropy=2.75,
    ),
    SecretPattern(
        "key or token",
        re.compile(rf"(?i:[?&][\w.-]{{0,20}}(?:{_KEYWORDS}|{_PASSWORDS}|key|sig|signature|auth|pass)=)"
                   r"(?P<secret>[\w+/=.~:@!%*-]{8,600})"),
        tuple(f"{mark}{word}" for mark in "?&" for word in
              ("api", "app", "key", "token", "access", "secret", "client", "auth", "sig", "pass", "pwd", "x-amz")),
        least_entropy=2.75,
    ),
    SecretPattern(
        "password",
        re.compile(r"(?i:\bidentified\s+(?:with\s+\S+\s+)?(?:by|as)|\bpassword\s*(?:=\s*)?\(?)\s*(?:N?'(?=[^'\n]{6,99}')|\"(?=[^\"\n]{6,99}\"))(?P<secret>[^'\"\n]{6,99})"),
        ("identified", "password '", "password n'", "password('", "password = n'", "password=n'"),
        is_password=True,
    ),
    SecretPattern(
        "password",
        re.compile(rf"<key>[\w. -]{{0,80}}(?i:{_SECRETS})[\w. -]{{0,80}}+</key>\s*"
                   r"<string>(?P<secret>[^<>\s]{6,300})</string>"),
        ("</key>",),
        is_password=True,
        spans_lines=True,
    ),
    SecretPattern(
        "password",
        re.compile(r"(?:-pass(?:in|out)?[ =]pass:|\bldap\w+\s[^\n|;]{0,120}?\s-w\s+)[\"']?"
                   r"(?P<secret>[^\s\"'$-][^\s\"']{5,99})"),
        ("pass:", "ldapsearch", "ldapadd", "ldapmodify"),
        is_password=True,
    ),
    SecretPattern(
        "password",
        re.compile(r"(?i:\b(?:connect|conn|sqlplus)\s+)\w+/(?P<secret>[^\s@/\"']{6,99})@"),
        ("connect ", "conn ", "sqlplus"),
        is_password=True,
    ),
    SecretPattern(
        "password",
        re.compile(r"\bgetConnection\s*\([^\n]{0,200}?,\s*\"[^\"\n]{1,60}\"\s*,\s*\"(?P<secret>[^\"\s]{6,99})\"\s*\)"),
        ("getconnection(",),
        is_password=True,
    ),
    SecretPattern(
        "password",
        re.compile(r"(?i:\blogin)\s+\S+\s+(?i:password)\s+(?P<secret>\S{6,99})"),  # .netrc
        ("login ", "login\t"),
        is_password=True,
        spans_lines=True,
    ),
    SecretPattern(
        "password",
        re.compile(rf"<(?:\w{{1,80}}:)?{_MORE}(?i:{_SECRETS}){_MORE}+>\s*(?P<secret>[^<>\s]{{6,300}})\s*</"),
        ("password>", "passwd>", "passphrase>", "pwd>", "secret>", "token>", "key>"),
        is_password=True,
        spans_lines=True,
    ),
    SecretPattern(
        "password",
        re.compile(rf"(?i:\b(?:key|name)=\"[\w.:-]{{0,80}}(?:{_SECRETS})[\w.:-]{{0,80}}+\"\s+value=\")(?P<secret>[^\"\s]{{6,300}})\""),
        ('value="',),
        is_password=True,
    ),
    SecretPattern(
        "password",
        re.compile(rf"(?i:\bvariable\s+\"\w{{0,80}}(?:{_SECRETS})\w{{0,80}}+\"\s*\{{[^{{}}]{{0,300}}?\bdefault\s*=\s*\")(?P<secret>[^\"\s]{{6,300}})\""),
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
        re.compile(rf"#define\s+\w{{0,80}}(?i:{_SECRETS}|key)\w{{0,80}}+\s+@?\"(?P<secret>[A-Za-z0-9+/=_.~-]{{20,200}})\""),
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
KEYWORDS: tuple[SecretPattern, ...] = (*_BESIDE_KEYWORDS, *_IN_OTHER_FORMS, *CALLS, *COMMANDS, _URL)
"""Told by what stands before them, at most on the line above."""
