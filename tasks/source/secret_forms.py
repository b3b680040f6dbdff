"""Secrets that are told by their form alone: the tokens of vendors, which begin with letters of their own."""

from __future__ import annotations

import re

from tasks.source.secret_pattern import SecretPattern


def _form(kind: str, pattern: str, *hints: str, in_text: tuple[str, ...] = ()) -> SecretPattern:
    regex = re.compile(rf"(?<![A-Za-z0-9])(?P<secret>{pattern})(?![A-Za-z0-9_-])")
    return SecretPattern(kind, regex, hints, in_text=in_text)


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
    _form("slack webhook", r"(?:https://)?hooks\.slack\.com/(?:services|workflows)/[\w/+-]{20,}", "hooks.slack.com"),
    _form("discord webhook", r"https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/\d+/[\w-]{30,}", "/api/webhooks/"),
    _form("discord bot token", r"[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,}", ".",
          in_text=("iscord", "DISCORD")),
    _form("telegram bot token", r"\d{8,10}:AA[\w-]{33}", ":AA"),
    _form("stripe key", r"(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,}", "_live_", "_test_",
          "whsec_"),
    _form("anthropic api key", r"sk-ant-[\w-]{20,}", "sk-ant-"),
    _form("openai api key", r"sk-(?:proj-|svcacct-|admin-)?(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{32,}", "sk-"),
    _form("hugging face token", r"(?:hf|api_org)_[A-Za-z]{34}", "hf_", "api_org_"),
    _form("mapbox token", r"sk\.eyJ[\w-]{20,}\.[\w-]{20,}", "sk.eyJ"),
    _form("yandex token", r"y[0-3]_[\w-]{50,}", "y0_", "y1_", "y2_", "y3_"),
    _form("npm token", r"npm_[A-Za-z0-9]{36}", "npm_"),
    _form("pypi token", r"pypi-AgE[\w-]{50,}", "pypi-AgE"),
    _form("rubygems key", r"rubygems_[a-f0-9]{48}", "rubygems_"),
    _form("docker token", r"dckr_(?:pat|oat)_[\w-]{20,}", "dckr_"),
    _form("sendgrid key", r"SG\.[\w-]{20,24}\.[\w-]{39,50}", "SG."),
    _form("mailgun key", r"(?<![\w-])key-[a-f0-9]{32}", "key-"),
    _form("mailchimp key", r"[a-f0-9]{32}-us\d{1,2}", "-us"),
    _form("twilio key", r"SK(?:[a-f0-9]{32}|[A-F0-9]{32})", "SK"),
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
    _form("json web token", r"ey[AJ][\w-]{10,}\.ey[AJ][\w-]{10,}\.[\w-]{10,}", "eyJ", "eyA"),
    _form("teams webhook", r"IncomingWebhook/[a-f0-9]{32}/[a-f0-9-]{36}", "IncomingWebhook/"),
    _form("private key", r"LS0tLS1CRUdJTiB(?!DRVJU|QVUJM)[A-Za-z0-9+/=]{60,}", "LS0tLS1CRUdJTiB"),
    _form("doppler token", r"dp\.(?:audit|ct|pt|sa|scim|st)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}", "dp."),
    _form("netlify token", r"nf[bcopu]_[A-Za-z0-9_]{36}", "nfb_", "nfc_", "nfo_", "nfp_", "nfu_"),
    _form("alibaba access key", r"LTAI[A-Za-z0-9]{12,20}", "LTAI"),
    _form("artifactory key", r"AKCp[A-Za-z0-9]{69}|cmVmd[A-Za-z0-9]{59}", "AKCp", "cmVmd"),
    _form("azure client secret", r"[\w~.-]{3}\dQ~[\w~.-]{31,34}", "Q~"),
    _form("clickhouse key", r"4b1d[A-Za-z0-9]{38}", "4b1d"),
    _form("harness key", r"[ps]at\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}", "pat.", "sat."),
    _form("facebook token", r"EAA[A-Za-z0-9]{80,}", "EAA"),
)  # fmt: skip
"""Told by their form. Each is one word of `secret_search.WORD`. The private key is one in base64, which is neither a
certificate nor a public key."""
WHOLE = (
    SecretPattern(
        "airtable token",
        re.compile(r"(?P<secret>pat(?<![A-Za-z0-9]pat)[A-Za-z0-9]{14}\.[a-f0-9]{64})(?![A-Za-z0-9_-])"),
        ("pat",),
    ),
    SecretPattern(
        "facebook token",  # behind the number of an application
        re.compile(r"\|(?<=\d{15}\|)(?P<secret>[\w-]{27,40})(?![\w-])"),
        ("|",),
        least_entropy=3.0,
    ),
)
"""Told by their form, but it begins like many a word: looked for in the whole text, since a pattern that begins with
plain characters is fast."""
