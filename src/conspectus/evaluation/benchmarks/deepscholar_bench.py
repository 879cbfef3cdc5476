"""DeepScholar-bench: whole related-work sections of recent papers, in LaTeX, with their citations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conspectus.evaluation.benchmarks.data_file import DataFile
from conspectus.evaluation.benchmarks.latex_section import cited_keys, latex_to_text
from conspectus.evaluation.benchmarks.record_fields import abstract_of, names_of, year_of
from conspectus.evaluation.item import BenchmarkItem, BenchmarkReference
from conspectus.foundation.errors import BrokenRecord, UnreadableFile
from conspectus.foundation.text.normalise import one_line

_PAPER_COLUMNS = {"arxiv_id", "abstract"}
_SECTION_COLUMNS = ("clean_latex_related_works", "raw_latex_related_works")
_CITATION_COLUMNS = {"parent_paper_arxiv_id", "citation_shorthand", "cited_paper_abstract"}

Row = dict[str, str]


class DeepScholarBench:
    r"""Reads the table of papers with their sections, and the tables of citations with their abstracts.

    The clean LaTeX of a section is preferred, the raw one stands in. The target is its plain text, in
    which ``\cite{key}`` stays; a reference's id is its key, its number the order of first citation.
    Abstracts come from all tables of citations, the first that has one.
    """

    label = "DeepScholar-bench (CSV tables of papers and citations)"

    def recognise(self, file: DataFile) -> bool:
        """Gives whether the columns are those of the papers or of the citations."""
        return _is_papers(file) or _is_citations(file)

    def load(self, files: Sequence[DataFile]) -> Iterator[BenchmarkItem | BrokenRecord]:
        """Yields the items of the files."""
        citations: dict[str, dict[str, Row]] = {}
        for file in filter(_is_citations, files):
            try:
                for _, row in file.rows():
                    _keep(citations.setdefault(row["parent_paper_arxiv_id"].strip(), {}), row)
            except UnreadableFile as error:
                yield BrokenRecord(error.message, hint=error.hint)
        for file in filter(_is_papers, files):
            try:
                for position, row in file.rows():
                    yield _item(row, citations) or BrokenRecord(
                        f"{file.name}: row {position} has no paper id or no related-work section.", record=position
                    )
            except UnreadableFile as error:
                yield BrokenRecord(error.message, hint=error.hint)


def _is_papers(file: DataFile) -> bool:
    return set(file.columns) >= _PAPER_COLUMNS and any(column in file.columns for column in _SECTION_COLUMNS)


def _is_citations(file: DataFile) -> bool:
    return set(file.columns) >= _CITATION_COLUMNS


def _keep(rows: dict[str, Row], row: Row) -> None:
    key = row["citation_shorthand"].strip()
    if key and (
        key not in rows or (row["cited_paper_abstract"].strip() and not rows[key]["cited_paper_abstract"].strip())
    ):
        rows[key] = row


def _item(row: Row, citations: dict[str, dict[str, Row]]) -> BenchmarkItem | None:
    latex = next((row[column] for column in _SECTION_COLUMNS if row.get(column, "").strip()), "")
    paper = row["arxiv_id"].strip()
    if not paper or not latex:
        return None
    rows = citations.get(paper, {})
    order = dict.fromkeys([key for key in cited_keys(latex) if key in rows] + list(rows))
    return BenchmarkItem(
        id=paper,
        target=latex_to_text(latex),
        target_kind="whole-section",
        words=300,
        references=tuple(_reference(key, rows[key], number) for number, key in enumerate(order, start=1)),
        own_title=one_line(row.get("title", "")),
        own_abstract=abstract_of(row["abstract"], "abstract"),
    )


def _reference(key: str, row: Row, number: int) -> BenchmarkReference:
    return BenchmarkReference(
        id=key,
        number=number,
        title=one_line(row.get("cited_paper_title", "")),
        abstract=abstract_of(row["cited_paper_abstract"], "abstract"),
        authors=names_of(row.get("bib_paper_authors", "")),
        year=year_of(row.get("bib_paper_year", "")),
    )
