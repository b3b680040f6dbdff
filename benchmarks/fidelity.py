"""`make bench-fidelity`: errors planted into produced chapters, and how many of them the checks find.

Chapters over real packages of six languages (`fidelity_books`) get errors of more than thirty kinds and true
sentences as controls (`planting*`, which import nothing of ours); then the checks of the whole book look at them.
An error is found when a finding stands at its line; a finding where nothing was planted, or at a control, is a
false alarm. Exit code 1 where a goal is missed.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.fidelity_books import PACKAGES, Package, prepare  # noqa: E402
from benchmarks.planting import Garden, Truth  # noqa: E402
from benchmarks.planting_kinds import KINDS  # noqa: E402
from benchmarks.planting_sentences import (  # noqa: E402
    class_errors,
    import_errors,
    key_errors,
    plant_memory_errors,
    plant_sentences,
    plant_translations,
    signature_errors,
)
from benchmarks.planting_wordings import class_errors_in_words, function_errors, place_errors  # noqa: E402
from memory_schema.book import load_book  # noqa: E402
from memory_schema.findings import Finding, Severity  # noqa: E402
from memory_schema.selection import Selector  # noqa: E402
from memory_schema.workspace import Workspace  # noqa: E402
from tasks.checks.audit import audit_book  # noqa: E402
from tasks.checks.result import line_of  # noqa: E402
from tasks.checks.source_index import index_of  # noqa: E402
from tasks.source.book_source import view_of_book  # noqa: E402

FOUND_GOAL, FALSE_GOAL, LEAST_ERRORS, LEAST_KINDS = 0.99, 0.01, 1_000, 12
SEEDS = 3
SENTENCES = 5
_PARTS = 3
"""Rounds into which the kinds are divided, since a report lists a bounded number of findings."""
_CONSEQUENCES = ("does not link to chapter", "code without a place that stands nowhere")
"""What rightly follows from a planted link or example, and is neither its discovery nor an alarm."""
_NEAR = 1
"""Lines by which a finding may stand beside its error: a sentence may begin on the line before."""


@dataclass
class Tally:
    """What became of the errors of all rounds."""

    planted: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    controls: Counter[str] = field(default_factory=Counter)
    false_controls: Counter[str] = field(default_factory=Counter)
    severities: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    missed: list[str] = field(default_factory=list)
    alarms: list[str] = field(default_factory=list)
    clean_alarms: Counter[str] = field(default_factory=Counter)
    clean_statements: int = 0
    languages: set[str] = field(default_factory=set)
    seconds: float = 0.0


class Judge:
    """The checks of one book, ready to look at any version of its chapters."""

    def __init__(self, book: Path) -> None:
        selector = Selector(Workspace(book))
        self._outline = selector.outline()
        self._memory = selector.view(self._outline.chapters[-1].number + 1)
        self._index = index_of(view_of_book(book, load_book(book)))
        files = sorted((book / "output" / "chapters" / "final").glob("ch*-final.md"))
        self.finals = {int(file.name[2:4]): file.read_text(encoding="utf-8") for file in files}

    def findings(self, texts: dict[int, str]) -> tuple[dict[tuple[int, int], list[Finding]], int]:
        """Findings by (chapter, line), and how many statements were looked at. One chapter at a time would miss
        what chapters say to each other, so the audit of the book is asked."""
        audit = audit_book(texts, self._index, self._outline, self._memory)
        found: dict[tuple[int, int], list[Finding]] = defaultdict(list)
        for finding in (*audit.fidelity.findings, *audit.consistency.findings):
            number = int(finding.place.removeprefix("chapter ").partition(",")[0]) if "chapter" in finding.place else 0
            found[number, line_of(finding)].append(finding)
        wrong = ("exact", "elided", "mismatches", "wrong places", "unknown names", "variants")
        counts = {**audit.fidelity.counts, **{f"c {noun}": n for noun, n in audit.consistency.counts.items()}}
        return found, sum(number for noun, number in counts.items() if noun.removeprefix("c ") not in wrong)


def main() -> int:
    """Write or reuse the books, plant, judge, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "bench-fidelity")
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    tally = Tally()
    for package in PACKAGES:
        book, source = prepare(package, options.build)
        began = time.process_time()
        judge = Judge(book)
        clean, statements = judge.findings(judge.finals)
        tally.clean_statements += statements
        for (number, line), ones in clean.items():
            for one in ones:
                tally.clean_alarms[one.severity.value] += 1
                tally.alarms.append(f"{package.book_label} ch{number:02d}:{line} {one.severity.value}: {one.problem}")
        for seed in range(options.seeds):
            for part in range(_PARTS):
                _round(tally, package, judge, Truth.read(source), clean, (seed, part))
        tally.languages.add(package.language)
        tally.seconds += time.process_time() - began
    return _report(tally, as_json=options.json)


