"""What an agent is told: one `.md.j2` a role, one shared layout, one renderer.

What lives here: the templates, the numbers that they state, and the code that turns a contract, a
ticket and the shown files into the text of a request.

What may not: reading a file of a book or of a source, talking to a model, deciding what is shown.
Source text is never a template: it reaches a request only as the verbatim content of a FILE block.
"""
