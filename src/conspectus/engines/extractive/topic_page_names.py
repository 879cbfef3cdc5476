"""How sentences name the topic of a page: its names, their spellings, MeSH order, and the acronym the papers use."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from conspectus.domain.tasks import TopicPaper
from conspectus.engines.extractive.abbreviations import find_abbreviations

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_LONGEST_ACRONYM = 6
# MeSH calls neoplasms what abstracts call cancer or tumours.
_SAME = {"neoplasm": ("neoplasm", "cancer", "tumor")}


@dataclass(frozen=True, slots=True)
class TopicNames:
    """The forms under which a topic is recognised, as one regular expression that matches whole words.

    ``pattern`` has no group; upper-case acronyms match as they are written, other names in any case, in singular
    and plural, in British and American spelling.
    """

    pattern: str

    def mentioned_in(self, text: str) -> bool:
        """Whether a text names the topic."""
        return _compiled(self.pattern).search(text) is not None

    def count_in(self, text: str) -> int:
        """Gives how often a text names the topic."""
        return len(_compiled(self.pattern).findall(text))


@dataclass(frozen=True)
class TopicalPaper:
    """A paper with how it is about the topic: named in its title, in its sentences, or only in its keywords."""

    paper: TopicPaper
    names: TopicNames

    @cached_property
    def in_title(self) -> bool:
        """Whether the title names the topic."""
        return self.names.mentioned_in(self.paper.title)

    @cached_property
    def in_text(self) -> bool:
        """Whether a sentence shown names the topic."""
        return any(self.names.mentioned_in(item.passage.quote) for item in self.paper.evidence)

    @cached_property
    def in_keywords(self) -> bool:
        """Whether a MeSH heading or keyword names the topic."""
        return any(self.names.mentioned_in(word) or self.names.mentioned_in(_turned(word)) for word in self.keywords)

    @property
    def keywords(self) -> tuple[str, ...]:
        """The MeSH headings and keywords."""
        return self.paper.keywords

    @property
    def on_topic(self) -> bool:
        """Whether title, sentences or keywords name the topic."""
        return self.in_title or self.in_text or self.in_keywords


def topic_names(names: Sequence[str], papers: Iterable[TopicPaper]) -> TopicNames:
    """Gives the forms of a topic's names, with the acronyms that papers define for them.

    Args:
        names: The canonical name and synonyms; a MeSH heading ("Depressive Disorder, Major") also counts in natural
            order. Field tags and quotation marks of a query are ignored.
        papers: Where acronyms are looked for. One counts unless more papers use it for something else.
    """
    plain = [name for name in (re.sub(r"\[[^\]]*\]|[\"“”()]", " ", name).strip() for name in names) if name]
    forms = dict.fromkeys(pattern for name in plain for pattern in (_pattern(name), _pattern(_turned(name))) if pattern)
    long = TopicNames(_alternatives(forms))
    meant: dict[str, Counter[bool]] = {}
    for paper in papers:
        texts = (paper.title, *(item.passage.quote for item in paper.evidence))
        for short, found in find_abbreviations(texts).items():
            is_name = re.fullmatch(_loose(long.pattern), found.long) is not None
            meant.setdefault(short, Counter())[is_name] += 1
    acronyms = [short for short, uses in sorted(meant.items()) if uses[True] > uses[False]]
    return TopicNames(_alternatives([*forms, *(rf"{re.escape(short)}(?:s)?" for short in acronyms)]))


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)")


def _loose(pattern: str) -> str:
    return rf"(?:[Tt]he\s+)?(?:{pattern})"


def _alternatives(patterns: Iterable[str]) -> str:
    # The longest first, so that a longer name is not cut by a shorter one.
    return "|".join(sorted(patterns, key=lambda pattern: (-len(pattern), pattern))) or r"(?!)"


def _turned(name: str) -> str:
    """A heading in natural order: "Arthroplasty, Replacement, Knee" is knee replacement arthroplasty."""
    return " ".join(reversed([part.strip() for part in name.split(",")]))


def _pattern(name: str) -> str:
    words = _WORD.findall(name)
    if not words:
        return ""
    if len(words) == 1 and len(name) <= _LONGEST_ACRONYM and name.isupper():
        return rf"{re.escape(name)}s?"
    return "(?i:" + r"[\s,-]+".join(map(_word_pattern, words)) + ")"


def _word_pattern(word: str) -> str:
    base = _singular(word.lower())
    return f"(?:{'|'.join(map(_spellings, _SAME[base]))})" if base in _SAME else _spellings(base)


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ss", "us", "is")) or len(word) < 4 or not word.endswith("s"):
        return word
    return word[:-2] if word.endswith(("ches", "shes", "xes", "sses")) else word[:-1]


def _spellings(word: str) -> str:
    """Singular and plural of a word, with ae and oe for e, our for or, s for z."""
    folded = re.sub(r"[ao]e", "e", word)
    folded = re.sub(r"our$", "or", folded)
    ending = "(?:s|es)?"
    if folded.endswith("y") and folded[-2:-1] not in "aeiou":
        folded, ending = folded[:-1], "(?:y|ies)"
    spelled = re.escape(folded).replace("e", "[ao]?e")
    spelled = re.sub(r"(?<=\w\w)or$", "ou?r", spelled)
    return re.sub(r"[sz](?=ation|ing\b|ed\b|e\b)", "[sz]", spelled) + ending
