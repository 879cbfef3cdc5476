"""Which records are worth comparing: those that share a blocking key, so that judging takes near-linear time."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from conspectus.domain.duplicate_traits import Traits
from conspectus.foundation.text.tokens import STOPWORDS

LARGEST_BLOCK = 60
"""A key that more records share tells too little ("editorial"): only identifiers are followed further."""

_EDGE = 28
_ABSTRACT_HEAD = 48
_RARE_WORDS = 3


def blocking_keys(traits: Traits) -> tuple[int, ...]:
    """Gives the keys of a record as signed 64-bit numbers, each once.

    Keys are its identifiers; the beginning and end of its title without spaces; the pairs of the three longest
    words of its title; the first author and year with the longest word of the title; volume and page with the
    year; and the beginning of its abstract.
    """
    return tuple(dict.fromkeys(_number(text) for text in (*identifier_texts(traits), *_texts(traits))))


def identifier_keys(traits: Traits) -> tuple[int, ...]:
    """Gives those of the keys that are identifiers."""
    return tuple(_number(text) for text in identifier_texts(traits))


def identifier_texts(traits: Traits) -> list[str]:
    """Gives the identifiers of a record, each as ``"scheme:value"``."""
    schemes = ("doi", "pmid", "pmcid", "arxiv")
    return [f"{scheme}:{value}" for scheme in schemes if (value := getattr(traits, scheme))]


def candidate_pairs(records: Sequence[Traits], *, largest_block: int = LARGEST_BLOCK) -> Iterator[tuple[int, int]]:
    """Yields the places (i, j), i < j, of records that share a key, each pair once, in order.

    Args:
        records: What is compared of each.
        largest_block: A key that more records share is not followed, unless it is an identifier.
    """
    blocks: defaultdict[int, list[int]] = defaultdict(list)
    identifiers: set[int] = set()
    keys = []
    for place, traits in enumerate(records):
        own = blocking_keys(traits)
        keys.append(own)
        identifiers.update(identifier_keys(traits))
        for key in own:
            blocks[key].append(place)
    for place, own in enumerate(keys):
        near: set[int] = set()
        for key in own:
            block = blocks[key]
            if len(block) <= largest_block or key in identifiers:
                near.update(other for other in block if other > place)
        for other in sorted(near):
            yield place, other


def _texts(traits: Traits) -> Iterable[str]:
    compact = traits.title.replace(" ", "")
    if compact:
        yield f"begin:{compact[:_EDGE]}"
        yield f"end:{compact[-_EDGE:]}"
    telling = sorted(
        {word for word in traits.title.split() if len(word) > 3 and word not in STOPWORDS},
        key=lambda word: (-len(word), word),
    )[:_RARE_WORDS]
    for at, word in enumerate(telling):
        for other in telling[at + 1 :]:
            yield f"words:{min(word, other)} {max(word, other)}"
    if traits.authors and traits.year is not None and telling:
        yield f"author:{traits.authors[0]} {traits.year} {telling[0]}"
    if traits.volume and traits.page and traits.year is not None:
        yield f"place:{traits.volume} {traits.page} {traits.year}"
    if len(traits.abstract) >= _ABSTRACT_HEAD:
        yield f"abstract:{traits.abstract[:_ABSTRACT_HEAD]}"


def _number(text: str) -> int:
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
