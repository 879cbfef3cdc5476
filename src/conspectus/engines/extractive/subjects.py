"""Finds what the subject of a source sentence is, seen from outside its paper."""

from __future__ import annotations

import re
from dataclasses import replace

from conspectus.engines.extractive.cleaning import has_finite_verb
from conspectus.engines.extractive.openers import leans_backward, may_open, strip_lead_ins
from conspectus.engines.extractive.statements import WORK, Statement, Subject, capital, spaced
from conspectus.engines.extractive.third_person import FIRST_PERSON_I, third_person_words
from conspectus.engines.extractive.verb_forms import (
    base_form,
    coordinated_to_base,
    coordinated_to_third,
    third_person,
)

_ADVERB = (
    r"(?:(?:(?!(?:app|re|supp|imp|comp|multip)ly\b)\w+ly|instead|again|often|also|first|then|next|further|here|now|"
    r"thus|"
    r"therefore|hence|both|not only|still|even)\s+){0,2}"
)
_WE = re.compile(
    rf"(?P<subject>\bwe\b|{FIRST_PERSON_I}|\bthe (?:present )?authors\b)\s+"
    rf"(?P<adverb>{_ADVERB})(?P<verb>[a-z][a-z-]*)",
    re.IGNORECASE,
)
_PAPER = re.compile(
    rf"(?P<subject>\b(?:this|the present|the current|our)\s+(?:\w+\s+)?{WORK}|\bthe author)\s+"
    rf"(?P<adverb>{_ADVERB})(?P<verb>[a-z][a-z-]*)",
    re.IGNORECASE,
)
_PERSONAL_VERBS = frozenset(
    """presents proposes introduces describes develops shows studies investigates explores demonstrates examines
    addresses provides reports analyses analyzes designs argues suggests evaluates compares applies considers
    discusses formulates combines builds constructs focuses offers gives defines outlines surveys reviews
    tackles establishes extends aims seeks attempts assesses identifies highlights illustrates summarises
    summarizes explains uses presented proposed introduced described developed showed studied investigated
    explored demonstrated examined addressed provided reported analysed analyzed designed argued suggested
    evaluated compared applied considered discussed combined built constructed focused defined outlined surveyed
    reviewed tackled established extended aimed sought attempted assessed identified highlighted used measured
    tested sets deals contributes advocates characterizes characterises quantifies traces proves derives
    revisits determines determined estimates estimated found finds reveals revealed indicates indicated confirms
    confirmed concludes concluded adopts adopted employs employed utilizes utilized leverages draws gathers gathered
    creates created produces produced expands advances underscores compiles compiled isolated releases released
    frames challenges questions clarifies clarified discovered recommends recommended depicts""".split()
)
_OUR = re.compile(
    r"^(?P<open>our|the proposed|the presented|the resulting)\s+(?P<noun>(?:[\w-]+\s+){0,3}?(?:methods?|models?|"
    r"approach(?:es)?|"
    r"systems?|frameworks?|algorithms?|techniques?|architectures?|networks?|results?|experiments?|findings|analys[ie]s|"
    r"evaluations?|study|data|datasets?|corpus|experimental results|solution|strategy|scheme|tool|pipeline|"
    r"classifiers?|parser|procedure|metric|measure|benchmark|formulation|theory|work|simulations?|observations?|"
    r"implementation|learner|agent|encoder|decoder|protocol|survey|review))\b(?P<rest>\s+.*)$",
    re.IGNORECASE,
)
_AIM = re.compile(
    rf"^(?:The|Our|A|One)\s+(?:(?:main|primary|overall|principal|present|specific|major|general)\s+)?"
    rf"(?:aims?|objectives?|purposes?|goals?)\s+(?:of\s+(?:this|the present|the current|the|"
    rf"our)\s+(?:\w+\s+){{0,2}}?{WORK}\s+|here\s+)?"
    r"(?P<be>was|were|is|are)\s+(?:therefore\s+|thus\s+)?to\s+(?P<rest>\S.*)$",
    re.IGNORECASE,
)
# No comma with a clause behind it: "To assess X, we …" has its subject, "To assess X in Y" has none.
_BARE_AIM = re.compile(
    r"^To\s+(?P<adverb>(?:\w+ly\s+)?)(?P<verb>[a-z-]+)(?P<rest>\s+(?:(?!,\s+(?:we|I|the|this|a|an|our|they|it|these|"
    r"there|\w+s\s+(?:were|are|was|is))\b)[^;])*)$"
)
_BARE_RESULTS = re.compile(
    r"^(?:(?:the|these)\s+)?(?P<noun>(?:(?:experimental|empirical|preliminary|main|overall|simulation|numerical)\s+)?"
    r"(?:results?|findings|data|analys[ie]s|experiments?|simulations?|evaluations?))"
    r"(?P<rest>\s+(?:\w+ly\s+)?(?:show|indicate|suggest|reveal|demonstrate|confirm|support|imply|highlight|point|"
    r"provide|"
    r"showed|indicated|suggested|revealed|demonstrated|confirmed|supported|shows|indicates|suggests|reveals|"
    r"demonstrates|"
    r"confirms|supports|implies|highlights|highlighted|on)\b.*)$",
    re.IGNORECASE,
)
_SETTING = re.compile(
    rf"^(?:in|with)\s+(?:this|the\s+present|the\s+current|our)\s+(?:\w+\s+)?(?P<noun>{WORK})\b", re.IGNORECASE
)
_ADDITIVE_ADVERBS = frozenset(("also", "additionally", "furthermore", "then", "further", "next", "finally"))
_DROPPED_ADVERBS = _ADDITIVE_ADVERBS | {"first", "therefore", "thus", "hence", "here", "now"}
_RESULTS = re.compile(r"(?:\w+\s+)?(?:results?|findings|experiments?|simulations?|analys[ie]s)$", re.IGNORECASE)
_SHOW_THAT = re.compile(
    rf"^\s+(?P<adverb>{_ADVERB})(?P<verb>show|suggest|indicate|demonstrate|reveal|confirm)(?P<end>s|ed|n|d)?\s+that\b"
    r"(?P<rest>.*)$"
)
# "We don't" has no verb that agrees before it is written out.
_CONTRACTIONS = (
    (re.compile(r"\b(we|I) won['’]t\b", re.IGNORECASE), r"\1 will not"),
    (re.compile(r"\b(we|I) can['’]t\b", re.IGNORECASE), r"\1 cannot"),
    (re.compile(r"\b(we|I) (do|did|have|had|could|should|would|are|were|was)n['’]t\b", re.IGNORECASE), r"\1 \2 not"),
    (re.compile(r"\b(we|I)['’]ve\b", re.IGNORECASE), r"\1 have"),
    (re.compile(r"\b(we|I)['’]ll\b", re.IGNORECASE), r"\1 will"),
)


