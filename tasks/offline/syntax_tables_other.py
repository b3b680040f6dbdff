"""The tables of languages that write their statements in a way of their own."""

from __future__ import annotations

from tasks.offline.syntax_kinds import COMMON, Kind, Syntax
from tasks.offline.syntax_tables import BRACED

_GO = Syntax(
    kinds={
        **COMMON,
        "statement_list": Kind.BLOCK, "func_literal": Kind.LAMBDA, "type_declaration": Kind.TYPE,
        "expression_switch_statement": Kind.SWITCH, "type_switch_statement": Kind.SWITCH,
        "expression_case": Kind.CASE, "type_case": Kind.CASE, "default_case": Kind.DEFAULT,
        "defer_statement": Kind.DEFER, "short_var_declaration": Kind.ASSIGN, "assignment_statement": Kind.ASSIGN,
        "var_declaration": Kind.DECLARE, "const_declaration": Kind.DECLARE, "var_spec": Kind.DECLARATOR,
        "const_spec": Kind.DECLARATOR, "inc_statement": Kind.UPDATE, "dec_statement": Kind.UPDATE,
        "selector_expression": Kind.MEMBER, "field_identifier": Kind.NAME, "package_identifier": Kind.NAME,
        "nil": Kind.NAME, "composite_literal": Kind.NEW, "expression_list": Kind.SEVERAL,
        "interpreted_string_literal": Kind.TEXT, "raw_string_literal": Kind.TEXT,
    },
    around=(("", ""), ("func f() {", "\n}")),
    nothing=frozenset(("nil",)),
    me=(),
    never=frozenset(("panic", "os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf")),
    values=True,
)  # fmt: skip

_RUST = Syntax(
    kinds={
        **COMMON,
        "function_item": Kind.FUNCTION, "impl_item": Kind.CLASS, "trait_item": Kind.TYPE,
        "struct_item": Kind.TYPE, "enum_item": Kind.TYPE, "mod_item": Kind.TYPE, "declaration_list": Kind.BLOCK,
        "closure_expression": Kind.LAMBDA, "async_block": Kind.LAMBDA, "unsafe_block": Kind.BLOCK,
        "if_expression": Kind.IF, "for_expression": Kind.EACH, "while_expression": Kind.WHILE,
        "loop_expression": Kind.ENDLESS, "match_expression": Kind.SWITCH, "match_arm": Kind.CASE,
        "return_expression": Kind.RETURN, "break_expression": Kind.BREAK, "continue_expression": Kind.CONTINUE,
        "let_declaration": Kind.DECLARATOR, "compound_assignment_expr": Kind.AUGMENT,
        "field_expression": Kind.MEMBER, "field_identifier": Kind.NAME, "scoped_identifier": Kind.NAME,
        "generic_function": Kind.NAME, "struct_expression": Kind.NEW, "macro_invocation": Kind.MACRO,
        "try_expression": Kind.TRIED, "array_expression": Kind.LIST, "tuple_expression": Kind.SEVERAL,
        "reference_expression": Kind.ADDRESS, "raw_string_literal": Kind.TEXT, "let_condition": Kind.INSTANCE,
    },
    nothing=frozenset(),
    me=("self.",),
    values=True,
    last=True,
    pure=frozenset(
        (
            "println", "print", "eprintln", "eprint", "format", "vec", "write", "writeln", "assert", "assert_eq",
            "assert_ne", "debug_assert", "debug_assert_eq", "debug_assert_ne", "matches", "dbg", "concat", "stringify",
        )
    ),
)  # fmt: skip

_RUBY = Syntax(
    kinds={
        **{name: kind for name, kind in COMMON.items() if name != "block"},
        "method": Kind.FUNCTION, "singleton_method": Kind.FUNCTION, "class": Kind.CLASS, "module": Kind.CLASS,
        "singleton_class": Kind.CLASS, "body_statement": Kind.BLOCK, "block_body": Kind.BLOCK, "then": Kind.BLOCK,
        "do": Kind.BLOCK, "block": Kind.LAMBDA, "do_block": Kind.LAMBDA, "lambda": Kind.LAMBDA,
        "parenthesized_statements": Kind.PAREN, "if": Kind.IF, "elsif": Kind.IF, "if_modifier": Kind.IF,
        "unless": Kind.UNLESS, "unless_modifier": Kind.UNLESS, "for": Kind.EACH, "while": Kind.WHILE,
        "until": Kind.UNTIL, "case": Kind.SWITCH, "when": Kind.CASE, "begin": Kind.TRY, "rescue": Kind.CATCH,
        "ensure": Kind.FINALLY, "return": Kind.RETURN, "break": Kind.BREAK, "next": Kind.CONTINUE,
        "yield": Kind.YIELD, "assignment": Kind.ASSIGN, "operator_assignment": Kind.AUGMENT, "call": Kind.CALL,
        "constant": Kind.NAME, "instance_variable": Kind.NAME, "super": Kind.NAME, "self": Kind.NAME,
        "nil": Kind.NAME, "scope_resolution": Kind.NAME, "global_variable": Kind.NAME, "array": Kind.LIST,
        "hash": Kind.MAP, "conditional": Kind.CHOICE, "binary": Kind.BINARY, "unary": Kind.UNARY,
        "left_assignment_list": Kind.SEVERAL, "heredoc_body": Kind.TEXT,
    },
    nothing=frozenset(("nil",)),
    truthy=True,
    me=("@", "self."),
    never=frozenset(("exit", "abort", "exit!")),
    last=True,
    ends=dict.fromkeys(
        ("def", "class", "module", "do", "begin", "case", "if", "unless", "while", "until", "for"), "end"
    ),
)  # fmt: skip

