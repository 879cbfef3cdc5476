"""The type of a scientific entity among the seven of PARSE, from the kind of a concept, its head and known names.

Kinds map as in methods 5: Task is a research problem; Method a method, solution or tool; Material a data set,
resource or language; Metric, Generic and other terms have no type.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from conspectus.domain.entity_names import singular
from conspectus.domain.minigraph import ConceptKind
from conspectus.domain.scientific_entities import ScientificType
from conspectus.engines.extractive.lexicon import word_list

# What a paper says of what it brings: "we propose a new X", "our X", "X, a novel …".
_OFFERS = re.compile(
    r"\b(?:(?:we|this (?:paper|work|article|study)|here)(?:\s+\w+ly|\s+also|\s+then|\s+here|\s+first|\s+have)?\s+"
    r"(?:propose[ds]?|present(?:s|ed)?|introduce[ds]?|develop(?:s|ed)?|design(?:s|ed)?|devise[ds]?|describe[ds]?|"
    r"built|build|implement(?:s|ed)?)\s+(?:(?:an?|the|two|three|our|novel|new|simple|general|efficient|effective)\s+)*"
    r"|\bour\s+(?:own\s+|new\s+|novel\s+|proposed\s+)*"
    r"|\b(?:the|this|a)\s+(?:newly\s+)?(?:proposed|presented|novel)\s+"
    r"|\bwe\s+(?:call|name|dub|term)\s+(?:it|this|the|our|these)?(?:\s+\w+){0,3}\s*"
    r"|\b(?:called|named|dubbed|termed)\s+)$",
    re.IGNORECASE,
)
_LONGEST_OFFER = 100  # characters; sentences may be lists without end
_NAMED = re.compile(r"[A-Z]\S*[A-Z\d]|\d")
_SURE, _BY_HEAD, _BY_KIND = 1.0, 0.9, 0.7
_OWN_KINDS = frozenset({ScientificType.METHOD, ScientificType.TOOL})
_BY_KIND_ALONE = {
    ConceptKind.TASK: ScientificType.RESEARCH_PROBLEM,
    ConceptKind.METHOD: ScientificType.METHOD,
    ConceptKind.MATERIAL: ScientificType.RESOURCE,
}
# Short names that stand for matter and not for methods.
_SUBSTANCES = frozenset(
    "DNA RNA mRNA cDNA tRNA rRNA siRNA miRNA ATP ADP GTP NADH RNAs DNAs mRNAs miRNAs siRNAs USA UK EU".split()
)
_LANGUAGE_HEADS = frozenset({"language", "dialect"})


def scientific_type(name: str, kind: ConceptKind, before: str = "") -> tuple[ScientificType, float] | None:
    """Gives the type of an entity and how sure it is in (0, 1], None for a concept that has none of the seven.

    Args:
        name: As written, without an abbreviation in brackets.
        kind: The kind that the concept has by the scheme of SciERC.
        before: The words of the sentence before it.
    """
    known = known_type(name)
    if known is not None:
        return known, _SURE
    words = [word for word in re.split(r"[\s]+", name.lower()) if word]
    if not words or kind in (ConceptKind.METRIC, ConceptKind.GENERIC) or name in _SUBSTANCES:
        return None
    if len(words) == 1 and kind is ConceptKind.MATERIAL and not _is_listed_material(words[0]):
        # By its ending alone a capitalised word is a language; so are peoples and places.
        return None
    found = _by_head(words, kind)
    if found is None:
        return None
    if found[0] in _OWN_KINDS and (len(words) > 1 or _NAMED.search(name)) and _OFFERS.search(before[-_LONGEST_OFFER:]):
        return ScientificType.SOLUTION, _BY_HEAD
    return found


def _is_listed_material(word: str) -> bool:
    return word in word_list("material_heads") or singular(word) in word_list("data_set_heads") or "-" in word


def known_type(name: str) -> ScientificType | None:
    """Gives the type of a name that the lists of software, data sets and resources have, written as a name."""
    if not any(char.isupper() or char.isdigit() for char in name):
        return None
    lower = name.lower()
    for listed, kind in (
        ("tool_names", ScientificType.TOOL),
        ("data_set_names", ScientificType.DATASET),
        ("resource_names", ScientificType.RESOURCE),
    ):
        if lower in word_list(listed):
            return kind
    return None


def is_language_name(word: str) -> bool:
    """Whether a word is the name of a language, written with a capital."""
    return word[:1].isupper() and word.lower() in word_list("languages")


def _by_head(words: Sequence[str], kind: ConceptKind) -> tuple[ScientificType, float] | None:
    if "of" in words[1:-1]:
        words = words[: words.index("of", 1)]
    head, last_two = _head(words[-1]), " ".join((*words[-2:-1], singular(words[-1])))
    heads = {head, last_two}
    if head in word_list("languages") or (head in _LANGUAGE_HEADS and len(words) > 1):
        return (ScientificType.LANGUAGE, _BY_HEAD) if kind is ConceptKind.MATERIAL else None
    if kind is not ConceptKind.TASK and heads & word_list("data_set_heads"):
        return ScientificType.DATASET, _BY_HEAD
    if kind is not ConceptKind.TASK and heads & word_list("tool_heads"):
        return ScientificType.TOOL, _BY_HEAD
    if heads & word_list("not_resources") and kind is not ConceptKind.METHOD:
        return None
    if kind in (ConceptKind.MATERIAL, ConceptKind.OTHER) and heads & word_list("resource_heads"):
        return ScientificType.RESOURCE, _BY_HEAD
    by_kind = _BY_KIND_ALONE.get(kind)
    return None if by_kind is None else (by_kind, _BY_KIND)


def _head(word: str) -> str:
    return singular(word.rsplit("-", 1)[-1]) if "-" in word and word not in word_list("tool_heads") else singular(word)
