"""What the prose says of what a name is: a class or a function, async or not, static, abstract, private, a property."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from memory_schema.findings import Severity
from tasks.checks.definitions import CALLABLES, OPEN_TYPES, Definition
from tasks.checks.source_index import SourceIndex
from tasks.checks.statement_grammar import AGREES, Relation, Statement, Verdict, phrase

_ADJECTIVES = (
    r"(?P<A>(?:(?:async|asynchronous|static|abstract|private|plain|simple|public|small|pure|final|helper|internal"
    r"|exported|unexported|unsafe) )*)"
)
# "Asynchronous" alone is also said of what something is for.
_ALONE = r"(?P<A>async|static|abstract|private|public|final|exported|unexported|unsafe)"
_NOUN = (
    r"(?P<K>class method|class|function|method|interface|enum|enumeration|struct|trait|protocol|coroutine"
    r"|generator function|generator|property|constant)"
)
_ZH = (
    r"(?P<Z>抽象类|静态方法|类方法|异步函数|异步方法|抽象方法|私有方法|类|函数|方法"
    r"|接口|枚举|结构体|生成器|协程|属性|常量)"
)
_ANY = "class|function|method|interface|enum|struct|trait|protocol|coroutine|generator|property|constant"
_KINDS = (
    phrase(_ANY, rf"{{N}} is (?:an?|the) {_ADJECTIVES}{_NOUN}(?![\w'’-]| "
        rf"(?:name|type|attribute|variable|decorator|factory|object|instance|parameter|call|body|argument)\b)"),
    phrase(_ANY, rf"\b(?:the|an?) {_ADJECTIVES}{_NOUN} {{N}}(?!/)"),
    phrase(_ANY, rf"\bthe {{N}} {_ADJECTIVES}{_NOUN}(?![\w'’-]| "
        rf"(?:name|type|decorator|factory|object|instance|call|body|argument|of|on|in|from|defined)\b)"),
    phrase(" is ", rf"{{N}} is {_ALONE}(?=\s*(?:[.,;)]|and\b|but\b|$))"),
    phrase("`", rf"(?<![\u4e00-\u9fff`]){_ZH}_?{{N}}"),
    phrase("`", rf"{{N}}_?(?:是|为)_?(?:一个|一种)?_?{_ZH}(?!型|名|似|别|的)"),
)  # fmt: skip
_ENGLISH = {
    "类": "class", "函数": "function", "方法": "method", "接口": "interface", "枚举": "enum", "结构体": "struct",
    "生成器": "generator", "协程": "coroutine", "属性": "property", "常量": "constant",
    "抽象类": "abstract class", "静态方法": "static method", "类方法": "class method",
    "异步函数": "async function", "异步方法": "async method", "抽象方法": "abstract method",
    "私有方法": "private method",
}  # fmt: skip
_FUNCTIONS, _CLASSES = CALLABLES, OPEN_TYPES | {"module", "definition"}
_NOUNS: Mapping[str, frozenset[str]] = {
    "class": _CLASSES,
    "function": _FUNCTIONS | {"definition", "property", "variable", "constant", "attribute", "type"},
    "method": _FUNCTIONS | {"definition", "property", "variable", "constant", "attribute", "type"},
    "interface": frozenset({"interface", "trait", "type", "definition"}),
    "protocol": frozenset({"interface", "trait", "type", "definition"}),
    "trait": frozenset({"interface", "trait", "type", "definition", "module"}),
    "enum": frozenset({"enum", "type", "definition"}),
    "struct": frozenset({"struct", "class", "type", "union", "definition"}),
    "property": frozenset({"property", "attribute", "variable", "constant", "definition", "table"}),
    "constant": frozenset({"constant", "attribute", "variable", "macro", "property", "definition", "enum", "table"}),
}
_SAME = {"enumeration": "enum", "class method": "method", "coroutine": "function",
         "generator": "function", "generator function": "function"}  # fmt: skip
_HAS_INTERFACES = (".java", ".cs", ".kt", ".ts", ".tsx", ".php", ".go")
_HAS_ENUMS = (".py", ".java", ".cs", ".kt", ".ts", ".swift", ".rs", ".cpp", ".hpp", ".h", ".c", ".php")
_HAS_PROPERTIES = (".py", ".cs", ".kt", ".swift")
_HAS_STATIC = (".py", ".java", ".cs", ".ts", ".js", ".php", ".swift")
_HAS_PRIVATE = (".java", ".cs", ".kt", ".ts", ".php", ".swift", ".py")
_SAYS_ABSTRACT = (".java", ".cs", ".kt", ".php")
_HAS_PUBLIC = (".java", ".cs", ".php", ".go")
_VISIBLE = frozenset({"public", "private", "exported", "unexported"})
_PROMISE = re.compile(r"Promise|Future|Task|Awaitable|Coroutine|Observable|Flow|Deferred|Mono|Flux")


def _kind(statement: Statement, index: SourceIndex) -> Verdict | None:
    name = statement.name()
    every = index.definitions.named(name) if name else ()
    found = tuple(one for one in every if not one.is_constructor) or every
    said = statement.holes.get("K") or ""
    said = " ".join(f"{statement.holes.get('A') or ''} {said}".lower().split())
    said = said or _ENGLISH.get(statement.holes.get("Z") or "", "")
    if not found:
        return None
    if any(not _faults(said, one, index) for one in found):
        return AGREES
    fault, first = _faults(said, found[0], index), found[0]
    # A class may be called as a function is, and a document may speak of it so.
    lenient = said.endswith("function") and first.symbol.kind in OPEN_TYPES
    what = f"{first.symbol.qualified_name} is {fault}"
    return Verdict(what, first, Severity.COULD if lenient else Severity.SHOULD)


def _faults(said: str, one: Definition, index: SourceIndex) -> str:
    """What a definition really is where it is not what is said of it, else ""."""
    words = said.split()
    noun = _SAME.get(
        said,
        next((_SAME.get(one, one) for one in (" ".join(words[-2:]), words[-1]) if one in _SAME or one in _NOUNS), ""),
    )
    kind = one.symbol.kind
    if kind not in CALLABLES | OPEN_TYPES | {"property"}:
        # Of what holds a value only who may see it is known.
        words = [word for word in words if word in _VISIBLE]
        noun = ""
    is_other = kind == "type" and one.path.endswith(".go") and noun not in one.symbol.signature
    if is_other and noun in ("interface", "struct"):
        return "a type of another kind"
    if noun in _NOUNS and kind not in _NOUNS[noun] and _tells_apart(noun, one, index):
        return f"{'an' if kind[0] in 'aei' else 'a'} {kind}"
    said = f" {' '.join(words)} "
    for word, holds in _MARKS.items():
        if f" {word} " in said and not holds(one, index):
            return f"not {word}"
    return ""


def _tells_apart(noun: str, one: Definition, index: SourceIndex) -> bool:
    """Whether the language has the noun as a kind of its own, so that it is not meant in a wider sense."""
    path, kind = one.path, one.symbol.kind
    if noun == "interface":
        return path.endswith(_HAS_INTERFACES) or kind in CALLABLES
    if noun == "protocol":
        return path.endswith(".swift") or kind in CALLABLES
    if noun == "enum":
        bases = " ".join(base for two in index.definitions.ancestors(one)[0] for base in two.symbol.bases)
        return path.endswith(_HAS_ENUMS) and re.search("Enum|Flag|Choices", bases) is None
    if noun == "property":
        return path.endswith(_HAS_PROPERTIES) and kind in CALLABLES and not one.symbol.decorators
    if noun == "constant":
        return not path.endswith(".rb")
    if noun == "class":
        return not path.endswith((".js", ".jsx", ".mjs", ".cjs")) or kind != "function"
    if noun == "function":
        return kind in OPEN_TYPES
    return True


def _is_async(one: Definition, index: SourceIndex) -> bool:
    """Declared so, promising so, or awaiting; one that hands a promise on is asynchronous as well."""
    symbol = one.symbol
    promised = _PROMISE.search(symbol.returns or "") or re.search(r"\b(?:async|suspend)\b", symbol.signature)
    return symbol.is_async or bool(promised or re.search(r"\bawait\b|Promise|coroutine|Future", index.body(one)))


def _is_static(one: Definition, index: SourceIndex) -> bool:
    symbol = one.symbol
    if symbol.parent is None or not one.path.endswith(_HAS_STATIC):
        return True
    return bool(re.search(r"\bstatic\b|\bclass func\b", symbol.signature)) or any(
        two.endswith(("staticmethod", "classmethod")) for two in symbol.decorators
    )


def _is_class_method(one: Definition, index: SourceIndex) -> bool:
    return not one.path.endswith(".py") or any(two.endswith("classmethod") for two in one.symbol.decorators)


def _is_abstract(one: Definition, index: SourceIndex) -> bool:
    symbol, body = one.symbol, index.body(one)
    if symbol.kind in ("class", "enum") and one.path.endswith(_SAYS_ABSTRACT):
        return re.search(r"\b(?:abstract|sealed)\b", symbol.signature) is not None
    if re.search(
        r"abstract|\bABC\b|NotImplemented|must (?:be )?(?:overrid|implement)|virtual|=\s*0\s*;|unimplemented",
        body,
        re.IGNORECASE,
    ):
        return True
    owners = index.definitions.types(symbol.parent) if symbol.parent else ()
    if symbol.parent and not owners:
        return True
    return any(two.symbol.kind in ("interface", "trait") for two in owners) or symbol.kind in ("interface", "trait")


def _is_private(one: Definition, index: SourceIndex) -> bool:
    return not one.symbol.public or one.symbol.name.startswith("_") or not one.path.endswith(_HAS_PRIVATE)


def _is_public(one: Definition, index: SourceIndex) -> bool:
    return one.symbol.public or not one.path.endswith(_HAS_PUBLIC) or _is_of_interface(one, index)


def _is_of_interface(one: Definition, index: SourceIndex) -> bool:
    owners = index.definitions.types(one.symbol.parent) if one.symbol.parent else ()
    return any(two.symbol.kind in ("interface", "trait", "enum") for two in owners)


def _is_exported(one: Definition, index: SourceIndex) -> bool:
    return one.symbol.public or not one.path.endswith(".go")


def _is_unexported(one: Definition, index: SourceIndex) -> bool:
    return not one.symbol.public or not one.path.endswith(".go")


def _is_final(one: Definition, index: SourceIndex) -> bool:
    is_class = one.path.endswith(".java") and one.symbol.kind == "class"
    return not is_class or re.search(r"\b(?:final|record)\b", one.symbol.signature) is not None


def _is_unsafe(one: Definition, index: SourceIndex) -> bool:
    return not one.path.endswith(".rs") or "unsafe" in one.symbol.signature


def _is_generator(one: Definition, index: SourceIndex) -> bool:
    if not one.path.endswith(".py") or one.symbol.kind in OPEN_TYPES:
        return True
    return one.symbol.is_generator or bool(re.search(r"Iter|Generator|yield", index.body(one)))


_MARKS: Mapping[str, Callable[[Definition, SourceIndex], bool]] = {
    "async": _is_async,
    "asynchronous": _is_async,
    "coroutine": _is_async,
    "static": _is_static,
    "class method": _is_class_method,
    "abstract": _is_abstract,
    "private": _is_private,
    "public": _is_public,
    "exported": _is_exported,
    "unexported": _is_unexported,
    "final": _is_final,
    "unsafe": _is_unsafe,
    "generator": _is_generator,
}

KINDS = (Relation(_KINDS, _kind),)
