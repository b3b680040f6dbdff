"""The tables of languages whose blocks stand in braces and whose statements end in semicolons."""

from __future__ import annotations

from tasks.offline.syntax_kinds import COMMON, IDENTITY, STRICT, Kind, Syntax

_CLASS = ("class A {", "\n}")
_BODY = ("void f() {", "\n}")

_SCRIPT = Syntax(
    kinds={
        **COMMON,
        "class": Kind.CLASS, "class_body": Kind.BLOCK, "method_definition": Kind.FUNCTION,
        "abstract_class_declaration": Kind.CLASS, "generator_function_declaration": Kind.FUNCTION,
        "arrow_function": Kind.LAMBDA, "function_expression": Kind.LAMBDA, "generator_function": Kind.LAMBDA,
        "export_statement": Kind.WRAP, "field_definition": Kind.FIELD, "public_field_definition": Kind.FIELD,
        "for_in_statement": Kind.EACH, "switch_case": Kind.CASE, "switch_default": Kind.DEFAULT,
        "lexical_declaration": Kind.DECLARE, "variable_declaration": Kind.DECLARE,
        "variable_declarator": Kind.DECLARATOR, "new_expression": Kind.NEW, "member_expression": Kind.MEMBER,
        "super": Kind.NAME, "template_string": Kind.TEXT, "array": Kind.LIST, "object": Kind.OBJECT,
        "undefined": Kind.NAME, "property_identifier": Kind.NAME,
        "private_property_identifier": Kind.NAME, "sequence_expression": Kind.SEVERAL,
    },
    around=(("", ""), _CLASS, ("({", "\n})")),
    compares=STRICT,
    nothing=frozenset(("null", "undefined")),
    truthy=True,
    never=frozenset(("process.exit",)),
    falls=True,
)  # fmt: skip

_JAVA = Syntax(
    kinds={
        **COMMON,
        "constructor_body": Kind.BLOCK, "class_body": Kind.BLOCK, "record_declaration": Kind.CLASS,
        "field_declaration": Kind.FIELD, "enhanced_for_statement": Kind.EACH, "switch_expression": Kind.SWITCH,
        "switch_block_statement_group": Kind.CASE, "switch_rule": Kind.CASE, "yield_statement": Kind.YIELD,
        "try_with_resources_statement": Kind.TRY, "synchronized_statement": Kind.HOLD,
        "assert_statement": Kind.CHECK, "local_variable_declaration": Kind.DECLARE,
        "variable_declarator": Kind.DECLARATOR, "method_invocation": Kind.CALL,
        "object_creation_expression": Kind.NEW, "field_access": Kind.MEMBER, "super": Kind.NAME,
        "null_literal": Kind.NAME, "instanceof_expression": Kind.INSTANCE, "array_initializer": Kind.LIST,
    },
    around=(("", ""), _CLASS, ("class A { void f() {", "\n}}")),
    compares=IDENTITY,
    never=frozenset(("System.exit",)),
    falls=True,
)  # fmt: skip

_CSHARP = Syntax(
    kinds={
        **COMMON,
        "declaration_list": Kind.BLOCK, "struct_declaration": Kind.TYPE, "record_declaration": Kind.CLASS,
        "local_function_statement": Kind.FUNCTION, "property_declaration": Kind.FIELD,
        "field_declaration": Kind.FIELD, "foreach_statement": Kind.EACH, "switch_section": Kind.CASE,
        "switch_expression": Kind.SWITCH, "switch_expression_arm": Kind.CASE, "using_statement": Kind.HOLD,
        "lock_statement": Kind.HOLD, "yield_statement": Kind.YIELD, "local_declaration_statement": Kind.DECLARE,
        "variable_declaration": Kind.DECLARE, "variable_declarator": Kind.DECLARATOR,
        "invocation_expression": Kind.CALL, "object_creation_expression": Kind.NEW,
        "member_access_expression": Kind.MEMBER, "prefix_unary_expression": Kind.UNARY,
        "postfix_unary_expression": Kind.UPDATE, "is_pattern_expression": Kind.INSTANCE,
        "is_expression": Kind.INSTANCE, "null_literal": Kind.NAME, "base": Kind.NAME,
        "anonymous_method_expression": Kind.LAMBDA, "global_statement": Kind.WRAP,
        "interpolated_string_expression": Kind.TEXT, "verbatim_string_literal": Kind.TEXT,
    },
    around=(_CLASS, ("class A { void f() {", "\n}}"), ("", "")),
    never=frozenset(("Environment.Exit", "Environment.FailFast")),
    falls=True,
)  # fmt: skip

