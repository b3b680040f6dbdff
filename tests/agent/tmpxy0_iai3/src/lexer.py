"""Turns text into tokens."""


class Lexer:
    """Splits a text at blanks."""

    def tokens(self, text: str) -> list[str]:
        return text.split()
