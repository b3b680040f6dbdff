"""Sentences about names of code, in many wordings, against the definitions that they name."""

from __future__ import annotations

from memory_schema.findings import Certainty, Finding
from tasks.checks.chapter_text import ChapterText
from tasks.checks.own_names import names_of_examples
from tasks.checks.result import CheckResult, found
from tasks.checks.source_index import SourceIndex
from tasks.checks.stated_constants import CONSTANTS
from tasks.checks.stated_declared import DECLARED
from tasks.checks.stated_deeds import DEEDS
from tasks.checks.stated_defaults import DEFAULTS
from tasks.checks.stated_denials import DENIALS
from tasks.checks.stated_kinds import KINDS
from tasks.checks.stated_members import MEMBERS
from tasks.checks.stated_parameters import PARAMETERS
from tasks.checks.stated_places import PLACES
from tasks.checks.stated_types import TYPES
from tasks.checks.statement_grammar import statements

CHECK = "statements"
RELATIONS = (
    *PARAMETERS,
    *DEFAULTS,
    *TYPES,
    *DECLARED,
    *PLACES,
    *MEMBERS,
    *KINDS,
    *DEEDS,
    *DENIALS,
    *CONSTANTS,
)


def check_stated_facts(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """Check what English and Chinese sentences say: "`f` takes two parameters", "`A` extends `B`", "`f` 返回 `T`".

    ⚠️ at most, and only where every definition of the name contradicts. What the source does not define, wishes,
    denials and what once was are left alone, and so is a name that the text's own
    examples define.
    """
    findings: list[Finding] = []
    count = 0
    own = names_of_examples(chapter, index)
    for block in chapter.blocks:
        if "`" not in block.text:
            continue
        lower, seen = block.text.lower(), set[tuple[int, str]]()
        for relation in RELATIONS:
            for statement in statements(relation, block, lower):
                if own.intersection(statement.subjects()):
                    continue
                verdict = relation.judge(statement, index)
                count += verdict is not None
                if verdict is None or not verdict.problem or (statement.at, verdict.problem) in seen:
                    continue
                seen.add((statement.at, verdict.problem))
                where = verdict.definition
                evidence = where.shown if where else ""
                sure = Certainty.JUDGEMENT if where and where.is_beside else Certainty.LIKELY
                findings.append(
                    found(
                        CHECK,
                        verdict.severity,
                        chapter.place(block.line(statement.at)),
                        verdict.problem,
                        quote=statement.quote,
                        evidence=evidence,
                        fix=verdict.fix or (f"say what {where} says" if where else ""),
                        certainty=sure,
                    )
                )
    return CheckResult(tuple(findings), {"statements": count})
