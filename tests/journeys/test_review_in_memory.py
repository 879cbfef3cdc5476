"""From an exported file to a printed review, without a library, a key or the network."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from conspectus.domain.paper import Paper
from conspectus.domain.run_record import Product
from conspectus.engines import ENGINES
from conspectus.exporters import EXPORTERS, GRAPH_EXPORTERS
from conspectus.foundation.errors import Kind, NothingFound
from conspectus.pipelines.literature_review.pipeline import write_review
from conspectus.pipelines.literature_review.request import ReviewRequest
from conspectus.readers.reading import ReadPaper, read_bytes

BIBTEX = r"""
@article{arden2018, author = {Arden, Mia and Bosko, Ivan and \c{C}elik, Ay{\c s}e}, year = {2018},
  title = {Recurrent networks for river level prediction}, journal = {River Letters}, doi = {10.5555/a.1},
  abstract = {Reliable flood forecasting is a central task of water authorities. In this paper, we propose a recurrent
  network for flood forecasting that reads the levels of neighbouring gauges. Our model lowers the mean absolute error
  by 18\% at a lead time of six hours.}}
@inproceedings{dorn2019, author = {Dorn, Lena and Eskola, Pekka}, year = {2019}, booktitle = {Proc. of Radar},
  title = {Radar rainfall in flood forecasting}, doi = {10.5555/a.2},
  abstract = {Rain gauges are sparse in mountain basins. This paper presents a convolutional encoder of radar images
  for flood forecasting. We show that radar images improve flood forecasting when gauges are far apart.}}
@article{farkas2020, author = {Farkas, Zsolt}, year = {2020}, journal = {River Letters}, doi = {10.5555/a.3},
  title = {Transfer learning for basins without gauges},
  abstract = {Most basins have no gauge at all. I study transfer learning for flood forecasting in such basins.
  I train a recurrent network on gauged basins and adapt it with static attributes of the target basin.}}
@misc{office2022, author = {{Hydrological Office of the North}}, year = {2022}, title = {Verification of warnings},
  abstract = {This report describes the verification of 412 flood warnings issued in 2021.}}
@article{bare2001, author = {Bare, No}, year = {2001}, title = {Without abstract}, doi = {10.5555/a.5}}
"""


def read(text: str) -> list[Paper]:
    return [item.paper for item in read_bytes(text.encode(), source="refs.bib").items if isinstance(item, ReadPaper)]


@pytest.fixture(scope="module")
def papers() -> list[Paper]:
    return read(BIBTEX)


@pytest.fixture(scope="module")
def product(papers: list[Paper]) -> Product:
    return write_review(ReviewRequest(words=150, seed=2), papers, ENGINES.get("extractive")())


def test_every_paper_is_cited_or_says_why_not(product: Product, papers: list[Paper]) -> None:
    assert len(papers) == 5
    assert len(product.papers) == 4
    assert [(item.paper, item.reason) for item in product.not_cited] == [("doi-10.5555_a.5", "no abstract")]


def test_the_printed_review_names_authors_and_numbers(product: Product) -> None:
    linked = EXPORTERS.get("markdown")().export(product, style="ieee")
    printed = re.sub(r"\[\\?\[(\d)\\?\]\]\(#\w+\)", r"[\1]", linked).split("## ")[0]
    assert re.search(r"Arden et al\. \[\d\] propose a recurrent network", printed)
    assert re.search(r"Dorn and Eskola \[\d\] present a convolutional encoder", printed)
    assert re.search(r"Farkas \[\d\] (?:studies|trains) ", printed)
    assert re.search(r"Hydrological Office of the North \[\d\] describes the verification of 412", printed)
    assert not re.search(r"\b(?:we|our|this paper)\b", printed, re.IGNORECASE)


def test_json_opens_the_source_sentence_of_every_citation(product: Product, papers: list[Paper]) -> None:
    printed = json.loads(EXPORTERS.get("json")().export(product, style="ieee"))
    abstracts = {paper.id: paper.abstract for paper in papers}
    citations = [c for section in printed["sections"] for s in section["sentences"] for c in s["citations"]]
    assert len(citations) >= 4
    for citation in citations:
        assert citation["quote"] in abstracts[citation["paper"]]
    assert {reference["id"] for reference in printed["references"]} == {citation["paper"] for citation in citations}
    assert len(printed["review"]["chunks"]) == 2


@pytest.mark.parametrize("name", ["markdown", "html", "json"])
def test_every_format_is_the_same_in_every_run(product: Product, papers: list[Paper], name: str) -> None:
    again = write_review(ReviewRequest(words=150, seed=2), papers, ENGINES.get("extractive")())
    again = replace(
        again, run=replace(again.run, id=product.run.id, started=product.run.started, seconds=product.run.seconds)
    )
    exporter = EXPORTERS.get(name)()
    assert exporter.export(again, style="ieee") == exporter.export(product, style="ieee")


@pytest.mark.parametrize("name", GRAPH_EXPORTERS.names())
def test_the_minigraph_goes_with_it(product: Product, name: str) -> None:
    printed = GRAPH_EXPORTERS.get(name)().export(product.graph)
    assert product.graph.relations
    assert "flood forecasting" in printed


def test_the_order_of_the_file_is_all_that_matters(product: Product) -> None:
    again = write_review(ReviewRequest(words=150, seed=2), read(BIBTEX), ENGINES.get("extractive")())
    assert again.text == product.text


def test_an_export_without_abstracts_says_what_to_do() -> None:
    without = re.sub(r"abstract = \{[^}]*\}", "note = {none}", BIBTEX)
    with pytest.raises(NothingFound, match="None of the 5 references has an abstract") as caught:
        write_review(ReviewRequest(), read(without), ENGINES.get("extractive")())
    assert caught.value.kind is Kind.EMPTY
    assert "abstracts" in caught.value.hint
