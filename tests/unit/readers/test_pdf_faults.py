"""What is said of PDFs that hold no paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pdf_press import Press
from reportlab.lib.pdfencrypt import StandardEncryption

from conspectus.foundation.errors import InputError, UnreadableFile
from conspectus.readers.pdf import PdfReader
from conspectus.readers.pdf_faults import not_a_paper, opened
from conspectus.readers.pdf_paper import paper_of

DATA = Path(__file__).resolve().parents[4] / "shared" / "data"
PROSE = [
    "Springs are places where water leaves the ground, and many of them have",
    "moved since the first maps were drawn. We ask how far they went, and",
    "we compare the old maps with the new ones, as others did it before us.",
] * 3


def typeset(**options: object) -> bytes:
    return Press(**options).line("Springs of the north", "Times-Bold", 17).lines(PROSE).done()


def image_only(press: Press) -> None:
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    press.canvas.drawImage(ImageReader(Image.new("L", (20, 20), 128)), 0, 0, 500, 700)


def slides(press: Press) -> None:
    for _ in range(6):
        press.canvas.setPageSize((842, 595))
        press.y = 500
        press.line("Springs", "Helvetica-Bold", 32, gap=40).line("• They move", "Helvetica", 24, gap=40)
        press.line("• They have always moved down the slope", "Helvetica", 24, gap=40).page()


def form(press: Press) -> None:
    for at in range(30):
        press.line(f"Field {at}: NAME ADDRESS ____", gap=20)
        press.canvas.acroForm.textfield(name=f"f{at}", x=300, y=press.y, width=100, height=12)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda press: press.page(), "blank"),
        (image_only, "no text layer"),
        (lambda press: press.canvas.rect(10, 10, 100, 100), "drawings"),
        (lambda press: press.line("Hello world, this is a page of few words"), "few words"),
        (slides, "slides"),
        (form, "form"),
    ],
)
def test_files_that_hold_no_paper_say_so(make: Callable[[Press], object], says: str) -> None:
    press = Press()
    make(press)
    with pytest.raises(InputError, match=says) as raised:
        list(PdfReader().read(press.done()))
    assert raised.value.hint


def test_the_error_says_why() -> None:
    error = not_a_paper("it is a song")
    assert "it is a song" in error.message
    assert error.hint


def test_a_file_that_can_be_opened_has_its_pages() -> None:
    document = opened(typeset())
    assert len(document) == 1
    document.close()


def test_an_encrypted_file_says_so() -> None:
    locked = typeset(encrypt=StandardEncryption("secret", ownerPassword="other"))
    with pytest.raises(InputError, match="encrypted") as raised:
        list(PdfReader().read(locked))
    assert "password" in raised.value.hint


def test_a_file_that_may_only_not_be_printed_is_read() -> None:
    guarded = typeset(encrypt=StandardEncryption("", ownerPassword="other", canPrint=0))
    assert paper_of(guarded).title == "Springs of the north"


@pytest.mark.parametrize("data", [b"%PDF-1.7\n", b"%PDF-1.4\n" + bytes(range(256)) * 8])
def test_a_broken_file_says_so(data: bytes) -> None:
    with pytest.raises(UnreadableFile, match="damaged") as raised:
        list(PdfReader().read(data))
    assert raised.value.hint


@pytest.mark.skipif(not (DATA / "hostile").is_dir(), reason="the data that lies beside the repository is not here")
def test_hostile_files_end_with_a_paper_or_an_error_with_a_hint() -> None:
    for path in sorted((DATA / "hostile").glob("pdf_*/*.pdf")):
        assert _outcome(path.read_bytes()), path.name


def _outcome(data: bytes) -> str:
    try:
        return f"{len(list(PdfReader().read(data)))} papers"
    except InputError as error:
        return error.hint
