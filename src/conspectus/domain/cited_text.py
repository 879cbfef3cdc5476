"""Text whose every citation is a passage, never a string.

A ``CitedText`` holds sentences made of words and citation marks. No name, year or number is printed in it:
``exporters/bibliography.py`` renders the marks in any CSL style. A text that cites something outside its
evidence cannot be made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from conspectus.domain.passage import Passage
from conspectus.foundation.errors import GroundingError

Mode = Literal["narrative", "parenthetical"]


class Verdict(Enum):
    """Whether a sentence is supported by what it cites."""

    SUPPORTED = "supported"
    PARTLY = "partly"
    UNSUPPORTED = "unsupported"
    CONTRADICTED = "contradicted"
    NOT_CHECKABLE = "not_checkable"
    NOT_CHECKED = "not_checked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A passage cited in a mode, with the verdict on this citation and its score in [0, 1] or None.

    A narrative citation names the authors in the sentence ("Smith et al. [3] propose"), a parenthetical
    one stands behind a claim ("… improves recall [3]"). One that is not ``shown`` prints nothing, and readers open
    it from its sentence.
    """

    passage: Passage
    mode: Mode = "parenthetical"
    verdict: Verdict = Verdict.NOT_CHECKED
    score: float | None = None
    shown: bool = True


@dataclass(frozen=True, slots=True)
class CitationMark:
    """A place in a sentence where one or more citations of one mode stand, all shown or none."""

    citations: tuple[Citation, ...]

    @property
    def mode(self) -> Mode:
        """The mode of the mark's citations."""
        return self.citations[0].mode

    @property
    def shown(self) -> bool:
        """Whether the mark is printed."""
        return self.citations[0].shown


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedSentence:
    """A sentence as words and citation marks in order.

    ``parts`` join without separators: the words carry their own spaces. ``reasons`` explain the verdict;
    ``opens_paragraph`` marks the first sentence of a paragraph.
    """

    parts: tuple[str | CitationMark, ...]
    verdict: Verdict = Verdict.NOT_CHECKED
    score: float | None = None
    reasons: tuple[str, ...] = ()
    opens_paragraph: bool = False

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The citations in order of appearance."""
        return tuple(c for part in self.parts if isinstance(part, CitationMark) for c in part.citations)

    @property
    def bare_text(self) -> str:
        """The words without any mark."""
        return " ".join("".join(part for part in self.parts if isinstance(part, str)).split())


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedSection:
    """A heading, possibly empty, and its sentences."""

    heading: str = ""
    sentences: tuple[CitedSentence, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedText:
    """Sections of cited sentences over a fixed evidence.

    Raises:
        GroundingError: A sentence cites a passage that is not in the evidence, or a mark is empty or of
            mixed modes.
    """

    evidence: tuple[Passage, ...]
    sections: tuple[CitedSection, ...] = ()

    def __post_init__(self) -> None:
        known = {(passage.id, passage.quote) for passage in self.evidence}
        for sentence in self.sentences():
            for part in sentence.parts:
                if isinstance(part, str):
                    continue
                if not part.citations or len({(cited.mode, cited.shown) for cited in part.citations}) != 1:
                    raise GroundingError("A citation mark holds one or more citations of one mode, shown or not.")
                for citation in part.citations:
                    if (citation.passage.id, citation.passage.quote) not in known:
                        raise GroundingError(f"{citation.passage.id} is cited but is not among the evidence.")

    def sentences(self) -> Iterator[CitedSentence]:
        """Yields every sentence in order."""
        for section in self.sections:
            yield from section.sentences

    def cited_papers(self) -> tuple[str, ...]:
        """Gives the ids of the papers cited, in order of first appearance; those only cited unseen come last."""
        cited = [citation for sentence in self.sentences() for citation in sentence.citations]
        return tuple(dict.fromkeys(c.passage.paper for c in sorted(cited, key=lambda c: not c.shown)))
