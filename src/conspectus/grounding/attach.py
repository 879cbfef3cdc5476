"""Turns the handles of a draft into citations of passages, and proves verbatim quotes.

A handle that names no evidence is removed and recorded; a sentence left without any citation although it had
handles is removed too, since nothing supports it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from conspectus.domain.cited_text import Citation, CitationMark, CitedSection, CitedSentence, CitedText, Verdict
from conspectus.domain.draft_text import parse_draft as parse_draft
from conspectus.domain.paper import Paper
from conspectus.domain.passage import Passage, resolve_passage
from conspectus.domain.tasks import DraftSentence, DraftText, EvidenceItem
from conspectus.foundation.errors import GroundingError
from conspectus.foundation.text.normalise import match_key

VERBATIM = "verbatim"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attached:
    """The cited text, the handles that named no evidence, and the sentences removed because nothing was left."""

    text: CitedText
    unknown_handles: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


def attach(
    draft: DraftText,
    evidence: Sequence[EvidenceItem],
    *,
    paper_of: Callable[[str], Paper | None] | None = None,
    heading: str = "",
    shown: bool = True,
) -> Attached:
    """Gives the draft as cited text over the evidence.

    Args:
        draft: What an engine wrote.
        evidence: What the handles stand for; a handle stands for one passage.
        paper_of: Finds a paper by id; when given, each cited quote is compared with the paper's own text.
        heading: The heading of the one section.
        shown: Whether parenthetical citations are printed; narrative ones are part of their sentences and always are.

    Raises:
        GroundingError: Two items share a handle, or a cited quote is not verbatim in the paper it names.
    """
    known: dict[str, Passage] = {}
    for item in evidence:
        if known.setdefault(item.handle, item.passage) != item.passage:
            raise GroundingError(f"The handle {item.handle} stands for two passages.")
    unknown: list[str] = []
    removed: list[str] = []
    sentences: list[CitedSentence] = []
    carried_opening = False
    for drafted in draft.sentences:
        unknown.extend(handle for handle in drafted.handles if handle not in known)
        opens = drafted.opens_paragraph or carried_opening
        if drafted.handles and not any(handle in known for handle in drafted.handles):
            removed.append("".join(part for part in drafted.parts if isinstance(part, str)).strip())
            carried_opening = opens
            continue
        sentences.append(_sentence(drafted, known, opens=opens, shown=shown))
        carried_opening = False
    text = CitedText(
        evidence=tuple(dict.fromkeys(known.values())),
        sections=(CitedSection(heading=heading, sentences=tuple(sentences)),),
    )
    if paper_of is not None:
        prove_quotes((c.passage for sentence in text.sentences() for c in sentence.citations), paper_of)
    return Attached(text=text, unknown_handles=tuple(dict.fromkeys(unknown)), removed=tuple(removed))


def prove_quotes(passages: Iterable[Passage], paper_of: Callable[[str], Paper | None]) -> None:
    """Checks that each passage's quote stands at its address in the text of the paper it names, to the letter.

    Raises:
        GroundingError: A paper, version or address does not exist, or the words differ.
    """
    for passage in dict.fromkeys(passages):
        paper = paper_of(passage.paper)
        if paper is None:
            raise GroundingError(f"{passage.id} is cited, but there is no such paper.")
        actual, _ = resolve_passage(paper, passage.version, passage.address)
        if actual.quote != passage.quote:
            raise GroundingError(f"The quote of {passage.id} is not what the paper says.")


def _sentence(drafted: DraftSentence, known: dict[str, Passage], *, opens: bool, shown: bool) -> CitedSentence:
    parts: list[str | CitationMark] = []
    bare = match_key("".join(part for part in drafted.parts if isinstance(part, str)))
    verbatim = False
    for part in drafted.parts:
        if isinstance(part, str):
            parts.append(part)
            continue
        citations = []
        for handle in dict.fromkeys(part.handles):
            if handle not in known:
                continue
            same = match_key(known[handle].quote) == bare
            verbatim = verbatim or same
            citations.append(
                Citation(
                    passage=known[handle],
                    mode=part.mode,
                    verdict=Verdict.SUPPORTED if same else Verdict.NOT_CHECKED,
                    score=1.0 if same else None,
                    shown=shown or part.mode == "narrative",
                )
            )
        if citations:
            parts.append(CitationMark(tuple(citations)))
    return CitedSentence(
        parts=tuple(parts),
        verdict=Verdict.SUPPORTED if verbatim else Verdict.NOT_CHECKED,
        score=1.0 if verbatim else None,
        reasons=(VERBATIM,) if verbatim else (),
        opens_paragraph=opens,
    )
