"""A new book: a commented book.toml that a person can read from top to bottom."""

from __future__ import annotations

import json
from pathlib import Path

from memory_schema.book import CONFIG_NAME, parse_book
from memory_schema.durable import replace_file
from memory_schema.errors import InputError

_TEMPLATE = """\
# What the author decides. Every key is explained here; those behind a # show the default.

title = {title}
# subtitle = ""
language = {language}              # of the book: en, zh, or another BCP 47 tag
approve = {approve}          # "person": you approve the outline; "auto": nobody is asked
# economy = true            # research and audit go in batches at half price, which may take hours
# on_blocked = "wait"       # a chapter that needs a person: "wait", "accept" with its open issues, or "stop"

[source]
path = {source}
# include = []              # gitignore-style patterns; empty = everything
# exclude = []

[chapters]
most = {most}                    # the architect proposes at most so many
words = {words}                # target length of a chapter, +/- 20 %; characters in Chinese

# [readers]                 # who the book is for, and the three readers of the panel
# audience = "programmers who use the software and now want to know how it works inside"
# student = "..."
# engineer = "..."
# expert = "..."

# [model]                   # without a name the offline author writes: no key, no cost
# name = "claude-opus-5-5"  # needs ANTHROPIC_API_KEY
# stronger = "..."          # asked once more where the first reply was unreadable or unsure
# base_url = "..."          # any server that speaks the Messages API
# effort = "medium"
# window = 200000           # tokens
# max_output = 16000        # tokens a call
# cache = "auto"            # mark prompts for the server's cache: "auto" (not with base_url), "on" or "off"

# [models]                  # by tier: strong writes, standard reviews, light reads; or roles.NAME
# strong.name = "..."
# light.effort = "low"

# [limits]                  # checked before each call; 0 = none
# turns = 40
# tokens = 600000           # one agent, input and output
# max_cost_usd = 0.0        # one run, at list prices
# max_tokens = 0            # one run, input and output
# max_calls = 0             # one run
# chapter.max_cost_usd = 0.0  # one attempt at a chapter; also max_tokens, max_calls
# seconds = 900             # one model call
# context_target = 32000    # tokens of files shown to an agent

# [review]
# max_revisions = 2
# sensitivity = []          # items that the content reviewer reports on, one by one

# [publish]
# to = ["html", "epub", "pdf"]  # what publishing makes; the default is the pages alone
# source_url = "https://HOST/OWNER/NAME/blob/{{commit}}/{{path}}#L{{start}}-L{{end}}"  # links to the source
"""


def new_book(folder: Path, *, source: str, title: str, language: str, approve: str, most: int, words: int) -> Path:
    """Write BOOK/book.toml and return its path.

    Raises:
        InputError: there is a book already, or the folder cannot be written.
        ConfigError: a value is out of range.
    """
    path = folder / CONFIG_NAME
    if path.exists():
        raise InputError(f"{path} exists already; edit it, or choose another folder")
    text = _TEMPLATE.format(
        title=_string(title),
        language=_string(language),
        approve=_string(approve),
        source=_string(source),
        most=most,
        words=words,
    )
    parse_book(text, str(path))
    try:
        replace_file(path, text.encode())
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}; choose a folder that you may write to") from None
    return path


def _string(text: str) -> str:
    """A TOML basic string; JSON's escapes are a subset of TOML's."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
