"""What papers are called in text and lists where no citation style says so, and what citeproc-py is given of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from citeproc import VARIABLES

from conspectus.domain.paper import Paper
from conspectus.exporters.csl_json import csl_item
from conspectus.exporters.marked_text import unmarked

_WEB_ADDRESS = re.compile(r"(?:https?|ftp)://", re.IGNORECASE)
_KNOWN_TO_CITEPROC = frozenset(name.replace("_", "-") for name in VARIABLES) - {"abstract", "keyword", "note"}


def item_for_citeproc(paper: Paper) -> dict[str, object]:
    """Gives a paper as the CSL-JSON item for citeproc-py: clean text, and only what it knows."""
    item = {name: _clean(value) for name, value in csl_item(paper).items() if name in _KNOWN_TO_CITEPROC}
    language = paper.language.strip().lower()
    if language:
        item["language"] = "en" if language.startswith("en") else language[:2]
    if not _WEB_ADDRESS.match(str(item.get("URL", ""))):
        item.pop("URL", None)
    return {**item, "type": paper.kind or "document"}


def _clean(value: object) -> object:
    if isinstance(value, str):
        return unmarked(value)
    if isinstance(value, dict):
        return {name: _clean(part) for name, part in value.items()}
    return [_clean(part) for part in value] if isinstance(value, list) else value


def running_name(paper: Paper) -> str:
    """Gives the paper in running text; its short title in quotation marks if it has no authors."""
    return unmarked(paper.label) if any(author.short for author in paper.authors) else short_title(paper)


def short_title(paper: Paper) -> str:
    """Gives the title up to its first stop, at most some 60 characters, in quotation marks."""
    title = unmarked(paper.title) or paper.id
    short = re.split(r"[:.?!]\s", title)[0]
    if len(short) > 60:
        short = short[:60].rsplit(" ", 1)[0] + "…"
    return f"“{short}”"


def plain_entry(paper: Paper, year: str) -> str:
    """Gives a reference without a style: authors (year). Title. Where it appeared. Its address."""
    authors = ", ".join(unmarked(author.full) for author in paper.authors if author.full)
    volume = unmarked(paper.volume) + (f"({unmarked(paper.issue)})" if paper.issue else "")
    where = ", ".join(part for part in (unmarked(paper.venue), volume, unmarked(paper.pages)) if part)
    address = f"https://doi.org/{paper.identifiers.doi}" if paper.identifiers.doi else ""
    if not address and _WEB_ADDRESS.match(paper.url):
        address = unmarked(paper.url)
    title = unmarked(paper.title) or paper.id
    head = f"{authors} ({year})" if authors else f"{title} ({year})"
    sentences = [head, title if authors else "", where, unmarked(paper.publisher)]
    return " ".join([*(f"{text.rstrip('.')}." for text in sentences if text), address]).strip()


def work_labels(papers: Sequence[Paper]) -> dict[int, str]:
    """Gives labels of authors and year by place ("Smi20", "SWJ20"), with letters where two would be alike."""
    made: dict[str, list[int]] = {}
    for place, paper in enumerate(papers):
        names = [author.family or author.short for author in paper.authors if author.short]
        stem = names[0][:3] if len(names) == 1 else "".join(name[:1] for name in names[:4])
        year = f"{paper.year % 100:02}" if paper.year is not None else ""
        made.setdefault(unmarked(f"{stem or paper.title[:3]}{year}"), []).append(place)
    return {
        place: stem + (letters(index) if len(places) > 1 else "")
        for stem, places in made.items()
        for index, place in enumerate(places)
    }


def letters(index: int) -> str:
    """Gives a, b, …, z, aa, ab, … for 0, 1, …."""
    text = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        text = chr(ord("a") + rest) + text
    return text
