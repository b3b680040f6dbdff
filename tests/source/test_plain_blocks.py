"""The outline without a parser, for languages that have none here: fewer facts, none of them wrong."""

import pytest

from tasks.source.symbols import module_doc, plain_blocks

GO = """\
// Package x does it.
package x

// Foo does it.
func Foo(a int) error {
	if a > 0 { return errors.New("}") }
	return nil
}

type T struct {
	A int
}

func (t *T) bar() {}

const (
	A = 1
)
"""
C = """\
/* Copyright someone. */
/* Real doc. */
#include <x.h>
#define MAX(a, b) \\
   ((a) > (b))

static int
foo (int x)
{
  return '}';
}

int bar(void);
MODULE("x");

/** Doc of s. */
struct s {
  int a;
};

/* Does bar. */
int bar(void)
{
  while (1) {
  }
}
"""
TYPESCRIPT = """\
#!/usr/bin/env node
// The doc.
import x from './x.js'
export const foo = (a) => {
  return /["{]/.test(a)
}
const y = 3
export default class Foo extends Bar {
  a() {}
}
module.exports.z = function () { }
/**
 * Gen.
 * @param x
 */
export async function* gen(
  a,
  b,
) {
  yield 1
}
export type X = { a: string }
"""
RUST = """\
//! Crate doc.
#[derive(Debug)]
pub struct A<'a> {
    x: &'a str,
}
impl<'a> A<'a> {
    fn f() {}
}
/// Fn.
pub fn g() -> char { '{' }
fn h<T>()
where T: X,
{
}
"""
RUBY = """\
# The doc.
module Top
  class Inner
  end
end

# Says hi.
def hi(name)
  if name
    puts "hi"
  end
end
"""
SHELL = """\
#!/bin/sh
# Deploys it.
set -e
run() {
    echo "}"
}
function stop
{
    kill 1
}
"""
JAVA = """\
package a.b;

/**
 * A shape.
 */
@Entity
public final class Shape<T> extends Base {
    void draw() { }
}

interface Round { }
"""
LUA = """\
-- The doc.
local M = {}
function M.go(a)
  return a
end
local function own()
end
"""


@pytest.mark.parametrize(
    ("language", "text", "doc", "expected"),
    [
        ("go", GO, "Package x does it.", [("Foo", 5, 8), ("T", 10, 12), ("bar", 14, 14)]),
        ("c", C, "Real doc.", [("MAX", 4, 5), ("foo", 7, 11), ("s", 17, 19), ("bar", 22, 26)]),
        (
            "typescript",
            TYPESCRIPT,
            "The doc.",
            [("foo", 4, 6), ("y", 7, 7), ("Foo", 8, 10), ("z", 11, 11), ("gen", 16, 21), ("X", 22, 22)],
        ),
        ("rust", RUST, "Crate doc.", [("A", 2, 5), ("g", 10, 10), ("h", 11, 14)]),
        ("ruby", RUBY, "The doc.", [("Top", 2, 5), ("hi", 8, 12)]),
        ("bash", SHELL, "Deploys it.", [("run", 4, 6), ("stop", 7, 10)]),
        ("java", JAVA, "", [("Shape", 6, 9), ("Round", 11, 11)]),
        ("lua", LUA, "The doc.", [("M.go", 3, 5), ("own", 6, 7)]),
    ],
)
def test_top_level_definitions_with_their_lines(
    language: str, text: str, doc: str, expected: list[tuple[str, int, int]]
) -> None:
    """Names at column 0 with attributes above them, to the end of their block."""
    found = plain_blocks(text, language)
    assert [(one.name, one.start, one.end) for one in found] == expected
    assert {one.kind for one in found} == {"definition"}
    assert module_doc(text, language) == doc


def test_docs_and_visibility_follow_the_language() -> None:
    """The comment above is the doc; Go's capitals, Rust's pub, C's static decide who sees it."""
    go = {one.name: one for one in plain_blocks(GO, "go")}
    assert (go["Foo"].doc, go["Foo"].public, go["bar"].public) == ("Foo does it.", True, False)
    rust = {one.name: one for one in plain_blocks(RUST, "rust")}
    assert (rust["A"].doc, rust["g"].doc, rust["h"].public) == ("", "Fn.", False)
    c = {one.name: one for one in plain_blocks(C, "c")}
    assert (c["s"].doc, c["bar"].doc, c["foo"].public) == ("Doc of s.", "Does bar.", False)
    typescript = {one.name: one for one in plain_blocks(TYPESCRIPT, "typescript")}
    assert typescript["gen"].doc == "Gen.\n@param x"
    java = {one.name: one for one in plain_blocks(JAVA, "java")}
    assert java["Shape"].doc == "A shape."


def test_a_document_says_its_heading_and_unknown_text_nothing() -> None:
    """Prose has no definitions; its heading is what it says of itself."""
    assert module_doc("intro\n\n# The *Title* #\n", "markdown") == "The *Title*"
    assert plain_blocks("# Title\nfunction f() {}\n", "markdown") == ()
    assert module_doc("anything\n", "text") == ""


@pytest.mark.parametrize("language", ["c", "javascript", "rust", "ruby", "java", "bash", "go", "php", "swift"])
def test_hostile_text_costs_little_and_keeps_to_the_file(language: str) -> None:
    """Unbalanced and endless text yields ranges within the file, never overlapping."""
    text = "function f() {\nclass A {\nint f(void)\n{\nfn g( {\ndef x\nfunc F(\n" * 50 + "a " * 9000 + "(" * 3000 + "\n"
    text += "/* open\n" + "'" * 5000 + "\n"
    taken = 0
    for symbol in plain_blocks(text, language):
        assert taken < symbol.start <= symbol.end <= text.count("\n")
        taken = symbol.end
