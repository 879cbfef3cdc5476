from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from conspectus.collection.named_papers import gather_papers
from conspectus.collection.report import AddReport
from conspectus.domain.paper import Paper
from conspectus.foundation.errors import NothingFound
from conspectus.library.store import Library


def test_files_come_first_and_each_paper_once(tmp_path: Path) -> None:
    (tmp_path / "a.bib").touch()
    added: list[Sequence[Path]] = []
    with Library(tmp_path / "library", writable=True) as library:
        for name in ("one", "two", "three"):
            library.put(Paper(id=name, title=name))

        def add(paths: Sequence[Path]) -> AddReport:
            added.append(paths)
            report = AddReport(dry_run=False)
            report.papers = ["two"]
            return report

        sources = ["three", str(tmp_path / "a.bib"), "two", "three"]
        papers, report = gather_papers(sources, add, lambda: library)
        assert [paper.id for paper in papers] == ["two", "three"]
        assert report is not None
        assert added == [[tmp_path / "a.bib"]]
        papers, report = gather_papers(["one"], add, lambda: library)
        assert ([paper.id for paper in papers], report) == (["one"], None)
        for wrong in ("nobody", "x" * 5000, "a\0b"):
            with pytest.raises(NothingFound, match="neither a file nor a paper"):
                gather_papers([wrong], add, lambda: library)
        assert len(added) == 1
