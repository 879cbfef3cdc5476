"""Whether two records are one work: the same, different, or uncertain so that a person has to say.

The judge errs on the side of keeping works apart. It says "same" only on an identifier that both have with
titles that agree, or on title, year, first author, pages, volume, venue and abstract that agree in enough and
contradict each other in nothing that matters. Two different DOIs are two works, unless one is of a preprint.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from conspectus.domain.duplicate_evidence import Evidence, evidence_of
from conspectus.domain.duplicate_traits import Traits, traits_of
from conspectus.domain.paper import Paper

Verdict = Literal["same", "different", "uncertain"]

_CLOSE = 0.95
"""Titles that are alike but for a slip."""
_NEAR = 0.85
"""Titles that are of one work if pages and authors say so, too."""
_FAR = 0.8
"""Below this, titles are of two works unless an identifier says otherwise."""
_FAR_WITH_IDENTIFIER = 0.55
_RANK: dict[Verdict, int] = {"different": 0, "uncertain": 1, "same": 2}
_BANDS: dict[Verdict, tuple[float, float]] = {"different": (0.0, 0.49), "uncertain": (0.5, 0.89), "same": (0.9, 1.0)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What the judge says of two records, and why.

    ``score`` is in [0, 1]: below 0.5 if they are different, from 0.9 if they are the same. ``reasons`` name what
    led to the verdict, the deciding one first. ``disputed`` says that the two contradict each other, so that a third
    record unites them only by an identifier; ``final`` that nothing can: they have two DOIs, are different parts, or
    one is a notice about the other.
    """

    verdict: Verdict
    score: float
    reasons: tuple[str, ...]
    disputed: bool = False
    final: bool = False

    @property
    def is_same(self) -> bool:
        """Whether the two are one work."""
        return self.verdict == "same"


def compare(first: Paper, second: Paper) -> Judgement:
    """Gives whether two papers are one work; the order of the two does not matter."""
    return judge(traits_of(first), traits_of(second))


def judge(first: Traits, second: Traits) -> Judgement:
    """Gives whether two records with these traits are one work; the order of the two does not matter."""
    if first == second:
        return Judgement(verdict="same", score=1.0, reasons=("equal records",))
    evidence = evidence_of(first, second)
    verdict, reason = _verdict(evidence)
    low, high = _BANDS[verdict]
    score = round(low + (high - low) * evidence.weight, 4)
    final = verdict == "different" and evidence.forbids
    disputed = verdict == "different" or (verdict == "uncertain" and evidence.contradicts)
    reasons = (reason, *evidence.reasons())
    return Judgement(verdict=verdict, score=score, reasons=reasons, disputed=disputed, final=final)


def surely_two(first: Traits, second: Traits) -> bool:
    """Says at once of most pairs with two DOIs that ``judge`` calls them different; False says nothing.

    They are no preprints, share no other identifier, and do not stand on one page of one volume, so that nothing
    could make a question of them.
    """
    if not first.doi or not second.doi or first.doi == second.doi or first.preprint or second.preprint:
        return False
    others = zip(_other_names(first), _other_names(second), strict=True)
    shared = any(mine and mine == theirs for mine, theirs in others)
    in_one_place = first.page and first.page == second.page and first.volume and first.volume == second.volume
    return not shared and not in_one_place


def judge_works(first: Sequence[Traits], second: Sequence[Traits]) -> Judgement:
    """Gives whether two works are one, each known by the traits of the records that are in it.

    One pair of records that is the same is enough, unless another pair of them is disputed: then it is uncertain,
    but where an identifier says "same" and the dispute is not final.
    """
    judgements = [judge(one, other) for one in first for other in second]
    best = max(judgements, key=lambda found: (_RANK[found.verdict], found.score, found.reasons))
    against = [found for found in judgements if found.disputed]
    if best.verdict != "same" or not against:
        return best
    final = [found for found in against if found.final]
    if not final and any(reason.startswith("share ") for reason in best.reasons):
        return best
    worst = min(final or against, key=lambda found: (found.score, found.reasons))
    low, high = _BANDS["uncertain"]
    return Judgement(
        verdict="uncertain",
        score=round(low + (high - low) * (best.score + worst.score) / 2, 4),
        reasons=(f"of their records some agree ({best.reasons[0]}) and some do not ({worst.reasons[0]})",),
        disputed=True,
    )


