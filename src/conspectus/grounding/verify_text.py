"""Gives every sentence and citation of a text its verdict, and leaves every word as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from conspectus.domain.cited_text import Citation, CitationMark, CitedSentence, CitedText, Verdict
from conspectus.domain.paper import Paper
from conspectus.foundation.text.tokens import count_words
from conspectus.grounding.model_scoring import SupportModel
from conspectus.grounding.support import Support
from conspectus.grounding.verify import verify_sentence
from conspectus.grounding.words import WordWeight

PaperOf = Callable[[str], Paper | None]
_SETTLED = frozenset({Verdict.SUPPORTED})
# A clause is judged by itself from so many words.
_LEAST_CLAUSE = 5
_KEPT_BY_SENTENCE = frozenset({Verdict.SUPPORTED, Verdict.PARTLY})


def verify_text(
    text: CitedText,
    *,
    paper_of: PaperOf | None = None,
    statistics: WordWeight | None = None,
    model: SupportModel | None = None,
) -> CitedText:
    """Gives the text with a verdict, score and reasons on each sentence, and a verdict and score on each citation.

    What is proved verbatim stays as it is. A sentence rests on all that it cites, a citation is held to the clause that
    its mark belongs to. A citation whose passage holds only a part of it is "partly" where the sentence is supported by
    its citations together. A sentence that cites nothing cannot be checked.

    Args:
        text: Cited text.
        paper_of: Finds a paper by id: the names, authors and years in its title and record are known to the reader.
        statistics: How much each word tells; by default as rare as it is in papers.
        model: Scores the support in the place of the overlap of words.
    """

    def check(claim: str, citations: Iterable[Citation]) -> Support:
        cited = tuple(citations)
        known = " ; ".join(_known(paper_of, paper) for paper in dict.fromkeys(c.passage.paper for c in cited))
        quotes = [citation.passage.quote for citation in cited]
        return verify_sentence(claim, quotes, context=known, statistics=statistics, model=model)

    return replace(
        text,
        sections=tuple(
            replace(section, sentences=tuple(_verified(sentence, check) for sentence in section.sentences))
            for section in text.sections
        ),
    )


def _verified(sentence: CitedSentence, check: Callable[[str, Iterable[Citation]], Support]) -> CitedSentence:
    if sentence.verdict in _SETTLED:
        return _with_citations(sentence, lambda _clause, citation: check(sentence.bare_text, [citation]))
    support = check(sentence.bare_text, sentence.citations)
    judged = replace(sentence, verdict=support.verdict, score=support.score, reasons=support.reasons)
    passages = {citation.passage for citation in sentence.citations}

    def of_citation(clause: str, citation: Citation) -> Support:
        if len(passages) == 1:
            return support
        own = check(clause, [citation])
        if own.verdict is Verdict.SUPPORTED or support.verdict not in _KEPT_BY_SENTENCE:
            return own
        # Together they bear the sentence out, and this one is a part of that.
        return replace(own, verdict=Verdict.PARTLY)

    return _with_citations(judged, of_citation)


def _with_citations(sentence: CitedSentence, judge: Callable[[str, Citation], Support]) -> CitedSentence:
    parts = tuple(
        part
        if isinstance(part, str)
        else CitationMark(
            tuple(_judged(citation, judge, _clause(sentence.parts, place)) for citation in part.citations)
        )
        for place, part in enumerate(sentence.parts)
    )
    return replace(sentence, parts=parts)


def _clause(parts: tuple[str | CitationMark, ...], place: int) -> str:
    """The words that a mark stands for: up to a parenthetical one, or from a narrative one, as far as the next mark.

    Words too few for a clause mean that it stands for the sentence.
    """
    mark = parts[place]
    narrative = isinstance(mark, CitationMark) and mark.mode == "narrative"
    step = 1 if narrative else -1
    at, words = place + step, ""
    while 0 <= at < len(parts):
        part = parts[at]
        if isinstance(part, str):
            words = words + part if narrative else part + words
        elif words.strip():
            break
        at += step
    if count_words(words) >= _LEAST_CLAUSE:
        return words
    return "".join(part for part in parts if isinstance(part, str))


def _judged(citation: Citation, judge: Callable[[str, Citation], Support], claim: str) -> Citation:
    if citation.verdict in _SETTLED:
        return citation
    support = judge(claim, citation)
    return replace(citation, verdict=support.verdict, score=support.score)


def _known(paper_of: PaperOf | None, name: str) -> str:
    """The title, authors and year of a paper, as far as they are known."""
    paper = paper_of(name) if paper_of is not None else None
    if paper is None:
        return ""
    authors = " ".join(author.short for author in paper.authors)
    return f"{paper.title} {authors} {paper.year or ''}"
