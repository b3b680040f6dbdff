"""A term has one name in the book's language, and a name stands for one term."""

from __future__ import annotations

import pytest

from memory_schema.findings import Severity
from memory_schema.memory_view import MemoryView, SeenTerm
from tasks.checks.consistency import check_consistency

MEMORY = MemoryView(
    glossary=(
        SeenTerm("token stream", "词元流", 1, "按顺序给出词元的流。", ""),
        SeenTerm("parser", "语法分析器", 1, "把词元读成树。", ""),
        SeenTerm("cursor", "", 1, "位置。", ""),
    )
)


def problems(text: str, chapter: int = 2) -> list[str]:
    found = check_consistency(f"# 题\n\n## 节\n\n{text}\n", chapter, MEMORY, {1, 2}).findings
    return [one.problem for one in found if one.severity is not Severity.COULD]


@pytest.mark.parametrize(
    "text",
    [
        "这里的词元流（token stream）向前走，parser（语法分析器）读它。",
        "词元流 (Token Streams) 是什么？",
        "见下文（token stream）和 parser（见第 2 节）。",
        "parser（它读入文件）不回头。",
        "**scanner**（扫描器）逐字读取。",
        "`token stream（记号流）` 是代码。",
        "cursor（游标）没有译名。",
    ],
)
def test_the_glossarys_name_is_right(text: str) -> None:
    """The translation itself, brackets that explain, a term of no glossary, code: nothing to say."""
    assert problems(text) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("这里的记号流（token stream）向前走。", '"token stream" is called "词元流" in chapter 1'),
        ("parser（解析器）读它。", '"parser" is called "语法分析器" in chapter 1'),
        ("**token stream**（标记序列）很长。", '"token stream" is called "词元流" in chapter 1'),
        ("**tokenizer**（词元流）切分文本。", '"词元流" already stands for "token stream", since chapter 1'),
    ],
)
def test_another_name_is_found(text: str, problem: str) -> None:
    """Beside the term, before it, where it is defined again, and a name that is taken."""
    assert problem in problems(text)


def test_a_chapters_own_entries_do_not_count_against_it() -> None:
    """A chapter that is written again may call its terms otherwise."""
    assert problems("**parser**（解析器）读它。", chapter=1) == []
