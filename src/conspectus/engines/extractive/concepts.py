"""Concepts of a sentence: maximal runs of nouns and adjectives, trimmed to what is specific.

The modifiers that say nothing ("novel", "several") are cut on the left, adjectives without a noun on the
right; a long form and its acronym are one concept; phrases whose head is academic filler ("results",
"way") are dropped, or cut where their modifiers carry a concept by themselves.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from conspectus.domain.minigraph import ConceptKind
from conspectus.engines.extractive.abbreviations import long_form
from conspectus.engines.extractive.lexicon import word_list
from conspectus.engines.extractive.word_classes import (
    ADJECTIVE,
    ADVERB,
    AUXILIARY,
    CLOSE,
    CONJUNCTION,
    DETERMINER,
    GENERIC,
    NOUN,
    NUMBER,
    OPEN,
    PHRASE_CLASSES,
    POSSESSIVE,
    PRONOUN,
    PUNCTUATION,
    RELATIVE,
    TaggedSentence,
    is_acronym,
)
from conspectus.engines.extractive.word_frequencies import inverse_frequency, maximum_inverse_frequency

_TRAILING = frozenset({ADJECTIVE, GENERIC, POSSESSIVE})
_NEVER_IN_LONG_FORM = frozenset({PUNCTUATION, AUXILIARY, PRONOUN, RELATIVE, OPEN, CLOSE})
# "It is shown that ..." names nothing.
_EXPLETIVE_FOLLOWERS = frozenset({"that", "to", "whether", "how"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A concept as a run of tokens, both ends included; ``kind`` is None until it is decided."""

    first: int
    last: int
    kind: ConceptKind | None = None

    @property
    def is_lone_word(self) -> bool:
        """Whether the concept is one word."""
        return self.first == self.last


def concept_spans(tagged: TaggedSentence) -> list[Span]:
    """Gives the concepts of a sentence in order, without overlap; only Generic ones have a kind yet."""
    trimmed = [span for span in (_trim(tagged, run) for run in _runs(tagged)) if span]
    widened = [_with_coordinated_adjective(tagged, span) for span in trimmed]
    joined = _join_acronyms(tagged, widened)
    found = [span for span in (_without_filler(tagged, span) for span in joined) if span]
    return _apart(_join_events(tagged, found) + _pronouns(tagged))


def head_position(tagged: TaggedSentence, span: Span) -> int:
    """Gives the token that heads the span: before "of", or before "(ACR)" if the span ends so, else the last."""
    lower = tagged.tokens.lower[span.first : span.last + 1]
    if lower[-1] == ")" and "(" in lower:
        lower = lower[: lower.index("(")]
    if "of" in lower[1:]:
        lower = lower[: lower.index("of", 1)]
    return span.first + len(lower) - 1


def bracketed_acronym(tagged: TaggedSentence, span: Span) -> str:
    """Gives the acronym in brackets that ends the span, "" if none does."""
    words = tagged.tokens.words
    ends_so = words[span.last] == ")" and span.last - span.first > 2 and words[span.last - 2] == "("
    return words[span.last - 1] if ends_so else ""


def stands_out(tagged: TaggedSentence, index: int) -> bool:
    """Whether a word looks like a name: an acronym, hyphenated, or capitalised inside a sentence.

    At the beginning of a sentence, where every word is capitalised, rare words count as names.
    """
    word = tagged.tokens.words[index]
    if is_acronym(word) or "-" in word:
        return True
    return word[0].isupper() and (index > 0 or is_rare(word))


def is_rare(word: str) -> bool:
    """Whether general academic English does not know the word."""
    return inverse_frequency(word) >= maximum_inverse_frequency()


def _runs(tagged: TaggedSentence) -> list[tuple[int, int]]:
    """Maximal runs of phrase words; a possessive or a short number after a name does not end one."""
    classes, words = tagged.classes, tagged.tokens.words
    runs: list[tuple[int, int]] = []
    index, size = 0, len(tagged)
    while index < size:
        if classes[index] not in PHRASE_CLASSES:
            index += 1
            continue
        end = index
        while end + 1 < size:
            following = classes[end + 1]
            possessed = following == POSSESSIVE and end + 2 < size and classes[end + 2] in {NOUN, ADJECTIVE}
            numbered = (
                following == NUMBER and classes[end] == NOUN and len(words[end + 1]) <= 2 and words[end][0].isupper()
            )
            if not (following in PHRASE_CLASSES or possessed or numbered):
                break
            end += 1
        runs.append((index, end))
        index = end + 1
    return runs


def _trim(tagged: TaggedSentence, run: tuple[int, int]) -> Span | None:
    first, last = run
    classes, words, lower = tagged.classes, tagged.tokens.words, tagged.tokens.lower
    while first <= last and (
        classes[first] in {GENERIC, NUMBER, POSSESSIVE} or lower[first] in word_list("vague_modifiers")
    ):
        if first < last and f"{lower[first]} {lower[first + 1]}" in word_list("fixed_openings"):
            break
        first += 1
    if first < last and classes[first] == ADJECTIVE and first == run[0] and _is_manner(tagged, first - 1):
        first -= 1
    while last >= first and classes[last] in _TRAILING and not is_acronym(words[last]):
        last -= 1
    return Span(first=first, last=last) if first <= last else None


def _is_manner(tagged: TaggedSentence, index: int) -> bool:
    """Whether a word is an adverb that belongs to the adjective behind it ("manually annotated")."""
    if index < 0 or tagged.classes[index] != ADVERB:
        return False
    word = tagged.tokens.lower[index]
    return word.endswith("ly") and word not in word_list("degree_adverbs")


