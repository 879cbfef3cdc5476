"""A retraction notice that arrives after the paper: the paper is marked everywhere, and writing warns."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ABSTRACT = (
    "We study how labelled graphs help parsing. Our parser reads every sentence once. "
    "Experiments show that labelled graphs improve accuracy by three points. We conclude that graphs help parsing."
)


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    (folder / "conspectus.toml").touch()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CONSPECTUS_")}
    environment = {
        **kept,
        "CONSPECTUS_CONFIG": str(folder / "conspectus.toml"),
        "CONSPECTUS_LIBRARY": str(folder / "lib"),
    }
    return subprocess.run(
        [sys.executable, "-m", "conspectus", *words],
        env=environment, capture_output=True, encoding="utf-8", check=False, timeout=120,
    )  # fmt: skip


def test_a_notice_marks_the_paper_that_was_there_before(tmp_path: Path) -> None:
    paper, notice = tmp_path / "paper.ris", tmp_path / "notice.ris"
    paper.write_text(
        "TY  - JOUR\nTI  - Graphs help parsing\nAU  - Berg, Anna\nPY  - 2019\nDO  - 10.1234/x.1\n"
        f"AB  - {ABSTRACT}\nER  - \n",
        encoding="utf-8",
    )
    notice.write_text(
        "TY  - JOUR\nTI  - Retraction Note to: Graphs help parsing\nPY  - 2021\nDO  - 10.1234/n.1\n"
        "AB  - [This retracts the article DOI: 10.1234/x.1.].\nER  - \n",
        encoding="utf-8",
    )
    assert run(tmp_path, "add", str(paper)).returncode == 0
    (before,) = json.loads(run(tmp_path, "papers", "--json").stdout)
    assert before["retracted"] is False
    added = run(tmp_path, "add", str(notice))
    assert added.returncode == 0, added.stderr
    listed = {entry["id"]: entry["retracted"] for entry in json.loads(run(tmp_path, "papers", "--json").stdout)}
    assert listed == {"doi-10.1234_x.1": True, "doi-10.1234_n.1": False}
    written = run(tmp_path, "write", "review", "doi-10.1234_x.1")
    assert written.returncode == 0, written.stderr
    assert "doi-10.1234_x.1 has been retracted." in written.stdout + written.stderr
    again = json.loads(run(tmp_path, "add", str(paper), str(notice), "--json").stdout)
    assert (again["added"], again["merged"], again["unchanged"]) == (0, 0, 2)
