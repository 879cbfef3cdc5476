"""The depths and numbers of headings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from conspectus.domain.document_building import split_number
from conspectus.foundation.text.normalise import match_key
from conspectus.readers.pdf_heading_words import NUMBER, TOP, USUAL, bare
from conspectus.readers.pdf_lines import PrintedLine


@dataclass(slots=True, eq=False)
class PrintedHeading:
    """A heading: its lines, its text, its depth (1 for the outermost), the place of its first line in the paper.

    ``run_in`` is the length of its text in its last line where running text goes on behind it, 0 if it stands alone.
    """

    lines: list[PrintedLine]
    text: str
    at: int
    depth: int = 1
    run_in: int = 0
    number: str = ""
    title: str = ""


def give_depths(headings: Sequence[PrintedHeading], outline: Mapping[str, int]) -> None:
    """Gives headings their depths: by number, by the file's own table of contents, by look.

    Args:
        headings: All headings of a paper in order.
        outline: Depth by ``match_key`` of the entries of the file's table of contents.
    """
    looks, is_deep = _look_depths(headings), _is_deep(outline)
    last_numbered = 0
    is_numbered = sum(1 for each in headings if not each.run_in and NUMBER.match(each.text)) >= 3
    for heading in headings:
        number = NUMBER.match(heading.text)
        key = match_key(split_number(heading.text)[1])
        title = bare(heading.text)
        if number and number["arabic"] and not heading.run_in:
            heading.depth = number["arabic"].count(".") + 1
            last_numbered = heading.depth
        elif number and (number["roman"] or number["appendix"] or number["letter"]) and not heading.run_in:
            letter = number["letter"] or ""
            is_below = letter and "." not in letter and _below_roman(headings)
            heading.depth = 2 if is_below else letter.count(".") + 1
            last_numbered = heading.depth
        elif heading.run_in:
            heading.depth = 9
        elif key in outline and is_deep:
            heading.depth = outline[key]
        elif TOP.fullmatch(title) and (is_numbered or looks.get(_look(heading), 1) == 1):
            heading.depth = 1
        elif is_numbered and last_numbered and _look(heading) not in looks:
            heading.depth = last_numbered + 1
        else:
            heading.depth = looks.get(_look(heading), 1)


def _is_deep(outline: Mapping[str, int]) -> bool:
    """Whether the file's table of contents puts the usual parts of a paper at its top."""
    usual = [depth for key, depth in outline.items() if USUAL.fullmatch(key) and key != "abstract"]
    return bool(usual) and all(depth == 1 for depth in usual) and max(outline.values()) > 1


def _below_roman(headings: Sequence[PrintedHeading]) -> bool:
    return any((found := NUMBER.match(each.text)) and found["roman"] and len(found["roman"]) > 1 for each in headings)


def _look_depths(headings: Sequence[PrintedHeading]) -> dict[tuple[str, float, bool, bool], int]:
    """Gives the depth of each look: of those with numbers their number's; others by size, then by weight."""
    votes: dict[tuple[str, float, bool, bool], list[int]] = defaultdict(list)
    looks: list[tuple[str, float, bool, bool]] = []
    for heading in headings:
        if heading.run_in:
            continue
        look = _look(heading)
        if look not in looks:
            looks.append(look)
        number = NUMBER.match(heading.text)
        if number and number["arabic"]:
            votes[look].append(number["arabic"].count(".") + 1)
        elif TOP.fullmatch(bare(heading.text)):
            votes[look].append(1)
    depths: dict[tuple[str, float, bool, bool], int] = {}
    for look, given in votes.items():
        depths[look] = sorted(given)[len(given) // 2]
    rank = sorted(looks, key=lambda look: (-look[1], not look[3], not look[2]))
    depth = 1
    for place, look in enumerate(rank):
        if look in depths:
            depth = max(depth, depths[look])
            continue
        above = [depths[other] for other in rank[:place] if other in depths]
        depths[look] = min(max(above) + 1, 6) if above else 1
    return depths


def _look(heading: PrintedHeading) -> tuple[str, float, bool, bool]:
    line = heading.lines[0]
    letters = [char for char in split_number(heading.text)[1] if char.isalpha()]
    return line.font.name, line.size, line.font.bold, bool(letters) and all(char.isupper() for char in letters)


def nest_below_empty(headings: Sequence[PrintedHeading]) -> None:
    """Puts headings below one of another look that stands right above the first of them, without text between."""
    for place, (heading, following) in enumerate(pairwise(headings)):
        is_empty = following.at == heading.at + len(heading.lines) and not heading.run_in and not following.run_in
        look = _look(following)
        if not is_empty or following.depth != heading.depth or look == _look(heading):
            continue
        for each in headings[place + 1 :]:
            if each.depth < heading.depth or _look(each) == _look(heading):
                break
            if _look(each) == look and each.depth == heading.depth:
                each.depth += 1


def give_numbers(headings: Sequence[PrintedHeading], stop: int) -> None:
    """Parts numbers from titles; a letter is one where others follow it or behind the reference list."""
    found = [NUMBER.match(heading.text) for heading in headings]
    letters = {each["letter"][0] for each in found if each and each["letter"]}
    for heading, number in zip(headings, found, strict=True):
        heading.title = heading.text
        if number is None or heading.run_in:
            continue
        if number["letter"] and len(letters) < 2 and heading.at < stop:
            continue
        heading.number = number.group().strip().rstrip(".):")
        heading.title = heading.text[number.end() :]
