from __future__ import annotations

import bibtexparser
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.domain.run_record import Product
from conspectus.exporters.bibtex import BibtexExporter, citation_keys

WORDS = st.text(alphabet=st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=20)


def test_entry_of_an_article(product: Product) -> None:
    assert BibtexExporter().export(product.papers[:1]) == (
        "@article{smith_sparse,\n"
        "  author = {Smith, Jane Q. and van den Berg, Jörg and Łukasz, Zoë},\n"
        "  title = {Sparse retrieval for clinical evidence},\n"
        "  journal = {Journal of Evidence},\n"
        "  year = {2020},\n"
        "  month = mar,\n"
        "  volume = {3},\n"
        "  number = {2},\n"
        "  pages = {12--34},\n"
        "  doi = {10.1000/sparse},\n"
        "  pmid = {123456},\n"
        "  keywords = {retrieval},\n"
        "}\n"
    )


def test_keys_are_made_of_author_year_and_word(product: Product) -> None:
    assert citation_keys(product.papers) == (
        "smith_sparse",
        "smith2020dense",
        "oneil2018miracle",
        "anon2019guidance",
        "nuneznd" + "notes",
    )


def test_own_keys_stay_and_made_ones_give_way() -> None:
    made = Paper(id="a", title="On rain", authors=(Author(family="Roe"),), date=PartialDate(year=1999))
    own = Paper(id="b", title="Other", keys=("roe1999rain",))
    assert citation_keys([made, made, own]) == ("roe1999raina", "roe1999rainb", "roe1999rain")


def test_what_latex_would_act_on_is_escaped() -> None:
    paper = Paper(
        id="x",
        title=r"50% of $x_1$ & {more} #1 ~ ^ \input{evil} on mRNA",
        authors=(Author(literal="Health and Safety Office"), Author(family="Anderson", given="Q.")),
        kind="report",
        identifiers=Identifiers(doi="10.1000/a_b"),
    )
    text = BibtexExporter().export([paper])
    assert (
        r"title = {50\% of \$x\_1\$ \& \{more\} \#1 \textasciitilde{} \textasciicircum{} "
        r"\textbackslash{}input\{evil\} on {mRNA}}"
    ) in text
    assert "author = {{Health and Safety Office} and Anderson, Q.}" in text
    assert "doi = {10.1000/a_b}" in text


@given(st.lists(st.tuples(WORDS, WORDS, WORDS), max_size=6))
def test_every_paper_is_an_entry_with_a_key_of_its_own(found: list[tuple[str, str, str]]) -> None:
    papers = [
        Paper(id=str(n), title=title, authors=(Author(family=family, given="A"),), keys=(key,), venue=title)
        for n, (title, family, key) in enumerate(found)
    ]
    text = BibtexExporter().export(papers)
    library = bibtexparser.parse_string(text)
    assert not library.failed_blocks
    assert len(library.entries) == len(papers)
    assert len({entry.key.casefold() for entry in library.entries}) == len(papers)


def test_keys_that_bibtex_takes_are_never_changed() -> None:
    papers = [Paper(id=key, title="T", keys=(key,)) for key in ("o'neil:2020", "a(b)+c/d", "ключ_1")]
    assert citation_keys(papers) == ("o'neil:2020", "a(b)+c/d", "ключ_1")


def test_braces_are_balanced_and_ligatures_prevented() -> None:
    paper = Paper(id="x", title="a } b { c -- d ''e `f", venue="{whole}", kind="article-journal")
    text = BibtexExporter().export([paper])
    assert r"title = {a \textbraceright{} b \textbraceleft{} c -{}- d '{}'e \`{}f}" in text
    assert r"journal = {\{whole\}}" in text


def test_a_complete_entry_has_more_than_a_bibliography_prints(product: Product) -> None:
    plain = BibtexExporter().export(product.papers[:1])
    whole = BibtexExporter(abstracts=True, complete=True).export(product.papers[:1])
    assert "abstract" not in plain
    assert "conspectus-mesh" not in plain
    assert "  abstract = {Evidence is hard to find." in whole
    assert "  shortjournal = {J. Evid.},\n" in whole
    assert "  day = {4},\n" in whole
    assert '  conspectus-mesh = {[\\{"descriptor"' in whole


def test_an_extra_field_goes_back_under_its_name() -> None:
    paper = Paper(id="x", title="T", extra=(("file", "a_b.pdf"), ("N1", "a RIS note"), ("entry type", "artifact")))
    text = BibtexExporter(complete=True).export([paper])
    assert text.startswith("@artifact{")
    assert "  file = {a\\_b.pdf},\n" in text
    assert '  conspectus-extra = {[["N1","a RIS note"]]},\n' in text


def test_pieces_make_the_same_text(product: Product) -> None:
    keys = [paper.keys[0] for paper in product.papers if paper.keys]
    pieces = BibtexExporter().pieces(iter(product.papers), own_keys=keys)
    assert "".join(pieces) == BibtexExporter().export(product.papers)
