"""The three sections as an engine drafted them, as cited text, with what is wrong with each."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from conspectus.domain.cited_text import CitedSection, CitedText
from conspectus.domain.paper import Paper
from conspectus.domain.tasks import DraftSentence, DraftText, EvidenceItem, HandleMark, TopicPageDraft
from conspectus.foundation.text.counting import counted
from conspectus.grounding.attach import attach

DEFINITION, MAIN, FUTURE = "Definition", "Main content", "Future directions"
DEFINITION_SENTENCES = (1, 2)
FUTURE_SENTENCES = (0, 1)
Status = Literal["found", "not_found", "too_short", "too_long"]
_BEFORE_STOP = re.compile(r"\s+(?=[.,;:!?)])")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSection:
    """How a section came out: its heading, status, and number of sentences."""

    heading: str
    status: Status
    sentences: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The page as cited text of three sections, of which any may be empty, their statuses, and what went wrong."""

    text: CitedText
    sections: tuple[PageSection, ...]
    warnings: tuple[str, ...]


def make_page(
    draft: TopicPageDraft,
    evidence: Sequence[EvidenceItem],
    *,
    sentences: tuple[int, int],
    paper_of: Callable[[str], Paper | None],
) -> Page:
    """Gives the page with every handle turned into a passage, and every quote proved.

    Args:
        draft: What an engine wrote.
        evidence: What the handles stand for.
        sentences: The least and the most sentences of the main content.
        paper_of: Finds a paper by id.

    Raises:
        GroundingError: A cited quote is not verbatim in the paper it names.
    """
    parts = (
        (DEFINITION, without_marks_inside(draft.definition), DEFINITION_SENTENCES, False),
        (MAIN, draft.main, sentences, True),
        (FUTURE, draft.future, FUTURE_SENTENCES, True),
    )
    warnings = list(draft.warnings)
    sections: list[PageSection] = []
    made: list[CitedSection] = []
    passages = tuple(dict.fromkeys(item.passage for item in evidence))
    for heading, text, bounds, shown in parts:
        attached = attach(text, evidence, paper_of=paper_of, heading=heading, shown=shown)
        section = attached.text.sections[0]
        made.append(section)
        status = _status(len(section.sentences), bounds, heading)
        sections.append(PageSection(heading=heading, status=status, sentences=len(section.sentences)))
        warnings.extend(f"{heading}: {warning}" for warning in text.warnings)
        if attached.unknown_handles:
            unknown = ", ".join(attached.unknown_handles)
            warnings.append(f"{heading}: citations of unknown evidence were removed: {unknown}.")
        warnings.extend(f"{heading}: a sentence without evidence was removed: {gone}" for gone in attached.removed)
        warnings.extend(_told(sections[-1], bounds))
        uncited = sum(1 for sentence in section.sentences if not sentence.citations)
        if uncited:
            warnings.append(f"{heading}: {counted(uncited, 'sentence cites', 'sentences cite')} nothing.")
    if any(mark.mode == "narrative" for s in draft.definition.sentences for mark in _marks(s)):
        warnings.append(f"{DEFINITION}: it names its source in the sentence; a definition stands for itself.")
    return Page(
        text=CitedText(evidence=passages, sections=tuple(made)),
        sections=tuple(sections),
        warnings=tuple(dict.fromkeys(warnings)),
    )


def without_marks_inside(draft: DraftText) -> DraftText:
    """Gives a draft whose marks stand behind their sentences, where they leave no gap when they are not printed.

    A narrative mark stays, since the sentence would lose its subject without it.
    """
    return replace(draft, sentences=tuple(map(_with_marks_behind, draft.sentences)))


def _with_marks_behind(sentence: DraftSentence) -> DraftSentence:
    if any(mark.mode == "narrative" for mark in _marks(sentence)):
        return sentence
    text = " ".join("".join(part for part in sentence.parts if isinstance(part, str)).split())
    handles = tuple(dict.fromkeys(sentence.handles))
    parts: tuple[str | HandleMark, ...] = (_BEFORE_STOP.sub("", text),)
    return replace(sentence, parts=(*parts, HandleMark(handles)) if handles else parts)


def _marks(sentence: DraftSentence) -> list[HandleMark]:
    return [part for part in sentence.parts if isinstance(part, HandleMark)]


def _status(count: int, bounds: tuple[int, int], heading: str) -> Status:
    if not count:
        return "not_found"
    if count < bounds[0]:
        return "too_short"
    return "too_long" if count > bounds[1] else "found"


def _told(section: PageSection, bounds: tuple[int, int]) -> list[str]:
    least, most = bounds
    if section.status == "not_found":
        reasons = {
            DEFINITION: "no sentence of the papers shown says what the topic is.",
            MAIN: "no sentence of the papers shown could be used.",
            FUTURE: "no recent paper of those shown names an open question.",
        }
        return [f"{section.heading}: {reasons[section.heading]}"]
    if section.status == "found":
        return []
    wanted = str(most) if least in (0, most) else f"{least} to {most}"
    return [f"{section.heading}: {counted(section.sentences, 'sentence')}, {wanted} were wanted."]
