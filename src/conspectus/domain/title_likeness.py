"""How alike two titles are, and what their difference is: a slip of the pen or another word."""

from __future__ import annotations

from dataclasses import dataclass

from rapidfuzz import fuzz

from conspectus.foundation.text.tokens import STOPWORDS

_LONG_ENOUGH = 20
_WORDS_ENOUGH = 4
_SAME_WORD = 80.0
_TURNS = tuple("hyper hypo pre post intra inter extra anti pro up down macro micro un non dis in im a".split())
_GENERIC = frozenset(
    """
    abstract|abstracts|acknowledgements|acknowledgement to reviewers|announcement|announcements|appendix|author index
    book review|book reviews|calendar|commentary|comment|comments|conclusion|conclusions|contents|correspondence
    discussion|editor s choice|editor s note|editorial|editorial board|editorial comment|errata|erratum|correction
    corrections|corrigendum|foreword|from the editor|front matter|guest editorial|highlights|in brief|in memoriam
    in this issue|index|introduction|introduction to the special issue|invited commentary|issue information
    letter to the editor|letters to the editor|letter|letters|list of reviewers|masthead|meeting abstracts
    meeting report|news|news and views|notes|obituary|oral presentations|overview|perspective|poster abstracts
    preface|publications received|reply|response|review|reviewers|special issue|subject index|summary|table of contents
    the authors reply|author s reply|authors reply|title page|untitled|viewpoint|editors introduction
    """.replace("\n", "|").replace("    ", "").split("|")
) - {""}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class TitleLikeness:
    """How alike two titles are.

    ``share`` is in [0, 1]; ``other_word`` says that they differ in a word of content rather than in spelling;
    ``beginning`` that one is the beginning of the other, as where a subtitle was left out.
    """

    share: float
    other_word: bool = False
    beginning: bool = False


def is_generic(title: str) -> bool:
    """Says whether a title in normal form is one that many works bear ("editorial", "in this issue")."""
    return title in _GENERIC


def title_likeness(first: str, second: str) -> TitleLikeness:
    """Gives how alike two titles in normal form are; the order of the two does not matter."""
    if not first or not second:
        return TitleLikeness(share=0.0)
    mine, theirs = first.replace(" ", ""), second.replace(" ", "")
    if mine == theirs:
        return TitleLikeness(share=1.0)
    plain = fuzz.ratio(mine, theirs)
    share = max(plain, fuzz.token_sort_ratio(first, second)) / 100
    shorter, longer = sorted((first, second), key=lambda title: (len(title), title))
    if len(shorter) >= _LONG_ENOUGH and shorter.count(" ") >= _WORDS_ENOUGH - 1 and longer.startswith(shorter + " "):
        return TitleLikeness(share=max(share, 0.9), beginning=True)
    return TitleLikeness(share=share, other_word=share >= 0.7 and _other_word(shorter, longer))


def _other_word(first: str, second: str) -> bool:
    mine, theirs = first.split(), second.split()
    left = [word for word in mine if word not in theirs and word not in STOPWORDS]
    right = [word for word in theirs if word not in mine and word not in STOPWORDS]
    if not left and not right:
        # "not" is no word of content elsewhere, but it is here.
        return ("not" in mine or "no" in mine) != ("not" in theirs or "no" in theirs)
    joined, other = "".join(left), "".join(right)
    if not joined or not other:
        # A word that is joined in one title and parted in the other is no other word.
        whole, bare = (second.replace(" ", ""), joined) if joined else (first.replace(" ", ""), other)
        return bare not in whole
    if fuzz.ratio(joined, other) <= _SAME_WORD:
        return True
    if len(left) != len(right):
        return False
    pairs = [(word, max(right, key=lambda one: (fuzz.ratio(word, one), one))) for word in left]
    return any(fuzz.ratio(*pair) < _SAME_WORD - 20 or _is_turned(*pair) for pair in pairs)


def _is_turned(first: str, second: str) -> bool:
    """Whether two words differ in nothing but what they begin with, as "hypertension" and "hypotension"."""
    stems = [{word.removeprefix(turn) for turn in ("", *_TURNS) if word.startswith(turn)} for word in (first, second)]
    return any(len(stem) >= 4 for stem in stems[0] & stems[1])
