"""A small source and chapters about it that break no rule, in English and in Chinese."""

from __future__ import annotations

import pytest

from memory_schema.memory_view import MemoryView, SeenMetaphor, SeenReference, SeenTerm

LEXER = '''"""Cut a template into tokens."""

from dataclasses import dataclass


@dataclass
class Token:
    """One piece of a template."""

    kind: str
    value: str
    line: int = 1


class TokenStream:
    """Tokens, one after the other."""

    def __init__(self, tokens):
        self.tokens = list(tokens)
        self.at = 0

    def next(self):
        """Hand out the next token."""
        token = self.tokens[self.at]
        self.at += 1
        return token

    def push(self, token):
        """Put a token back."""
        self.at -= 1
        self.tokens[self.at] = token
'''

PARSER = '''"""Make a tree of tokens."""

from lexer import TokenStream


def parse(stream):
    """Read the stream to its end."""
    nodes = []
    while stream.at < len(stream.tokens):
        nodes.append(stream.next())
    return nodes
'''

HOOK = """Ask a template engine for the tenth token of a page and it will not know it. It knows one token,
the next one, and it can take back the last one if the parser asked too early. That is all the
memory that the class `TokenStream` has, and the whole parser is written so that this is enough. A
reader who looks for the list of all tokens finds it in one line of a constructor, and then never
again. The rest of the code behaves as though the list did not exist, and it is worth a chapter
to see why that discipline pays off."""

CHAPTER = f"""# One token at a time

{HOOK}

## What a token holds

A **token** is the smallest piece of a template that still has a meaning. The class stands in
`lexer.py:6-12`, and it has three fields.

```python lexer.py:6-12
@dataclass
class Token:
    \"\"\"One piece of a template.\"\"\"

    kind: str
    value: str
    line: int = 1
```

*Picture it:* a **token stream** is like *a ticket roll*: you tear off one ticket at a time; the
picture stops where a ticket can be put back.

## How the stream moves

The method `TokenStream.next()` in `lexer.py` returns the token under the cursor and moves on.

```python lexer.py:22-26
    def next(self):
        \"\"\"Hand out the next token.\"\"\"
        token = self.tokens[self.at]
        self.at += 1
        return token
```

## What to remember

A token is small and the stream is short of memory. The parser, in [the next chapter](ch02.md),
lives with both.

<!-- DRAFT_COMPLETE -->
"""

ZH_HOOK = "向模板引擎要第十个词元，它答不上来。" + "它只认得下一个词元，必要时还能把刚取走的那一个放回去。" * 8

ZH_CHAPTER = f"""# 一次一个词元

{ZH_HOOK}

## 词元里有什么

**词元**（token）是模板中仍有意义的最小片段，定义在 `lexer.py:6-12`。

```python lexer.py:6-12
@dataclass
class Token:
    \"\"\"One piece of a template.\"\"\"

    kind: str
    value: str
    line: int = 1
```

## 词元流如何前进

方法 `TokenStream.next()` 交出游标所指的词元，然后向前一步。

## 本章小结

词元很小，词元流也只记得当前的位置。下一章讲解析器怎样与此相处。

<!-- DRAFT_COMPLETE -->
"""


@pytest.fixture
def source() -> dict[str, str]:
    """Texts by path, one of them with a space in its name and one in a folder."""
    return {"lexer.py": LEXER, "src/parser.py": PARSER, "my notes/read me.py": "A = 1\nB = 2\n"}


@pytest.fixture
def chapter() -> str:
    """A chapter without a fault."""
    return CHAPTER


@pytest.fixture
def zh_chapter() -> str:
    """A Chinese chapter without a fault but for a repeated sentence in its hook."""
    return ZH_CHAPTER


@pytest.fixture
def memory() -> MemoryView:
    """What chapter 1 left behind."""
    return MemoryView(
        glossary=(
            SeenTerm("token stream", "词元流", 1, "A token stream hands out one token at a time.", ""),
            SeenTerm("cursor", "", 1, "The cursor is the index of the next token.", ""),
        ),
        metaphors=(SeenMetaphor("token stream", "a ticket roll", 1, "tickets can be put back"),),
        cross_references=(SeenReference(2, "The parser's loop", 1, "How the stream moves", "it reads tokens"),),
    )
