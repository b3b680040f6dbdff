"""What sentences say of names of code, in many wordings: the false ones are found, the true ones are left alone."""

from __future__ import annotations

import pytest

from memory_schema.findings import Severity
from tasks.checks.fidelity import check_fidelity

STORE = '''"""A store."""

from enum import Enum

LIMIT = 30
RATIO = 2.5


class Color(Enum):
    RED = 1
    GREEN = 2


class StoreError(Exception):
    """It failed."""


class Base:
    def close(self):
        """Let go."""

    def drain(self):
        raise StoreError("full")


class Store(Base):
    """Keeps rows."""

    def find(self, key, default=None):
        return self.close() or helper(key, default, 3)

    @staticmethod
    def parse(text: str) -> Base:
        return Base()

    @property
    def size(self) -> int:
        return 1


def helper(first, second=10, third="x"):
    return second


async def fetch(url, timeout=5.0):
    raise StoreError(url)
'''
OTHER = """class Shape {
  static area(width: number, height = 2): Shape { return new Shape(); }
}
interface Round { radius(): number }
export const DEPTH = 0x10;
"""


@pytest.fixture
def source() -> dict[str, str]:
    """Two modules of two languages, and a third file that names nothing of them."""
    return {"pkg/store.py": STORE, "web/shape.ts": OTHER, "pkg/empty.py": "unrelated = 1\n\n\n\n\n\n\n\n\n"}


TWINS = [
    ("`helper` takes three parameters.", "`helper` takes four parameters."),
    ("`Store.find()` has 2 parameters.", "`Store.find()` has 5 parameters."),
    ("`helper` expects one argument.", "`helper` expects five arguments."),
    ("The three parameters of `helper` follow.", "The five parameters of `helper` follow."),
    ("`helper` has one required parameter.", "`helper` has two required parameters."),
    ("`helper` 接受三个参数。", "`helper` 接受 5 个参数。"),
    ("`helper` takes `first`, `second` and `third`.", "`helper` takes `first`, `key` and `third`."),
    ("The parameters of `helper` are `first` and `second`.", "The parameters of `helper` are `first` and `url`."),
    ("`helper` 的参数是 `first`、`second` 和 `third`。", "`helper` 的参数是 `first`、`key` 和 `third`。"),
    ("`fetch` has a parameter `url`.", "`fetch` has a parameter `key`."),
    ("The `timeout` argument of `fetch` is a number.", "The `default` argument of `fetch` is a number."),
    ("The second parameter of `helper` is `second`.", "The second parameter of `helper` is `third`."),
    ("`first` is the first argument of `helper`.", "`second` is the first argument of `helper`."),
    ("`helper` 的第二个参数是 `second`。", "`helper` 的第二个参数是 `first`。"),
    ("The default of `second` in `helper` is `10`.", "The default of `second` in `helper` is `11`."),
    ("`helper` takes `third` (default: `'x'`).", "`helper` takes `third` (default: `'y'`)."),
    ("In `fetch`, `timeout` defaults to 5.0.", "In `fetch`, `timeout` defaults to 6.0."),
    ("If `second` is omitted, `helper` uses `10`.", "If `second` is omitted, `helper` uses `12`."),
    ("`helper` 的参数 `second` 默认值为 `10`。", "`helper` 的参数 `second` 默认值为 `20`。"),
    ("`Store` is derived from `Base`.", "`Store` is derived from `Color`."),
    ("The base class of `Store` is `Base`.", "The base class of `Store` is `StoreError`."),
    ("`Base` is the parent class of `Store`.", "`Color` is the parent class of `Store`."),
    ("`Store` 是 `Base` 的子类。", "`Store` 是 `Color` 的子类。"),
    ("The return type of `Store.parse` is `Base`.", "The return type of `Store.parse` is `Color`."),
    ("`Store.parse` returns a `Base`.", "`Store.parse` returns a `Color`."),
    ("`parse` 的返回类型是 `Base`。", "`parse` 的返回类型是 `int`。"),
    ("`helper` lives in `pkg/store.py`.", "`helper` lives in `pkg/empty.py`."),
    ("`pkg/store.py` defines `Store`.", "`pkg/empty.py` defines `Store`."),
    ("`helper` (`store.py`) does it.", "`helper` (`empty.py`) does it."),
    ("`helper` 定义在 `pkg/store.py` 中。", "`helper` 定义在 `web/shape.ts` 中。"),
    ("`helper` is defined at line 41 of `pkg/store.py`.", "`helper` is defined at line 8 of `pkg/store.py`."),
    ("See `helper` at `pkg/store.py:41`.", "See `helper` at `pkg/store.py:3`."),
    ("`helper` (lines 41-42 of `store.py`) does it.", "`helper` (lines 1-7 of `store.py`) does it."),
    ("`Store` spans lines 26 to 38 of `pkg/store.py`.", "`Store` spans lines 26 to 31 of `pkg/store.py`."),
    ("`helper` 位于 `pkg/store.py` 的第 41 行。", "`helper` 位于 `pkg/store.py` 的第 4 行。"),
    ("The class `Store` is here.", "The interface `helper` is here."),
    ("`fetch` is an async function.", "`helper` is an async function."),
    ("`Store.parse` is a static method.", "`Store.find` is a static method."),
    ("`Store.size` is a property.", "`Store.find` is a property."),
    ("`helper` is a function.", "`helper` is a class."),
    ("函数 `helper` 在这里。", "类 `helper` 在这里。"),
    ("The enum `Color` is here.", "The enum `Store` is here."),
    ("`Round` is an interface.", "`Shape` is an interface."),
    ("`find` is a method of `Store`.", "`find` is a method of `Color`."),
    ("`Store` has a method `close`.", "`Base` has a method `find`."),
    ("`Store` 的 `find` 方法在这里。", "`Base` 的 `find` 方法在这里。"),
    ("`RED` is a member of `Color`.", "`BLUE` is a member of `Color`."),
    ("`Color` is one of `RED` and `GREEN`.", "`Color` is one of `RED` and `BLUE`."),
    ("`Color` has two members.", "`Color` has three members."),
    ("`Base` has two methods.", "`Base` has six methods."),
    ("`Store.parse` is decorated with `@staticmethod`.", "`helper` is decorated with `@staticmethod`."),
    ("`fetch` raises `StoreError`.", "`helper` raises `StoreError`."),
    ("`Store.find` calls `helper`.", "`helper` calls `fetch`."),
    ("`helper` 调用 `second`。", "`helper` 调用 `fetch`。"),
    ("`helper` is 2 lines long.", "`helper` is 20 lines long."),
    ("The constant `LIMIT` is 30.", "The constant `LIMIT` is 31."),
    ("There it says `LIMIT = 30`.", "There it says `LIMIT = 300`."),
    ("`DEPTH` equals `16`.", "`DEPTH` equals `17`."),
    ("常量 `LIMIT` 的值是 `30`。", "常量 `LIMIT` 的值是 `50`。"),
]


