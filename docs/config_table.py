"""The keys of book.toml, from the pydantic models that read it."""

from __future__ import annotations

from typing import Literal, get_args, get_origin

from annotated_types import Ge, Le
from markdown_table import code, table
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from memory_schema.book import BookConfig, choices, known_keys


def config() -> str:
    """Every key of book.toml with default and meaning."""
    return table(("key", "default", "meaning"), (_key(key) for key in known_keys()))


def _key(key: str) -> tuple[str, str, str]:
    model: type[BaseModel] = BookConfig
    *tables, name = key.split(".")
    for part in tables:
        inner = model.model_fields[part].annotation
        assert isinstance(inner, type)
        assert issubclass(inner, BaseModel)
        model = inner
    field = model.model_fields[name]
    return code(key), _default(field.default), (field.description or "") + _allowed(field)


def _allowed(field: FieldInfo) -> str:
    """The words of a choice, or the range of a number."""
    for kind in (field.annotation, *get_args(field.annotation)):
        if get_origin(kind) is Literal:
            return f" ({', '.join(map(code, choices(kind)))})"
    least = next((item.ge for item in field.metadata if isinstance(item, Ge)), None)
    most = next((item.le for item in field.metadata if isinstance(item, Le)), None)
    if most is not None:
        return f" ({least} to {most})"
    return f" ({least} or more)" if least else ""


def _default(value: object) -> str:
    if value is PydanticUndefined:
        return "required"
    if value is None:
        return "unset"
    if isinstance(value, str):
        return code(f'"{value}"')
    return code("[]" if value == () else str(value))
