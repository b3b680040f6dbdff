"""The table behind `lexicon_themes`: one part of a program a row."""

from __future__ import annotations

TABLE = """
token tokens|front|8|tokens||词元|
lexer lexers tokenizer tokeniser scanner lex lexing|front|10|the lexer|Tokens: the lexer|词法分析器|词元与词法分析器
grammar|front|12|the grammar||语法规则|
ast nodes node syntax tree|tree|15|the syntax tree||语法树|
visitor visitors|tree|16|visitors||访问者|
parser parsers parsing parse|parse|18|the parser||解析器|
compiler codegen idtracking optimizer|back|25|the compiler|From tree to code: the compiler|编译器|从语法树到代码：编译器
meta introspection inspection|back|27|introspection||内省|
interpreter vm evaluator executor|run|30|the interpreter||解释器|
runtime asyncutils|run|31|the runtime||运行时|
context contexts|run|32|context||上下文|
contextvars|local|32|context variables||上下文变量|
local locals threadlocal greenlets|local|33|context locals||线程局部变量|
state states|state|34|states||状态|
result results|state|35|results||结果|
future futures|state|36|futures||未来值|
cachepolicies|state|37|cache policies||缓存策略|
transaction transactions|state|37|transactions||事务|
concurrency async asyncio threads threading fromthread tothread|async|36|concurrency||并发|
lock locks sync synchronization|async|37|locks||锁|
subprocess subprocesses process processes|async|38|processes||进程|
event events|event|62|events||事件|
hook hooks|ext|74|hooks||钩子|
signal signals|event|63|signals||信号|
filters filter|lib|55|filters||过滤器|
tests|lib|56|tests||测试|
functions builtins|lib|57|built-in functions||内建函数|
processors processor|lib|40|processors||处理器|
serializer serializers encoder encoders encoding encodings codec codecs|data|30|serializers||序列化器|
model models|data|20|models||模型|
schema schemas|schema|58|schemas||模式|
validators validation validator|data|22|validation||校验|
fields field|data|21|fields||字段|
datastructures structures collections|data|12|data structures||数据结构|
environment env|core|50|the environment||环境|
nativetypes|core|52|native types||原生类型|
app application applications|app|60|the application|The application object|应用|应用对象
config configuration settings conf|config|45|configuration||配置|
options option|config|46|options||选项|
presets preset|config|47|presets||预设|
defaults default|config*|48|defaults||默认值|
loaders loader|core|51|loaders||加载器|
bccache|core|52|the bytecode cache||字节码缓存|
cache caches caching lrucache|store|53|caching||缓存|
storage store stores filesystem filesystems|store|54|storage||存储|
database db orm sql|store|54|the database||数据库|
migrations migration|store|55|migrations||迁移|
artifact artifacts|store|56|artifacts||产物|
template templates templating|view|56|templates||模板|
sandbox sandboxed|guard|70|the sandbox||沙箱|
security|guard|68|security||安全|
auth authentication permissions login|guard|69|authentication||认证|
ext extension extensions|ext|75|extensions||扩展|
plugin plugins contrib|ext|76|plugins||插件|
cli|cli|85|the command line||命令行|
console terminal winconsole|cli|86|the console||控制台|
command commands cmd|command|50|commands||命令|
arg args argument arguments param params parameter parameters|command|40|arguments||参数|
flag flags flaggroups|command|55|flags||标志|
completion completions completer|shell|72|shell completion||命令补全|
shellcompletion shellcompletions|shell|72|shell completion||命令补全|
activehelp|shell|73|active help||即时帮助|
help usage|command|74|help||帮助|
routing router routes route|routing|50|routing||路由|
converters convertors converter|routing|48|path converters||路径转换器|
endpoints endpoint controllers|routing|58|endpoints||端点|
view views|view|57|views||视图|
handler handlers|routing|58|handlers||处理函数|
request requests|http|42|requests||请求|
response responses|http|43|responses||响应|
http|http|38|HTTP||协议|网络协议
header headers|http|37|headers||头部|
cookie cookies session sessions|http|45|sessions||会话|
formparser formparsers forms form multipart|http|44|form parsing||表单解析|
wrappers sansio|http|44|requests and responses|Requests and responses|请求与响应|
wsgi|http|46|the WSGI layer||网关接口|
asgi|http|46|the ASGI layer||异步网关接口|
url urls uri uris|http|36|URLs||网址|
websocket websockets|http|47|web sockets||长连接|
middleware middlewares|mid|64|middleware||中间件|
background|mid|65|background tasks||后台任务|
staticfiles static shareddata|view|58|static files||静态文件|
server serving servers|serve|80|the server||服务器|
reloader|serve|81|the reloader||重载器|
client clients|client|72|the client||客户端|
test testing testclient testapp|testing|90|the test client||测试工具|
debug debugger|debug*|86|the debugger||调试器|
tracebacks traceback tbtools frames|debug|58|tracebacks||回溯|
dev development|debug|66|development output||开发时的输出|
logging log logger loggers|log|30|loggers||日志器|
loglevels levels|log|28|log levels||日志级别|
output outputs writer writers|log|24|output||输出|
renderer renderers rendering render|view|66|the renderer||渲染器|
stdlib|bridge|70|the standard library bridge||标准库桥接|
twisted|bridge|71|the Twisted bridge||事件框架桥接|
ruler rule rules|rules|14|the ruler|The ruler: an ordered list of rules|规则表|
helpers helper|helper*|96|helpers||助手|
utils util utility utilities common misc tools support internal|helper*|96|helpers||助手|
errors error exceptions exception exc|error*|95|errors||错误|
constants constant consts const|helper*|97|constants||常量|
flow flows|flow|40|flows||流程|
task tasks|flow|41|tasks||任务|
engine engines flowengine taskengine|flow|44|the engine||引擎|
runner runners|work|66|runners||运行器|
worker workers|work|67|workers||工作者|
scheduler scheduling schedule schedules|work|64|schedules||调度|
queue queues job jobs|work|65|queues||队列|
deployment deployments|work|70|deployments||部署|
automation automations|event|64|automations||自动化|
blocks block|block|52|blocks||配置块|
variables variable|store|57|variables||变量|
stream streams io buffered|io|25|streams||流|
buffer buffers|io|24|buffers||缓冲区|
socket sockets network net|net|30|sockets||套接字|
transport transports connection connections|net|32|transports||传输|
tls ssl|net|34|TLS||加密传输|
pattern patterns gitignore glob matcher matchers|pattern|30|patterns||模式|
pathspec|pattern|50|path specs||路径规格|
abc interfaces interface|core|18|interfaces|The abstract interfaces|接口|抽象接口
eventloop loop loops|async|34|the event loop||事件循环|
itertools functools iteration|lib|39|iteration tools||迭代工具|
rich|view|68|rich terminal output||终端富文本|
termui prompts prompt|cli|70|prompts||交互提示|
doc docs documentation|view|76|generated documentation||文档生成|
backend backends|backend|60|backends||后端|
format formatting formatter formatters|view|62|formatting||格式化|
style styles theme colors color|view|63|styles||样式|
locale i18n translations|view|68|translations||翻译|
metrics telemetry tracing|log|72|metrics||度量|
retry retries|run|45|retries||重试|
registry|core|30|the registry||注册表|
file files upload fileio|io|28|files||文件|
path paths|io|27|paths||路径|
main entry|app|61|the entry point||入口|
"""
"""stems | family (* = used by everything, no subject) | stage | in a sentence | as a title | zh | zh as a title"""
