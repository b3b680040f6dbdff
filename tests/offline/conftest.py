"""Requests as the real prompts make them, and one small true chapter to review."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from memory_schema.contracts import CONTRACTS, Role
from memory_schema.paths import work_path
from memory_schema.pointers import Pointer, Scope
from prompts.file_block import shown_whole
from prompts.render import render

SOURCE = '''"""Reads frames from a log."""

LIMIT = 4096


class FrameError(Exception):
    """A frame that cannot be read."""


class FrameReader:
    """Reads one frame after the other."""

    def __init__(self, stream, limit=LIMIT):
        self.stream = stream
        self.limit = limit

    def read(self):
        """Return the next frame, or None at the end."""
        head = self.stream.read(4)
        if not head:
            return None
        size = int.from_bytes(head, "big")
        if size > self.limit:
            raise FrameError(f"frame of {size} bytes")
        return self.stream.read(size)
'''
_QUOTE = "\n".join(SOURCE.split("\n")[16:25])
_METAPHOR = (
    "*Picture it:* a **frame** is like *a parcel with its weight on the label*: you know what to expect before you "
    "open it; the picture stops where the label itself is torn."
)
DRAFT = f"""# Reading frames from a log

What happens when a program dies while it writes? The last bytes of its log are then half a record, and the next
program that opens the file must know where the good part ends. `FrameReader` answers with four bytes: each
record is preceded by its size, so a reader can tell a whole record from a torn one before it trusts a single
byte of it. Follow one call of `read` from the first byte to the last, and you will see why a size that is too
large must be refused, why an empty head is no error at all, and what the caller gets in each case, today and
after the next crash of the machine.

## One record, one frame

A **frame** is a record with its size written before it. `FrameReader` holds the stream and a limit; the limit
is `LIMIT`, 4096 bytes, unless the caller gives another one.

{_METAPHOR}

```python log.py:17-25
{_QUOTE}
```

The first `read` takes four bytes for the head. Nothing read means that the log ended, so the answer is `None`.

## When the size is wrong

A size above the limit raises `FrameError` because a torn head can name any number. The check stands before the
second `read`, so no memory is taken for a frame that cannot be real. See [the first chapter](ch01.md#the-log).

## Recap

A frame carries its size, and `FrameReader.read` trusts the size only up to its limit. The end of the log is
`None`, a size that is too large is `FrameError`. Both are decided before the body is read.

The next chapter shows who calls the reader after a crash.
"""
ZH_DRAFT = f"""# 从日志中读出帧

程序写到一半突然死掉，会留下什么？日志的最后几个字节只是半条记录，而下一个打开文件的程序必须知道，完好的部分到哪里为止。
`FrameReader` 的办法只用四个字节：每条记录前面都写着自己的长度，于是读的人在相信任何一个字节之前，
就能分清完整的记录与残缺的记录。
跟着一次读取从头走到尾，你会看到为什么过大的长度必须拒绝，为什么读不到头部并不算错误，以及调用者在每种情形下究竟得到什么。
这些规矩加在一起，决定了重启之后哪些数据还能相信，哪些只能丢弃。

## 一条记录，一个帧

**frame**（帧）是前面写着长度的记录。`FrameReader` 持有流和上限，上限默认是 4096 字节，调用者可以另给。

```python log.py:17-25
{_QUOTE}
```

第一次读取拿到四个字节的头部。什么也读不到，说明日志结束了，于是返回空值。

## 长度不对的时候

长度超过上限就抛出 `FrameError`，因为残缺的头部可能是任何数字。检查放在第二次读取之前，所以不会为假的帧占用内存。

## 小结

帧自带长度，读取者只在上限之内相信它。日志结束返回空值，长度过大则报错，两者都在读正文之前决定。下一章讲谁在崩溃之后调用它。
"""
PROPOSAL = """# Inside Frames

> From bytes to records

- audience: programmers

## Chapter 1: Utilities

- difficulty: 1
- topics:
  - The log on disk
  - What `Log` keeps

## Chapter 2: Reading frames from a log

- promise: You can say where a log ends
- difficulty: 4
- builds on: 1
- topics:
  - One record, one frame

# Source map

## Chapter 1

- `base.py` — the log [Log]

## Chapter 2

- `log.py` — reads frames [FrameReader, FrameError]
"""
File = tuple[str, str] | tuple[str, str, str]


@pytest.fixture
def ask() -> Callable[..., dict[str, Any]]:
    """A request body of the Messages API: `ask(role, files, chapter=..., **ticket)`; files are (name, text[, part])."""

    def build(
        role: Role,
        files: Sequence[File] = (),
        *,
        model: str = "offline-author",
        max_tokens: int = 16_000,
        tools: bool = False,
        attention: bool = False,
        **fields: Any,
    ) -> dict[str, Any]:
        contract = CONTRACTS[role]
        chapter = fields.pop("chapter", 2 if contract.per_chapter else None)
        ticket: dict[str, Any] = {
            "role": role.value,
            "book": "Inside Frames",
            "chapter": chapter,
            "chapter title": "Reading frames from a log",
            "attempt": 1,
            "round": 1,
            "output": work_path(contract.output, chapter),
            "marker": contract.marker.line,
            "language": "en",
            "title": "Inside Frames",
            "chapters.words": 300,
            "chapters.most": 8,
            "review.sensitivity": [],
            "readers.audience": "programmers",
            "readers.student": "a student",
            "readers.engineer": "an engineer",
            "readers.expert": "an expert",
        }
        ticket |= {key.replace("__", "."): value for key, value in fields.items()}
        shown = []
        for name, text, *part in files:
            numbered = not name.startswith(("output/", "source tree", "notes"))
            pointer = Pointer(
                name=name,
                scope=Scope.SOURCE if numbered else Scope.BOOK,
                path=name,
                part=part[0] if part else "",
                purpose="needed",
            )
            shown.append(shown_whole(pointer, text, numbered=numbered, language="python" if numbered else "markdown"))
        prompt = render(contract, ticket, shown, tools=tools)
        blocks = [{"type": "text", "text": block} for block in prompt.blocks]
        blocks += [{"type": "text", "text": "ATTENTION: write a readable verdict."}] if attention else []
        body: dict[str, Any] = {
            "model": model,
            "max_tokens": max_tokens,
            "system": prompt.system,
            "messages": [{"role": "user", "content": blocks}],
        }
        if tools:
            names = ("read_file", "list_files", "search")
            body["tools"] = [{"name": name, "input_schema": {"type": "object"}} for name in names]
        return body

    return build


@pytest.fixture
def source() -> str:
    """A small Python file, `log.py`."""
    return SOURCE


@pytest.fixture
def draft() -> str:
    """A true English chapter about `log.py`."""
    return DRAFT


@pytest.fixture
def zh_draft() -> str:
    """The same in Chinese."""
    return ZH_DRAFT


@pytest.fixture
def proposal() -> str:
    """An outline with a cliff, a missing promise and a vague title."""
    return PROPOSAL
