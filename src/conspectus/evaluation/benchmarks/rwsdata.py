"""RWSData (Hoang and Kan 2010): a related-work section and one cited abstract a line, lower-cased."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from conspectus.evaluation.benchmarks.data_file import DataFile
from conspectus.evaluation.item import BenchmarkItem, BenchmarkReference
from conspectus.foundation.errors import BrokenRecord, UnreadableFile
from conspectus.foundation.text.normalise import clean_text, one_line

_STOP = re.compile(r"\s\.\s*")
_DETACHED_MARK = re.compile(r"\s+([,;:!?)\]%])")
_OPEN_BRACKET = re.compile(r"([(\[])\s+")
_WORD_JOINT = re.compile(r"(\w)\s-\s(\w)")


class RwsData:
    """Reads pairs of ``ID.rws``, the human section, and ``ID.txt``, a line "title . abstract" a reference.

    The target stays as it is. References are mended so that sentences can be told apart: spaces that
    tokenising put around punctuation go, sentences begin with a capital, and the key phrases that stand
    without a full stop at the end of a line, which are no part of the abstract, go. Which inline citation
    means which line is not recorded: a reference's id and number are its line.
    """

    label = "RWSData (pairs of .rws and .txt)"

    def recognise(self, file: DataFile) -> bool:
        """Gives whether a ``.rws`` file has its ``.txt`` beside it."""
        return file.path.suffix == ".rws" and file.path.with_suffix(".txt").is_file()

    def load(self, files: Sequence[DataFile]) -> Iterator[BenchmarkItem | BrokenRecord]:
        """Yields the items of the files."""
        for file in files:
            try:
                yield _item(file)
            except UnreadableFile as error:
                yield BrokenRecord(error.message, hint=error.hint)


def _item(file: DataFile) -> BenchmarkItem:
    lines = [line for line in DataFile(file.path.with_suffix(".txt")).text().splitlines() if line.strip()]
    return BenchmarkItem(
        id=file.path.stem,
        target=clean_text(file.text()).strip(),
        target_kind="whole-section",
        words=500,
        references=tuple(_reference(line, number) for number, line in enumerate(lines, start=1)),
    )


def _reference(line: str, number: int) -> BenchmarkReference:
    line = one_line(line)
    title, *body = _STOP.split(line)
    if body and not line.endswith("."):
        body.pop()
    sentences = [_sentence(part) for part in body if part.strip() and part.strip() != "abstract"]
    return BenchmarkReference(id=str(number), number=number, title=_joined(title), abstract=" ".join(sentences))


def _sentence(tokens: str) -> str:
    text = _joined(tokens)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def _joined(tokens: str) -> str:
    text = _OPEN_BRACKET.sub(r"\1", _DETACHED_MARK.sub(r"\1", tokens))
    return one_line(_WORD_JOINT.sub(r"\1-\2", text))
