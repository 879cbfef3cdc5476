"""Made-up records: a known share comes twice, changed as databases change records, and some works only look alike.

Titles are drawn from made words with the frequencies of a language, so that blocks of records that share words
grow as they do in a real library. Nothing in it is true.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from conspectus.domain.document_building import abstract_document
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Author, Paper, PartialDate, with_id

_SYLLABLES = tuple(
    "ba be bi bo ca ce co da de di do fa fi fo ga ge go la le li lo ma me mi mo na ne ni no pa pe pi po ra re ri ro "
    "sa se si so ta te ti to va ve vi vo tra pre cli gra sta plo chi bro ster mon tin lar".split()
)
_SMALL = ("of", "in", "and", "the", "for", "with", "on", "by")
_VOCABULARY = 12_000
_FAMILIES = 6_000
_JOURNALS = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeCopy:
    """A record and the number of the work that it is of."""

    paper: Paper
    work: int


def made_copies(count: int, *, share: float = 0.1, seed: int = 0) -> list[MadeCopy]:
    """Gives ``count`` records in random order, of which a share are second records of a work.

    One work in fifty looks like the one before it: its second part, a correction, or next year's issue of it.

    Args:
        count: How many records, at least 2.
        share: The share of second records, in [0, 0.5].
        seed: Fixes every draw.
    """
    draw = random.Random(seed)
    words = _Words(draw)
    copies: list[MadeCopy] = []
    works = count - round(count * share)
    last: Paper | None = None
    for number in range(works):
        paper = _look_alike(last, number, draw) if last is not None and number % 50 == 49 else words.paper(number)
        copies.append(MadeCopy(paper=_named(paper), work=number))
        last = paper
    for number in draw.sample(range(works), count - works):
        copies.append(MadeCopy(paper=_named(_copied(copies[number].paper, number, draw)), work=number))
    draw.shuffle(copies)
    return copies


class _Words:
    """Draws titles, people, journals and abstracts."""

    def __init__(self, draw: random.Random) -> None:
        self._draw = draw
        self._words = self._made(_VOCABULARY, 2, 5)
        self._families = [name.capitalize() for name in self._made(_FAMILIES, 2, 3)]
        self._journals = [
            " ".join(w.capitalize() for w in self._made(draw.randint(2, 4), 3, 5)) for _ in range(_JOURNALS)
        ]
        self._weights = [1.0 / (place + 20) for place in range(_VOCABULARY)]
        self._stock: Iterator[str] = iter(())

    def paper(self, number: int) -> Paper:
        draw = self._draw
        title = " ".join(self._title(draw.randint(6, 14))).capitalize()
        authors = tuple(
            Author(family=draw.choice(self._families), given=f"{draw.choice('ABCDEFGHJKLMNPRST')}.")
            for _ in range(draw.randint(1, 7))
        )
        first = draw.randint(1, 1800)
        abstract = " ".join(self._title(40)).capitalize() + "."
        return Paper(
            id="",
            title=title,
            authors=authors,
            date=PartialDate(year=draw.randint(1990, 2025)),
            venue=draw.choice(self._journals),
            volume=str(draw.randint(1, 120)),
            pages=f"{first}-{first + draw.randint(3, 20)}",
            kind="article-journal",
            identifiers=Identifiers(doi=f"10.5555/made.{number}"),
            documents=(abstract_document(abstract),),
        )

    def _title(self, length: int) -> list[str]:
        return [self._draw.choice(_SMALL) if place % 4 == 2 else self._next() for place in range(length)]

    def _next(self) -> str:
        for word in self._stock:
            return word
        self._stock = iter(self._draw.choices(self._words, self._weights, k=10_000))
        return next(self._stock)

    def _made(self, number: int, least: int, most: int) -> list[str]:
        made: dict[str, None] = {}
        while len(made) < number:
            made["".join(self._draw.choices(_SYLLABLES, k=self._draw.randint(least, most)))] = None
        return list(made)


def _look_alike(last: Paper, number: int, draw: random.Random) -> Paper:
    """Another work with the title of the last one, or almost."""
    year = last.year or 2000
    kind = number // 50 % 3
    if kind == 0:
        title, date = f"{last.title}: Part II", PartialDate(year=year)
    elif kind == 1:
        title, date = f"Erratum to: {last.title}", PartialDate(year=year)
    else:
        title, date = last.title, PartialDate(year=year + 2)
    first = draw.randint(2000, 3000)
    return replace(
        last, title=title, date=date, pages=f"{first}-{first + 9}", volume=str(draw.randint(130, 200)),
        identifiers=Identifiers(doi=f"10.5555/made.{number}" if draw.random() < 0.5 else ""), documents=(),
    )  # fmt: skip


def _copied(paper: Paper, number: int, draw: random.Random) -> Paper:
    """The record as another database has it."""
    if draw.random() < 0.05 and paper.documents:
        date = PartialDate(year=(paper.year or 2000) - draw.randint(0, 2))
        return replace(
            paper, venue="bioRxiv", volume="", pages="", date=date,
            identifiers=Identifiers(doi=f"10.1101/2020.01.01.{number:06}"), kind="article",
        )  # fmt: skip
    first, _, last = paper.pages.partition("-")
    title = paper.title.upper() if draw.random() < 0.1 else f"{paper.title}." if draw.random() < 0.5 else paper.title
    if draw.random() < 0.15:
        place = draw.randrange(8, len(title) - 1)
        title = title[:place] + title[place + 1 :]
    return replace(
        paper,
        title=title,
        authors=paper.authors[: draw.randint(1, len(paper.authors))] if draw.random() < 0.2 else paper.authors,
        venue=_abbreviated(paper.venue) if draw.random() < 0.5 else paper.venue,
        pages=f"{first}-{last[-1]}" if draw.random() < 0.5 else paper.pages if draw.random() < 0.8 else "",
        date=PartialDate(year=(paper.year or 2000) + (draw.random() < 0.05)),
        identifiers=paper.identifiers if draw.random() < 0.5 else Identifiers(),
        documents=paper.documents if draw.random() < 0.7 else (),
    )


def _abbreviated(venue: str) -> str:
    words: Sequence[str] = venue.split()
    return " ".join(word[: max(3, len(word) // 2)] for word in words)


def _named(paper: Paper) -> Paper:
    return with_id(replace(paper, id="", aliases=()))