def analyse(sentence: str) -> Statement:
    """Gives the statement that a cleaned source sentence makes, with its subject found.

    Args:
        sentence: One sentence of an abstract, without section label (see ``cleaning.clean_sentence``).
    """
    # "To solve X, in this study, we propose": the place is taken out before the phrases around it are judged.
    sentence = re.sub(
        rf"^([^,]{{3,90}},) in (?:this|the present|the current) {WORK}, (?=we\b)",
        r"\1 ",
        sentence,
        flags=re.IGNORECASE,
    )
    for pattern, instead in _CONTRACTIONS:
        sentence = pattern.sub(instead, sentence)
    text, lead, additive = strip_lead_ins(sentence)
    for finder in (
        _aim_subject,
        _bare_aim_subject,
        _authors_subject,
        _paper_subject,
        _possessive_subject,
        _results_subject,
    ):
        if statement := finder(text):
            return replace(statement, additive=additive or statement.additive)
    words = capital(third_person_words(text))
    setting = _SETTING.match(lead)
    return Statement(
        subject=Subject.BACKWARD if leans_backward(text) else Subject.OTHER,
        before="",
        noun="",
        plural=words,
        singular=words,
        refers_back=words != capital(text),
        of_this_paper=setting is not None,
        additive=additive,
        setting=setting.group("noun").lower() if setting else "",
    )