def statements(text: str, source: dict[str, str]) -> list[str]:
    """What the check of statements says of a text."""
    found = check_fidelity(f"# T\n\n{text}\n", source).findings
    return [f"{one.severity.value}: {one.problem}" for one in found if one.by == "check:statements"]


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_twins(true: str, false: str, source: dict[str, str]) -> None:
    """A statement that the source contradicts is found, its true twin is not; no sentence is certain enough for ❌."""
    assert statements(true, source) == []
    assert statements(false, source)
    assert not any(one.startswith(Severity.MUST.value) for one in statements(false, source))


TABLE = "### `helper`\n\n| Parameter | Default |\n| --- | --- |\n| `second` | `{}` |\n| `{}` | `'x'` |\n"
BELOW = "## The function `fetch(url)`\n\n- `url`: where.\n- `timeout`: seconds. Defaults to {}.\n"
CALL = "```python\nfrom pkg.store import helper\n\nhelper(1, {})\n```\n"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (TABLE.format("10", "third"), TABLE.format("11", "third")),
        (TABLE.format("10", "third"), TABLE.format("10", "fourth") + "| `first` | |\n"),
        (BELOW.format("5.0"), BELOW.format("7")),
        (CALL.format("second=2"), CALL.format("fifth=2")),
        (CALL.format("2, 3"), CALL.format("2, 3, 4, 5")),
        ("Call `pkg.store.helper`.", "Call `pkg.empty.helper`."),
        ("`helper(...)` it is.", "It reads `Store.parse(...) -> int`."),
    ],
)
def test_tables_examples_and_modules(true: str, false: str, source: dict[str, str]) -> None:
    """Rows below a function's heading, calls of what an example imports, and dotted names agree with the source."""
    source |= {"pkg/__init__.py": ""}
    said = [list(check_fidelity(f"# T\n\n{text}\n", source).findings) for text in (true, false)]
    assert [one.severity.value for one in said[0] if one.by != "check:placing"] == []
    assert any(one.by != "check:placing" for one in said[1])


