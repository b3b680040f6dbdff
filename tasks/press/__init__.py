"""Markdown to a published book: text in, files out.

What lives here, by floor:

- the manuscript (`manuscript`) and the words of the furniture (`language`, `labels/*.toml`);
- Markdown as our books use it: `markdown`, with one module a topic (`anchors`, `cjk`, `fences`,
  `furniture`, `links`, `markers`, `sanitise`, `terms`), and diagrams (`diagrams`, `drawing`,
  `drawing_style`, `drawing_palette`, `figures`);
- what a text says that other pages ask for: `facts`, `explained`, `coverage`, `treemap`, `routes`,
  `symbol_index`, `matter`, `search_words`, `search_index`, `search_entries`;
- one interface for every edition (`edition`), one driver (`driver`), the web edition (`web`, `contents`,
  `page_names`, `templates/`, `assets/`), and the gate (`proofread`, `page_elements`).

A further edition is a further renderer: it prints a parsed chapter and assembles the parts.

What may not: reading or writing a book's files, a model, Prefect. The caller gathers the manuscript,
lends a store for printed chapters, and writes the files.
"""
