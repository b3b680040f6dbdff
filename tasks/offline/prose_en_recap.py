"""English for the end of a chapter: what to remember, and why the next chapter follows."""

from __future__ import annotations

from tasks.offline.prose_en_code import condition_words, error_words, value_words
from tasks.offline.prose_en_counts import how_many
from tasks.offline.prose_en_docs import clause_of
from tasks.offline.prose_voice import Voice, code, join, number, upper_first
from tasks.offline.write_lessons import Lesson, Takeaway, takeaways
from tasks.offline.write_plan import ChapterPlan


def recap(plan: ChapterPlan, voice: Voice) -> tuple[str, list[str], list[str]]:
    """H2, the takeaways, and the bridge."""
    main = plan.main
    name = code(main.name) if main is not None and main.name else plan.title
    title = voice.pick(
        "recaptitle",
        (f"Recap: what to keep of {name}", f"Recap: {name} in a few lines", f"Recap: what {name} stands for"),
    )
    items = [upper_first(said) for one in takeaways(plan) if (said := _item(one, voice))]
    return title, items or [f"The heart of this part is {name}."], bridge(plan, voice)


def _item(one: Takeaway, voice: Voice) -> str:
    name = code(one.symbol.name)
    if one.lesson is Lesson.EITHER and one.step is not None and one.fact is not None:
        value, error = value_words(one.step.value), error_words(one.fact)
        return voice.pick(
            "either",
            (
                f"{name} either gives you {value} or ends in {error}, never in silence.",
                f"whoever calls {name} gets {value}, or has to deal with {error}.",
            ),
        )
    if one.lesson is Lesson.ABSTRACT:
        brings = join([code(short) for short in one.names], "and")
        return voice.pick(
            "abstract",
            (
                f"{name} leaves {brings} open: each class below it has to bring its own.",
                f"to write another {name}, start with {brings}; the base only raises `NotImplementedError` there.",
            ),
        )
    if one.step is not None and one.lesson in (Lesson.TURNED, Lesson.SWALLOWED):
        caught = code(one.step.exception) if one.step.exception else "an error"
        if one.lesson is Lesson.SWALLOWED:
            return f"{caught} in the guarded lines of {name} leaves no trace."
        other = code(one.step.target)
        return f"{name} turns {caught} from its guarded lines into {other}, so look for the cause behind it."
    if one.lesson is Lesson.ALWAYS and one.step is not None:
        calls = join([code(called) for called in one.step.names], "and")
        verb = "run" if len(one.step.names) > 1 else "runs"
        return f"{calls} {verb} in {name} even after an exception."
    if one.lesson is Lesson.BUSY:
        callers = join([code(caller) for caller in one.names], "and")
        return f"{how_many(one.symbol.called_by)} definitions call {name}, {callers} among them: change it with care."
    if one.lesson is Lesson.FAMILY:
        rest = [f"{number(one.count - 3)} more"] if one.count > 3 else []
        shown = join([*(code(below) for below in one.names[:3]), *rest], "and")
        return voice.pick(
            "family",
            (
                f"what holds for {name} holds for {shown} as long as they do not override it.",
                f"{shown} start from {name}.",
            ),
        )
    if one.lesson is Lesson.FAILS and one.fact is not None:
        error, test = error_words(one.fact), code(one.fact.condition)
        return voice.pick(
            "fails",
            (f"{error} straight out of {name} points to {test}.", f"if {name} ends in {error}, look at {test} first."),
        )
    if one.lesson is Lesson.CHAIN:
        way = ", then to ".join(code(step) for step in one.names)
        return voice.pick(
            "chain", (f"a call of {name} goes on to {way}.", f"follow {name} and you come first to {way}.")
        )
    if one.lesson is Lesson.LAZY:
        return voice.pick(
            "lazy",
            (
                f"{name} is a generator: it does its work while somebody iterates, not when it is called.",
                f"a call of {name} alone does nothing yet; each value is made when it is asked for.",
                f"whoever calls {name} has to iterate over what comes back, or none of its lines run.",
            ),
        )
    if one.lesson is Lesson.SOON and one.step is not None and one.step.condition is not None:
        test, value = condition_words(one.step.condition), value_words(one.step.value)
        return voice.pick(
            "soon",
            (f"{name} gives {value} as soon as {test}.", f"for {name} the matter is settled when {test}: {value}."),
        )
    return _does(one, name, voice)


def _does(one: Takeaway, name: str, voice: Voice) -> str:
    told = clause_of(one.symbol, limit=130)
    if told is not None and told.kind == "verb":
        return voice.pick("does", (f"remember {name} as the place that {told.text}.", f"{told.text} - that is {name}."))
    if told is not None and told.kind == "noun":
        return f"when you read {name}, think of {told.text}."
    if len(one.symbol.called_by) > 1:
        callers = join([code(site.name) for site in one.symbol.called_by[:3]], "and")
        return f"behind {callers} stands {name}."
    return ""


def bridge(plan: ChapterPlan, voice: Voice) -> list[str]:
    """To the next chapter by its title; the last chapter closes the book's path."""
    following = plan.background.outline.following
    main = plan.main
    name = code(main.name) if main is not None and main.name else f"“{plan.title}”"
    told = clause_of(main, limit=100) if main is not None else None
    known = f"how {name} {told.text}" if told is not None and told.kind == "verb" else f"what {name} is made of"
    if following is None:
        return [
            voice.pick(
                "close",
                (
                    f"With {name} the path through the source ends; the code itself lies open now.",
                    f"{name} was the last stop on this road; the rest of the source can be read with the same eyes.",
                ),
            )
        ]
    link = f"[{following.title}](ch{following.number:02d}.md)"
    return [
        voice.pick(
            "bridge",
            (
                f"Now that we know {known}, we can go one step further: the next chapter is {link}.",
                f"Knowing {known} is half of the way; the other half begins in {link}.",
                f"So much for {name}. The ground is firm enough now for {link}.",
                f"We have seen {known}. The code that comes next in the book's path is that of {link}.",
                f"With {name} in hand, {link} will hold fewer surprises.",
            ),
        )
    ]
