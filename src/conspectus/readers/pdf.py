"""PDF: born-digital papers, their tree read from what is printed on the pages.

A file is one paper. What cannot be one (a scan without text, slides, a form, an encrypted or damaged file) is refused
with an error of its own. pdfium reads the glyphs; what they mean is told from their place and look.
"""

from __future__ import annotations

from collections.abc import Iterator

from conspectus.readers.reading import ReadItem, ReadPaper
from conspectus.readers.sniffing import Head

_MAGIC = b"%PDF-"
_WITHIN = 1024


class PdfReader:
    """Reads a born-digital PDF of a paper with its full text, floats, notes and references.

    Every printed line has its place in ``Document.layout``; ``Document.loss`` says what did not reach the tree.
    """

    name = "pdf"
    label = "PDF"
    in_child_process = True

    def recognise(self, head: Head) -> str:
        """Gives why the content is PDF, or "": the mark of a PDF stands within its first 1,024 bytes."""
        return 'has the mark "%PDF-"' if _MAGIC in head.data[:_WITHIN] else ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields the paper.

        Raises:
            InputError: The file is encrypted, damaged, blank, without a text layer, or no paper.
        """
        # pdfium is loaded only when a PDF is read.
        from conspectus.readers.pdf_paper import paper_of

        yield ReadPaper(paper=paper_of(data), record=1)
