from __future__ import annotations

import json

from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.domain.run_record import Product
from conspectus.exporters.csl_json import CslJsonExporter, csl_item


def test_item_has_what_reference_managers_read(product: Product) -> None:
    assert csl_item(product.papers[0]) == {
        "id": "doi-10.1000_sparse",
        "citation-key": "smith_sparse",
        "type": "article-journal",
        "title": "Sparse retrieval for clinical evidence",
        "author": [
            {"family": "Smith", "given": "Jane Q."},
            {"family": "Berg", "given": "Jörg", "non-dropping-particle": "van den"},
            {"family": "Łukasz", "given": "Zoë"},
        ],
        "issued": {"date-parts": [[2020, 3, 4]]},
        "container-title": "Journal of Evidence",
        "container-title-short": "J. Evid.",
        "volume": "3",
        "issue": "2",
        "page": "12-34",
        "DOI": "10.1000/sparse",
        "PMID": "123456",
        "keyword": "retrieval; Neoplasms, Second Primary; Neoplasms, Second Primary/therapy",
    }


def test_abstract_only_when_asked(product: Product) -> None:
    assert "abstract" not in csl_item(product.papers[0])
    assert csl_item(product.papers[0], abstract=True)["abstract"].startswith("Evidence is hard to find. We propose")


def test_names_and_dates_in_part() -> None:
    paper = Paper(
        id="x",
        authors=(Author(literal="Health Office"), Author(given="Plato"), Author(), Author(family="Roe", suffix="Jr.")),
        date=PartialDate(year=1999, day=3),
        identifiers=Identifiers(isbn=("9780306406157",)),
    )
    item = csl_item(paper)
    assert item["author"] == [{"literal": "Health Office"}, {"literal": "Plato"}, {"family": "Roe", "suffix": "Jr."}]
    assert item["issued"] == {"date-parts": [[1999]]}
    assert item["ISBN"] == "9780306406157"


def test_export_is_an_array_in_order(product: Product) -> None:
    items = json.loads(CslJsonExporter().export(product.papers))
    assert [item["id"] for item in items] == [paper.id for paper in product.papers]


def test_a_complete_item_has_the_users_key_as_its_id(product: Product) -> None:
    twice = [product.papers[0], product.papers[0]]
    items = json.loads(CslJsonExporter(complete=True).export(twice))
    assert [item["id"] for item in items] == ["smith_sparse", "smith_sparse-2"]
    assert [item["citation-key"] for item in items] == ["smith_sparse", "smith_sparse"]
    assert items[0]["custom"] == {
        "conspectus-mesh": '[{"descriptor":"Neoplasms, Second Primary","qualifiers":["therapy"]}]'
    }
    assert "abstract" not in json.loads(CslJsonExporter(abstracts=False, complete=True).export(twice))[0]


def test_pieces_are_one_array(product: Product) -> None:
    items = [csl_item(paper, abstract=True) for paper in product.papers]
    assert CslJsonExporter().export(product.papers) == json.dumps(items, ensure_ascii=False, indent=2) + "\n"
    assert CslJsonExporter().export(()) == "[]\n"
