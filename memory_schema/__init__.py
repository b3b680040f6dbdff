"""The protocol: what a book remembers and who may touch it.

What lives here: the vocabulary of PROTOCOL.md as data (contracts, pointers, markers, receipts,
notes, findings, entries, outline, book.toml), the rules that decide about it, and `Workspace`,
the only door to a book's files.

What may not: Prefect, a model, an HTTP client, a source repository, or any other room of ours.
pydantic, filelock and the standard library only.
"""
