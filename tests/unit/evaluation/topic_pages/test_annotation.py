from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from conspectus.domain.document_building import abstract_document
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Paper
from conspectus.evaluation.topic_pages.annotation import (
    TASK_1,
    TASK_2,
    agreement,
    table_text,
    task_1_rows,
    task_2_rows,
)
from conspectus.evaluation.topic_pages.written import WrittenPage, WrittenSentence
from conspectus.foundation.errors import UnreadableFile, UsageError

PAPER = Paper(
    id="a", title="On velm fever", identifiers=Identifiers(pmid="7"),
    documents=(abstract_document("It hurts,\tsheep say."),),
)  # fmt: skip
PAPERS = {"a": PAPER}


def page(topic: str, *, cited: bool = True) -> WrittenPage:
    pairs = (("a", "It hurts."),) if cited else ()
    return WrittenPage(
        topic=topic,
        names=(topic,),
        sections={
            "Definition": (WrittenSentence(text="An illness.", cited=(("x", "unseen"),)),),
            "Main content": (WrittenSentence(text="It hurts.", cited=pairs), WrittenSentence(text="It is rare.")),
            "Future directions": (),
        },
        link="https://example.org/q",
    )


def test_rows_of_task_1_are_sorted_by_mesh_id_and_read_back() -> None:
    rows = task_1_rows([page("Rain"), page("Wool"), page("Hay")], {"Wool": "D01", "Rain": "D02"})
    assert [row["entity"] for row in rows] == ["Wool", "Rain", "Hay"]
    for delimiter in ",\t":
        read = list(csv.DictReader(io.StringIO(table_text(rows, TASK_1, delimiter=delimiter)), delimiter=delimiter))
        assert read[0]["main"] == "It hurts. It is rare."
        assert (read[0]["definition"], read[0]["future"], read[0]["main_accuracy"]) == ("An illness.", "", "")
        assert read[0]["mesh_link"].endswith("D01")


def test_task_2_has_one_printed_citation_of_each_page_with_its_sentence_alone() -> None:
    rows = task_2_rows([page("Wool"), page("Hay", cited=False)], PAPERS, {"Wool": "D01"})
    assert len(rows) == 1
    assert (rows[0]["pmid"], rows[0]["context"], rows[0]["title"]) == ("7", "It hurts.", "On velm fever")
    assert "On velm fever" in table_text(rows, TASK_2)


def write(path: Path, *rows: str, heads: str = "mesh_id,entity,main_relevance,coherence") -> Path:
    path.write_text("\n".join((heads, *rows)) + "\n", encoding="utf-8")
    return path


def test_percent_agreement_by_hand(tmp_path: Path) -> None:
    one = write(tmp_path / "a.csv", "D1,Rain,yes,yes", "D2,Wool,not,yes", "D3,Hay,somewhat,", "D4,Oats,yes,yes",
                "D9,Mine,yes,yes")  # fmt: skip
    other = write(tmp_path / "b.tsv", "D4\tOats\tYes\tnot", "D3\tHay\tyes\tyes", "D2\tWool\tnot\tyes",
                  "D1\tRain\tyes\tyes", heads="mesh_id\tentity\tmain_relevance\tcoherence")  # fmt: skip
    found = {each.question: each for each in agreement(one, other)}
    # Relevance: Rain, Wool and Oats of four; coherence: Rain and Wool of the three that both answered.
    assert (found["main_relevance"].agreed, found["main_relevance"].percent) == (3, 75.0)
    assert (found["coherence"].agreed, found["coherence"].both) == (2, 3)
    assert found["coherence"].percent == pytest.approx(66.6667, abs=1e-4)


@pytest.mark.parametrize(
    "rows, heads, told",
    [
        (["D1,Rain,maybe,yes"], "mesh_id,entity,main_relevance,coherence", "'maybe' is no answer"),
        (["D1,Rain,yes,yes", "D1,Rain,yes,yes"], "mesh_id,entity,main_relevance,coherence", "twice"),
        (["D1,yes"], "mesh_id,coherence", "has no columns"),
        (["D7,Snow,yes,yes"], "mesh_id,entity,main_relevance,coherence", "in common"),
    ],
)
def test_what_cannot_be_compared_is_told(tmp_path: Path, rows: list[str], heads: str, told: str) -> None:
    good = write(tmp_path / "good.csv", "D1,Rain,yes,yes")
    with pytest.raises(UsageError, match=told):
        agreement(good, write(tmp_path / "bad.csv", *rows, heads=heads))
    with pytest.raises(UnreadableFile):
        agreement(good, tmp_path / "none.csv")
