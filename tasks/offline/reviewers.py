"""The three reviewers of a draft: R1 code, R2 consistency, R3 content."""

from __future__ import annotations

from tasks.offline import review_code, review_consistency, review_content
from tasks.offline.reply import Reply, ToolCalls
from tasks.offline.request import Brief


def r1(brief: Brief) -> Reply | ToolCalls:
    """Is what the draft says of the code true?"""
    return review_code.answer(brief)


def r2(brief: Brief) -> Reply:
    """Does the draft agree with what the book has said before?"""
    return review_consistency.answer(brief)


def r3(brief: Brief) -> Reply:
    """Is the draft written as this book is written, and fit to be read?"""
    return review_content.answer(brief)
