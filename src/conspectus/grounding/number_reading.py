"""The numbers in a text: digits, numerals, ranges, powers of ten and dates, with units and comparators."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from conspectus.grounding.words import normal_form

_NUMERALS = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty".split()
    )
}
_TENS = {
    word: 10 * value for value, word in enumerate("thirty forty fifty sixty seventy eighty ninety".split(), start=3)
}
# Words that give a number to evidence, though a claim that has them alone is not held to it.
_IMPLIED = {"both": 2, "pair": 2, "pairs": 2, "twice": 2, "double": 2, "doubled": 2, "doubles": 2, "triple": 3,
            "tripled": 3, "thrice": 3, "dozen": 12, "single": 1, "one": 1, "trilingual": 3, "bilingual": 2}  # fmt: skip
_IMPLIED_SHARES = {"half": Decimal("0.5"), "halved": Decimal("0.5"), "quarter": Decimal("0.25")}
_MONTHS = {
    month: place
    for place, names in enumerate(
        "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sept sep|october oct|"
        "november nov|december dec".split("|"),
        start=1,
    )
    for month in names.split()
}
# Each unit by its names: the dimension, the factor to its base, and its names; those of one letter stand close to it.
_UNITS = (
    ("share", "0.01", "% percent pct percentage-point percentage-points point points pp"),
    ("fold", "1", "fold folds times x"),
    ("mass", "1000", "kg kilogram kilograms"), ("mass", "1", "g gram grams"), ("mass", "0.001", "mg milligram"),
    ("mass", "0.000001", "ug mcg microgram micrograms"), ("mass", "0.000000001", "ng nanogram nanograms"),
    ("volume", "1", "l liter liters litre litres"), ("volume", "0.1", "dl"), ("volume", "0.001", "ml"),
    ("volume", "0.000001", "ul"),
    ("length", "1000", "km kilometer kilometers kilometre kilometres"),
    ("length", "1", "m meter meters metre metres"), ("length", "0.01", "cm"), ("length", "0.001", "mm"),
    ("length", "0.000001", "um"), ("length", "0.000000001", "nm"),
    ("time", "0.001", "ms msec millisecond milliseconds"), ("time", "1", "s sec secs second seconds"),
    ("time", "60", "min mins minute minutes"), ("time", "3600", "h hr hrs hour hours"),
    ("time", "86400", "d day days"), ("time", "604800", "week weeks wk wks"),
    ("months", "1", "month months mo"), ("months", "12", "year years yr yrs"),
    ("rate", "1", "hz"), ("rate", "1000", "khz"), ("rate", "1000000", "mhz"), ("rate", "1000000000", "ghz"),
    ("memory", "1", "kb"), ("memory", "1000", "mb"), ("memory", "1000000", "gb"), ("memory", "1000000000", "tb"),
    ("pressure", "1", "mmhg"), ("bits", "1", "bit bits"), ("energy", "1", "kcal"), ("warmth", "1", "°c"),
)  # fmt: skip
_UNIT_OF = {name: (dimension, Decimal(factor)) for dimension, factor, names in _UNITS for name in names.split()}
_MULTIPLIERS = {"hundred": 2, "hundreds": 2, "thousand": 3, "k": 3, "million": 6, "millions": 6, "m": 6, "mn": 6,
                "billion": 9, "billions": 9, "b": 9, "bn": 9, "trillion": 12}  # fmt: skip
_NUMBER = re.compile(
    r"(?<![\w.,])(?P<sign>(?<![\w)\]])-(?=[\d.]))?(?P<value>\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,])|\d+(?:\.\d+)?|\.\d+)"
    r"(?:\s?x\s?10\s?\^?\s?\(?(?P<power>-?\s?\d{1,3})\)?|(?P<exponent>[eE]-?\d{1,3}))?(?![\d])"
)
_ISO_DATE = re.compile(r"(?<!\d)(?P<year>(?:1[89]|20)\d\d)-(?P<month>0[1-9]|1[0-2])-(?P<day>[0-3]\d)(?!\d)")
_UNIT = re.compile(r"(?P<gap>\s?-?\s?)(?P<unit>%|°\s?C|per\s?cent|percentage points?|[A-Za-z]+)(?![\w])")
_COMPARATOR = re.compile(r"(?P<sign>[<>≤≥≦≧=~≈]|<=|>=)\s*\Z")
_APPROXIMATE = re.compile(
    r"\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|circa|over|more than|some|~|≈)\s*\Z",
    re.IGNORECASE,
)
# What is numbered and not counted: "Table 2", "Section 4.1".
_LABEL = re.compile(
    r"\b(?P<of>tables?|figs?\.?|figures?|sections?|sec\.|chapters?|equations?|eqs?\.?|appendix|footnote|refs?\.?)\s*\(?\Z",
    re.IGNORECASE,
)
_GLUED_ONLY = frozenset("m b k g s h d l x".split())
_MOST_DIGITS = 30
_NUMERAL = re.compile(
    rf"\b(?:(?P<tens>{'|'.join(_TENS)}|twenty)(?:[- ](?P<ones>one|two|three|four|five|six|seven|eight|nine)\b)?|"
    rf"(?P<plain>{'|'.join(_NUMERALS)}))\b(?:\s(?P<times>hundred|thousand|million|billion))?",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number in a text.

    ``value`` is as counted ("3.2 million" is 3200000), ``step`` the value of its last written digit; ``dimension`` is
    "" without a known unit, and ``factor`` leads to the base of the dimension. ``comparator`` is "" or a sign.
    ``in_words`` marks a numeral, ``implied`` what only evidence is asked for ("both"), ``label`` what it numbers
    ("table") and does not count.
    """

    text: str
    value: Decimal
    step: Decimal
    start: int
    end: int
    dimension: str = ""
    factor: Decimal = Decimal(1)
    comparator: str = ""
    approximate: bool = False
    in_words: bool = False
    implied: bool = False
    label: str = ""


