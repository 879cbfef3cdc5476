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

    # A reader of the answer turns to the page that is named, and must find there where the sentence begins.
    known = {sentence.text: str(sentence.page) for sentence in paper.truth.sentences}
    plain = [text for text in known if text[:-1].replace(" ", "").isalpha() and text.startswith("The ")]
    asked = [next(text for text in plain if known[text] == page) for page in sorted({known[text] for text in plain})]
    cited: dict[str, str] = {}
    for text in asked:
        answer = run(tmp_path, "write", "answer", f"Is it true that {text[:1].lower()}{text[1:-1]}?", "--json")
        assert answer.returncode == 0, answer.stderr
        sentences = [sentence for section in json.loads(answer.stdout)["sections"] for sentence in section["sentences"]]
        cited |= {
            citation["quote"]: citation["page"].partition("–")[0]
            for each in sentences
            for citation in each["citations"]
        }
    found = cited.keys() & known.keys()
    assert {text: cited[text] for text in found} == {text: known[text] for text in found}
    assert found & set(asked)
    assert len({known[text] for text in found}) > 1
