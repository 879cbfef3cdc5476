"""The sentences of a paper that a summary may tell: cleaned, judged by duty, place and centrality."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from conspectus.domain.document import Document, Place, SectionKind, Sentence
from conspectus.domain.summary_tasks import SummaryPaper
from conspectus.domain.tasks import EvidenceItem
from conspectus.engines.extractive.antecedents import points_back
from conspectus.engines.extractive.authors_named import told_of_authors
from conspectus.engines.extractive.cleaning import clean_sentence, is_usable
from conspectus.engines.extractive.openers import leans_backward
from conspectus.engines.extractive.statements import capital
from conspectus.engines.extractive.subjects import analyse
from conspectus.engines.extractive.summary_languages import (
    foreign_length,
    foreign_terms,
    foreign_text,
    is_foreign,
    leans_in_any_language,
)
from conspectus.engines.extractive.summary_roles import (
    Duty,
    Part,
    Standing,
    cue_scores,
    drawbacks,
    is_told,
    place_scores,
    standings,
)
from conspectus.engines.extractive.third_person import says_we_of_authors, speaks_of_people_in_general
from conspectus.foundation.text.tokens import content_stems, count_words

_CUE, _PLACE, _AGAINST, _TITLE = 1.0, 1.2, 0.6, 0.5
_CENTRAL, _CENTRAL_FLAT = 0.35, 1.2
"""Weights of centrality where sections tell the place of a sentence, and where they do not (findings on long texts)."""
_LEAD_POINTER = re.compile(
    r"^(?:as (?:shown|seen|illustrated|depicted|reported|can be seen|we can see|presented) in (?:fig\w*\.?|tables?)\s*"
    r"\d+\w?(?:\s*(?:and|,|-|–)\s*\d+\w?)*\s*,\s*|(?:fig(?:ure)?s?\.?|tables?)\s*\d+\w?\s+(?:shows?|demonstrates?|"
    r"illustrates?|indicates?|reveals?)\s+that\s+)",
    re.IGNORECASE,
)
_INNER_POINTER = re.compile(
    r",?\s*(?:\(?(?:as\s+)?(?:shown|seen|illustrated|depicted|reported|listed|summari[sz]ed|given|see)\s+in\s+"
    r"(?:the\s+)?(?:fig(?:ure)?s?\.?|tables?|sections?|appendix)\s*[\dA-Z]+\w?(?:\s*(?:and|,|-|–)\s*\d+\w?)*\)?)"
    r"(?=[,.;]|$)",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"\b(?:fig(?:ure)?s?\.?|tables?|sections?|equations?|eqs?\.?|appendix|algorithm|theorem|lemma|example)\s*"
    r"\(?(?:\d|[IVX]+\b|[A-Z]\d|[A-Z]\b)|\bS\d+ (?:text|fig\w*|tables?|movies?|files?|data|appendix)\b|"
    r"\b(?:following|next|previous) sections?\b|\b(?:here|below|above)\.$",
    re.IGNORECASE,
)
_SUPPLEMENT = re.compile(r"\s*\([^()]*\bS\d+ (?:Text|Fig\w*|Table|Movie|File|Data|Appendix)[^()]*\)", re.IGNORECASE)
_PROMISE = re.compile(
    r"\b(?:we|they|I) (?:will|shall) (?:\w+ )?(?:show|discuss|describe|present|see|explain|argue)", re.I
)
_DEMONSTRATIVE = re.compile(r"\b(?:this|these|those|such)\s+(?P<noun>(?:\w+[- ]){0,2}?[a-z]{3,}\b)", re.IGNORECASE)
# A turn against something said before; the claim behind it is the same without.
_TURN = re.compile(r"^(?:however|but|yet|nevertheless|nonetheless|unfortunately|still)\s*,\s+(?=\S)", re.IGNORECASE)
_WE = re.compile(r"\b(?:we|our|us|ours)\b", re.IGNORECASE)
_BULLET = re.compile(r"^[•*·–—-]\s+")
_CONTAINED = 0.7
_AT_HEAD = 4  # characters
_CONNECTIVE = re.compile(
    r"^(?:thus|hence|therefore|consequently|accordingly|moreover|furthermore|additionally|later|meanwhile|also|"
    r"in conclusion|in summary|taken together|overall|interestingly|importantly|notably|surprisingly)\s*[,:]?\s+(?=\S)",
    re.IGNORECASE,
)
_ORDERS = re.compile(
    r"^(?:[^,]{0,30},\s+)?(?:assume|suppose|consider|let|note|recall|imagine|see|notice)\b", re.IGNORECASE
)
_BEREFT = re.compile(
    r"\b(?:in|by|from|see|of|with|at|on|to|and|or|as|than|refs?\.?|e\.g\.?|following|after|per)\s*(?=[.,;:)]|$)"
)
_LOWER = 0.8  # of the sentences begin with a small letter where a text has no capitals
_BRACKETS = {"(": ")", "[": "]"}
_MATH = re.compile(r"[=∑∏∫√∂∇≈∝∈⊂→←↔⟨⟩{}\\^_|]|\$")
_OTHERS = re.compile(r"\b[A-Z][\w'’-]+ (?:et al\b|and [A-Z][\w'’-]+ \(?(?:19|20)\d\d)|^(?:\(?\[?\d+\]?\)?\s)")


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryCandidate:
    """A sentence that may be told.

    ``order`` is its index among the paper's evidence, ``text`` its cleaned words, ``scores`` how well it serves each
    duty, ``words`` its length, ``share`` how far through its part it stands, ``leans`` whether it needs the sentence
    before it, ``stems`` its content with counts.
    """

    order: int
    item: EvidenceItem
    text: str
    scores: dict[Duty, float]
    words: int
    leans: bool
    stems: Counter[str]
    norm: float
    part: Part
    share: float

    @property
    def duty(self) -> Duty:
        """The duty that it serves best; of equals the earlier one."""
        return max(Duty, key=lambda duty: self.scores[duty])


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryMaterial:
    """All candidates of a paper in order, the weights of content words within it, and whether it is not in English."""

    candidates: tuple[SummaryCandidate, ...]
    weights: dict[str, float]
    foreign: bool = False

    def likeness(self, one: SummaryCandidate, other: SummaryCandidate) -> float:
        """Gives how much two candidates say the same, in [0, 1]: the cosine of their words, or more for a part."""
        if not one.norm or not other.norm:
            return 0.0
        small, large = (one, other) if len(one.stems) <= len(other.stems) else (other, one)
        shared = sum(
            math.log1p(count) * math.log1p(large.stems[stem]) * self.weights[stem] ** 2
            for stem, count in small.stems.items()
            if stem in large.stems
        )
        cosine = shared / (one.norm * other.norm)
        # What a short sentence says may all be said in a long one.
        return max(cosine, _CONTAINED * shared / min(one.norm, other.norm) ** 2)


def material_of(paper: SummaryPaper) -> SummaryMaterial:
    """Gives the candidates of a paper's evidence; the same for every task on the same paper."""
    return _material(paper.document, paper.title, paper.evidence)


