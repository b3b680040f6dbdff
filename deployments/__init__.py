"""The ways to start a run: the command line, and later prefect.yaml and serve.

What lives here: arguments, messages, exit codes, the progress display.

What may not: anything that another way of starting would have to repeat.
"""
