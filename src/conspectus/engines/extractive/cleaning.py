"""Takes out of a source sentence what belongs to its page and not to its claim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from conspectus.engines.extractive.lexicon import finite_forms, word_list

_LABEL = re.compile(
    r"^(?:abstract|background(?: and (?:aims?|purpose|objectives?))?|objectives?|aims?|purpose|"
    r"methods?(?: and results)?|"
    r"materials? and methods|design|setting|results?(?: and discussion)?|findings|conclusions?|discussion|introduction|"
    r"motivation|summary|significance|interpretation|context|importance|rationale|hypothesis|unlabelled|"
    r"main outcome measures?|evidence acquisition|evidence synthesis|systematic review registration|study design|"
    r"participants|interventions?|measurements)\s*[:.—–-]\s+(?=[A-Z0-9])"
    r"|^(?:background|objectives?|purpose|methods|results|conclusions?)\s+(?-i:(?=(?:We|To|The|This|These|In|Our|A|"
    r"An)\s))",
    re.IGNORECASE,
)
_BARE_LABEL = re.compile(
    r"^(?:Conclusions?|Results?|Background|Methods?|Objectives?|Aims?|Purpose|Findings)\s+(?=[A-Z][a-z]|[A-Z]\s|\d)"
)
_CAPITAL_LABEL = re.compile(r"^[A-Z][A-Z’' /&,-]{2,48}[A-Z?]\s*[:—–]\s*(?=\S)")
_ENUMERATION = re.compile(r"^\(?(?:\d{1,2}|[ivx]{1,4}|[a-e])\)\s+")
_NUMERIC_POINTER = re.compile(r"\s*\[\d+(?:\s*[,;–-]\s*\d+)*\]")
_PAREN = re.compile(r"\s*\(([^()]*)\)")
_PAREN_DROPPED = re.compile(
    r"^(?:e\.g\.|i\.e\.|see\b|cf\.|for example|https?:|www\.|figs?\b|figure\b|tables?\b|section\b|supplementary|ref\b|"
    r"[A-Z][\w'’-]+(?: et al\.?| and [A-Z][\w'’-]+| & [A-Z][\w'’-]+)?,? (?:19|20)\d\d[a-z]?)",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r",\s+(?:such as|including|leading to|resulting in|thereby|thus|e\.g\.|for example|for instance|namely|which|where|"
    r"allowing|enabling|achieving|yielding|obtaining|making)\b[^.]*[.!?]?$"
)
_NO_CUT = re.compile(
    r"\b(?:but|although|though|while|whereas|except|unless|only|not|no|however|if|when)\b", re.IGNORECASE
)
_FILLERS = (
    (
        re.compile(
            r", (?:however|therefore|thus|moreover|furthermore|in turn|in particular|for example|for instance), ", re.I
        ),
        " ",
    ),
    (re.compile(r"\b([Ii])n order to\b"), None),
    (re.compile(r"\bdue to the fact that\b", re.I), "because"),
)
UNUSABLE = re.compile(
    r"rest of (?:the|this) paper|\bsections? \d|(?:paper|article|survey|chapter) is (?:organi[sz]ed|structured)|"
    r"in this issue|"
    r"https?:|www\.|available (?:at|online|from|upon)|copyright|all rights reserved|©|publicly available|"
    r"source code|\bcode (?:is|and|will|can)\b|\bgithub\b|trial registration|registered (?:at|with|in|under)|"
    r"\bisrctn|\bnct\d|funded by|conflicts? of interest|correspond(?:ing author|ence)|supplementary|"
    r"\(c\) \d{4}|\bdoi:|email:|@\w+\.|to appear in|accepted (?:at|by|to)|this is (?:a|an) (?:extended|preprint)|"
    r"we (?:thank|acknowledge)|^[-•*–—·]|^(?:visit|find out|click|download|buy|order|subscribe|read more)\b|"
    r"[a-z] \d{1,3}\.?$|"
    r"considered (?:to be )?(?:statistically )?significant|statistical(?:ly)? significan\w+ (?:was|level)|"
    r"free ebook|\[formula|\[(?:\.\.\.|…)\]|(?:\.\.\.|…)\.?$|[a-z]{3}\.[A-Z][a-z]|\?.|ethical approval|"
    r"will be (?:disseminated|published|submitted|reported|presented)|(?:is|are) discussed\.$|implications (?:are|"
    r"for .{0,40} are) discussed|"
    r"is presented below|as follows\b|editors['’] summary|\b(?:i|ii|iii|iv)\. [A-Z]",
    re.IGNORECASE,
)

# A raised number behind a stop is the mark of a note; behind a word, a symbol or a bracket it may be a power.
_NOTE_MARK = re.compile(r"(?<=[a-zA-Z][.,;:])[¹²³⁰⁴-⁹]+(?![⁺⁻\w])")


def clean_sentence(text: str) -> str:
    """Gives a source sentence without section label, item number, pointers and asides, ending in a full stop.

    Parentheses stay where they hold an abbreviation or numbers; asides that list examples, point elsewhere or
    cite go. Words, numbers and their order stay.
    """
    text = _ENUMERATION.sub("", _BARE_LABEL.sub("", _CAPITAL_LABEL.sub("", _LABEL.sub("", text.strip()))))
    text = _NOTE_MARK.sub("", _NUMERIC_POINTER.sub("", text))
    text = re.sub(r"(?<=\d),(?=[a-z])|(?<=[a-z]),(?=(?:we|our|the|and|this|these|it)\s)", ", ", text)
    text = _PAREN.sub(lambda found: " " if _PAREN_DROPPED.match(found.group(1).strip()) else found.group(), text)
    for pattern, instead in _FILLERS:
        if instead is None:
            text = pattern.sub(lambda found: "To" if found.group(1) == "I" else "to", text)
        else:
            text = pattern.sub(instead, text)
    text = re.sub(r"\s+([,.;:!?])", r"\1", re.sub(r"\s+", " ", text)).strip()
    text = text.rstrip(" ,;:–—-")
    return text if text.endswith((".", "!", "?")) else f"{text}."


def shorter_forms(sentence: str, *, longest: int = 22) -> Iterator[str]:
    """Yields the cleaned sentence, then the same without an example tail where that leaves the claim whole.

    Only tails that add examples, consequences or a remark (", such as …", ", leading to …", ", which …") may go;
    tails with a negation, condition or concession stay, since cutting them would change the claim.

    Args:
        sentence: A cleaned sentence.
        longest: Sentences of at most this many words are not cut.
    """
    yield sentence
    if len(sentence.split()) <= longest:
        return
    found = _TAIL.search(sentence)
    if found and not _NO_CUT.search(found.group()) and len(sentence[: found.start()].split()) >= 9:
        head = sentence[: found.start()].rstrip(" ,;:")
        if head.count("(") == head.count(")") and head.count('"') % 2 == 0:
            yield head + "."


def has_finite_verb(sentence: str) -> bool:
    """Whether a sentence has a word that may be its finite verb; headings and lists have none."""
    if re.search(r"\b[Ww]e\s+[a-z]{2}", sentence):
        return True
    return any(word in _finite() for word in re.findall(r"[a-z]+(?:-[a-z]+)*", sentence.lower()))


@cache
def _finite() -> frozenset[str]:
    return finite_forms(word_list("verbs")) | word_list("auxiliaries") | word_list("irregular_verb_forms")


def is_usable(sentence: str) -> bool:
    """Whether a cleaned sentence stands complete and says something about the work: no fragment, no boilerplate."""
    words = sentence.split()
    return (
        6 <= len(words) <= 70
        and not UNUSABLE.search(sentence)
        and not sentence.endswith("?")
        and sentence.count("(") == sentence.count(")")
        and sentence.count("[") == sentence.count("]")
        and sentence.count('"') % 2 == 0
        and sentence.count("$") % 2 == 0
        and bool(re.search(r"[a-z]{3}.* [a-z]{3}", sentence))
        and has_finite_verb(sentence)
        and not re.search(r"\bet al\.$|\\[a-z]{3,}", sentence)
        and not re.match(r"[a-z]{3,}\s", sentence)
    )
