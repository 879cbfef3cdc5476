"""PDFs as a user has them: added by a real command, shown, and cited by an answer with section and page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from typeset.papers import typeset_paper


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CONSPECTUS_")}
    config = folder / "conspectus.toml"
    config.touch()
    return subprocess.run(
        [sys.executable, "-m", "conspectus", *words],
        env={**kept, "CONSPECTUS_CONFIG": str(config), "CONSPECTUS_LIBRARY": str(folder / "lib")},
        capture_output=True, encoding="utf-8", check=False, timeout=120, cwd=folder,
    )  # fmt: skip


def test_a_pdf_is_added_beside_a_broken_one_and_cited_with_its_page(tmp_path: Path) -> None:
    paper = typeset_paper("two_columns")
    (tmp_path / "paper.pdf").write_bytes(paper.data)
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7\n1 0 obj\n<< >>\n")
    added = run(tmp_path, "add", "paper.pdf", "broken.pdf", "--json")
    assert added.returncode == 3, added.stderr
    report = json.loads(added.stdout)
    assert {file["source"]: (file["added"], file["failed"]) for file in report["files"]} == {
        "paper.pdf": (1, 0),
        "broken.pdf": (0, 1),
    }
    (failed,) = report["failed"]
    assert "The PDF is damaged" in failed["reason"]
    assert next(file["lost"] for file in report["files"] if file["added"]) <= 0.03

    known = {sentence.text: sentence.page for sentence in paper.truth.sentences}
    wanted = next(text for text, page in known.items() if page > 1 and text[:-1].replace(" ", "").isalpha())
    answer = run(tmp_path, "write", "answer", f"Is it true that {wanted[:1].lower()}{wanted[1:-1]}?", "--json")
    assert answer.returncode == 0, answer.stderr
    sentences = [sentence for section in json.loads(answer.stdout)["sections"] for sentence in section["sentences"]]
    cited = {citation["quote"]: citation["page"] for sentence in sentences for citation in sentence["citations"]}
    assert cited[wanted] == str(known[wanted])
