"""How well and how fast PDFs are read: on papers that we typeset ourselves, and on real ones beside their TEI."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.outcome import Cell, Outcome, Scale, Table, ratio, verdict
from benchmarks.timing import in_fresh_process, timed
from conspectus.domain.document import Document, Reference
from conspectus.evaluation.metrics.document_structure import (
    comparable_words,
    inversions,
    paragraph_matches,
    paragraph_words,
    reference_matches,
    running_paragraphs,
    running_text,
    section_titles,
    title_matches,
    words_in_order,
)
from conspectus.foundation.errors import InputError
from conspectus.readers.reading import ReadPaper, read_bytes

_TESTS = str(Path(__file__).resolve().parents[1] / "tests")
if _TESTS not in sys.path:
    sys.path.append(_TESTS)

from typeset.papers import NAMES, typeset_paper  # noqa: E402
from typeset.truth import Truth  # noqa: E402

FOLDER = "pdf_tei"
AIM_SECONDS, AIM_WORDS, AIM_HEADINGS = 0.3, 0.97, 0.85
_COLUMNS = ("paper", "pages", "words in order", "raw stream", "other words", "titles recall", "titles F1",
            "paragraph text", "whole paragraphs", "inversions", "raw inversions", "references F1", "lost",
            "CPU s a page")  # fmt: skip
_SPEED = ("papers", "pages", "seconds", "pages/s", "CPU s a page", "peak MiB")


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What should be found in a PDF."""

    words: list[str]
    titles: list[str]
    paragraphs: list[str]
    references: list[Reference]


def run(scale: Scale) -> Outcome:
    """Gives the measures of each paper beside the raw text stream of pdfium, and the speed of the reader."""
    names = scale.pick(NAMES, NAMES[:2])
    # What is loaded with the first file is no part of its time.
    _read(typeset_paper(NAMES[0]).data, NAMES[0])
    rows = [_row(name, typeset_paper(name).data, of_truth(typeset_paper(name).truth)) for name in names]
    tables = [Table(title="Papers typeset by us", columns=_COLUMNS, rows=[*rows, _mean(rows)])]
    skipped: list[str] = []
    pairs = _pairs(scale.data / FOLDER)
    pair_rows: list[dict[str, Cell]] = []
    for pdf, tei in pairs[: scale.pick(None, 1)]:
        try:
            pair_rows.append(_row(pdf.stem, pdf.read_bytes(), of_document(_document(tei))))
        except InputError as error:
            skipped.append(f"{pdf.name}: {error.message}")
    if pair_rows:
        tables.append(Table(title="Papers beside their TEI", columns=_COLUMNS, rows=[*pair_rows, _mean(pair_rows)]))
    else:
        skipped.append(f"pairs of PDF and TEI: there is no folder {FOLDER} in the data.")
    tables.append(Table(title="Speed", columns=_SPEED, rows=[_speed_row(len(names))]))
    return Outcome(tables=tuple(tables), notes=_notes(tables, pair_rows, quick=scale.quick), skipped=tuple(skipped))


def of_truth(truth: Truth) -> Expected:
    """Gives what a typeset paper holds."""
    return Expected(
        words=comparable_words(" ".join(truth.words)),
        titles=[heading.text for heading in truth.headings],
        paragraphs=truth.paragraphs,
        references=[Reference(key="", title=one.title, year=one.year, doi=one.doi) for one in truth.references],
    )


def of_document(document: Document) -> Expected:
    """Gives what another reading of the same paper holds, a TEI file for one."""
    return Expected(
        words=comparable_words(running_text(document)),
        titles=section_titles(document),
        paragraphs=running_paragraphs(document),
        references=list(document.references),
    )


def _row(name: str, data: bytes, expected: Expected) -> dict[str, Cell]:
    before = _cpu()
    document = _read(data, name)
    used, pages = _cpu() - before, len(raw_pages(data))
    words, raw = comparable_words(running_text(document)), comparable_words("\n".join(raw_pages(data)))
    order = words_in_order(words, expected.words)
    own_titles = [title for title in section_titles(document) if title.casefold() not in {"abstract", "notes"}]
    titles = title_matches(own_titles, expected.titles)
    return {
        "paper": name,
        "pages": pages,
        "words in order": order.recall,
        "raw stream": words_in_order(raw, expected.words).recall,
        "other words": 1 - order.precision,
        "titles recall": titles.recall,
        "titles F1": titles.f1,
        "paragraph text": paragraph_words(comparable_words(document.text), expected.paragraphs).recall,
        "whole paragraphs": paragraph_matches(running_paragraphs(document), expected.paragraphs).recall,
        "inversions": inversions(words, expected.paragraphs),
        "raw inversions": inversions(raw, expected.paragraphs),
        "references F1": reference_matches(document.references, expected.references).f1,
        "lost": document.loss.lost if document.loss is not None else None,
        "CPU s a page": ratio(used, pages),
    }


