"""A tokenizer that shares nothing with the estimator: Mistral's tekken vocabulary, shipped inside a wheel."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path


def tekken_counter() -> Callable[[str], int]:
    """Counts the tokens of a text with a byte pair encoding of 131,072 tokens."""
    import tiktoken

    package = find_spec("mistral_common")
    assert package is not None
    assert package.origin is not None
    data = json.loads((Path(package.origin).parent / "data" / "tekken_240911.json").read_text(encoding="utf-8"))
    size = data["config"]["default_vocab_size"] - data["config"]["default_num_special_tokens"]
    ranks = {base64.b64decode(token["token_bytes"]): token["rank"] for token in data["vocab"][:size]}
    encoding = tiktoken.Encoding("tekken", pat_str=data["config"]["pattern"], mergeable_ranks=ranks, special_tokens={})
    return lambda text: len(encoding.encode_ordinary(text))
