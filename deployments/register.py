"""`python -m deployments.register`: the automation that ends zombies, for a server of your own."""

from __future__ import annotations

import asyncio

from deployments.automation import NAME, register_automation
from deployments.console import say


def main() -> None:
    """Register the automation at the server that PREFECT_API_URL names."""
    new = asyncio.run(register_automation())
    say(f"{NAME}: {'registered' if new else 'it was registered already'}")


if __name__ == "__main__":
    main()
