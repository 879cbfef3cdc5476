"""The loss meter: what of printed pages is missing, for each file, with a warning where that is much."""

from __future__ import annotations

from pathlib import Path

import pytest

from conspectus.collection.add import add_files
from conspectus.collection.file_reading import ContentReader
from conspectus.collection.report import AddReport, FileReport
from conspectus.domain.document import Document
from conspectus.domain.page_layout import TextLoss
from conspectus.domain.paper import Paper
from conspectus.foundation.registry import Registry
from conspectus.library.store import Library


def paper(*losses: TextLoss | None) -> Paper:
    return Paper(id="", documents=tuple(Document(text="Bees.", loss=loss) for loss in losses))


def loss(lost: float, suspect: float = 0.0) -> TextLoss:
    return TextLoss(characters=1000, lost=lost, suspect=suspect)


def report() -> FileReport:
    return FileReport(source="a.pdf", reader="pdf", label="PDF", reason="begins with %PDF")


def test_nothing_is_told_of_what_was_not_printed() -> None:
    file = report()
    assert file.note_loss(paper(None)) == ""
    assert (file.loss_text, file.lost, file.suspect) == ("", None, None)


def test_little_is_told_without_a_warning() -> None:
    file = report()
    assert file.note_loss(paper(loss(0.03, 0.001))) == ""
    assert file.loss_text == "3.0 % of the characters lost, 0.1 % suspect"


@pytest.mark.parametrize("found", [loss(0.031), loss(0.0, 0.04)])
def test_more_than_three_in_a_hundred_is_a_warning(found: TextLoss) -> None:
    file = report()
    warning = file.note_loss(paper(None, found))
    assert warning.startswith(f"a.pdf: {file.loss_text}")


def test_shares_are_in_the_json_report() -> None:
    file = report()
    file.note_loss(paper(loss(0.25, 0.5)))
    (told,) = AddReport(files=[file]).to_json()["files"]
    assert (told["lost"], told["suspect"]) == (0.25, 0.5)


def test_adding_tells_the_loss_of_each_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Registry("reader", {"unruly": "unruly_readers:UnrulyReader"})
    monkeypatch.setattr("conspectus.readers.reading.READERS", table)
    (tmp_path / "a.unruly").write_text("UNRULY\nprinted 0.05 Bees\n")
    with Library(tmp_path / "library", writable=True) as library:
        told = add_files(library, [tmp_path / "a.unruly"], largest_file=1000, contents=ContentReader())
    assert told.files[0].lost == 0.05
    assert told.warnings == [
        f"{told.files[0].source}: 5.0 % of the characters lost, 0.0 % suspect; "
        "compare what `conspectus show` gives with the printed pages."
    ]
