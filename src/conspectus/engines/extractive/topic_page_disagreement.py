"""Sources that state the opposite of each other about the same relation, and how a page says so.

Only what is certain counts: the same verb between the same two things, affirmed by one source and denied by the
other. Each source keeps its own words, and with them the scope of its claim.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from conspectus.engines.extractive.attribution import Parts
from conspectus.engines.extractive.realisation import lower_first
from conspectus.engines.extractive.topic_page_sentences import Finding
from conspectus.foundation.text.tokens import content_stems

_ADVERBS = (
    r"(?:(?:significantly|independently|strongly|closely|directly|inversely|positively|negatively|also|clearly)\s+)*"
)
_DENIAL = r"(?:does|do|did)\s+not\s+"


def _verb(*lemmas: str) -> str:
    """A verb in present or past, or denied ("did not improve")."""
    bare = "|".join(lemmas)
    finite = "|".join(f"{lemma[:-1]}(?:e[sd]?)" if lemma.endswith("e") else f"{lemma}(?:s|ed)?" for lemma in lemmas)
    return rf"(?:(?P<not>{_DENIAL}){_ADVERBS}(?:{bare})|{_ADVERBS}(?:{finite}))"


_LINKED = r"(?:associated|related|correlated|linked)\s+(?:with|to)"
_LINKS = (
    ("link", rf"(?:is|are|was|were)\s+(?P<not>not\s+)?{_ADVERBS}{_LINKED}"),
    ("improve", _verb("improve")),
    ("reduce", _verb("reduce", "decrease", "lower")),
    ("increase", _verb("increase", "raise")),
    ("affect", _verb("affect", "influence")),
)
_NO_LINK = re.compile(
    r"^(?:There\s+(?:is|was)\s+no|No)\s+(?:\w+ly\s+)?(?:significant\s+|clear\s+)?(?:association|relationship|correlation|link)\s+"
    r"(?:(?:was|is)\s+(?:found|observed|seen)\s+)?between\s+(?P<head>[^,;]+?)\s+and\s+(?P<tail>[^,;.]+)",
    re.IGNORECASE,
)
# Behind these words stands where a claim holds, which may differ between the two.
_SCOPE = re.compile(
    r"\s+(?:in|among|for|after|during|within|when|but|although|whereas|while|at|by|compared|than|independent(?:ly)?)\b.*$|"
    r"[,;(].*$",
    re.IGNORECASE | re.DOTALL,
)
_DIRECTED = re.compile(r"\b(?:inversely|negatively)\b", re.IGNORECASE)
_WEAK = frozenset("signific level risk rate effect use patient high low increas greater lower presenc factor".split())
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Relation:
    """What a finding says of two things: the kind of relation, the content of both ends, whether it is denied."""

    kind: str
    head: frozenset[str]
    tail: frozenset[str]
    denied: bool


def relation_of(text: str) -> Relation | None:
    """Gives the relation that a sentence states between two things, None if its form is not a sure one."""
    absent = _NO_LINK.match(text)
    if absent:
        return _relation("link", absent["head"], absent["tail"], denied=True)
    for kind, pattern in _LINKS:
        found = re.search(rf"\s{pattern}\s+(?P<tail>[^.]+)", text)
        head = text[: found.start()] if found else ""
        if found and not re.search(r"[,;:]|\b(?:and|or|but|no|not|neither|that|which|if|when)\b", head):
            if _DIRECTED.search(found.group()):
                return None
            return _relation(kind, head, found["tail"], denied=bool(found["not"]))
    return None


def disagreements(findings: Sequence[Finding]) -> list[tuple[Finding, Finding]]:
    """Gives pairs of findings of different papers, one affirming and one denying the same relation."""
    stated = [(finding, relation) for finding in findings if (relation := relation_of(finding.text))]
    return [
        (yes, no)
        for yes, mine in stated
        if not mine.denied
        for no, theirs in stated
        if theirs.denied and yes.topical.paper.paper != no.topical.paper.paper and _opposite(mine, theirs)
        and len(yes.text.split()) + len(no.text.split()) <= _LONGEST
    ]  # fmt: skip


def opposed(yes: Parts, no: Parts) -> Parts:
    """Gives one sentence that says what both sources state: "… [1], whereas … [2]."."""
    *first, last = yes
    if not isinstance(last, str):
        first, last = list(yes), ""
    opening = no[0]
    second = (lower_first(opening), *no[1:]) if isinstance(opening, str) else no
    return (*first, f"{last.rstrip('.!? ')}, whereas ", *second)


def _relation(kind: str, head: str, tail: str, *, denied: bool) -> Relation | None:
    ends = (
        frozenset(content_stems(_SCOPE.sub("", head))) - _WEAK,
        frozenset(content_stems(_SCOPE.sub("", tail))) - _WEAK,
    )
    return Relation(kind, *ends, denied) if all(ends) else None


def _opposite(yes: Relation, no: Relation) -> bool:
    if yes.kind != no.kind:
        return False
    same = yes.head == no.head and yes.tail == no.tail
    # A link has no direction.
    return same or (yes.kind == "link" and yes.head == no.tail and yes.tail == no.head)