def _aim_subject(text: str) -> Statement | None:
    """Reads "The aim of this study was to assess X": the authors aimed to assess X."""
    found = _AIM.match(text)
    if not found:
        return None
    rest = third_person_words(found.group("rest"))
    past = found.group("be").lower() in ("was", "were")
    return Statement(
        subject=Subject.AUTHORS,
        before="",
        noun="",
        plural=f" {'aimed' if past else 'aim'} to {rest}",
        singular=f" {'aimed' if past else 'aims'} to {rest}",
        refers_back=rest != found.group("rest").strip(),
    )


def _bare_aim_subject(text: str) -> Statement | None:
    """Reads "To assess X." as a whole sentence, as objectives of structured abstracts are written."""
    found = _BARE_AIM.match(text)
    if not found or third_person(found.group("verb").lower()) is None:
        return None
    _, comma, behind = text.partition(",")
    if comma and has_finite_verb(behind):
        return None  # a clause with a subject of its own follows: "To determine custody, courts examine …"
    rest = third_person_words(f"{found.group('adverb')}{found.group('verb')}{found.group('rest')}")
    return Statement(
        subject=Subject.AUTHORS,
        before="",
        noun="",
        plural=f" aimed to {rest}",
        singular=f" aimed to {rest}",
        refers_back="their" in rest or "they" in rest,
    )


def _results_subject(text: str) -> Statement | None:
    """Reads "Results indicated that X": the results are those of the authors."""
    found = _BARE_RESULTS.match(text)
    if not found:
        return None
    if said := _shown_by_results("", found.group("noun"), found.group("rest")):
        return said
    rest = third_person_words(found.group("rest"))
    return Statement(
        subject=Subject.THEIRS,
        before="",
        noun=found.group("noun").lower(),
        plural=spaced(rest),
        singular=spaced(rest),
        refers_back=True,
    )


def _shown_by_results(phrase: str, noun: str, rest: str) -> Statement | None:
    """Reads "Our results show that X": the authors show that X."""
    found = _SHOW_THAT.match(rest)
    if not found or not _RESULTS.match(noun):
        return None
    verb = found.group("verb")
    past = f"{verb}d" if verb.endswith("e") else f"{verb}ed"
    is_past = found.group("end") in ("ed", "d", "n")
    said = third_person_words(found.group("rest"))
    adverb, additive = _adverb(found.group("adverb"))
    return Statement(
        subject=Subject.AUTHORS,
        before=third_person_words(phrase) + " " if phrase else "",
        noun="",
        plural=f"{adverb} {past if is_past else verb} that{spaced(said)}",
        singular=f"{adverb} {past if is_past else third_person(verb) or verb} that{spaced(said)}",
        refers_back=said != found.group("rest").strip(),
        additive=additive,
    )


def _authors_subject(text: str) -> Statement | None:
    for found in _WE.finditer(text):
        before = text[: found.start()]
        if not may_open(before):
            return None
        verb, tail = found.group("verb"), text[found.end() :]
        adverb, additive = _adverb(found.group("adverb"))
        if promised := _promise(verb, tail):
            verb, tail = promised.group("verb"), tail[promised.end() :]
            second, also = _adverb(promised.group("adverb"))
            adverb, additive = adverb + second, additive or also
        if third_person(verb) is None:
            verb = base_form(verb) or verb  # "we proposes" is a slip of the source
        rest = third_person_words(tail)
        return replace(_authors(before, adverb, verb, rest), additive=additive, refers_back=rest != tail.strip())
    return None


