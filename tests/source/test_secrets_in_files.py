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
CRYPT86 = made(86, string.ascii_letters + string.digits + "./")
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
    ("airtable, not named", made(64, HEX), f"KEY=pat{made(14)}.{made(64, HEX)}"),
    ("jwt", JWT, f"Authorization: Bearer {JWT}"),
    ("jwt, spaced header", made(43), f"t = 'eyA{made(20)}.eyA{made(40)}.{made(43)}'"),
    ("alibaba", "LTAI" + made(20), f"id: LTAI{made(20)}"),
    ("artifactory", "AKCp" + made(69), f"'AKCp{made(69)}'"),
    ("artifactory reference", "cmVmd" + made(59), f"curl -H x cmVmd{made(59)}"),
    ("azure client secret", "8Q~" + made(34), f"secret abc8Q~{made(34)}"),
    ("clickhouse", "4b1d" + made(38), f"4b1d{made(38)}"),
    ("harness", made(24, HEX), f"x = pat.{made(22)}.{made(24, HEX)}.{made(20)}"),
    ("slack webhook, bare", made(24), f"hooks.slack.com/services/T{made(8)}/B{made(8)}/{made(24)}"),
    ("hash of shadow", CRYPT86, f"root:$6$rounds=5000${made(8)}${CRYPT86}:19000:0:99999:7:::"),
    ("hash of htpasswd", made(22), f"bob:$apr1${made(8)}${made(22)}"),
    ("hash, bcrypt", made(53), f"bob:$2y$10${made(53)}"),
    ("hash, yescrypt", made(43), f"u:$y$j9T${made(22)}${made(43)}:19000"),
    ("hash, argon2", made(43), f'H = "$argon2id$v=19$m=65536,t=3,p=4${made(22)}${made(43)}"'),
    ("hash of django", made(43), f'p = "pbkdf2_sha256$600000${made(22)}${made(43)}="'),
    ("hash of ldap", made(38), f"userPassword: {{SSHA}}{made(38)}=="),
    ("facebook", made(32), f"app = '{made(15, '123456789')}|{made(32)}'"),
    ("an element of lines", made(40), f"<acmeToken>\n    {made(40)}\n</acmeToken>"),
    ("settings in json", made(40), '{"a.ini": "ACME_TOKEN=' + made(40) + '\\nBACKUP=true"}'),
    ("pgpass", "Zq8-vTn2kLw", "db.internal:5432:prod:app:Zq8-vTn2kLw"),
    ("pgpass, stars", "hunter2Zx", "*:*:*:postgres:hunter2Zx"),
    ("a typed declaration", made(20), f'let api_token: &str = "{made(20)}";'),
    ("a name and a type", made(20), f'var secretKey string = "{made(20)}"'),
    ("an appended value", made(40), f"$acme_token .= '{made(40)}'"),
    ("a value if none is set", made(40), f'ACME_TOKEN ?= "{made(40)}"'),
    ("two arguments", made(40), f'System.setProperty("ACME_TOKEN", "{made(40)}")'),
    ("a comparison", "Tr0ub4dor&3", 'if (password == "Tr0ub4dor&3") {'),
    ("a short key in hex", "3f2a9c8e1b7d4f6a0c5e9b2d8f1a7c4e", "ACME_SECRET=3f2a9c8e1b7d4f6a0c5e9b2d8f1a7c4e"),
    ("without quotes", made(32), f"A=1\nACME_API_KEY={made(32)}\nB=2"),
    ("an option", made(12), f"acme login --api-key {made(12)} --now"),
    ("a password's option", "Hx7!kd92nd", "docker login -u me --password Hx7!kd92nd"),
    ("in an address", made(13), f"GET /v1/x?access_token={made(13)}&page=1"),
    ("in a sentence", made(20), f"// the api key is {made(20)}"),
    ("a block of yaml", "hunter2Xy!9", "password: |\n  hunter2Xy!9\n"),
    ("dollars and per cents", "aB3%x$9!q", 'password: "aB3%x$9!q"'),
    ("property list", "Zq8vTn2k9!", "<key>password</key>\n<string>Zq8vTn2k9!</string>"),
    ("sql, mysql", "Zq8vTn2k9", "CREATE USER bob IDENTIFIED BY 'Zq8vTn2k9';"),
    ("sql, postgres", "Zq8vTn2k9", "CREATE ROLE bob WITH LOGIN PASSWORD 'Zq8vTn2k9';"),
    ("sql, sql server", "Zq8vTn2k9!", "CREATE LOGIN bob WITH PASSWORD = N'Zq8vTn2k9!';"),
    ("sql, a variable", "MssqlPass123", "SET @distributorpassword = N'MssqlPass123'"),
    ("sqlplus", "Zq8vTn2k", "connect scott/Zq8vTn2k@orcl"),
    ("jdbc", "Zq8vTn2k9", 'DriverManager.getConnection(url, "bob", "Zq8vTn2k9")'),
    ("openssl", "Zq8vTn2k9", "openssl enc -aes-256-cbc -pass pass:Zq8vTn2k9 -in x"),
    ("laravel", made(43, BASE64), f"APP_KEY=base64:{made(43, BASE64)}=\nAPP_DEBUG=false"),
    ("django, with signs", ")1hTMqs-FUTIb0j7+q#*FyT&5HGDVQaT6IO&vsAKFeo+6Y5L#&k", "SECRET_KEY = "
     "'django-insecure-)1hTMqs-FUTIb0j7+q#*FyT&5HGDVQaT6IO&vsAKFeo+6Y5L#&k'"),
    ("flask", "#EfJBm(wsvx56_j_", "app.secret_key = b'#EfJBm(wsvx56_j_'"),
    ("a session's secret", "Qwe!9rty77", "app.use(session({ secret: 'Qwe!9rty77' }))"),
    ("a cookie's secret", made(24), f"app.use(cookieParser('{made(24)}'))"),
    ("what signs a token", made(24), f"jwt.sign(payload, '{made(24)}', {{ expiresIn: '1h' }})"),
    ("a setter", "Zq8vTn2k9", 'config.setPassword("Zq8vTn2k9");'),
    ("a builder", made(32), f'client.clientSecret("{made(32)}").build()'),
    ("credentials, c#", "Tr0ub4dor&3x", 'new NetworkCredential("joe", "Tr0ub4dor&3x")'),
    ("credentials, java", "Zq8vTn2k9", 'new PasswordAuthentication(user, "Zq8vTn2k9".toCharArray())'),
    ("credentials, requests", "Zq8vTn2k9", "requests.get(url, auth=('joe', 'Zq8vTn2k9'))"),
    ("ldap", "Qwe!9rty77", "conn.simple_bind_s('cn=admin,dc=x', 'Qwe!9rty77')"),
    ("ftp", "xK9#mQ2pL", 'ftp = FTP("h.example.org", "joe", "xK9#mQ2pL")'),
    ("go's dsn", "VdDhUNdqsYlP", 'sql.Open("mysql", "root:VdDhUNdqsYlP@tcp(127.0.0.1:3306)/db")'),
    ("letters alone in an address", "QufplMvVJKjIyL", "amqp://app:QufplMvVJKjIyL@mq.example.org:5672/v"),
    ("a define", "J7v_uPs0x", '#define WIFI_PASSWORD "J7v_uPs0x"'),
    ("gradle", "correct-Horse7", "storePassword 'correct-Horse7'"),
    ("visual basic", "s3cr3tPa55", 'Dim pwd As String = "s3cr3tPa55"'),
    ("powershell", "Tr0ub4dor&3x", 'ConvertTo-SecureString -String "Tr0ub4dor&3x" -AsPlainText -Force'),
    ("a password in a sentence", "correct-Horse7", "The password is `correct-Horse7`."),
    ("okta", made(42), f'curl -H "Authorization: SSWS {made(42)}"'),
    ("mapbox", made(22), f'accessToken = "sk.eyJ{made(60)}.{made(22)}"'),
    ("yandex", made(55), f"y0_{made(55)}"),
    ("a variable of a container", "zQ8#pL0w", '- name: DB_PASSWORD\n  value: "zQ8#pL0w"'),
    ("a variable in one object", made(32), f'{{"name": "API_TOKEN", "value": "{made(32)}"}}'),
    ("an element by its name", made(32), f'keychain["api_token"] = "{made(32)}"'),
    ("if no variable is set", made(32), f'env::var("API_KEY").unwrap_or("{made(32)}".into())'),
    ("bytes", made(24), f'var jwtKey = []byte("{made(24)}")'),
    ("a text of objective-c", made(32), f'static NSString * const kApiSecret = @"{made(32)}";'),
    ("a salt", made(74), f"$settings['hash_salt'] = '{made(74)}';"),
    ("a mailer", "Yh6%tgB3", "auth: { user: 'a@b.example', pass: 'Yh6%tgB3' }"),
    ("a mailer, go", "Yh6%tgB3", 'smtp.PlainAuth("", "a@b.example", "Yh6%tgB3", "h")'),
    ("a signature", made(24), f"crypto.createHmac('sha256', '{made(24)}')"),
    ("a cipher", "68eKvi4fFoJm0BmX", 'new SecretKeySpec("68eKvi4fFoJm0BmX".getBytes(), "AES")'),
    ("fernet", made(43), f'Fernet(b"{made(43)}=")'),
    ("a key store", "m0unt41n_View", 'ks.load(in, "m0unt41n_View".toCharArray());'),
    ("spring", "Winter2024!", '.withUsername("a").password("{noop}Winter2024!")'),
    ("perl", "Winter2024!", 'DBI->connect("dbi:mysql:x", "u", "Winter2024!")'),
    ("php, ldap", "Gr33n-Apple!", 'ldap_bind($c, "cn=a", "Gr33n-Apple!");'),
    ("php, curl", made(12), f"curl_setopt($c, CURLOPT_USERPWD, 'joe:{made(12)}');"),
    ("rust, basic", "m0unt41n_View", '.basic_auth("joe", Some("m0unt41n_View"))'),
    ("ruby, oauth", made(40, HEX), f'provider :github, "Iv1.abc", "{made(40, HEX)}"'),
    ("twilio's client", made(32, HEX), f'Client("AC{made(32, HEX[::-1])}", "{made(32, HEX)}")'),
    ("redis, a call", "Gr33n-Apple!", 'red:auth("Gr33n-Apple!")'),
    ("redis, settings", "m0unt41n_View", "requirepass m0unt41n_View"),
    ("redis, a command", "zQ8#pL0w", "redis-cli -h cache -a zQ8#pL0w ping"),
    ("mongo, a command", "b4ckup_Pa55", "mongodump --host h -u a -p b4ckup_Pa55 --out x"),
    ("htpasswd, a command", "T1ger&Lily", "htpasswd -b passwords joe T1ger&Lily"),
    ("chpasswd", "b4ckup_Pa55", 'echo "joe:b4ckup_Pa55" | sudo chpasswd'),
    ("powershell, piped", "b4ckup_Pa55", '$pw = "b4ckup_Pa55" | ConvertTo-SecureString -AsPlainText -Force'),
    ("sql, oracle", "T1ger&Lily", 'CREATE USER u IDENTIFIED BY "T1ger&Lily";'),
    ("aws configure", made(40, BASE64), f"aws configure set aws_secret_access_key {made(40, BASE64)}"),
    ("nginx", encoded("joe:1haLeoFG3"), f'proxy_set_header Authorization "Basic {encoded("joe:1haLeoFG3")}";'),
    ("ldapsearch", "Zq8vTn2k9", "ldapsearch -D cn=x -w Zq8vTn2k9 -b y"),
]  # fmt: skip


