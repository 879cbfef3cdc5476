"""What holds for each review of real abstracts, drawn at random from shared data where that is present."""

from __future__ import annotations

import gzip
import random
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Literal

import pytest

from conspectus.domain.cited_text import CitedSentence
from conspectus.domain.document_building import abstract_document
from conspectus.domain.paper import Author, Paper
from conspectus.domain.passage import resolve_passage
from conspectus.domain.run_record import Product
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.engines.extractive.verb_forms import base_form, third_person
from conspectus.foundation.text.tokens import STOPWORDS, plain_tokens, stem
from conspectus.pipelines.literature_review.pipeline import write_review
from conspectus.pipelines.literature_review.request import ReviewRequest
from conspectus.readers.reading import ReadPaper, read_bytes

DATA = Path(__file__).resolve().parents[5] / "shared" / "data"
REVIEWS = 40
Source = Literal["pubmed", "anthology"]

ORPHAN = re.compile(
    r"(?:They|Their|This|These|Those|It|Its|Such|He|She|His|Her|However|But|The (?:latter|former|author))\b"
)
FIRST_PERSON = re.compile(r"\b(?:[Ww]e|[Oo]urs?|us|[Mm]y|this (?:paper|study|article|work|report|survey|review))\b")
QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|‘[^’]*’|'[^']*'")
ADDED = frozenset("similarly likewise the they their author authors aimed aim aims".split())


def pubmed_papers() -> list[Paper]:
    file = DATA / "pubmed_xml" / "medsamp2014.xml"
    if not file.exists():
        pytest.skip("shared/data/pubmed_xml is not here")
    items = read_bytes(file.read_bytes(), source=file.name).items
    return [item.paper for item in items if isinstance(item, ReadPaper) and item.paper.abstract]


def anthology_papers() -> list[Paper]:
    file = DATA / "acl_anthology_xml" / "2021.eacl.xml.gz"
    if not file.exists():
        pytest.skip("shared/data/acl_anthology_xml is not here")
    papers = []
    for number, node in enumerate(ET.fromstring(gzip.decompress(file.read_bytes())).iter("paper")):
        abstract, title = node.find("abstract"), node.find("title")
        if abstract is None or title is None:
            continue
        authors = (
            Author(family=a.findtext("last") or "", given=a.findtext("first") or "") for a in node.findall("author")
        )
        papers.append(
            Paper(
                id=f"anthology-{number}",
                title="".join(title.itertext()),
                authors=tuple(authors),
                documents=(abstract_document("".join(abstract.itertext())),),
            )
        )
    return papers


