"""What a node of a syntax tree is, in words that hold for every language: the rows of the tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tasks.offline.write_conditions import Test


class Kind(StrEnum):
    """What a node is."""

    BLOCK = "statements in a row"
    WRAP = "one statement in a wrapping"
    PAREN = "an expression in brackets"
    FUNCTION = "a function or a method"
    MAKER = "a constructor"
    LAMBDA = "a function without a name"
    CLASS = "a class"
    TYPE = "another definition that holds methods"
    FIELD = "a field of a class"
    IF = "if"
    UNLESS = "unless"
    GUARD = "guard"
    EACH = "a loop over a collection"
    COUNTED = "a loop with three clauses"
    WHILE = "while"
    UNTIL = "until"
    ENDLESS = "a loop without a test"
    SWITCH = "several cases of one subject"
    CASE = "one case"
    DEFAULT = "the case that is left"
    TRY = "try"
    CATCH = "catch"
    FINALLY = "finally"
    RETURN = "return"
    THROW = "throw"
    BREAK = "break"
    CONTINUE = "continue"
    YIELD = "yield"
    DEFER = "defer"
    HOLD = "a resource or a lock held by a block"
    CHECK = "assert"
    REMOVE = "delete"
    ASSIGN = "assignment"
    AUGMENT = "assignment with an operator"
    UPDATE = "increment"
    ADDRESS = "an operator that hands out a variable's place"
    DECLARE = "declaration"
    DECLARATOR = "one name of a declaration"
    CALL = "call"
    NEW = "a new object"
    MACRO = "a call of a macro"
    AWAIT = "await"
    TRIED = "an operator that may end the call"
    NAME = "a name"
    MEMBER = "a dotted name"
    TEXT = "text"
    LIST = "list literal"
    MAP = "literal of keys and values"
    OBJECT = "object literal"
    CHOICE = "conditional expression"
    BINARY = "operator between two"
    UNARY = "operator before one"
    INSTANCE = "a test of a type"
    SEVERAL = "several values in a row"
    COMMENT = "comment"


EQUALITY = {"==": Test.EQUAL, "!=": Test.NOT_EQUAL}
IDENTITY = {"==": Test.SAME, "!=": Test.NOT_SAME}
STRICT = {"===": Test.SAME, "!==": Test.NOT_SAME}
"""Where `==` converts before it compares, it is repeated as it stands."""


@dataclass(frozen=True)
class Syntax:
    """The table of one grammar.

    Args:
        kinds: what each type of node is; a type that is not named is told as nothing.
        around: what a fragment may be put into so that it parses, first what fits most often.
        compares: what an operator asks.
        nothing: the words for no value; compared with one, a thing is or is not it.
        truthy: whether a test takes any value, and not only true and false.
        me: how a method names a field of its object.
        never: functions that do not come back.
        falls: whether a case goes on into the next one unless it ends.
        values: whether two of its values are never one object, so that a change reaches only one name.
        last: whether the last expression of a function is what it returns.
        ends: by opening word, the word that closes it.
        pure: macros that cannot end the call.
    """

    kinds: Mapping[str, Kind]
    around: tuple[tuple[str, str], ...] = (("", ""),)
    compares: Mapping[str, Test] = field(default_factory=lambda: EQUALITY)
    nothing: frozenset[str] = frozenset(("null",))
    truthy: bool = False
    me: tuple[str, ...] = ("this.",)
    never: frozenset[str] = frozenset()
    falls: bool = False
    values: bool = False
    last: bool = False
    ends: Mapping[str, str] = field(default_factory=dict)
    pure: frozenset[str] = frozenset()


COMMON: dict[str, Kind] = {
    "comment": Kind.COMMENT, "line_comment": Kind.COMMENT, "block_comment": Kind.COMMENT,
    "multiline_comment": Kind.COMMENT, "attribute_item": Kind.COMMENT, "inner_attribute_item": Kind.COMMENT,
    "decorator": Kind.COMMENT, "block": Kind.BLOCK, "statement_block": Kind.BLOCK,
    "compound_statement": Kind.BLOCK, "else_clause": Kind.BLOCK, "else": Kind.BLOCK,
    "expression_statement": Kind.WRAP, "labeled_statement": Kind.WRAP,
    "parenthesized_expression": Kind.PAREN, "if_statement": Kind.IF, "for_statement": Kind.COUNTED,
    "while_statement": Kind.WHILE, "switch_statement": Kind.SWITCH, "try_statement": Kind.TRY,
    "catch_clause": Kind.CATCH, "finally_clause": Kind.FINALLY, "return_statement": Kind.RETURN,
    "throw_statement": Kind.THROW, "break_statement": Kind.BREAK, "continue_statement": Kind.CONTINUE,
    "yield_expression": Kind.YIELD, "assignment_expression": Kind.ASSIGN,
    "augmented_assignment_expression": Kind.AUGMENT, "update_expression": Kind.UPDATE,
    "call_expression": Kind.CALL, "await_expression": Kind.AWAIT, "identifier": Kind.NAME,
    "binary_expression": Kind.BINARY, "unary_expression": Kind.UNARY, "string": Kind.TEXT,
    "string_literal": Kind.TEXT, "lambda_expression": Kind.LAMBDA, "this": Kind.NAME, "self": Kind.NAME,
    "class_declaration": Kind.CLASS, "interface_declaration": Kind.TYPE, "enum_declaration": Kind.TYPE,
    "function_definition": Kind.FUNCTION, "function_declaration": Kind.FUNCTION,
    "method_declaration": Kind.FUNCTION, "constructor_declaration": Kind.MAKER,
    "conditional_expression": Kind.CHOICE, "ternary_expression": Kind.CHOICE, "null": Kind.NAME,
}  # fmt: skip
"""What a type of node is wherever a grammar has it; a table says where its language differs."""
