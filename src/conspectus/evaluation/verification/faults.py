"""Plants faults in good sentences: the other side of the verifier, with a lexicon of its own.

Nothing here is taken from the verifier, nor imported by it: a checker that shares its word lists with the faults it is
tried on finds what it wrote itself.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence

KINDS = ("number", "entity", "negation", "comparison", "exchanged", "other_paper", "invented", "added_clause")
"""The kinds of faults, in the order of the tables."""

_NUMBER = re.compile(r"(?<![\w.,-])\d+(?:[.,]\d+)?(?![\w])")
_CITED_YEAR = re.compile(r"\([^()]*[A-Z][^()]*(?:19|20)\d\d[^()]*\)|et al\.?,? \(?(?:19|20)\d\d")
_NUMERAL = re.compile(r"\b(?:two|three|four|five|six|seven|eight|nine|ten)\b")
_NUMERALS = "two three four five six seven eight nine ten".split()
_NAME = re.compile(
    r"(?<![\w-])(?:[A-Z]{2,}[\w-]*|[A-Z]?[a-z]+[A-Z]\w*|[A-Z]\w*\d\w*)(?![\w-])|(?<=[a-z,] )[A-Z][a-z]{2,}\b"
)
_NOT_NAMES = frozenset(
    "The This These Those We Our They In On For And But With However Table Figure Section Fig".split()
)
_TURNED = """increased/decreased increase/decrease increases/decreases increasing/decreasing higher/lower high/low
more/less better/worse best/worst improve/worsen improved/worsened improves/degrades improving/degrading
improvement/deterioration improvements/deteriorations larger/smaller large/small longer/shorter long/short
faster/slower greater/smaller outperforms/underperforms outperform/underperform outperformed/underperformed
superior/inferior positive/negative positively/negatively reduced/raised reduces/raises reduction/rise reduce/raise
reducing/raising fewer/more stronger/weaker strong/weak above/below before/after significant/insignificant
significantly/insignificantly effective/ineffective effectively/ineffectively maximum/minimum earlier/later
older/younger similar/different consistent/inconsistent enhanced/impaired enhances/impairs enhance/impair gain/drop
gains/drops success/failure benefit/harm beneficial/harmful safe/unsafe common/rare easier/harder easy/difficult
simple/complex most/least stable/unstable robust/fragile efficient/inefficient efficiently/inefficiently
useful/useless successful/unsuccessful successfully/unsuccessfully supervised/unsupervised accurate/inaccurate"""
_OPPOSITE: dict[str, str] = {}
for _pair in _TURNED.split():
    _one, _, _other = _pair.partition("/")
    _OPPOSITE.setdefault(_one, _other)
    _OPPOSITE.setdefault(_other, _one)
_AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|be|can|could|may|might|has|have|had|did|does|do|will|would|should)\b(?! not\b| n[o']t\b)"
)
_DENIAL = re.compile(r"\b(?P<cue>not|no|without)\s")
_AFFIRMED = {"not": "", "no": "a ", "without": "with "}
_SUBJECT = re.compile(r"\b(?:[Ww]e|[Tt]hey|(?:[Tt]he )?authors)\s(?:also |then |first |further )?(?P<verb>[a-z]+)\b")
_COMPARATOR = re.compile(r"\b(?:than|versus|vs\.?|compared (?:to|with)|outperform\w*|exceed\w*|surpass\w*|over)\b")
_PLAIN_WORD = re.compile(r"[A-Za-z][A-Za-z-]{2,}")
_UNTELLING = frozenset(
    """the and for with that this from are was were has have had which when while been its their our they than more less
    other such can could may might will would not all both also into these those there some any each most using used use
    better worse higher lower larger smaller show shows showed result results much significantly""".split()
)
# Facts that no paper states: places, people and things made up by us.
INVENTED = (
    "The authors report that ferry crews in Kelvaro preferred the paper timetable.",
    "A survey of 412 beekeepers found that most hives were painted green.",
    "The museum of Tarnbridge lent nine bronze bells for the recording.",
    "Orchard yields rose after the villagers replaced the wooden fences.",
    "The ice on Lake Morwen thawed eleven days early in the year of the census.",
    "Tailors judged the linen thread to be softer than the silk.",
    "The choir rehearsed twice a week in an unheated barn.",
    "Nurses on the night shift drank less coffee when the corridor was repainted.",
    "The lighthouse keeper logged 63 foghorn blasts during the regatta.",
    "Pigeons trained in the attic returned to the wrong rooftop.",
    "Half of the tram passengers carried an umbrella in the dry season.",
    "The committee of bakers voted against salted butter in 1974.",
    "Glaciers near Ostrafell retreated behind the old customs house.",
    "Children who collected stamps slept longer on rainy nights.",
    "The quarry supplied limestone for the opera house until the strike.",
    "Sailors measured the depth of the harbour with a knotted rope.",
)
ADDED_CLAUSES = (
    ", and the villagers of Kelvaro kept the paper timetable",
    ", and it was later adopted by four hospitals in Norway",
    ", which halved the cost of the greenhouse heating",
    ", although the beekeepers complained about the noise",
    ", and the recordings were sold to a museum",
    ", as had been predicted by astronomers in the previous century",
    ", and the volunteers received a bottle of olive oil",
    ", which was confirmed by a court in the following spring",
)


class FaultPlanter:
    """Plants faults in a sentence, each drawn at random.

    Args:
        seed: Fixes the draws.
    """

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def plant(self, kind: str, sentence: str, paper: Sequence[str], others: Sequence[str]) -> str | None:
        """Gives the sentence with a fault of a kind, None if it has no place for one.

        Args:
            kind: One of ``KINDS``.
            sentence: A sentence that is borne out by its paper.
            paper: All sentences of the paper, from which another name is taken.
            others: Sentences of other papers.
        """
        spoilt = self._planters[kind](self, sentence, paper, others)
        return spoilt if spoilt is not None and spoilt != sentence else None

    def _number(self, sentence: str, _paper: Sequence[str], _others: Sequence[str]) -> str | None:
        # The year of a citation is not what a sentence says.
        places = list(_NUMBER.finditer(_CITED_YEAR.sub(lambda cited: "_" * len(cited.group()), sentence)))
        if not places:
            numeral = _NUMERAL.search(sentence)
            if numeral is None:
                return None
            another = self._chance.choice([word for word in _NUMERALS if word != numeral.group()])
            return sentence[: numeral.start()] + another + sentence[numeral.end() :]
        place = self._chance.choice(places)
        return sentence[: place.start()] + self._changed(place.group()) + sentence[place.end() :]

    def _changed(self, written: str) -> str:
        thousands = re.fullmatch(r"\d+,\d{3}", written) is not None
        value = float(written.replace(",", "" if thousands else "."))
        decimals = len(re.split(r"[.,]", written)[1]) if re.search(r"[.,]", written) and not thousands else 0
        if self._chance.random() < 0.5:
            changed = value + self._chance.choice((1, 2, -1, 5, 10))
        else:
            changed = value * self._chance.choice((0.5, 1.5, 2, 3, 10))
        changed = changed if changed >= 0 else value + 3
        text = f"{changed:.{decimals}f}"
        return text if float(text) != value else f"{value + 1:.{decimals}f}"

    def _entity(self, sentence: str, paper: Sequence[str], _others: Sequence[str]) -> str | None:
        mine = _names(sentence)
        pool = [name for other in paper if other != sentence for name in _names(other) if name not in sentence]
        if not mine or not pool:
            return None
        return sentence.replace(self._chance.choice(mine), self._chance.choice(pool), 1)

    def _negation(self, sentence: str, _paper: Sequence[str], _others: Sequence[str]) -> str | None:
        denial = _DENIAL.search(sentence)
        if denial and self._chance.random() < 0.5:
            return sentence[: denial.start()] + _AFFIRMED[denial.group("cue")] + sentence[denial.end() :]
        auxiliaries = list(_AUXILIARY.finditer(sentence))
        if auxiliaries:
            place = self._chance.choice(auxiliaries).end()
            return f"{sentence[:place]} not{sentence[place:]}"
        subject = _SUBJECT.search(sentence)
        if subject:
            verb = subject.start("verb")
            return f"{sentence[:verb]}did not {sentence[verb:]}"
        return None

    def _comparison(self, sentence: str, _paper: Sequence[str], _others: Sequence[str]) -> str | None:
        places = [word for word in re.finditer(r"\b[a-z]+\b", sentence) if word.group() in _OPPOSITE]
        if not places:
            return None
        place = self._chance.choice(places)
        return sentence[: place.start()] + _OPPOSITE[place.group()] + sentence[place.end() :]

    def _exchanged(self, sentence: str, _paper: Sequence[str], _others: Sequence[str]) -> str | None:
        comparator = _COMPARATOR.search(sentence)
        if comparator is None:
            return None
        left = [word for word in _PLAIN_WORD.finditer(sentence[: comparator.start()]) if _tells(word.group())][-1:]
        right = [word for word in _PLAIN_WORD.finditer(sentence, comparator.end()) if _tells(word.group())][:1]
        if not left or not right or left[0].group().lower() == right[0].group().lower():
            return None
        one, other = left[0], right[0]
        return (
            sentence[: one.start()] + other.group() + sentence[one.end() : other.start()] + one.group()
            + sentence[other.end() :]
        )  # fmt: skip

    def _other_paper(self, _sentence: str, _paper: Sequence[str], others: Sequence[str]) -> str | None:
        return self._chance.choice(others) if others else None

    def _invented(self, _sentence: str, _paper: Sequence[str], _others: Sequence[str]) -> str | None:
        return self._chance.choice(INVENTED)

    def _added_clause(self, sentence: str, _paper: Sequence[str], _others: Sequence[str]) -> str | None:
        end = re.search(r"\s*[.!?]?\s*\Z", sentence)
        head = sentence[: end.start()] if end else sentence
        return head + self._chance.choice(ADDED_CLAUSES) + "."

    _planters: Mapping[str, Callable[[FaultPlanter, str, Sequence[str], Sequence[str]], str | None]] = {
        "number": _number,
        "entity": _entity,
        "negation": _negation,
        "comparison": _comparison,
        "exchanged": _exchanged,
        "other_paper": _other_paper,
        "invented": _invented,
        "added_clause": _added_clause,
    }


def _names(sentence: str) -> list[str]:
    found = [match.group() for match in _NAME.finditer(sentence)]
    return [name for name in dict.fromkeys(found) if name not in _NOT_NAMES]


def _tells(word: str) -> bool:
    return word.lower() not in _UNTELLING and word.lower() not in _OPPOSITE
