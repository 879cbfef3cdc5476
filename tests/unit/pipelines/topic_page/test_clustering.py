from __future__ import annotations

from dataclasses import replace

from conspectus.pipelines.topic_page.clustering import describe_clusters
from conspectus.testing.topic_papers import topic_paper


def test_keywords_are_what_a_cluster_has_and_the_others_have_not() -> None:
    papers = [
        replace(topic_paper(number, "Text.", title=f"Paper {number}"), keywords=("Plastics", side))
        for number, side in enumerate(("Rivers", "Rivers", "Rivers", "Lungs", "Lungs"))
    ]
    rivers, lungs = describe_clusters([(0, 1, 2), (3, 4)], papers, [(0, 2), ()])
    assert rivers["keywords"] == ["Rivers", "Plastics"]
    assert lungs["keywords"][0] == "Lungs"
    assert rivers["titles"] == ["Paper 0", "Paper 1", "Paper 2"]
    assert rivers["centre"] == {"paper": "pmid-0", "title": "Paper 0"}
    assert (rivers["size"], rivers["shown"], lungs["shown"]) == (3, ["pmid-0", "pmid-2"], [])


def test_without_headings_the_words_of_titles_are_taken() -> None:
    papers = [topic_paper(n, "Text.", title="The rivers of plastic" if n < 2 else "Lungs and air") for n in range(4)]
    assert set(describe_clusters([(0, 1)], papers, [(0,)])[0]["keywords"]) == {"rivers", "plastic"}
