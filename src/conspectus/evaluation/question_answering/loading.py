"""Loading a set of questions: which set the data hold, its halves, and what cannot be used."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from conspectus.evaluation.benchmarks.answers import ANSWER_SETS, AnswerSet
from conspectus.evaluation.benchmarks.data_file import DataFile, files_under
from conspectus.evaluation.benchmarks.loading import Unused
from conspectus.evaluation.question_answering.item import QaData, QaItem
from conspectus.foundation.errors import BrokenRecord, NothingFound, UnknownFormat, UnknownName, UsageError

HALVES = ("tuning", "held-out")
"""The halves of a set by paper: rankings were tuned on the first, and are reported on the second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedQuestions:
    """A set or one half of its questions; all papers stay, since all are searched."""

    name: str
    data: QaData
    half: str = ""
    unused: tuple[Unused, ...] = ()
    broken: tuple[BrokenRecord, ...] = ()


def load_questions(data: Path, *, name: str = "", limit: int | None = None) -> LoadedQuestions:
    """Gives the questions in a folder or file.

    Questions without words or without evidence among the paragraphs are set aside as unused.

    Args:
        data: The folder or file.
        name: The set, needed only where there are several; "tuning" or "held-out", alone or behind a colon, takes the
            questions of half of the papers.
        limit: At most so many questions.

    Raises:
        UnreadableFile: There is no such path.
        UnknownName: There is no set or half of that name.
        UnknownFormat: Nothing under ``data`` is a known set.
        UsageError: There are several sets and none was named.
        NothingFound: No question can be used.
    """
    wanted, half = _parsed(name)
    found = _recognised(files_under(data), wanted)
    if not found:
        raise UnknownFormat(
            f"Nothing in {data} is a known set of questions.", hint=f"Known: {', '.join(ANSWER_SETS.names())}."
        )
    if len(found) > 1:
        raise UsageError(
            f"{data} holds several sets of questions: {', '.join(found)}.",
            hint=f"Choose one, for example with --set {next(iter(found))}.",
        )
    ((known, files),) = found.items()
    reader: AnswerSet = ANSWER_SETS.get(known)()
    loaded, broken = reader.load(files)
    items: list[QaItem] = []
    unused: list[Unused] = []
    for item in loaded.items:
        if not item.question or not item.gold:
            reason = "no evidence among the paragraphs" if item.question else "no question"
            unused.append(Unused(id=item.id, reason=reason))
        elif not half or half_of(item, loaded) == half:
            items.append(item)
    if not items:
        raise NothingFound(f"No question of {known} in {data} can be used.", hint=broken[0].message if broken else "")
    return LoadedQuestions(
        name=known,
        data=QaData(papers=loaded.papers, items=tuple(items[:limit])),
        half=half,
        unused=tuple(unused),
        broken=tuple(broken),
    )


def half_of(item: QaItem, data: QaData) -> str:
    """Gives the half that a question is in: that of its paper's title, or of its own words if it has no paper."""
    titles = {paper.id: paper.title for paper in data.papers if paper.id == item.paper}
    key = titles.get(item.paper) or item.question
    digest = int(hashlib.sha256(key.encode("utf-8", "replace")).hexdigest(), 16)
    return HALVES[digest % 2]


def _parsed(name: str) -> tuple[str, str]:
    first, _, second = name.partition(":")
    if first in HALVES and not second:
        return "", first
    if second and second not in HALVES:
        raise UnknownName(f"There is no half {second!r} of a set.", hint=f"There are {' and '.join(HALVES)}.")
    return first, second


def _recognised(files: Sequence[DataFile], name: str) -> dict[str, list[DataFile]]:
    found: dict[str, list[DataFile]] = {}
    for known in (name,) if name else ANSWER_SETS.names():
        reader: AnswerSet = ANSWER_SETS.get(known)()
        mine = [file for file in files if reader.recognise(file)]
        if mine:
            found[known] = mine
    return found
