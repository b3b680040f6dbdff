"""How large the process of an agent is: every text counted once, however often it is sent (issue 2)."""

from __future__ import annotations

import hashlib

from memory_schema.lengths import estimate_tokens


class ProcessTexts:
    """Counts the tokens of all texts of an agent's calls."""

    def __init__(self) -> None:
        self._seen: set[bytes] = set()
        self.tokens = 0
        """Estimated tokens of the distinct texts so far."""

    def add(self, *texts: str) -> None:
        """Count texts that were not counted before."""
        for text in texts:
            digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
            if digest not in self._seen:
                self._seen.add(digest)
                self.tokens += estimate_tokens(text)
