"""Definitions in texts that a grammar cannot read as they stand: macros, branches, heads it does not know."""

from __future__ import annotations

import pytest

from tasks.source.file_facts import facts_of
from tasks.source.preprocessor import without_macros, without_torn_branches
from tasks.source.symbols import Symbol, symbols_of


def found_in(text: str, language: str) -> list[str]:
    return [f"{one.kind} {one.qualified_name} {one.start}-{one.end}" for one in symbols_of(text, language)]


def named(text: str, language: str) -> dict[str, Symbol]:
    return {one.qualified_name: one for one in reversed(symbols_of(text, language))}


ANNOTATED = """\
namespace leveldb {
struct LEVELDB_EXPORT Options {
  bool sync = false;
  union { int a; float b; };
  enum { kMax = 12 };
};
class LOCKABLE Mutex {
 public:
  // Waits for it.
  void Wait() EXCLUSIVE_LOCKS_REQUIRED(mu_) LOCKS(a(b));
  int value GUARDED_BY(mu_);
};
LIBRARY_NAMESPACE_BEGIN
/// Reads it.
LIBRARY_NODISCARD
static bool parse(int at);
}
"""


def test_macros_where_the_language_has_nothing_hide_no_definition() -> None:
    """In the head of a type, behind a member, before a function, on a line of their own."""
    assert found_in(ANNOTATED, "cpp") == [
        "struct Options 2-6", "attribute Options.sync 3-3", "attribute Options.a 4-4", "attribute Options.b 4-4",
        "attribute Options.kMax 5-5", "class Mutex 7-12", "method Mutex.Wait 10-10", "attribute Mutex.value 11-11",
        "function parse 16-16",
    ]  # fmt: skip
    symbols = named(ANNOTATED, "cpp")
    assert symbols["Options"].signature == "struct LEVELDB_EXPORT Options"
    assert symbols["Mutex.Wait"].doc == "Waits for it."
    assert symbols["parse"].doc == "Reads it."


def test_a_branch_within_a_statement_hides_nothing_of_the_file() -> None:
    """`#if` between a name and its value, or between a parameter list and a body."""
    text = """\
bool opt =
#ifdef DEBUG
    true
#else
    false
#endif
    ;
struct Limiter {
  Limiter(int most)
#if !defined(NDEBUG)
      : most_(most)
#endif
  {
  }
  int most_;
};
int last(void) { return 1; }
"""
    assert found_in(text, "cpp") == [
        "variable opt 1-7", "struct Limiter 8-16", "method Limiter.Limiter 9-14", "attribute Limiter.most_ 15-15",
        "function last 17-17",
    ]  # fmt: skip


def test_csharp_declares_operators_indexers_and_records_also_between_branches() -> None:
    """`#if` before a base or among attributes is no part of a name or a signature."""
    text = """\
#if HAVE_ASYNC
public abstract partial class Reader
#if HAVE_DISPOSABLE
    : IAsyncDisposable
#endif
{
#if DEBUG
    [Obsolete]
#endif
    public const int Max = 3;
    public static Reader operator +(Reader a, Reader b) => a;
    public static explicit operator int(Reader a) { return 1; }
    public int this[int at] => at;
}
public record struct Point(int X);
#endif
"""
    assert found_in(text, "csharp") == [
        "class Reader 2-14", "constant Reader.Max 7-10", "method Reader.operator + 11-11",
        "method Reader.operator int 12-12", "property Reader.this[] 13-13", "struct Point 15-15",
    ]  # fmt: skip
    assert named(text, "csharp")["Reader.Max"].signature == "public const int Max = 3"


def test_members_of_an_extension_block_belong_to_the_type_that_it_extends() -> None:
    """C# 14: also of a generic type and of one that is a keyword; what merely is called so is a method."""
    text = """\
public static partial class More
{
    extension(Sure)
    {
        /// Whether it is.
        public static void IsTrue(bool one) => Do(one);
        public static int Count { get; }
    }
    extension<T>(IEnumerable<T> items) where T : class
    {
        public bool IsEmpty => !items.Any();
    }
    extension(string? one) { public bool IsBlank() => true; }
    public static void extension(Sure one) { Do(one); }
}
"""
    assert found_in(text, "csharp") == [
        "class More 1-15", "method Sure.IsTrue 6-6", "property Sure.Count 7-7", "property IEnumerable.IsEmpty 11-11",
        "method string.IsBlank 13-13", "method More.extension 14-14",
    ]  # fmt: skip
    assert named(text, "csharp")["Sure.IsTrue"].doc == "Whether it is."


