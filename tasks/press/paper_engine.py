"""WeasyPrint at work: HTML and style in, a tagged PDF (PDF/UA-1) out, nothing opened on the way.

It is an optional extra, `sourcebook[pdf]`, and needs the system's Pango and fonts. What is missing is
said in one line before anything is laid out, or by the letters that no font has.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from memory_schema.errors import MissingTool

ADDRESS = "https://book.invalid/"
"""Where WeasyPrint believes the document to lie (a host that never exists, RFC 2606): answered from memory."""
FONTS = "fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji fonts-dejavu-core fonts-liberation"
"""Debian's packages with the fonts that the style names; any others with the same letters do too."""
_UNKNOWN_LETTER = re.compile(r"notdef glyph rendered.*\(U\+([0-9A-F]+)\)")


def require_paper() -> Any:
    """WeasyPrint. Raises MissingTool, in one line, where it or what it needs is not installed."""
    try:
        import weasyprint
    except ImportError:
        raise MissingTool(
            f"PDF needs WeasyPrint; install it with: pip install 'sourcebook[pdf]' (and the fonts {FONTS})"
        ) from None
    except OSError as error:
        reason = " ".join(str(error).split())[:120]
        raise MissingTool(f"PDF needs Pango, which WeasyPrint cannot load ({reason}); install libpango-1.0-0, "
                          "libpangoft2-1.0-0 and libharfbuzz-subset0") from None  # fmt: skip
    return weasyprint


def lay_out(document: str, style: str, pictures: Mapping[str, bytes]) -> tuple[bytes, tuple[str, ...]]:
    """The PDF of a document, and the letters that no font has; equal documents give equal bytes.

    Args:
        document: HTML.
        style: the only style sheet.
        pictures: SVG files by the name that the document calls them.

    Raises:
        MissingTool: WeasyPrint or Pango is not installed.
    """
    weasyprint = require_paper()
    fetcher = _fetcher(weasyprint, {ADDRESS + name: data for name, data in pictures.items()})
    with _listening() as heard:
        html = weasyprint.HTML(string=document, base_url=ADDRESS, url_fetcher=fetcher)
        laid_out = html.render(stylesheets=[weasyprint.CSS(string=style, url_fetcher=fetcher)])
        data = laid_out.write_pdf(
            pdf_variant="pdf/ua-1", pdf_identifier=hashlib.sha256(document.encode()).digest()[:16]
        )
    letters = (chr(int(code, 16)) for message in heard for code in _UNKNOWN_LETTER.findall(message))
    return data, tuple(dict.fromkeys(letters))


def _fetcher(weasyprint: Any, known: dict[str, bytes]) -> Any:
    """Answers from memory and opens nothing: no file, no network."""

    class FromMemory(weasyprint.urls.URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:
            if url not in known:
                raise weasyprint.urls.FatalURLFetchingError(f"the book asks for {url[:80]}, which is not part of it")
            return weasyprint.urls.URLFetcherResponse(url, known[url], {"Content-Type": "image/svg+xml"})

    return FromMemory()


@contextmanager
def _listening() -> Iterator[list[str]]:
    """What WeasyPrint says while it works, instead of on the terminal."""
    heard: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            heard.append(record.getMessage())

    logger, listener = logging.getLogger("weasyprint"), Listener()
    before = logger.propagate, logger.handlers[:]
    logger.propagate, logger.handlers[:] = False, [listener]
    try:
        yield heard
    finally:
        logger.propagate, logger.handlers[:] = before
