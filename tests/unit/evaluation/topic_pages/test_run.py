from __future__ import annotations

import json
from pathlib import Path

import pytest

from conspectus.evaluation.benchmark_run import RunOptions
from conspectus.evaluation.topic_pages.run import run
from conspectus.foundation.errors import NothingFound, UnknownName, UsageError

ENDINGS = (
    "is milder in shepherds who sleep indoors", "increases the price of wool in dry summers",
    "is cured by a broth of marsh herbs", "is carried by ticks of the genus Marula",
    "reduces the hearing of lambs at birth", "causes a loss of smell in goats",
    "is confused with measles by village doctors", "improves after ten hours of rest",
)  # fmt: skip


def article(number: int, ending: str) -> str:
    headings = "".join(
        f"<MeshHeading><DescriptorName>{heading}</DescriptorName></MeshHeading>"
        for heading in ("Fever, Velm", "Humans")
    )
    texts = (
        "<AbstractText>Velm fever is a tick-borne illness of sheep and shepherds.</AbstractText>"
        f'<AbstractText Label="CONCLUSIONS">Velm fever {ending}.</AbstractText>'
    )
    return (
        f"<PubmedArticle><MedlineCitation><PMID>{number}</PMID><Article><ArticleTitle>Velm fever, part {number}"
        f"</ArticleTitle><Abstract>{texts}</Abstract>"
        f"<AuthorList><Author><LastName>Writer{chr(64 + number)}</LastName></Author></AuthorList>"
        f"<Journal><JournalIssue><PubDate><Year>{2010 + number}</Year></PubDate></JournalIssue></Journal></Article>"
        f"<MeshHeadingList>{headings}</MeshHeadingList></MedlineCitation></PubmedArticle>"
    )


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "records.xml"
    articles = "".join(article(number, ending) for number, ending in enumerate(ENDINGS, 1))
    path.write_text(f"<PubmedArticleSet>{articles}</PubmedArticleSet>", encoding="utf-8")
    return path


def test_a_page_of_each_topic_beside_the_baseline(data: Path) -> None:
    found = run(data)
    assert (found.topics, found.is_partial) == (("Fever, Velm",), False)
    mine, lead = found.json_form()["methods"]
    assert (mine["method"], mine["pages"], mine["invalid_citations"]) == ("conspectus", 1, 0)
    assert mine["in_range"] == {"Definition": 1, "Main content": 1, "Future directions": 1}
    assert (mine["on_topic_rate"], mine["supported_rate"], mine["cluster_coverage"]) == (1.0, 1.0, None)
    assert (lead["method"], lead["sentences"]) == ("lead", 8)
    lines = [json.loads(line) for line in found.output_lines()]
    assert [line["method"] for line in lines] == ["conspectus", "lead"]
    assert lines[0]["sections"]["Definition"][0]["text"].startswith("Velm fever is a tick-borne illness")
    assert "conspectus" in found.table()


def test_one_method_and_no_topic(data: Path, tmp_path: Path) -> None:
    assert [each.method for each in run(data, RunOptions(methods=("lead",))).judged] == ["lead"]
    with pytest.raises(UnknownName, match="no method 'other'"):
        run(data, RunOptions(methods=("other",)))
    with pytest.raises(UsageError):
        run(data, RunOptions(words=9))
    few = tmp_path / "few.xml"
    few.write_text(f"<PubmedArticleSet>{article(1, ENDINGS[0])}</PubmedArticleSet>", encoding="utf-8")
    with pytest.raises(NothingFound, match="makes a topic"):
        run(few)