def test_what_is_made_blank_keeps_every_byte_at_its_place() -> None:
    """A tree of the other spelling is a tree of the text; directives stay as they are."""
    text = 'X_BEGIN("ä")\n#define A_B(x) C_D(x)\nint é() NOT_NULL(2);\n#if A\nä\n#else\nö\n#endif\n'
    spelt = without_macros(text)
    assert spelt.split("\n")[:3] == [" " * 13, "#define A_B(x) C_D(x)", "int é()            ;"]
    kept = without_torn_branches(spelt, [5])
    assert len(kept.encode()) == len(text.encode())
    assert "ä" in kept
    assert "ö" not in kept


def test_a_specialisation_is_named_by_its_template() -> None:
    """What it is specialised for is no name, however many colons and operators stand in it."""
    text = """\
template <typename T> struct has<T, decltype(::operator<<(std::declval<T>()))> : std::true_type { int q; };
template <> struct hash<ns::Foo> { size_t operator()(const ns::Foo& f) const noexcept; };
template <typename T> bool Box<std::vector<T>>::full() const { return true; }
"""
    assert [one.qualified_name for one in symbols_of(text, "cpp")] == [
        "has", "has.q", "hash", "hash.operator()", "Box.full",
    ]  # fmt: skip


def test_a_friend_with_a_body_is_defined_where_it_stands() -> None:
    """`friend` before a whole function; a friend that is only named defines nothing."""
    text = "struct A {\n  friend class B;\n  friend void swap(A& a, A& b) noexcept {\n  }\n  friend int f(A);\n};\n"
    assert found_in(text, "cpp") == ["struct A 1-6", "method A.swap 3-4"]


def test_enumerators_without_a_type_are_constants() -> None:
    """`enum { A }` names no type, and its members are used by their own name."""
    assert sorted(found_in("enum { A = 1, B };\nstatic enum { C } state;\n", "c")) == [
        "constant A 1-1", "constant B 1-1", "constant C 2-2", "variable state 2-2",
    ]  # fmt: skip


def test_a_function_whose_end_is_missed_does_not_swallow_the_next() -> None:
    """A pattern that the grammar of shells does not know opens a bracket that nothing closes."""
    text = """\
first() {
    list="${list%%]*}"
    echo "$(printf "error: %s" "$list")"
}
second() {
    list="${list%%]*}"
    echo "$(printf "error: %s" "$list")"
}
####################  Private functions below ##################################
"""
    assert [line.split()[1:] for line in found_in(text, "bash")] == [["first", "1-4"], ["second", "5-8"]]


def test_a_table_made_by_macros_swallows_no_function() -> None:
    """The grammar takes the brace of a macro for a block that holds the rest of the file."""
    text = """\
static const struct node nodes[] = {
#define OP(mtx) {NAME(#mtx), CHILD(named, stats_##mtx)},
ALL_MUTEXES
#undef OP
};

static int
first(int a) {
	return a;
}

void second(void) {
}
"""
    assert found_in(text, "c")[-2:] == ["function first 7-10", "function second 12-13"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("#include <stdint.h>\nint f(void);\n", "c"),
        ("/* a class of its own, std: no */\nstruct a { int b; };\n", "c"),
        ("#include <string>\nint f();\n", "cpp"),
        ("namespace a {\nclass B;\n}\n", "cpp"),
        ("template <typename T>\nT f(T t);\n", "cpp"),
        ("#import <Foundation/Foundation.h>\n@interface A : NSObject\n@end\n", "objectivec"),
    ],
)
def test_a_header_is_of_the_language_that_it_holds(text: str, language: str) -> None:
    """`.h` says C, C++ or Objective-C: the text decides, as on GitHub."""
    facts = facts_of("include/a.h", text.encode())
    assert not isinstance(facts, str)
    assert facts.language == language
