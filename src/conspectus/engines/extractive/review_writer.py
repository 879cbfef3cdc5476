"""Writes a review of references offline: groups along the minigraph, chooses sentences, realises them."""

from __future__ import annotations

from collections.abc import Sequence

from conspectus.domain.minigraph import Minigraph
from conspectus.domain.tasks import DraftSentence, DraftText, ReferenceAbstract
from conspectus.engines.extractive.candidates import Candidate, candidates, count_parts
from conspectus.engines.extractive.own_position import closing_sentences
from conspectus.engines.extractive.realisation import Topic, realise, topic_sentence
from conspectus.engines.extractive.reference_groups import ReferenceGroup, group_references
from conspectus.engines.extractive.selection import Selection, select_sentences

WORDS_FOR_TOPICS = 17  # words for each reference from which topic sentences are worth their room
WORDS_FOR_PARAGRAPHS = 260
MOST_OWN = 4  # sentences about the own paper
OWN_SHARE = 0.25  # of the words, at the most, for the closing about the own paper

NO_ROOM = "no room within the word budget"
NO_SENTENCE = "no sentence of its abstract states its own work clearly enough to be attributed"
REPEATED = "its sentences repeat what another reference is cited for"


def write_review(
    references: Sequence[ReferenceAbstract],
    minigraph: Minigraph,
    *,
    own_abstract: str = "",
    words: int,
    preferred: frozenset[str] = frozenset(),
    grouped: bool = True,
) -> DraftText:
    """Gives a review of the references in at most ``words`` words; references that are not cited are listed.

    Args:
        references: In the order of the path; it decides where the walk through the minigraph begins.
        minigraph: What the references share and where they differ.
        own_abstract: The abstract of the paper under review, for the closing sentence; "" for none.
        words: The budget, counted with authors printed as label and number.
        preferred: Handles chosen by the summaries of chunks.
        grouped: Whether references are grouped along the minigraph; else they stand in the order given.
    """
    pool = candidates(references)
    closing = closing_sentences(own_abstract, first=min(45, words // 3), words=round(OWN_SHARE * words))
    closing_words = sum(len(sentence.split()) for sentence in closing)
    groups = (
        group_references(references, minigraph)
        if grouped
        else [ReferenceGroup(members=(index,)) for index in range(len(references))]
    )
    topics = _topics(groups, references, pool, words - closing_words)
    connectives = sum(len(group.members) > 1 for group in groups)
    reserved = closing_words + sum(topic.length for topic in topics.values()) + connectives
    selection = select_sentences(
        references,
        pool,
        own_abstract=own_abstract,
        words=words,
        reserved=reserved,
        preferred=preferred,
        said=(*closing, *(part for topic in topics.values() for part in topic.parts if isinstance(part, str))),
    )
    while True:
        sentences = realise(
            groups,
            selection.chosen,
            references,
            minigraph,
            topics,
            paragraphs=words >= WORDS_FOR_PARAGRAPHS,
            connectives=connectives,
        )
        if _printed(sentences, references) + closing_words <= words or not selection.drop_last():
            break
    if closing and sentences:
        # Words that the references leave over go to the own position.
        left = words - _printed(sentences, references)
        closing = closing_sentences(own_abstract, first=min(45, words // 3), words=left, most=MOST_OWN) or closing
    if sentences:
        sentences.extend(
            DraftSentence(parts=(text,), opens_paragraph=index == 0 and words >= WORDS_FOR_PARAGRAPHS)
            for index, text in enumerate(closing)
        )
    return DraftText(sentences=tuple(sentences), left_out=_left_out(references, pool, selection, topics))


def _printed(sentences: Sequence[DraftSentence], references: Sequence[ReferenceAbstract]) -> int:
    """The words of the sentences as they are printed; a later mention can be longer than the opening counted."""
    labels = {item.handle: reference.label for reference in references for item in reference.evidence}
    return sum(
        count_parts(sentence.parts, next((labels[handle] for handle in sentence.handles if handle in labels), ""))
        for sentence in sentences
    )


def _topics(
    groups: Sequence[ReferenceGroup],
    references: Sequence[ReferenceAbstract],
    pool: Sequence[Sequence[Candidate]],
    words: int,
) -> dict[int, Topic]:
    if not references or words / len(references) < WORDS_FOR_TOPICS:
        return {}
    topics: dict[int, Topic] = {}
    for place, group in enumerate(groups):
        if len(group.core) < 2 or (len(groups) == 1 and len(references) < 3):
            continue
        topic = topic_sentence(group, references, pool)
        if topic is not None and topic.parts[0] not in {known.parts[0] for known in topics.values()}:
            topics[place] = topic
    return topics


def _left_out(
    references: Sequence[ReferenceAbstract],
    pool: Sequence[Sequence[Candidate]],
    selection: Selection,
    topics: dict[int, Topic],
) -> tuple[tuple[str, str], ...]:
    left = []
    for index, reference in enumerate(references):
        if selection.chosen.get(index):
            continue
        openings = [candidate for candidate in pool[index] if candidate.opening is not None]
        if not openings:
            reason = NO_SENTENCE
        elif all(selection.repeats(candidate) for candidate in openings):
            reason = REPEATED
        else:
            reason = NO_ROOM
        left.append((reference.paper, reason))
    return tuple(left)