def _other_names(traits: Traits) -> tuple[str, str, str]:
    return traits.pmid, traits.pmcid, traits.arxiv


def _verdict(e: Evidence) -> tuple[Verdict, str]:
    if e.notices_differ:
        return "different", "one is about the other: " + " and ".join(e.notices)
    if e.dois == "differ":
        return _with_two_dois(e)
    if e.shared:
        return _with_shared_identifier(e)
    if e.preprint_pair:
        return _preprint_and_journal(e)
    return _by_description(e)


def _with_two_dois(e: Evidence) -> tuple[Verdict, str]:
    """Two DOIs never merge by themselves, but a wrong one is worth a question."""
    if e.preprint_pair:
        return _preprint_and_journal(e)
    if e.shared and e.title.share >= _FAR_WITH_IDENTIFIER:
        return "uncertain", f"they share {e.shared[0]} but have two DOIs"
    exact = e.title.share >= _CLOSE and not e.title.other_word and not e.numbers_differ and not e.generic
    if exact and e.first_author and e.year_gap in (0, 1) and e.page and e.volume:
        return "uncertain", "all but their DOIs agree"
    if exact and e.both_preprints and e.first_author:
        return "uncertain", "two preprints with two DOIs"
    return "different", "two DOIs"


def _with_shared_identifier(e: Evidence) -> tuple[Verdict, str]:
    """An identifier decides, unless title and pages or authors say that a collection's was given to its parts."""
    shared = e.shared[0]
    if e.title_unknown or (e.title.share >= _NEAR and not e.parts_differ and e.page is not False):
        return "same", f"they share {shared}"
    if e.parts_differ and e.title.share >= _FAR:
        return "different", f"they share {shared} but are different parts"
    if e.book_and_chapter and e.title.share < _NEAR:
        return "different", f"they share {shared} but are a book and a chapter"
    if e.page is False and (e.title.share < _CLOSE or e.title.other_word or e.numbers_differ):
        return "different", f"they share {shared} but neither title nor page"
    if e.authors_apart and e.title.share < _NEAR:
        return "different", f"they share {shared} but neither title nor authors"
    if e.title.share < _FAR_WITH_IDENTIFIER and e.first_author is False and e.abstract is False:
        return "different", f"they share {shared} but neither title nor first author nor abstract"
    if e.page is False and e.abstract is False:
        return "different", f"they share {shared} but neither page nor abstract"
    if e.title.share < _FAR and e.abstract is False:
        return "uncertain", f"they share {shared} but neither title nor abstract"
    return "same", f"they share {shared}"


def _preprint_and_journal(e: Evidence) -> tuple[Verdict, str]:
    if e.numbers_differ or e.generic or e.title.share < 0.7:
        return "different", "a preprint and a journal article of other titles"
    people = e.first_author and e.author_share >= 0.5
    near_in_time = e.year_gap is None or e.year_gap <= 3
    # A meeting's abstract under the same title says other things and seldom has a DOI.
    one_text = e.abstract is not False or (e.dois == "differ" and e.author_share >= 0.8)
    if e.title.share >= _CLOSE - 0.03 and not e.title.other_word and people and near_in_time and one_text:
        return "same", "a preprint and its journal version"
    if (e.first_author or e.author_share >= 0.5) and (near_in_time or e.abstract):
        return "uncertain", "perhaps a preprint and its journal version"
    return "different", "a preprint and a journal article of other people"


def _by_description(e: Evidence) -> tuple[Verdict, str]:
    if e.generic:
        return _with_generic_title(e)
    if e.parts_differ and e.title.share >= _FAR:
        return "different", "different parts"
    if e.title.share < _FAR:
        if e.abstract and e.first_author and e.year_gap in (0, 1) and not e.numbers_differ:
            return "uncertain", "the abstracts agree, the titles do not"
        return "different", "other titles"
    if e.numbers_differ and not e.title.beginning:
        located = e.page and e.volume and e.first_author and e.year_gap in (0, 1)
        return ("uncertain" if located else "different"), "the numbers in the titles differ"
    if e.title.share >= _CLOSE and not e.title.other_word:
        return _with_close_titles(e)
    return _with_near_titles(e)


