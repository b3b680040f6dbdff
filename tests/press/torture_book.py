"""The torture book: hand-written Markdown that breaks printers, with hostile titles and terms."""

from __future__ import annotations

from pathlib import Path

from tasks.press.manuscript import Book, Chapter, FinalReceipt, Making, Origin, SourceFile, SourceSymbol, Term

TORTURE = Path(__file__).parent / "torture"
BROKEN, DRAWN = 8, 32
"""How many diagrams of diagrams.md are broken, and how many are drawn."""

_LONG = "A title of three hundred characters " * 8 + "that ends: here"
_SHORT = "# X\n\nShort: `TokenStream.expect`.\n"
_DEEP = "gson/src/main/java/com/example/serialization/internal/TokenStreamReaderAdapterFactory.java"


def torture_book(language: str = "en") -> Book:
    """Three finished chapters and one that is missing, in one language."""
    prose, diagrams = ((TORTURE / name).read_text(encoding="utf-8") for name in ("prose.md", "diagrams.md"))
    return Book(
        title='Torture & "Quotes" <b>',
        subtitle="What a printer must survive",
        language=language,
        date="2026-11-30",
        authors=("model-a", "model-b"),
        edited=True,
        origin=Origin(
            name="tortured",
            commit="0123456789abcdef0123456789abcdef01234567",
            digest="ab" * 32,
            dirty=True,
            url="https://example.org/tortured/blob/{commit}/{path}#L{start}-L{end}",
            files=3,
            skipped=1,
        ),
        chapters=(
            Chapter(
                number=1,
                title="Prose: `c++` & 中文",
                promise="**Everything**.",
                difficulty=1,
                markdown=prose,
                receipt=FinalReceipt(digest="cd" * 32, author="<model>", date="2026-11-30", attempt=2),
            ),
            Chapter(number=2, title="Prose, c & 中文", difficulty=3, builds_on=(1,), markdown=diagrams),
            Chapter(number=3, title=_LONG, promise=_LONG, difficulty=5, builds_on=(1, 2), markdown=_SHORT),
            Chapter(number=5, title="未完成", difficulty=4, builds_on=(1,)),
        ),
        glossary=(
            Term(term="token stream", translation="词元流", definition="A `TokenStream` of **tokens**.", chapter=1),
            Term(term="token", definition="One piece.", chapter=1),
            Term(term="c++", definition="A language.", chapter=1),
            Term(term="c+-", definition="Another.", chapter=9),
            Term(term='<script>alert("x")</script>', definition="<img src=x onerror=alert(1)>", chapter=3),
            Term(term="诊断", definition="一种检查。", chapter=2),
        ),
        symbols=(
            SourceSymbol(name="f", kind="function", path="lexer.py", start=10, end=30),
            SourceSymbol(name="Lexer", kind="class", path="lexer.py", start=900, end=1100),
            SourceSymbol(name="Lexer.tabbed", kind="method", path="lexer.py", start=1000, end=1001),
            SourceSymbol(name="TokenStream.expect", kind="method", path=_DEEP, start=5, end=9),
            SourceSymbol(name="x<y>", kind="function", path="<odd>/'name'.py", start=1, end=2),
        ),
        files=(
            SourceFile(path="lexer.py", lines=1200),
            SourceFile(path=_DEEP, lines=20),
            SourceFile(path="<odd>/'name'.py", lines=3),
        ),
        making=Making(
            agents=120, calls=131, rounds=6, reviews=18, receipts=240, finals_with_receipt=3, quotes=40,
            exact_quotes=39, places=12, mismatches=1, models=(("model-a", 100), ("model-b", 20)), human_edits=2,
            input_tokens=1_234_567, output_tokens=89_012, cost_usd=12.5,
        ),
    )  # fmt: skip
