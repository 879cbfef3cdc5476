from __future__ import annotations

from dataclasses import replace

from conspectus.domain.document import SectionKind
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.paper import Author, Funding, MeshHeading, Notice, Paper
from conspectus.domain.run_record import Product
from conspectus.exporters.medline import MedlineExporter


def test_record_of_an_article(product: Product) -> None:
    assert MedlineExporter(abstracts=False).export(product.papers[:1]) == (
        "PMID- 123456\n"
        "VI  - 3\n"
        "IP  - 2\n"
        "DP  - 2020 Mar 4\n"
        "TI  - Sparse retrieval for clinical evidence\n"
        "JT  - Journal of Evidence\n"
        "PG  - 12-34\n"
        "LID - 10.1000/sparse [doi]\n"
        "FAU - Smith, Jane Q.\n"
        "AU  - Smith JQ\n"
        "FAU - van den Berg, Jörg\n"
        "AU  - van den Berg J\n"
        "FAU - Łukasz, Zoë\n"
        "AU  - Łukasz Z\n"
        "TA  - J. Evid.\n"
        "MH  - Neoplasms, Second Primary/therapy\n"
        "OT  - retrieval\n"
        "AID - 10.1000/sparse [doi]\n"
        'CSPC- conspectus-keys: ["smith_sparse"]\n'
    )


def test_values_are_folded_at_spaces_within_87_columns() -> None:
    text = MedlineExporter().export([Paper(id="x", title="word " * 60 + "y" * 120, kind="article-journal", venue="J")])
    lines = text.split("JT  -")[0].splitlines()
    assert all(line.startswith("      word") or "y" in line for line in lines[1:])
    assert all(len(line) <= 87 for line in lines if "y" not in line)
    assert max(len(line) for line in lines if "y" not in line) > 80
    assert f"      {'y' * 120}" in lines


def test_labels_stand_in_one_abstract_as_in_pubmed() -> None:
    parts = [("OBJECTIVE", "We ask."), ("RESULTS", "We know.")]
    whole = SectionDraft(
        kind=SectionKind.ABSTRACT,
        sections=[SectionDraft(heading=label, paragraphs=[ParagraphDraft(text)]) for label, text in parts],
    )
    paper = Paper(id="x", title="T", documents=(build_document([whole]),))
    assert "AB  - OBJECTIVE: We ask. RESULTS: We know.\n" in MedlineExporter().export([paper])


def test_what_pubmed_has_tags_for() -> None:
    paper = Paper(
        id="x",
        title="T",
        authors=(Author(family="Roe", given="Ann", orcid="0000-0002-1825-0097", affiliations=("A House",)),),
        mesh=(MeshHeading(descriptor="Humans", major=True),),
        funding=(Funding(funder="NIH HHS", awards=("R01 1",)),),
        notices=(Notice(kind="retraction", target="pmid:12", text="J Evid. 2020;1:2"),),
    )
    text = MedlineExporter().export([paper])
    for line in (
        "FAU - Roe, Ann\nAU  - Roe A\nAUID- ORCID: 0000-0002-1825-0097\nAD  - A House\n",
        "MH  - *Humans\n",
        "GR  - R01 1/NIH HHS/\n",
        "RIN - J Evid. 2020;1:2. PMID: 12\n",
    ):
        assert line in text


def test_records_are_parted_by_a_blank_line_and_pieces_make_the_same_text(product: Product) -> None:
    text = MedlineExporter().export(product.papers)
    assert text.count("\n\n") == len(product.papers) - 1
    assert "".join(MedlineExporter().pieces(iter(product.papers))) == text


def test_a_record_without_number_and_title_is_still_one(product: Product) -> None:
    bare = replace(product.papers[0], title="", identifiers=Paper(id="").identifiers)
    assert MedlineExporter().export([bare]).startswith("OWN - CONSPECTUS\n")
