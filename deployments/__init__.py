"""The ways to start a run: the command line, `sourcebook serve`, and prefect.yaml for workers.

What lives here: arguments, messages, exit codes, the progress display.

What may not: anything that another way of starting would have to repeat.
"""
