"""The command line. Each command reads its arguments, does one thing, and speaks in one clear line.

Exit codes: 0 done; 1 a text is not true to its source (`verify`); 2 wrong input; 3 the book waits for
a person or is held by another run; 4 the gate refused; 5 a model call failed or a limit was reached;
6 a cap was reached; 130 interrupted. The codes belong to the classes of `memory_schema.errors`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from deployments import authoring, costs, coverage_report, estimating, reports, runs
from deployments.console import complain
from deployments.exporting import export
from deployments.opening import open_book
from deployments.serve import serve
from deployments.verifying import verify
from memory_schema.errors import SourcebookError

app = typer.Typer(
    name="sourcebook",
    epilog="The way of a book: new, plan, approve, write, status, chapter, verify, publish.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("new")(authoring.new)
app.command("plan")(runs.plan)
app.command("approve")(authoring.approve)
app.command("write")(runs.write)
app.command("chapter")(runs.chapter)
app.command("answer")(authoring.answer)
app.command("status")(reports.status)
app.command("estimate")(estimating.estimate)
app.command("cost")(costs.cost)
app.command("verify")(verify)
app.command("coverage")(coverage_report.coverage)
app.command("publish")(runs.publish)
app.command("open")(open_book)
app.command("export")(export)
app.command("serve")(serve)
app.command("memory")(reports.memory)
app.command("correct")(authoring.correct)


@app.callback()
def begin(context: typer.Context) -> None:
    """Turn a source repository into a technical book. Start with: sourcebook new BOOK --source PATH"""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(2)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and exit with its code; an error is one line on standard error."""
    try:
        code = app(args=arguments, prog_name="sourcebook", standalone_mode=False)
    except SourcebookError as error:
        complain(str(error))
        sys.exit(error.exit_code)
    except typer.Exit as error:
        sys.exit(error.exit_code)
    except typer.Abort:
        sys.exit(130)
    except KeyboardInterrupt:
        complain("interrupted; everything finished is kept: run the same command again to go on")
        sys.exit(130)
    except OSError as error:
        complain(f"{error.filename or 'the system'}: {error.strerror or error}")
        sys.exit(2)
    except Exception as error:
        shown = getattr(error, "format_message", None)
        if shown is None:
            raise
        complain(f"{shown().rstrip('.')}; see: sourcebook --help")
        sys.exit(2)
    sys.exit(code if isinstance(code, int) else 0)


if __name__ == "__main__":
    main()
