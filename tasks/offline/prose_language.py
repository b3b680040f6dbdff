"""What a language must be able to say; one module family a language (`prose_en`, `prose_zh`) provides it.

Every method gives sentences of running text. Facts come from the plan alone, so nothing can be said that
the report does not hold. `detail` is 0 to 3: how much may be said about one stop.
"""

from __future__ import annotations

from typing import Protocol

from tasks.offline.prose_voice import Voice
from tasks.offline.report_facts import RaiseFact, SymbolFacts
from tasks.offline.write_diagram import Diagram
from tasks.offline.write_opening import Opening
from tasks.offline.write_plan import ChapterPlan
from tasks.offline.write_stops import Section, Stop


class Prose(Protocol):
    """One language."""

    @property
    def width(self) -> int:
        """Characters a source line (PROTOCOL 7: five lines a paragraph)."""

    @property
    def space(self) -> str:
        """What stands between two sentences."""

    def tidy(self, sentence: str) -> str:
        """The spacing of the language, applied to every sentence before it is wrapped."""

    def hook(self, plan: ChapterPlan, voice: Voice) -> Opening:
        """The opening: a scene, sentences to fill up its length, and the question that the chapter answers."""

    def section_title(self, section: Section, plan: ChapterPlan, position: int) -> str:
        """The H2 of a body section."""

    def section_opening(self, section: Section, plan: ChapterPlan, voice: Voice, detail: int) -> list[str]:
        """What the section is about; defines its terms in bold."""

    def before(self, stop: Stop, plan: ChapterPlan, voice: Voice, detail: int) -> list[str]:
        """Introduces a stop and leads to its quote."""

    def walk(self, stop: Stop, plan: ChapterPlan, voice: Voice, steps: int) -> list[str]:
        """Goes through the quoted lines."""

    def after(self, stop: Stop, plan: ChapterPlan, voice: Voice, detail: int) -> list[str]:
        """Consequences: reasons that comments give, callers, failures."""

    def asides(self, section: Section, voice: Voice) -> list[str]:
        """A sentence for each smaller definition that the section passes by."""

    def parting(self, stop: Stop, voice: Voice) -> str:
        """One sentence after a quote that ends a section and has nothing to explain."""

    def metaphor(self, plan: ChapterPlan) -> str:
        """The metaphor line (conventions), "" for none."""

    def diagram(self, plan: ChapterPlan, picture: Diagram, voice: Voice) -> list[str]:
        """Leads to a diagram of calls or of inheritance and says what to see in it."""

    def failures(self, plan: ChapterPlan, voice: Voice) -> tuple[str, list[str], list[str]]:
        """H2, opening sentences and list items about what goes wrong."""

    def table(self, plan: ChapterPlan, voice: Voice) -> tuple[str, list[str], tuple[str, str, str]]:
        """H2, opening sentences and the column titles of the reference table."""

    def role(self, row: tuple[SymbolFacts, ...]) -> str:
        """What the definitions of one row are for, in one line."""

    def failure(self, symbol: SymbolFacts, fact: RaiseFact, voice: Voice) -> str:
        """Where and when a definition raises, in one sentence."""

    def callers(self, symbol: SymbolFacts, voice: Voice) -> str:
        """Who calls a definition, in one sentence."""

    def meaning(self, symbol: SymbolFacts, voice: Voice) -> str:
        """What a definition is or does, in one sentence."""

    def recap(self, plan: ChapterPlan, voice: Voice) -> tuple[str, list[str], list[str]]:
        """H2, list items, and the bridge to the next chapter."""
