"""Of what kind a topic is, where a sentence says so in passing: appositions, "enzymes such as X", "the enzyme X".

The patterns are those of M. Hearst (1992), "Automatic acquisition of hyponyms from large text corpora", and
appositions. Only heads that name a kind of thing count, and of what stands before a head only what narrows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from conspectus.engines.extractive.lexicon import word_list
from conspectus.engines.extractive.statements import capital

APPOSED = 0.7
"""How surely an apposition says what a topic is."""
CLASSED = 0.55
"""How surely "the antioxidant enzyme X" does."""
LISTED = 0.5
"""How surely "antioxidant enzymes such as X" does."""
EXAMPLES = 0.45
"""How surely examples of it do: "X, such as A and B"."""
BARE = 0.2
"""How surely a kind without anything that narrows it does: "symptoms such as X"."""

_WORD = r"[A-Za-z][\w'’-]*"
# A modifier that narrows a kind and is no verb, number or judgement.
_NARROWS = re.compile(
    r"(?:[a-z-]+(?:ic|al|ar|ary|ous|ive|ory|ant|ent|ine|oid|ible|able|lytic|free|type|borne|related|like|dependent|"
    r"induced|mediated|derived|specific|binding)|liver|skin|heart|lung|breast|blood|bone|brain|kidney|gut|tumou?r|"
    r"cancer|imaging|screening|membrane|plasma|serum|eye|muscle|peroxisome|lipid|stress|growth|immune|sex|"
    r"steroid|joint|nerve|mood|sleep|eating|mental|chronic|acute|rare|key|marker|oxidative|scavenging|pain|health|care)\Z"
)
_NO_MODIFIER = frozenset(
    "other several many various different certain some most these those such important significant relevant recent "
    "additional similar classical potential possible available present patient individual respective previous "
    "subsequent frequent independent general main total final initial typical usual clinical final local equal "
    "several novel common different whole control normal".split()
)
_NO_KIND = re.compile(
    r"\b(?:findings?|effects?|results?|differences?|increases?|decreases?|reductions?|changes?|groups?|totals?|means?|"
    r"medians?|numbers?|cases?|patients?|rates?|trend|procedure that|years?|months?|days?|hours?|times?|score|fact|"
    r"consequence|situation|target|main|primary|(?:method|treatment) of choice|first|only|same|number|value|range|"
    r"percentage|proportion|few|lot|variety|high|low|small|significant|"
    r"previously|our|we|this|these|us)\b|\d",
    re.IGNORECASE,
)
_VAGUE = frozenset(
    "agent bacterium chemical complication compound condition device diagnosis element instrument material metal "
    "method mineral modality molecule mutation operation organ organism procedure process species substance technique "
    "test tissue treatment".split()
)
_BEFORE = (
    r"(?:^|(?<=[,;:(] )|(?<=\bof )|(?<=\bin )|(?<=\bby )|(?<=\bwith )|(?<=\band )|(?<=\bon )|(?<=\bto )|"
    r"(?<=\bfor )|(?<=\bthat )|(?<=\bfrom )|(?<=\bagainst )|(?<=\binto )|(?<=\bas )|(?<=\bthe )|(?<=\binduce )|"
    r"(?<=\binduces )|(?<=\bdevelop )|(?<=\bcause )|(?<=\bhave )|(?<=\bor )|(?<=\bbetween ))"
)
# "The nuclear receptor peroxisome proliferator …" says nothing of peroxisomes.
_WHOLE = r"(?!\s+(?:proliferat|recept|inhibit|activat|agonist|antagonist|therap|cell|gene|disease|syndrome|treat)\w*)"
_NO_ITEM = r"(?!(?:and|or|is|are|was|were|in|on|to|of|the|for|with|that|which|by|at|has|have|can|may)\b)"
_ITEM = rf"{_NO_ITEM}[\w-]+(?:\s{_NO_ITEM}[\w-]+){{0,2}}"
_CLAUSE_GOES_ON = (
    r"(?=\s*[,.;:)(]|\s(?:is|are|was|were|in|on|has|have|can|may|that|which|to|for|with|by|during|as|at|"
    r"and|or|of|but|from|induces?|induced|increases?|increased|inhibits?|inhibited|reduces?|reduced|causes?|caused)\b)"
)


def kinds_in_passing(text: str, pattern: str) -> Iterator[tuple[str, float]]:
    """Yields sentences that say of what kind a topic is, made from words of a sentence, and how surely each does.

    Args:
        text: A cleaned sentence.
        pattern: The topic's names, without groups.
    """
    patterns = _patterns(pattern)
    for found in patterns.apposed.finditer(text):
        kind = found["kind"].strip()
        if 3 <= len(kind.split()) <= 22 and not _NO_KIND.search(kind):
            yield f"{capital(found['name'])} {_be(found['name'])} {kind}.", APPOSED
    for found in patterns.classed.finditer(text):
        yield from _of_kind(found["name"], found["modifiers"].split(), found["kind"], CLASSED)
    for wording in (patterns.such_as, patterns.and_other):
        for found in wording.finditer(text):
            yield from _of_kind(found["name"], found["modifiers"].split(), found["kind"], LISTED)
    for found in patterns.examples.finditer(text):
        items = found["items"].strip()
        several = re.search(r",| and | or ", items) and not re.search(r"\b(?:those|these|both)\b", items)
        if several and is_plural(found["name"]):
            yield f"Among {found['name']} are {items}.", EXAMPLES


def is_plural(name: str) -> bool:
    """Whether a name is in the plural: by its ending, which is right for the names of kinds and illnesses."""
    word = name.lower()
    if word.endswith("es"):
        return re.search(r"(?:[cdgklnprtvz]|[cs]h|ss|x|[aeiou]s|i)es\Z", word) is not None
    return word.endswith("s") and not word.endswith(("is", "ss", "us", "ics", "as"))


class _Patterns:
    """The wordings for one topic, compiled once."""

    def __init__(self, pattern: str) -> None:
        name = rf"(?P<name>{pattern})(?!\w)(?![-’'])"
        kinds = sorted(word_list("kinds_of_things"), key=lambda word: (-len(word), word))
        one = "|".join(map(re.escape, kinds))
        many = "|".join(re.escape(plural_of(word)) for word in kinds)
        modifiers = rf"(?P<modifiers>(?:{_WORD}\s+){{0,3}}?)"
        self.apposed = re.compile(
            rf"{_BEFORE}{name}(?:\s*\([^()]{{1,40}}\))?,\s+(?:which\s+(?:is|are)\s+)?"
            r"(?P<kind>(?:an?|the|one\s+of\s+the)\s+[^,;:()]{8,150}?)(?=[.;)]|,\s)"
        )
        self.classed = re.compile(rf"\b(?:[Tt]he|[Aa]n?)\s+{modifiers}(?P<kind>(?i:{one}))\s+{name}{_WHOLE}")
        listed = rf"(?:(?:{_WORD}|\([^()]+\)|,)\s*){{0,6}}?"
        self.such_as = re.compile(
            rf"{modifiers}\b(?P<kind>(?i:{many})),?\s+(?:such\s+as|including|like|e\.g\.,?)\s+(?:{listed}(?:,|and|or)\s+)?"
            rf"(?:the\s+)?{name}{_CLAUSE_GOES_ON}"
        )
        self.and_other = re.compile(rf"(?<!\w){name}\s+(?:and|or)\s+other\s+{modifiers}(?P<kind>(?i:{many}))\b")
        self.examples = re.compile(
            rf"{_BEFORE}{name},?\s*\(?(?:such\s+as|including|e\.g\.,?)\s+"
            rf"(?P<items>{_ITEM}(?:,\s(?!and|or){_ITEM})*(?:,?\s(?:and|or)\s{_ITEM})?){_CLAUSE_GOES_ON}"
        )


@lru_cache(maxsize=8)
def _patterns(pattern: str) -> _Patterns:
    return _Patterns(pattern)


def plural_of(word: str) -> str:
    """Gives the plural of a kind ("syndromes", "therapies", "bacteria")."""
    if word.endswith("um"):
        return word[:-2] + "a"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word if word.endswith("ies") else word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


def _of_kind(name: str, words: list[str], kind: str, sure: float) -> Iterator[tuple[str, float]]:
    """The sentence, with those of the words before the kind that narrow it."""
    modifiers: list[str] = []
    for word in reversed(words):
        if word.lower() in _NO_MODIFIER or not _NARROWS.match(word.lower()):
            break
        modifiers.insert(0, word if word[1:] != word[1:].lower() else word.lower())
    kind = kind.lower()
    if name.lower() in word_list("kinds_of_things") or name.lower().removesuffix("s") in word_list("kinds_of_things"):
        return  # "the phthalate ester plasticizer" is of no kind of plasticizers
    if any(word[:6].lower() in name.lower() for word in (*modifiers, kind) if len(word) > 3):
        return  # "depression is a depressive disorder" says nothing
    singular = next((each for each in word_list("kinds_of_things") if kind in (each, plural_of(each))), kind)
    if not modifiers and singular in _VAGUE:
        return
    if is_plural(name):
        yield " ".join([capital(name), "are", *modifiers, plural_of(singular)]) + ".", sure if modifiers else BARE
        return
    said = " ".join([*modifiers, singular])
    article = "an" if said[:1] in "aeiou" else "a"
    yield f"{capital(name)} is {article} {said}.", sure if modifiers else BARE


def _be(name: str) -> str:
    return "are" if is_plural(name) else "is"
