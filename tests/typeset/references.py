"""Reference lists in three styles, and the pointers to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from typeset.wording import Person, Wording

Style = Literal["numbered", "author-year", "dotted"]
_VENUES = ("Journal of Wetland Science", "Annals of Hydrology", "Proceedings of the Fenland Workshop")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A work in the list."""

    people: tuple[Person, ...]
    title: str
    venue: str
    year: int
    volume: int
    first_page: int
    doi: str = ""


def reference_list(wording: Wording, count: int) -> list[Listed]:
    """Gives works in alphabetical order, every third with a DOI."""
    made = [
        Listed(
            people=tuple(wording.people(wording.number(1, 3))), title=wording.title(),
            venue=_VENUES[index % len(_VENUES)], year=1990 + (7 * index) % 34, volume=wording.number(1, 60),
            first_page=wording.number(1, 900), doi=f"10.5555/made.{index}" if index % 3 == 0 else "",
        )
        for index in range(count)
    ]  # fmt: skip
    return sorted(made, key=lambda work: (work.people[0].family, work.year))


def printed_reference(index: int, work: Listed, style: Style) -> str:
    """Gives an entry as printed."""
    pages = f"{work.first_page}–{work.first_page + 11}"
    match style:
        case "numbered":
            names = ", ".join(f"{person.given[0]}. {person.family}" for person in work.people)
            doi = f" doi:{work.doi}." if work.doi else ""
            return f"[{index + 1}] {names}. {work.title}. {work.venue} {work.volume}, {pages} ({work.year}).{doi}"
        case "author-year":
            names = ", ".join(f"{person.family} {person.given[0]}" for person in work.people)
            doi = f". https://doi.org/{work.doi}" if work.doi else ""
            return f"{names} ({work.year}) {work.title}. {work.venue} {work.volume}:{pages}{doi}"
        case "dotted":
            names = "; ".join(f"{person.family}, {person.given[0]}." for person in work.people)
            doi = f" https://doi.org/{work.doi}" if work.doi else ""
            return f"{index + 1}. {names} {work.title}. {work.venue} {work.year}, {work.volume}, {pages}.{doi}"


def pointer_to(index: int, works: Sequence[Listed], style: Style) -> str:
    """Gives a pointer as printed in running text."""
    if style != "author-year":
        return f"[{index + 1}]"
    names = [person.family for person in works[index].people]
    shown = names[0] if len(names) == 1 else " and ".join(names) if len(names) == 2 else f"{names[0]} et al."
    return f"({shown}, {works[index].year})"
