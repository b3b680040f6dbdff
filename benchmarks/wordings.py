"""Sentences about names of code, with holes: one fact in many words, in English and in Chinese."""

from __future__ import annotations

WHERE = (
    "`{n}` lives in `{f}`.",
    "`{n}` is defined in `{f}`.",
    "`{f}` defines `{n}`.",
    "The definition of `{n}` is in `{f}`.",
    "You find `{n}` in `{f}`.",
    "`{n}` (`{f}`) does it.",
    "`{n}` 定义在 `{f}` 中。",
    "`{f}` 定义了 `{n}`。",
)
LINE = (
    "`{n}` is defined at line {l} of `{f}`.",
    "`{n}` starts at line {l} of `{f}`.",
    "`{n}` is defined in `{f}:{l}`.",
    "See `{n}` at `{f}:{l}`.",
    "`{n}` (line {l} of `{f}`) does it.",
    "`{n}` 定义在 `{f}` 的第 {l} 行。",
)
KIND = (
    "The {k} `{n}` does it.",
    "`{n}` is {a} {k}.",
    "Here the `{n}` {k} does it.",
)
COUNT = (
    "`{n}` accepts {c} arguments.",
    "`{n}` expects {c} parameters.",
    "The {c} parameters of `{n}` matter.",
    "`{n}` is a function with {c} parameters.",
    "`{n}` 接受 {c} 个参数。",
    "`{n}` 有 {c} 个参数。",
)
NAMES = (
    "`{n}` takes {l}.",
    "The parameters of `{n}` are {l}.",
    "`{n}` accepts {l} as arguments.",
    "`{n}` has the parameters {l}.",
)
ORDER = (
    "The {o} parameter of `{n}` is `{p}`.",
    "`{p}` is the {o} argument of `{n}`.",
    "`{n}` takes `{p}` as its {o} argument.",
)
DEFAULT = (
    "In `{n}`, `{p}` defaults to `{v}`.",
    "The default of `{p}` in `{n}` is `{v}`.",
    "`{n}` takes `{p}` (default: `{v}`).",
    "If `{p}` is omitted, `{n}` uses `{v}`.",
    "`{n}` has a default of `{v}` for `{p}`.",
    "`{n}` 的参数 `{p}` 默认值是 `{v}`。",
)
BASE = (
    "`{n}` is derived from `{b}`.",
    "The base class of `{n}` is `{b}`.",
    "`{b}` is the parent class of `{n}`.",
    "The class `{n}` extends the class `{b}`.",
    "`{n}` is a subclass of `{b}`.",
    "`{n}` 是 `{b}` 的子类。",
    "`{n}` 的基类是 `{b}`。",
)
MEMBER = (
    "`{m}` is a method of `{n}`.",
    "`{n}` has a method `{m}`.",
    "The `{m}` method of `{n}` does it.",
    "`{n}` 的 `{m}` 方法在这里。",
)
RAISES = (
    "`{n}` raises `{e}`.",
    "`{n}` may raise a `{e}`.",
    "`{e}` is raised by `{n}`.",
    "`{n}` 会抛出 `{e}`。",
)
CALLS = (
    "`{n}` calls `{m}`.",
    "`{n}` delegates to `{m}`.",
    "`{m}` is called by `{n}`.",
    "`{n}` 调用 `{m}`。",
)
VALUE = (
    "The constant `{n}` is `{v}`.",
    "`{n}` equals `{v}`.",
    "`{n}` is set to `{v}`.",
    "常量 `{n}` 的值是 `{v}`。",
)
