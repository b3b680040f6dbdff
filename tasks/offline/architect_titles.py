"""What the chapters of a book are called: two to six words, what the part is, no word of weight twice in the book."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tasks.offline.architect_map import MappedFile
from tasks.offline.architect_subjects import Subject
from tasks.offline.lexicon import plural

_SOLO, _SECOND, _RELATED = 0.85, 0.18, 0.09
"""Shares of a chapter's lines: enough to name it alone, enough to be named, enough for one of the same family."""
_EDGES = "Around the edges: "
_EDGES_ZH = "边角："
_SMALL_WORDS = frozenset(("the", "a", "an", "and", "its", "of", "to", "from", "for", "in", "with", "without", "code"))


def titles(groups: Sequence[Sequence[MappedFile]], about: Mapping[str, Subject], chinese: bool) -> list[str]:
    """One title a chapter, all different; where a word would come again, the next best title is taken."""
    found: list[str] = []
    for number, group in enumerate(groups, start=1):
        candidates = _candidates(group, about, chinese)
        fresh = {title: _repeats(title, found) for title in candidates if title not in found}
        best = min(fresh, key=lambda title: fresh[title], default="")
        found.append(best or f"{candidates[0]} ({number})")
    return found


def short_names(groups: Sequence[Sequence[MappedFile]], about: Mapping[str, Subject], chinese: bool) -> list[str]:
    """The main subject of each chapter, as it stands inside a sentence."""
    told = [group for group in groups if not all(about[file.path].edge for file in group)] or groups
    mains = [_weighed(group, about)[0][0] for group in told]
    return [main.zh if chinese else main.short for main in mains]


def reserved_words(names: Sequence[str], number: int) -> frozenset[str]:
    """The words of weight, in the singular, that stand in the titles of other chapters than `number`."""
    others = " ".join(title for at, title in enumerate(names, start=1) if at != number)
    own = set(re.findall(r"[a-z]+", names[number - 1].lower()))
    words = set(re.findall(r"[a-z]{3,}", others.lower())) - own - _SMALL_WORDS
    return frozenset(word.removesuffix("s") for word in words) | words


def _weighed(group: Sequence[MappedFile], about: Mapping[str, Subject]) -> list[tuple[Subject, float]]:
    """The subjects of a chapter with their shares of its lines, the largest first."""
    total = sum(max(file.lines, 1) for file in group)
    edges = all(about[file.path].edge for file in group)
    sizes: dict[str, float] = {}
    by_key: dict[str, Subject] = {}
    for file in group:
        subject = about[file.path]
        if edges or not subject.edge:
            by_key.setdefault(subject.key, subject)
            sizes[subject.key] = sizes.get(subject.key, 0.0) + max(file.lines, 1) / total
    return [(by_key[key], sizes[key]) for key in sorted(sizes, key=lambda key: (-sizes[key], key))]


def _candidates(group: Sequence[MappedFile], about: Mapping[str, Subject], chinese: bool) -> list[str]:
    weighed = _weighed(group, about)
    if all(about[file.path].edge for file in group):
        named = [subject for subject, _ in weighed[:2]]
        joined = _joined(named, chinese)
        return [_EDGES_ZH + joined if chinese else _EDGES + joined[:1].lower() + joined[1:]]
    core = sum(share for _, share in weighed)
    main = weighed[0][0]
    alone = main.zh_long if chinese else main.long
    seconds = [
        subject
        for subject, share in weighed[1:5]
        if share >= (_RELATED if subject.family and subject.family == main.family else _SECOND) * core
        and _apart(main, subject)
        and " and " not in main.short + subject.short
    ]
    pairs = [_pair(main, second, chinese) for second in seconds]
    plain = main.zh if chinese else _capital(main.short)
    kin = bool(seconds) and seconds[0].family == main.family != ""
    if not pairs or (weighed[0][1] >= _SOLO * core and not kin):
        return [alone, *pairs, plain, *_by_class(group, main, chinese)]
    return [*pairs, alone, plain, *_by_class(group, main, chinese)]


def _pair(one: Subject, other: Subject, chinese: bool) -> str:
    """Two subjects in the order of their stages, the article said once."""
    return _joined(sorted((one, other), key=lambda subject: subject.stage), chinese)


def _joined(named: Sequence[Subject], chinese: bool) -> str:
    if chinese:
        return "与".join(subject.zh for subject in named).replace("与`", "与 `").replace("`与", "` 与")
    return _capital(" and ".join(subject.short for subject in named))


def _by_class(group: Sequence[MappedFile], main: Subject, chinese: bool) -> list[str]:
    """Titles that name the largest definition, for subjects that came before."""
    largest = max(
        (symbol for file in group for symbol in file.top if symbol.kind != "constant"),
        key=lambda symbol: symbol.lines,
        default=None,
    )
    if largest is None:
        return []
    return [f"{main.zh}：`{largest.name}`" if chinese else f"{_capital(main.short)}: `{largest.name}`"]


def _apart(one: Subject, other: Subject) -> bool:
    return not (_weighty(one.short) & _weighty(other.short)) and one.zh != other.zh


def _repeats(title: str, others: Sequence[str]) -> int:
    words = _weighty(title)
    return sum(len(words & _weighty(other)) for other in others)


def _weighty(title: str) -> set[str]:
    english = {plural(word) for word in re.findall(r"[a-z]{2,}", title.lower()) if word not in _SMALL_WORDS}
    return english | set(re.split(r"[与：、的]", re.sub(r"[a-z`\s]+", "", title.lower()))) - {""}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
