"""Builds a tree."""

from lexer import Lexer


def parse(text: str) -> list[str]:
    return Lexer().tokens(text)
