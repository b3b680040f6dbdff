"""Names of code in Chinese: verbs and nouns of identifiers, only where every word is known."""

from __future__ import annotations

import re

from tasks.offline.lexicon_zh import in_chinese

_VERBS = {
    "accept": "接受", "add": "添加", "append": "追加", "apply": "应用", "assign": "赋值", "bind": "绑定",
    "build": "构建", "call": "调用", "check": "检查", "clean": "清理", "clear": "清空", "clone": "复制",
    "close": "关闭", "collect": "收集", "compare": "比较", "compile": "编译", "compute": "计算",
    "concat": "拼接", "connect": "连接", "consume": "取用", "convert": "转换", "copy": "复制",
    "count": "统计", "create": "创建", "decode": "解码", "define": "定义", "delete": "删除",
    "describe": "描述", "detect": "检测", "dispatch": "分派", "dump": "写出", "emit": "发出",
    "encode": "编码", "enter": "进入", "escape": "转义", "evaluate": "求值", "execute": "执行",
    "exit": "退出", "expand": "展开", "expect": "要求", "extend": "扩展", "extract": "提取",
    "fetch": "取回", "filter": "过滤", "find": "查找", "fire": "触发", "flush": "刷出", "format": "格式化",
    "generate": "生成", "get": "取得", "group": "分组", "handle": "处理", "has": "判断是否有",
    "import": "导入", "indent": "缩进", "init": "初始化", "insert": "插入", "inspect": "查看",
    "invoke": "调用", "is": "判断是否为", "iter": "遍历", "join": "连接", "leave": "离开", "list": "列出",
    "load": "加载", "lock": "加锁", "lookup": "查找", "make": "生成", "map": "映射", "mark": "标记",
    "match": "匹配", "merge": "合并", "new": "新建", "normalize": "规范化", "open": "打开", "parse": "解析",
    "pop": "弹出", "prepare": "准备", "print": "打印", "process": "处理", "prompt": "询问", "push": "压入",
    "put": "放入", "raise": "抛出", "read": "读取", "register": "注册", "release": "释放", "remove": "移除",
    "render": "渲染", "replace": "替换", "reset": "重置", "resolve": "解析", "restore": "恢复",
    "return": "返回", "run": "运行", "save": "保存", "scan": "扫描", "select": "选取", "send": "发送",
    "serialize": "序列化", "set": "设置", "show": "显示", "skip": "跳过", "sort": "排序", "split": "拆分",
    "start": "启动", "stop": "停止", "store": "存放", "strip": "去除", "submit": "提交", "test": "测试",
    "transform": "变换", "truncate": "截断", "unescape": "反转义", "update": "更新", "validate": "校验",
    "visit": "访问", "wait": "等待", "walk": "遍历", "warn": "警告", "wrap": "包装", "write": "写入",
    "yield": "产出",
}  # fmt: skip
_MANNERS = {"async": "异步", "sync": "同步", "lazy": "惰性", "recursive": "递归"}
"""Last words of a name that say how a thing is done, and stand before the verb in Chinese."""
_MORE_NOUNS = {
    "expression": "表达式", "statement": "语句", "statements": "语句", "block": "块", "blocks": "块",
    "bytecode": "字节码", "source": "源码", "spontaneous": "临时", "template": "模板", "templates": "模板",
    "target": "目标", "line": "行", "newlines": "换行符", "rules": "规则", "rule": "规则", "stream": "流",
    "symbols": "符号", "symbol": "符号", "sandboxed": "沙箱化", "undeclared": "未声明", "visitor": "访问者",
    "node": "节点", "nodes": "节点", "tuple": "元组", "child": "子", "fields": "字段", "attribute": "属性",
    "safe": "安全", "internal": "内部", "default": "默认", "path": "路径", "eof": "文件结尾",
    "name": "名称", "names": "名称", "key": "键", "value": "值", "checksum": "校验和", "text": "文本",
    "data": "数据", "body": "主体", "macro": "宏", "code": "代码", "call": "调用", "assign": "赋值",
    "extensions": "扩展", "globals": "全局变量", "module": "模块", "state": "状态", "stack": "栈",
    "buffer": "缓冲区", "request": "请求", "response": "响应", "header": "头部", "headers": "头部",
    "event": "事件", "option": "选项", "options": "选项", "parameter": "参数", "argument": "参数",
    "arguments": "参数", "command": "命令", "pattern": "模式", "logger": "日志器", "log": "日志",
    "processor": "处理器", "processors": "处理器", "factory": "工厂", "class": "类",
}  # fmt: skip


def words_of(name: str) -> list[str]:
    """The words of an identifier, lower case."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)]


def noun(words: list[str]) -> str:
    """A compound in Chinese, "" where one word of it is unknown."""
    whole = in_chinese(words)
    if whole:
        return whole
    parts = [_MORE_NOUNS.get(word) or in_chinese([word]) for word in words]
    return "".join(parts) if words and all(parts) else ""


def deed(name: str) -> str:
    """What a function's name says that it does, "" where that is not sure."""
    words = words_of(name.rpartition(".")[2])
    if not words or words[0] not in _VERBS:
        return ""
    how = _MANNERS.get(words[-1], "")
    rest = words[1:-1] if how else words[1:]
    thing = noun(rest)
    return f"{how}{_VERBS[words[0]]}{thing}" if thing or (how and not rest) else ""


def deed_in_class(name: str) -> str:
    """As `deed`, for a list of methods: there a bare verb says enough."""
    words = words_of(name.rpartition(".")[2])
    return deed(name) or (_VERBS.get(words[0], "") if len(words) == 1 else "")


def translation(term: str) -> str:
    """A term in Chinese, "" where it is not known."""
    return noun([word.lower() for word in re.findall(r"[A-Za-z]+", term)])