@pytest.fixture(scope="module", params=["pubmed", "anthology"])
def reviews(request: pytest.FixtureRequest) -> list[tuple[Product, tuple[Paper, ...]]]:
    """Reviews of four to eight papers each, of several lengths."""
    papers = pubmed_papers() if request.param == "pubmed" else anthology_papers()
    made = []
    for number in range(REVIEWS // 2):
        draw = random.Random(number)
        chosen = tuple(draw.sample(papers, draw.randint(4, 8)))
        asked = ReviewRequest(words=draw.choice((None, 80, 150, 300)), experts=1, seed=number)
        made.append((write_review(asked, chosen, ExtractiveEngine()), chosen))
    return made


def sentences(reviews: list[tuple[Product, tuple[Paper, ...]]]) -> list[CitedSentence]:
    found = [sentence for product, _ in reviews for sentence in product.text.sentences()]
    assert len(found) > 60
    return found


def is_topic(sentence: CitedSentence) -> bool:
    return (
        len({c.passage.paper for c in sentence.citations}) > 1
        and {c.mode for c in sentence.citations} == {"parenthetical"}
        and bool({"studies", "work"} & set(plain_tokens(sentence.bare_text)))
    )


def forms(word: str) -> set[str]:
    return {stem(form) for form in (word, base_form(word), third_person(word)) if form}


def test_every_reference_is_cited_or_listed(reviews: list[tuple[Product, tuple[Paper, ...]]]) -> None:
    for product, papers in reviews:
        left = {item.paper for item in product.not_cited if item.reason}
        assert set(product.text.cited_papers()) | left == {paper.id for paper in papers}


def test_every_quote_stands_at_its_address(reviews: list[tuple[Product, tuple[Paper, ...]]]) -> None:
    for product, papers in reviews:
        by_id = {paper.id: paper for paper in papers}
        for sentence in product.text.sentences():
            assert sentence.citations
            for citation in sentence.citations:
                passage = citation.passage
                assert resolve_passage(by_id[passage.paper], passage.version, passage.address)[0] == passage


def test_no_word_is_invented(reviews: list[tuple[Product, tuple[Paper, ...]]]) -> None:
    for sentence in sentences(reviews):
        if is_topic(sentence):
            continue  # a topic may stand in a quote by its abbreviation
        held = {form for c in sentence.citations for token in plain_tokens(c.passage.quote) for form in forms(token)}
        words = [w for w in plain_tokens(sentence.bare_text) if w not in STOPWORDS and w not in ADDED]
        assert [word for word in words if not forms(word) & held] == []


def test_no_number_is_invented(reviews: list[tuple[Product, tuple[Paper, ...]]]) -> None:
    for sentence in sentences(reviews):
        quotes = " ".join(citation.passage.quote for citation in sentence.citations)
        assert set(re.findall(r"\d+(?:[.,]\d+)*", sentence.bare_text)) <= set(re.findall(r"\d+(?:[.,]\d+)*", quotes))


def test_no_sentence_is_repeated(reviews: list[tuple[Product, tuple[Paper, ...]]]) -> None:
    for product, _ in reviews:
        texts = [sentence.bare_text for sentence in product.text.sentences()]
        assert len(set(texts)) == len(texts)


def test_what_is_first_said_of_a_reference_leans_on_nothing(reviews: list[tuple[Product, tuple[Paper, ...]]]) -> None:
    for product, _ in reviews:
        met: set[str] = set()
        for sentence in product.text.sentences():
            cited = {citation.passage.paper for citation in sentence.citations}
            if not is_topic(sentence):
                assert cited <= met or not ORPHAN.match(sentence.bare_text), sentence.bare_text
                met |= cited


def test_nobody_speaks_in_the_first_person_of_another_paper(reviews: list[tuple[Product, tuple[Paper, ...]]]) -> None:
    for sentence in sentences(reviews):
        assert not FIRST_PERSON.search(QUOTED.sub("", sentence.bare_text)), sentence.bare_text


def test_sentences_stand_complete(reviews: list[tuple[Product, tuple[Paper, ...]]]) -> None:
    for sentence in sentences(reviews):
        text = sentence.bare_text
        assert text.endswith((".", "!"))
        assert text.count("(") == text.count(")")
        assert "  " not in text


def test_verbs_agree_with_the_authors(reviews: list[tuple[Product, tuple[Paper, ...]]]) -> None:
    for product, papers in reviews:
        by_id = {paper.id: paper for paper in papers}
        for sentence in product.text.sentences():
            before, *_ = sentence.parts
            if isinstance(before, str) or before.mode != "narrative":
                continue
            after = sentence.parts[1]
            verb = re.match(r"\s+([a-z]+)\b", after) if isinstance(after, str) else None
            paper = by_id[before.citations[0].passage.paper]
            if verb is None or not paper.authors:
                continue
            wrong = base_form if paper.is_plural else third_person
            assert wrong(verb.group(1)) in (None, verb.group(1)), sentence.bare_text


LEAD_IN = re.compile(
    r"(?:Moreover|Furthermore|In addition|Also|To this end|Specifically|Overall|Finally|Here),|Our\b|"
    r"In (?:this|the present|our) (?:paper|study|work|article)\b"
)


def test_no_sentence_begins_with_what_ties_it_to_its_page(reviews: list[tuple[Product, tuple[Paper, ...]]]) -> None:
    for sentence in sentences(reviews):
        assert not LEAD_IN.match(sentence.bare_text), sentence.bare_text


def test_promises_of_a_text_are_told_in_the_present(reviews: list[tuple[Product, tuple[Paper, ...]]]) -> None:
    for sentence in sentences(reviews):
        assert not re.search(r"\b[Tt]hey (?:will|shall) (?!be\b|have\b|not\b)", sentence.bare_text), sentence.bare_text


def test_nothing_is_said_of_people_in_general(reviews: list[tuple[Product, tuple[Paper, ...]]]) -> None:
    people = re.compile(
        r"\b[Tt]hey are (?:witness|fac)ing\b|\b(?:all|most|many) of them (?:live|need)\b|their planet\b"
    )
    for sentence in sentences(reviews):
        if re.search(r"\b(?:we|us|our)\b", " ".join(c.passage.quote for c in sentence.citations), re.IGNORECASE):
            assert not people.search(sentence.bare_text), sentence.bare_text
