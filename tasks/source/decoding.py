"""Bytes to text, once and the same way for everybody: byte order marks, binaries, encodings, line ends."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

_PROBE_BYTES = 8192
# UTF-32 stands before UTF-16: its little-endian mark begins with the UTF-16 one.
_MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARATION = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
# A closed list: a hostile declaration may name a codec that is no character encoding (rot13, unicode_escape).
_DECLARABLE = frozenset(
    codecs.lookup(name).name
    for name in (
        *(f"iso8859-{part}" for part in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16)),
        *(f"cp125{part}" for part in range(9)),
        *("gbk", "gb2312", "gb18030", "big5", "shift_jis", "euc_jp", "euc_kr", "koi8-r", "koi8-u"),
        *("cp437", "cp850", "cp866", "cp932", "cp936", "cp949", "cp950", "mac-roman"),
    )
)
# Bytes that stand in no text of any supported encoding; tab, line ends, form feed and ESC (ISO-2022) do.
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


@dataclass(frozen=True)
class Decoded:
    """The text of a file: `\\n` is its only line end; `sure` is False where the encoding was guessed."""

    text: str
    encoding: str
    sure: bool


def decode(data: bytes) -> Decoded | None:
    """The text of a file's raw bytes, or None for a binary.

    In this order: a byte order mark, NUL within the first 8 KiB (binary), strict UTF-8, an encoding that the
    file declares in its first two lines (PEP 263), a guess marked unsure. Every line end becomes `\\n`, so
    line numbers are those an editor shows.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark) and (decoded := _strict(data, encoding)):
            return None if "\0" in decoded.text[:_PROBE_BYTES] else decoded
    if b"\0" in data[:_PROBE_BYTES]:
        return None
    return _strict(data, "utf-8") or _declared(data) or _guessed(data)


def lines_of(text: str) -> list[str]:
    """The lines of a decoded text, without their ends.

    Splits on `\\n` only: str.splitlines also splits on form feeds and U+2028, which no editor and no parser
    counts as a line. The empty piece after a final `\\n` is no line; the empty text has none.
    """
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def _strict(data: bytes, encoding: str) -> Decoded | None:
    try:
        text = data.decode(encoding)
    except UnicodeError:
        return None
    return Decoded(_normalised(text), encoding, sure=True)


def _declared(data: bytes) -> Decoded | None:
    for line in data[:_PROBE_BYTES].split(b"\n")[:2]:
        if found := _DECLARATION.match(line):
            try:
                name = codecs.lookup(found.group(1).decode("ascii", "replace")).name
            except LookupError:
                return None
            return _strict(data, name) if name in _DECLARABLE else None
    return None


def _guessed(data: bytes) -> Decoded | None:
    if _CONTROL.search(data[:_PROBE_BYTES]):
        return None
    from charset_normalizer import from_bytes  # a library of its own size, and almost every source is UTF-8

    best = from_bytes(data).best()
    if best is None:
        return None
    text = _normalised(str(best))
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        # A guess such as UTF-7 can yield lone surrogates, which no prompt and no JSON file can carry.
        return None
    return Decoded(text, best.encoding, sure=False)


def _normalised(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
