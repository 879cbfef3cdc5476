"""Turns what a paper says of itself into a sentence about the paper, without changing the claim.

"In this paper, we propose X and show that our model …" becomes "Smith et al. [3] propose X and show that
their model …". Only the subject, the pronouns and the agreement of verbs change; numbers, tense and the order
of words stay. A sentence whose subject is the work of the authors knows two forms: the first mention names
the authors, a later one refers back to them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from conspectus.domain.tasks import HandleMark
from conspectus.engines.extractive.verb_forms import (
    base_form,
    coordinated_to_base,
    coordinated_to_third,
    third_person,
)

_WORK = r"(?:paper|article|work|study|thesis|chapter|report|letter|survey|review|dissertation|manuscript|contribution|tutorial|note|essay|trial|meta-analysis)"
_POINTS_BACK = re.compile(
    rf"\b(?:this|these|those|such an?|such)\s+(?!{_WORK}\b|that\b|as\b)(?:\w+[- ]){{0,2}}?[a-z]{{3,}}"
    r"|\b(?:the (?:former|latter|above|aforementioned))\b|\bthis(?=,| (?:by|with|in|through|using|and|to|on|for)\b)|"
    r"\b(?:either|neither|each) (?:technique|method|approach|one|case|model|system|group)s?\b|"
    r"\bboth(?=[.,]| (?:on|in|with|for|by|are|is|were)\b)|\b(?:this|these)(?= (?:is|are|was|were|can|may)\b)",
    re.IGNORECASE,
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
    taken off, which makes the rest a claim about the paper's own work.
    """

    subject: Subject
    before: str
    noun: str
    plural: str
    singular: str | None
    refers_back: bool
    of_this_paper: bool = False


