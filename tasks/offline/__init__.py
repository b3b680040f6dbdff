"""The author that needs no key: answers the Messages API from the request alone.

What lives here: the ASGI app and its socket server, the reader of requests (`request`), one module or a
few for each role's craft, and the faults that tests plant. A role is a function `Brief -> Reply | ToolCalls`.

What may not: a file, the network, a clock, a random number, Prefect, a model. Only memory_schema and the
pure text functions of `tasks.source` (symbols, quotes) may be imported: whatever the author knows stood
in the request.
"""
