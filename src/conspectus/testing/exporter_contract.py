"""What every exporter must do, as tests to inherit."""

from __future__ import annotations

import re
from dataclasses import replace

from conspectus.domain.minigraph import Minigraph
from conspectus.exporters.exporting import Exporter, GraphExporter, ReferenceExporter
from conspectus.foundation.errors import GroundingError, UsageError
from conspectus.testing.material import made_minigraph, made_papers, made_product

STYLES = ("apa", "ieee", "vancouver")


class ExporterContract:
    """Derive a test class from this and give it a fixture ``exporter`` that returns an exporter of products."""

    def test_has_a_name_a_label_and_a_suffix(self, exporter: Exporter) -> None:
        """Names are choices of ``--format``, suffixes name the files."""
        _check_names(exporter.name, exporter.label, exporter.suffix)

    def test_the_same_product_gives_the_same_text(self, exporter: Exporter) -> None:
        """Same input, same output, byte for byte."""
        for style in STYLES:
            assert exporter.export(made_product(), style=style) == exporter.export(made_product(), style=style), style

    def test_every_cited_paper_and_quote_is_in_the_text(self, exporter: Exporter) -> None:
        """A citation that cannot be checked is no citation: the reader needs the work and the words."""
        text = _bare(exporter.export(made_product(), style="apa"))
        for citation in (c for sentence in made_product().text.sentences() for c in sentence.citations):
            assert _bare(citation.passage.quote) in text, f"the quote of {citation.passage.id} is not in the text"
        for paper in made_product().papers:
            assert _bare(paper.title) in text, f"{paper.id} is not in the text"

    def test_what_was_not_cited_and_what_went_wrong_are_told(self, exporter: Exporter) -> None:
        """Nothing is dropped in silence."""
        text = _bare(exporter.export(made_product(), style="apa"))
        for left in made_product().not_cited:
            assert _bare(left.reason) in text, f"why {left.paper} is not cited is not told"
        for warning in made_product().warnings:
            assert _bare(warning) in text, f"the warning {warning!r} is not told"

    def test_an_unknown_style_is_a_usage_error(self, exporter: Exporter) -> None:
        """The user named it, so the user can mend it; the hint says how."""
        hint = None
        try:
            exporter.export(made_product(), style="no-such-style-anywhere")
        except UsageError as error:
            hint = error.hint
        assert hint is not None, "a style that does not exist is accepted"
        assert hint, "the error has no hint"

    def test_a_cited_paper_without_a_record_is_refused(self, exporter: Exporter) -> None:
        """References are rendered from records, never made up."""
        lacking = replace(made_product(), papers=made_product().papers[1:])
        try:
            exporter.export(lacking, style="apa")
        except GroundingError:
            return
        raise AssertionError("a citation without a record is accepted")


class GraphExporterContract:
    """Derive a test class from this and give it a fixture ``exporter`` that returns an exporter of minigraphs."""

    def test_has_a_name_a_label_and_a_suffix(self, exporter: GraphExporter) -> None:
        """Names are choices, suffixes name the files."""
        _check_names(exporter.name, exporter.label, exporter.suffix)

    def test_the_same_minigraph_gives_the_same_text(self, exporter: GraphExporter) -> None:
        """Same input, same output, byte for byte."""
        assert exporter.export(made_minigraph()) == exporter.export(made_minigraph())

    def test_every_concept_is_in_the_text(self, exporter: GraphExporter) -> None:
        """A picture may break long names over lines, but leaves none out."""
        text = _bare(exporter.export(made_minigraph()))
        for concept in made_minigraph().concepts:
            for word in re.findall(r"[a-z]+", concept.name):
                assert _bare(word) in text, f"{concept.name!r} is not in the text"

    def test_an_empty_minigraph_is_written(self, exporter: GraphExporter) -> None:
        """References without a common concept are no fault."""
        exporter.export(Minigraph())


class ReferenceExporterContract:
    """Derive a test class from this and give it a fixture ``exporter`` that returns an exporter of references."""

    def test_has_a_name_a_label_and_a_suffix(self, exporter: ReferenceExporter) -> None:
        """Names are choices, suffixes name the files."""
        _check_names(exporter.name, exporter.label, exporter.suffix)

    def test_papers_stand_in_the_order_given(self, exporter: ReferenceExporter) -> None:
        """The order is the user's."""
        papers = made_papers()[::-1]
        text = exporter.export(papers)
        places = [text.find(paper.identifiers.doi) for paper in papers]
        assert -1 not in places, "a DOI is not in the text"
        assert places == sorted(places), "the order has changed"

    def test_the_same_papers_give_the_same_text(self, exporter: ReferenceExporter) -> None:
        """Same input, same output, byte for byte."""
        assert exporter.export(made_papers()) == exporter.export(made_papers())

    def test_no_papers_are_written(self, exporter: ReferenceExporter) -> None:
        """An empty list is a list."""
        exporter.export(())


def _check_names(name: str, label: str, suffix: str) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9_]*", name), f"not a plain name: {name!r}"
    assert label.strip(), "the label is empty"
    assert re.fullmatch(r"\.[a-z0-9]+", suffix), f"not a suffix: {suffix!r}"


def _bare(text: str) -> str:
    """The ASCII letters and digits of a text without character references, which no format escapes."""
    return re.sub(r"[^A-Za-z0-9]+", "", re.sub(r"&(?:[a-z]+|#\w+);", "", text)).lower()