@lru_cache(maxsize=8192)
def numbers_of(text: str) -> tuple[Number, ...]:
    """Gives the numbers of a text in order, in its normal form; parts of names ("COVID-19") and labels are none."""
    text = normal_form(text)
    found = [*_dates(text), *_in_digits(_ISO_DATE.sub(lambda date: " " * len(date.group()), text))]
    found += _in_words(text)
    return tuple(sorted(found, key=lambda number: number.start))


def _in_digits(text: str) -> list[Number]:
    found = []
    for match in _NUMBER.finditer(text):
        before, start, end = text[max(0, match.start() - 24) : match.start()], match.start(), match.end()
        if re.search(r"[A-Za-z]-\Z|[A-Za-z]/\Z|\^\Z", before):
            continue
        label = _LABEL.search(before)
        written = match.group("value").replace(",", "")
        if len(written) > _MOST_DIGITS:
            continue
        value = Decimal(written)
        step = Decimal(1).scaleb(-len(written.partition(".")[2]))
        power = match.group("power") or (match.group("exponent") or "")[1:]
        if power:
            value, step = value.scaleb(int(power.replace(" ", ""))), step.scaleb(int(power.replace(" ", "")))
        unit = _unit(text, end)
        if unit is None:
            continue
        dimension, factor, times, end = unit
        comparator = _COMPARATOR.search(before.rstrip() if before.endswith(" ") else before)
        found.append(
            Number(
                text=text[start:end].strip(),
                value=(-value if match.group("sign") else value).scaleb(times),
                step=step.scaleb(times),
                start=start,
                end=end,
                dimension=dimension,
                factor=factor,
                comparator=comparator.group("sign")[0] if comparator else "",
                approximate=_APPROXIMATE.search(before) is not None,
                label=label.group("of").lower()[:3] if label else "",
            )
        )
    return _ranges_share_units(found, text)


