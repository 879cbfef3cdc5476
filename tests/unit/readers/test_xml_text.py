from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conspectus.foundation.errors import InputError
from conspectus.readers import xml_text
from conspectus.readers.xml_text import harmless_pieces, harmless_text

MARKUP = ["<a>", "</a>", "<b/>", ">", "-->", "<!---->", "<!-->-->", "<!-- &nbsp; <a> -->", "<![CDATA[ &eacute; > ]]>"]
TEXTS = ["&nbsp;", "&amp;", "&", "R&D", "&#150;", "é", "\x00", "\ufffe", "𝛽", "\n", "<?pi &nbsp; ?>"]
PARTS = st.sampled_from([*MARKUP, *TEXTS])
PROLOGUES = st.sampled_from(
    ["", "\ufeff", '<?xml version="1.0"?>\n', '<?xml version="1.0"?><!DOCTYPE a [\n<!-- > -->]>']
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PROLOGUES, st.lists(PARTS, max_size=30), st.sampled_from(["utf-8", "utf-16", "latin-1"]))
def test_the_pieces_are_the_whole_text(
    monkeypatch: pytest.MonkeyPatch, prologue: str, parts: list[str], encoding: str
) -> None:
    monkeypatch.setattr(xml_text, "_PIECE", 3)
    monkeypatch.setattr(xml_text, "_FIRST", 60)
    data = (prologue + "<a>" + "".join(parts) + "</a>").encode(encoding, "ignore")
    assert "".join(text for text, _ in harmless_pieces(data)) == harmless_text(data)


def test_what_lies_inside_is_told_and_stays_as_it_is() -> None:
    pieces = list(harmless_pieces(b"<a>&eacute;<!-- &eacute; --><![CDATA[&eacute;]]>&eacute;</a>"))
    assert "".join(text for text, is_inside in pieces if is_inside) == "<!-- &eacute; --><![CDATA[&eacute;]]>"
    assert "".join(text for text, is_inside in pieces if not is_inside) == "<a>éé</a>"


def test_a_doctype_that_is_longer_than_the_first_piece_is_cut_out() -> None:
    long = "<!DOCTYPE a [" + "<!-- > -->\n" * 60_000 + "]>"
    data = (long + "<a>x</a>").encode()
    assert "".join(text for text, _ in harmless_pieces(data)) == "\n" * 60_000 + "<a>x</a>"


@pytest.mark.parametrize("data", [b"<!DOCTYPE a [ <a/>", b'<!DOCTYPE a [<!ENTITY e "x">]><a/>'])
def test_pieces_refuse_what_the_whole_text_refuses(data: bytes) -> None:
    for read in (harmless_text, lambda given: list(harmless_pieces(given))):
        with pytest.raises(InputError):
            read(data)


def test_a_file_that_is_too_large_is_refused_in_pieces_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml_text, "MAX_BYTES", 10)
    with pytest.raises(InputError, match="more than"):
        list(harmless_pieces(b"<a>0123456789</a>"))
