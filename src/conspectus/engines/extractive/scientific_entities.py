"""The scientific entities of a paper offline: the concepts of its sentences, typed, united and cleared of talk."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from conspectus.domain.entity_names import entity_key, joined_key
from conspectus.domain.minigraph import ConceptKind
from conspectus.domain.scientific_entities import ScientificEntity, ScientificType, united
from conspectus.domain.structure_tasks import NameScientificEntitiesRequest, NameScientificEntitiesResult
from conspectus.engines.extractive.entity_talk import ends_in_a_verb, is_talk, is_vague
from conspectus.engines.extractive.entity_text import ReadSentence, headings, read_sentences
from conspectus.engines.extractive.entity_typing import is_language_name, known_type, scientific_type
from conspectus.engines.extractive.entity_uniting import Candidate, Node, TakenPlaces, entity_of, unite
from conspectus.engines.extractive.extract import extract_abstract
from conspectus.engines.extractive.lexicon import word_list
from conspectus.engines.extractive.paper_abbreviations import PaperAbbreviations, paper_abbreviations
from conspectus.engines.extractive.word_classes import is_acronym
from conspectus.engines.extractive.word_frequencies import inverse_frequency, maximum_inverse_frequency

_WORD = re.compile(r"[^\W_]+(?:[-'’.+][^\W_]+)*\+*")
_BRACKET = re.compile(r"\s*\(\s*(?P<inside>[^()\s]+)\s*\)\s*")
# In a paper of biology one word in this many is a cue of it.
_BIOMEDICAL_RATE = 1 / 60
_LEAST_SUBJECT = 4  # sentences that name a term without a type, before it counts as what is studied
_LEAST_FOCUS = 2  # the same for a term of the title, the keywords or a heading
_SUBJECT_SCORE = 0.5
_SURE = 0.8
_FEW_SENTENCES = 60  # of an abstract, where a name stands once
_RARE = 0.5  # below the maximum of inverse frequency: words that name a subject by themselves
_CITED_AUTHOR = re.compile(r",? et al|,? and (?:colleagues|co-?workers)|\s+\(?(?:19|20)\d\d\b")
_LANGUAGE_FOLLOWERS = frozenset(
    """language languages text texts corpus corpora speaker speakers sentence sentences translation treebank wikipedia
    word words tweets data dataset datasets grammar parser dialect dialects dialogue newspaper news source target
    side and or to into in from as is are was were but with for , . ; ) ( - – / :""".split()
)
_LANGUAGE_LEADERS = frozenset("in into from to between and or for of , ( - – /".split())


def name_scientific_entities(request: NameScientificEntitiesRequest) -> NameScientificEntitiesResult:
    """Gives the entities of the seven types with every mention, in the order of their first mention.

    A term without a type that the paper keeps coming back to, or that its title, keywords or headings name, is what
    the paper studies: a research problem.
    """
    sentences = read_sentences(request.document)
    abbreviations = abbreviations_of(sentences)
    return NameScientificEntitiesResult(
        entities=entities_from(candidates_in(sentences, abbreviations), request, sentences, abbreviations)
    )


def abbreviations_of(sentences: Sequence[ReadSentence]) -> PaperAbbreviations:
    """Gives the abbreviations that the sentences of a paper define."""
    return paper_abbreviations((sentence.start, sentence.text) for sentence in sentences)


def candidates_in(sentences: Sequence[ReadSentence], abbreviations: PaperAbbreviations) -> tuple[Candidate, ...]:
    """Gives the places in sentences that name something, by rules and lists.

    Args:
        sentences: Some or all of a paper, in order.
        abbreviations: Of the whole paper.
    """
    return (*_candidates(sentences, abbreviations), *_known_names(sentences), *_languages(sentences))


def entities_from(
    candidates: Iterable[Candidate],
    request: NameScientificEntitiesRequest,
    sentences: Sequence[ReadSentence],
    abbreviations: PaperAbbreviations,
) -> tuple[ScientificEntity, ...]:
    """Gives the entities that candidates name, with every mention in the sentences, in order of first mention.

    Of candidates that overlap the longer stays, then the surer.
    """
    nodes = unite(_apart(candidates), abbreviations, sentences)
    return _entities(nodes, request, sentences)


def _candidates(sentences: Sequence[ReadSentence], abbreviations: PaperAbbreviations) -> Iterator[Candidate]:
    texts = [sentence.text for sentence in sentences]
    for mention in extract_abstract(texts, biomedical=_is_biomedical(texts)).mentions:
        if mention.kind is ConceptKind.GENERIC:
            continue
        sentence = sentences[mention.sentence]
        before = sentence.text[max(0, mention.start - 200) : mention.start]
        for start, end in _parts(mention.text, sentence.start + mention.start, abbreviations):
            surface = mention.text[start:end]
            if is_talk(surface):
                continue
            typed = scientific_type(surface, mention.kind, before)
            yield Candidate(
                address=sentence.address,
                start=sentence.start + mention.start + start,
                end=sentence.start + mention.start + end,
                surface=surface,
                kind=typed[0] if typed else None,
                score=typed[1] if typed else _SUBJECT_SCORE,
            )


def _parts(text: str, at: int, abbreviations: PaperAbbreviations) -> Iterator[tuple[int, int]]:
    """The names in a concept: a long form and its short form in brackets are two places of one entity."""
    found = _BRACKET.search(text)
    if not found:
        yield 0, len(text)
        return
    inside, behind = found.span("inside"), text[found.end() :]
    short = text[inside[0] : inside[1]]
    meant = abbreviations.meaning(short, at)
    if meant is None or behind:
        # "X (Y) parser": without the words that the bracket explains nothing is sure but X.
        if found.start() > 0:
            yield 0, found.start()
        return
    begin = found.start() - len(meant.long)
    # The long form may begin inside the concept, or before it where the concept was cut.
    yield (begin if begin > 0 and text[begin : found.start()] == meant.long else 0), found.start()
    yield inside


def _known_names(sentences: Sequence[ReadSentence]) -> Iterator[Candidate]:
    """Names of software, data sets and resources, wherever they stand."""
    for sentence in sentences:
        found = list(_WORD.finditer(sentence.text))
        for index, match in enumerate(found):
            for length in (3, 2, 1):
                last = found[index + length - 1] if index + length <= len(found) else None
                if last is None:
                    continue
                surface = sentence.text[match.start() : last.end()]
                kind = known_type(surface)
                if kind is not None:
                    start, end = sentence.start + match.start(), sentence.start + last.end()
                    yield Candidate(
                        address=sentence.address, start=start, end=end, surface=surface, kind=kind, score=1.0
                    )
                    break


def _languages(sentences: Sequence[ReadSentence]) -> Iterator[Candidate]:
    """Names of languages where they stand for the language ("in German", "English text"), not for people or places."""
    for sentence in sentences:
        found = list(re.finditer(r"[^\W\d_]+|[^\w\s]", sentence.text))
        for index, match in enumerate(found):
            if not is_language_name(match.group()):
                continue
            behind = found[index + 1].group() if index + 1 < len(found) else "."
            before = found[index - 1].group().lower() if index else ""
            if behind.lower() in _LANGUAGE_FOLLOWERS and (before in _LANGUAGE_LEADERS or behind.lower().isalpha()):
                start, end = sentence.start + match.start(), sentence.start + match.end()
                yield Candidate(
                    address=sentence.address,
                    start=start,
                    end=end,
                    surface=match.group(),
                    kind=ScientificType.LANGUAGE,
                    score=0.9,
                )


def _apart(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The candidates in order without overlap: what is longer stays, then what is surer."""
    places = TakenPlaces()
    ranked = sorted(candidates, key=lambda c: (c.start - c.end, -c.score, c.start))
    kept = [candidate for candidate in ranked if places.take(candidate.start, candidate.end)]
    return sorted(kept, key=lambda c: (c.start, c.end))


def _entities(
    nodes: Iterable[Node],
    request: NameScientificEntitiesRequest,
    sentences: Sequence[ReadSentence],
) -> tuple[ScientificEntity, ...]:
    openings = frozenset(sentence.start for sentence in sentences)
    told = (request.title, *request.keywords, *headings(request.document))
    focus = f" {' '.join(map(entity_key, told))} "
    people = _people(request)
    long_enough = len(sentences) > _FEW_SENTENCES
    found: dict[str, ScientificEntity] = {}
    for node in nodes:
        if node.key in people or _is_person(node, people, request.document.text):
            continue
        if node.sentences == 1 and (is_vague(node.mentions[0].surface) or ends_in_a_verb(node.mentions[0].surface)):
            continue
        if long_enough and _is_passing_acronym(node):
            continue
        kind = node.kind or _studied(node, focus)
        if kind is not None:
            entity = entity_of(node, kind, openings, request.language)
            if is_talk(entity.label):
                continue
            found[entity.key] = united(found[entity.key], entity) if entity.key in found else entity
    return tuple(found.values())


def _studied(node: Node, focus: str) -> ScientificType | None:
    """What has no type is a research problem if the paper comes back to it."""
    name = node.mentions[0].surface
    in_focus = f" {entity_key(name)} " in focus
    least = _LEAST_FOCUS if in_focus else _LEAST_SUBJECT
    rare = inverse_frequency(name) >= maximum_inverse_frequency() - _RARE
    if " " not in name and name[0].isupper() and name[1:].islower() and not in_focus:
        # A place, a person or a product, as likely as a term.
        return None
    specific = not is_vague(name) if " " in name else is_acronym(name) or rare
    return ScientificType.RESEARCH_PROBLEM if specific and node.sentences >= least else None


def _is_passing_acronym(node: Node) -> bool:
    """Whether capitals that stand in one sentence, without long form, are all that speaks for an entity."""
    if node.sentences > 1 or node.long_form:
        return False
    name = node.mentions[0].surface
    known = known_type(name) is not None or name.lower() in word_list("method_heads")
    return is_acronym(name) and " " not in name and not known and max(node.votes.values(), default=0.0) < _SURE


def _people(request: NameScientificEntitiesRequest) -> frozenset[str]:
    """The keys of names of persons: those that are given, and the family names in the reference list."""
    cited = (name.split(",")[0] for entry in request.document.references for name in entry.authors)
    families = (part for name in cited for part in (name, name.split()[-1] if name.split() else ""))
    return frozenset(joined_key(name) for name in (*request.names, *families) if name)


def _is_person(node: Node, people: frozenset[str], text: str) -> bool:
    """Whether a name is a person's: first and family name, or an author as papers cite them ("Smith et al.")."""
    name = node.mentions[0].surface
    words = name.split()
    if len(words) == 2 and words[1].isupper() and len(words[1]) <= 3 and joined_key(words[0]) in people:
        return True
    if len(words) == 2 and all(word[0].isupper() and word[1:].islower() for word in words):
        return joined_key(words[-1]) in people
    cited = (_CITED_AUTHOR.match(text, mention.end) for mention in node.mentions)
    return len(words) == 1 and name[0].isupper() and any(cited)


def _is_biomedical(texts: Sequence[str]) -> bool:
    words = [word.lower() for text in texts for word in _WORD.findall(text)]
    cues = word_list("biomedical_cues")
    return bool(words) and sum(word in cues for word in words) / len(words) >= _BIOMEDICAL_RATE
