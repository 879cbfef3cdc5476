from __future__ import annotations

from pathlib import Path

from conspectus.domain.passage import parse_passage_id
from conspectus.evaluation.benchmarks.loading import load_set
from conspectus.evaluation.methods.conspectus_review import write
from conspectus.evaluation.metrics.citation_markers import strip_markers

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures" / "related_work"


def test_citations_carry_the_numbers_of_the_item_and_evidence_is_passages() -> None:
    (item, _) = load_set(FIXTURES / "citebench.json").items
    output = write(item, 116, 0)
    marks = {reference.id: reference.mark for reference in item.references}
    assert output.cited
    assert all(marks[name] in output.text for name in output.cited)
    assert strip_markers(output.text) != output.text
    for piece in output.evidence:
        paper, _, address = parse_passage_id(piece.passage)
        assert paper == f"reference-{piece.reference.strip('[]')}"
        assert address.startswith("s")


def test_no_author_is_named_since_baselines_cannot_name_them_either() -> None:
    (item,) = load_set(FIXTURES / "rwsg").items
    text = write(item, 300, 0).text
    assert "[1]" in text
    assert "Hill" not in text
    assert "Brook" not in text


def test_a_tiny_budget_is_no_error() -> None:
    (item,) = load_set(FIXTURES / "rwsg").items
    write(item, 5, 0)
