"""The type of a section from its heading (PARSE's six buckets)."""

from __future__ import annotations

import re

from conspectus.domain.document import SectionKind
from conspectus.foundation.text.normalise import match_key

# In order: the first pattern that is found decides, so that "related work and discussion of methods" is
# related work, and "materials and methods" is not stopped by "results" further on.
_HEADINGS: tuple[tuple[SectionKind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        (
            SectionKind.ABSTRACT,
            r"^(?:structured |graphical |plain language |author )?"
            r"(?:abstract\b(?! (?:\w+ )?(?:reasoning|syntax|meaning|argumentation|concepts?|data|algebra))"
            r"|summary$)",
        ),
        (
            SectionKind.RELATED_WORK,
            r"\b(?:related (?:work|works|research|literature|studies)|literature review|"
            r"prior work|previous work|state of the art|background)\b",
        ),
        (SectionKind.INTRODUCTION, r"\b(?:introduction|motivation|objectives?|aims?)\b"),
        (
            SectionKind.EXPERIMENT,
            r"\b(?:results?|experiments?|experimental (?:results|setup|setting|evaluation)|"
            r"evaluations?|findings|case stud(?:y|ies)|ablations?)\b",
        ),
        (
            SectionKind.METHODOLOGY,
            r"\b(?:methods?|methodology|materials?|procedures?|patients|participants|"
            r"approach|proposed (?:method|model|approach|framework)|our (?:method|model|approach)|"
            r"(?:study )?design|data (?:collection|sources)|statistical analys[ie]s|model)\b",
        ),
        (
            SectionKind.DISCUSSION,
            r"\b(?:discussions?|conclusions?|concluding|limitations|future (?:work|directions)|"
            r"implications|interpretation|outlook)\b",
        ),
    )
)


def section_kind(heading: str) -> SectionKind | None:
    """Gives the kind that a heading names, or None if it names none.

    Headings of structured abstracts ("METHODS", "RESULTS") are typed too; their parent stays Abstract.
    """
    key = match_key(heading)
    if not key or len(key.split()) > 12:
        return None
    for kind, pattern in _HEADINGS:
        if pattern.search(key):
            return kind
    return None