@lru_cache(maxsize=8)
def _material(document: Document, title: str, evidence: tuple[EvidenceItem, ...]) -> SummaryMaterial:
    wanted = {item.passage.address: (index, item) for index, item in enumerate(evidence)}
    places = [place for place in document.sentences() if place.address in wanted]
    standing = standings(document, places)
    quotes = [document.text[place.start : place.end] for place in places]
    foreign = is_foreign(quotes)
    stems = [Counter(foreign_terms(quote) if foreign else content_stems(quote)) for quote in quotes]
    weights = _weights(stems)
    norms = [_norm(counts, weights) for counts in stems]
    central = _centrality(stems, weights, norms)
    title_stems = frozenset(foreign_terms(title) if foreign else content_stems(title))
    lower = bool(quotes) and sum(quote[:1].islower() for quote in quotes) > _LOWER * len(quotes)
    essay = not _studies_something(document)
    flat = all(each.part in (Part.UNKNOWN, Part.ABSTRACT) for each in standing)
    made = []
    for index, (place, stood) in enumerate(zip(places, standing, strict=True)):
        if foreign:
            text = foreign_text(quotes[index], place.section.heading)
        else:
            text = told_text(document, place, lower=lower)
        if text is None or not is_told(place) or (essay and not foreign and _says_we_of_anybody(text)):
            continue
        order, item = wanted[place.address]
        made.append(
            SummaryCandidate(
                order=order,
                item=item,
                text=text,
                scores=_scores(
                    "" if foreign else quotes[index], stems[index], stood, central[index], title_stems, flat=flat
                ),
                words=foreign_length(text) if foreign else count_words(told_of_authors(text, known=False)),
                leans=leans_in_any_language(text) if foreign else _leans(text),
                stems=stems[index],
                norm=norms[index],
                part=stood.part,
                share=stood.share,
            )
        )
    return SummaryMaterial(candidates=tuple(made), weights=weights, foreign=foreign)


