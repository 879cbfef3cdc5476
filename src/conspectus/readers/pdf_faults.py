"""What is wrong with a PDF that cannot be read as a paper, each with what to do about it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from conspectus.foundation.errors import InputError, UnreadableFile
from conspectus.readers.pdf_furniture import PrintedPage
from conspectus.readers.pdf_style import REFERENCES, is_prose

_FEWEST_LETTERS_A_PAGE = 25
_FEWEST_WORDS = 60
_LEAST_PROSE = 0.12
_ABSTRACT = re.compile(r"(?:abstract|summary|introduction)\b", re.IGNORECASE)
_SLIDE_SIZE = 14.0
_SLIDE_WORDS = 140


def opened(data: bytes) -> Any:
    """Gives the ``PdfDocument`` of a file's bytes.

    Raises:
        InputError: It is encrypted, or damaged beyond what pdfium repairs.
    """
    try:
        document = pypdfium2.PdfDocument(data)
        count = len(document)
    except pypdfium2.PdfiumError as error:
        code = getattr(error, "err_code", None)
        if code in (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY):
            raise InputError(
                "The PDF is encrypted and asks for a password.",
                hint="Open it with its password, save it without protection, and add that file.",
            ) from None
        raise UnreadableFile(
            "The PDF is damaged: its structure cannot be read.",
            hint="Download it again, or open it in a viewer and print it to a new PDF.",
        ) from None
    if count == 0:
        document.close()
        raise UnreadableFile("The PDF has no pages.", hint="Download it again; the file may have been cut off.")
    return document


def refuse_without_text(document: Any, letters: int, unreadable: int) -> None:
    """Raises if a PDF has no text to speak of: it is a scan, blank, or a drawing.

    Raises:
        InputError: There is no text layer, or nothing at all on the pages.
    """
    pages = len(document)
    if unreadable == pages:
        raise UnreadableFile(
            "The PDF is damaged: none of its pages can be read.",
            hint="Download it again, or open it in a viewer and print it to a new PDF.",
        )
    if letters >= _FEWEST_LETTERS_A_PAGE * min(pages, 3):
        return
    kinds = _objects(document)
    if kinds["image"]:
        raise InputError(
            "The PDF has no text layer: its pages are images, as of a scan.",
            hint="Run text recognition on it (such as ocrmypdf), and add the file that it gives.",
        )
    if kinds["other"] and not letters:
        raise InputError(
            "The PDF has no text layer: its pages hold drawings only, perhaps with the letters as outlines.",
            hint="Run text recognition on it (such as ocrmypdf), or get a version with text.",
        )
    if not letters:
        raise InputError("The PDF is blank: nothing is on its pages.", hint="Check that it is the right file.")
    raise not_a_paper("it holds only a few words")


def refuse_other_documents(document: Any, pages: Sequence[PrintedPage], size: float) -> None:
    """Raises if a PDF is slides, a form, or something else without the running text of a paper.

    Args:
        document: The ``PdfDocument``.
        pages: Its pages with their lines.
        size: The size of most of its print, in points.

    Raises:
        InputError: It is no paper.
    """
    lines = [line for page in pages for line in page.lines if not line.role]
    words = sum(len(line.text.split()) for line in lines)
    is_paper = any(REFERENCES.match(line.text) or _ABSTRACT.match(line.text) for line in lines)
    if words < _FEWEST_WORDS:
        raise not_a_paper("it holds only a few words")
    landscape = sum(1 for page in pages if page.width > 1.15 * page.height)
    if landscape > 0.7 * len(pages) and size >= _SLIDE_SIZE and words < _SLIDE_WORDS * len(pages):
        raise not_a_paper("its pages look like slides")
    prose = sum(1 for line in lines if is_prose(line))
    if is_paper or prose >= _LEAST_PROSE * len(lines) or any(_is_dense(page) for page in pages):
        return
    if document.get_formtype() != pdfium.FORMTYPE_NONE:
        raise not_a_paper("it is a form to be filled in")
    raise not_a_paper("its lines are no sentences (a list, a form, a drawing)")


def not_a_paper(why: str) -> InputError:
    """Gives the error for a PDF with text that is no paper."""
    return InputError(
        f"The PDF does not look like a paper: {why}.",
        hint="Leave it out, or turn it into text (Markdown, plain text) and add that.",
    )


def _is_dense(page: PrintedPage) -> bool:
    """Whether a page holds full lines of words in a script that has no small letters."""
    wide = [line for line in page.lines if line.letters > 30 and line.width > 0.35 * page.width]
    other = [line for line in wide if not any(char.islower() or char.isupper() for char in line.text[:40])]
    return len(other) >= 4


def _objects(document: Any) -> dict[str, int]:
    kinds = {"image": 0, "other": 0}
    for at in range(min(len(document), 5)):
        try:
            page = document[at]
            for each in page.get_objects(max_depth=3):
                kinds["image" if each.type == pdfium.FPDF_PAGEOBJ_IMAGE else "other"] += 1
        except pypdfium2.PdfiumError:
            continue
    return kinds
