"""Private keys are hidden to their last character, and nothing beside them is."""

from __future__ import annotations

import pytest

from tasks.source.redaction import placeholder
from tasks.source.secrets import redact

BODY = """MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj
qk3a0PYkE1uQ2nLb5dHxv7TzW8mJrN4oGfCyXiVs+AhZ6eRtMwKpBgDnUqI9=
Sh0r+Tc=
"""
WHOLE = f"-----BEGIN PRIVATE KEY-----\n{BODY}-----END PRIVATE KEY-----"
HEADERS = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n"
MARK = placeholder("private key")


@pytest.mark.parametrize(
    "spoken",
    [
        '"privateKey": "-----BEGIN PRIVATE KEY-----xxxx"\n  }\n}\n\nproperties can be mapped as\n'
        + "and so on it goes\n" * 40,
        'BEGIN = "-----BEGIN RSA PRIVATE KEY-----"\nEND = "-----END RSA PRIVATE KEY-----"\n',
        'if head.startswith("-----BEGIN PRIVATE KEY-----"):\n    return loadPrivateKeyFromPem(head)\n'
        'raise ValueError("no -----END PRIVATE KEY----- there")\n',
        "It begins with -----BEGIN OPENSSH PRIVATE KEY-----\nYour key goes here\n-----END OPENSSH PRIVATE KEY-----\n",
    ],
)
def test_what_only_speaks_of_a_key_stays(spoken: str) -> None:
    """A parser of keys and a placeholder hold none: every line can be read."""
    assert redact("docs/keys.md", spoken) == spoken


def test_a_key_that_is_cut_short_ends_with_its_last_piece() -> None:
    """Without its last marker a key hides no more than its own lines."""
    said = f"Put it here:\n-----BEGIN PRIVATE KEY-----\n{BODY}\nand go on with the next step.\n"
    lines = redact("a.md", said).split("\n")
    assert lines == ["Put it here:", MARK, MARK, MARK, "Sh0r+Tc=", "", "and go on with the next step.", ""]


@pytest.mark.parametrize(
    "written",
    [
        WHOLE,
        "KEY='" + WHOLE.replace("\n", "\\n") + "\\n'",
        '"' + WHOLE.replace("\n", '\\n" +\n  "') + '"',
        WHOLE.replace("KEY-----\n", f"KEY-----\n{HEADERS}", 1),
        WHOLE.replace("\n", " "),
        WHOLE.replace("\n", "\n// "),
        WHOLE.replace("\n", "\r\n    "),
    ],
    ids=["whole", "escaped", "in pieces", "encrypted", "on one line", "in a comment", "indented"],
)
def test_a_key_is_hidden_in_every_form(written: str) -> None:
    """No piece of it is left, and what stands around it is."""
    said = f"before\n{written}\nafter\n"
    hidden = redact("a.txt", said)
    assert hidden.count("\n") == said.count("\n")
    assert hidden.startswith("before\n")
    assert hidden.endswith("\nafter\n")
    assert not any(piece in hidden for piece in BODY.split())
