"""Nouns of the trade in Chinese, word by word, so that a compound name can be said in Chinese."""

from __future__ import annotations

_TABLE = """
    abstract=抽象 action=动作 adapter=适配器 address=地址 api=接口 app=应用 application=应用 argument=参数
    assignment=赋值 ast=语法树 async=异步 attribute=属性 auth=认证 authentication=认证 backend=后端 base=基础
    binary=二进制 bind=绑定 block=块 body=正文 bool=布尔 bound=绑定 branch=分支 broker=代理 bucket=桶 buffer=缓冲区
    builder=构建器 byte=字节 bytecode=字节码 cache=缓存 call=调用 callback=回调 cell=单元 channel=通道
    chunk=分块 class=类 cli=命令行 client=客户端 clock=时钟 code=代码 collection=集合 color=颜色 column=列
    command=命令 compiler=编译器 completion=补全 component=组件 condition=条件 config=配置 configuration=配置
    connection=连接 console=控制台 constant=常量 container=容器 content=内容 context=上下文
    contextvars=上下文变量 control=控制 converter=转换器 cookie=小型文本凭据 cookies=会话凭据 core=核心
    counter=计数器 cycle=循环 data=数据 database=数据库 date=日期 debug=调试 decoder=解码器 decorator=装饰器
    decorators=装饰器 default=默认值 defaults=默认值 definition=定义 dependency=依赖 dict=字典 directory=目录
    dispatcher=分发器 document=文档 driver=驱动 edge=边 element=元素 encoder=编码器 encoding=编码 engine=引擎
    entry=条目 env=环境 environment=环境 error=错误 escape=转义 evaluator=求值器 event=事件 exception=异常
    exceptions=异常 executor=执行器 expression=表达式 ext=扩展 extension=扩展 factory=工厂 failure=失败
    field=字段 file=文件 filter=过滤器 filters=过滤器 finder=查找器 flag=标志 folder=文件夹 format=格式
    formatter=格式化器 formatting=排版 frame=帧 function=函数 future=未来值 generator=生成器 global=全局
    globals=全局状态 graph=图 group=组 guard=守卫 handler=处理器 hash=散列 header=头部 help=帮助 helper=助手
    history=历史 hook=钩子 hooks=钩子 http=网络请求 id=标识 identifier=标识符 import=导入 index=索引 info=信息
    input=输入 instruction=指令 interface=接口 io=输入输出 item=项 iterator=迭代器 job=作业 key=键
    keyword=关键字 label=标签 layer=层 layout=布局 level=级别 lexer=词法分析器 library=库 line=行 link=链接
    list=列表 listener=监听器 literal=字面量 loader=加载器 loaders=加载器 lock=锁 log=日志 logger=日志器
    logging=日志 loop=循环 macro=宏 manager=管理器 map=映射 mapping=映射 marker=标记 match=匹配 matcher=匹配器
    memory=内存 message=消息 meta=元信息 method=方法 middleware=中间件 mode=模式 model=模型 models=模型
    module=模块 name=名字 namespace=命名空间 native=原生 network=网络 node=节点 nodes=节点 number=数字
    object=对象 observer=观察者 operator=运算符 optimizer=优化器 option=选项 options=选项 order=次序 output=输出
    package=包 page=页 param=参数 parameter=参数 parser=解析器 part=部分 path=路径 pattern=模式 permission=权限
    pipeline=流水线 plan=计划 plugin=插件 point=点 policy=策略 pool=池 port=端口 position=位置 printer=打印器
    process=进程 processor=处理器 processors=处理器 profile=配置档 progress=进度 prompt=提示 property=属性
    protocol=协议 provider=提供者 proxy=代理 query=查询 queue=队列 range=范围 reader=读取器 record=记录
    reference=引用 registry=注册表 renderer=渲染器 report=报告 request=请求 resolver=解析器 resource=资源
    response=响应 result=结果 root=根 route=路由 router=路由器 row=行 rule=规则 runner=运行器 runtime=运行时
    sandbox=沙箱 sandboxed=沙箱 scanner=扫描器 scheduler=调度器 schema=模式 scope=作用域 script=脚本 section=节
    selector=选择器 sequence=序列 serializer=序列化器 server=服务器 service=服务 session=会话 sessions=会话
    set=集合 setting=设置 settings=设置 shell=命令行外壳 signal=信号 size=大小 socket=套接字 sort=排序
    source=源码 spec=规格 stack=栈 stage=阶段 state=状态 statement=语句 status=状态 step=步骤 stmt=语句
    storage=存储 store=存储 stream=流 string=字符串 struct=结构 structure=结构 style=样式 symbol=符号
    symbols=符号 syntax=语法 system=系统 table=表 tag=标签 target=目标 task=任务 template=模板 terminal=终端
    test=测试 tests=测试 text=文本 thread=线程 time=时间 token=词元 tokenizer=分词器 tool=工具 trace=追踪
    traceback=回溯 tracker=跟踪器 tracking=跟踪 transaction=事务 transform=变换 transformer=变换器
    transport=传输 tree=树 type=类型 types=类型 undefined=未定义值 unit=单元 update=更新 url=网址 user=用户
    util=工具 utils=工具 validator=校验器 value=值 variable=变量 version=版本 view=视图 visitor=访问者
    watcher=监视器 window=窗口 worker=工作者 wrapper=包装器 writer=写入器
"""
"""English word = Chinese noun, in the order of the alphabet; plurals are looked up by their singular."""


def in_chinese(words: list[str]) -> str:
    """A compound noun in Chinese, "" where a word of it is not known: token, stream -> 词元流."""
    known = dict(pair.split("=", 1) for pair in _TABLE.split())
    parts = [known.get(word) or known.get(word.removesuffix("s"), "") for word in words]
    return "".join(parts) if parts and all(parts) else ""
