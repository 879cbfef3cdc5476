"""What a statement presumes its reader to know already: without it the reader is lost."""

from __future__ import annotations

import re
from collections.abc import Sequence

from conspectus.engines.extractive.statements import WORK, Statement

_POINTS_BACK = re.compile(
    rf"\b(?:this|these|those|such an?|such)\s+(?!{WORK}\b|that\b|as\b)(?:\w+[- ]){{0,2}}?[a-z]{{3,}}"
    r"|\b(?:the (?:former|latter|above|aforementioned))\b|\bthis(?=,| (?:by|with|in|through|using|and|to|on|for)\b)|"
    r"\b(?:either|neither|each) (?:technique|method|approach|one|case|model|system|group)s?\b|"
    r"\bboth(?=[.,]| (?:on|in|with|for|by|are|is|were|data ?sets|tasks|cases|settings|domains)\b(?! of\b))|"
    r"\bas well(?=[.,])|^\s*then\b|\b(?:this|these)(?= (?:is|are|was|were|can|may)\b)",
    re.IGNORECASE,
)
_NAMED_THINGS = (
    r"(?:models?|methods?|approach(?:es)?|systems?|frameworks?|algorithms?|data ?sets?|datasets?|corpus|corpora|tasks?|"
    r"techniques?|architectures?|networks?|tools?|metrics?|procedures?|schemes?|strateg(?:y|ies)|modules?|"
    r"modifications?|"
    r"extensions?|variants?|problems?|questions?|challenges?|issues?|limitations?|stages?|entities|components?|steps?)"
)
_DEFINITE = re.compile(
    rf"\bthe\s+(?:(?:proposed|resulting|new|same|two|three|four|full|final|best|trained|learned|whole|simple|above|"
    rf"other|original|first|second)\s+){{0,2}}"
    rf"(?P<noun>{_NAMED_THINGS})\b(?!\s+(?:of|for|that|which|to|called|named|based|in which|with|from|used|"
    rf"proposed by)\b)",
    re.IGNORECASE,
)
_UNKNOWN_IT = re.compile(
    r"^(?:(?:in|on|at|for|with|by|during|from|under|after|before|as|if|when|whether|that|because|since|"
    r"while)\b[^,.;]{0,45}?,?\s+)"
    r"(?:it|they|them|its|this|these)\b"
    r"|^\s*\w+\s+(?:whether|that|how|if|why)\s+(?:it|they)\b",
    re.IGNORECASE,
)


_COINED = re.compile(r"\b(?:[A-Z][a-z]*[A-Z][A-Za-z]*\d*|[A-Z]{3,}s?|[A-Z][A-Za-z]*\d+)(?:-[A-Za-z0-9]+)*\b")
# What every reader of the sciences knows.
_KNOWN_NAMES = frozenset(
    """DNA RNA mRNA HIV AIDS PCR MRI CT COVID SARS USA UK EU WHO NLP LSTM CNN RNN BERT GPT LLM LLMs SVM PCA ANOVA BLEU
    ROUGE API XML HTML URL GPU CPU BMI ICU ELISA PubMed MEDLINE GAN VAE RCT RCTs CI HR OR""".split()
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


def points_back(statement: Statement) -> bool:
    """Whether the words of a statement point at something said before ("such a capability", "these limits")."""
    if _POINTS_BACK.search(f"{statement.before} {statement.plural}"):
        return True
    unknown = _UNKNOWN_IT.match(statement.before or statement.plural.strip())
    # "We show that we can": "they" are then the authors.
    return unknown is not None and not (statement.refers_back and unknown.group().endswith("they"))


def coined_names(texts: Sequence[str], title: str) -> list[frozenset[str]]:
    """Gives for each sentence of an abstract the abbreviations and coined names that an earlier one brought in.

    Names in the title and names that everybody knows do not count.
    """
    met: set[str] = set()
    presumed = []
    for text in texts:
        names = {name for name in _COINED.findall(text) if name not in _KNOWN_NAMES and name not in title}
        presumed.append(frozenset(name.lower() for name in names & met))
        met |= names
    return presumed
