"""`python -m deployments.register`: the automation that ends zombies, for a server of your own."""

from __future__ import annotations

import asyncio
import sys

from deployments.automation import NAME, register_automation
from deployments.console import complain, say
from deployments.server_trouble import server_answers
from memory_schema.errors import SourcebookError


def main() -> None:
    """Register the automation at the server that PREFECT_API_URL names."""
    try:
        with server_answers():
            new = asyncio.run(register_automation())
    except SourcebookError as error:
        complain(str(error))
        sys.exit(error.exit_code)
    say(f"{NAME}: {'registered' if new else 'it was registered already'}")


if __name__ == "__main__":
    main()
