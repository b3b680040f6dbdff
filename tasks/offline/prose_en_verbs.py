"""English verbs of docstrings: their forms, and which of them stand in a row."""

from __future__ import annotations

_VERB_WORDS = """
abort accept access acquire add adjust allow analyze append apply assert assign attach await begin bind build
call cancel capitalize capture cast catch change check clean clear clone close collect combine compare compile
compute configure connect construct consume contain convert copy count create cut decide declare decode
decorate decrement define delete derive describe detect determine disable discard dispatch display do download
drop dump emit enable encode end ensure enter enumerate erase escape establish evaluate examine execute exit
expand expect export extend extract fetch fill filter find finalize finish fire fix flatten flush fold follow
force forget format forward freeze generate get give go group guess handle hash hide hold identify ignore
implement import include increment indent indicate infer inherit initialize insert inspect install instantiate
interpret invoke iterate join keep leave let limit link list listen load locate lock log look lookup make
manage map mark match merge modify move navigate normalize notify obtain open optimize order output override
pad parse pass patch perform pick pop populate prepare prepend print process produce propagate provide publish
pull push put query quote raise read rebuild receive record redirect reduce register release reload remove
rename render replace report represent request require reset resolve restore retrieve return reverse rewrite
round run save scan schedule search select send serialize set setup show shut sign simplify skip sleep slice
sort specify split start stop store stream strip submit subscribe substitute suggest switch take tear tell
terminate test throw toggle track transform translate traverse trigger trim truncate try turn undo unescape
unlock unpack unregister unset unwrap update upload use validate verify visit wait walk warn work wrap write yield
act behave conserve prefer hold represent belong serve keep mean rank
"""
VERBS = frozenset(_VERB_WORDS.split())
_SECOND_VERB_WORDS = """
return bind perform raise yield create remove convert ignore insert replace execute apply append become
"""
_OBJECTS = frozenset(("a", "an", "the", "it", "its", "them", "this", "that", "these", "those", "all", "each", "every"))
"""What follows a verb, but hardly ever a noun."""
_SECOND_VERBS = frozenset(_SECOND_VERB_WORDS.split())


def base_verb(text: str) -> str:
    """A clause in the third person with its verb in the base form: "parses a name" to "parse a name"."""
    first, _, rest = text.partition(" ")
    return f"{base_form(first)} {rest}".strip()


def third_person(verb: str) -> str:
    """`parse` to `parses`."""
    if verb in ("do", "go"):
        return verb + "es"
    if verb.endswith(("s", "sh", "ch", "x", "z")):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return "has" if verb == "have" else verb + "s"


def conjugated(words: list[str]) -> str:
    """A sentence that begins with a verb in its base form, in the third person: also the verbs after "and"."""
    rest = words[1:]
    out = [third_person(words[0].lower().rstrip(","))]
    if words[0].endswith(","):
        out[0] += ","
    for position, word in enumerate(rest):
        before = rest[position - 1].lower() if position else ""
        bare = word.lower().rstrip(",")
        near = position <= 2 and bare in VERBS
        after = rest[position + 1].lower() if position + 1 < len(rest) else ""
        verbal = bare in VERBS and after in _OBJECTS
        opens = before in ("and", "or", "then") and (near or verbal or bare in _SECOND_VERBS)
        opens = opens or (position == 0 and words[0].endswith(",") and bare in VERBS)
        out.append(third_person(bare) + word[len(bare) :] if opens else word)
    return " ".join(out)


def base_form(word: str) -> str:
    """`parses` to `parse`, where that gives a known verb."""
    if word.endswith("ies"):
        return word[:-3] + "y"
    for ending in ("es", "s"):
        if word.endswith(ending) and word[: -len(ending)] in VERBS:
            return word[: -len(ending)]
    return word
