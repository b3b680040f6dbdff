"""Hard caps: what a run, or a chapter, may spend at most (book.toml, [limits]). 0 means no cap."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class Caps(BaseModel):
    """Dollars, tokens and model calls; whichever is reached first counts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_cost_usd: float = Field(default=0.0, strict=True, ge=0, description="US dollars, at list prices")
    max_tokens: int = Field(default=0, strict=True, ge=0, description="input and output tokens")
    max_calls: int = Field(default=0, strict=True, ge=0, description="model calls, failed ones too")

    @property
    def any(self) -> bool:
        """Whether anything is capped."""
        return any(self.model_dump().values())

    def raised_by(self, other: Caps) -> Caps:
        """These caps, with each figure of the other that is not 0 in its place."""
        return self.model_copy(update={name: value for name, value in other.model_dump().items() if value})
