"""book.toml: what the author decides (PROTOCOL 1), read strictly and reported in one line."""

from __future__ import annotations

import difflib
import re
import tomllib
from pathlib import Path
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from memory_schema.caps import Caps
from memory_schema.contracts import ASKING_ROLES
from memory_schema.errors import ConfigError, NotABook

CONFIG_NAME = "book.toml"
Approval = Literal["person", "auto"]
OnBlocked = Literal["wait", "accept", "stop"]
PublishFormat = Literal["html", "epub", "pdf"]
Caching = Literal["auto", "on", "off"]
Effort = Literal["low", "medium", "high", "xhigh", "max"]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SourceTable(_Table):
    """Where the source is and which of its files count."""

    path: str = Field(min_length=1, description="a folder, relative to book.toml, or package:NAME")
    include: tuple[str, ...] = Field(default=(), description="gitignore-style patterns; empty = everything")
    exclude: tuple[str, ...] = Field(default=(), description="gitignore-style patterns")


class ChaptersTable(_Table):
    """How many chapters, how long."""

    most: int = Field(default=8, strict=True, ge=1, le=200, description="the architect proposes at most so many")
    words: int = Field(default=1800, strict=True, ge=300, le=20_000, description="target length; characters for CJK")


class ReadersTable(_Table):
    """Who the book is for, and the personas of the reader panel (PROTOCOL 2)."""

    audience: str = Field(
        default="programmers who use the software and now want to know how it works inside",
        description="whom the book is for",
    )
    student: str = Field(
        default="a student who knows the language's basics and meets this codebase for the first time",
        description="the first reader of the panel",
    )
    engineer: str = Field(
        default="a working engineer who has to change or operate this code next week",
        description="the second reader of the panel",
    )
    expert: str = Field(
        default="an expert who knows comparable systems and looks for depth and trade-offs",
        description="the third reader of the panel",
    )


class ModelTable(_Table):
    """Which model writes. Without `name` the offline author does."""

    name: str | None = Field(default=None, description="the model that writes; without one the offline author does")
    stronger: str | None = Field(default=None, description="for the one escalation (PROTOCOL 3.7)")
    base_url: str | None = Field(default=None, description="any server that speaks the Messages API")
    effort: Effort | None = Field(default=None, description="depth of thought, where the model knows it")
    cache: Caching = Field(
        default="auto",
        description="whether prompts are marked for the server's cache; auto = where base_url is not set",
    )
    window: int = Field(default=200_000, strict=True, ge=8_000, description="context window in tokens")
    max_output: int = Field(default=16_000, strict=True, ge=1_000, description="output tokens a call")


class ModelChoice(_Table):
    """Who is asked, how deeply, for how much; what is unset is as in [model]."""

    name: str | None = Field(default=None, min_length=1, description="the model; unset = model.name")
    effort: Effort | None = Field(default=None, description="depth of thought; unset = model.effort, or the tier's")
    max_output: int | None = Field(default=None, strict=True, ge=1_000, description="tokens a call; unset = as [model]")


class ModelsTable(_Table):
    """Models by tier and by role (`memory_schema.tiers` says which role is of which tier)."""

    strong: ModelChoice = ModelChoice()
    standard: ModelChoice = ModelChoice()
    light: ModelChoice = ModelChoice()
    escalation: ModelChoice = ModelChoice()
    roles: dict[str, ModelChoice] = Field(default={}, description="tables of single roles: models.roles.writer ...")


class LimitsTable(Caps):
    """Limits, checked before each call (PROTOCOL 3.4). 0 means no limit; the caps are those of one run."""

    turns: int = Field(default=40, strict=True, ge=1, description="model turns of one agent")
    tokens: int = Field(default=600_000, strict=True, ge=0, description="input and output tokens of one agent")
    seconds: int = Field(default=900, strict=True, ge=10, description="deadline of one model call")
    context_target: int = Field(default=32_000, strict=True, ge=4_000, description="tokens of files shown to an agent")
    chapter: Caps = Caps()


class ReviewTable(_Table):
    """How strict the reviews are."""

    max_revisions: int = Field(default=2, strict=True, ge=0, le=10, description="then the chapter is blocked")
    sensitivity: tuple[str, ...] = Field(default=(), description="items that R3 reports on, one by one")


class PublishTable(_Table):
    """What is published, and how it leads back to the source."""

    to: tuple[PublishFormat, ...] = Field(
        default=("html",), description="formats; the pages are always made, the others lie beside them"
    )

    source_url: str = Field(
        default="", description="address of source lines, with {path}, {start}, {end}, {commit}; empty = no links"
    )

    @field_validator("source_url")
    @classmethod
    def _is_template(cls, value: str) -> str:
        if not value:
            return value
        if not re.match(r"https?://[^\s/\"'<>{}]+/", value) or re.search(r"[\s\"'<>\\]", value):
            raise ValueError("write an address that begins with https://HOST/")
        names = re.findall(r"\{(.*?)\}", value)
        if unknown := [name for name in names if name not in ("path", "start", "end", "commit")]:
            raise ValueError(f"{{{unknown[0]}}} is unknown; use {{path}}, {{start}}, {{end}}, {{commit}}")
        if "path" not in names:
            raise ValueError("it needs {path}")
        return value


