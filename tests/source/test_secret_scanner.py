"""The scanner finds the same, whether its slow rules are asked or not."""

from __future__ import annotations

import random
import string
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import betterleaks
import pytest

from tasks.source import secret_scanner
from tasks.source.secret_scanner import _KNOWN_VERSION, Asked, rules_for
from tests.source import scanner_library

RANDOM = random.Random(5)


def made(length: int, letters: str = string.ascii_letters + string.digits) -> str:
    """Random and always the same; made here, so that no scanner finds a secret in this file."""
    return "".join(RANDOM.choices(letters, k=length))


HEX = "0123456789abcdef"
SAMPLES = {
    "azure-storage-account-key": f"DefaultEndpointsProtocol=https;AccountName=corpstore;AccountKey={made(86)}==;",
    "generic-api-key": f'api_key = "{made(32)}"',
    "generic-credential-uri": f"https://app:{made(14)}@db.corp.io/x",
    "ibm-cloud-user-api-key": f'ibm_api = "{made(44)}"',
    "lob-api-key": f'lob = "live_{made(35, HEX)}"',
    "polymarket-api-key": f'poly_key = "{made(8, HEX)}-{made(4, HEX)}-{made(4, HEX)}-{made(4, HEX)}-{made(12, HEX)}"\n'
    f'poly_secret = "{made(43)}="\npoly_passphrase = "{made(24)}"',
    "polymarket-private-key": f'poly_private_key = "0x{made(64, HEX)}"',
}


def scan(text: str) -> Sequence[Mapping[str, object]]:
    return secret_scanner.scan(text, text.lower())


def test_the_conditions_are_those_of_the_installed_rules() -> None:
    """Another version of the scanner is asked for all of its rules, until somebody has read them again."""
    assert betterleaks.__upstream_version__ == _KNOWN_VERSION
    assert sorted(SAMPLES) == scanner_library.SLOW
    anywhere, assigned = scanner_library.words()
    held = tomllib.loads(Path(secret_scanner.__file__).with_name("scanner_words.toml").read_text(encoding="utf-8"))
    assert held == {"anywhere": anywhere, "assigned": assigned}


@pytest.mark.parametrize("rule", SAMPLES)
def test_a_text_that_a_slow_rule_finds_something_in_is_asked_for_it(rule: str) -> None:
    """Each of them, in the midst of other text."""
    text = f"x = 1\n\n{SAMPLES[rule]}\ny = 2\n"
    assert rules_for(text, text.lower()) is Asked.ALL
    assert rule in [one["rule_id"] for one in scan(text)]


def test_ordinary_code_is_not_asked_for_them() -> None:
    """Keywords without a value behind them are no reason."""
    text = "def key(token: str) -> bool:\n    return has_access(token, api)  # https://poly.io: the key's author\n"
    assert rules_for(text, text.lower()) is Asked.NONE
    called = 'rows.sort(key=column_number_2(rows), token=f"{1234567890}!")\nmsgid "Password:"\nmsgstr ""\n'
    assert rules_for(called, called.lower()) is Asked.NONE, "a value ends with its quotes, its line or its word"


def test_nothing_is_found_with_the_slow_rules_that_is_not_found_without() -> None:
    """Over names, signs between and values of all kinds, also where they stand on lines of their own."""
    names = (
        "api",
        "API_KEY",
        "authToken",
        "credentials",
        "creds",
        "secret_of_it",
        "access",
        "ibm",
        "lob",
        "token\u212a",
        "passwd",
        "db_Password",
    )
    signs = ("=", " = ", ": ", "=>", " := ", "?=", "||", ",", "' : '", "\n=\n", '": "', " -> ", "(")
    values = [
        *(made(size) for size in (8, 10, 12, 20, 42, 44, 150, 300)),
        *(made(size, string.ascii_lowercase) for size in (12, 42, 200)),
        *(made(size, string.ascii_lowercase + "+/=") for size in (20, 44)),
        *(made(5) + "!", made(4), made(40) + "!", made(12) + "\\n", made(20) + "(x)"),
        *(made(200, string.ascii_lowercase) + "7", "test_" + made(35, HEX), made(20, string.ascii_letters + ".-_")),
    ]
    for name in names:
        for sign in signs:
            text = "\n".join(f'{name}{sign}"{value}"\n{name}{sign}{value}' for value in values)
            for part in (text, *text.split("\n")[::9]):
                assert list(scan(part)) == [one.raw for one in betterleaks.scan_string(part)]
