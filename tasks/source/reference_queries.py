"""Where references stand in the trees of each language: @reference, and @namespace for what a file belongs to."""

from __future__ import annotations

_SCRIPT = """
(import_statement source: (_)) @reference
(export_statement source: (_)) @reference
((call_expression function: [(identifier) (import)] @_name) @reference (#any-of? @_name "require" "import"))
"""
_C = "(preproc_include) @reference"
REFERENCE_QUERIES: dict[str, str] = {
    **dict.fromkeys(("javascript", "jsx", "typescript", "tsx"), _SCRIPT),
    "go": "(import_spec) @reference (package_clause) @namespace",
    "rust": "(use_declaration) @reference (mod_item !body) @reference",
    "java": "(import_declaration) @reference (package_declaration) @namespace",
    "kotlin": "(import) @reference (package_header) @namespace",
    "c": _C,
    "cpp": _C,
    "csharp": """
        (using_directive) @reference
        [(namespace_declaration) (file_scoped_namespace_declaration)] @namespace
    """,
    "ruby": """
        ((call method: (identifier) @_name) @reference
         (#any-of? @_name "require" "require_relative" "load" "autoload"))
    """,
    "php": """
        [(namespace_use_declaration) (require_expression) (require_once_expression)
         (include_expression) (include_once_expression)] @reference
        (namespace_definition) @namespace
    """,
    "bash": """
        ((command name: (command_name) @_name) @reference (#any-of? @_name "source" "."))
    """,
    "swift": "(import_declaration) @reference",
}