@pytest.mark.parametrize("path", ["config/master.key", ".vault_password", "run/secrets/api-token.txt"])
def test_a_file_that_holds_a_key_and_nothing_else_is_hidden(path: str) -> None:
    """Its name says what it is; the same text under another name is a digest like any."""
    key = "3f2a9c8e1b7d4f6a0c5e9b2d8f1a7c4e"
    assert redact(path, f"{key}\n") == "[REDACTED: key or token]\n"
    assert redact("VERSION", f"{key}\n") == f"{key}\n"


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
        "github.com/aws/credentials v1.19.30 h1:TTCvvzFU6gXa4iJecNG/0F/B0oYTiazoRECr2XyLHrY=",
        "passphrasePtr = &passphrase",
        '"password_expires_at": "2016-11-06T15:32:17.000000"',
        "P4PASSWD=TEST_P4VARIABLE_PASSWORD",
        "tool --token-file /etc/tool/token --key-prefix my-prefix --password-stdin --api-key $API_KEY",
        'echo "$1$2$3 costs $5$"',
        "GET /v1/x?token=TOKEN&key=your_key_here",
        "s.replace(/(a)(b)/, '$2$1$')",
        "the key is the name of the table that is read first",
        "if (token == previous_token) return;",
        "exec sp_add @publisher_password = @publisherPassword;",
        "secret: process.env.S3_SECRET",
        "'password' => 'required|confirmed'",
        "'Password' => 'Illuminate\\Support\\Facades\\Password'",
        'sb.Password = "##PASSWORD##";',
        'getPassword("Enter1"); user.checkPassword(password1, "b1c2d3")',
        "page.fill_password(\"password\"); input('#password')",
        "SECRET_KEY = os.environ['SECRET_KEY']",
        "secret: '${{ secrets.DEPLOY_KEY_2 }}'",
        "kind: secret\nsecretName: 'my-app-secret-2'\nsecret: 'my-app-secret-2'",
        "password = getUserAccountPasswordHash",
        'the password is `your_password`, and the secret is "the one of the app"',
        'define PASSWORD "password"',
        "requests.get(url, auth=(user, token))",
        'assertThat(url.password).isEqualTo("pass1@bar:pass2")',
        'allow(Dir).to receive(:pwd).and_return("C:/Users/joe2/Desktop")',
        "`ErrPassword256Length` or `ErrPassword512Length` is raised",
        '- name: TOKEN_URL\n  value: "https://h.example.org/v2"\n- name: PASSWORD_FILE\n  value: /run/secrets/password',
        "pass: 12 tests, fail: 0; pass = 'all of them 12'",
        "authorization basics for administrators-of-the-project",
        'names["token"] = "the-name-of-it"',
        "new SecretKeySpec(key.getBytes(), 'HmacSHA256')",
        "jwt.decode(token, key, algorithms=['HS256', 'RS256'])",
        "hash = 'base64:' + value",
    ],
)
def test_what_only_looks_like_one_stays(text: str) -> None:
    """Names of classes, labels, certificates, prompts for a password: none of them is hidden."""
    assert redact("any", text) == text
