"""Everyday things that code can be compared with, each with the point where the comparison stops.

Keyed by the words in a definition's name or docstring: what the thing does decides, not taste.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory_schema.conventions import normal_term
from tasks.offline.report_facts import SymbolFacts
from tasks.offline.report_rank import name_words, text_words


@dataclass(frozen=True)
class Metaphor:
    """A comparison in English and in Chinese: the thing, why it fits, where it stops holding."""

    keys: frozenset[str]
    english: tuple[str, str, str]
    chinese: tuple[str, str, str]


def _row(keys: str, english: tuple[str, str, str], chinese: tuple[str, str, str]) -> Metaphor:
    return Metaphor(frozenset(keys.split()), english, chinese)


POOL = (
    _row("stream iterator iter", ("a ticket roll", "you tear off one at a time and keep the last in your hand", "a piece that was torn off has to go back on"), ("一卷票", "一次撕下一张，手里总留着最近的那张", "已经撕下的票还要接回去为止")),
    _row("token lexeme", ("a labelled brick", "small, uniform, and stamped with its kind", "bricks have to remember which line they came from"), ("一块盖了章的砖", "小而统一，上面写明自己是哪一类", "砖还要记住自己来自哪一行为止")),
    _row("lexer scanner tokeniz", ("a mail sorter", "each piece goes into the first slot whose label fits", "one letter belongs in several slots at once"), ("信件分拣员", "每一件都投进第一个标签相符的格子", "同一封信要进好几个格子为止")),
    _row("pars parser grammar", ("a puzzle solver", "pieces are taken in order and laid where their shape fits", "a piece has to be tried in two places"), ("拼图的人", "按顺序拿起一块，放到形状合适的地方", "同一块要在两个位置各试一次为止")),
    _row("node tree ast", ("a family tree", "every member knows those below", "one member sits under two parents"), ("一张家谱", "每个成员都认得自己的下一辈", "同一个成员挂到两位长辈名下为止")),
    _row("visitor visit walk travers", ("a museum tour", "the route is fixed, and the guide decides what to say in front of each piece", "the guide starts to change the exhibits"), ("博物馆的导览", "路线固定，讲解员决定在每件展品前说什么", "讲解员动手改换展品为止")),
    _row("generator codegen compil compiler emit", ("a translator with a typewriter", "one sentence in, one sentence out, in strict order", "a page that is already typed must change"), ("带着打字机的译员", "读一句，打一句，次序严格", "已经打好的那页还要改动为止")),
    _row("frame scope namespace symbol", ("a stack of trays", "the topmost is the one in use, those below wait", "a lower tray changes while others lie on it"), ("一摞托盘", "用的是最上面那只，下面的等着", "下层托盘在压着的时候就变了样为止")),
    _row("context environ environment setting", ("a workshop", "tools hang on the wall and every job finds them there", "two jobs want the same tool at the same moment"), ("一间工坊", "工具挂在墙上，谁来干活都找得到", "两件活同时要用同一件工具为止")),
    _row("cach memo lru", ("a desk drawer", "what was fetched once lies close at hand", "the paper in the drawer grows old unnoticed"), ("手边的抽屉", "取过一次的东西就放在手边", "抽屉里的纸不知不觉过了时为止")),
    _row("bucket slot", ("a numbered locker", "one key, one content, nothing shared", "two hands reach in at once"), ("带编号的储物柜", "一把钥匙对应一份东西，互不相干", "两只手同时伸进去为止")),
    _row("loader load finder import", ("a librarian", "you say a title and somebody else knows the shelf", "the shelf is rearranged during the walk"), ("图书管理员", "你报书名，他知道在哪个架子上", "人在路上书架却被重排为止")),
    _row("registry regist catalog", ("a telephone directory", "a name on one side, a place to reach on the other", "one name has several numbers"), ("一本电话簿", "一边是名字，一边是能找到的地方", "一个名字对应好几个号码为止")),
    _row("sandbox guard secur permiss policy", ("a customs desk", "everything is looked at before it may pass", "the contraband is made on the inner side"), ("海关的柜台", "每样东西先看过才放行", "违禁的东西在关内造出来为止")),
    _row("filter select match", ("a kitchen sieve", "one thing is poured in and what is wanted comes out", "the sieve must know what was poured before"), ("厨房的筛子", "倒进去一样东西，出来的正是想要的部分", "筛子还得记住前面倒过什么为止")),
    _row("build builder construct factory maker", ("an assembly line", "parts come in one order and a finished thing leaves", "half-finished things are used on the way"), ("一条装配线", "零件按次序进来，成品从另一头出去", "半成品在路上就被拿去用为止")),
    _row("validat valid check test verif", ("a ticket inspector", "he looks, says yes or no, and changes nothing", "the ticket itself must be corrected"), ("检票员", "看一眼，说行或不行，什么都不改", "票面本身需要更正为止")),
    _row("schedul queue task job worker", ("a waiting room with numbers", "who comes first is called first", "someone urgent comes through the side door"), ("叫号的候诊室", "先到的先叫", "有急诊从侧门进来为止")),
    _row("lock mutex semaphor acquir", ("a single key on a hook", "whoever holds it works, the others wait", "the holder goes home with it"), ("挂钩上唯一的钥匙", "拿到的人干活，其余的人等着", "拿着钥匙的人回了家为止")),
    _row("event signal emit listen hook callback", ("a doorbell", "whoever rings does not know who will open", "the bell must wait for an answer"), ("门铃", "按铃的人不知道谁会来开门", "门铃还得等人答话为止")),
    _row("writer output print render format formatter", ("a typesetter", "content arrives raw and leaves in its form", "the form decides what the content is"), ("排字工人", "内容毛坯进来，成形出去", "形式反过来决定内容为止")),
    _row("reader input decod decoder", ("an interpreter on the telephone", "sounds come in, words come out", "the line drops in the middle of a word"), ("电话里的口译", "声音进来，词句出去", "话说到一半断了线为止")),
    _row("command cli option argument param", ("an order form", "boxes with names, some of them filled in beforehand", "a box depends on what stands in another"), ("一张订货单", "一格一个名目，有的事先填好", "这一格要看那一格怎么填为止")),
    _row("group collection container", ("a ring binder", "sheets of one size that can be taken out singly", "the sheets refer to each other"), ("活页夹", "纸张一样大小，可以单独取出", "纸页之间互相引用为止")),
    _row("proxy wrap wrapper delegat adapter", ("a travel plug", "the same current, another shape", "the voltage differs too"), ("旅行转换插头", "电还是那股电，插头换了样", "电压也不一样为止")),
    _row("session connect connection client transport", ("a telephone call", "it is opened, used and hung up", "both sides speak at the same time"), ("一通电话", "拨通、讲话、挂断", "两边同时开口为止")),
    _row("request respons message", ("a letter with a return envelope", "what goes out fixes where the answer arrives", "the answer comes in many pieces"), ("附了回信信封的信", "寄出时就定好了回信寄到哪里", "回信分成许多封才到为止")),
    _row("pattern regex rule spec glob", ("a stencil", "what fits through its holes is let through", "the shape behind depends on the shape before"), ("一块镂空模板", "合得上孔形的才能透过去", "后一个形状取决于前一个为止")),
    _row("process pipeline processor chain", ("a relay race", "each runner takes what the one before hands over", "a runner has to go back"), ("接力赛", "每一棒接过前一棒递来的东西", "有一棒需要往回跑为止")),
    _row("log logger record logg", ("a ship's log", "one line after another and none torn out", "two officers write into it at once"), ("航海日志", "一行接一行，从不撕页", "两位值班员同时落笔为止")),
    _row("undefined missing null default sentinel", ("an empty chair with a name card", "the place is there although nobody sits in it", "someone asks the chair a question"), ("摆着名牌的空椅子", "位置在，人不在", "有人向这把椅子提问为止")),
    _row("loop iterat cycle", ("a carousel", "it knows its seat, its round and what comes next", "seats are added while it turns"), ("旋转木马", "它知道自己在第几个座位、第几圈、下一个是谁", "转动时还要添座位为止")),
    _row("macro template block", ("a rubber stamp", "cut once, pressed as often as wanted", "every print has to look different"), ("一枚橡皮图章", "刻一次，想盖几次盖几次", "每一次都要盖出不同的样子为止")),
    _row("extension plugin ext", ("a socket in the wall", "what is plugged in later needs no new wiring", "the new device must change the wiring"), ("墙上的插座", "以后插什么都不必重新布线", "新电器非改线路不可为止")),
    _row("error exception fail failur", ("a fuse", "it breaks on purpose so that nothing else does", "someone asks it why"), ("保险丝", "它有意先断，好让别的不断", "有人问它为什么断为止")),
    _row("buffer chunk batch", ("a shopping basket", "things are collected and carried in one go", "the basket is full in mid-aisle"), ("购物篮", "东西先攒着，一次提走", "走到一半篮子满了为止")),
    _row("state machine mode status", ("a traffic light", "one colour at a time, and fixed rules for what may follow", "two colours have to shine together"), ("红绿灯", "一次只亮一种，下一种由规则定", "两种颜色要一起亮为止")),
    _row("type schema field model attribut", ("a customs form", "each box says what may be written in it", "a box has to hold another form"), ("一张报关单", "每一栏写明可以填什么", "一栏里还要再装一张单子为止")),
    _row("path file folder director", ("a postal address", "read from the largest place down to the door", "two addresses lead to one door"), ("邮政地址", "从大地方一路读到门牌", "两个地址通向同一扇门为止")),
    _row("stack undo history", ("a pile of plates", "the last put down is the first picked up", "a plate in the middle is wanted"), ("一叠盘子", "最后放上的最先拿走", "要抽中间那只为止")),
    _row("graph depend dependenc edge order", ("a recipe", "some steps wait for others, the rest may go in any order", "two steps wait for each other"), ("一份菜谱", "有的步骤要等别的步骤，其余随意", "两个步骤互相等待为止")),
    _row("encod encoder escape quot serializ", ("wrapping paper", "the content is the same, now safe to hand over", "the paper is wrapped twice"), ("包装纸", "东西没变，只是可以放心递出去", "同一件东西包了两层为止")),
    _row("handl handler dispatch router", ("a switchboard", "a call comes in and is put through by its number", "one call is meant for two desks"), ("电话总机", "来电按号码接到对应的分机", "一通电话要接给两处为止")),
    _row("manager control controller", ("a stage manager", "never on stage, yet everyone comes on by that cue", "the play is rewritten during the evening"), ("舞台监督", "从不上台，人人却按其口令登场", "戏在当晚被改写为止")),
)  # fmt: skip


def choose_metaphor(concept: str, symbol: SymbolFacts, taken: Sequence[str]) -> Metaphor | None:
    """The fitting comparison that no chapter has used, or None; never a forced one."""
    used = {normal_term(one) for one in taken}
    words = text_words(concept)
    names = name_words(symbol.name)
    said = text_words(symbol.doc.split("\n\n")[0])
    best: tuple[float, Metaphor] | None = None
    for item in POOL:
        if normal_term(item.english[0]) in used or normal_term(item.chinese[0]) in used:
            continue
        score = 3.0 * len(item.keys & words) + 1.0 * len(item.keys & names) + 0.5 * len(item.keys & said)
        if score >= 3.0 and (best is None or score > best[0]):
            best = (score, item)
    return best[1] if best else None
