"""The everyday things that code is compared with: data only.

Four lines each: words that call for it; the thing; why it fits; where the picture stops, in English | Chinese.
"""

from __future__ import annotations

PICTURES = """
stream iterator iter
a ticket roll | 一卷票
you tear off one at a time and keep the last in your hand | 一次撕下一张，手里总留着最近的那张
a piece that was torn off has to go back on | 已经撕下的票还要接回去为止

token lexeme
a labelled brick | 一块盖了章的砖
small, uniform, and stamped with its kind | 小而统一，上面写明自己是哪一类
bricks have to remember which line they came from | 砖还要记住自己来自哪一行为止

lexer scanner tokeniz
a mail sorter | 信件分拣员
each piece goes into the first slot whose label fits | 每一件都投进第一个标签相符的格子
one letter belongs in several slots at once | 同一封信要进好几个格子为止

pars parser grammar
a puzzle solver | 拼图的人
pieces are taken in order and laid where their shape fits | 按顺序拿起一块，放到形状合适的地方
a piece has to be tried in two places | 同一块要在两个位置各试一次为止

node tree ast
a family tree | 一张家谱
every member knows those below | 每个成员都认得自己的下一辈
one member sits under two parents | 同一个成员挂到两位长辈名下为止

visitor visit walk travers
a museum tour | 博物馆的导览
the route is fixed, and the guide decides what to say in front of each piece | 路线固定，讲解员决定在每件展品前说什么
the guide starts to change the exhibits | 讲解员动手改换展品为止

generator codegen compil compiler emit
a translator with a typewriter | 带着打字机的译员
one sentence in, one sentence out, in strict order | 读一句，打一句，次序严格
a page that is already typed must change | 已经打好的那页还要改动为止

frame scope namespace symbol
a stack of trays | 一摞托盘
the topmost is the one in use, those below wait | 用的是最上面那只，下面的等着
a lower tray changes while others lie on it | 下层托盘在压着的时候就变了样为止

context environ environment setting
a workshop | 一间工坊
tools hang on the wall and every job finds them there | 工具挂在墙上，谁来干活都找得到
two jobs want the same tool at the same moment | 两件活同时要用同一件工具为止

cach memo lru
a desk drawer | 手边的抽屉
what was fetched once lies close at hand | 取过一次的东西就放在手边
the paper in the drawer grows old unnoticed | 抽屉里的纸不知不觉过了时为止

bucket slot
a numbered locker | 带编号的储物柜
one key, one content, nothing shared | 一把钥匙对应一份东西，互不相干
two hands reach in at once | 两只手同时伸进去为止

loader load finder import
a librarian | 图书管理员
you say a title and somebody else knows the shelf | 你报书名，他知道在哪个架子上
the shelf is rearranged during the walk | 人在路上书架却被重排为止

registry regist catalog
a telephone directory | 一本电话簿
a name on one side, a place to reach on the other | 一边是名字，一边是能找到的地方
one name has several numbers | 一个名字对应好几个号码为止

sandbox guard secur permiss policy
a customs desk | 海关的柜台
everything is looked at before it may pass | 每样东西先看过才放行
the contraband is made on the inner side | 违禁的东西在关内造出来为止

filter select match
a kitchen sieve | 厨房的筛子
one thing is poured in and what is wanted comes out | 倒进去一样东西，出来的正是想要的部分
the sieve must know what was poured before | 筛子还得记住前面倒过什么为止

build builder construct factory maker
an assembly line | 一条装配线
parts come in one order and a finished thing leaves | 零件按次序进来，成品从另一头出去
half-finished things are used on the way | 半成品在路上就被拿去用为止

validat valid check test verif
a ticket inspector | 检票员
he looks, says yes or no, and changes nothing | 看一眼，说行或不行，什么都不改
the ticket itself must be corrected | 票面本身需要更正为止

schedul queue task job worker
a waiting room with numbers | 叫号的候诊室
who comes first is called first | 先到的先叫
someone urgent comes through the side door | 有急诊从侧门进来为止

lock mutex semaphor acquir
a single key on a hook | 挂钩上唯一的钥匙
whoever holds it works, the others wait | 拿到的人干活，其余的人等着
the holder goes home with it | 拿着钥匙的人回了家为止

event signal emit listen hook callback
a doorbell | 门铃
whoever rings does not know who will open | 按铃的人不知道谁会来开门
the bell must wait for an answer | 门铃还得等人答话为止

writer output print render format formatter
a typesetter | 排字工人
content arrives raw and leaves in its form | 内容毛坯进来，成形出去
the form decides what the content is | 形式反过来决定内容为止

reader input decod decoder
an interpreter on the telephone | 电话里的口译
sounds come in, words come out | 声音进来，词句出去
the line drops in the middle of a word | 话说到一半断了线为止

command cli option argument param
an order form | 一张订货单
boxes with names, some of them filled in beforehand | 一格一个名目，有的事先填好
a box depends on what stands in another | 这一格要看那一格怎么填为止

group collection container
a ring binder | 活页夹
sheets of one size that can be taken out singly | 纸张一样大小，可以单独取出
the sheets refer to each other | 纸页之间互相引用为止

proxy wrap wrapper delegat adapter
a travel plug | 旅行转换插头
the same current, another shape | 电还是那股电，插头换了样
the voltage differs too | 电压也不一样为止

session connect connection client transport
a telephone call | 一通电话
it is opened, used and hung up | 拨通、讲话、挂断
both sides speak at the same time | 两边同时开口为止

request respons message
a letter with a return envelope | 附了回信信封的信
what goes out fixes where the answer arrives | 寄出时就定好了回信寄到哪里
the answer comes in many pieces | 回信分成许多封才到为止

pattern regex rule spec glob
a stencil | 一块镂空模板
what fits through its holes is let through | 合得上孔形的才能透过去
the shape behind depends on the shape before | 后一个形状取决于前一个为止

process pipeline processor chain
a relay race | 接力赛
each runner takes what the one before hands over | 每一棒接过前一棒递来的东西
a runner has to go back | 有一棒需要往回跑为止

log logger record logg
a ship's log | 航海日志
one line after another and none torn out | 一行接一行，从不撕页
two officers write into it at once | 两位值班员同时落笔为止

undefined missing null default sentinel
an empty chair with a name card | 摆着名牌的空椅子
the place is there although nobody sits in it | 位置在，人不在
someone asks the chair a question | 有人向这把椅子提问为止

loop iterat cycle
a carousel | 旋转木马
it knows its seat, its round and what comes next | 它知道自己在第几个座位、第几圈、下一个是谁
seats are added while it turns | 转动时还要添座位为止

macro template block
a rubber stamp | 一枚橡皮图章
cut once, pressed as often as wanted | 刻一次，想盖几次盖几次
every print has to look different | 每一次都要盖出不同的样子为止

extension plugin ext
a socket in the wall | 墙上的插座
what is plugged in later needs no new wiring | 以后插什么都不必重新布线
the new device must change the wiring | 新电器非改线路不可为止

error exception fail failur
a fuse | 保险丝
it breaks on purpose so that nothing else does | 它有意先断，好让别的不断
someone asks it why | 有人问它为什么断为止

buffer chunk batch
a shopping basket | 购物篮
things are collected and carried in one go | 东西先攒着，一次提走
the basket is full in mid-aisle | 走到一半篮子满了为止

state machine mode status
a traffic light | 红绿灯
one colour at a time, and fixed rules for what may follow | 一次只亮一种，下一种由规则定
two colours have to shine together | 两种颜色要一起亮为止

type schema field model attribut
a customs form | 一张报关单
each box says what may be written in it | 每一栏写明可以填什么
a box has to hold another form | 一栏里还要再装一张单子为止

path file folder director
a postal address | 邮政地址
read from the largest place down to the door | 从大地方一路读到门牌
two addresses lead to one door | 两个地址通向同一扇门为止

stack undo history
a pile of plates | 一叠盘子
the last put down is the first picked up | 最后放上的最先拿走
a plate in the middle is wanted | 要抽中间那只为止

graph depend dependenc edge order
a recipe | 一份菜谱
some steps wait for others, the rest may go in any order | 有的步骤要等别的步骤，其余随意
two steps wait for each other | 两个步骤互相等待为止

encod encoder escape quot serializ
wrapping paper | 包装纸
the content is the same, now safe to hand over | 东西没变，只是可以放心递出去
the paper is wrapped twice | 同一件东西包了两层为止

handl handler dispatch router
a switchboard | 电话总机
a call comes in and is put through by its number | 来电按号码接到对应的分机
one call is meant for two desks | 一通电话要接给两处为止

manager control controller
a stage manager | 舞台监督
never on stage, yet everyone comes on by that cue | 从不上台，人人却按其口令登场
the play is rewritten during the evening | 戏在当晚被改写为止
"""