def _with_generic_title(e: Evidence) -> tuple[Verdict, str]:
    if e.title.share >= _CLOSE and e.page and e.volume and e.venue and e.year_gap in (0, 1, None):
        if e.first_author is False:
            return "uncertain", "a title of many works, at one place by other people"
        return "same", "one place in one volume"
    likely = e.first_author and e.year_gap in (0, 1) and not (e.page is False or e.volume is False or e.venue is False)
    if e.title.share >= _CLOSE and likely:
        return "uncertain", "a title of many works"
    return "different", "a title of many works"


def _with_close_titles(e: Evidence) -> tuple[Verdict, str]:
    """Titles agree: enough of the rest must, and what contradicts must be outweighed."""
    if e.year_gap is not None and e.year_gap > 1:
        return ("uncertain", "the years differ") if e.first_author and (e.page or e.abstract) else _apart("years")
    if e.first_author is False and e.author_share < 0.5:
        located = e.page and e.volume
        return ("uncertain", "other authors at one place") if located or e.abstract else _apart("authors")
    if e.page and (e.volume or e.venue) and e.year_gap is not None:
        return "same", "title, year, pages and " + ("volume" if e.volume else "venue")
    if e.page is False or e.volume is False or e.venue is False:
        return _with_contradiction(e)
    supported = e.first_author or e.author_share >= 0.5
    if supported and (e.year_gap is not None or e.page or e.volume or e.abstract):
        return "same", "title, first author and " + ("year" if e.year_gap is not None else "place")
    if e.page and e.volume:
        return "same", "title, volume and pages"
    if not e.people_known and e.venue and e.year_gap == 0 and (e.volume or e.abstract):
        return "same", "title, year and venue"
    return "uncertain", "too little is known but the title"


def _with_contradiction(e: Evidence) -> tuple[Verdict, str]:
    """The title is one, the place is not: an abstract of a meeting and the article bear one title, too."""
    against = [name for name, value in (("pages", e.page), ("volume", e.volume), ("venue", e.venue)) if value is False]
    alike = e.first_author and e.year_gap is not None and e.author_share >= 0.5
    if against == ["pages"] and alike and e.volume and e.venue and e.abstract:
        return "same", "title, year, first author, volume and abstract"
    if against == ["venue"] and alike and e.volume and e.abstract and e.author_share >= 0.8:
        return "same", "title, year, authors, volume and abstract"
    if not (e.first_author or e.author_share >= 0.5 or e.page or e.abstract):
        return _apart(" and ".join(against))
    return "uncertain", f"the titles agree, but not {' and '.join(against)}"


def _with_near_titles(e: Evidence) -> tuple[Verdict, str]:
    in_time = e.year_gap in (0, 1)
    located = e.page and e.volume and e.venue is not False
    if e.title.share >= _NEAR and in_time and e.first_author and e.author_share >= 0.5:
        if located and not (e.title.other_word and e.abstract is False):
            return "same", "year, first author, volume and pages, and titles that are nearly alike"
        if e.abstract and (e.page is None or e.page) and e.venue and e.volume is not False and not e.title.other_word:
            return "same", "year, first author, venue and abstract, and titles that are nearly alike"
    if not (e.first_author or e.author_share >= 0.5):
        return ("uncertain", "other authors at one place") if located and in_time else _apart("authors")
    if e.year_gap is not None and e.year_gap > 1 and not (e.abstract and e.page):
        return _apart("years")
    if e.title.share >= _NEAR or e.page or e.abstract:
        if e.page is False and e.abstract is not True:
            return _apart("pages")
        return "uncertain", "titles that are nearly alike"
    return "different", "other titles"


def _apart(what: str) -> tuple[Verdict, str]:
    return "different", f"other {what}"
