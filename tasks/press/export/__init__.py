"""The book as the source of another tool, so that an author can go on by hand: mdBook, Quarto, MyST.

What lives here: chapters written back as Markdown (`written_markdown`, `block_writers`, `emphasis`), what a tool
spells otherwise (`flavour`, `mdbook`, `quarto`, `myst`), the pages beside the chapters (`matter_pages`), and the
renderer that puts a project together (`project`).

What may not: HTML of any kind. Every text is parsed by the press and written anew, with everything escaped
that the other tool would take for markup, a macro, an inclusion or code to run.
"""
