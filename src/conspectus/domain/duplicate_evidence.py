"""What speaks for and against two records being one work, trait by trait; nothing is decided here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rapidfuzz import fuzz

from conspectus.domain.duplicate_traits import Traits
from conspectus.domain.title_likeness import TitleLikeness, is_generic, title_likeness
from conspectus.domain.venue_names import same_venue

_SAME_NAME = 84.0
_SAME_ABSTRACT = 88.0
_OTHER_ABSTRACT = 60.0
_SCHEMES = ("doi", "pmid", "pmcid", "arxiv")


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The comparison of two records: True where they agree, False where they do not, None where one says nothing.

    ``year_gap`` is in years; ``author_share`` is the share of the shorter author list that the longer one has.
    """

    shared: tuple[str, ...]
    dois: Literal["agree", "differ", ""]
    preprint_pair: bool
    both_preprints: bool
    notices: tuple[str, str]
    title: TitleLikeness
    title_unknown: bool
    generic: bool
    numbers_differ: bool
    parts_differ: bool
    year_gap: int | None
    people_known: bool
    first_author: bool | None
    author_share: float
    authors_apart: bool
    page: bool | None
    volume: bool | None
    venue: bool | None
    abstract: bool | None
    book_and_chapter: bool

    @property
    def notices_differ(self) -> bool:
        """Whether one is a correction, reply, supplement … and the other is not, or is another kind."""
        return self.notices[0] != self.notices[1]

    @property
    def forbids(self) -> bool:
        """Whether the two can never be one work, whatever a third record says: two DOIs, parts, a notice."""
        two_dois = self.dois == "differ" and not self.preprint_pair
        return self.notices_differ or two_dois or (self.parts_differ and self.title.share >= 0.8) or bool(self.shared)

    @property
    def contradicts(self) -> bool:
        """Whether the two say different things of what has one value, and neither is a preprint of the other."""
        place = self.page is False or self.volume is False or self.venue is False
        other = self.first_author is False or self.numbers_differ
        return not self.preprint_pair and (place or other or (self.year_gap or 0) > 1)

    @property
    def weight(self) -> float:
        """How much speaks for one work, in [0, 1]: a mean over what is known, the title counting most."""
        year = None if self.year_gap is None else self.year_gap <= 1
        parts = [(4.0, self.title.share)] + [
            (weight, float(value))
            for weight, value in (
                (2.0, self.first_author),
                (1.0, year),
                (1.5, self.page),
                (1.0, self.volume),
                (1.0, self.venue),
                (1.5, self.abstract),
            )
            if value is not None
        ]
        if self.shared:
            parts.append((6.0, 1.0))
        if self.dois == "differ":
            parts.append((3.0, 0.0))
        return sum(weight * value for weight, value in parts) / sum(weight for weight, _ in parts)

    def reasons(self) -> tuple[str, ...]:
        """Gives what agrees and what does not, in words."""
        named = (("first author", self.first_author), ("pages", self.page), ("volume", self.volume),
                 ("venue", self.venue), ("abstract", self.abstract))  # fmt: skip
        said = [f"share {name}" for name in self.shared]
        said.append(f"titles {100 * self.title.share:.0f} % alike" + (", one word other" * self.title.other_word))
        if self.year_gap is not None:
            said.append("same year" if not self.year_gap else f"years {self.year_gap} apart")
        said += [f"{'same' if value else 'other'} {name}" for name, value in named if value is not None]
        return tuple(said)


def evidence_of(a: Traits, b: Traits) -> Evidence:
    """Gives the comparison of two records; the order of the two does not matter."""
    first, share = _people(a, b)
    dois: Literal["agree", "differ", ""] = "" if not (a.doi and b.doi) else "agree" if a.doi == b.doi else "differ"
    likeness = title_likeness(a.title, b.title)
    return Evidence(
        shared=tuple(
            f"{scheme}:{getattr(a, scheme)}"
            for scheme in _SCHEMES
            if getattr(a, scheme) and getattr(a, scheme) == getattr(b, scheme)
        ),
        dois=dois,
        preprint_pair=a.preprint != b.preprint,
        both_preprints=a.preprint and b.preprint,
        notices=(min(a.notice, b.notice) or "article", max(a.notice, b.notice) or "article"),
        title=likeness,
        title_unknown=not a.title or not b.title,
        generic=is_generic(a.title) or is_generic(b.title),
        numbers_differ=a.numbers != b.numbers,
        parts_differ=a.parts != b.parts,
        year_gap=None if a.year is None or b.year is None else abs(a.year - b.year),
        people_known=bool(a.authors and b.authors),
        first_author=first,
        author_share=share,
        authors_apart=bool(a.authors and b.authors) and share == 0 and first is not True,
        page=_agree(a.page, b.page),
        volume=_agree(a.volume, b.volume),
        venue=_venues_agree(a, b),
        abstract=_abstracts_agree(a.abstract, b.abstract),
        book_and_chapter={a.book, b.book} == {"book", "chapter"},
    )


def _agree(first: str, second: str) -> bool | None:
    return first == second if first and second else None


def _people(a: Traits, b: Traits) -> tuple[bool | None, float]:
    if not a.authors or not b.authors:
        return None, 0.0
    mine, theirs = set(a.authors), set(b.authors)
    share = len(mine & theirs) / min(len(mine), len(theirs))
    one, other = a.authors[0], b.authors[0]
    if one == other or _one_name(one, other):
        return True, max(share, 1 / min(len(mine), len(theirs)))
    if (
        a.first_given
        and b.first_given
        and one == b.first_given.replace(" ", "")
        and other == a.first_given.replace(" ", "")
    ):
        # Family and given name change places in some exports.
        return True, max(share, 1 / min(len(mine), len(theirs)))
    return one in theirs and other in mine and share >= 0.8, share


def _one_name(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=lambda name: (len(name), name))
    if len(short) >= 5 and (long.startswith(short) or long.endswith(short)):
        return True
    return len(short) >= 4 and fuzz.ratio(short, long) >= _SAME_NAME


def _venues_agree(a: Traits, b: Traits) -> bool | None:
    if set(a.issn) & set(b.issn):
        return True
    if not a.venues or not b.venues:
        return None
    if any(same_venue(*sorted((one, other))) for one in a.venues for other in b.venues):
        return True
    # The name of a meeting and that of its proceedings or series seldom agree.
    return None if a.proceedings or b.proceedings else False


def _abstracts_agree(first: str, second: str) -> bool | None:
    size = min(len(first), len(second))
    if size < 60:
        return None
    likeness = fuzz.ratio(first[:size], second[:size])
    return True if likeness >= _SAME_ABSTRACT else False if likeness < _OTHER_ABSTRACT else None
