"""An honest outline of files that are not parsed: definitions at column 0, found by the look of their line.

It may miss a definition; it never claims lines that the definition does not span.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from tasks.source.block_ends import end_by_brackets, end_by_column
from tasks.source.comment_style import comment_above, leading_comment
from tasks.source.decoding import lines_of
from tasks.source.symbol import Symbol

_MAX_LINE = 400
_MAX_SIGNATURE = 200
_NAME = r"(?P<name>[A-Za-z_$][\w$]*)"


@dataclass(frozen=True)
class _Grammar:
    """How one family of languages declares.

    `words` end a block at its column; without them its brackets do. `above` is what belongs to a definition
    although it stands on the lines before it: attributes, annotations, a return type.
    """

    declaration: re.Pattern[str]
    private: re.Pattern[str] | None = None
    words: tuple[str, ...] | None = None
    above: re.Pattern[str] = re.compile(r"@\w")


_JAVASCRIPT = _Grammar(
    re.compile(
        r"(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?"
        rf"(?:(?:function\s*\*?|class|interface|enum|namespace)\s+{_NAME}"
        r"|type\s+(?P<alias>[A-Za-z_$][\w$]*)\s*(?:<[^=]*)?="
        r"|(?:const|let|var)\s+(?P<bound>[A-Za-z_$][\w$]*)\s*(?::[^=]+)?=)"
        r"|(?:module\.)?exports\.(?P<exported>[A-Za-z_$][\w$]*)\s*="
        r"|(?P<method>[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+)\s*=\s*(?:async\s+)?function\b"
    )
)
_TYPE_WORDS = "class|interface|enum|record|struct|union|trait|object|protocol|extension|actor|mixin"
_C = _Grammar(
    re.compile(
        rf"(?:typedef\s+)?(?:(?:static|extern|inline|constexpr|export|final|public)\s+)*"
        rf"(?:struct|union|enum(?:\s+class)?|class)\s+(?:\w+\s+)??{_NAME}\s*(?:final\s*)?(?::[^:;{{]*)?(?:\{{.*)?$"
        r"|#\s*define\s+(?P<macro>[A-Za-z_]\w*)"
        r"|(?!return\b|else\b|typedef\b|using\b|if\b|for\b|while\b|switch\b|case\b|#)"
        r"(?:[A-Za-z_][\w:<>,*&\s]*?[\s*&])?(?P<function>[A-Za-z_~][\w:~]*)\s*\([^;]*$"
    ),
    private=re.compile(r"static\b"),
    above=re.compile(r"(?!else\b|return\b)[A-Za-z_][\w \t*]*$|template\s*<.*>\s*$"),
)
_JVM = _Grammar(
    re.compile(
        r"(?:(?:public|private|protected|internal|abstract|final|static|sealed|open|data|inline|partial|suspend|"
        r"override|implicit|lazy|case|unsafe|readonly|fileprivate|indirect|export|base|async|external)\s+)*"
        rf"(?:(?:{_TYPE_WORDS}|annotation\s+class|enum\s+class|@interface|namespace|typealias|typedef|fun|func|def|"
        rf"function|val|var|let|const)\s+(?:<[^>]*>\s*)?)(?P<receiver>[A-Z][\w<>?]*\.)?{_NAME}"
    ),
    private=re.compile(r"(?:\w+\s+)*?(?:private|fileprivate)\b"),
)
_GO = _Grammar(
    re.compile(
        r"func\s+(?:\([^)]*\)\s*)?(?P<function>[A-Za-z_]\w*)|type\s+(?P<name>[A-Za-z_]\w*)"
        r"|(?:const|var)\s+(?P<bound>[A-Za-z_]\w*)"
    )
)
_RUST = _Grammar(
    re.compile(
        r"(?P<visible>pub(?:\([^)]*\))?\s+)?(?:default\s+)?(?:const\s+|async\s+|unsafe\s+|extern\s+\"[^\"]*\"\s+)*"
        r"(?:fn|struct|enum|union|trait|mod|type|static(?:\s+mut)?|const)\s+(?P<name>[A-Za-z_]\w*)"
        r"|const\s+(?P<bound>[A-Z_]\w*)\s*:|macro_rules!\s*(?P<macro>\w+)"
    ),
    above=re.compile(r"#\["),
)
_PROTOBUF = _Grammar(re.compile(rf"(?:message|service|enum|struct|union|exception)\s+{_NAME}"))
_PHP = _Grammar(
    re.compile(rf"(?:(?:abstract|final|readonly)\s+)*(?:function|class|interface|trait|enum|const)\s+&?{_NAME}")
)
_RUBY = _Grammar(
    re.compile(r"(?:class|module|def)\s+(?P<name>(?:self\.)?[A-Za-z_][\w:]*[?!=]?)|(?P<bound>[A-Z][A-Z0-9_]*)\s*="),
    words=("end",),
)
_LUA = _Grammar(
    re.compile(r"(?:local\s+)?function\s+(?P<name>[A-Za-z_][\w.:]*)|(?P<bound>[A-Za-z_][\w.]*)\s*=\s*function\b"),
    private=re.compile(r"local\b"),
    words=("end",),
)
_ELIXIR = _Grammar(
    re.compile(r"(?:defmodule|defprotocol|defimpl|def|defp|defmacro)\s+(?P<name>[A-Za-z_][\w.]*[?!]?)"),
    private=re.compile(r"defp\b"),
    words=("end",),
)
_JULIA = _Grammar(
    re.compile(r"(?:function|macro|struct|mutable\s+struct|abstract\s+type|module)\s+(?P<name>[A-Za-z_][\w.!]*)"),
    words=("end",),
)
_SHELL = _Grammar(
    re.compile(r"function\s+(?P<name>[A-Za-z_][\w:.-]*)|(?P<function>[A-Za-z_][\w:.-]*)\s*\(\s*\)"),
    words=("}", ")", "end"),
)
_PERL = _Grammar(re.compile(r"(?:sub|package)\s+(?P<name>[A-Za-z_][\w:]*)"))
_R = _Grammar(re.compile(r"(?P<name>[A-Za-z.][\w.]*)\s*(?:<-|=)\s*function\b"))
_ZIG = _Grammar(
    re.compile(rf"(?P<visible>pub\s+)?(?:export\s+|extern\s+|inline\s+)*(?:fn|const|var)\s+{_NAME}"),
)
_HCL = _Grammar(re.compile(r'(?:resource|data|module|variable|output|provider)\s+(?P<name>"[^"]+"(?:\s+"[^"]+")?)'))

_GRAMMARS: dict[str, _Grammar] = {
    **dict.fromkeys(("javascript", "jsx", "typescript", "tsx"), _JAVASCRIPT),
    **dict.fromkeys(("c", "cpp", "objectivec"), _C),
    **dict.fromkeys(("java", "kotlin", "scala", "groovy", "csharp", "swift", "dart"), _JVM),
    **dict.fromkeys(("protobuf", "thrift", "graphql"), _PROTOBUF),
    **dict.fromkeys(("bash", "fish"), _SHELL),
    "go": _GO, "rust": _RUST, "php": _PHP, "ruby": _RUBY, "lua": _LUA, "elixir": _ELIXIR, "julia": _JULIA,
    "perl": _PERL, "r": _R, "zig": _ZIG, "hcl": _HCL,
}  # fmt: skip
_VISIBILITY_BY_WORD = frozenset({"rust", "zig"})
_PROSE_HEADING = re.compile(r"#{1,6}\s+(.+?)\s*#*$")


def plain_blocks(text: str, language: str) -> tuple[Symbol, ...]:
    """Top-level definitions as symbols of kind "definition"; empty for a language without a grammar here."""
    grammar = _GRAMMARS.get(language)
    if grammar is None:
        return ()
    lines = lines_of(text)
    heads = [(number, name) for number, line in enumerate(lines, 1) if (name := _declared(grammar, line))]
    taken = 0
    found: list[Symbol] = []
    # A macro may be defined within a body, so it ends none.
    bounds = [number for number, _ in heads if not lines[number - 1].startswith("#")]
    for number, name in heads:
        if number <= taken:
            continue
        following = bisect_right(bounds, number)
        bound = bounds[following] - 1 if following < len(bounds) else len(lines)
        end = _end(grammar, lines, number, bound, language)
        if end is None:
            continue
        start = number
        while start - 1 > taken and grammar.above.match(lines[start - 2][:_MAX_LINE]):
            start -= 1
        taken = end
        head = lines[number - 1]
        found.append(
            Symbol(
                name=name,
                qualified_name=name,
                kind="definition",
                signature=head.rstrip().rstrip("{").rstrip()[:_MAX_SIGNATURE],
                doc=comment_above(lines, start, language),
                start=start,
                end=end,
                public=_is_public(grammar, lines[start - 1 : number], name, language),
            )
        )
    return tuple(found)


def leading_text(text: str, language: str) -> str:
    """What a file says of itself: a document's first heading, else the first comment that is no licence."""
    lines = lines_of(text)
    if language == "markdown":
        headings = (_PROSE_HEADING.match(line[:_MAX_LINE]) for line in lines)
        return next((found.group(1) for found in headings if found), "")
    return leading_comment(lines, language)


def _declared(grammar: _Grammar, line: str) -> str | None:
    if len(line) > _MAX_LINE or line[:1].isspace():
        return None
    found = grammar.declaration.match(line)
    if found is None:
        return None
    groups = {key: value for key, value in found.groupdict().items() if key not in ("visible", "receiver")}
    return next((value for value in groups.values() if value), None)


def _end(grammar: _Grammar, lines: list[str], number: int, bound: int, language: str) -> int | None:
    if grammar.words is not None:
        return end_by_column(lines, number, bound, grammar.words)
    if lines[number - 1].lstrip().startswith("#"):
        end = number
        while end < len(lines) and lines[end - 1].endswith("\\"):
            end += 1
        return end
    return end_by_brackets(lines, number, bound, language, needs_body=language in ("c", "cpp", "objectivec"))


def _is_public(grammar: _Grammar, heads: list[str], name: str, language: str) -> bool:
    if language == "go":
        return name[0].isupper()
    if language in _VISIBILITY_BY_WORD:
        return heads[-1].startswith(("pub ", "macro_rules!"))
    private = grammar.private
    return not name.startswith("_") and not (private and any(private.match(head) for head in heads))
