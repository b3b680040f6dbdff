"""In what order: plan, chapter, book, publish.

What lives here: Prefect flows that bind contracts, call tasks, and ask the receipts how far a book is.

What may not: what a role does (that is `tasks/`), classes (the file entrypoint would copy them, see
HOUSE), and any decision that reads Prefect's state: receipts on disk decide.
"""
