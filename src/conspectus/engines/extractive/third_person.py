"""Puts what authors say of themselves into the third person."""

from __future__ import annotations

import re

from conspectus.engines.extractive.statements import WORK

# "I" is the author only at the head of a clause; elsewhere it numbers a type, phase or enzyme ("phase I trial").
FIRST_PERSON_I = (
    r"(?:(?<![\w)\]-]\s)|(?<=that )|(?<=which )|(?<=and )|(?<=as )|(?<=how )|(?<=when )|(?<=what )|(?<=but )|(?<=if )|"
    r"(?<=where )|(?<=paper )|(?<=article )|(?<=study )|(?<=work )|(?<=so )|(?<=[Hh]ere ))\bI\b(?!\s*[.:)\-])(?<!-I)"
)
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|‘[^’]{2,}’(?!\w)|(?<!\w)'[^']{2,}?'(?!\w)|(?<!\w)'[^']*'\w*[^']*'(?!\w)")
# "We", "our" and "us" that are the authors, not people in general.
_AUTHORS_OWN = re.compile(
    r"\bwe (?:\w+ly |also |then |first |have |had |here |further )*(?:propos|present|introduc|develop|describ|show|"
    r"use|find|found|"
    r"evaluat|compar|appl|train|test|study|studied|conduct|perform|observ|report|demonstrat|investigat|examin|"
    r"analy[sz]|"
    r"consider|collect|construct|build|built|design|obtain|achiev|measur|identif|argu|suggest|conclud|discuss|provid|"
    r"extend|"
    r"explor|implement|call|name|term|refer|employ|adopt|combin|formulat|assess|determin)\w*\b"
    r"|\bour (?:\w+[- ]){0,3}?(?:methods?|models?|approach(?:es)?|systems?|frameworks?|algorithms?|results?|"
    r"experiments?|findings|"
    r"analys[ie]s|data|datasets?|data sets?|study|work|corpus|techniques?|architecture|network|evaluation|proposed|"
    r"proposal|"
    r"solution|implementation|contribution|cohort|patients|sample|theory|observations?|estimates?)\b",
    re.IGNORECASE,
)
# "We" of people: "we live", "we are witnessing", "all of us". The words hold whoever the subject of the sentence is;
# the others ("we rely", "our future") are as often those of authors.
_PEOPLE = re.compile(
    r"\bwe (?:all|live(?!-)|know(?! of)|no longer|do not (?:know|understand)|"
    r"(?:are|were|have been) (?:witness|liv|fac|enter|see|exper|left|told|surrounded)\w*)\b|\b(?:all|most|many|some|"
    r"each) of us\b|"
    r"\bus all\b|\bour (?:lives|society|societies|planet|species)\b",
    re.IGNORECASE,
)
_OFTEN_PEOPLE = re.compile(
    r"\bwe (?:need|must|should|ought|tend|rely|often|still|usually)\b|"
    r"\bour (?:world|times?|bod(?:y|ies)|future|children|governance)\b",
    re.IGNORECASE,
)
_SAID_BY_AUTHORS = re.compile(
    r"\bwe (?:\w+ )?(?:suggest|believe|hypothesi[sz]e|recommend|review|offer|outline)\b", re.I
)
_IMPERSONAL = re.compile(
    r"\bour (?:current |present )?(?:understanding|knowledge|ability|view|perception|awareness)\b", re.IGNORECASE
)
_FIRST_PERSON = re.compile(r"\b(?:we|us|our|ours|ourselves)\b", re.IGNORECASE)


def speaks_of_people_in_general(sentence: str, *, of_authors: bool = False) -> bool:
    """Whether a sentence says "we", "our" or "us" of people rather than of its authors ("what Lucretius taught us").

    Such a sentence cannot be put in the third person without changing what it says.

    Args:
        sentence: A cleaned source sentence.
        of_authors: Whether its subject was found to be the authors or theirs; only turns that no author can be
            the subject of then count ("we are witnessing", "we live").
    """
    bare = _QUOTED.sub(" ", sentence)
    if _PEOPLE.search(bare):
        return True
    if of_authors:
        return False
    if _OFTEN_PEOPLE.search(bare):
        return True
    return (
        bool(_FIRST_PERSON.search(_AUTHORS_OWN.sub(" ", _IMPERSONAL.sub(" ", bare))))
        and not re.match(r"(?:[^,;:.]{3,110},\s+)?we\b", bare, re.IGNORECASE)
        and not _AUTHORS_OWN.search(bare)
    )


def says_we_of_authors(sentence: str) -> bool:
    """Whether "we" or "our" does in a sentence what only authors do ("we propose", "our method")."""
    return bool(_AUTHORS_OWN.search(sentence)) or bool(_SAID_BY_AUTHORS.search(sentence))


def third_person_words(text: str) -> str:
    """Gives the text with "we", "our", "us" as "they", "their", "them", and "this paper" as "the paper".

    What stands in quotation marks stays to the letter: those are the words of somebody else.
    """
    pieces: list[str] = []
    last = 0
    for quoted in _QUOTED.finditer(text):
        pieces.extend((_in_third_person(text[last : quoted.start()]), quoted.group()))
        last = quoted.end()
    pieces.append(_in_third_person(text[last:]))
    return re.sub(r"\s+", " ", "".join(pieces)).strip()


def _in_third_person(text: str) -> str:
    text = re.sub(r"\b(W|w)e're\b", lambda m: ("They" if m.group(1) == "W" else "they") + " are", text)
    for pattern, instead in (
        (
            r"(?<!\b[Tt]o )(?<!best of )\b([Oo])ur(?= (?:current |present )?(?:understanding|knowledge|ability|view|"
            r"perception|awareness)\b)",
            None,
        ),
        (r"\bourselves\b", "themselves"),
        (r"\bours\b", "theirs"),
        (r"\bour own\b", "their own"),
        (r"\bour\b", "their"),
        (r"\bOur\b", "Their"),
        (r"\bus\b", "them"),
        (r"\bwe\b", "they"),
        (r"\bWe\b", "They"),
        (r"\bmy\b", "their"),
        (r"\bMy\b", "Their"),
        (rf"{FIRST_PERSON_I}(?=\s+(?!and\b)[a-z]{{3,}})", "they"),
    ):
        # "Our understanding of X" is that of the field.
        text = re.sub(pattern, instead or (lambda found: "The" if found.group(1) == "O" else "the"), text)
    text = re.sub(rf",?\s*\bin (?:this|the present|the current) {WORK}\b,?", "", text, flags=re.IGNORECASE)
    text = re.sub(rf"\b(?:this|the present|the current) ((?:\w+ )?{WORK})\b", r"the \1", text)
    text = re.sub(rf"\b(?:This|The present|The current) ((?:\w+ )?{WORK})\b", r"The \1", text)
    return text