_PHP = Syntax(
    kinds={
        **COMMON,
        "declaration_list": Kind.BLOCK, "trait_declaration": Kind.CLASS, "property_declaration": Kind.FIELD,
        "anonymous_function": Kind.LAMBDA, "arrow_function": Kind.LAMBDA, "else_if_clause": Kind.IF,
        "anonymous_function_creation_expression": Kind.LAMBDA, "foreach_statement": Kind.EACH,
        "case_statement": Kind.CASE, "default_statement": Kind.DEFAULT, "match_expression": Kind.SWITCH,
        "match_conditional_expression": Kind.CASE, "match_default_expression": Kind.DEFAULT,
        "throw_expression": Kind.THROW, "exit_statement": Kind.THROW, "unset_statement": Kind.REMOVE,
        "function_call_expression": Kind.CALL, "member_call_expression": Kind.CALL,
        "nullsafe_member_call_expression": Kind.CALL, "scoped_call_expression": Kind.CALL,
        "object_creation_expression": Kind.NEW, "member_access_expression": Kind.MEMBER,
        "scoped_property_access_expression": Kind.MEMBER, "name": Kind.NAME, "variable_name": Kind.NAME,
        "qualified_name": Kind.NAME, "relative_scope": Kind.NAME, "unary_op_expression": Kind.UNARY,
        "encapsed_string": Kind.TEXT, "heredoc": Kind.TEXT, "array_creation_expression": Kind.LIST,
        "reference_assignment_expression": Kind.ADDRESS, "by_ref": Kind.ADDRESS,
    },
    around=(("<?php ", ""), ("<?php class A {", "\n}")),
    compares=STRICT,
    truthy=True,
    me=("$this->",),
    falls=True,
)  # fmt: skip

_C_KINDS = {
    **COMMON,
    "case_statement": Kind.CASE, "declaration": Kind.DECLARE, "init_declarator": Kind.DECLARATOR,
    "field_expression": Kind.MEMBER, "initializer_list": Kind.LIST, "concatenated_string": Kind.TEXT,
    "pointer_expression": Kind.ADDRESS, "assignment_expression": Kind.ASSIGN, "cast_expression": Kind.WRAP,
    "linkage_specification": Kind.WRAP,
}  # fmt: skip
_C = Syntax(
    kinds=_C_KINDS,
    around=(("", ""), _BODY),
    nothing=frozenset(("NULL",)),
    me=(),
    never=frozenset(("abort", "exit", "_exit")),
    falls=True,
    values=True,
)
_CPP = Syntax(
    kinds={
        **_C_KINDS,
        "class_specifier": Kind.CLASS, "struct_specifier": Kind.TYPE, "field_declaration_list": Kind.BLOCK,
        "field_declaration": Kind.FIELD, "template_declaration": Kind.WRAP, "for_range_loop": Kind.EACH,
        "new_expression": Kind.NEW, "qualified_identifier": Kind.NAME, "template_function": Kind.NAME,
        "declaration_list": Kind.BLOCK, "co_yield_statement": Kind.YIELD, "co_return_statement": Kind.RETURN,
        "co_await_expression": Kind.AWAIT, "condition_clause": Kind.PAREN,
    },
    around=(("", ""), ("class A {", "\n};"), _BODY),
    nothing=frozenset(("NULL", "nullptr")),
    me=("this->",),
    never=frozenset(("abort", "exit", "std::abort", "std::exit", "std::terminate")),
    falls=True,
    values=True,
)  # fmt: skip

BRACED = {
    "javascript": _SCRIPT, "jsx": _SCRIPT, "typescript": _SCRIPT, "tsx": _SCRIPT, "java": _JAVA,
    "csharp": _CSHARP, "php": _PHP, "c": _C, "cpp": _CPP,
}  # fmt: skip
