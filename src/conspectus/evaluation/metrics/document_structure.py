"""How well a document was read: words in order, section titles, paragraphs, inversions and reference entries."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz import fuzz
from rapidfuzz.distance import LCSseq

from conspectus.domain.document import Document, Reference, Section
from conspectus.foundation.text.normalise import level_text, match_key, one_line

_RUN = re.compile(r"[^\W\d_]+|\d+")
_RAISED = re.compile("(?<=\\d)[\u00b2\u00b3\u00b9\u2070-\u2079]")
_GRAM = 5
_TITLE_LIKENESS = 90.0
_WHOLE = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class Matches:
    """Of ``expected`` things, how many were found, and how many were found in all."""

    matched: int
    expected: int
    found: int

    @property
    def precision(self) -> float:
        """The share of what was found that is expected; 1 if nothing was found."""
        return self.matched / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        """The share of what is expected that was found; 1 if nothing is expected."""
        return self.matched / self.expected if self.expected else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall; 0 if nothing matched where something is expected."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def comparable_words(text: str) -> list[str]:
    """Gives the runs of letters and the runs of digits of a text, for comparison.

    Case, punctuation, and how raised digits and compounds are written are of no account: "10³" and "10^3" are both
    "10" and "3", "p2" and "p 2" both "p" and "2". A word that is parted or joined wrongly does count.
    """
    return _RUN.findall(level_text(unicodedata.normalize("NFC", _RAISED.sub(r"^\g<0>", text))).casefold())


def words_in_order(found: Sequence[str], expected: Sequence[str]) -> Matches:
    """Gives how many words the longest common subsequence of both has; recall is the share of words in order."""
    return Matches(
        matched=int(LCSseq.similarity(list(found), list(expected))), expected=len(expected), found=len(found)
    )


def title_matches(found: Sequence[str], expected: Sequence[str]) -> Matches:
    """Gives how many section titles are the same but for case, accents and punctuation, each counted once."""
    both = Counter(map(match_key, found)) & Counter(map(match_key, expected))
    return Matches(matched=both.total(), expected=len(expected), found=len(found))


def paragraph_matches(found: Sequence[str], expected: Sequence[str]) -> Matches:
    """Gives how many expected paragraphs stand in one found paragraph, and make it up, to 95 % of their words."""
    by_word: dict[str, list[int]] = {}
    pieces = [comparable_words(paragraph) for paragraph in found]
    for index, words in enumerate(pieces):
        for gram in set(_grams(words)):
            by_word.setdefault(gram, []).append(index)
    used: set[int] = set()
    matched = 0
    for paragraph in expected:
        words = comparable_words(paragraph)
        votes = Counter(index for gram in _grams(words) for index in by_word.get(gram, ()) if index not in used)
        for index, _ in votes.most_common(3):
            if LCSseq.normalized_similarity(pieces[index], words) >= _WHOLE:
                matched += 1
                used.add(index)
                break
    return Matches(matched=matched, expected=len(expected), found=len(found))


def paragraph_words(found: Sequence[str], expected_paragraphs: Sequence[str]) -> Matches:
    """Gives how many words of the expected paragraphs stand in order where the paragraph stands in what was found.

    The order of the paragraphs among each other is of no account; that is what ``inversions`` tells.

    Args:
        found: All words found, captions and notes among them, as ``comparable_words`` gives them.
        expected_paragraphs: The paragraphs.
    """
    places: dict[str, list[int]] = {}
    for index, gram in enumerate(_grams(found)):
        places.setdefault(gram, []).append(index)
    matched = expected = 0
    for paragraph in expected_paragraphs:
        words = comparable_words(paragraph)
        expected += len(words)
        # Where most of its runs of words would have the paragraph begin, to the nearest half of its length.
        step = max(len(words) // 2, _GRAM)
        begins = Counter((at - i) // step for i, gram in enumerate(_grams(words)) for at in places.get(gram, ()))
        if begins:
            begin = begins.most_common(1)[0][0] * step
            window = found[max(begin - step, 0) : begin + 2 * step + 2 * len(words)]
            matched += int(LCSseq.similarity(list(window), words))
    return Matches(matched=matched, expected=expected, found=len(found))


def inversions(found: Sequence[str], expected_paragraphs: Sequence[str]) -> int:
    """Gives how often a paragraph stands before its predecessor in what was found.

    A paragraph stands at the median of the places of those of its runs of five words that occur once in both texts;
    paragraphs without such a run are passed over.

    Args:
        found: The words found, as ``comparable_words`` gives them.
        expected_paragraphs: The paragraphs in their right order.
    """
    grams = list(_grams(found))
    once = {gram for gram, count in Counter(grams).items() if count == 1}
    place = {gram: index for index, gram in enumerate(grams) if gram in once}
    paragraphs = [list(_grams(comparable_words(paragraph))) for paragraph in expected_paragraphs]
    unique = {gram for gram, count in Counter(g for grams in paragraphs for g in grams).items() if count == 1}
    places: list[int] = []
    for grams in paragraphs:
        held = sorted(place[gram] for gram in grams if gram in unique and gram in place)
        if held:
            places.append(held[len(held) // 2])
    return sum(later < earlier for earlier, later in pairwise(places))


def reference_matches(found: Sequence[Reference], expected: Sequence[Reference]) -> Matches:
    """Gives how many entries of a reference list were found, each entry counted once.

    Two entries are the same when their DOIs are; else when the title expected is that of the found entry, or stands
    in its text; else, where no title is expected, when the first author and the year stand in its text.
    """
    left = [(reference, match_key(f"{reference.title} {reference.text}")) for reference in found]
    matched = 0
    for reference in expected:
        index = next((i for i, (other, text) in enumerate(left) if _same_entry(reference, other, text)), None)
        if index is not None:
            del left[index]
            matched += 1
    return Matches(matched=matched, expected=len(expected), found=len(found))


def running_text(document: Document) -> str:
    """Gives headings with their numbers and paragraphs of running text in reading order, one a line.

    Captions, table cells and formulas are left out.
    """
    return "\n".join(_running(document, document.sections))


def running_paragraphs(document: Document) -> list[str]:
    """Gives the paragraphs of running text in reading order."""
    return [
        document.text[place.start : place.end]
        for place in document.places()
        if place.kind == "paragraph"
        and place.paragraph is not None
        and place.paragraph.kind not in {"caption", "formula"}
    ]


def section_titles(document: Document) -> list[str]:
    """Gives the headings of all sections, without their numbers, in reading order."""
    return [place.section.heading for place in document.places() if place.kind == "section" and place.section.heading]


def _running(document: Document, sections: Sequence[Section]) -> Iterator[str]:
    for section in sections:
        if title := f"{section.number} {section.heading}".strip():
            yield title
        for paragraph in section.paragraphs:
            if paragraph.kind not in {"caption", "formula"}:
                yield document.text[paragraph.start : paragraph.end]
        yield from _running(document, section.sections)


def _same_entry(expected: Reference, other: Reference, text: str) -> bool:
    if expected.doi and other.doi:
        return expected.doi.casefold() == other.doi.casefold()
    if title := match_key(expected.title):
        return title in text or fuzz.ratio(title, match_key(other.title)) >= _TITLE_LIKENESS
    first = (
        match_key(expected.authors[0]).split() if expected.authors else match_key(one_line(expected.text)).split()[:1]
    )
    return bool(first) and max(first, key=len) in text.split() and (not expected.year or str(expected.year) in text)


def _grams(words: Sequence[str]) -> Iterator[str]:
    for index in range(len(words) - _GRAM + 1):
        yield " ".join(words[index : index + _GRAM])
