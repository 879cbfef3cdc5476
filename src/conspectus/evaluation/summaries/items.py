"""The nouns of a benchmark of summaries: a paper with a human summary, and what a method wrote of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from conspectus.domain.document import Document, Paragraph, Section, SectionKind, Sentence
from conspectus.domain.paper import Paper
from conspectus.domain.passage import Passage
from conspectus.domain.section_typing import section_kind
from conspectus.domain.tasks import EvidenceItem

Visible = Literal["full", "body"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryItem:
    """A paper to summarise: its text, what people wrote (one or several), and the budget in words.

    ``gold`` has for each aspect the addresses of the sentences that a person marked for it. ``sentences`` is how many
    sentences a summary of this set has, None if any number.
    """

    id: str
    title: str
    document: Document
    references: tuple[str, ...]
    words: int
    sentences: int | None = None
    gold: dict[str, frozenset[str]] = field(default_factory=dict)
    set_name: str = ""

    @property
    def paper(self) -> Paper:
        """The paper with this text alone."""
        return Paper(id=self.id, title=self.title, documents=(self.document,))

    def evidence(self) -> tuple[EvidenceItem, ...]:
        """The sentences of the text under handles, in order."""
        version = self.document.version
        return tuple(
            EvidenceItem(
                handle=f"p{number}",
                passage=Passage(
                    paper=self.id,
                    version=version,
                    address=place.address,
                    quote=self.document.text[place.start : place.end],
                ),
                heading=place.section.heading,
            )
            for number, place in enumerate(self.document.sentences(), 1)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryOutput:
    """What a method wrote: its sentences, and for each the addresses of the sentences that it rests on."""

    sentences: tuple[str, ...]
    evidence: tuple[tuple[str, ...], ...] = ()

    @property
    def text(self) -> str:
        """The summary."""
        return " ".join(self.sentences)

    def addresses(self) -> frozenset[str]:
        """All sentences that it rests on."""
        return frozenset(address for group in self.evidence for address in group)


class SummaryMethod(Protocol):
    """Summarises an item in at most ``words`` words; the same seed gives the same output."""

    def __call__(self, item: SummaryItem, words: int, seed: int, /) -> SummaryOutput:
        """Performs the method."""
        ...


def document_of(parts: list[tuple[str, list[str]]]) -> Document:
    """Gives the document of given sentences under headings, each sentence as it is given.

    Args:
        parts: Heading and sentences of each section; ones without a sentence are left out.
    """
    text = ""
    sections: list[Section] = []
    for heading, given in parts:
        begin = len(text)
        sentences: list[Sentence] = []
        for sentence in filter(None, map(str.strip, given)):
            sentences.append(Sentence(start=len(text), end=len(text) + len(sentence)))
            text += sentence + " "
        if not sentences:
            continue
        text = text.rstrip()
        paragraph = Paragraph(start=sentences[0].start, end=sentences[-1].end, sentences=tuple(sentences))
        kind = section_kind(heading) or SectionKind.COMMON
        sections.append(Section(start=begin, end=len(text), heading=heading, kind=kind, paragraphs=(paragraph,)))
        text += "\n\n"
    return Document(text=text.rstrip(), sections=tuple(sections))


def body_only(item: SummaryItem) -> SummaryItem:
    """Gives the item without its abstract; marked sentences of the abstract are no longer marked."""
    kept = [section for section in item.document.sections if section.kind is not SectionKind.ABSTRACT]
    if len(kept) == len(item.document.sections):
        return item
    text = item.document.text
    parts, old = [], []
    for number, section in enumerate(item.document.sections, 1):
        if section.kind is SectionKind.ABSTRACT:
            continue
        sentences = [s for paragraph in section.paragraphs for s in paragraph.sentences]
        parts.append((section.heading, [text[s.start : s.end] for s in sentences]))
        old += [f"s{number}.p1.t{place}" for place in range(1, len(sentences) + 1)]
    document = document_of(parts)
    new = dict(zip(old, (place.address for place in document.sentences()), strict=True))
    gold = {aspect: frozenset(new[a] for a in marked if a in new) for aspect, marked in item.gold.items()}
    return replace(item, document=document, gold=gold)
