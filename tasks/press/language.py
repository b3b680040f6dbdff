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


class RouteWords(BaseModel):
    """A reading route: its name, and one sentence on whom it is for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    why: str


class Routes(BaseModel):
    """The three reading routes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    student: RouteWords
    engineer: RouteWords
    expert: RouteWords


class CoverageWords(BaseModel):
    """What the book says of a symbol."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    explained: str
    mentioned: str
    never: str


class Preface(BaseModel):
    """The preface, paragraph by paragraph; inline Markdown. Names in braces are filled in with counts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    written: str
    """With {agents}, {calls}, {chapters}, {rounds}, {reviews}."""
    stateless: str
    verified: str
    """With {quotes}, {exact}, {places}."""
    mismatched: str
    """With {mismatches}; only where there are some."""
    human: str
    """With {edits}; only where a person wrote or changed something."""
    not_human: str
    models: str
    """With {models}."""
    offline: str
    """In the place of `models`, for the offline author."""
    incomplete: str
    """With {done}, {chapters}; only for an unfinished book."""


class Colophon(BaseModel):
    """Names of the facts in the colophon."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    source: str
    commit: str
    content_hash: str
    local_changes: str
    files: str
    """With {read}, {skipped}."""
    source_files: str
    chapters: str
    receipts: str
    finals: str
    """With {done}, {chapters}."""
    agents: str
    calls: str
    rounds: str
    models: str
    input_tokens: str
    output_tokens: str
    cost: str
    cost_none: str
    cost_unknown: str
    quotes: str
    edits: str
    proofs: str
    """Heading of the receipts' table."""
    one_chapter: str
    text_hash: str
    written_by: str
    written_on: str
    attempt: str
    person: str


class Labels(BaseModel):
    """Every word that the press itself puts on a page. Names in braces are filled in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: str
    """The language of these labels, which is not the book's when there is no file for that."""
    skip: str
    contents: str
    close: str
    chapter: str
    """With {number}."""
    chapter_navigation: str
    previous: str
    next: str
    title_page: str
    author: str
    """With {names}."""
    offline_author: str
    edited: str
    other_editions: str
    """Before the links to the same book as e-book and on paper."""
    cover: str
    landmarks: str
    """The places of a book that a reading system offers to go to."""
    beginning: str
    """Where the chapters begin."""
    source_commit: str
    """With {hash}."""
    source_hash: str
    """With {hash}."""
    separator: str
    """Between the items of a list in a sentence."""
    glossary: str
    glossary_empty: str
    first_used: str
    """With {chapter}."""
    difficulty: str
    """With {level}, out of 5."""
    builds_on: str
    """With {chapters}."""
    routes_title: str
    unfinished: str
    unfinished_short: str
    section_link: str
    """With {title}."""
    footnote: str
    """With {number}."""
    footnotes: str
    footnote_return: str
    table: str
    diagram: str
    diagram_in: str
    """With {title}."""
    diagram_source: str
    diagram_undrawn: str
    source_link: str
    """With {place}."""
    task_done: str
    task_open: str
    copy_code: str
    copied: str
    theme: str
    theme_auto: str
    theme_light: str
    theme_dark: str
    search: str
    search_prompt: str
    search_none: str
    search_some: str
    """With {count}."""
    search_failed: str
    symbols: str
    symbols_intro: str
    symbols_empty: str
    symbol: str
    place: str
    explained_in: str
    mentioned_in: str
    coverage_title: str
    coverage_intro: str
    """With {explained}, {mentioned}, {never}, {symbols}."""
    coverage_picture: str
    coverage_others: str
    file: str
    lines: str
    coverage: CoverageWords
    routes: Routes
    preface: Preface
    colophon: Colophon
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
