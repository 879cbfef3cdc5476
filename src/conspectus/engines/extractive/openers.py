"""What a source sentence opens with: phrases that tie it to its page or to the sentence before it."""

from __future__ import annotations

import re

from conspectus.engines.extractive.statements import WORK, capital

_LEAD_IN = re.compile(
    rf"^(?:(?:in|with|through|throughout|within)\s+(?:this|the\s+present|the\s+current|our)\s+(?:\w+\s+)?{WORK}\s*,?\s+"
    rf"|in\s+the\s+{WORK}\s*,\s+"
    r"|(?:specifically|moreover|furthermore|in addition|additionally|thus|finally|to this end|in particular|here|"
    r"therefore|hence|consequently|first(?:ly)?|second(?:ly)?|third(?:ly)?|lastly|also|then|as a result|next|"
    r"more (?:specifically|precisely|importantly|concretely)|for this purpose|for this reason|accordingly|"
    r"surprisingly|interestingly|importantly|notably|remarkably|alarmingly|intriguingly|strikingly|unexpectedly|"
    r"unfortunately|fortunately|curiously|crucially|critically|unsurprisingly|encouragingly|impressively|overall|"
    r"in summary|in conclusion|in short|"
    r"herein|besides|concretely|in this paper|and|further|please note|"
    r"with this in mind|to do so|to do this|in so doing|again|indeed)\s*,\s+"
    r"|to\s+(?:address|solve|tackle|overcome|alleviate|mitigate|remedy|fill|bridge|resolve|meet|achieve|close|answer|"
    r"test|do|"
    r"explore|investigate|examine|understand|clarify|explain|verify|validate)\s+"
    r"(?:this|these|the above|such|those|it|both)\b[^,]{0,60},\s+"
    r"|(?:motivated|inspired)\s+by\s+(?:this|these)\b[^,]{0,40},\s+"
    r"|(?:based on|in response to|in light of|given|building on|in view of|following|considering|with) "
    r"(?:this|these|the above)\b[^,]{0,40},\s+"
    r"|(?:here|and|so|thus|then|hence|therefore)\s+(?=(?:we|I|in (?:this|the present))\b)"
    r"|(?:here|moreover|furthermore|additionally|in addition|besides)\s+(?=(?:we|I|an?|the|it|this|these|our|"
    r"there)\b))",
    re.IGNORECASE,
)
# Openers that carry a contrast or a concession with the sentence before: the sentence is not chosen unless
# that sentence stands before it.
_CONTRAST_OPENER = re.compile(
    r"^(?:however|but|yet|inversely|nevertheless|nonetheless|in contrast|by contrast|conversely|on the other hand|"
    r"on the contrary|instead|still|otherwise|rather)\b[,\s]",
    re.IGNORECASE,
)
_BACKWARD = re.compile(
    r"^(?:this|these|those|it|its|they|their|them|such|he|she|his|her|both|another|one|each|for example|for instance|"
    r"then|subsequently|afterwards|the (?:latter|former|second|third|other|same|above|following|first)|(?:a|"
    r"the) (?:second|third|further)|"
    r"in (?:this|that|these|such|both)|as such|similarly|likewise|at the same time|what.s more|"
    r"to (?:this|that|do)|with (?:this|these)|by doing|doing so|under (?:this|these)|from (?:this|these)|"
    r"based on (?:this|these)|using (?:this|these)|unlike (?:this|these)|among (?:these|them)|of these|all these)\b",
    re.IGNORECASE,
)
_ADDITIVE = re.compile(
    r"^(?:moreover|furthermore|in addition|additionally|also|then|next|finally|lastly|second(?:ly)?|third(?:ly)?|"
    r"further|"
    r"besides|again|and)\b",
    re.IGNORECASE,
)
_QUOTE_MARK = re.compile(r"[“”\"‘]|(?<!\w)'|'(?!\w)")
_OPENING_PHRASE = re.compile(r"^[^,;:.]{3,110},\s+$")


def strip_lead_ins(sentence: str) -> tuple[str, str, bool]:
    """Gives (sentence, lead-in, additive): what ties a sentence to its page is taken off its head.

    ``additive`` says that the lead-in went on from something said before ("additionally").
    """
    text, lead, additive = sentence.strip(), "", False
    for _ in range(3):
        found = _LEAD_IN.match(text)
        if not found:
            break
        lead = lead or found.group()
        additive = additive or bool(_ADDITIVE.match(found.group()))
        text = text[found.end() :]
    return (capital(text) if text else text), lead, additive


def leans_backward(text: str) -> bool:
    """Whether a sentence begins with a word that leans on the sentence before ("this", "however", "the latter")."""
    return bool(_BACKWARD.match(text) or _CONTRAST_OPENER.match(text))


def may_open(before: str) -> bool:
    """Whether the words before a subject are an opening phrase that can stay as it is."""
    if not before.strip():
        return True
    if _QUOTE_MARK.search(before):
        return False
    return bool(_OPENING_PHRASE.match(before)) and not leans_backward(before)
