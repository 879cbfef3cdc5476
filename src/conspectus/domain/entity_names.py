"""Names of entities compared: what remains of a name when case, hyphens, number and spelling are set aside."""

from __future__ import annotations

import re
from functools import lru_cache

from conspectus.foundation.text.normalise import match_key

_IRREGULAR = {
    "analyses": "analysis", "bacteria": "bacterium", "bases": "base", "biases": "bias", "children": "child",
    "corpora": "corpus", "criteria": "criterion", "feet": "foot", "formulae": "formula", "gases": "gas",
    "genera": "genus", "hypotheses": "hypothesis", "indices": "index", "lemmata": "lemma", "lenses": "lens",
    "lexica": "lexicon", "matrices": "matrix", "men": "man", "mice": "mouse", "nuclei": "nucleus",
    "parentheses": "parenthesis", "people": "person", "phenomena": "phenomenon", "series": "series",
    "species": "species", "subcorpora": "subcorpus", "syntheses": "synthesis", "theses": "thesis",
    "thesauri": "thesaurus", "vertices": "vertex", "viruses": "virus", "women": "woman",
}  # fmt: skip
_NO_PLURAL = ("ss", "us", "is", "ics", "as", "os")
_ES = re.compile(r"(?:sses|xes|ches|shes|zzes)$")
# British spellings to American ones. Rules may make words that do not exist, as long as both spellings give the same.
_SPELLINGS = (
    (re.compile(r"([a-z]{3})is(e|ed|er|ing|ation|ational)$"), r"\1iz\2"),
    (re.compile(r"([a-z]{3})ys(e|ed|er|ing)$"), r"\1yz\2"),
    (re.compile(r"(behavi|col|tum|neighb|lab|fav|hum|vap|harb|rum)our"), r"\1or"),
    (re.compile(r"(cent|fib|lit|calib|theat|spect)re$"), r"\1er"),
    (re.compile(r"(anal|catal|dial|epil|monol|prol)ogue"), r"\1og"),
    (re.compile(r"(mode|labe|signa|trave|leve|cance|channe)ll(ed|er|ing)"), r"\1l\2"),
    (re.compile(r"(?<=[a-z])(ae|oe)(?=[dmstp])|^(ae|oe)(?=[dmstp])"), "e"),
    (re.compile(r"^grey"), "gray"),
    (re.compile(r"sulph"), "sulf"),
    (re.compile(r"(program)me$"), r"\1"),
)


@lru_cache(maxsize=200_000)
def entity_key(name: str) -> str:
    """Gives the key of an entity's name: case, accents, hyphens, plural and British spelling do not matter.

    "Convolutional Neural-Networks" and "convolutional neural network" have one key; an upper-case acronym keeps
    its final S ("AIDS").
    """
    written = name.split()
    words = match_key(name).split()
    if not words:
        return ""
    upper = bool(written) and written[-1].strip("().,;:").isupper()
    if not upper:
        words[-1] = singular(words[-1])
    return " ".join(_american(word) for word in words)


def lemma(word: str) -> str:
    """Gives the dictionary form of a lower-cased noun in American spelling ("behaviours" is "behavior")."""
    return _american(singular(word))


@lru_cache(maxsize=200_000)
def joined_key(name: str) -> str:
    """Gives the key of a name without its spaces, which "data set", "data-set" and "dataset" share."""
    return entity_key(name).replace(" ", "")


@lru_cache(maxsize=100_000)
def singular(word: str) -> str:
    """Gives the singular of a lower-cased English noun ("ontologies", "matrices", "classes"); others stay."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 3 or not word.endswith("s") or word.endswith(_NO_PLURAL):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if _ES.search(word) else word[:-1]


@lru_cache(maxsize=100_000)
def _american(word: str) -> str:
    for pattern, other in _SPELLINGS:
        word = pattern.sub(other, word)
    return word