@pytest.mark.parametrize(
    "text",
    [
        "`helper` does not take four parameters.",
        "If `helper` takes four parameters, it breaks.",
        "In 1.2 `helper` takes four parameters.",
        "Does it hold that `helper` takes four parameters?",
        "`helper` used to be there; formerly `helper` takes four parameters.",
        "`unknown` takes four parameters, and `requests` extends `Color`.",
        "以前 `helper` 接受 5 个参数。",
        "`Store.find` returns `None`, `helper` returns `second`.",
        "`Store.parse` returns a `Base` that `close` closes.",
        "Call `require()` with no argument.",
        "`Store` is a class method's owner, and `helper` function arguments are plain.",
        "```python\nclass Store:\n    pass\n```\n\nThe interface `Store` is your own.",
    ],
)
def test_what_is_not_said(text: str, source: dict[str, str]) -> None:
    """Denials, conditions, the past, questions, strangers and the text's own examples are no statements."""
    assert statements(text, source) == []


SPAN = "```{} pkg/store.py:41-42\n{}\n```\n"
HELPER = 'def helper(first, second=10, third="x"):\n    return second'


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (SPAN.format("python", HELPER), SPAN.format("rust", HELPER)),
        (
            f'```python title="pkg/store.py:41-42"\n{HELPER}\n```\n',
            f'```python title="pkg/store.py:40-41"\n{HELPER}\n```\n',
        ),
        (
            f"From `pkg/store.py:41-42`:\n\n```python\n{HELPER}\n```\n",
            f"From `pkg/store.py:31-32`:\n\n```python\n{HELPER}\n```\n",
        ),
        ("Call `helper(first)`.", "Call `hel\u200bper(first)`."),
        ("Call `helper(first)`.", "Call `h\u0435lper(first)`."),
        ("Call `helper(first)`.", "Call `helper\uff08first\uff09`."),
        ("It writes `\u4f60\u597d` and `a\u2026`.", "See `Store::finds`."),
        ("See `pkg/store.py#L41`.", "See `pkg/store.py#L999`."),
    ],
)
def test_places_and_characters(true: str, false: str, source: dict[str, str]) -> None:
    """The language of a quote, a place in a title or above a block, and look-alike characters are checked."""
    said = [check_fidelity(f"# T\n\n{text}\n", source).findings for text in (true, false)]
    assert [one.problem for one in said[0] if one.by != "check:placing"] == []
    assert any(one.by != "check:placing" for one in said[1])


PACKAGES = {
    "package.json": '{"name": "@org/kit"}',
    "src/kit.ts": "export function createKit(a: number) { return a; }\n",
    "Cargo.toml": '[package]\nname = "my-kit"\n',
    "src/lib.rs": "pub struct Walker;\n",
    "kit.go": "package kit\n\ntype Command struct{}\n",
    "j/org/kit/Builder.java": "package org.kit;\n\nclass Builder {\n  void build() {}\n}\n",
    "j/org/kit/more/Other.java": "package org.kit.more;\n\nclass Other {}\n",
    "p/File.php": "<?php\nnamespace Org\\Kit;\n\nclass FileStore {}\n",
}


@pytest.mark.parametrize(
    ("language", "true", "false"),
    [
        ("ts", "import { createKit } from '@org/kit'", "import { creatKit } from '@org/kit'"),
        ("rust", "use my_kit::Walker;", "use my_kit::Walkr;"),
        ("go", "x := kit.Command{}", "x := kit.Comand{}"),
        ("java", "import org.kit.Builder;", "import org.kit.Buildr;"),
        ("java", "import org.kit.more.Other;", "import org.kit.Other;"),
        ("java", "Builder.build();", "Builder.builds();"),
        ("php", "use Org\\Kit\\FileStore;", "use Org\\Kit\\FileStor;"),
    ],
)
def test_imports_of_other_languages(language: str, true: str, false: str) -> None:
    """An example takes from the source, by its package's name, what is there; of strangers nothing is said."""

    def said(code: str) -> list[str]:
        found = check_fidelity(f"# T\n\n```{language}\n{code}\n```\n", PACKAGES).findings
        return [one.problem for one in found if one.by == "check:examples"]

    assert said(true) == []
    assert said(false)
    assert said("import { creatKit } from 'other'\nuse other::Walkr;\nother.Comand{}\nimport com.other.Buildr;") == []
