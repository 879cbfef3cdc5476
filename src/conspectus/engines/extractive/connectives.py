"""What the words between two concepts say about them.

An ordered table of rules, each for one way of speaking; the first rule that recognises the words decides.
Rules see the words between without determiners, numbers, adverbs and empty modifiers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from conspectus.domain.minigraph import ConceptKind, RelationKind
from conspectus.engines.extractive.lexicon import all_forms, finite_forms, word_list
from conspectus.engines.extractive.word_classes import (
    ADJECTIVE,
    ADVERB,
    DETERMINER,
    GENERIC,
    NUMBER,
    VERBAL_CLASSES,
)

METHOD, TASK, METRIC = ConceptKind.METHOD, ConceptKind.TASK, ConceptKind.METRIC
MATERIAL, OTHER = ConceptKind.MATERIAL, ConceptKind.OTHER


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A kind of relation; ``forward`` if the left concept is its head."""

    kind: RelationKind
    forward: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Between:
    """The kinds of two concepts and the lower-cased words and classes between them."""

    left: ConceptKind | None
    right: ConceptKind | None
    words: Sequence[str]
    classes: Sequence[str]

    def bare(self) -> Between:
        """The same without commas."""
        kept = [index for index, word in enumerate(self.words) if word != ","]
        return Between(
            left=self.left,
            right=self.right,
            words=[self.words[index] for index in kept],
            classes=[self.classes[index] for index in kept],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Phrase:
    """What the rules look at: the telling words, as list, set and text; all words as text; the verbs."""

    left: ConceptKind | None
    right: ConceptKind | None
    words: tuple[str, ...]
    word_set: frozenset[str]
    text: str
    full: str
    verbs: tuple[str, ...]


def decide(between: Between) -> Verdict | None:
    """Gives the relation that the words between two concepts state, or None."""
    phrase = _phrase(between)
    if not phrase.words or not phrase.word_set.isdisjoint({".", ";"}):
        return None
    for rule in _RULES:
        verdict = rule(phrase)
        if verdict is _NOTHING:
            return None
        if verdict:
            return verdict
    return None


def is_instrumental(between: Between) -> bool:
    """Whether the words say that what follows is a means ("using", "based on")."""
    return _INSTRUMENT.match(_phrase(between).text) is not None


def is_comparison(between: Between) -> bool:
    """Whether the words compare what stands before a measure with what follows ("than", "comparable to")."""
    phrase = _phrase(between)
    if not phrase.word_set.isdisjoint({".", ";"}):
        return False
    return "than" in phrase.word_set or _COMPARISON.search(phrase.text) is not None


def measures_outcome(between: Between) -> bool:
    """Whether the words lead from what was compared to the measure or data it was compared on ("in", "on")."""
    phrase = _phrase(between)
    if not phrase.words or not phrase.word_set.isdisjoint(_BREAKS | {".", ";"}):
        return False
    if phrase.right is METRIC:
        return phrase.words[-1] in {"in", "of", "on", "with", "by"}
    return phrase.right in {MATERIAL, TASK} and phrase.words[-1] in {"in", "on", "for"}


_NOTHING = Verdict(kind=RelationKind.CONJUNCTION, forward=True)
_FORWARD_USE = Verdict(kind=RelationKind.USED_FOR, forward=True)
_BACKWARD_USE = Verdict(kind=RelationKind.USED_FOR, forward=False)

_COMPARATORS = frozenset({"than", "versus", "vs", "vs.", "compared", "rather", "unlike", "instead", "contrast", "over",
                          "beyond", "superior", "inferior"})  # fmt: skip
_EXAMPLE_WORDS = frozenset({"such", "like", "including", "e.g.", "namely", "called", "i.e.", "particularly",
                            "especially", ":"})  # fmt: skip
# A comparison stands among so many words before what is compared with.
_NEAR = 6
_TESTING = frozenset({"experiment", "experiments", "evaluation", "evaluations", "test", "tests", "conducted"})
_BREAKS = frozenset({"and", "but", ",", "while", ";", ":", "when", "we", "although", "because", "whereas", "if",
                     "where", "or", "not"})  # fmt: skip

_COMPARISON = re.compile(
    r"compar\w+ (?:to|with|against)|superior to|inferior to|instead of|in contrast to|^rather than|^over$|^unlike$"
)
_EXAMPLES = re.compile(
    r"(?:, |\( )?(?:such as|like|including|e\.g\.(?: ,)?|namely|called|i\.e\.(?: ,)?|especially|particularly"
    r"|for example|for instance|:|which we call|such)(?: :| ,)?$"
)
_DEFINITION = re.compile(
    r"(?:(?:, |-- )?(?:which )?(?:is|are|(?:has|have) (?:become|emerged as)) (?:a|an|one of the|the)(?: \S+){0,2}"
    r"|, (?:a|an)(?: \S+){0,2}|and other(?: \S+)?)$"
)
_METRIC_OF = re.compile(r"(?:of|for|in|on)(?: \w+ing)?$")
_IN_TERMS_OF = re.compile(r"(?:in terms of|with|in|at)$")
_CONSISTS_OF = re.compile(
    r"(?:(?:that|which) )?(?:consists? of|comprises?|contains?|includes?|consisting of|containing|comprising"
    r"|is composed of|composed of|is made up of)$"
)
_PART_OF = re.compile(
    r"(?:is |are )?(?:(?:integrated|incorporated|embedded|included|embodied) )?"
    r"(?:into|within|part of|as part of|component of)$"
)
_INSTRUMENT = re.compile(
    r"(?:, )?(?:using|by using|based on|is based on|relies on|uses|via|through|by|by \w+ing|from|by means of)$"
)
_SERVED_BY = re.compile(
    r"(?:, )?(?:(?:that|which) )?(?:(?:is|are|was|were) )?"
    r"(?:based on|using|by using|via|through|by means of|relies on|trained (?:on|with|using)|built on"
    r"|(?:derived|learned|obtained|extracted) from|from|by|by \w+ing|driven by|uses|employs|exploits|utilizes|adopts"
    r"|makes use of|takes|leverages|requires|incorporates|implemented (?:in|on|with|using)"
    r"|\w+ed (?:by|from|using|with|via))$"
)
_SERVES = re.compile(
    r"(?:for|for \w+ing|to \w+|in order to \w+"
    r"|(?:is |are |was |were |be |been |being )?"
    r"(?:\w+ed|given|built|drawn|chosen|suitable|useful|effective|applicable|capable|able) (?:for|to|in|of)"
    r"(?: \w+| \w+ing)?"
    r"|that \w+|which \w+|aimed at|aims (?:at|to \w+)|towards?|applicable to|to|to the task of|for the task of)$"
)
_ENDS_INSTRUMENTAL = re.compile(
    r"(?:based on|using|by \w+ing|\bby|via|through|relies on|rely on|trained (?:on|with|from)|learned (?:from|with)"
    r"|extracted from|derived from|obtained (?:from|by)|generated (?:from|by)|inspired by|from)$"
)
_ENDS_PURPOSIVE = re.compile(
    r"\b(?:for|for \w+ing|to \w+|in \w+ing|used in|used as|applied to|aims? at \w+ing|of \w+ing|at \w+ing)$"
)
_NO_PURPOSE = re.compile(r"(?:according|compared|due|similar|equivalent|related|respect|comparable) to")


@cache
def _forms(name: str) -> frozenset[str]:
    return all_forms(word_list(name)) | word_list(name)


def _phrase(between: Between) -> _Phrase:
    words = []
    for word, word_class in zip(between.words, between.classes, strict=True):
        if word_class in {DETERMINER, NUMBER} or word in {"'s", "’s"}:
            continue
        if word_class in {GENERIC, ADVERB} and word not in _COMPARATORS and word not in _EXAMPLE_WORDS:
            continue
        words.append(word)
    verbs = tuple(
        word
        for word, word_class in zip(between.words, between.classes, strict=True)
        if word_class in VERBAL_CLASSES or (word_class == ADJECTIVE and word.endswith("ed"))
    )
    return _Phrase(
        left=between.left,
        right=between.right,
        words=tuple(words),
        word_set=frozenset(words),
        text=" ".join(words),
        full=" ".join(between.words),
        verbs=verbs,
    )


def _compare(phrase: _Phrase) -> Verdict | None:
    compared = Verdict(kind=RelationKind.COMPARE, forward=True)
    if not phrase.word_set.isdisjoint(_forms("verbs_of_comparison") | {"versus", "vs.", "vs"}):
        # "outperforms others in precision" evaluates; the others were not recognised as a concept.
        by_right = Verdict(kind=RelationKind.EVALUATE_FOR, forward=False)
        return by_right if phrase.right is METRIC and phrase.left is not METRIC else compared
    if "than" in phrase.word_set and phrase.left is not METRIC:
        return compared
    if _COMPARISON.search(" ".join(phrase.words[-_NEAR:])):
        return _NOTHING if phrase.left is METRIC else compared
    return None


def _hyponym(phrase: _Phrase) -> Verdict | None:
    without_articles = " ".join(word for word in phrase.full.split(" ") if word not in {"the", "a", "an"})
    if _EXAMPLES.match(without_articles):
        return Verdict(kind=RelationKind.HYPONYM_OF, forward=False)
    if _DEFINITION.match(phrase.full):
        return Verdict(kind=RelationKind.HYPONYM_OF, forward=True)
    return None


def _evaluate(phrase: _Phrase) -> Verdict | None:
    if phrase.left is METRIC:
        measures = _METRIC_OF.match(phrase.text)
        return Verdict(kind=RelationKind.EVALUATE_FOR, forward=True) if measures else _NOTHING
    by_right = Verdict(kind=RelationKind.EVALUATE_FOR, forward=False)
    if phrase.right is METRIC:
        if _IN_TERMS_OF.match(phrase.text) or not phrase.word_set.isdisjoint(_forms("verbs_of_gain")):
            return by_right
        return _NOTHING if phrase.text == "of" else None
    tested = not phrase.word_set.isdisjoint(_forms("verbs_of_testing") | _TESTING)
    if phrase.right in {MATERIAL, TASK} and tested and not phrase.word_set.isdisjoint({"on", "in"}):
        return by_right
    return None


def _part(phrase: _Phrase) -> Verdict | None:
    if _CONSISTS_OF.match(phrase.text):
        return Verdict(kind=RelationKind.PART_OF, forward=False)
    if _PART_OF.match(phrase.text):
        return Verdict(kind=RelationKind.PART_OF, forward=True)
    return None


def _use(phrase: _Phrase) -> Verdict | None:
    if _SERVED_BY.match(phrase.text):
        return _BACKWARD_USE
    if _SERVES.match(phrase.text):
        return _BACKWARD_USE if _is_use(phrase.words[-1]) else _FORWARD_USE
    return None


def _is_use(word: str) -> bool:
    return word in finite_forms(word_list("verbs_of_use")) or word in {"using", "via", "through"}


def _preposition(phrase: _Phrase) -> Verdict | None:
    """One preposition alone: what it says depends on the kinds it joins."""
    if len(phrase.words) != 1:
        return None
    word, left, right = phrase.words[0], phrase.left, phrase.right
    feature = RelationKind.FEATURE_OF
    if word == "of":
        return Verdict(kind=feature, forward=True) if left is OTHER else _FORWARD_USE
    if word == "with":
        if right is OTHER:
            return Verdict(kind=feature, forward=False)
        return _BACKWARD_USE if right is METHOD else Verdict(kind=RelationKind.CONJUNCTION, forward=True)
    if word == "in":
        if right is TASK or (left is TASK and right is METHOD):
            return _FORWARD_USE
        if left is OTHER and right is MATERIAL:
            return Verdict(kind=feature, forward=True)
        return Verdict(kind=RelationKind.PART_OF, forward=True) if left is METHOD else None
    if word in {"on", "under"}:
        if right in {MATERIAL, TASK} and left in {METHOD, ConceptKind.GENERIC, TASK}:
            return Verdict(kind=RelationKind.EVALUATE_FOR, forward=False)
        return Verdict(kind=feature, forward=True) if left is OTHER else _BACKWARD_USE
    if word == "about":
        return Verdict(kind=feature, forward=True)
    return _BACKWARD_USE if word == "as" else None


def _ending(phrase: _Phrase) -> Verdict | None:
    """Some words and then a connective ("that are learned from")."""
    if len(phrase.words) > 8 or not phrase.word_set.isdisjoint(_BREAKS):
        return None
    if len(phrase.words) >= 2 and _ENDS_INSTRUMENTAL.search(phrase.text):
        return _BACKWARD_USE
    if _ENDS_PURPOSIVE.search(phrase.text) and not _NO_PURPOSE.search(phrase.text):
        return _BACKWARD_USE if _is_use(phrase.words[-1]) else _FORWARD_USE
    return None


def _subject_verb_object(phrase: _Phrase) -> Verdict | None:
    acting = phrase.left in {METHOD, TASK, ConceptKind.GENERIC}
    if not (acting and phrase.verbs and len(phrase.words) <= 4) or phrase.words[-1] == "of":
        return None
    if not phrase.word_set.isdisjoint({"and", "but", ",", "while", "when", "we", "that"}):
        return None
    if _is_use(phrase.verbs[-1]):
        return _BACKWARD_USE
    if phrase.verbs[-1] in _forms("verbs_of_containing"):
        return Verdict(kind=RelationKind.PART_OF, forward=False)
    return _FORWARD_USE


_RULES: tuple[Callable[[_Phrase], Verdict | None], ...] = (
    _compare,
    _hyponym,
    _evaluate,
    _part,
    _use,
    _preposition,
    _ending,
    _subject_verb_object,
)
