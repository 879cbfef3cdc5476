"""Keywords of a section: phrases of one to three words that its central sentences speak of.

A phrase gathers the centrality of the sentences that have it (saturated, so that repeating it helps ever less). It
weighs by how rare its words are in academic English, and by its share of the paper's sentences with it that lie in the
section. On real papers this names the subject of a section where the degrees of RAKE (Rose et al. 2010) name its rarest
words.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from conspectus.domain.entity_names import entity_key
from conspectus.domain.minigraph import ConceptKind
from conspectus.domain.scientific_entities import SectionKeyword
from conspectus.engines.extractive.concepts import concept_spans
from conspectus.engines.extractive.entity_talk import is_talk
from conspectus.engines.extractive.word_classes import tag
from conspectus.engines.extractive.word_frequencies import inverse_frequency, maximum_inverse_frequency
from conspectus.foundation.text.tokens import stem

LONGEST_KEYWORD = 3
"""Words of a keyword."""
# A phrase shares so much of its words with a better one that it says the same.
_NEAR = 0.5
_HEADING_WORTH = 1.3
_LONE_WORTH = 0.75
_SATURATION = 1.2
_LEAST_RARITY = 0.25
_ELSEWHERE_WORTH = 0.15


def section_keywords(
    sentences: Sequence[str],
    *,
    most: int = 5,
    heading: str = "",
    elsewhere: Sequence[str] = (),
    worth: Sequence[float] = (),
) -> tuple[SectionKeyword, ...]:
    """Gives the keywords of a section, the best first; the best has score 1, none is a variant of another.

    Args:
        sentences: Of the section.
        most: How many at the most.
        heading: Of the section.
        elsewhere: Sentences of the rest of the paper, so that what is everywhere counts for less.
        worth: How central each sentence is, 1 on average; all alike if empty.
    """
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    gathered: dict[str, float] = defaultdict(float)
    for number, sentence in enumerate(sentences):
        for phrase in _phrases(sentence):
            key = entity_key(phrase)
            forms[key][phrase] += 1
            gathered[key] += worth[number] if worth else 1.0
    weights = _weights(gathered, forms, heading, elsewhere)
    ranked = sorted((key for key in weights if weights[key] > 0), key=lambda key: (-weights[key], key))
    best = weights[ranked[0]] if ranked else 1.0
    return apart(
        (SectionKeyword(text=_shown(forms[key]), score=round(weights[key] / best, 4)) for key in ranked), most=most
    )


def apart(keywords: Iterable[SectionKeyword], *, most: int) -> tuple[SectionKeyword, ...]:
    """Gives at most so many keywords, without those that share more than half of their words with an earlier one."""
    chosen: list[SectionKeyword] = []
    for keyword in keywords:
        if len(chosen) == most:
            break
        if not any(_is_near(entity_key(keyword.text), entity_key(other.text)) for other in chosen):
            chosen.append(keyword)
    return tuple(chosen)


# Sections that are nested are read with each that they lie in.
@lru_cache(maxsize=4096)
def _phrases(sentence: str) -> tuple[str, ...]:
    """The phrases of a sentence, each once."""
    return tuple(dict.fromkeys(_found_phrases(sentence)))


def _found_phrases(sentence: str) -> Iterator[str]:
    tagged = tag(sentence)
    for span in concept_spans(tagged):
        words = tagged.tokens.words[span.first : span.last + 1]
        if span.kind is ConceptKind.GENERIC:
            continue
        if "(" in words:
            words = words[: words.index("(")]
        if "of" in words:
            words = words[words.index("of") + 1 :]
        phrase = " ".join(words)
        if not 0 < len(words) <= LONGEST_KEYWORD or is_talk(phrase):
            continue
        if entity_key(phrase) and all(word[0].isalnum() for word in words):
            yield phrase


def _weights(
    gathered: dict[str, float], forms: dict[str, Counter[str]], heading: str, elsewhere: Sequence[str]
) -> dict[str, float]:
    outside = Counter(entity_key(phrase) for sentence in elsewhere for phrase in _phrases(sentence))
    headed = f" {entity_key(heading)} "
    weights = {}
    for key, gained in gathered.items():
        words = key.split()
        rarity = sum(map(inverse_frequency, words)) / (len(words) * maximum_inverse_frequency())
        inside = forms[key].total() + 0.5
        weight = gained / (gained + _SATURATION) * (_LEAST_RARITY + rarity)
        weight *= inside / (inside + _ELSEWHERE_WORTH * outside[key])
        weight *= _HEADING_WORTH if f" {key} " in headed else 1.0
        weights[key] = weight * (_LONE_WORTH if len(words) == 1 else 1.0)
    return weights


def _is_near(key: str, other: str) -> bool:
    one, two = list(map(stem, key.split())), list(map(stem, other.split()))
    shared = len(set(one) & set(two)) / min(len(one), len(two))
    return shared > _NEAR or (shared == _NEAR and one[-1] == two[-1])


def _shown(forms: Counter[str]) -> str:
    """The commonest form; of equals the one without capitals, which a sentence's beginning may have brought."""
    return max(forms, key=lambda form: (forms[form], form.islower(), form))
