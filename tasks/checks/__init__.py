"""What code can decide about a text: fidelity to the source, consistency with the book, style.

Lives here: one module a topic, each from plain texts and values to a `CheckResult`; the checks of a whole
book (`audit`), of one text for the command line (`verify`), and the Markdown that the reviewers read
(`render`). A "must" is given only where code cannot be wrong.

May not live here: Prefect, a model, file access, the layout of a book, and any judgement of taste.
Imports: memory_schema and tasks.source only.
"""