def _mean(rows: Sequence[dict[str, Cell]]) -> dict[str, Cell]:
    """The mean of each measure, the sum of pages and inversions."""
    mean: dict[str, Cell] = {"paper": f"all {len(rows)}"}
    for column in _COLUMNS[1:]:
        values = [value for row in rows if isinstance(value := row[column], int | float)]
        counted = column == "pages" or "inversions" in column
        mean[column] = sum(values) if counted else ratio(sum(values), len(values))
    return mean


def raw_pages(data: bytes) -> list[str]:
    """Gives the text of each page as pdfium gives it, in the order of the content stream."""
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    pages: list[str] = []
    for number in range(len(document)):
        page = document[number]
        text = page.get_textpage()
        pages.append(text.get_text_range())
        text.close()
        page.close()
    document.close()
    return pages


def _read(data: bytes, name: str) -> Document:
    for item in read_bytes(data, source=name).items:
        if isinstance(item, ReadPaper) and item.paper.document is not None:
            return item.paper.document
    raise RuntimeError(f"No text was read from {name}.")


def _document(path: Path) -> Document:
    return _read(path.read_bytes(), path.name)


def _pairs(folder: Path) -> list[tuple[Path, Path]]:
    if not folder.is_dir():
        return []
    beside = ((pdf, pdf.with_name(f"{pdf.stem}.tei.xml")) for pdf in sorted(folder.glob("*.pdf")))
    return [(pdf, tei) for pdf, tei in beside if tei.exists()]


def _speed_row(count: int) -> dict[str, Cell]:
    figures, peak = in_fresh_process("benchmarks.pdf:read_all", str(count))
    pages, seconds, cpu = figures["pages"], figures["seconds"], figures["cpu"]
    values = (count, pages, seconds, ratio(pages, seconds), ratio(cpu, pages), peak)
    return dict(zip(_SPEED, values, strict=True))


def read_all(count: str) -> dict[str, float]:
    """Reads so many typeset papers; gives pages, seconds of wall time and of CPU. The first one does not count."""
    files = [typeset_paper(name) for name in NAMES[: int(count)]]
    _read(files[0].data, files[0].name)
    before = _cpu()
    _, seconds = timed(lambda: [_read(file.data, file.name) for file in files])
    return {"pages": sum(file.truth.pages for file in files), "seconds": seconds, "cpu": _cpu() - before}


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _notes(tables: Sequence[Table], pairs: Sequence[dict[str, Cell]], *, quick: bool) -> tuple[str, ...]:
    notes = [
        "Shares are of the words, titles, paragraphs or entries expected. Words in order: the longest common "
        "subsequence; case, punctuation and raised digits are of no account. Raw stream: the same of pdfium's own "
        "text. Other words: the share of the running text that is not expected, notes, affiliations and formulas "
        "among it. Paragraph text: the words of each paragraph in order, wherever it stands.",
        "TEI is GROBID's output, no gold: where it leaves a heading or a paragraph out, or puts a note or a caption "
        "into the text, that counts against the reader.",
        f"Speed is that of the reader in one process on {os.cpu_count()} cores, typesetting not counted; peak memory "
        "is that of the process with the typesetter.",
    ]
    if not quick:
        speed = tables[-1].rows[0]["CPU s a page"]
        notes.append(verdict("a page", float(str(speed)), AIM_SECONDS, "CPU s"))
        for row in pairs:
            if isinstance(words := row["words in order"], float) and isinstance(titles := row["titles recall"], float):
                word = "met" if words >= AIM_WORDS and titles >= AIM_HEADINGS else "missed"
                aim = f"{AIM_WORDS:.0%} of the words and {AIM_HEADINGS:.0%} of the titles of {row['paper']}"
                notes.append(f"Aim: {aim}. Measured {words:.1%} and {titles:.1%}: {word}.")
    return tuple(notes)
