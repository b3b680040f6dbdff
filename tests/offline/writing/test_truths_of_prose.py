"""Kinds of falsehood outside the walk through code: terms, families, counts, messages, docstrings, openings."""

from __future__ import annotations

import pytest

from tasks.offline.prose_en_closing import failure
from tasks.offline.prose_en_contract import more_of_the_docs, taken_and_given
from tasks.offline.prose_en_counts import how_many
from tasks.offline.prose_en_docs import clause, sentences
from tasks.offline.prose_en_roles import role
from tasks.offline.prose_en_terms import definition
from tasks.offline.prose_voice import Voice, is_plural
from tasks.offline.prose_zh_words import deed
from tasks.offline.report_facts import MOST_SITES, MemberFact, RaiseFact, Remark, ReportFacts, Site, SymbolFacts
from tasks.offline.report_parse import parse_report
from tasks.offline.research_bodies import bodies_of
from tasks.offline.write_concepts import concept_of, is_circular
from tasks.offline.write_lessons import Lesson, takeaways
from tasks.offline.write_life import Stage, stage_of


def _class(name: str, doc: str = "", **more: object) -> SymbolFacts:
    return SymbolFacts(name, "class", "a.py", 1, 40, f"class {name}", doc, **more)  # type: ignore[arg-type]


def _method(name: str, signature: str, doc: str = "") -> SymbolFacts:
    return SymbolFacts(name, "method", "a.py", 5, 9, signature, doc)


@pytest.mark.parametrize(
    ("term", "words"),
    [
        ("parser", "the central parsing class Jinja uses"),
        ("literal", "a baseclass for literals"),
        ("lexer", "a class that implements a lexer for a given environment"),
        ("console", "an interactive console"),
    ],
)
def test_a_definition_that_repeats_its_term_is_known_as_such(term: str, words: str) -> None:
    """A term may not be defined by itself."""
    assert is_circular(term, words)
    assert not is_circular("frame", "holds compile time information")


def test_a_circular_term_is_told_by_what_goes_in_and_what_its_methods_do() -> None:
    """Constructor and methods stand in for an empty docstring; the source's own words are quoted after it."""
    parser = _class("Parser", "The central parsing class.")
    facts = ReportFacts(
        1,
        "t",
        symbols=(
            parser,
            _method("Parser.__init__", "def __init__(self, environment, source)"),
            _method("Parser.parse_tuple", "def parse_tuple(self)", "Parses a tuple of expressions."),
        ),
    )
    first, quoted = definition(concept_of("parser", parser, facts), Voice(1))
    assert first == (
        "A **parser** (`Parser`) is made from `environment` and `source`; "
        "its `parse_tuple` parses a tuple of expressions."
    )
    assert "“the central parsing class.”" in quoted


def test_a_term_named_after_a_function_says_what_it_takes_and_gives() -> None:
    """The signature makes the definition concrete."""
    found = SymbolFacts(
        "find_names",
        "function",
        "a.py",
        1,
        9,
        "def find_names(ast: Node) -> t.Iterator[t.Optional[str]]",
        "Find names.",
    )
    (said,) = definition(concept_of("names", found, ReportFacts(1, "t", symbols=(found,))), Voice(1))
    assert said.endswith("It takes `ast` and gives back `Iterator[Optional[str]]`.")
    assert taken_and_given(_method("A.b", "def b(self) -> Node")) == "gives back `Node`"


def test_subclasses_are_counted_over_all_definitions_of_the_files(reports: dict[int, str]) -> None:
    """A family is never smaller than the source has it, however few of its classes the report describes."""
    facts = parse_report(reports[2])
    (loaders,) = [one for one in facts.remarks if one.kind == "hierarchy" and one.symbol == "BaseLoader"]
    assert set(loaders.text.split(", ")) == {
        "FileSystemLoader",
        "PackageLoader",
        "DictLoader",
        "FunctionLoader",
        "PrefixLoader",
        "ChoiceLoader",
        "ModuleLoader",
    }


def test_a_full_list_of_callers_is_told_as_a_lower_bound() -> None:
    """A report names at most so many places of use; more may exist."""
    sites = [Site(f"f{n}", "a.py", n) for n in range(MOST_SITES)]
    assert how_many(sites) == "at least twelve"
    assert how_many(sites[:3]) == "three"


def test_a_message_cut_short_says_so() -> None:
    """A long message is cut between words and ends in an ellipsis, also where it is quoted."""
    text = "Unable to detect the type because a name is not available. " * 3
    body = bodies_of(f"def f(x):\n    if not x:\n        raise TypeError({text!r})\n")[1]
    (fact,) = body.raises
    assert fact.message.endswith(" …")
    assert fact.message.removesuffix(" …") in text
    assert failure(_method("f", "def f(x)"), fact, Voice(1)).endswith(" …”")


def test_a_docstring_about_something_else_is_no_deed_of_the_definition() -> None:
    """ "The WSGI specification requires ..." is not what the class does; "This function checks ..." is."""
    found = clause("The WSGI specification requires that all servers respect the close callback.")
    assert found is not None
    assert found.kind == "quote"
    told = clause("This function checks if an attribute is safe.")
    assert told is not None
    assert (told.kind, told.text) == ("verb", "checks if an attribute is safe")


