"""In-text references as they are printed, linked to the entries of the reference list.

Numbers in square brackets count only where the list is numbered; a bracket with a number that the list does not have
(a year, an interval from zero) points nowhere. Names and years count where the list has such a work, or where nothing
else looks like them ("Moor et al. (2019)").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from conspectus.domain.document import Pointer, PointerStyle, Reference
from conspectus.foundation.text.normalise import match_key
from conspectus.readers.citation_spans import number_style

_DASH = r"[-–—‐‑−]"
_LIST = rf"\d{{1,4}}(?:\s?(?:,|;|{_DASH}|\band\b|&)\s?\d{{1,4}}){{0,60}}"
_SQUARE = re.compile(
    rf"\[\s?(?P<numbers>{_LIST})\s?(?:[,:]\s?(?:pp?|[Ss]ec|[Cc]hap|[Ff]ig|[Tt]heorem|[Ll]emma)\b[^\[\]]{{0,30}})?\]"
)
_TO = re.compile(rf"\s?{_DASH}\s?\Z")
_ROUND = re.compile(rf"\(\s?(?P<numbers>{_LIST})\s?\)")
_ALPHA = re.compile(r"\[(?P<labels>[^\W\d_][\w+*.’'-]{0,15}(?:\s?[,;]\s?[^\W\d_][\w+*.’'-]{0,15}){0,20})\]")
_STEP = re.compile(rf"\s*(?P<between>,|;|{_DASH}|\band\b|&)?\s*(?P<number>\d{{1,4}})")
_NO_CITATION_BEFORE = re.compile(
    r"(?:\b(?:interval|intervals|range|ranges|ranging|domain|eqs?\.|equations?|eqn\.|between|clipped to|scaled to|"
    r"normali[sz]ed to|values? (?:in|from|of)|scores? (?:in|from|of))\s*|[∈×=≤≥<>+*/^]\s?|(?<![\w.])[A-Za-z])\Z",
    re.IGNORECASE,
)
_MOST_IN_RANGE = 80

_U = "A-ZÀ-ÖØ-ÞŁŚŽŠĐČĆŘĞİŐŞ"
_PARTICLES = (
    r"(?:(?:[Vv]an|[Vv]on|[Dd]er|[Dd]en|[Dd]e|[Dd]el|[Dd]ella|[Dd]i|[Dd]a|[Dd]os|[Dd]u|[Ll]a|[Ll]e|[Tt]er|[Tt]en|"
    r"[Zz]u|[Zz]ur|[Ee]l|[Aa]l|[Ii]bn|[Bb]in)[\s-]){0,3}"
)
_NAME = rf"{_PARTICLES}(?:[Dd]['’])?[{_U}][\w’'´`¨ˇ‐-]*[\w](?:\s[{_U}][\w’'‐-]*[\w]){{0,2}}"
_ACRONYM = rf"[{_U}][\w-]+"
_YEAR = r"(?:1[5-9]\d\d|20\d\d)"
_YEARS = rf"{_YEAR}[a-z]?(?:\s?(?:,|and|&|{_DASH})\s?(?:{_YEAR}[a-z]?|[a-z]\b)){{0,8}}"
_PEOPLE = (
    rf"(?P<first>{_NAME}|{_ACRONYM})"
    rf"(?:(?P<others>,?\s+et\s+al\b\.?|\s+(?:and|&)\s+(?:others|colleagues|coworkers|co-workers))"
    rf"|(?:,\s(?:{_NAME})){{0,4}},?\s+(?:and|&|und|et|y)\s+(?P<second>{_NAME}))?"
)
_NARRATIVE = re.compile(rf"(?<![\w-]){_PEOPLE}(?:['’]s?)?,?\s?[(\[](?P<years>{_YEARS})(?P<rest>[^()\[\]]{{0,60}})[)\]]")
_IN_PARENTHESES = re.compile(rf"(?<![\w-]){_PEOPLE}(?:['’]s)?,?\s+(?P<years>{_YEARS})(?![\w-])")
_BRACKETED = re.compile(r"[(\[](?P<inside>[^()\[\]]*(?:[(\[][^()\[\]]*[)\]][^()\[\]]*){0,6})[)\]]")
_HAS_YEAR = re.compile(_YEAR)
_ONE_YEAR = re.compile(rf"(?P<year>{_YEAR})(?P<letter>[a-z]?)|(?<![a-z])(?P<more>[a-z])(?![a-z])")
_LETTER_OF_ENTRY = r"(?<!\d){year}([a-z])(?![a-z\d])"
_NO_PERSON = re.compile(
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|Spring|Summer|Autumn|"
    r"Fall|Winter|In|The|Since|Until|Before|After|During|From|Between|By|Year|Years|Table|Figure|Fig|Section|Chapter|"
    r"Version|Release|Edition|Volume|Part|Appendix|Mean|Age)\b\.?"
)
_GENITIVE = re.compile(r"['’]s?\Z")
_LEAD = re.compile(
    r"(?:See|As|In|And|But|While|Since|For|Following|By|Both|Like|Unlike|Although|However|Whereas|Also|Cf\.?)\s+"
)


def find_pointers(
    text: str,
    references: Sequence[Reference],
    *,
    raised: Sequence[tuple[int, int]] = (),
    round_numbers: bool = False,
) -> tuple[Pointer, ...]:
    """Gives the in-text references of a paragraph in order; none overlaps another.

    What stands in one bracket of numbers is one pointer, with ranges expanded ("[3–5]" has three targets); in a
    bracket of names and years each work or group of works of the same authors is one.

    Args:
        text: The paragraph.
        references: The list that they are linked to. Without one, only what can be nothing else is found, unlinked.
        raised: Spans of small digits above the line that may be pointers, as (start, end).
        round_numbers: Whether "(3)" is a pointer in this paper; it is taken for the number of an equation otherwise.
    """
    index = _Index(references)
    found: list[Pointer] = []
    taken: list[tuple[int, int]] = []

    def take(pointer: Pointer | None) -> None:
        if pointer is not None and not any(s < pointer.end and pointer.start < e for s, e in taken):
            taken.append((pointer.start, pointer.end))
            found.append(pointer)

    for pointer in _numbers(text, index, round_numbers=round_numbers):
        take(pointer)
    for start, end in raised:
        take(_raised(text, max(0, start), min(end, len(text)), index))
    for pointer in _labels(text, index):
        take(pointer)
    for pointer in _author_years(text, index):
        take(pointer)
    return tuple(sorted(found, key=lambda pointer: pointer.start))


@dataclass(slots=True)
class _Work:
    """An entry as it is cited: the families of its authors, its year with the letter behind it."""

    key: str
    families: tuple[str, ...]
    year: int
    letter: str


@dataclass(slots=True)
class _Index:
    """The reference list by what the text may name it by."""

    references: Sequence[Reference]
    by_number: dict[int, str] = field(init=False)
    by_label: dict[str, str] = field(init=False)
    by_name: dict[tuple[str, int], list[_Work]] = field(init=False)

    def __post_init__(self) -> None:
        self.by_number, self.by_label, self.by_name = {}, {}, {}
        for reference in self.references:
            label = reference.label.strip("[]().: ")
            if label.isdecimal():
                self.by_number.setdefault(int(label), reference.key)
            elif label:
                self.by_label.setdefault(label, reference.key)
            if reference.year and reference.authors:
                work = _work(reference, reference.year)
                for name in _known_as(reference, work):
                    self.by_name.setdefault((name, work.year), []).append(work)
        if 2 * len(self.by_number) < len(self.references):
            self.by_number = {}

    @property
    def is_numbered(self) -> bool:
        """Whether most entries have numbers."""
        return bool(self.by_number)


def _work(reference: Reference, year: int) -> _Work:
    letter = re.search(_LETTER_OF_ENTRY.format(year=year), reference.text)
    families = tuple(match_key(author.split(",")[0]) for author in reference.authors)
    return _Work(reference.key, families, year, letter.group(1) if letter else "")


def _known_as(reference: Reference, work: _Work) -> set[str]:
    """Gives the keys of the first author: with and without particles; a body's name and its letters."""
    first = reference.authors[0].split(",")[0]
    names = {work.families[0], match_key(re.sub(rf"^{_PARTICLES}", "", first))}
    if "," not in reference.authors[0] and " " in first:
        names.add("".join(word[0] for word in re.findall(rf"[{_U}]\w*", first)).lower())
        names.update(match_key(short) for short in re.findall(rf"\(([{_U}]{{2,10}})\)", reference.text[:200]))
    return {name for name in names if name}


