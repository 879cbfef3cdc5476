"""Names of a claim against its evidence: acronyms, CamelCase, words with digits, and capitalised words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from conspectus.foundation.text.tokens import STOPWORDS
from conspectus.grounding.support import Finding
from conspectus.grounding.words import TALK, Reading, Word, around, read, stem_of, usual_weight

_NOT_KEY = re.compile(r"[^a-z0-9]")
_ONLY_NUMBER = re.compile(r"[\d.,/+-]+(?:%|x|th|st|nd|rd|s|h|k|M|B|ms|mg|g|kg|ml|cm|mm|m|d|gb|mb)?", re.IGNORECASE)
_ROMAN = re.compile(r"[IVX]{1,4}")
_SMALL_WORDS = frozenset("of the and for in to on a an with by".split())
_LONGEST_ACRONYM = 7
_SHORTEST_WITH_SMALL_WORDS = 4
_LEAST_SHARED = 2
# A word next to two names tells that they are in one place if it is as rare as this in papers.
_TELLING = 1.5
_OPENS = re.compile(r"[.!?:;]\s*[\"']?\Z")
# Capitalised inside a sentence by custom: what one discipline writes as a name and another does not.
_CUSTOM = frozenset(
    "january february march april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday i ii iii iv".split()
)


@dataclass(frozen=True, slots=True)
class _Held:
    """What a text holds: keys of its words and of those with two capitals, all run together, and initials of runs."""

    keys: frozenset[str]
    acronyms: frozenset[str]
    joined: str
    initials: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Occurrence:
    """A name where it stands: its key, as written, the stems next before and behind it, and those a word further."""

    key: str
    name: str
    before: frozenset[str]
    behind: frozenset[str]
    beside: frozenset[str]


def names_of(claim: Reading) -> list[str]:
    """Gives the names in a text as written, in order, each once.

    A name has two capitals, a capital inside, letters with digits, or a capital first letter away from the beginning
    of a sentence. Of a hyphenated word each part is looked at ("BERT-based").
    """
    found: dict[str, None] = {}
    capitals = [word.text[:1].isupper() for word in claim.words if word.lower not in STOPWORDS]
    # In a heading every word has a capital, and none is a name for it.
    in_title_case = len(capitals) >= 4 and sum(capitals) > 0.8 * len(capitals)
    for place, word in enumerate(claim.words):
        opens = place == 0 or _OPENS.search(claim.text[max(0, word.start - 4) : word.start]) is not None
        for part in _parts(word):
            if _is_name(part, opens=opens or in_title_case):
                found[part] = None
            opens = False
    return list(found)


def name_findings(claim: Reading, evidence: Sequence[Reading], known: Iterable[str] = ()) -> list[Finding]:
    """Gives a finding for each name of the claim that neither its evidence nor the texts known beside it hold.

    A name is held as itself without case, plural and punctuation, as the part of a longer name, as the initials of
    words, or as words whose initials are held.
    """
    wanted = names_of(claim)
    if not wanted:
        return []
    held = [_held(piece.text) for piece in evidence] + [_held(text) for text in known if text]
    runs = _initials_of_runs(claim)
    findings = []
    for name in wanted:
        key = name_key(name)
        if not key:
            continue
        if any(_holds(piece, name, key) for piece in held):
            if other := _in_its_place(name, key, claim, evidence):
                message = f"The evidence has {other!r} where the claim has {name!r}."
                findings.append(Finding(kind="name", message=message, words=name))
            continue
        # "Natural Language Processing" where the evidence has "NLP".
        if any(name in words and initials in piece.acronyms for words, initials in runs for piece in held):
            continue
        findings.append(Finding(kind="name", message=f"{name!r} is not in the evidence.", words=name))
    return findings


def _in_its_place(name: str, key: str, claim: Reading, evidence: Sequence[Reading]) -> str:
    """Another name that stands in the evidence between the words of this one, which stands there between others."""
    theirs = [occurrence for piece in evidence for occurrence in _occurrences(piece.text)]
    ours = _occurrences(claim.text)
    said = {occurrence.key for occurrence in ours}
    same = [occurrence for occurrence in theirs if occurrence.key == key]
    for mine in ours:
        if mine.name != name or not same or any(mine.beside & held.beside for held in same):
            continue
        for held in theirs:
            if held.key not in said and (
                len(mine.beside & held.beside) >= _LEAST_SHARED
                or _share(mine.before, held.before)
                or _share(mine.behind, held.behind)
            ):
                return held.name
    return ""


def _share(one: frozenset[str], other: frozenset[str]) -> bool:
    return any(usual_weight(stem) >= _TELLING for stem in one & other)


@lru_cache(maxsize=8192)
def _occurrences(text: str) -> tuple[_Occurrence, ...]:
    reading = read(text)
    names = set(names_of(reading))
    found = []
    for place, word in enumerate(reading.words):
        for part in _parts(word):
            if part in names:
                one, two = (
                    [around(reading.words, place, before=near, after=0, skip=frozenset()),
                     around(reading.words, place, before=0, after=near, skip=frozenset())]
                    for near in (1, 2)
                )  # fmt: skip
                key = name_key(part)
                found.append(_Occurrence(key, part, one[0] - {key}, one[1] - {key}, (two[0] | two[1]) - {key}))
    return tuple(found)


def name_key(name: str) -> str:
    """Gives a key that is equal for forms of one name: small letters and digits, no plural."""
    key = _NOT_KEY.sub("", name.lower())
    return key[:-1] if len(key) > 2 and key.endswith("s") and not key.endswith("ss") else key


def _parts(word: Word) -> list[str]:
    text = word.text.removesuffix("'s").strip("'.")
    parts = [part for part in re.split(r"[-/]", text) if part]
    if len(parts) > 1 and any(part.isdigit() or len(part) == 1 for part in parts):
        return [text]
    return parts


def _is_name(part: str, *, opens: bool) -> bool:
    if _ONLY_NUMBER.fullmatch(part) or not any(char.isalpha() for char in part) or _ROMAN.fullmatch(part):
        return False
    lower = part.lower()
    capitals = sum(char.isupper() for char in part)
    if capitals >= 2 or (capitals and not part[0].isupper()):
        return len(part) > 1
    if any(char.isdigit() for char in part):
        return len(part) > 1
    return (
        capitals == 1
        and not opens
        and len(part) > 2
        and lower not in STOPWORDS
        and lower not in _CUSTOM
        and stem_of(lower) not in TALK
    )


def _holds(held: _Held, name: str, key: str) -> bool:
    if key in held.keys or (key in held.initials and sum(map(str.isupper, name)) > 1):
        return True
    if len(key) >= 4 and any(
        other.startswith(key)
        or other.endswith(key)
        or (len(other) >= 4 and (key.startswith(other) or key.endswith(other)))
        for other in held.keys
        if len(other) >= 4
    ):
        return True
    # "word2vec" for "word 2 vec", "ImageNet" for "Image Net".
    return len(key) >= 6 and key in held.joined


@lru_cache(maxsize=4096)
def _held(text: str) -> _Held:
    reading = read(text)
    keys: set[str] = set()
    bare: list[str] = []
    for word in reading.words:
        keys.add(name_key(word.text))
        for part in re.split(r"[-/.]", word.text):
            keys.add(name_key(part))
            # A part with a small plural or digits behind it: "CNNs", "BERT4".
            bare.append(_NOT_KEY.sub("", part.lower()))
    bare = [part for part in bare if part]
    # "F 1" is "F1", "word 2 vec" has "word2".
    keys |= {name_key(one + other) for one, other in pairwise(bare) if one and other}
    keys |= {name_key(word.stem) for word in reading.words}
    initials: set[str] = set()
    acronyms = {name_key(part) for word in reading.words for part in _parts(word) if sum(map(str.isupper, part)) > 1}
    # Initials of small words too only where chance hardly makes an acronym of them ("SOTA").
    for parts, shortest in (([part for part in bare if part not in STOPWORDS], 2), (bare, _SHORTEST_WITH_SMALL_WORDS)):
        firsts = "".join(part[0] for part in parts)
        for length in range(shortest, _LONGEST_ACRONYM + 1):
            initials.update(firsts[at : at + length] for at in range(len(firsts) - length + 1))
    return _Held(
        keys=frozenset(keys - {""}), acronyms=frozenset(acronyms), joined="".join(bare), initials=frozenset(initials)
    )


def _initials_of_runs(claim: Reading) -> list[tuple[frozenset[str], str]]:
    """The runs of neighbouring words of a claim that hold a capitalised one, each with its initials."""
    runs = []
    words = [part for word in claim.words for part in re.split(r"[-/]", word.text) if part]
    words = [word for word in words if word.lower() not in _SMALL_WORDS]
    for start in range(len(words)):
        for length in range(2, _LONGEST_ACRONYM):
            run = words[start : start + length]
            if len(run) == length and any(word[0].isupper() for word in run):
                runs.append((frozenset(run), "".join(word[0].lower() for word in run)))
    return runs
