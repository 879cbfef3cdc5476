"""The nouns of a benchmark of reviews: an item with its references, and what a method wrote for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

TargetKind = Literal["citation-text", "whole-section"]

# The least words of a target text; what is shorter ("see above") cannot be compared with.
LEAST_TARGET_WORDS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkReference:
    """A work that the target text cites.

    ``id`` is the marker of the work as the benchmark has it (a citation key, ``@cite_5``, a position);
    ``number`` is the n of ``[n]``, by which every method cites the work: the number that the target
    itself uses where it uses numbers, else the 1-based position. ``authors`` are full names.
    """

    id: str
    number: int
    title: str = ""
    abstract: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None

    @property
    def mark(self) -> str:
        """The citation of this reference in outputs."""
        return f"[{self.number}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkItem:
    """One review to write: the citing paper, the works to cite, and what a person wrote about them.

    ``target`` is the human text; ``words`` is the budget of this kind of target, in white-space
    separated words. References without an abstract are kept, so that their number is known.
    """

    id: str
    target: str
    target_kind: TargetKind
    words: int
    references: tuple[BenchmarkReference, ...]
    own_title: str = ""
    own_abstract: str = ""

    @property
    def given(self) -> tuple[BenchmarkReference, ...]:
        """The references that have an abstract: all that a method can write about."""
        return tuple(reference for reference in self.references if reference.abstract)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A source sentence used in an output; ``passage`` is the id of its passage where there is one.

    ``reference`` is the id of a reference of the item, "" for the citing paper's own abstract.
    """

    reference: str
    quote: str
    passage: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodOutput:
    """What a method wrote for an item, the ids of the references it cites, and its source sentences.

    ``unknown_citations`` counts citations of nothing that was given, which are not in the text any more.
    """

    text: str
    cited: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    unknown_citations: int = 0


class Method(Protocol):
    """Writes a review of at most ``words`` words for an item; the same seed gives the same output."""

    def __call__(self, item: BenchmarkItem, words: int, seed: int, /) -> MethodOutput:
        """Performs the method."""
        ...
