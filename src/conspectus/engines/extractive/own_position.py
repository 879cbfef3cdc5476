"""The closing sentence that sets the paper under review beside the references, in its authors' own words."""

from __future__ import annotations

import re

from conspectus.engines.extractive.attribution import Subject, analyse
from conspectus.engines.extractive.cleaning import clean_sentence, is_usable
from conspectus.foundation.text.sentences import split_sentences

_CONTRIBUTES = re.compile(
    r"^(?:[^,]{0,60},\s+)?(?:we|I|this (?:\w+ )?(?:paper|article|work|study)|in this (?:paper|article|work|study),?\s+we)\b.{0,30}\b"
    r"(?:propos|present|introduc|develop|describ|investigat|explor|study|studies|address|design|show|examin|provid|report|"
    r"analy[sz]|argu|extend|evaluat|compar)\w*",
    re.IGNORECASE,
)


def closing_sentence(own_abstract: str, *, longest: int) -> str:
    """Gives the first sentence of the own abstract that states its contribution, said by its authors; "" if none fits.

    "We propose X." becomes "In this work, we propose X."; the words are otherwise those of the abstract.

    Args:
        own_abstract: The abstract of the paper for which the review is written.
        longest: The most words.
    """
    for source in split_sentences(own_abstract):
        text = clean_sentence(source)
        statement = analyse(text)
        if statement.subject is not Subject.AUTHORS or not is_usable(text) or not _CONTRIBUTES.match(text):
            continue
        text = re.sub(
            r"^(?:in|with) (?:this|our|the present) (?:\w+ )?(?:paper|article|work|study),?\s+",
            "",
            text,
            flags=re.IGNORECASE,
        )
        text = re.sub(r"^(?:here|to this end|specifically|therefore|thus|hence),?\s+", "", text, flags=re.IGNORECASE)
        if re.match(r"(?:we|i)\b", text, re.IGNORECASE):
            text = "In this work, " + text[0].lower() + text[1:]
        elif found := re.match(r"this (?:\w+ )?(paper|article|work|study)\b", text, re.IGNORECASE):
            text = "Our " + text[found.start(1) :]
        else:
            text = text[0].upper() + text[1:]
        if len(text.split()) <= longest:
            return text
    return ""
