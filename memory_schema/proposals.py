"""Reading what the memory keeper proposes: the first JSON object in its text that is a proposal."""

from __future__ import annotations

import json

from pydantic import ValidationError

from memory_schema.entries import MemoryProposal
from memory_schema.errors import IncompleteReply


def parse_memory_proposal(text: str) -> MemoryProposal:
    """The proposal in a keeper's reply; prose and fences around it are normal.

    Raises:
        IncompleteReply: there is none; the message says what is wrong with the nearest one.
    """
    decoder = json.JSONDecoder()
    problem = "there is no JSON object"
    at = text.find("{")
    while at != -1:
        try:
            value, end = decoder.raw_decode(text, at)
            return MemoryProposal.model_validate(value)
        except ValidationError as error:
            first = error.errors()[0]
            problem = f"{'.'.join(map(str, first['loc']))}: {first['msg']}" if "summary" in value else problem
            at = text.find("{", end)
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
    raise IncompleteReply(f"the memory proposal cannot be read: {problem}")
