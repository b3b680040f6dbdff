"""One role = one Prefect task; each task is one call into its room.

What lives here: the tasks themselves (thin), `options` which builds one runtime a book, and the rooms
below (`source`, `checks`, `press`, `agent`, `offline`).

What may not: the order in which tasks run (that is `flows/`), and logic that a room should hold.
"""