def test_a_sentence_that_a_list_or_an_example_completes_is_left_out() -> None:
    """Half a sentence and a list item are not repeated as sentences."""
    assert sentences("Collect the rows. Then prefix all of them with::\n\n    a = 1\n") == ("Collect the rows.",)
    assert sentences("You get one of these:\n\n- a `NotFound` exception is raised.\n") == ()


def test_links_and_numbered_roles_read_as_words() -> None:
    """Markup of a docstring does not reach the reader: a link is its text, a PEP has its name."""
    (said,) = sentences("Parse it as `RFC 9110 <https://example.org/x>`__ and :pep:`3333` demand.")
    assert said == "Parse it as RFC 9110 and PEP 3333 demand."


def test_the_second_verb_of_a_docstring_is_conjugated() -> None:
    """ "Finds all names and assign them" becomes one grammar; "filter and test names" stays a noun."""
    found = clause("Find all filter and test names used in the template and assign them to variables.")
    assert found is not None
    assert found.text == "finds all filter and test names used in the template and assigns them to variables"


def test_an_exception_raised_in_several_places_is_not_led_back_to_one_test(
    english: object, reports: dict[int, str]
) -> None:
    """ "`E` straight out of `f` points to `test`" is told only where `f` raises `E` once."""
    many = SymbolFacts(
        "f",
        "function",
        "a.py",
        1,
        9,
        "def f(x)",
        raises=(RaiseFact("KeyError", 3, "x.a", "no value there"), RaiseFact("KeyError", 5, "x.b", "none here either")),
    )
    once = SymbolFacts("g", "function", "a.py", 11, 19, "def g(x)", raises=(RaiseFact("ValueError", 13, "x.c", "no"),))
    from tasks.offline.write_background import Background
    from tasks.offline.write_chapter_plan import ChapterOutline
    from tasks.offline.write_plan import ChapterPlan

    plan = ChapterPlan(
        1,
        "t",
        ReportFacts(1, "t", symbols=(many, once)),
        Background(ChapterOutline(), 1800),
        (),
        None,
        ((many, many.raises[0]), (once, once.raises[0])),
        (),
    )
    fails = [one for one in takeaways(plan) if one.lesson is Lesson.FAILS]
    assert [one.symbol.name for one in fails] == ["g"]


def test_the_first_word_of_a_method_tells_its_stage() -> None:
    """`visit_Extends` feeds nothing and `is_tuple_end` closes nothing; `close` does."""
    assert stage_of(_method("A.visit_Extends", "def visit_Extends(self)")) is Stage.WORK
    assert stage_of(_method("A.is_tuple_end", "def is_tuple_end(self)")) is Stage.WORK
    assert stage_of(_method("A.close", "def close(self)")) is Stage.CLOSE


def test_further_words_of_a_docstring_name_what_they_speak_of() -> None:
    """A paragraph that begins with a quotation says whose words they are."""
    symbol = _method("A.parse", "def parse(self)", "Parse it. Surrounding quotes are removed from the items.")
    (said,) = more_of_the_docs(symbol, Voice(1), 1, named=False)
    assert "`A.parse`" in said


def test_a_class_without_words_gets_a_role_that_says_something() -> None:
    """No class is "of its own name", nor "a symbols"."""
    members = (MemberFact("load", "method", 3, 4), MemberFact("find", "method", 5, 6))
    assert role((_class("Symbols", members=members),)) == "offers `load` and `find`"
    assert role((_class("Optimizer", bases=("NodeTransformer",)),)) == "a kind of `NodeTransformer`"
    quoted = role((_class("Iter", "The specification requires that all servers respect the close callback."),))
    assert quoted.startswith("“The specification")


def test_families_are_never_crowded_out_of_a_report(reports: dict[int, str]) -> None:
    """Comments are many; what stands below a class is told first."""
    kinds = [one.kind for one in parse_report(reports[2]).remarks]
    assert kinds[: kinds.count("hierarchy")] == ["hierarchy"] * kinds.count("hierarchy")
    assert isinstance(Remark("hierarchy", "a.py", 1, "B, C", "A"), Remark)


def test_inline_tags_of_other_languages_are_told_as_the_names_they_show() -> None:
    """Javadoc's links and XML documentation's references are names; their markup is no part of a sentence."""
    java = "<p>Use this builder for a {@link Gson} instance, see {@link #make(int) the factory} and {@code new Gson()}."
    assert sentences(java) == ("Use this builder for a `Gson` instance, see the factory and `new Gson()`.",)
    assert sentences('<summary>Reads what <see cref="T:Reader" /> holds.</summary>') == ("Reads what `Reader` holds.",)


def test_a_metaphor_of_several_has_no_article() -> None:
    """The article tells one from several: no "a field attributes is like"."""
    assert is_plural("field attributes")
    assert not any(map(is_plural, ("class", "status", "basis", "node")))


def test_how_a_thing_is_done_stands_before_the_verb_in_chinese() -> None:
    """`render_async` renders asynchronously; it does not render an "async"."""
    assert deed("Template.render_async") == "异步渲染"
    assert deed("load_template_async") == "异步加载模板"
    assert deed("load_template") == "加载模板"
