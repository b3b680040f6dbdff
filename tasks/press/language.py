"""The words of a book's furniture, one TOML file a language in `labels/`.

Adding a language is adding one file: `labels/xx.toml` with every key of `Labels`.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

FALLBACK = "en"
_RIGHT_TO_LEFT = frozenset({"ar", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"})


class AlertTitles(BaseModel):
    """Titles of the five GitHub alerts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    note: str
    tip: str
    important: str
    warning: str
    caution: str


class Labels(BaseModel):
    """Every word that the press itself puts on a page. Names in braces are filled in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: str
    """The language of these labels, which is not the book's when there is no file for that."""
    skip: str
    contents: str
    chapter: str
    """With {number}."""
    chapter_navigation: str
    previous: str
    next: str
    title_page: str
    glossary: str
    glossary_empty: str
    first_used: str
    """With {chapter}."""
    difficulty: str
    """With {level}, out of 5."""
    unfinished: str
    unfinished_short: str
    colophon: str
    section_link: str
    """With {title}."""
    footnote: str
    """With {number}."""
    footnotes: str
    footnote_return: str
    table: str
    diagram: str
    task_done: str
    task_open: str
    copy_code: str
    copied: str
    theme: str
    theme_auto: str
    theme_light: str
    theme_dark: str
    alerts: AlertTitles


def load_labels(language: str) -> Labels:
    """The labels for a BCP 47 tag: its own file, else its primary language's, else English."""
    folder = files("tasks.press") / "labels"
    primary = primary_language(language)
    for name in (language.lower(), primary, FALLBACK):
        file = folder / f"{name}.toml"
        if file.is_file():
            words = tomllib.loads(file.read_text(encoding="utf-8"))
            return Labels.model_validate({"language": name, **words})
    raise FileNotFoundError(f"{folder}/{FALLBACK}.toml: the package is incomplete, install it again")


def primary_language(language: str) -> str:
    """The first subtag of a BCP 47 tag, in lower case: `zh` for `zh-Hant-TW`."""
    return language.split("-")[0].lower()


def direction(language: str) -> Literal["ltr", "rtl"]:
    """The base direction of text in a language."""
    return "rtl" if primary_language(language) in _RIGHT_TO_LEFT else "ltr"
