"""Sentences of real documents that are true although a plain reading of the source contradicts them."""

from __future__ import annotations

import pytest

from memory_schema.findings import Severity
from tasks.checks.document_links import DocumentPlace
from tasks.checks.documents import verify_document
from tasks.checks.readable import Texts
from tasks.checks.source_index import SourceIndex

SOURCE = {
    ".github/ci.yml": "on: push\n",
    ".gitmodules": '[submodule "dep"]\n\tpath = libs/dep\n\turl = https://example.com/dep\n',
    "store.py": """from typing import Protocol


class StoreError(Exception): ...


class Base:
    def close(self): ...


class Sub(Base):
    def open(self): ...


class Opener(Protocol):
    def open(self): ...


class Author:
    name = ""


class Post:
    title = ""


class Server:
    def close(self): ...

    def stop(self):
        self.sock.close()

    def end(self):
        self.close()


def guarded(x):
    try:
        raise StoreError(x)
    except StoreError:
        return None


def passed(x):
    try:
        return x[0]
    except KeyError:
        raise StoreError(x) from None


def load(x):
    return wrap(parse(x))


def run(x):
    parse(x)
    wrap(x)


def wrap(x): ...
def parse(x): ...
def position(items) -> int: ...
def less(a, b): ...
""",
    "mem.go": """package mem

type Store interface {
	Get(k string) string
}

type Mem struct {
	A, B int
	priv int
}

func (m *Mem) Get(k string) string {
	defer m.release()
	m.acquire()
	return k
}

func (m *Mem) acquire() {}
func (m *Mem) release() {}

type Disk struct{}

func (d Disk) acquire() {}
""",
    "shape.ts": "export interface Shape { area(): number; }\nexport class Circle { area(): number { return 1; } }\n"
    "export class Line { length(): number { return 1; } }\n",
    "app.js": "class Core {}\nclass Other {}\nclass App extends Mixin(Core) {}\n",
    "point.c": """struct point {
    int x, y;
    unsigned flag : 1;
    void (*done)(int);
};

struct torn {
    int x;
#ifdef WIDE
    int y;
#endif
};
""",
    "conf/rules.js": "module.exports = {};\n",
}
TWINS = [
    ("`Sub` defines no method `close`.", "`Sub` has no method `close`."),
    ("`guarded` does not raise `StoreError`.", "`passed` does not raise `StoreError`."),
    ("`stop` does not call `Server.close`.", "`end` does not call `Server.close`."),
    ("`stop` does not call `close`.", "`end` does not call `close`."),
    ("`Get` does not call `Disk.acquire`.", "`Mem.Get` does not call `acquire`."),
    ("`load` first calls `parse`, then `wrap`.", "`run` first calls `wrap`, then `parse`."),
    ("`Get` calls `acquire` and then `release`.", "`run` calls `wrap` and then `parse`."),
    ("`position` returns a list index.", "`position` returns a list that is new."),
    ("`less(b, a)` is the reverse of `less(a, b)`.", "`less(b, a)` is one."),
    ("`Post` belongs to `Author`.", "`stop` belongs to `Author`."),
    ("`Mem` implements `Store`.", "`Disk` implements `Store`."),
    ("`Mem` implements `io.Closer`.", "`Disk` implements `Mem`."),
    ("`Sub` implements `Opener`.", "`Base` implements `Opener`."),
    ("`Sub` implements `Sized`.", "`Sub` implements `Server`."),
    ("`Circle` implements `Shape`.", "`Line` implements `Shape`."),
    ("`App` extends `Core`.", "`App` extends `Other`."),
    ("`point` has four fields.", "`point` has five fields."),
    ("`torn` has one field. `torn` has three fields.", "`point` has three fields."),
    ("`Mem` has two public fields.", "`Mem` has two fields."),
    ("| command | config file |\n| - | - |\n| `load` | `conf/rules.js` |",
     "| command | **Defined in** |\n| - | - |\n| `load` | `conf/rules.js` |"),
    ("```mermaid\ngraph TD\n  A[Author.py] --> B[Author.created]\n```",
     "```mermaid\ngraph TD\n  A[Author.py] --> B[Author.created()]\n```"),
    ("`store.py:7-8`\n\n```diff\n-class Base:\n+class Basis:\n```",
     "`store.py:1-2`\n\n```python\nclass Base:\n    def close(self): ...\n```"),
    ("[it](https://github.com/org/kit/tree/main/libs/dep)", "[it](https://github.com/org/kit/tree/main/libs/ped)"),
    ("[it](https://github.com/org/kit/tree/main/img)", "[it](https://github.com/org/kit/tree/main/gim)"),
]  # fmt: skip


@pytest.fixture(scope="module")
def index() -> SourceIndex:
    """Five languages in one source, with a picture and a folder that another repository fills."""
    return SourceIndex(Texts(SOURCE), ("img/a.png",), "kit")


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_twins(true: str, false: str, index: SourceIndex) -> None:
    """The true sentence is left alone, its false twin is found."""
    said = [verify_document("a.md", f"# T\n\n{text}\n", index).result.findings for text in (true, false)]
    assert [one.problem for one in said[0] if one.severity is not Severity.COULD] == []
    assert [one for one in said[1] if one.severity is Severity.SHOULD], false


def test_what_lies_beside_a_document_is_there(index: SourceIndex) -> None:
    """A file that is not listed, as one below a symbolic link, is asked for where the document lies in the source."""
    text = "# T\n\n[it](https://github.com/org/kit/blob/main/manual/a.py)\n"
    inside = DocumentPlace("a.md", lambda path: path == "manual/a.py", is_in_source=True)
    assert not verify_document("a.md", text, index, inside).result.findings
    assert verify_document("a.md", text, index).result.findings