def _numbers(text: str, index: _Index, *, round_numbers: bool) -> Iterator[Pointer | None]:
    if index.references and not index.is_numbered:
        return
    found = [match for match in _SQUARE.finditer(text) if _is_citation(text, match, index)]
    group: list[re.Match[str]] = []
    for match in found:
        if group and _TO.match(text[group[-1].end() : match.start()]):
            group.append(match)
            continue
        if group:
            yield _pointer_of(text, group, index)
        group = [match]
    if group:
        yield _pointer_of(text, group, index)
    for match in _ROUND.finditer(text) if round_numbers and index.is_numbered else ():
        if _is_citation(text, match, index):
            yield _pointer_of(text, [match], index)


def _is_citation(text: str, match: re.Match[str], index: _Index) -> bool:
    numbers = _expanded(match.group("numbers"))
    if not numbers or _NO_CITATION_BEFORE.search(text[max(0, match.start() - 24) : match.start()]):
        return False
    if index.is_numbered:
        return all(number in index.by_number for number in numbers)
    # Without a list only one number, or one that no interval has, is certain.
    return all(0 < number < 1000 for number in numbers) and (len(numbers) == 1 or "," not in match.group("numbers"))


def _pointer_of(text: str, group: Sequence[re.Match[str]], index: _Index) -> Pointer:
    start, end = group[0].start(), group[-1].end()
    shown = " ".join(_pieces(text, group))
    return Pointer(start=start, end=end, style=number_style(shown), targets=_targets(_expanded(shown), index))