_KOTLIN = Syntax(
    kinds={
        **{name: kind for name, kind in COMMON.items() if name != "string_literal"},
        "string_literal": Kind.TEXT, "class_body": Kind.BLOCK, "object_declaration": Kind.CLASS,
        "companion_object": Kind.CLASS, "secondary_constructor": Kind.MAKER, "anonymous_initializer": Kind.MAKER,
        "lambda_literal": Kind.LAMBDA, "anonymous_function": Kind.LAMBDA, "if_expression": Kind.IF,
        "for_statement": Kind.EACH, "when_expression": Kind.SWITCH, "when_entry": Kind.CASE,
        "try_expression": Kind.TRY, "catch_block": Kind.CATCH, "finally_block": Kind.FINALLY,
        "return_expression": Kind.RETURN, "throw_expression": Kind.THROW, "assignment": Kind.ASSIGN,
        "property_declaration": Kind.DECLARATOR, "navigation_expression": Kind.MEMBER,
        "this_expression": Kind.NAME, "super_expression": Kind.NAME, "is_expression": Kind.INSTANCE,
        "multiline_string_literal": Kind.TEXT,
    },
    around=(("", ""), ("class A { ", "\n}"), ("fun f() { ", "\n}")),
    never=frozenset(("exitProcess",)),
)  # fmt: skip

_SWIFT = Syntax(
    kinds={
        **COMMON,
        "statements": Kind.BLOCK, "class_body": Kind.BLOCK, "init_declaration": Kind.MAKER,
        "deinit_declaration": Kind.FUNCTION, "protocol_declaration": Kind.TYPE, "lambda_literal": Kind.LAMBDA,
        "guard_statement": Kind.GUARD, "for_statement": Kind.EACH, "switch_entry": Kind.CASE,
        "do_statement": Kind.TRY, "catch_block": Kind.CATCH, "control_transfer_statement": Kind.RETURN,
        "assignment": Kind.ASSIGN, "property_declaration": Kind.DECLARATOR, "simple_identifier": Kind.NAME,
        "navigation_expression": Kind.MEMBER, "self_expression": Kind.NAME, "super_expression": Kind.NAME,
        "line_string_literal": Kind.TEXT, "multi_line_string_literal": Kind.TEXT, "array_literal": Kind.LIST,
        "dictionary_literal": Kind.MAP, "prefix_expression": Kind.UNARY, "try_expression": Kind.AWAIT,
        "equality_expression": Kind.BINARY, "comparison_expression": Kind.BINARY, "inout_expression": Kind.ADDRESS,
    },
    around=(("", ""), ("class A {", "\n}")),
    nothing=frozenset(("nil",)),
    me=("self.",),
    never=frozenset(("fatalError", "preconditionFailure", "exit", "abort")),
    values=True,
)  # fmt: skip

_BASH = Syntax(
    kinds={
        **COMMON,
        "elif_clause": Kind.IF, "do_group": Kind.BLOCK, "for_statement": Kind.EACH, "case_statement": Kind.SWITCH,
        "case_item": Kind.CASE, "declaration_command": Kind.DECLARE, "variable_assignment": Kind.DECLARATOR,
        "command": Kind.CALL, "word": Kind.NAME, "variable_name": Kind.NAME,
    },
    me=(),
    ends={"if": "fi", "do": "done", "case": "esac"},
)  # fmt: skip

SYNTAX = {**BRACED, "go": _GO, "rust": _RUST, "ruby": _RUBY, "kotlin": _KOTLIN, "swift": _SWIFT, "bash": _BASH}
"""By language; one that is missing here is told by its comments and its signature alone."""