class BookConfig(_Table):
    """The whole book.toml."""

    title: str = Field(min_length=1, pattern=r"\S", description="the book's title")
    subtitle: str = Field(default="", description="a second line on the title page")
    language: str = Field(default="en", pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]+)*$", description="BCP 47")
    approve: Approval = Field(default="person", description="who approves the outline: a person, or nobody")
    on_blocked: OnBlocked = Field(default="wait", description="what an unattended run does with a blocked chapter")
    economy: bool = Field(
        default=False,
        strict=True,
        description="first turns of all research, and the final audit, through batches at half price; may take hours",
    )
    source: SourceTable
    chapters: ChaptersTable = ChaptersTable()
    readers: ReadersTable = ReadersTable()
    model: ModelTable = ModelTable()
    models: ModelsTable = ModelsTable()
    limits: LimitsTable = LimitsTable()
    review: ReviewTable = ReviewTable()
    publish: PublishTable = PublishTable()

    @model_validator(mode="after")
    def _models_agree(self) -> BookConfig:
        """Names without a default model, two escalations, roles that ask no model: each is one clear fault."""
        tables = {name: getattr(self.models, name) for name in ("strong", "standard", "light", "escalation")}
        tables |= {f"roles.{name}": table for name, table in self.models.roles.items()}
        named = next((name for name, table in tables.items() if table.name), None)
        if named and self.model.name is None:
            raise ValueError(f"models.{named}.name is set and model.name is not; name the model of all others there")
        stronger, escalation = self.model.stronger, self.models.escalation.name
        if stronger and escalation and stronger != escalation:
            raise ValueError(f'model.stronger is "{stronger}" and models.escalation.name "{escalation}"; keep one')
        for role in self.models.roles:
            if role not in ASKING_ROLES:
                near = difflib.get_close_matches(role, ASKING_ROLES, n=1, cutoff=0.5)
                hint = f'did you mean "{near[0]}"?' if near else f"roles: {', '.join(ASKING_ROLES)}"
                raise ValueError(f'models.roles has no role "{role}" that asks a model; {hint}')
        return self

    def value(self, field: str) -> object:
        """The value of a dotted field name such as "chapters.words". Raises KeyError."""
        current: object = self
        for name in field.split("."):
            if not isinstance(current, BaseModel) or name not in type(current).model_fields:
                raise KeyError(field)
            current = getattr(current, name)
        return current


def load_book(folder: Path) -> BookConfig:
    """Read BOOK/book.toml.

    Raises:
        NotABook: there is no such file.
        ConfigError: it is no TOML, has an unknown key (the nearest is named) or a wrong value.
    """
    path = folder / CONFIG_NAME
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        raise NotABook(
            f"{folder} is no book: it has no {CONFIG_NAME}; make one with: sourcebook new {folder} --source PATH"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from None
    return parse_book(text, str(path))


def parse_book(text: str, name: str = CONFIG_NAME) -> BookConfig:
    """Read the text of a book.toml; `name` stands in messages. Raises ConfigError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{name}: no valid TOML: {error}") from None
    try:
        return BookConfig.model_validate(data)
    except ValidationError as error:
        raise ConfigError(f"{name}: {_one_line(error, data)}") from None


def known_keys() -> tuple[str, ...]:
    """Every key of book.toml as a dotted name, in order."""
    return tuple(_keys(BookConfig, ""))


def _keys(table: type[BaseModel], prefix: str) -> list[str]:
    found: list[str] = []
    for name, field in table.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            found += _keys(kind, f"{prefix}{name}.")
        else:
            found.append(f"{prefix}{name}")
    return found


def _one_line(error: ValidationError, data: dict[str, object]) -> str:
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        near = difflib.get_close_matches(key, known_keys(), n=1, cutoff=0.5) or difflib.get_close_matches(
            key.split(".")[-1], [k.split(".")[-1] for k in known_keys()], n=1, cutoff=0.5
        )
        hint = f'did you mean "{near[0]}"?' if near else f"known keys: {', '.join(known_keys())}"
        return f'unknown key "{key}"; {hint}'
    if first["type"] == "missing":
        return f'the key "{key}" is missing; add it'
    if not key:
        return first["msg"].removeprefix("Value error, ")
    shown = repr(first["input"])
    return f'"{key}" is {shown[:80]}: {first["msg"][0].lower()}{first["msg"][1:]}'


def choices(kind: object) -> tuple[str, ...]:
    """The words of a Literal type, for help texts."""
    return tuple(str(word) for word in get_args(kind))
