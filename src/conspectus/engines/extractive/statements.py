"""A source sentence taken apart into what its subject is and what it says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

# What a paper calls itself.
WORK = (
    r"(?:paper|article|work|study|thesis|chapter|report|letter|survey|review|dissertation|manuscript|contribution|"
    r"tutorial|note|essay|trial|meta-analysis)"
)


class Subject(Enum):
    """What the subject of a source sentence is, seen from outside the paper."""

    AUTHORS = "authors"  # we propose, the authors show, this paper presents
    THEIRS = "theirs"  # our model outperforms, the proposed method improves
    OTHER = "other"  # a third thing: LexRank outperforms …
    BACKWARD = "backward"  # this, it, they, such …: needs the sentence before it


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A source sentence taken apart: words before and after its subject, in the third person.

    ``before`` and ``after`` surround the subject; ``noun`` is what belongs to the authors when the subject
    is THEIRS ("model"). ``plural`` is the form of ``after`` for a plural subject, ``singular`` for one person.
    ``refers_back`` says that the words hold "they" or "their" for the authors, so that an unnamed
    first mention would leave them orphaned. ``of_this_paper`` says that a lead-in such as "In this paper" was
    taken off, which makes the rest a claim about the paper's own work. ``additive`` says that it went on from
    something said before ("we also", "additionally"). ``setting`` is the noun of a lead-in that bounds the claim to
    the paper ("In this study, …" → "study").
    """

    subject: Subject
    before: str
    noun: str
    plural: str
    singular: str | None
    refers_back: bool
    of_this_paper: bool = False
    additive: bool = False
    setting: str = ""


def spaced(text: str) -> str:
    """Gives words as they follow others: with one space before them, unless they begin with a mark."""
    text = re.sub(r"\s+", " ", text)
    return text if text[:1] in " ,.;:" else f" {text}"


def capital(text: str) -> str:
    """Gives the text with a capital first letter, unless it begins with a name such as "mRNA", "p53" or "β-cell"."""
    if not text[:1].isascii() or not text[:1].islower() or re.match(r"[a-z]+[A-Z]|[a-z]-|[a-z]\d", text):
        return text
    return text[:1].upper() + text[1:]