def _with_coordinated_adjective(tagged: TaggedSentence, span: Span) -> Span:
    """One concept, not two: "lexical and syntactic variation"."""
    first, classes = span.first, tagged.classes
    if (
        first < 2
        or span.is_lone_word
        or classes[first] != ADJECTIVE
        or classes[first - 1] != CONJUNCTION
        or classes[first - 2] != ADJECTIVE
        or (first > 2 and classes[first - 3] in {NOUN, ADJECTIVE})
    ):
        return span
    return Span(first=first - 2, last=span.last)


def _join_acronyms(tagged: TaggedSentence, spans: Sequence[Span]) -> list[Span]:
    """Unites a long form with the acronym in brackets behind it, and with what follows ("X (ACR) parser")."""
    by_first = {span.first: span for span in spans}
    joined: list[Span] = []
    for span in spans:
        if joined and span.first <= joined[-1].last:
            continue
        first, last = span.first, span.last
        while _is_defined_behind(tagged, first, last):
            start = _long_form_start(tagged, last)
            first = first if start is None else min(first, start)
            last += 3
            if last + 1 in by_first:
                last = by_first[last + 1].last
        while joined and joined[-1].last >= first:
            joined.pop()
        joined.append(Span(first=first, last=last))
    return joined


def _is_defined_behind(tagged: TaggedSentence, first: int, last: int) -> bool:
    """Whether the words are followed by one word in brackets that looks like an acronym or abbreviates them."""
    classes, words = tagged.classes, tagged.tokens.words
    if last + 3 >= len(tagged) or classes[last + 1] != OPEN or classes[last + 3] != CLOSE:
        return False
    return (is_acronym(words[last + 2]) and first < last) or _long_form_start(tagged, last) is not None


def _long_form_start(tagged: TaggedSentence, last: int) -> int | None:
    """Where the long form begins whose acronym stands in brackets behind token ``last``, None if it is none.

    It may reach over words that end a phrase elsewhere: "Centre for Language Research (CLR)".
    """
    tokens = tagged.tokens
    before = tokens.text[: tokens.ends[last]]
    long = long_form(tokens.words[last + 2], before)
    if not long:
        return None
    first = bisect_left(tokens.starts, len(before) - len(long))
    crosses = _NEVER_IN_LONG_FORM.intersection(tagged.classes[first:last])
    return None if crosses or tokens.starts[first] != len(before) - len(long) else first


def _without_filler(tagged: TaggedSentence, span: Span) -> Span | None:
    """Drops filler, marks generic terms, and cuts a filler head off modifiers that carry a concept."""
    lower = tagged.tokens.lower
    head = lower[span.last]
    if span.is_lone_word:
        if head in word_list("generic_terms"):
            return Span(first=span.first, last=span.last, kind=ConceptKind.GENERIC)
        return None if head in word_list("filler_heads") or len(head) < 2 else span
    modifiers = lower[span.first : span.last]
    if head in word_list("generic_terms") and all(
        word in word_list("generic_term_modifiers") or word in word_list("generic_modifiers") for word in modifiers
    ):
        return Span(first=span.first, last=span.last, kind=ConceptKind.GENERIC)
    filler = head in word_list("filler_heads") and head not in word_list("filler_with_modifier")
    if filler and f"{modifiers[-1]} {head}" not in word_list("data_sets"):
        return _cut_filler(tagged, span)
    return span


def _cut_filler(tagged: TaggedSentence, span: Span) -> Span | None:
    words, lower, classes = tagged.tokens.words, tagged.tokens.lower, tagged.classes
    last = span.last
    while last >= span.first and lower[last] in word_list("filler_heads"):
        last -= 1
    while last >= span.first and (classes[last] in _TRAILING or classes[last] == CONJUNCTION):
        last -= 1
    if last < span.first or (last == span.first and not is_acronym(words[last])):
        return None
    return Span(first=span.first, last=last)


def _join_events(tagged: TaggedSentence, spans: Sequence[Span]) -> list[Span]:
    """Unites a noun of doing with what it is done to: "segmentation of (the) retinal vessels"."""
    joined: list[Span] = []
    for span in spans:
        event = joined[-1] if joined else None
        if event and span.kind is None and _is_event(tagged, event) and _only_of_between(tagged, event, span):
            joined[-1] = Span(first=event.first, last=span.last)
        else:
            joined.append(span)
    return joined


def _is_event(tagged: TaggedSentence, span: Span) -> bool:
    lower = tagged.tokens.lower[span.first : span.last + 1]
    return span.kind is None and lower[-1] in word_list("event_nouns") and "of" not in lower


def _only_of_between(tagged: TaggedSentence, left: Span, right: Span) -> bool:
    between = range(left.last + 1, right.first)
    if not between or tagged.tokens.lower[between[0]] != "of":
        return False
    return all(tagged.classes[index] in {DETERMINER, GENERIC} for index in between[1:])


def _pronouns(tagged: TaggedSentence) -> list[Span]:
    """It and they may stand for a concept; whether they do is decided by the relations found."""
    lower = tagged.tokens.lower
    spans = []
    for index, word in enumerate(lower):
        if word not in {"it", "they"} or tagged.classes[index] != PRONOUN:
            continue
        expletive = word == "it" and lower[index + 1 : index + 2] in {("is",), ("was",)}
        if expletive and _EXPLETIVE_FOLLOWERS.intersection(lower[index + 2 : index + 6]):
            continue
        spans.append(Span(first=index, last=index, kind=ConceptKind.GENERIC))
    return spans


def _apart(spans: Sequence[Span]) -> list[Span]:
    """The spans in order, without those that overlap an earlier or longer one."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.first, -span.last)):
        if not kept or span.first > kept[-1].last:
            kept.append(span)
    return kept