_LEAD_IN = re.compile(
    rf"^(?:(?:in|with|through|throughout|within)\s+(?:this|the\s+present|the\s+current|our)\s+(?:\w+\s+)?{_WORK}\s*,?\s+"
    rf"|in\s+the\s+{_WORK}\s*,\s+"
    r"|(?:specifically|moreover|furthermore|in addition|additionally|thus|finally|to this end|in particular|here|"
    r"therefore|hence|consequently|first(?:ly)?|second(?:ly)?|third(?:ly)?|lastly|also|then|as a result|next|"
    r"more (?:specifically|precisely|importantly|concretely)|for this purpose|for this reason|accordingly|"
    r"surprisingly|interestingly|importantly|notably|remarkably|alarmingly|intriguingly|strikingly|unexpectedly|"
    r"unfortunately|fortunately|curiously|crucially|critically|unsurprisingly|encouragingly|impressively|overall|in summary|in conclusion|in short|"
    r"herein|besides|concretely|in this paper|"
    r"with this in mind|to do so|to do this|in so doing|again|indeed)\s*,\s+"
    r"|to\s+(?:address|solve|tackle|overcome|alleviate|mitigate|remedy|fill|bridge|resolve|meet|achieve|close|answer|test|do|"
    r"explore|investigate|examine|understand|clarify|explain|verify|validate)\s+"
    r"(?:this|these|the above|such|those|it|both)\b[^,]{0,60},\s+"
    r"|(?:motivated|inspired)\s+by\s+(?:this|these)\b[^,]{0,40},\s+"
    r"|(?:based on|in response to|in light of|given|building on|in view of|following|considering|with) "
    r"(?:this|these|the above)\b[^,]{0,40},\s+"
    r"|(?:here|and|so|thus|then|hence|therefore)\s+(?=we\b|I\b))",
    re.IGNORECASE,
)
# Openers that carry a contrast or a concession with the sentence before: the sentence is not chosen unless
# that sentence stands before it.
_CONTRAST_OPENER = re.compile(
    r"^(?:however|but|yet|nevertheless|nonetheless|in contrast|by contrast|conversely|on the other hand|"
    r"on the contrary|instead|still|otherwise|rather)\b[,\s]",
    re.IGNORECASE,
)
_BACKWARD = re.compile(
    r"^(?:this|these|those|it|its|they|their|them|such|he|she|his|her|both|another|one|each|for example|for instance|"
    r"then|subsequently|afterwards|the (?:latter|former|second|third|other|same|above|following|first)|(?:a|the) (?:second|third|further)|"
    r"in (?:this|that|these|such|both)|as such|similarly|likewise|at the same time|what.s more|"
    r"to (?:this|that|do)|with (?:this|these)|by doing|doing so|under (?:this|these)|from (?:this|these)|"
    r"based on (?:this|these)|using (?:this|these)|unlike (?:this|these)|among (?:these|them)|of these|all these)\b",
    re.IGNORECASE,
)
_ADVERB = (
    r"(?:(?:(?!(?:app|re|supp|imp|comp|multip)ly\b)\w+ly|instead|again|often|also|first|then|next|further|here|now|thus|"
    r"therefore|hence|both|not only|still|even)\s+)?"
)
# "I" is the author only at the head of a clause; elsewhere it numbers a type, phase or enzyme ("phase I trial").
_FIRST_PERSON_I = (
    r"(?:(?<![\w)\]-]\s)|(?<=that )|(?<=which )|(?<=and )|(?<=as )|(?<=how )|(?<=when )|(?<=what )|(?<=but )|(?<=if )|"
    r"(?<=where )|(?<=paper )|(?<=article )|(?<=study )|(?<=work )|(?<=so )|(?<=[Hh]ere ))\bI\b(?!\s*[.:)\-])(?<!-I)"
)
_WE = re.compile(
    rf"(?P<subject>\bwe\b|{_FIRST_PERSON_I}|\bthe (?:present )?authors\b)\s+"
    rf"(?P<adverb>{_ADVERB})(?P<verb>[a-z][a-z-]*)",
    re.IGNORECASE,
)
_PAPER = re.compile(
    rf"(?P<subject>\b(?:this|the present|the current|our)\s+(?:\w+\s+)?{_WORK})\s+(?P<adverb>{_ADVERB})(?P<verb>[a-z][a-z-]*)",
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
    r"^(?P<open>our|the proposed|the presented|the resulting)\s+(?P<noun>(?:[\w-]+\s+){0,3}?(?:methods?|models?|approach(?:es)?|"
    r"systems?|frameworks?|algorithms?|techniques?|architectures?|networks?|results?|experiments?|findings|analys[ie]s|"
    r"evaluations?|study|data|datasets?|corpus|experimental results|solution|strategy|scheme|tool|pipeline|"
    r"classifiers?|parser|procedure|metric|measure|benchmark|formulation|theory|work|simulations?|observations?|"
    r"implementation|learner|agent|encoder|decoder|protocol|survey|review))\b(?P<rest>\s+.*)$",
    re.IGNORECASE,
)
_OF_THIS_PAPER = re.compile(rf"\b{_WORK}\b", re.IGNORECASE)
_AIM = re.compile(
    rf"^(?:The|Our|A|One)\s+(?:(?:main|primary|overall|principal|present|specific|major|general)\s+)?"
    rf"(?:aims?|objectives?|purposes?|goals?)\s+(?:of\s+(?:this|the present|the current|the|our)\s+(?:\w+\s+){{0,2}}?{_WORK}\s+|here\s+)?"
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
    r"(?P<rest>\s+(?:\w+ly\s+)?(?:show|indicate|suggest|reveal|demonstrate|confirm|support|imply|highlight|point|provide|"
    r"showed|indicated|suggested|revealed|demonstrated|confirmed|supported|shows|indicates|suggests|reveals|demonstrates|"
    r"confirms|supports|implies|highlights|highlighted|on)\b.*)$",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|‘[^’]{2,}’(?!\w)|(?<!\w)'[^']{2,}?'(?!\w)|(?<!\w)'[^']*'\w*[^']*'(?!\w)")
_QUOTE_MARK = re.compile(r"[“”\"‘]|(?<!\w)'|'(?!\w)")
_OPENING_PHRASE = re.compile(r"^[^,;:.]{3,110},\s+$")


# "We", "our" and "us" that are the authors, not people in general.
_AUTHORS_OWN = re.compile(
    r"\bwe (?:\w+ly |also |then |first |have |had |here |further )*(?:propos|present|introduc|develop|describ|show|use|find|found|"
    r"evaluat|compar|appl|train|test|study|studied|conduct|perform|observ|report|demonstrat|investigat|examin|analy[sz]|"
    r"consider|collect|construct|build|built|design|obtain|achiev|measur|identif|argu|suggest|conclud|discuss|provid|extend|"
    r"explor|implement|call|name|term|refer|employ|adopt|combin|formulat|assess|determin)\w*\b"
    r"|\bour (?:\w+[- ]){0,3}?(?:methods?|models?|approach(?:es)?|systems?|frameworks?|algorithms?|results?|experiments?|findings|"
    r"analys[ie]s|data|datasets?|data sets?|study|work|corpus|techniques?|architecture|network|evaluation|proposed|proposal|"
    r"solution|implementation|contribution|cohort|patients|sample|theory|observations?|estimates?)\b",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(r"\b(?:we|us|our|ours|ourselves)\b", re.IGNORECASE)


def speaks_of_people_in_general(sentence: str) -> bool:
    """Whether a sentence says "we", "our" or "us" of people rather than of its authors ("what Lucretius taught us").

    Such a sentence cannot be put in the third person without changing what it says.
    """
    bare = _QUOTED.sub(" ", sentence)
    return (
        bool(_FIRST_PERSON.search(_AUTHORS_OWN.sub(" ", bare)))
        and not _WE.match(bare)
        and not _AUTHORS_OWN.search(bare)
    )


def analyse(sentence: str) -> Statement:
    """Gives the statement that a cleaned source sentence makes, with its subject found.

    Args:
        sentence: One sentence of an abstract, without section label (see ``cleaning.clean_sentence``).
    """
    # "To solve X, in this study, we propose": the place is taken out before the phrases around it are judged.
    sentence = re.sub(
        rf"^([^,]{{3,90}},) in (?:this|the present|the current) {_WORK}, (?=we\b)",
        r"\1 ",
        sentence,
        flags=re.IGNORECASE,
    )
    text, lead = _strip_lead_ins(sentence)
    for finder in (
        _aim_subject,
        _bare_aim_subject,
        _authors_subject,
        _paper_subject,
        _possessive_subject,
        _results_subject,
    ):
        if statement := finder(text):
            return statement
    words = _capital(third_person_words(text))
    backward = _BACKWARD.match(text) or _CONTRAST_OPENER.match(text)
    return Statement(
        subject=Subject.BACKWARD if backward else Subject.OTHER,
        before="",
        noun="",
        plural=words,
        singular=words,
        refers_back=words != _capital(text),
        of_this_paper=bool(_OF_THIS_PAPER.search(lead)),
    )


def first_mention(statement: Statement, mark: HandleMark, *, plural: bool) -> tuple[str | HandleMark, ...] | None:
    """Gives the sentence with the authors named, or None where that cannot be said well.

    Args:
        statement: A statement.
        mark: The mark that will print the authors; its mode is narrative where they are the subject.
        plural: Whether the authors take a plural verb.
    """
    narrative = HandleMark(mark.handles, "narrative")
    if statement.subject is Subject.AUTHORS:
        rest = statement.plural if plural else statement.singular
        return None if rest is None else _join(statement.before, narrative, rest)
    if statement.subject is Subject.THEIRS:
        if _has_pronoun(statement.before):
            return None
        opening = f"{statement.before}{'the' if statement.before else 'The'} {statement.noun} of "
        return _join(opening, narrative, statement.plural)
    if statement.subject is Subject.BACKWARD or statement.refers_back:
        return None
    return at_end(statement.plural, mark)


def points_back(statement: Statement) -> bool:
    """Whether the words of a statement point at something said before ("such a capability", "these limits")."""
    return bool(
        _POINTS_BACK.search(f"{statement.before} {statement.plural}")
        or _UNKNOWN_IT.match(f"{statement.before or statement.plural.strip()}")
    )


_NAMED_THINGS = (
    r"(?:models?|methods?|approach(?:es)?|systems?|frameworks?|algorithms?|data ?sets?|datasets?|corpus|corpora|tasks?|"
    r"techniques?|architectures?|networks?|tools?|metrics?|procedures?|schemes?|strateg(?:y|ies)|modules?|modifications?|"
    r"extensions?|variants?|problems?|questions?|challenges?|issues?|limitations?)"
)
_DEFINITE = re.compile(
    rf"\bthe\s+(?:(?:proposed|resulting|new|same|two|three|four|full|final|best|trained|learned|whole|simple)\s+){{0,2}}"
    rf"(?P<noun>{_NAMED_THINGS})\b(?!\s+(?:of|for|that|which|to|called|named|based|in which|with|from|used|proposed by)\b)",
    re.IGNORECASE,
)
_UNKNOWN_IT = re.compile(
    r"^(?:(?:in|on|at|for|with|by|during|from|under|after|before|as|if|when|whether|that|because|since|while)\b[^,.;]{0,45}?,?\s+)"
    r"(?:it|they|them|its|this|these)\b"
    r"|^\s*\w+\s+(?:whether|that|how|if|why)\s+(?:it|they)\b",
    re.IGNORECASE,
)


def definite_things(statement: Statement) -> frozenset[str]:
    """Gives the nouns that a statement speaks of as known ("the model", "the data set") without having named them.

    A reader who has not met such a thing in what stands before is lost.
    """
    text = f"{statement.before} {statement.plural}"
    found = set()
    for match in _DEFINITE.finditer(text):
        noun = match.group("noun").lower().replace(" ", "")
        stem = noun[:5]
        if stem not in text[: match.start()].lower().replace(" ", "").replace("the" + stem, ""):
            found.add(stem)
    return frozenset(found)


def later_mention(statement: Statement, mark: HandleMark, *, plural: bool) -> tuple[str | HandleMark, ...]:
    """Gives the sentence referring back to authors named in the sentence before.

    Args:
        statement: A statement.
        mark: The mark, which stands at the end.
        plural: Whether there are several authors; one author is "the author".
    """
    if statement.subject is Subject.AUTHORS:
        # A verb whose singular is not known here keeps its form, and so "they".
        plural = plural or statement.singular is None
        rest = statement.singular if not plural and statement.singular is not None else statement.plural
        named = (
            ("they" if statement.before else "They") if plural else ("the author" if statement.before else "The author")
        )
        return at_end(f"{statement.before}{named}{_spaced(rest)}", mark)
    if statement.subject is Subject.THEIRS:
        opening = f"{statement.before}their" if statement.before else "Their"
        return at_end(f"{opening} {statement.noun}{_spaced(statement.plural)}", mark)
    return at_end(statement.plural, mark)


def at_end(text: str, mark: HandleMark) -> tuple[str | HandleMark, ...]:
    """Gives the words with a parenthetical mark before the final full stop."""
    body = text.rstrip()
    stop = body[-1] if body.endswith((".", "!", "?")) else "."
    return (body.rstrip(".!? ") + " ", HandleMark(mark.handles, "parenthetical"), stop)


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
        (rf"{_FIRST_PERSON_I}(?=\s+(?!and\b)[a-z]{{3,}})", "they"),
    ):
        text = re.sub(pattern, instead, text)
    text = re.sub(rf",?\s*\bin (?:this|the present|the current) {_WORK}\b,?", "", text, flags=re.IGNORECASE)
    text = re.sub(rf"\b(?:this|the present|the current) ((?:\w+ )?{_WORK})\b", r"the \1", text)
    text = re.sub(rf"\b(?:This|The present|The current) ((?:\w+ )?{_WORK})\b", r"The \1", text)
    return text


def _strip_lead_ins(sentence: str) -> tuple[str, str]:
    text, lead = sentence.strip(), ""
    for _ in range(3):
        found = _LEAD_IN.match(text)
        if not found:
            break
        lead = lead or found.group()
        text = text[found.end() :]
    return (_capital(text) if text else text), lead


def _aim_subject(text: str) -> Statement | None:
    """ "The aim of this study was to assess X": the authors aimed to assess X."""
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
    """ "To assess X." as a whole sentence, as objectives of structured abstracts are written."""
    found = _BARE_AIM.match(text)
    if not found or third_person(found.group("verb").lower()) is None:
        return None
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
    """ "Results indicated that X": the results are those of the authors."""
    found = _BARE_RESULTS.match(text)
    if not found:
        return None
    rest = third_person_words(found.group("rest"))
    return Statement(
        subject=Subject.THEIRS,
        before="",
        noun=found.group("noun").lower(),
        plural=_spaced(rest),
        singular=_spaced(rest),
        refers_back=True,
    )


def _authors_subject(text: str) -> Statement | None:
    for found in _WE.finditer(text):
        before = text[: found.start()]
        if not _may_open(before):
            return None
        verb, tail = found.group("verb"), text[found.end() :]
        adverb = found.group("adverb").strip()
        if adverb.lower() in (
            "also",
            "additionally",
            "furthermore",
            "then",
            "further",
            "next",
            "finally",
            "first",
            "therefore",
            "thus",
            "hence",
            "here",
            "now",
        ):
            adverb = ""
        rest = third_person_words(tail)
        inflected = third_person(verb)
        return _authors(before, adverb, verb, inflected, tail, rest)
    return None


def _authors(before: str, adverb: str, verb: str, inflected: str | None, tail: str, rest: str) -> Statement:
    head = f" {adverb} " if adverb else " "
    joint = "" if rest[:1] in ",.;:" else " "
    singular = None if inflected is None else f"{head}{inflected}{joint}{coordinated_to_third(rest)}"
    return Statement(
        subject=Subject.AUTHORS,
        before=third_person_words(before) + " " if before.strip() else "",
        noun="",
        plural=f"{head}{verb}{joint}{rest}",
        singular=singular,
        refers_back=rest != tail.strip(),
    )


def _paper_subject(text: str) -> Statement | None:
    found = _PAPER.search(text)
    if not found or not _may_open(text[: found.start()]):
        return None
    before, verb, tail = text[: found.start()], found.group("verb"), text[found.end() :]
    # "This review and meta-analysis show", "this study area": the subject goes on.
    if not re.fullmatch(r"\w+(?:s|ed)|had|can|could|may|might|will|would|should|must|found|gave|took", verb.lower()):
        return None
    if verb.lower() not in _PERSONAL_VERBS:
        return _paper_itself(text, found)
    rest = third_person_words(tail)
    base = base_form(verb) or verb
    adverb = found.group("adverb").strip()
    head = f" {adverb} " if adverb and adverb not in ("also", "first") else " "
    joint = "" if rest[:1] in ",.;:" else " "
    return Statement(
        subject=Subject.AUTHORS,
        before=third_person_words(before) + " " if before.strip() else "",
        noun="",
        plural=f"{head}{base}{joint}{coordinated_to_base(rest)}",
        singular=f"{head}{verb}{joint}{rest}",
        refers_back=rest != tail.strip(),
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
        plural=_spaced(after),
        singular=_spaced(after),
        refers_back=True,
    )


def _possessive_subject(text: str) -> Statement | None:
    phrase = ""
    found = _OUR.match(text)
    if not found:
        split = re.match(r"^(?P<phrase>[^,;:.]{3,80},\s+)(?P<clause>our\s.*)$", text)
        if not split or _BACKWARD.match(text):
            return None
        phrase, found = split.group("phrase"), _OUR.match(split.group("clause"))
        if not found:
            return None
    rest = third_person_words(found.group("rest"))
    return Statement(
        subject=Subject.THEIRS,
        before=third_person_words(phrase) + " " if phrase else "",
        noun=found.group("noun"),
        plural=_spaced(rest),
        singular=_spaced(rest),
        refers_back=True,
    )


def _may_open(before: str) -> bool:
    """Whether the words before a subject are an opening phrase that can stay as it is."""
    if not before.strip():
        return True
    if _QUOTE_MARK.search(before):
        return False
    return bool(_OPENING_PHRASE.match(before)) and not _BACKWARD.match(before) and not _CONTRAST_OPENER.match(before)


def _has_pronoun(text: str) -> bool:
    return bool(re.search(r"\b(?:they|their|them)\b", text))


def _join(before: str, mark: HandleMark, after: str) -> tuple[str | HandleMark, ...]:
    after = _spaced(after).rstrip()
    if after[-1:] not in ".!?":
        after += "."
    return (before, mark, after) if before else (mark, after)


def _spaced(text: str) -> str:
    text = re.sub(r"\s+", " ", text)
    return text if text[:1] in " ,.;:" else f" {text}"


def _capital(text: str) -> str:
    if not text[:1].isascii():
        return text
    return (
        text[:1].upper() + text[1:]
        if text[:1].islower() and not re.match(r"[a-z]+[A-Z]|[a-z]-|[a-z]\d", text)
        else text
    )
