"""Secrets that lie in a source reach nothing that a run writes: no prompt, log, transcript, index or page."""

from __future__ import annotations

import html
import json
from pathlib import Path
from urllib.parse import quote

import pytest

from memory_schema.paths import AUDIT_LOG
from tests.flows.conftest import MakeBook, Write
from tests.flows.small_source import write_small_source
from tests.source.planted_secrets import KEY_LINES, PLANTED

pytestmark = pytest.mark.usefixtures("plain_prefect")

_FUNCTION = '''
def open_{number}(ledger, limit={default!r}):
    """Open the {name} account of a ledger.

    It was tried with {around}, which nobody should read.
    """
    # {around}
    if limit is None:
        raise ValueError("no limit for the {name} account")
    settings = """{around}"""
    ledger.connect(settings, limit)
    return ledger.account({number})
'''
_KEY = f"-----BEGIN RSA PRIVATE KEY-----\n{KEY_LINES}\n-----END RSA PRIVATE KEY-----\n"


def _plant(source: Path) -> None:
    """Every secret in code that chapters quote, and in the files beside it that people forget."""
    half = len(PLANTED) // 2
    for module, rows in (("accounts", PLANTED[:half]), ("gateways", PLANTED[half:])):
        functions = [
            _FUNCTION.format(number=number, name=name, around=around.format(secret), default=secret)
            for number, (name, secret, around) in enumerate(rows)
        ]
        text = f'"""The {module} of a ledger."""\n{"".join(functions)}'
        (source / "ledgerlite" / f"{module}.py").write_text(text)
    lines = [around.format(secret) for _, secret, around in PLANTED]
    (source / ".env").write_text("\n".join(lines) + "\n")
    (source / "deploy.yml").write_text("".join(f"- run: {json.dumps(line)}\n" for line in lines))
    (source / "README.md").write_text("# Ledgerlite\n\n```\n" + "\n".join(lines) + f"\n```\n\n{_KEY}")
    (source / "deploy.pem").write_text(_KEY)


def _spellings(secret: str) -> set[bytes]:
    """The secret as text, and as JSON, HTML and an address would write it."""
    forms = (secret, json.dumps(secret)[1:-1], html.escape(secret), html.escape(secret, quote=False), quote(secret, ""))
    return {form.encode() for form in forms}


def test_no_planted_secret_leaves_the_source(
    tmp_path: Path, make_book: MakeBook, write: Write, capfd: pytest.CaptureFixture[str]
) -> None:
    """Fifty kinds in code, comments, docstrings, defaults, settings and a README: a whole book holds none of them.

    The places are listed in the audit log, the placeholders stand where prompts and pages show the code.
    """
    source = write_small_source(tmp_path / "planted")
    _plant(source)
    book = make_book(source=source, chapters=2)
    write(book)
    written = {path: path.read_bytes() for path in sorted(book.rglob("*")) if path.is_file()}
    printed = capfd.readouterr()
    written[Path("the console")] = (printed.out + printed.err).encode()
    secrets = {name: secret for name, secret, _ in PLANTED} | {
        f"line {number} of a key": line for number, line in enumerate(KEY_LINES.split("\n"), 1)
    }
    leaks = [
        f"{name} in {path}"
        for name, secret in secrets.items()
        for path, data in written.items()
        if any(spelling in data for spelling in _spellings(secret))
    ]
    assert not leaks
    output = book / "output"
    assert any(b"[REDACTED: " in data for path, data in written.items() if path.is_relative_to(output / "notes"))
    assert any(b"[REDACTED: " in data for path, data in written.items() if path.is_relative_to(output / "publish"))
    audit = (book / AUDIT_LOG).read_text()
    assert "deploy.pem:2 private key" in audit
    assert audit.count("secret redacted") >= len(PLANTED)
