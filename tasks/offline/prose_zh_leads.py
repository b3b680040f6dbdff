"""Chinese words that lead to a quote: they say what to look for, as far as its lines have it."""

from __future__ import annotations

from tasks.offline.prose_voice import Voice, code
from tasks.offline.write_acts import Act
from tasks.offline.write_sights import Sight, sights_of
from tasks.offline.write_stops import Stop


def lead(stop: Stop, voice: Voice) -> str:
    """One sentence that ends with a colon."""
    for sight in sights_of(stop):
        said = voice.sparing(f"引{sight.value}", _options(sight, stop), 1)
        if said:
            return said
    name = code(stop.symbol.short) if stop.symbol.name else code(stop.quote.path)
    return voice.pick("引", (f"{name} 的代码如下：", f"请看 {name}：", f"{name} 是这样写的：", f"下面是 {name}："))


def _options(sight: Sight, stop: Stop) -> tuple[str, ...]:
    name = code(stop.symbol.short) if stop.symbol.name else code(stop.quote.path)
    own = [step for step in stop.steps if not step.elsewhere]
    caught = next((step for step in own if step.act is Act.CATCH), None)
    error = code(caught.exception) if caught is not None and caught.exception else "异常"
    refused = next((s for s in own if s.act is Act.REFUSE and s.condition is not None), None)
    refusal = code(refused.exception or refused.target or "raise") if refused is not None else "异常"
    ladder = next((step for step in own if step.act is Act.LADDER), None)
    subject = f" {code(ladder.target)} " if ladder is not None and ladder.target else ""
    return {
        Sight.TURNED: (f"留意 {error} 到了这里变成什么：", f"{name} 的要点在异常分支："),
        Sight.SWALLOWED: (f"注意 {error} 出现之后什么也没有发生：", f"{name} 里有一处沉默的异常处理："),
        Sight.RESCUED: (f"看看 {error} 最后去了哪里：", f"在 {name} 里，异常也是计划的一部分："),
        Sight.ALWAYS: ("留意收尾的那几行：", f"读 {name} 不妨从结尾往上看："),
        Sight.REFUSAL: (
            f"找一找是哪个条件引出 {refusal}：",
            f"{name} 有一条分支专门用来拒绝：",
            f"带着一个问题读：什么条件会引向 {refusal}？答案在下面：",
        ),
        Sight.LADDER: (f"一个决定，按{subject or '情形'}逐条分说：", f"从上到下看{subject or '各种情形'}怎样分流："),
        Sight.ENDLESS: ("循环没有写条件，出口要自己找：", f"{name} 的循环在哪里结束？"),
        Sight.YIELDS: (f"{name} 是生成器，留意它在哪里交出值：", f"顺着 {name} 一次次交出的值往下读："),
        Sight.GUARDS: ("几个判断的先后值得留意：", f"数一数 {name} 有几个出口：", f"{name} 的出口不止一处："),
        Sight.EARLY: (f"一个判断决定了 {name} 走多远：", "留意提前返回的那一行：", f"{name} 可能比预想的更早结束："),
        Sight.NOTE: ("连同注释一起读：", f"{name} 里的注释和代码同样重要："),
        Sight.LATE: (f"注意 {name} 在什么时候才导入：", "导入语句出现在不寻常的地方："),
        Sight.ROUND: (f"{name} 的工作都在循环里：", "循环撑起了这几行：", f"看看 {name} 每一轮做些什么："),
        Sight.HELD: (f"看看是什么把 {name} 的工作包在里面：",),
        Sight.SHORT: (f"{name} 只需要一条语句：", f"{name} 一眼就能读完：", f"{name} 只做一件事："),
        Sight.SMALL_CLASS: (
            f"{name} 这个类可以整个读完：",
            f"{name} 不长，全部列在下面：",
            f"{name} 一行不落，都在这里：",
        ),
        Sight.FIELDS: (f"{name} 随身带着什么，写在最前面：", f"先看 {name} 的属性："),
        Sight.HEAD: (f"{name} 这样开头：", f"{name} 的前半段先立下规矩：", f"从头读起，{name} 先做这些准备："),
        Sight.PART: (
            f"{stop.symbol.lines} 行的 {name} 里，这里引其中一段：",
            f"{name} 中段有这样几行：",
            f"{name} 的这一段可以细读：",
        ),
        Sight.STRAIGHT: (f"{name} 一路直行，从上往下读即可：", f"{name} 没有弯路："),
        Sight.SHAPE: (f"{name} 的全貌如下：", f"{name} 的定义都在这里：", f"{name} 就声明在这几行里："),
        Sight.PLAIN: (f"{name} 的主体：", f"按顺序读 {name}："),
    }[sight]