def _round(
    tally: Tally,
    package: Package,
    judge: Judge,
    truth: Truth,
    clean: dict[tuple[int, int], list[Finding]],
    round_: tuple[int, int],
) -> None:
    seed, part = round_
    garden = Garden(judge.finals, truth, seed)
    rng = random.Random(seed)
    kinds = list(KINDS)[part::_PARTS]
    for number in judge.finals:
        for name in rng.sample(kinds, len(kinds)):
            garden.plant(name, KINDS[name], number)
    if part == 0:
        plant_memory_errors(garden, rng)
        plant_translations(garden, rng, SENTENCES)
    elif part == 1:
        plant_sentences(garden, rng, key_errors(rng, truth), SENTENCES)
        plant_sentences(garden, rng, place_errors(rng, truth), SENTENCES)
        if package.language == "Python":
            plant_sentences(garden, rng, import_errors(rng, truth, Path(package.inside).name), SENTENCES)
            plant_sentences(garden, rng, function_errors(rng, truth), SENTENCES)
            plant_sentences(garden, rng, class_errors_in_words(rng, truth), SENTENCES)
    elif package.language == "Python":
        plant_sentences(garden, rng, signature_errors(rng, truth), SENTENCES)
        plant_sentences(garden, rng, class_errors(rng, truth), SENTENCES)
    found, _ = judge.findings(garden.texts())
    known = Counter((one.by, one.quote, one.problem) for ones in clean.values() for one in ones)
    credited: set[int] = set()
    marks = garden.marks()
    for (number, line), ones in found.items():
        at = next((marks[number, line + off] for off in (0, _NEAR, -_NEAR) if (number, line + off) in marks), None)
        for one in ones:
            if at is not None:
                credited.update(at)
                for plant in at:
                    tally.severities[garden.plants[plant].kind][one.severity.value] += 1
            elif any(words in one.problem for words in _CONSEQUENCES):
                continue
            elif known[one.by, one.quote, one.problem]:
                known[one.by, one.quote, one.problem] -= 1
            else:
                tally.alarms.append(
                    f"{package.book_label} ch{number:02d}:{line} seed {seed}: {one.problem} | {one.quote}"
                )
                tally.clean_alarms["beside a plant"] += 1
    for at_plant, planted in enumerate(garden.plants):
        if planted.is_true:
            tally.controls[planted.kind] += 1
            if at_plant in credited:
                tally.false_controls[planted.kind] += 1
                tally.alarms.append(f"{package.book_label} control, {planted.kind}: {planted.after}")
            continue
        tally.planted[planted.kind] += 1
        if at_plant in credited:
            tally.found[planted.kind] += 1
        else:
            change = f"{planted.before[:70]} -> {planted.after[:70]}"
            tally.missed.append(f"{package.book_label} ch{planted.chapter:02d} seed {seed}, {planted.kind}: {change}")


def _report(tally: Tally, *, as_json: bool) -> int:
    planted, found = sum(tally.planted.values()), sum(tally.found.values())
    false = sum(tally.clean_alarms[one.value] for one in Severity) + sum(tally.false_controls.values())
    looked = tally.clean_statements + sum(tally.controls.values())
    met = (
        planted >= LEAST_ERRORS
        and len(tally.planted) >= LEAST_KINDS
        and found >= FOUND_GOAL * planted
        and false <= FALSE_GOAL * looked
    )
    if as_json:
        kinds = {
            kind: {"planted": number, "found": tally.found[kind]} for kind, number in sorted(tally.planted.items())
        }
        figures = {"kinds": kinds, "missed": tally.missed, "alarms": tally.alarms, "looked": looked, "met": met}
        print(json.dumps(figures, indent=1, ensure_ascii=False))
        return 0 if met else 1
    print(f"{'kind':<48}{'planted':>8}{'found':>7}{'missed':>8}{'false alarms':>14}   as")
    for kind, number in sorted(tally.planted.items()):
        worst = next((one.value for one in Severity if tally.severities[kind][one.value]), "-")
        controls = f"{tally.false_controls[kind]} of {tally.controls[kind]}" if tally.controls[kind] else ""
        print(f"{kind:<48}{number:>8}{tally.found[kind]:>7}{number - tally.found[kind]:>8}{controls:>14}   {worst}")
    print(f"{'all':<48}{planted:>8}{found:>7}{planted - found:>8}")
    for title, rows in (("missed", tally.missed), ("false alarms and alarms beside a plant", tally.alarms)):
        print(f"\n{title}: {len(rows)}")
        print("\n".join(f"  {row}" for row in rows[:60]))
    print(f"\nlanguages: {', '.join(sorted(tally.languages))}; {tally.seconds:.0f} s of processor time")
    print(
        f"found {found / max(1, planted):.2%} of {planted} errors of {len(tally.planted)} kinds (goal {FOUND_GOAL:.0%})"
    )
    print(f"false alarms {false} in {looked} statements: {false / max(1, looked):.2%} (goal at most {FALSE_GOAL:.0%})")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
