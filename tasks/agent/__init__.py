"""How one agent runs, once: from a pointer list to a note (PROTOCOL 3).

What lives here: the gate, the context budget, the read-only tools, the model client, the loop, the
transcript, the journal and `spawn`, the only door to a model.

What may not: Prefect, the order of roles, the offline author, and any import of `anthropic` outside
`claude.py`.
"""
