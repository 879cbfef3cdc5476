from __future__ import annotations

from pathlib import Path

import pytest

from conspectus.cli.written_files import check_writable, save_product
from conspectus.foundation.errors import UsageError
from conspectus.testing import made_product


def test_references_go_beside_the_output(tmp_path: Path) -> None:
    output = tmp_path / "review.md"
    beside = check_writable(output, [], tmp_path / "library")
    save_product(output, beside, "A text.", made_product())
    assert output.read_text("utf-8") == "A text."
    assert beside == tmp_path / "review.bib"
    assert "@" in beside.read_text("utf-8")
    assert check_writable(output, [], tmp_path / "library") == beside


def test_references_that_are_not_ours_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "review.bib").write_text("@book{mine}", "utf-8")
    beside = check_writable(tmp_path / "review.md", [], tmp_path / "library")
    assert beside == tmp_path / "review.references.bib"


@pytest.mark.parametrize("place", ["folder", "folder/library/review.md", "nowhere/review.md", "folder/source.ris"])
def test_what_would_be_lost_is_refused(tmp_path: Path, place: str) -> None:
    (tmp_path / "folder" / "library").mkdir(parents=True)
    source = tmp_path / "folder" / "source.ris"
    source.write_text("TY  - JOUR\n", "utf-8")
    with pytest.raises(UsageError) as caught:
        check_writable(tmp_path / place, [str(source)], tmp_path / "folder" / "library")
    assert caught.value.hint
