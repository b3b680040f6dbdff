"""A repository as data: what lies in it, what it says, what it defines and what imports what.

Lives here: the root of a source (`locate_root`), the listing as git does (`listing`, `git_tree`),
decoding and languages, the manifest that pins a run, the one decoded and redacted view that every reader
shares (`view`), symbols, imports, the import graph, quotes and the map that the architect reads.

May not live here: Prefect, a model, prompts, anything that writes a file or knows the layout of a book.
`symbols` and `quotes` are pure text functions and open no file. Imports: memory_schema and libraries only.
"""