def _adverb(found: str) -> tuple[str, bool]:
    """Gives (adverb, additive); the adverb has a space before it and is "" where it only ties to what went before."""
    adverbs = found.split()
    kept = "".join(f" {adverb}" for adverb in adverbs if adverb.lower() not in _DROPPED_ADVERBS)
    return kept, any(adverb.lower() in _ADDITIVE_ADVERBS for adverb in adverbs)


def _promise(verb: str, tail: str) -> re.Match[str] | None:
    """Finds the verb of "we will focus on X", which announces what the text does: "they focus on X"."""
    found = re.match(rf"\s+(?P<adverb>{_ADVERB})(?P<verb>[a-z-]+)\b", tail)
    if verb.lower() not in ("will", "shall") or not found or third_person(found.group("verb")) is None:
        return None
    return None if found.group("verb") in ("be", "have") else found


def _authors(before: str, adverb: str, verb: str, rest: str) -> Statement:
    inflected = third_person(verb)
    head = f"{adverb} "
    joint = "" if rest[:1] in ",.;:" else " "
    singular = None if inflected is None else f"{head}{inflected}{joint}{coordinated_to_third(rest)}"
    return Statement(
        subject=Subject.AUTHORS,
        before=third_person_words(before) + " " if before.strip() else "",
        noun="",
        plural=f"{head}{verb}{joint}{rest}",
        singular=singular,
        refers_back=False,
    )


def _paper_subject(text: str) -> Statement | None:
    found = _PAPER.search(text)
    if not found or not may_open(text[: found.start()]):
        return None
    before, verb, tail = text[: found.start()], found.group("verb"), text[found.end() :]
    # "This review and meta-analysis show", "this study area": the subject goes on.
    if not re.fullmatch(r"\w+(?:s|ed)|had|can|could|may|might|will|would|should|must|found|gave|took", verb.lower()):
        return None
    if found.group("subject").lower() == "the author":
        # In the past tense it may be the author of something else ("the author identified by …").
        if verb.endswith("ed") or base_form(verb) in (None, verb):
            return None
    elif verb.lower() not in _PERSONAL_VERBS:
        return _paper_itself(text, found)
    rest = third_person_words(tail)
    base = base_form(verb) or verb
    adverb, additive = _adverb(found.group("adverb"))
    joint = "" if rest[:1] in ",.;:" else " "
    return Statement(
        subject=Subject.AUTHORS,
        before=third_person_words(before) + " " if before.strip() else "",
        noun="",
        plural=f"{adverb} {base}{joint}{coordinated_to_base(rest)}",
        singular=f"{adverb} {verb}{joint}{rest}",
        refers_back=rest != tail.strip(),
        additive=additive,
    )


def _paper_itself(text: str, found: re.Match[str]) -> Statement | None:
    """A verb that only a text can have ("this paper is organised around …"): the paper stays the subject."""
    noun = found.group("subject").split()[-1].lower()
    after = third_person_words(text[found.end("subject") :])
    before = text[: found.start()]
    return Statement(
        subject=Subject.THEIRS,
        before=third_person_words(before) + " " if before.strip() else "",
        noun=noun,
        plural=spaced(after),
        singular=spaced(after),
        refers_back=True,
    )


def _possessive_subject(text: str) -> Statement | None:
    phrase = ""
    found = _OUR.match(text)
    if not found:
        split = re.match(r"^(?P<phrase>[^,;:.]{3,80},\s+)(?P<clause>our\s.*)$", text)
        if not split or leans_backward(text):
            return None
        phrase, found = split.group("phrase"), _OUR.match(split.group("clause"))
        if not found:
            return None
    if said := _shown_by_results(phrase, found.group("noun"), found.group("rest")):
        return said
    rest = third_person_words(found.group("rest"))
    return Statement(
        subject=Subject.THEIRS,
        before=third_person_words(phrase) + " " if phrase else "",
        noun=found.group("noun"),
        plural=spaced(rest),
        singular=spaced(rest),
        refers_back=True,
    )
