"""Sets small PDFs line by line, for tests of the PDF reader."""

from __future__ import annotations

import io

from reportlab.pdfgen.canvas import Canvas


class Press:
    """A canvas on which lines are set one below the other."""

    def __init__(self, **options: object) -> None:
        self.file = io.BytesIO()
        self.canvas = Canvas(self.file, pagesize=(595, 842), invariant=True, **options)
        self.y = 780.0

    def line(self, text: str, font: str = "Times-Roman", size: float = 10, *, gap: float = 12, x: float = 72) -> Press:
        self.y -= gap
        self.canvas.setFont(font, size)
        self.canvas.drawString(x, self.y, text)
        return self

    def lines(self, texts: list[str]) -> Press:
        for text in texts:
            self.line(text)
        return self

    def page(self) -> Press:
        self.canvas.showPage()
        self.y = 780.0
        return self

    def done(self) -> bytes:
        self.canvas.save()
        return self.file.getvalue()
