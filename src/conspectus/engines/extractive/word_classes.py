"""Word classes by closed lists: no learned weights, only lists, endings and neighbours.

A word that no list and no ending decides is a noun, the commonest open class in abstracts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from conspectus.engines.extractive.lexicon import ed_forms, s_forms, word_list
from conspectus.engines.extractive.sentence_tokens import SentenceTokens, tokenise

NOUN = "noun"
ADJECTIVE = "adjective"
GENERIC = "generic modifier"
VERB = "verb"
DETERMINER = "determiner"
PREPOSITION = "preposition"
CONJUNCTION = "conjunction"
AUXILIARY = "auxiliary"
PRONOUN = "pronoun"
RELATIVE = "relative"
ADVERB = "adverb"
NUMBER = "number"
PUNCTUATION = "punctuation"
OPEN = "opening bracket"
CLOSE = "closing bracket"
POSSESSIVE = "possessive"
# Classes that stand only until the neighbours have been looked at.
VERB_OR_NOUN = "verb or noun"
ED_WORD = "word in -ed"
ING_WORD = "word in -ing"
EDGE = "edge"

PHRASE_CLASSES = frozenset({NOUN, ADJECTIVE, GENERIC})
VERBAL_CLASSES = frozenset({VERB, VERB_OR_NOUN, ED_WORD, ING_WORD})

_RELATIVES = frozenset({"that", "which", "who", "whom", "whose"})
_BE = frozenset({"is", "are", "was", "were", "been", "be", "being"})
_ADJECTIVE_ENDING = re.compile(
    r"(?:al|ic|ive|ous|able|ible|ary|ful|less|ent|ant|ar|[iy][sz]ed|based|ed|oid|-free|-level|-specific|ese|ish)$"
)
_QUANTITY = re.compile(r"[+-]?\d+(?:[.,]\d+)*(?:k|K|M|B|st|nd|rd|th|mg|kg|ml|mL|mm|cm|nm|ms|Hz|h|s|x)$")
_LETTER = re.compile(r"[^\W\d_]")
_DIGIT = re.compile(r"\d")

# Looked up in this order; the first list that has the word decides.
_CLOSED_LISTS = (
    ("conjunctions", CONJUNCTION),
    ("auxiliaries", AUXILIARY),
    ("prepositions", PREPOSITION),
    ("determiners", DETERMINER),
    ("pronouns", PRONOUN),
    ("adverbs", ADVERB),
)
_BEFORE_VERB = frozenset(
    {"to", "not", "n't", "who", "can", "could", "may", "might", "must", "shall", "should", "will", "would"}
    | {"cannot", "do", "does", "did"}
)
# Noun-leaning words that are verbs where nothing speaks for the noun.
_VERB_AFTER_ALL = frozenset({"present", "use", "uses", "need", "needs", "results", "supports"})
_GERUND_FOLLOWERS = frozenset({"of", "in", ".", ",", "and", "is", ")", "with", "for"})
_MODIFIER_BEFORE = frozenset(
    {DETERMINER, ADJECTIVE, GENERIC, PREPOSITION, CONJUNCTION, PUNCTUATION, EDGE, OPEN, ADVERB}
)
_AFTER_GERUND_NOUN = frozenset(
    {PUNCTUATION, PREPOSITION, CONJUNCTION, AUXILIARY, RELATIVE, VERB, ADVERB, CLOSE, OPEN, EDGE}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggedSentence:
    """The tokens of a sentence with the class of each."""

    tokens: SentenceTokens
    classes: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.classes)


def tag(text: str) -> TaggedSentence:
    """Gives the words of a sentence with their classes."""
    tokens = tokenise(text)
    classes = [_class_alone(word) for word in tokens.words]
    _clear_section_label(tokens, classes)
    for index, word_class in enumerate(classes):
        if index and classes[index - 1] == NUMBER and tokens.lower[index] in word_list("units"):
            classes[index] = NUMBER
        elif word_class == VERB_OR_NOUN:
            named = index > 0 and tokens.words[index][0].isupper()
            classes[index] = NOUN if named else _verb_or_noun(index, tokens.lower, classes)
        elif word_class == ED_WORD:
            classes[index] = _ed_word(index, tokens.lower, classes)
        elif word_class == ING_WORD:
            classes[index] = _ing_word(index, tokens.lower, classes)
    return TaggedSentence(tokens=tokens, classes=tuple(classes))


def is_acronym(word: str) -> bool:
    """Whether a word looks like an acronym or a code name: short, with two capitals or with a capital and a digit."""
    if not 2 <= len(word) <= 12:
        return False
    capitals = sum(char.isupper() for char in word)
    return capitals >= 2 or (capitals == 1 and len(word) <= 6 and _DIGIT.search(word) is not None)


@lru_cache(maxsize=50_000)
def _class_alone(word: str) -> str:
    """The class of a word without its neighbours."""
    lower = word.lower().replace("’", "'")
    if lower in "()":
        return OPEN if lower == "(" else CLOSE
    if lower.startswith(("http:", "https:", "www.")):
        return PUNCTUATION
    if not _LETTER.search(word) and lower != "&":
        return NUMBER if _DIGIT.search(word) else PUNCTUATION
    if _QUANTITY.match(word):
        return NUMBER
    if ". " in word:
        return ADVERB if lower in word_list("adverbs") else NOUN
    if lower == "'s":
        return POSSESSIVE
    if lower in _RELATIVES:
        return RELATIVE
    for name, word_class in _CLOSED_LISTS:
        if lower in word_list(name):
            return word_class
    if is_acronym(word):
        return NOUN
    if lower.endswith("ly") and "-" not in lower and lower not in word_list("ly_not_adverbs"):
        return ADVERB
    return _open_class(lower)


def _open_class(lower: str) -> str:
    if lower in word_list("irregular_verb_forms"):
        return VERB
    if lower in word_list("generic_modifiers"):
        return ED_WORD if lower.endswith("ed") and lower in _past_forms() else GENERIC
    if lower in word_list("adjectives"):
        return ADJECTIVE
    if lower in _verb_forms():
        return VERB_OR_NOUN
    if "-" in lower and lower.split("-", 1)[0] in word_list("compound_openings"):
        return ADJECTIVE
    noun = lower in word_list("nouns_like_adjectives") or lower in word_list("languages")
    if lower in _past_forms() or (lower.endswith("ed") and len(lower) > 4 and "-" not in lower and not noun):
        return ED_WORD
    if lower.endswith("ing") and len(lower) > 5 and "-" not in lower and not _is_ing_noun(lower):
        return ING_WORD
    return ADJECTIVE if not noun and _ADJECTIVE_ENDING.search(lower) else NOUN


@lru_cache(maxsize=1)
def _verb_forms() -> frozenset[str]:
    return word_list("verbs") | s_forms(word_list("verbs"))


@lru_cache(maxsize=1)
def _past_forms() -> frozenset[str]:
    return ed_forms(word_list("verbs"))


def _is_ing_noun(lower: str) -> bool:
    return lower in word_list("nominal_ing") or lower in {"string", "during", "nothing", "something", "anything"}


def _clear_section_label(tokens: SentenceTokens, classes: list[str]) -> None:
    """A label such as "METHODS:" at the head of a sentence is no concept."""
    for index in range(min(5, len(classes))):
        if tokens.words[index] == ":" and index:
            classes[:index] = [PUNCTUATION] * index
            return
        if tokens.lower[index] not in word_list("section_labels"):
            return


def _neighbours(index: int, lower: Sequence[str], classes: Sequence[str]) -> tuple[str, str, str, str]:
    """The class and word before, and the class and word after."""
    before, word_before = (classes[index - 1], lower[index - 1]) if index else (EDGE, "")
    after, word_after = (classes[index + 1], lower[index + 1]) if index + 1 < len(lower) else (EDGE, "")
    return before, word_before, after, word_after


def _verb_or_noun(index: int, lower: Sequence[str], classes: Sequence[str]) -> str:
    word = lower[index]
    before, word_before, after, _ = _neighbours(index, lower, classes)
    noun_leaning = word in word_list("noun_leaning")
    if before == PRONOUN or (before == RELATIVE and word_before != "whose") or word_before in _BEFORE_VERB:
        return NOUN if word_before == "to" and noun_leaning and word.endswith("s") else VERB
    if before in {DETERMINER, ADJECTIVE, GENERIC, POSSESSIVE, PREPOSITION}:
        return NOUN
    if before in {NOUN, CLOSE} and word.endswith("s") and after in {DETERMINER, PRONOUN, GENERIC}:
        return VERB
    if noun_leaning and word not in _VERB_AFTER_ALL:
        return NOUN
    if before in {ADVERB, NOUN, CLOSE}:
        return VERB
    if before == CONJUNCTION:
        followed = {DETERMINER, PREPOSITION, ADJECTIVE, NOUN, GENERIC, PRONOUN, RELATIVE}
        return VERB if after in followed else NOUN
    return NOUN if noun_leaning else VERB


def _ed_word(index: int, lower: Sequence[str], classes: Sequence[str]) -> str:
    before, word_before, after, _ = _neighbours(index, lower, classes)
    modifier = GENERIC if lower[index] in word_list("generic_modifiers") else ADJECTIVE
    if before == POSSESSIVE:
        return modifier
    modifies = after in {NOUN, ADJECTIVE, GENERIC, ED_WORD, ING_WORD, VERB_OR_NOUN}
    return modifier if modifies and before in _MODIFIER_BEFORE and word_before not in _BE else VERB


def _ing_word(index: int, lower: Sequence[str], classes: Sequence[str]) -> str:
    before, _, after, word_after = _neighbours(index, lower, classes)
    if lower[index] in word_list("verbal_ing"):
        return VERB
    if before in {DETERMINER, ADJECTIVE, GENERIC, POSSESSIVE}:
        return NOUN
    if before == NOUN and after in _AFTER_GERUND_NOUN:
        return NOUN
    closes = after in {PREPOSITION, PUNCTUATION, AUXILIARY, EDGE, CLOSE, CONJUNCTION}
    opens = before in {PREPOSITION, CONJUNCTION, PUNCTUATION, EDGE}
    return NOUN if closes and opens and word_after in _GERUND_FOLLOWERS else VERB
