"""Markdown to a published book: text in, text out.

What lives here: what a book is to the printer (`manuscript`), the words of its furniture
(`language`, `labels/*.toml`), Markdown as our books use it (`markdown`, with one module a topic:
`anchors`, `cjk`, `fences`, `furniture`, `links`, `markers`, `sanitise`), and the pages (`site`,
`templates/`, `assets/`).

What may not: reading or writing a book's files, a model, Prefect. The caller gathers the manuscript
and writes the pages.
"""
