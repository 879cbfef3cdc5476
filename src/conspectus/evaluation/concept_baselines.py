"""What the extraction of concepts and relations must beat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, groupby, pairwise

from conspectus.domain.minigraph import ConceptKind, RelationKind
from conspectus.engines.extractive.extract import Extraction, Mention, RelationMention
from conspectus.foundation.text.tokens import STOPWORDS, WORD

# Brackets as treebanks write them.
_BRACKETS = frozenset({"lrb", "rrb", "lsb", "rsb", "lcb", "rcb"})

Extractor = Callable[[Sequence[str]], Extraction]


def phrases_all_pairs(sentences: Sequence[str]) -> Extraction:
    """Gives every run of words without a stopword as a concept, and every pair in a sentence as Used-for.

    The kind is OtherScientificTerm throughout; the pair runs from left to right.
    """
    mentions: list[Mention] = []
    relations: list[RelationMention] = []
    for number, sentence in enumerate(sentences):
        found = _phrases(sentence, number)
        mentions += found
        relations += (_used_for(head, tail) for head, tail in combinations(found, 2))
    return Extraction(mentions=tuple(mentions), relations=tuple(relations))


def neighbours_used_for(extractor: Extractor) -> Extractor:
    """Gives an extractor with the concepts of ``extractor`` and Used-for from each to the next in its sentence."""

    def extract(sentences: Sequence[str]) -> Extraction:
        mentions = extractor(sentences).mentions
        relations = [
            _used_for(head, tail)
            for _, group in groupby(mentions, key=lambda mention: mention.sentence)
            for head, tail in pairwise(group)
        ]
        return Extraction(mentions=mentions, relations=tuple(relations))

    return extract


def _used_for(head: Mention, tail: Mention) -> RelationMention:
    return RelationMention(head=head, kind=RelationKind.USED_FOR, tail=tail, sentence=head.sentence)


def _phrases(sentence: str, number: int) -> list[Mention]:
    spans: list[tuple[int, int]] = []
    open_ended = False
    for match in WORD.finditer(sentence):
        word = match.group().lower()
        if word in STOPWORDS or word in _BRACKETS or not any(char.isalpha() for char in word):
            open_ended = False
            continue
        if open_ended and not sentence[spans[-1][1] : match.start()].strip():
            spans[-1] = (spans[-1][0], match.end())
        else:
            spans.append(match.span())
        open_ended = True
    return [
        Mention(sentence=number, start=start, end=end, text=sentence[start:end], kind=ConceptKind.OTHER)
        for start, end in spans
    ]
