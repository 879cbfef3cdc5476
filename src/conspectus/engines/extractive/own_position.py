"""The closing sentences that set the paper under review beside the references, in its authors' own words."""

from __future__ import annotations

import re

from conspectus.engines.extractive.antecedents import points_back
from conspectus.engines.extractive.cleaning import clean_sentence, is_usable
from conspectus.engines.extractive.statements import Statement, Subject
from conspectus.engines.extractive.subjects import analyse
from conspectus.foundation.text.sentences import split_sentences

_CONTRIBUTES = re.compile(
    r"^(?:[^,]{0,60},\s+|here\s+)?(?:we|I|this (?:\w+ )?(?:paper|article|work|study)|"
    r"in this (?:paper|article|work|study),?\s+we)\b.{0,30}\b"
    r"(?:propos|present|introduc|develop|describ|investigat|explor|study|studies|address|design|show|examin|provid|"
    r"report|"
    r"analy[sz]|argu|extend|evaluat|compar)\w*",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:(?:in|with) (?:this|our|the present) (?:\w+ )?(?:paper|article|work|study)"
    r"|here|herein|to this end|specifically|therefore|thus|hence),?\s+",
    re.IGNORECASE,
)
_PROMISE = re.compile(
    r"\b(?:we|I) (?:also |then )?(?:will|plan|hope|intend)\b|\bin (?:the )?future\b|\bfuture work\b", re.IGNORECASE
)
_THIS_PAPER = re.compile(r"^this (?:\w+ )?(paper|article|work|study)\b", re.IGNORECASE)


def closing_sentences(own_abstract: str, *, first: int, words: int, most: int = 2) -> list[str]:
    """Gives the sentence of the own abstract that states its contribution, and more that follow, as far as they fit.

    "We propose X." becomes "In this work, we propose X."; the words are otherwise those of the abstract. The
    list is empty if no sentence states a contribution.

    Args:
        own_abstract: The abstract of the paper for which the review is written.
        first: The most words of the first sentence.
        words: The most words of all.
        most: The most sentences.
    """
    texts = [clean_sentence(source) for source in split_sentences(own_abstract)]
    statements = [analyse(text) for text in texts]
    closing: list[str] = []
    for text, statement in zip(texts, statements, strict=True):
        if not is_usable(text):
            continue
        if not closing:
            if statement.subject is Subject.AUTHORS and _CONTRIBUTES.match(text):
                opening = _own_opening(text)
                if len(opening.split()) <= first:
                    closing.append(opening)
        elif (
            _goes_on(statement)
            and not _PROMISE.search(text)
            and sum(len(s.split()) for s in closing) + len(text.split()) <= words
        ):
            closing.append(text)
        if len(closing) == most:
            break
    return closing


def _goes_on(statement: Statement) -> bool:
    """Whether a sentence goes on about the work without leaning on a sentence that is left out."""
    return statement.subject in (Subject.AUTHORS, Subject.THEIRS) and not points_back(statement)


def _own_opening(text: str) -> str:
    text = _LEAD.sub("", text)
    if re.match(r"(?:we|i)\b", text, re.IGNORECASE):
        return "In this work, " + text[0].lower() + text[1:]
    if found := _THIS_PAPER.match(text):
        return "Our " + text[found.start(1) :]
    return text[0].upper() + text[1:]
