"""The one verifier of the product: does the cited evidence support the sentence?

Rules look for what must agree (numbers with units, names, negation, direction, comparisons, certainty), the overlap of
telling words for the rest. Overlap finds evidence from another paper; it is no detector of contradiction, and none is
claimed from it: only a rule that names what differs contradicts a claim.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from conspectus.domain.cited_text import Verdict
from conspectus.foundation.text.normalise import match_key
from conspectus.foundation.text.sentences import split_sentences
from conspectus.grounding.comparison import comparison_findings
from conspectus.grounding.direction import direction_findings
from conspectus.grounding.hedges import hedge_findings
from conspectus.grounding.language import is_read
from conspectus.grounding.lead_in import with_short_forms, without_citations, without_lead_in
from conspectus.grounding.model_scoring import SupportModel
from conspectus.grounding.names import name_findings
from conspectus.grounding.negation import negation_findings
from conspectus.grounding.numbers import number_findings
from conspectus.grounding.overlap import Overlap, claim_weights, covered_shares, overlap_of, support_of
from conspectus.grounding.support import Finding as Finding
from conspectus.grounding.support import Support as Support
from conspectus.grounding.words import Reading, WordWeight, read, usual_weight

EVEN = 0.5
"""The support below which a claim is unsupported."""
SUPPORTED_FROM = 0.6
"""The support from which a claim is supported as a whole; between the two it is in part."""
CONTRADICTED_FROM = 0.5
"""The recall from which a claim and its evidence speak of the same thing, so that they can contradict each other."""
_CONTRADICTING = frozenset({"negation", "direction", "comparison"})
# What becomes of the support, and the most it can be, where something is not in the evidence, or is denied by it. The
# order among claims is kept as far as it can be, since a rule can err.
_WITH_FAULT, _MOST_WITH_FAULT = 0.9, 0.49
_CONTRADICTED, _MOST_CONTRADICTED = 0.8, 0.45
_MOST_IN_PART = 0.59
# So many content words in a row of which the evidence has none are a statement of their own.
_LEAST_GAP = 3
# A further piece of evidence is looked at with the best where it covers so much more of the claim.
_LEAST_MORE = 0.1
_LONGEST_PIECE = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class _Compared:
    """A claim with its evidence in pieces: ``origin`` is the place of each among the evidence as given."""

    claim: Reading
    pieces: tuple[Reading, ...]
    origin: tuple[int, ...]
    overlap: Overlap
    decisive: Reading


def verify_sentence(
    claim: str,
    evidence: Sequence[str],
    *,
    context: str = "",
    statistics: WordWeight | None = None,
    model: SupportModel | None = None,
) -> Support:
    """Gives whether the evidence supports a claim, with a score in [0, 1] and what was found.

    A claim is contradicted if it speaks of the same thing as its evidence and a rule names what is the other way
    round; unsupported if its score is below 0.5, as of every claim with a number or name that the evidence lacks.
    In languages other than English only numbers and names are checked, and what has no fault is not checkable.

    Args:
        claim: The sentence, with or without the words of its citations.
        evidence: The texts it cites.
        context: What else is known to the reader (title, authors and year of what is cited): names and numbers in it
            are no faults, and it supports nothing by itself.
        statistics: How much each word tells; by default as rare as it is in papers.
        model: Scores the support in the place of the overlap of words.
    """
    texts = [text for text in evidence if text.strip()]
    if not texts:
        return _not_checkable("There is no evidence to check it against.")
    bare = with_short_forms(without_lead_in(claim), texts)
    said = read(bare)
    key = match_key(bare)
    if not key:
        return _not_checkable("It has no words.")
    compared = _compare(said, evidence, statistics or usual_weight, context)
    # What stands in citations of the evidence is known, though it is not what the evidence says.
    known = [context, *texts]
    numbers = number_findings(said, compared.pieces, known)
    verbatim = next((place for place, text in enumerate(evidence) if match_key(text) == key), None)
    if verbatim is not None and not numbers:
        found = Finding(kind="verbatim", message="verbatim")
        return Support(verdict=Verdict.SUPPORTED, score=1.0, findings=(found,), deciding=verbatim)
    findings = numbers + name_findings(said, compared.pieces, known)
    if not is_read(bare, texts):
        return _in_another_language(compared, findings)
    findings += [
        *negation_findings(said, compared.decisive),
        *direction_findings(said, compared.decisive),
        *comparison_findings(said, compared.decisive),
        *hedge_findings(said, compared.decisive),
    ]
    base = support_of(_blend(compared.overlap))
    if model is not None:
        base = min(1.0, max(0.0, float(model.score([claim], [" ".join(texts)])[0])))
    elif base < EVEN:
        findings.append(Finding(kind="source", message=f"The evidence does not speak of it{_missing(compared)}."))
    return _judged(compared, findings, base)


def _judged(compared: _Compared, findings: list[Finding], base: float) -> Support:
    kinds = {finding.kind for finding in findings if finding.is_fault}
    same_thing = compared.overlap.union >= CONTRADICTED_FROM
    if kinds & _CONTRADICTING and same_thing:
        verdict, score = Verdict.CONTRADICTED, min(_MOST_CONTRADICTED, base * _CONTRADICTED)
    elif kinds - {"hedge"} or base < EVEN:
        faulty = kinds - {"hedge", "source"}
        verdict, score = Verdict.UNSUPPORTED, min(_MOST_WITH_FAULT, base * _WITH_FAULT) if faulty else base
    elif kinds or base < SUPPORTED_FROM or len(compared.overlap.gap) >= _LEAST_GAP:
        verdict, score = Verdict.PARTLY, min(base, _MOST_IN_PART)
        if not kinds:
            findings.append(Finding(kind="overlap", message=f"The evidence covers a part of it{_missing(compared)}."))
    else:
        verdict, score = Verdict.SUPPORTED, base
        findings.append(Finding(kind="overlap", message="The evidence says it in much the same words."))
    return Support(
        verdict=verdict,
        score=round(score, 4),
        findings=tuple(findings),
        deciding=compared.origin[compared.overlap.best],
    )


def _compare(said: Reading, evidence: Sequence[str], weight: WordWeight, context: str) -> _Compared:
    origin, pieces = [], []
    for place, text in enumerate(evidence):
        for piece in split_sentences(text) if len(text) > _LONGEST_PIECE else [text]:
            if piece.strip():
                origin.append(place)
                pieces.append(read(without_citations(piece)))
    overlap = overlap_of(said, pieces, weight, read(context).content)
    return _Compared(
        claim=said, pieces=tuple(pieces), origin=tuple(origin), overlap=overlap,
        decisive=_decisive(said, pieces, overlap.best, weight),
    )  # fmt: skip


def _decisive(said: Reading, pieces: Sequence[Reading], best: int, weight: WordWeight) -> Reading:
    """The best piece with those that cover what it leaves open, in the order of the evidence."""
    weights = claim_weights(said, weight)
    total = sum(weights.values()) or 1.0
    chosen, content = [best], pieces[best].content
    open_stems = {stem for stem, share in covered_shares(weights, content).items() if share < 1}
    while open_stems:
        gains = {
            place: sum(weights[stem] for stem in open_stems & piece.content) / total
            for place, piece in enumerate(pieces)
            if place not in chosen
        }
        place = max(gains, key=lambda at: (gains[at], -at), default=None)
        if place is None or gains[place] < _LEAST_MORE:
            break
        chosen.append(place)
        open_stems -= pieces[place].content
    return read(" ".join(pieces[place].text for place in sorted(chosen))) if len(chosen) > 1 else pieces[best]


def _blend(overlap: Overlap) -> float:
    """The recall that the support rests on: of the best piece, with a share of what the others add."""
    return overlap.recall + (overlap.union - overlap.recall) / 2


def _missing(compared: _Compared) -> str:
    gap, stems = compared.overlap.gap, set(compared.overlap.missing[:3])
    words = gap if len(gap) >= _LEAST_GAP else [word.text for word in compared.claim.words if word.stem in stems]
    return f": nothing on {', '.join(repr(word) for word in dict.fromkeys(words))}" if words else ""


def _in_another_language(compared: _Compared, findings: list[Finding]) -> Support:
    deciding = compared.origin[compared.overlap.best]
    if findings:
        base = min(_MOST_WITH_FAULT, support_of(_blend(compared.overlap)) * _WITH_FAULT)
        return Support(verdict=Verdict.UNSUPPORTED, score=round(base, 4), findings=tuple(findings), deciding=deciding)
    told = Finding(kind="language", message="Only numbers and names are checked in this language; they agree.")
    return Support(verdict=Verdict.NOT_CHECKABLE, score=None, findings=(told,), deciding=deciding)


def _not_checkable(why: str) -> Support:
    return Support(verdict=Verdict.NOT_CHECKABLE, score=None, findings=(Finding(kind="overlap", message=why),))
