"""What every baseline shares: the sentences of the references, and packing chosen ones into a budget.

All baselines cite alike: each sentence carries ``[n]`` before its closing mark. Markers that a source
sentence has of its own are removed, since they would read as citations of our references.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from conspectus.evaluation.item import BenchmarkItem, BenchmarkReference, Evidence, MethodOutput
from conspectus.evaluation.metrics.citation_markers import strip_markers
from conspectus.foundation.text.sentences import split_sentences
from conspectus.foundation.text.tokens import count_words

_CLOSING = re.compile(r"\s*([.!?]*[\"'”’)]*)\s*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolSentence:
    """A sentence of a reference, or of the citing abstract if ``reference`` is None.

    ``place`` is its position in its abstract from 0; ``quote`` the source to the letter, ``text`` the same
    without markers of its own.
    """

    reference: BenchmarkReference | None
    place: int
    quote: str
    text: str

    @property
    def shown(self) -> str:
        """The sentence with its citation, as printed."""
        if self.reference is None:
            return self.text
        mark = self.reference.mark
        return _CLOSING.sub(lambda found: f" {mark}{found.group(1) or '.'}", self.text, count=1)


def reference_sentences(item: BenchmarkItem) -> list[PoolSentence]:
    """Gives the sentences of every reference that has an abstract, in the order of the item."""
    return [sentence for reference in item.given for sentence in _sentences(reference.abstract, reference)]


def own_sentences(item: BenchmarkItem) -> list[PoolSentence]:
    """Gives the sentences of the citing paper's abstract."""
    return _sentences(item.own_abstract, None)


def pack(ranked: Sequence[PoolSentence], words: int) -> list[PoolSentence]:
    """Gives the sentences that fit into the budget, taken in the order given; what does not fit is passed over.

    If not one of them fits, the first is cut so that something is said.
    """
    taken: list[PoolSentence] = []
    left = words
    for sentence in ranked:
        size = count_words(sentence.shown)
        if size <= left:
            taken.append(sentence)
            left -= size
    if not taken and ranked:
        first = ranked[0]
        room = words - (1 if first.reference else 0)
        cut = " ".join(first.text.split()[: max(0, room)])
        taken.append(PoolSentence(reference=first.reference, place=first.place, quote=first.quote, text=cut))
    return taken


def output_of(sentences: Sequence[PoolSentence]) -> MethodOutput:
    """Gives the output made of the sentences in the order given."""
    return MethodOutput(
        text=" ".join(sentence.shown for sentence in sentences).strip(),
        cited=tuple(dict.fromkeys(s.reference.id for s in sentences if s.reference)),
        evidence=tuple(Evidence(reference=s.reference.id if s.reference else "", quote=s.quote) for s in sentences),
    )


def _sentences(abstract: str, reference: BenchmarkReference | None) -> list[PoolSentence]:
    pool = []
    for place, quote in enumerate(split_sentences(abstract)):
        if text := strip_markers(quote):
            pool.append(PoolSentence(reference=reference, place=place, quote=quote, text=text))
    return pool