def _pieces(text: str, group: Sequence[re.Match[str]]) -> Iterator[str]:
    for place, match in enumerate(group):
        if place:
            yield text[group[place - 1].end() : match.start()].strip()
        yield match.group("numbers")


def _expanded(text: str) -> list[int]:
    """Gives the numbers of "1, 3–5" with the range written out; [] where it is no such list."""
    numbers: list[int] = []
    at = 0
    while step := _STEP.match(text, at):
        number, between = int(step.group("number")), step.group("between") or ""
        if re.fullmatch(_DASH, between) and numbers:
            if not numbers[-1] < number <= numbers[-1] + _MOST_IN_RANGE:
                return []
            numbers += range(numbers[-1] + 1, number + 1)
        else:
            numbers.append(number)
        at = step.end()
    return list(dict.fromkeys(numbers))


def _targets(numbers: Sequence[int], index: _Index) -> tuple[str, ...]:
    return tuple(dict.fromkeys(index.by_number[number] for number in numbers if number in index.by_number))


def _raised(text: str, start: int, end: int, index: _Index) -> Pointer | None:
    while start < end and not text[start].isdigit():
        start += 1
    while start < end and not text[end - 1].isdigit():
        end -= 1
    plain = text[start:end].translate(_SMALL_DIGITS)
    if start >= end or not re.fullmatch(_LIST, plain):
        return None
    numbers = _expanded(plain)
    if not numbers or (index.references and not all(number in index.by_number for number in numbers)):
        return None
    return Pointer(start=start, end=end, style=number_style(plain), targets=_targets(numbers, index))


_SMALL_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻˒", "0123456789-,")


def _labels(text: str, index: _Index) -> Iterator[Pointer]:
    for match in _ALPHA.finditer(text) if index.by_label else ():
        labels = [label.strip() for label in re.split(r"[,;]", match.group("labels"))]
        if all(label in index.by_label for label in labels):
            targets = tuple(dict.fromkeys(index.by_label[label] for label in labels))
            style: PointerStyle = "list" if len(labels) > 1 else "single"
            yield Pointer(start=match.start(), end=match.end(), style=style, targets=targets)


def _author_years(text: str, index: _Index) -> Iterator[Pointer | None]:
    if not _HAS_YEAR.search(text):
        return
    for match in _NARRATIVE.finditer(text):
        yield _named(match, index, match.end())
    for bracket in _BRACKETED.finditer(text):
        start, end = bracket.span("inside")
        if _HAS_YEAR.search(text, start, end):
            for match in _IN_PARENTHESES.finditer(text, start, end):
                yield _named(match, index, match.end())


def _named(match: re.Match[str], index: _Index, end: int) -> Pointer | None:
    """Gives the pointer of names and years, None where they may be anything else."""
    first, second = _GENITIVE.sub("", match.group("first")), match.group("second") or ""
    start = match.start()
    while lead := _LEAD.match(first):
        start, first = start + lead.end(), first[lead.end() :]
    words = first.split(" ")
    targets: tuple[str, ...] = ()
    # A sentence may begin right before the name: "Recently Moor (2019)".
    for skipped in range(len(words)):
        name = " ".join(words[skipped:])
        if targets := _works(name, second, bool(match.group("others")), match.group("years"), index):
            start += len(first) - len(name)
            break
    else:
        if _NO_PERSON.match(first) or not (second or match.group("others")):
            return None
    return Pointer(start=start, end=end, style="author-year", targets=targets)


def _works(first: str, second: str, others: bool, years: str, index: _Index) -> tuple[str, ...]:
    keys: list[str] = []
    year = 0
    for found in _ONE_YEAR.finditer(years):
        year = int(found.group("year")) if found.group("year") else year
        letter = found.group("letter") or found.group("more") or ""
        fitting = index.by_name.get((match_key(first), year), [])
        if second:
            fitting = [work for work in fitting if len(work.families) > 1 and _same(work.families[1:], second)]
        elif others:
            fitting = [work for work in fitting if len(work.families) > 1] or fitting
        elif len(fitting) > 1:
            fitting = [work for work in fitting if len(work.families) == 1] or fitting
        fitting = _lettered(fitting, letter) if letter else fitting
        if len(fitting) == 1:
            keys.append(fitting[0].key)
    return tuple(dict.fromkeys(keys))


def _lettered(works: list[_Work], letter: str) -> list[_Work]:
    """Gives the works of one year that a letter may mean; where the list has no letters, its order tells them."""
    exact = [work for work in works if work.letter == letter]
    bare = [work for work in works if not work.letter]
    if exact or len(bare) < 2 or len(bare) < len(works):
        return exact or bare
    place = ord(letter) - ord("a")
    return bare[place : place + 1]


def _same(families: Sequence[str], name: str) -> bool:
    wanted = match_key(name)
    bare = match_key(re.sub(rf"^{_PARTICLES}", "", name))
    return any(wanted == family or bare == family or family.endswith(f" {bare}") for family in families)