def _unit(text: str, end: int) -> tuple[str, Decimal, int, int] | None:
    """Gives dimension, factor, power of ten and end of what follows a number; None if it is part of a name ("3D")."""
    times = 0
    while (match := _UNIT.match(text, end)) is not None:
        glued = match.group("gap") == ""
        written = match.group("unit")
        unit = re.sub(r"per\s?cent", "percent", written.lower().replace(" ", "")).replace("percentagep", "percentage-p")
        if unit in _MULTIPLIERS and not times and (len(unit) > 2 or (glued and written in ("k", "K", "M", "B", "bn"))):
            times, end = _MULTIPLIERS[unit], match.end()
            continue
        # "3D" is no three days.
        is_written_so = len(unit) > 1 or written == unit
        if unit in _UNIT_OF and is_written_so and (unit not in _GLUED_ONLY or glued or unit in ("g", "h", "m", "s")):
            return *_UNIT_OF[unit], times, match.end()
        return None if glued and unit.isalpha() else ("", Decimal(1), times, end)
    # What is glued to it and is no unit makes it part of a name.
    return None if re.match(r"[A-Za-z_]", text[end : end + 1]) else ("", Decimal(1), times, end)


def _ranges_share_units(numbers: list[Number], text: str) -> list[Number]:
    """Gives "10-20 mg" the unit at both ends."""
    shared = list(numbers)
    for place in range(len(shared) - 2, -1, -1):
        left, right = shared[place], shared[place + 1]
        if (
            not left.dimension
            and right.dimension
            and re.fullmatch(r"\s?(?:-|to|and|or|/)\s?", text[left.end : right.start])
        ):
            shared[place] = replace(left, dimension=right.dimension, factor=right.factor)
    return shared


def _in_words(text: str) -> list[Number]:
    found = []
    for match in _NUMERAL.finditer(text):
        plain = (match.group("plain") or "").lower()
        tens = (match.group("tens") or "").lower()
        value = (
            _NUMERALS[plain] if plain else _TENS.get(tens, 20) + _NUMERALS.get((match.group("ones") or "").lower(), 0)
        )
        times = _MULTIPLIERS[match.group("times").lower()] if match.group("times") else 0
        unit = _unit(text, match.end())
        dimension, factor, _, _ = unit if unit is not None else ("", Decimal(1), 0, 0)
        found.append(
            Number(
                text=match.group(), value=Decimal(value).scaleb(times), step=Decimal(1), start=match.start(),
                end=match.end(), dimension=dimension, factor=factor, in_words=True, implied=plain in ("zero", "one"),
            )
        )  # fmt: skip
    for match in _WORD.finditer(text):
        word = match.group().lower()
        value_of = _IMPLIED.get(word) if word not in _NUMERALS else None
        share = _IMPLIED_SHARES.get(word)
        if value_of is not None or share is not None:
            value_now = Decimal(value_of) if value_of is not None else share or Decimal(0)
            step = Decimal(1) if value_of is not None else Decimal("0.01")
            found.append(
                Number(
                    text=match.group(), value=value_now, step=step, start=match.start(), end=match.end(), implied=True
                )
            )
    return found


def _dates(text: str) -> list[Number]:
    """The parts of ISO dates, and the months named in words as numbers that only evidence gives."""
    found = []
    for match in _ISO_DATE.finditer(text):
        for name in ("year", "month", "day"):
            start, end = match.span(name)
            value = Decimal(int(match.group(name)))
            implied = name == "month"
            found.append(
                Number(text=match.group(name), value=value, step=Decimal(1), start=start, end=end, implied=implied)
            )
    for match in _WORD.finditer(text):
        if match.group()[0].isupper() and match.group().lower() in _MONTHS:
            value = Decimal(_MONTHS[match.group().lower()])
            found.append(
                Number(
                    text=match.group(), value=value, step=Decimal(1), start=match.start(), end=match.end(), implied=True
                )
            )
    return found
