"""Concepts and relations of an abstract, offline: strings in, mentions with character offsets out.

Typed by the scheme of SciERC (Luan et al. 2018). No learned weights: word classes, concepts, kinds and
relations come from closed word lists and ordered rules, so a result can be explained and never changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from conspectus.domain.minigraph import ConceptKind, RelationKind
from conspectus.engines.extractive.concept_kinds import acronym_kinds, is_biomedical, kinds_of
from conspectus.engines.extractive.concepts import Span, concept_spans, is_rare, stands_out
from conspectus.engines.extractive.lexicon import word_list
from conspectus.engines.extractive.relations import Link, relation_links
from conspectus.engines.extractive.word_classes import TaggedSentence, tag


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A concept where it stands: ``text`` is characters ``start`` to ``end`` of sentence number ``sentence``."""

    sentence: int
    start: int
    end: int
    text: str
    kind: ConceptKind


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationMention:
    """A relation that a sentence states between two of its mentions."""

    head: Mention
    kind: RelationKind
    tail: Mention
    sentence: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """The mentions of an abstract in text order, and its relations in the order of their sentences."""

    mentions: tuple[Mention, ...] = ()
    relations: tuple[RelationMention, ...] = ()


def extract_abstract(sentences: Sequence[str], *, biomedical: bool | None = None) -> Extraction:
    """Gives the concepts and relations of the sentences of one abstract.

    Mentions lie inside their sentence and never overlap; the ends of every relation are among the mentions.
    A long form with its acronym in brackets is one mention.

    Args:
        sentences: In order, natural or with tokens set apart by spaces.
        biomedical: Whether they are of biology or medicine, decided by their words if None.
    """
    tagged = [tag(sentence) for sentence in sentences]
    spans = [concept_spans(sentence) for sentence in tagged]
    acronyms = acronym_kinds(list(zip(tagged, spans, strict=True)))
    if biomedical is None:
        biomedical = is_biomedical(tagged)
    mentions: list[Mention] = []
    relations: list[RelationMention] = []
    for number, sentence in enumerate(tagged):
        typed = kinds_of(sentence, spans[number], acronyms, biomedical=biomedical)
        links = relation_links(sentence, typed)
        kept = _worth_keeping(sentence, typed, links, biomedical=biomedical)
        placed = {index: _mention(sentence, typed[index], number) for index in kept}
        mentions += placed.values()
        relations += (
            RelationMention(head=placed[link.head], kind=link.kind, tail=placed[link.tail], sentence=number)
            for link in links
            if link.head in placed and link.tail in placed
        )
    return Extraction(mentions=tuple(mentions), relations=tuple(relations))


def _mention(tagged: TaggedSentence, span: Span, number: int) -> Mention:
    tokens = tagged.tokens
    start, end = tokens.starts[span.first], tokens.ends[span.last]
    return Mention(
        sentence=number, start=start, end=end, text=tokens.text[start:end], kind=span.kind or ConceptKind.OTHER
    )


def _worth_keeping(
    tagged: TaggedSentence, spans: Sequence[Span], links: Sequence[Link], *, biomedical: bool
) -> list[int]:
    """The positions of the spans that are concepts, given what they are related to; phrases always are."""
    related = {end for link in links for end in (link.head, link.tail)}
    kept, doubtful = [], []
    for index, span in enumerate(spans):
        if span.kind is ConceptKind.GENERIC:
            if _generic_counts(tagged.tokens.lower[span.last], related=index in related):
                kept.append(index)
        elif not span.is_lone_word or _lone_word_counts(tagged, span, related=index in related, biomedical=biomedical):
            kept.append(index)
        elif index in related and tagged.tokens.lower[span.last] not in word_list("weak_lone_words"):
            doubtful.append(index)
    return sorted(kept + _vouched_for(doubtful, spans, links, kept))


def _generic_counts(head: str, *, related: bool) -> bool:
    if head == "problem":
        return False
    return related or (head not in {"it", "they"} and head not in word_list("generic_when_related"))


def _lone_word_counts(tagged: TaggedSentence, span: Span, *, related: bool, biomedical: bool) -> bool:
    lower = tagged.tokens.lower[span.first]
    if lower in word_list("weak_lone_words"):
        return False
    if biomedical and is_rare(lower):
        # Substances, diseases and parts of the body are often named by one rare word.
        return True
    named = stands_out(tagged, span.first)
    typed = span.kind is not ConceptKind.OTHER
    if not related:
        return span.kind is ConceptKind.METRIC or (named and typed)
    return named or typed or lower in word_list("strong_lone_words")


def _vouched_for(
    doubtful: Iterable[int], spans: Sequence[Span], links: Sequence[Link], kept: Sequence[int]
) -> list[int]:
    """Lone words without a type that stand beside a phrase ("precision and word order") or name its kind."""
    vouching = (RelationKind.HYPONYM_OF, RelationKind.EVALUATE_FOR)
    phrases = {index for index in kept if not spans[index].is_lone_word}
    vouched: set[int] = set()
    for link in links:
        for index, other in ((link.head, link.tail), (link.tail, link.head)):
            if link.kind in vouching or (link.kind is RelationKind.CONJUNCTION and other in phrases):
                vouched.add(index)
    return [index for index in doubtful if index in vouched]
