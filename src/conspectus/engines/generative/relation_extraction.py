"""The task ``extract_relations`` with a language model (CKMAs, section 3.2 and Eq. 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from conspectus.domain.minigraph import (
    Concept,
    ConceptKind,
    Minigraph,
    Relation,
    RelationKind,
    build_minigraph,
    concept_key,
    kind_from_text,
)
from conspectus.domain.passage import Passage
from conspectus.domain.tasks import ExtractRelationsRequest, ExtractRelationsResult, ReferenceAbstract
from conspectus.engines.extractive.minigraph_extraction import specificity
from conspectus.engines.generative.evidence_text import fenced_minigraph, fenced_references
from conspectus.engines.generative.minigraph_answer import AnswerConcept, MinigraphAnswer
from conspectus.engines.generative.prompt_templates import load_prompt
from conspectus.engines.generative.shrinking import (
    ask_fitting,
    count_evidence,
    shrink_references,
    shrinking_warnings,
)
from conspectus.foundation.errors import ModelCallFailed
from conspectus.foundation.text.counting import counted
from conspectus.foundation.text.normalise import match_key
from conspectus.foundation.text.tokens import content_stems
from conspectus.providers.client import ModelCall, ModelClient
from conspectus.providers.completion import Message

TASK = "extract_relations"
_TOKENS_FOR_A_RELATION = (
    100  # with its evidence, and its share of the concepts; room costs nothing where it is not used
)
_LEAST_TOKENS = 512
_RELATIONS_FOR_A_SENTENCE = 3  # as many as are expected at the most where the volume is not bounded
_UNTYPED = RelationKind.CONJUNCTION  # a relation without types says no more than that two concepts stand together


def extraction_messages(request: ExtractRelationsRequest, share: float = 1.0) -> tuple[Message, ...]:
    """Gives the messages that ask for the minigraph.

    Args:
        request: The task's request.
        share: The share of the sentences of each abstract that the model is shown.
    """
    return load_prompt(TASK).fill(
        scientific=request.constraints.scientific,
        volume=request.constraints.volume,
        previous=fenced_minigraph(request.previous),
        evidence=fenced_references(shrink_references(request.abstracts, share)),
    )


def extraction_room(request: ExtractRelationsRequest) -> int:
    """Gives the most tokens that the answer may have."""
    before = len(request.previous.relations) if request.previous else 0
    unbounded = before + _RELATIONS_FOR_A_SENTENCE * count_evidence(request.abstracts)
    volume = request.constraints.volume
    relations = unbounded if volume is None else min(volume, unbounded)
    return _LEAST_TOKENS + _TOKENS_FOR_A_RELATION * relations


def extract_relations(request: ExtractRelationsRequest, client: ModelClient) -> ExtractRelationsResult:
    """Gives the minigraph that a model makes of the abstracts and of the minigraph before.

    Where no usable answer comes, the minigraph before stays as it is and a warning says so.

    Raises:
        ModelStopped: No further call can succeed.
    """
    room = extraction_room(request)

    def send(messages: tuple[Message, ...], allowed: int) -> MinigraphAnswer:
        call = ModelCall(task=TASK, messages=messages, max_output_tokens=allowed, prompt=load_prompt(TASK).label)
        return client.ask_for(call, MinigraphAnswer)

    try:
        fitted = ask_fitting(
            lambda share: extraction_messages(request, share), send, count_tokens=client.count_tokens, room=room
        )
    except ModelCallFailed as error:
        client.count_fallback(TASK, error.message)
        kept = "the minigraph stays as it was" if request.previous else "they add nothing to the minigraph"
        warning = f"No relations were extracted from {_papers(request.abstracts)}; {kept}: {error.message}"
        return ExtractRelationsResult(minigraph=request.previous or Minigraph(), warnings=(warning,))
    shown = shrink_references(request.abstracts, fitted.share)
    minigraph, warnings = minigraph_of(fitted.answer, request, shown)
    told = shrinking_warnings(count_evidence(shown), count_evidence(request.abstracts))
    return ExtractRelationsResult(minigraph=minigraph, warnings=(*told, *warnings))


def minigraph_of(
    answer: MinigraphAnswer, request: ExtractRelationsRequest, shown: Sequence[ReferenceAbstract]
) -> tuple[Minigraph, tuple[str, ...]]:
    """Gives the minigraph of an answer, and what was wrong with the answer.

    Relations keep the order of the answer as weights 1, 1/2, 1/3 …, so that a cut to the volume keeps the first.

    Args:
        answer: What the model gave.
        request: What was asked.
        shown: The abstracts as the model saw them; only their handles count.
    """
    wrong: Counter[str] = Counter()
    passages = {item.handle: item.passage for reference in shown for item in reference.evidence}
    relations = _relations(answer, request, passages, wrong)
    minigraph = build_minigraph(
        _concepts(answer, relations, request, wrong), relations, volume=request.constraints.volume
    )
    wrong["beyond the volume"] += len(relations) - len(minigraph.relations)
    if request.previous and request.merge == "replace":
        back = {relation.key for relation in relations}
        wrong["lost"] += sum(relation.key not in back for relation in request.previous.relations)
    return minigraph, tuple(_warnings(wrong, request))


def _relations(
    answer: MinigraphAnswer,
    request: ExtractRelationsRequest,
    passages: Mapping[str, Passage],
    wrong: Counter[str],
) -> list[Relation]:
    known = {relation.key: relation.support for relation in request.previous.relations} if request.previous else {}
    names = _other_names(request.previous)
    sentences = [item.passage for reference in request.abstracts for item in reference.evidence]
    found: dict[tuple[str, RelationKind, str], Relation] = {}
    for item in answer.relations:
        kind = kind_from_text(item.relation)
        if kind is None and not request.constraints.scientific:
            kind = _UNTYPED
        if not concept_key(item.head) or not concept_key(item.tail):
            wrong["relation without ends"] += 1
            continue
        if kind is None:
            wrong["type of relation"] += 1
            continue
        relation = Relation(head=item.head, kind=kind, tail=item.tail, weight=1 / (1 + len(found)))
        head, _, tail = relation.key
        if head == tail:
            wrong["loop"] += 1
            continue
        wrong["handle"] += sum(handle not in passages for handle in item.evidence)
        given = [passages[handle] for handle in item.evidence if handle in passages]
        stated = tuple(passage for passage in given if _speaks_of(passage, item.head, item.tail))
        wrong["evidence"] += len(given) - len(stated)
        if relation.key in found:
            relation = found[relation.key]
        elif not stated and not known.get(relation.key):
            stated = _together(names.get(head, {head}), names.get(tail, {tail}), sentences)
        support = (*known.get(relation.key, ()), *relation.support, *stated)
        found[relation.key] = replace(relation, support=tuple(dict.fromkeys(support)))
    return list(found.values())


def _concepts(
    answer: MinigraphAnswer, relations: Sequence[Relation], request: ExtractRelationsRequest, wrong: Counter[str]
) -> Iterator[Concept]:
    """The concepts of the answer, then the ends of relations that it does not list."""
    before = {concept.key: concept for concept in request.previous.concepts} if request.previous else {}
    ends = {concept_key(end): end for relation in relations for end in (relation.head, relation.tail)}
    listed: set[str] = set()
    missing = [AnswerConcept(name=name) for name in ends.values()]
    for number, item in enumerate((*answer.concepts, *missing)):
        key = concept_key(item.name)
        if not key or key in listed:
            wrong["concept without a name"] += not key
            continue
        known = before.get(key)
        kind = _concept_kind(item.type) if request.constraints.scientific else ConceptKind.OTHER
        if kind is None:
            wrong["type of concept"] += bool(item.type)
            kind = ConceptKind.GENERIC
        if kind is ConceptKind.GENERIC and known is not None:
            kind = known.kind
        aliases = known.aliases if known else ()
        papers = _naming({key, *map(concept_key, aliases)}, request.abstracts)
        papers = tuple(dict.fromkeys((*(known.papers if known else ()), *papers)))
        if not papers and key not in ends:
            wrong["concept that no abstract names"] += number < len(answer.concepts)
            continue
        papers = papers or tuple(
            dict.fromkeys(paper for r in relations if key in (r.key[0], r.key[2]) for paper in r.papers)
        )
        listed.add(key)
        weight = specificity(item.name) * len(papers)
        yield Concept(name=item.name, kind=kind, aliases=aliases, papers=papers, weight=weight)


def _concept_kind(text: str) -> ConceptKind | None:
    wanted = match_key(text).replace(" ", "")
    found = next((kind for kind in ConceptKind if kind.value.casefold() == wanted), None)
    return ConceptKind.OTHER if found is None and wanted in ("other", "otherterm", "term") else found


def _other_names(previous: Minigraph | None) -> Mapping[str, set[str]]:
    """The keys under which texts may name a known concept, by its key."""
    concepts = previous.concepts if previous else ()
    return {concept.key: {concept.key, *map(concept_key, concept.aliases)} for concept in concepts}


def _together(heads: set[str], tails: set[str], passages: Iterable[Passage]) -> tuple[Passage, ...]:
    """The sentences in which both ends are named."""
    return tuple(p for p in passages if _names_any(heads, p.quote) and _names_any(tails, p.quote))


def _speaks_of(passage: Passage, head: str, tail: str) -> bool:
    """Whether a sentence shares a word with the ends of a relation; otherwise it cannot state it."""
    wanted = set(content_stems(f"{head} {tail}"))
    return not wanted or not wanted.isdisjoint(content_stems(passage.quote))


def _naming(keys: set[str], references: Sequence[ReferenceAbstract]) -> tuple[str, ...]:
    """The ids of the papers whose title or abstract names a concept."""
    return tuple(
        reference.paper
        for reference in references
        if _names_any(keys, reference.title) or any(_names_any(keys, item.passage.quote) for item in reference.evidence)
    )


def _names_any(keys: Iterable[str], text: str) -> bool:
    # A key has lost the plural "s" of its last word.
    padded = _padded_key(text)
    return any(f" {key} " in padded or f" {key}s " in padded for key in keys if key)


# Every concept is looked for in every sentence of its chunk.
@lru_cache(maxsize=4096)
def _padded_key(text: str) -> str:
    return f" {match_key(text)} "


def _papers(references: Sequence[ReferenceAbstract]) -> str:
    return counted(len(references), "abstract")


def _warnings(wrong: Counter[str], request: ExtractRelationsRequest) -> Iterator[str]:
    def told(kind: str, one: str, rest: str, many: str = "") -> Iterator[str]:
        if wrong[kind] > 0:
            yield f"{counted(wrong[kind], one, many)} {rest}"

    where = f"in the answer on {_papers(request.abstracts)}"
    yield from told("relation without ends", "relation", f"without head or tail left out {where}.")
    yield from told("loop", "relation", f"of a concept with itself left out {where}.")
    yield from told("type of relation", "relation", f"of unknown type left out {where}.")
    yield from told("type of concept", "concept", f"of unknown type taken as Generic {where}.")
    yield from told("concept without a name", "concept", f"without a name left out {where}.")
    yield from told("concept that no abstract names", "concept", f"that no abstract names left out {where}.")
    yield from told("handle", "handle", f"of unknown evidence left out {where}.")
    yield from told(
        "evidence", "piece of evidence", f"without a word of the relation left out {where}.", "pieces of evidence"
    )
    yield from told("beyond the volume", "relation", f"beyond the most asked for left out {where}.")
    if wrong["lost"] > 0 and request.previous is not None:
        whole = counted(len(request.previous.relations), "relation")
        yield f"{wrong['lost']} of {whole} of the minigraph before did not come back {where}."
