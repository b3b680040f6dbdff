"""Bytes become text once, with the line numbers that an editor shows."""

import codecs

import pytest

from tasks.source.decoding import decode, lines_of


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"plain\n", "plain\n", "utf-8"),
        ("中文\n".encode(), "中文\n", "utf-8"),
        (codecs.BOM_UTF8 + b"x = 1\n", "x = 1\n", "utf-8-sig"),
        ("h\u00e9 中\n".encode("utf-16"), "hé 中\n", "utf-16"),
        (codecs.BOM_UTF16_BE + "a\n".encode("utf-16-be"), "a\n", "utf-16"),
        ("a\n".encode("utf-32"), "a\n", "utf-32"),
        (b"# -*- coding: latin-1 -*-\nn = '\xe9'\n", "# -*- coding: latin-1 -*-\nn = 'é'\n", "iso8859-1"),
        (b"", "", "utf-8"),
    ],
)
def test_marks_and_declarations_decide_before_any_guess(data: bytes, text: str, encoding: str) -> None:
    """A byte order mark, valid UTF-8 and a declared encoding are sure."""
    decoded = decode(data)
    assert decoded is not None
    assert (decoded.text, decoded.encoding, decoded.sure) == (text, encoding, True)


def test_a_guess_is_marked_unsure() -> None:
    """What nothing declares is guessed, and says so."""
    decoded = decode("Die Änderung der Größe für müde Füße über Straßen.\n".encode("latin-1") * 20)
    assert decoded is not None
    assert not decoded.sure
    assert "\n" in decoded.text


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\0\0", b"GIF\x80\x01\x02", b"\xff\xfe\0\0a\0\0\0\0\0\0\0"])
def test_binaries_are_no_text(data: bytes) -> None:
    """NUL in the first 8 KiB, or control bytes in what is no UTF-8, mean binary."""
    assert decode(data) is None


def test_a_declared_codec_that_is_no_encoding_is_not_obeyed() -> None:
    """Source may not choose a transforming codec."""
    decoded = decode(b"# coding: unicode_escape\nx = '\\u000a\xe9'\n")
    assert decoded is None or decoded.encoding != "unicode_escape"


def test_line_ends_are_unified_and_lines_counted_as_an_editor_does() -> None:
    """CRLF and lone CR end lines; form feeds, vertical tabs and U+2028 do not."""
    decoded = decode("a\r\nb\rc\x0cd\x0be\u2028f\n".encode())
    assert decoded is not None
    assert lines_of(decoded.text) == ["a", "b", "c\x0cd\x0be\u2028f"]


@pytest.mark.parametrize(("text", "lines"), [("", []), ("a", ["a"]), ("a\n", ["a"]), ("\n\n", ["", ""])])
def test_a_final_newline_opens_no_line(text: str, lines: list[str]) -> None:
    """n newlines at the ends of lines are n lines."""
    assert lines_of(text) == lines
