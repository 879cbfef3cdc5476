from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from conspectus.domain.cited_text import Citation, CitationMark, CitedSection, CitedSentence, CitedText
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.passage import passages_of
from conspectus.domain.run_record import Product
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.foundation.errors import UsageError
from conspectus.pipelines.topic_page.pipeline import write_topic_page
from conspectus.pipelines.topic_page.request import TopicPageRequest
from conspectus.pipelines.topic_page.upstream_json import file_name, link_of, upstream_object
from conspectus.testing.material import made_product
from conspectus.testing.topic_papers import MadeSource, made_topic_papers, topic_paper


def page() -> Product:
    request = TopicPageRequest(query="microplastics", names=("Microplastics",))
    return write_topic_page(request, MadeSource(made_topic_papers(9)), ExtractiveEngine())


def test_the_five_keys_come_first_and_exactly_so() -> None:
    made = upstream_object(page())
    assert list(made)[:5] == ["entity", "topic_page", "pubmed_query", "generated_by", "disclaimer"]
    assert made["entity"] == "Microplastics"
    assert made["pubmed_query"] == "made(microplastics)"
    assert made["generated_by"].startswith("conspectus ")
    json.dumps(made, allow_nan=False)


def test_the_page_has_links_in_the_main_content_and_none_in_the_definition() -> None:
    made = upstream_object(page())
    assert made["sections"]["definition"]
    assert "](" not in made["sections"]["definition"]
    links = re.findall(r"\(\[(\d+)\]\(https://pubmed\.ncbi\.nlm\.nih\.gov/(\d+)/\)\)", made["sections"]["main_content"])
    assert links
    assert all(name == address for name, address in links)
    blocks = made["topic_page"].split("\n\n")
    assert blocks == [text for text in made["sections"].values() if text]


def test_bracketed_numbers_of_the_text_are_no_links() -> None:
    """The published code links any bracketed number, and links of the model twice (methods 2.5, 8)."""
    paper = topic_paper(5, "Values lay between [3] and [12] here.")
    passage = passages_of(paper)[0]
    sentence = CitedSentence(parts=("Between [3] and [12](x) ", CitationMark((Citation(passage=passage),)), "."))
    sections = (CitedSection(), CitedSection(sentences=(sentence,)), CitedSection())
    made = upstream_object(replace(page(), papers=(paper,), text=CitedText(evidence=(passage,), sections=sections)))
    assert made["topic_page"] == ("Between \\[3\\] and \\[12\\](x) ([5](https://pubmed.ncbi.nlm.nih.gov/5/)).")


def test_papers_without_a_pubmed_id_are_linked_by_what_they_have() -> None:
    paper = replace(topic_paper(1, ""), identifiers=Identifiers(doi="10.1000/x"))
    assert link_of(paper) == "https://doi.org/10.1000/x"
    assert link_of(replace(paper, identifiers=Identifiers(arxiv="2101.00001"))) == "https://arxiv.org/abs/2101.00001"
    assert link_of(replace(paper, identifiers=Identifiers(), url="javascript:alert(1)")) == ""


@pytest.mark.parametrize(
    "entity, name",
    [
        ("Long COVID", "long_covid.json"),
        ("COVID-19", "covid_19.json"),
        ("Diabetes Mellitus, Type 2", "diabetes_mellitus_type_2.json"),
        ("\"A/B\" \\ 'c'", "ab_c.json"),
        ("../..", "topic_page.json"),
        ("x" * 500, "x" * 120 + ".json"),
    ],
)
def test_the_file_is_named_by_the_entity(entity: str, name: str) -> None:
    assert file_name(entity) == name


def test_other_products_have_no_such_form() -> None:
    with pytest.raises(UsageError):
        upstream_object(made_product())
