from __future__ import annotations

from conspectus.domain.document_building import abstract_document
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.domain.run_record import Product
from conspectus.exporters.ris import RisExporter


def test_record_of_an_article(product: Product) -> None:
    assert RisExporter(abstracts=False).export(product.papers[:1]) == (
        "TY  - JOUR\n"
        "ID  - smith_sparse\n"
        "TI  - Sparse retrieval for clinical evidence\n"
        "AU  - Smith, Jane Q.\n"
        "AU  - van den Berg, Jörg\n"
        "AU  - Łukasz, Zoë\n"
        "PY  - 2020\n"
        "DA  - 2020/03/04/\n"
        "T2  - Journal of Evidence\n"
        "J2  - J. Evid.\n"
        "VL  - 3\n"
        "IS  - 2\n"
        "SP  - 12\n"
        "EP  - 34\n"
        "DO  - 10.1000/sparse\n"
        "AN  - PMID: 123456\n"
        "KW  - retrieval\n"
        'U5  - conspectus-mesh: [{"descriptor":"Neoplasms, Second Primary","qualifiers":["therapy"]}]\n'
        "ER  - \n"
        "\n"
    )


def test_bodies_end_with_a_comma_so_that_programs_do_not_part_their_names() -> None:
    paper = Paper(id="x", title="T", authors=(Author(literal="World Health Office"), Author(literal="Oxford, Inc")))
    text = RisExporter().export([paper])
    assert "AU  - World Health Office,\n" in text
    assert "AU  - {Oxford, Inc}\n" in text


def test_abstracts_come_only_when_wanted() -> None:
    paper = Paper(id="x", title="T", documents=(abstract_document("We look.\n\nWe find."),))
    assert "AB  - We look.\n\nWe find.\n" in RisExporter().export([paper])
    assert "We look" not in RisExporter(abstracts=False).export([paper])


def test_no_line_of_an_abstract_ends_the_record() -> None:
    paper = Paper(id="x", title="T", documents=(abstract_document("Codes follow.\n\nER -\n\nThey end."),))
    lines = RisExporter().export([paper]).splitlines()
    assert [line for line in lines if line.startswith("ER")] == ["ER  - "]


def test_a_season_and_ids_without_tags_of_their_own() -> None:
    paper = Paper(
        id="x",
        title="T",
        date=PartialDate(year=1999, text="Spring"),
        identifiers=Identifiers(arxiv="2101.00001", pmcid="PMC123456"),
    )
    text = RisExporter().export([paper])
    assert "PY  - 1999\nDA  - 1999///Spring\n" in text
    assert "AN  - arXiv:2101.00001\n" in text
    assert "C2  - PMC123456\n" in text


def test_pieces_make_the_same_text(product: Product) -> None:
    assert "".join(RisExporter().pieces(iter(product.papers))) == RisExporter().export(product.papers)
