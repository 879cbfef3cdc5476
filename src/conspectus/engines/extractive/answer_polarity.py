"""Guesses whether sources say yes or no to what a question puts, by signs of effect, of none, and of doubt.

A guess is for evaluations and programs; it is right too seldom to be told to a reader (decision 15).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum

from conspectus.engines.extractive.question_content import QuestionContent, stems_of


class Polarity(Enum):
    """What sources say of a proposition."""

    YES = "yes"
    NO = "no"
    MAYBE = "maybe"


# Weights of the signs, rounded from a logistic regression on the tuning half of PubMedQA.
_START, _NEGATIVE_SIGN, _POSITIVE_SIGN, _CHANCE_SIGN, _SIGNIFICANT_SIGN = 0.6, -1.0, 0.3, -0.3, 0.5
_CHANCE_LAST, _NO_EFFECT_LAST = -0.9, -0.5
_ASKS_FOR_USE, _ASKS_FOR_DIFFERENCE = 0.8, -0.2
_LAST = 2  # sentences at the end, where results are summed up
_UNSURE_MARGIN = 0.15
_NEGATIVE = re.compile(
    r"\bno (?:(?:statistically |clinically )?(?:significant|clear|consistent|apparent|such|obvious|major|relevant)|"
    r"differences?|effects?|associations?|correlations?|benefits?|evidence|improvement|relationship|changes?|increase|"
    r"impact|influence|advantage)\b|\bnot\b|\bn['’]t\b|\bcannot\b|\bneither\b|\bnor\b|\bfail(?:s|ed)? to\b|"
    r"\bwithout (?:any )?(?:significant|effect|benefit)\b|\black(?:s|ed)? of\b|\bnegligible\b|\bineffective\b|"
    r"\bnever\b|\bunable to\b|"
    r"\bnon-?significant\w*|"
    r"\b(?:were|was|are|is|remained) (?:\w+ )?(?:similar|comparable|unchanged|the same|equivalent)\b|\brarely\b",
    re.IGNORECASE,
)
_POSITIVE = re.compile(
    r"\bsignificant(?:ly)?\b|\bincreas\w+|\bimprov\w+|\breduc\w+|\bhigher\b|\blower\b|\bbetter\b|\bassociated with\b|"
    r"\bcorrelat\w+|\bpredict\w+|\beffective\w*|\bsuperior\b|\bbenefi\w+|\bgreater\b|\bmore likely\b|\bdecreas\w+|"
    r"\boutperform\w*|\bsuccess\w*|\bfeasible\b|\bsafe\b|\bstrong\w*|\breliabl\w+|\bvalid\w*|"
    r"\bwe (?:also )?(?:use|used|show|find|found|compare|evaluate|test|release|provide|propose)\w*",
    re.IGNORECASE,
)
_CHANCE = re.compile(
    r"\bp\s*(?:=|>|≥)\s*0?\.(?:[1-9]\d*|0[6-9]\d*)\b|\bp\s*=\s*n\.?s|\bNS\b|\bnonsignificant\b|"
    r"not (?:statistically |significantly )",
    re.IGNORECASE,
)
_SIGNIFICANT = re.compile(r"\bp\s*(?:<|=|≤)\s*0?\.0[0-5]\d*\b|\bsignificantly", re.IGNORECASE)
_NO_EFFECT = re.compile(
    r"\bno (?:\w+ ){0,2}(?:differences?|effects?|associations?|correlations?|benefits?|evidence|improvement|"
    r"relationship|changes?|increase|impact|influence|advantage)\b|\bdid not\b|\bdoes not\b|\bwas not\b|\bwere not\b|"
    r"\bsimilar\b|\bcomparable\b|\bfailed to\b|\bunchanged\b",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:unclear|inconclusive|uncertain|controversial|further (?:research|studies|study|work|investigation)|"
    r"conflicting|depends? on|limited evidence|insufficient evidence|marginal(?:ly)?)\b",
    re.IGNORECASE,
)
_FOR_USE = re.compile(
    r"\b(?:predict|associat|improv|useful|effective|feasible|reliable|valid|safe|role|increas|reduc)\w*", re.IGNORECASE
)
_FOR_DIFFERENCE = re.compile(
    r"\b(?:differ|necessary|need|should|really|still|influence|affect|matter|justified|myth)\w*", re.IGNORECASE
)
_NEGATED = re.compile(r"\b(?:not|without)\b(?!\s*\?)|n['’]t\b", re.IGNORECASE)


def polarity(content: QuestionContent, sources: Sequence[Sequence[str]]) -> Polarity:
    """Gives what sources say of the proposition that a question puts.

    Sentences count by how much of the question they say, and later ones of a source more, since results are summed
    up at the end. Sources that disagree, and words of doubt where the signs are in balance, are a maybe.

    Args:
        content: The question.
        sources: For each source its sentences in order, at least one source with a sentence.
    """
    said = [_balance(content, sentences) for sentences in sources if sentences]
    if _NEGATED.search(content.question):
        said = [-balance for balance in said]
    if len(said) > 1 and min(said) < -1.0 and max(said) > 1.0:
        return Polarity.MAYBE
    balance = sum(said) / max(len(said), 1)
    if abs(balance) < _UNSURE_MARGIN and any(_UNSURE.search(each) for sentences in sources for each in sentences):
        return Polarity.MAYBE
    return Polarity.YES if balance >= 0 else Polarity.NO


def _balance(content: QuestionContent, sentences: Sequence[str]) -> float:
    balance = _START
    count = len(sentences)
    for place, sentence in enumerate(sentences, 1):
        weight = (content.covered(stems_of(sentence)) + 0.1) * (0.3 + place / count)
        signs = (
            (_NEGATIVE, _NEGATIVE_SIGN),
            (_POSITIVE, _POSITIVE_SIGN),
            (_CHANCE, _CHANCE_SIGN),
            (_SIGNIFICANT, _SIGNIFICANT_SIGN),
        )
        balance += weight * sum(sign for pattern, sign in signs if pattern.search(sentence))
        if place > count - _LAST:
            balance += _CHANCE_LAST * bool(_CHANCE.search(sentence))
            balance += _NO_EFFECT_LAST * bool(_NO_EFFECT.search(sentence))
    if _FOR_USE.search(content.question):
        balance += _ASKS_FOR_USE
    if _FOR_DIFFERENCE.search(content.question):
        balance += _ASKS_FOR_DIFFERENCE
    return balance
