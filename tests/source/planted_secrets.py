"""Secrets of nearly sixty kinds, made when asked for, each with the text around it in which people leave it."""

from __future__ import annotations

import base64
import random
import string

_ALPHANUMERIC = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
UPPER32 = string.ascii_uppercase + "234567"


def made(length: int, alphabet: str = _ALPHANUMERIC, seed: int = 7) -> str:
    """Random and always the same; made here, so that no scanner finds a secret in this file."""
    return "".join(random.Random(f"{seed}{length}{alphabet}").choices(alphabet, k=length))


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
    ("airtable", f"pat{made(14)}.{made(64, HEX)}", "Airtable('{}')"),
    ("alibaba", "LTAI" + made(20), "id = {}"),
    ("artifactory", "AKCp" + made(69), "X-JFrog-Art-Api: {}"),
    ("azure client secret", f"{made(3)}8Q~{made(34)}", "AZURE_CLIENT_SECRET={}"),
    ("a password's hash", f"$2b$12${made(53)}", "bob:{}"),
    ("a key in an address", made(32, HEX), "https://api.example.org/v1?api_key={}&page=2"),
    ("a key as an option", made(24), "acme --api-key {} --now"),
    ("hugging face", "hf_" + made(34, string.ascii_letters), "login('{}')"),
    ("npm", "npm_" + made(36), "//packages.example/:_authToken={}"),
    ("pypi", "pypi-AgEIcHlwaS5vcmc" + made(120), "password = {}"),
    ("rubygems", "rubygems_" + made(48, HEX), ":key: {}"),
    ("docker", "dckr_pat_" + made(27), "docker login -p {}"),
    ("sendgrid", f"SG.{made(22)}.{made(43)}", "mail('{}')"),
    ("mailgun", "key-" + made(32, HEX), "auth=('api', '{}')"),
    ("mailchimp", made(32, HEX) + "-us12", "mailchimp = '{}'"),
    ("twilio", "SK" + made(32, HEX), "sid = '{}'"),
    ("shopify", "shpat_" + made(32, HEX), "'{}'"),
    ("digitalocean", "dop_v1_" + made(64, HEX), "{}"),
    ("databricks", "dapi" + made(32, HEX), "host, '{}'"),
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
    ("generic secret", made(48, HEX), "CLIENT_SECRET: {}"),
    ("django secret", made(20) + "-" + made(29), "SECRET_KEY = '{}'"),
    ("password in code", "c0rrect-Horse!9", "password = '{}'"),
    ("password in env", "Zx9!kPq2rT", "DB_PASSWORD={}"),
    ("atlassian", "ATATT3xFfGF0" + made(180), "{}"),
    ("grafana", "glsa_" + made(32) + "_" + made(8, HEX), "{}"),
    ("new relic", "NRAK-" + made(27, string.ascii_uppercase + string.digits), "{}"),
    ("square", "sq0atp-" + made(22), "{}"),
    ("facebook", "EAA" + made(120), "{}"),
]
