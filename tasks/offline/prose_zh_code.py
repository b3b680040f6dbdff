"""Chinese for code: values, conditions and steps as phrases. Everything said is what the syntax says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tasks.offline.prose_voice import Voice, code
from tasks.offline.report_facts import MOST_SITES, RaiseFact, Site
from tasks.offline.write_acts import EMPTY, FROM, Act, Step, added_by
from tasks.offline.write_conditions import Condition, Shape, Test, Value, one_of, opposite_of

_SIMPLE = {
    Test.NONE: "{left} 为 `None`",
    Test.NOT_NONE: "{left} 不是 `None`",
    Test.INSTANCE: "{left} 是 {right} 的实例",
    Test.NOT_INSTANCE: "{left} 不是 {right} 的实例",
    Test.TRUE: "{left} 为真",
    Test.FALSE: "{left} 为空或为假",
    Test.EQUAL: "{left} 等于 {right}",
    Test.NOT_EQUAL: "{left} 不等于 {right}",
    Test.SAME: "{left} 就是 {right}",
    Test.NOT_SAME: "{left} 不是 {right}",
    Test.IN: "{left} 在 {right} 之中",
    Test.NOT_IN: "{left} 不在 {right} 之中",
    Test.CALL: "{left} 为真",
    Test.NOT_CALL: "{left} 为假",
    Test.FAILS: "{left} 失败",
    Test.SUCCEEDS: "{left} 成功",
    Test.MATCHES: "{left} 匹配 {right}",
    Test.NOT_MATCHES: "{left} 不匹配 {right}",
    Test.TRUTHY: "{left} 为真值",
    Test.FALSY: "{left} 为假值",
    Test.CODE: "{left} 成立",
    Test.NOT_CODE: "{left} 不成立",
    Test.CAUGHT: "捕获到 {left}",
}


_VERBS = {Test.EQUAL: "等于", Test.MATCHES: "匹配", Test.SAME: "是"}


def listed(items: list[str]) -> str:
    """`a、b 和 c`."""
    return "".join(items) if len(items) < 2 else f"{'、'.join(items[:-1])} 和 {items[-1]}"


def how_many(sites: Sequence[Site]) -> str:
    """How many call a definition; where a report may have left some out, that there are at least so many."""
    return f"至少 {len(sites)}" if len(sites) >= MOST_SITES else f"{len(sites)}"


def has_many(sites: Sequence[Site]) -> str:
    """The same after a subject: 有 11, 至少有 12."""
    return f"至少有 {len(sites)}" if len(sites) >= MOST_SITES else f"有 {len(sites)}"


def error_words(fact: RaiseFact) -> str:
    """What a failure ends in: the class of an exception by name, else an error value or a panic."""
    return "一个错误值" if fact.is_returned else "一次 panic" if fact.is_panic else code(fact.exception)


def condition_words(condition: Condition) -> str:
    """A condition as a clause that can stand before 时."""
    if condition.later:
        return f"前面的条件都不满足，而 {condition_words(replace(condition, later=False))}"
    if condition.test is Test.ALL:
        return all_words(condition.parts)
    if condition.test is Test.ANY and (either := one_of(condition)) is not None:
        first, second = (code(part.right) for part in condition.parts)
        return f"{code(either.left)} {_VERBS[either.test]} {first} 或 {second}"
    if condition.test is Test.ANY:
        return "，或者 ".join(condition_words(part) for part in condition.parts)
    if condition.test is Test.NEITHER:
        return f"从第 {condition.line} 行起的条件都不满足"
    if condition.test is Test.LONG:
        return f"第 {condition.line} 行的条件成立"
    if condition.test is Test.NOT_LONG:
        return f"第 {condition.line} 行的条件不成立"
    if condition.test is Test.CAUGHT and not condition.left:
        return "捕获到错误"
    return _SIMPLE[condition.test].format(left=code(condition.left), right=code(condition.right))


def all_words(parts: Sequence[Condition]) -> str:
    """Conditions that hold together; one that is asked again, after something has changed, is told as such."""
    said: list[str] = []
    for part in parts:
        words = condition_words(part)
        if part.test is Test.ANY and len(parts) > 1 and not part.later:
            words = f"（{words}）"
        before = [one for one in parts[: len(said)] if (one.left, one.right) == (part.left, part.right) and one.left]
        if any(one.test is part.test for one in before):
            words = f"到第 {part.line} 行再问仍是 {words}"
        elif any(opposite_of(one).test is part.test for one in before):
            words = f"到第 {part.line} 行已是 {words}"
        said.append(words)
    return "，并且 ".join(said)


def value_words(value: Value) -> str:
    """A value as a noun phrase."""
    if value.shape is Shape.CODE:
        return code(value.text)
    if value.shape is Shape.CALL:
        return f"一个新的 {code(value.name)}" if value.makes else f"{code(value.name)} 的结果"
    if value.shape is Shape.BUILT:
        return f"由 {code(value.name)} 逐项得出的集合" if value.name else "逐项得出的集合"
    return {
        Shape.NOTHING: "`None`",
        Shape.TEXT: "一段文本",
        Shape.CHOICE: f"由第 {value.line} 行的条件二选一得到的值",
        Shape.FUNCTION: "一个当场写下的函数",
        Shape.TEST: "当场算出的真假值",
        Shape.LONG: f"第 {value.line} 行那个表达式",
        Shape.LIST: f"含 {value.count} 项的列表",
        Shape.TUPLE: f"含 {value.count} 项的元组",
        Shape.SET: f"含 {value.count} 项的集合",
        Shape.DICT: f"有 {value.count} 个键的字典",
        Shape.OBJECT: f"有 {value.count} 个属性的对象" if value.count else "空对象",
        Shape.SEVERAL: listed([value_words(part) for part in value.parts]),
    }[value.shape]


def action_words(step: Step, voice: Voice) -> str:
    """A step as a verb phrase; its condition is not part of it."""
    lines = f"第 {step.start} 到 {step.end} 行" if step.end > step.start else f"第 {step.start} 行"
    value = value_words(step.value)
    span = f"，从 {code(step.names[0])} 到 {code(step.names[-1])}" if len(step.names) == 2 else ""
    cases = f"，首先是 {code(step.names[0])}" if step.names and step.names[0] else ""
    names = listed([code(name) for name in step.names[:5]]) + (
        f"等 {len(step.names)} 个名字" if len(step.names) > 5 else ""
    )
    if step.act is Act.REFUSE and step.target:
        return f"经由 {code(step.target)} 报错" + (f"，消息是 {code(step.message)}" if step.message else "")
    if step.act is Act.YIELD and FROM in step.names:
        return f"把 {value} 里的东西逐个转交出去"
    if step.act is Act.REFUSE:
        what = code(step.exception) if step.exception else "原来的异常"
        told = f"，消息是 {code(step.message)}" if step.message else ""
        return voice.pick("拒绝", (f"抛出 {what}{told}", f"以 {what} 告终{told}"))
    if (added := added_by(step)) is not None:
        return f"往 {code(step.target.rpartition('.')[0])} 里添上{' ' + code(added) if added else '一项'}"
    if step.act is Act.CATCH:
        return _caught(step, value, voice)
    if step.act is Act.LADDER and step.answers:
        given = [f"{code(case)} 得 {code(answer)}" for case, answer in step.answers]
        rest = f"，等 {step.count} 种" if step.count > len(given) else ""
        return f"按 {code(step.target)} 给出结果：{'、'.join(given)}{rest}"
    simple = {
        Act.RETURN: (f"返回 {value}", f"交回 {value}", f"给出 {value}"),
        Act.STOP: ("就此返回", "到此为止"),
        Act.YIELD: (f"产出 {value}", f"交出 {value} 后暂停"),
        Act.SKIP: ("直接进入下一轮",),
        Act.JUMP: (f"跳到 {code(step.target)}",),
        Act.LEAVE: ("跳出循环",),
        Act.STORE: (f"把 {names} 存到实例上", f"记下 {names}"),
        Act.ASSIGN: (f"把 {code(step.target)} 设为 {value}", f"令 {code(step.target)} 等于 {value}"),
        Act.GROW: (f"给 {code(step.target)} 加上 {value}",),
        Act.CALL: (f"把一个函数交给 {code(step.target)}",)
        if step.value.shape is Shape.CALL and step.value.parts
        else (f"调用 {value if step.value.shape is Shape.CODE else code(step.target)}",),
        Act.DEFER: (f"把 {code(step.target) if step.value.shape is Shape.CALL else value} 留到返回时才执行",),
        Act.REMOVE: (f"删去 {code(step.target)}",),
        Act.CHECK: (f"断言 {value}",),
        Act.IMPORT: (f"到这时才导入 {names}",),
        Act.INNER: (f"定义内部函数 {names or code(step.target)}",),
        Act.LADDER: (
            (f"按 {code(step.target)} 分出 {step.count} 种情况：{names}",)
            if step.target and step.names
            else (f"区分 {step.count} 种情况{cases}", f"依次尝试 {step.count} 个条件{cases}")
        ),
        Act.LOOP: (
            f"遍历 {value}" + (f"，每次取出 {code(step.target)}" if step.target else ""),
            f"逐个处理 {value}" + (f" 里的 {code(step.target)}" if step.target else ""),
        ),
        Act.REPEAT: (f"另起一个循环，条件是 {condition_words(step.condition)}" if step.condition else "另起一个循环",),
        Act.ENDLESS: (f"在{lines}里一直循环，{ended_by(step)}",),
        Act.HOLD: (f"在 {names or '上下文管理器'} 的范围内完成{lines}",),
        Act.CLEANUP: (f"无论如何都执行{lines}",),
        Act.FIELDS: (f"声明了 {names}",)
        if step.count >= len(step.names)
        else (f"声明了 {listed([code(name) for name in step.names[:5]])} 等名字",),
        Act.METHODS: (f"定义了 {names}",),
        Act.TABLE: (f"给 {code(step.target)} 填入 {step.count} 项{span}",),
    }
    return voice.pick(f"动作{step.act.value}", simple[step.act])


def _caught(step: Step, value: str, voice: Voice) -> str:
    caught = code(step.exception) if step.exception else "任何错误"
    act = step.names[0] if step.names else ""
    asks = f"，若 {condition_words(step.inner)}，" if step.inner is not None else "，"
    if step.message in ("pass", EMPTY):
        return f"遇到 {caught} 时不作声张"
    if act == Act.REFUSE.value:
        if step.target == step.exception:
            return f"捕获 {caught}{asks}另抛一个新的 {code(step.target)}"
        return f"捕获 {caught}{asks}" + (f"改抛 {code(step.target)}" if step.target else "原样再抛")
    if act == Act.RETURN.value and step.inner is None:
        return f"遇到 {caught} 就返回 {value}"
    if step.then is not None:
        return f"捕获 {caught}{asks}{action_words(step.then, voice)}"
    return f"捕获 {caught}{asks}转到第 {step.start + 1} 行处理"


def ended_by(step: Step) -> str:
    """By which lines an endless loop is left."""
    if not step.exits:
        return "直到有外力把它打断"
    if len(step.exits) > 4:
        return f"直到走进 {len(step.exits)} 个出口之一"
    return f"直到第 {'、'.join(map(str, step.exits))} 行把它结束"
