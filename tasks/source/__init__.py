"""A repository as data: what lies in it, what it says, what it defines and what imports what.

Lives here: the root of a source (`locate_root`), the listing as git does (`listing`, `git_tree`),
decoding and languages, the manifest that pins a run, the one decoded and redacted view that every reader
shares (`view`), secrets, symbols by syntax trees (`tree_symbols`, one `outline_*` a language), imports, the
import graph, the ranking, quotes, the map that the architect reads, and the index that keeps what was parsed.

May not live here: Prefect, a model, prompts, knowledge of a book's layout, or anything that writes a file:
but for the index (`index_store`), which writes one disposable file into the folder that it is given.
`symbols` and `quotes` are pure text functions and open no file. Imports: memory_schema and libraries only.
"""
