"""Turns the handles of a draft into citations of passages, and proves verbatim quotes.

A handle that names no evidence is removed and recorded; a sentence left without any citation although it had
handles is removed too, since nothing supports it. Text with printed citations ("[p7]") is taken apart first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from conspectus.domain.cited_text import Citation, CitationMark, CitedSection, CitedSentence, CitedText, Verdict
from conspectus.domain.paper import Paper
from conspectus.domain.passage import Passage, resolve_passage
from conspectus.domain.tasks import DraftSentence, DraftText, EvidenceItem, HandleMark
from conspectus.foundation.errors import GroundingError
from conspectus.foundation.text.normalise import match_key, one_line
from conspectus.foundation.text.sentences import split_sentences

_ONE = r"p\d+(?:\s*[-–]\s*p?\d+)?"
_GROUP = rf"\[{_ONE}(?:\s*(?:[,;]|,?\s*and|&)\s*{_ONE})*\]"
_HANDLES = re.compile(rf"\s*({_GROUP})")
_LATE_HANDLES = re.compile(rf"([.!?])([\"”’)]*)\s*((?:{_GROUP}\s*)+)(?![a-z\s])")
_RANGE = re.compile(r"p(\d+)(?:\s*[-–]\s*p?(\d+))?")
_WIDEST_RANGE = 50
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+", re.MULTILINE)
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
) -> Attached:
    """Gives the draft as cited text over the evidence.

    Args:
        draft: What an engine wrote.
        evidence: What the handles stand for; a handle stands for one passage.
        paper_of: Finds a paper by id; when given, each cited quote is compared with the paper's own text.
        heading: The heading of the one section.

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
        sentences.append(_sentence(drafted, known, opens=opens))
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


def parse_draft(text: str) -> DraftText:
    """Gives the draft of a text in the wire form, where sentences cite evidence as ``[p7]`` or ``[p7, p9]``.

    A handle in front of a verb at the head of a sentence is narrative; every other one is parenthetical. Only
    ``p`` with digits in brackets is a handle; other bracketed text stays as it is.
    """
    sentences = []
    for block in re.split(r"\n\s*\n", text.strip()):
        items = [one_line(item) for item in _BULLET.split(block) if item.strip()]
        for index, sentence in enumerate(part for item in items for part in _wire_sentences(item)):
            sentences.append(DraftSentence(parts=_wire_parts(sentence), opens_paragraph=index == 0))
    return DraftText(sentences=tuple(sentences))


def _wire_sentences(block: str) -> list[str]:
    """Splits before the sentence splitter can part a full stop from the handle behind it."""
    return split_sentences(_LATE_HANDLES.sub(r"\2 \3\1 ", block))


def _named_handles(group: str) -> tuple[str, ...]:
    """Gives the handles of a bracket, ranges written out ("[p1-p3]")."""
    handles: list[str] = []
    for found in _RANGE.finditer(group):
        first, last = int(found.group(1)), int(found.group(2) or found.group(1))
        last = last if first <= last < first + _WIDEST_RANGE else first
        handles.extend(f"p{number}" for number in range(first, last + 1))
    return tuple(dict.fromkeys(handles))


def _wire_parts(sentence: str) -> tuple[str | HandleMark, ...]:
    parts: list[str | HandleMark] = []
    last = 0
    for found in _HANDLES.finditer(sentence):
        handles = _named_handles(found.group(1))
        opens = not sentence[: found.start()].strip() and re.match(r"\s+[a-z]", sentence[found.end() :])
        before = sentence[last : found.start()]
        if before:
            parts.append(before if opens else before.rstrip() + " ")
        parts.append(HandleMark(handles, "narrative" if opens else "parenthetical"))
        last = found.end()
    if sentence[last:]:
        parts.append(re.sub(r"^\s+(?=[.,;:!?])", "", sentence[last:]))
    return tuple(parts)


def _sentence(drafted: DraftSentence, known: dict[str, Passage], *, opens: bool) -> CitedSentence:
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
