"""What a section is about, offline: its keywords, and its own most central sentences as a summary."""

from __future__ import annotations

from collections.abc import Sequence

from conspectus.domain.document import Document, Place
from conspectus.domain.scientific_entities import SectionDescription
from conspectus.domain.structure_tasks import DescribeSectionRequest
from conspectus.engines.extractive.centrality import lexrank_scores
from conspectus.engines.extractive.section_keywords import section_keywords
from conspectus.foundation.text.normalise import one_line
from conspectus.foundation.text.tokens import count_words

_SHORTEST, _LONGEST = 6, 60  # words of a sentence that can stand in a summary
_MOST_SENTENCES = 120  # of a section; centrality takes the square of it
_EARLY = 1.25  # the worth of the first sentence of a paragraph


def describe_section(request: DescribeSectionRequest) -> SectionDescription:
    """Gives keywords and an extractive summary of a section with what is nested in it; captions do not count.

    A section with fewer words than the minimum gets no summary: the published graph holds nonsense for such.

    Raises:
        KeyError: There is no section at the address.
    """
    sentences = section_sentences(request.document, request.address)
    texts = [_text(request.document, place) for place in sentences]
    inside = {place.address for place in sentences}
    elsewhere = [_text(request.document, p) for p in request.document.sentences() if p.address not in inside]
    heading = request.document.at(request.address).section.heading
    worth = _centrality(texts)
    chosen: list[int] = []
    if sum(map(count_words, texts)) >= request.least_words:
        chosen = _central(sentences, texts, worth, request.summary_words)
    return SectionDescription(
        address=request.address,
        keywords=section_keywords(texts, most=request.keywords, heading=heading, elsewhere=elsewhere, worth=worth),
        summary=" ".join(texts[number] for number in chosen),
        summary_from=tuple(sentences[number].address for number in chosen),
    )


def section_sentences(document: Document, address: str) -> list[Place]:
    """Gives the sentences of the running text of a section and of what is nested in it.

    Raises:
        KeyError: There is no section at the address.
    """
    if document.at(address).kind != "section":
        raise KeyError(address)
    return [place for place in document.sentences() if place.address.startswith(address + ".")]


def _text(document: Document, place: Place) -> str:
    return one_line(document.text[place.start : place.end])


def _centrality(texts: Sequence[str]) -> list[float]:
    """How central each sentence is, 1 on average; what lies behind the most that are compared counts as average."""
    compared = texts[:_MOST_SENTENCES]
    scores = [float(score) * len(compared) for score in lexrank_scores(compared)]
    return scores + [1.0] * (len(texts) - len(compared))


def _central(sentences: Sequence[Place], texts: Sequence[str], worth: Sequence[float], words: int) -> list[int]:
    """The numbers of the most central sentences that fit into so many words, at least one, in order."""
    usable = [n for n, text in enumerate(texts) if _SHORTEST <= count_words(text) <= _LONGEST]
    weights = {n: worth[n] * (_EARLY if sentences[n].address.endswith(".t1") else 1.0) for n in usable}
    chosen: list[int] = []
    left = words
    for number in sorted(usable, key=lambda n: (-weights[n], n)):
        length = count_words(texts[number])
        if (not chosen or length <= left) and texts[number] not in [texts[n] for n in chosen]:
            chosen.append(number)
            left -= length
    return sorted(chosen)