def told_text(document: Document, place: Place, *, lower: bool = False) -> str | None:
    """Gives the words of a sentence without citations and pointers to floats, or None where they cannot be told.

    In a text of small letters throughout (``lower``) the first letter becomes a capital. Parenthetical citations go;
    a sentence that speaks of others' work by name, points at a figure or section in its own words, promises
    something, or holds formulas is not told.
    """
    sentence = place.sentence
    raw_text = document.text[place.start : place.end]
    raw = raw_text if sentence is None else _without_pointers(document.text, sentence)
    bare = _INNER_POINTER.sub("", _LEAD_POINTER.sub("", _BULLET.sub("", _SUPPLEMENT.sub("", raw.strip()))))
    text = capital(_CONNECTIVE.sub("", _TURN.sub("", clean_sentence(bare))))
    if lower:
        text = text[:1].upper() + text[1:]
    if sentence is not None and any(pointer.start - sentence.start < _AT_HEAD for pointer in sentence.pointers):
        return None  # the work of others is its subject
    if sentence is not None and sentence.pointers and len(_BEREFT.findall(text)) > len(_BEREFT.findall(raw_text)):
        return None
    if (
        not is_usable(text)
        or _ORDERS.match(text)
        or _POINTS.search(text)
        or _PROMISE.search(text)
        or _OTHERS.search(text)
    ):
        return None
    if len(_MATH.findall(text)) > 2 or speaks_of_people_in_general(text):
        return None
    return text


def _studies_something(document: Document) -> bool:
    """Whether a text has parts that only a report of work has; "we" is seldom its authors in essays and reviews."""
    kinds = {section.kind for section in document.sections}
    nested = {inner.kind for section in document.sections for inner in section.sections}
    return not document.is_full_text or bool(
        (kinds | nested) & {SectionKind.METHODOLOGY, SectionKind.EXPERIMENT, SectionKind.INTRODUCTION}
    )


def _says_we_of_anybody(text: str) -> bool:
    return bool(_WE.search(text)) and not says_we_of_authors(text)


def _without_pointers(text: str, sentence: Sentence) -> str:
    """The sentence without its parenthetical citations; names that are part of the sentence stay."""
    pieces, last = [], sentence.start
    for pointer in sorted(sentence.pointers, key=lambda p: p.start):
        start, end = pointer.start, pointer.end
        if start < last or end > sentence.end:
            continue
        before, after = text[last:start].rstrip(), text[end : sentence.end].lstrip()
        if before[-1:] in _BRACKETS and after[:1] == _BRACKETS[before[-1:]]:
            pieces.append(before[:-1].rstrip())
            last = sentence.end - len(after) + 1
        elif pointer.style != "author-year":
            pieces.append(before)
            last = end
    pieces.append(text[last : sentence.end])
    joined = "".join(pieces)
    return re.sub(r"\s*[\[(][\s,;–-]*[\])]", "", joined)


def _leans(text: str) -> bool:
    """Whether a reader who has not met the sentence before it is lost.

    A thing that the sentence itself names before it points at it ("topics …, and these topics") is no loss.
    """
    told = told_of_authors(text, known=False)
    if leans_backward(told):
        return True
    statement = analyse(told)
    return points_back(statement) and not _finds_within(told)


def _finds_within(text: str) -> bool:
    """Whether everything that "this", "these" and "such" point at was named before in the same sentence."""
    found = list(_DEMONSTRATIVE.finditer(text))
    if not found:
        return False
    for match in found:
        before = set(content_stems(text[: match.start()]))
        if not before & set(content_stems(match.group("noun"))):
            return False
    return True


def _scores(
    quote: str,
    stems: Counter[str],
    standing: Standing,
    central: float,
    title: frozenset[str],
    *,
    flat: bool,
) -> dict[Duty, float]:
    cues, places = cue_scores(quote), place_scores(standing)
    common = (
        _TITLE * (len(title & stems.keys()) / len(title) if title else 0.0)
        + (_CENTRAL_FLAT if flat else _CENTRAL) * central
        - _AGAINST * drawbacks(quote)
    )
    return {duty: _CUE * cues[duty] + _PLACE * places[duty] + common for duty in Duty}


def _weights(stems: Sequence[Counter[str]]) -> dict[str, float]:
    seen: Counter[str] = Counter()
    for counts in stems:
        seen.update(counts.keys())
    return {stem: math.log(1 + len(stems) / n) for stem, n in seen.items()}


def _norm(counts: Counter[str], weights: dict[str, float]) -> float:
    return math.sqrt(sum((math.log1p(count) * weights[stem]) ** 2 for stem, count in counts.items()))


def _centrality(stems: Sequence[Counter[str]], weights: dict[str, float], norms: Sequence[float]) -> list[float]:
    """How near each sentence is to the middle of the text, as a z-score: the cosine with the sum of all sentences."""
    middle: dict[str, float] = {}
    for counts, norm in zip(stems, norms, strict=True):
        if norm:
            for stem, count in counts.items():
                middle[stem] = middle.get(stem, 0.0) + math.log1p(count) * weights[stem] / norm
    raw = [
        sum(math.log1p(c) * weights[s] * middle[s] for s, c in counts.items()) / norm if norm else 0.0
        for counts, norm in zip(stems, norms, strict=True)
    ]
    if not raw:
        return []
    mean = sum(raw) / len(raw)
    spread = math.sqrt(sum((value - mean) ** 2 for value in raw) / len(raw)) or 1.0
    return [(value - mean) / spread for value in raw]
