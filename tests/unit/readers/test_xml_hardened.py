from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from conspectus.foundation.errors import BrokenRecord, InputError
from conspectus.readers import xml_text
from conspectus.readers.xml_hardened import (
    MAX_DEPTH,
    XmlRecord,
    attribute,
    local_name,
    parse_records,
    parse_xml,
    stream_records,
    strip_namespaces,
)


def text_of(data: bytes) -> str:
    return "".join(parse_xml(data).itertext())


def test_a_file_named_by_an_entity_is_never_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret")
    data = f'<!DOCTYPE a [<!ENTITY x SYSTEM "{secret.as_uri()}">]><a>&x;</a>'.encode()
    with pytest.raises(InputError, match="entity") as caught:
        parse_xml(data)
    assert "ENTITY" in caught.value.hint


@pytest.mark.parametrize(
    "subset",
    [
        '<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">',
        '<!ENTITY % p SYSTEM "http://example.org/evil.dtd"> %p;',
        '<!-- harmless > " --><!ENTITY b "x">',
    ],
)
def test_declared_entities_are_refused(subset: str) -> None:
    with pytest.raises(InputError, match="declares an entity"):
        parse_xml(f"<!DOCTYPE r [{subset}]><r>&b;</r>".encode())


def test_an_external_doctype_is_neither_fetched_nor_a_problem() -> None:
    data = (
        b'<?xml version="1.0"?>\n<!DOCTYPE article PUBLIC "-//X//DTD" "http://192.0.2.1/x.dtd">\n<article>ok</article>'
    )
    root = parse_xml(data)
    assert (root.text, root.sourceline) == ("ok", 3)


def test_unparsed_picture_entities_of_a_doctype_are_harmless() -> None:
    data = b"<!DOCTYPE a [<!-- it's fine --><!ENTITY gr1 SYSTEM 'gr1' NDATA IMAGE>]><a>ok</a>"
    assert text_of(data) == "ok"


def test_named_characters_become_themselves_except_in_cdata() -> None:
    assert text_of(b"<a>caf&eacute;&nbsp;&alpha; &lt;b&gt; <![CDATA[&eacute; <]]></a>") == "café\xa0α <b> &eacute; <"


def test_names_whose_value_is_markup_stay_text() -> None:
    assert text_of(b"<a>x &LT;b&GT; &AMP;amp;</a>") == "x <b> &amp;"


def test_unknown_names_and_bare_ampersands_stay_as_written() -> None:
    assert text_of(b'<a href="x?a=1&b=2">R&D &unknown; A & B</a>') == "R&D &unknown; A & B"


def test_illegal_characters_are_stripped() -> None:
    assert text_of(b"<a>o\x00n\x0be &#0;&#x1F;&#xD800;two</a>") == "one two"


def test_numeric_references_to_windows_characters_are_read_as_in_html() -> None:
    assert text_of(b"<a>1&#150;2</a>") == "1–2"


def test_surrogates_encoded_as_utf8_are_joined_or_dropped() -> None:
    pair = "\ud83d\ude00".encode("utf-8", "surrogatepass")
    lone = "\ud83d".encode("utf-8", "surrogatepass")
    assert text_of(b"<a>" + pair + b"|" + lone + "é</a>".encode()) == "😀|é"


def test_one_bad_byte_does_not_spoil_the_rest_of_utf8() -> None:
    assert text_of("<a>été naïf ".encode() + b"\xff</a>") == "été naïf \ufffd"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1", "windows-1252"])
def test_declared_encodings_are_honoured(encoding: str) -> None:
    assert text_of(f'<?xml version="1.0" encoding="{encoding}"?><a>é</a>'.encode(encoding)) == "é"


def test_a_false_declaration_of_utf16_is_seen_through() -> None:
    assert text_of('<?xml version="1.0" encoding="UTF-16"?><a>é</a>'.encode()) == "é"


def test_what_is_not_well_formed_names_line_and_fault() -> None:
    with pytest.raises(InputError, match=r"line 3: Opening and ending tag mismatch: b line 2 and a") as caught:
        parse_xml(b"<a>\n<b>\n</a>")
    assert caught.value.hint


def test_errors_of_an_earlier_file_do_not_leak_into_the_next() -> None:
    with pytest.raises(InputError, match="line 3"):
        parse_xml(b"<a>\n<b>\n</a>")
    with pytest.raises(InputError, match="line 1"):
        parse_xml(b"<c")


@pytest.mark.parametrize("data", [b"", b"   ", b"plain words", b"<a", b"<a/><b/>", b"<!DOCTYPE a [ <a/>"])
def test_other_rubbish_is_refused(data: bytes) -> None:
    with pytest.raises(InputError):
        parse_xml(data)


def test_undeclared_prefixes_and_repeated_attributes_are_mended() -> None:
    root = parse_xml(b'<a xlink:href="u" id="1" id="2"><ali:free/>text</a>')
    assert local_name(root[0]) == "free"
    assert attribute(root, "href") == "u"
    assert "".join(root.itertext()) == "text"


def test_depth_is_bounded() -> None:
    def nested(depth: int) -> bytes:
        return b"<a>" * depth + b"</a>" * depth

    assert parse_xml(nested(MAX_DEPTH)).tag == "a"
    with pytest.raises(InputError, match="deep"):
        parse_xml(nested(MAX_DEPTH + 1))
    with pytest.raises(InputError):
        parse_xml(nested(5000))


def test_size_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml_text, "MAX_BYTES", 10)
    with pytest.raises(InputError, match="more than") as caught:
        parse_xml(b"<a>0123456789</a>")
    assert "Split" in caught.value.hint


def test_namespaces_are_stripped_with_and_without_prefix() -> None:
    root = parse_xml(b'<x:a xmlns:x="u"><b xmlns="v"/><x:c/></x:a>')
    strip_namespaces(root)
    assert [element.tag for element in root.iter()] == ["a", "b", "c"]


def test_records_are_found_in_a_wrapper_with_their_lines() -> None:
    data = b'<set xmlns="u">\n<article>1</article>\n<article><article>2</article></article>\n</set>'
    records = [record for record in parse_records(data, ("article",)) if isinstance(record, XmlRecord)]
    assert [(r.record, r.line, "".join(r.element.itertext())) for r in records] == [(1, 2, "1"), (2, 3, "2")]


def test_files_set_one_after_the_other_are_read() -> None:
    one = b'<?xml version="1.0"?>\n<!DOCTYPE article SYSTEM "x.dtd">\n<article>%d</article>\n'
    found = list(parse_records(one % 1 + one % 2, ("article",)))
    assert [record.element.text for record in found if isinstance(record, XmlRecord)] == ["1", "2"]


def test_one_broken_record_is_reported_and_the_others_are_read() -> None:
    data = b'<set xmlns:x="u">\n<article>1</article>\n<article>\n<i>2</article>\n<article>3<x:i/></article>'
    data += b"\n<article>cut off"
    found = list(parse_records(data, ("article",)))
    assert [type(item) for item in found] == [XmlRecord, BrokenRecord, XmlRecord, BrokenRecord]
    broken = found[1]
    assert isinstance(broken, BrokenRecord)
    assert (broken.record, broken.line) == (2, 3)
    assert "line 4" in broken.message


def test_a_single_broken_record_is_an_error_of_the_file() -> None:
    with pytest.raises(InputError, match="line 1"):
        list(parse_records(b"<article><p>half", ("article",)))


@given(st.text(max_size=60))
def test_any_text_survives_escaping_but_for_illegal_characters(text: str) -> None:
    data = (
        b"<a>"
        + text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").encode("utf-8", "ignore")
        + b"</a>"
    )
    kept = xml_text._ILLEGAL.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    assert text_of(data) == kept


@given(st.binary(max_size=80))
def test_no_bytes_raise_anything_but_an_input_error(data: bytes) -> None:
    with contextlib.suppress(InputError):
        assert isinstance(parse_xml(data), etree._Element)


def test_streamed_records_are_those_of_the_whole_tree() -> None:
    inner = "".join(f"<r n='{number}'>\n<a>x{number}</a></r>" for number in range(500))
    data = f"<all><part id='p'>{inner}</part></all>".encode()
    streamed = []
    for record in stream_records(data, ("r",)):
        assert isinstance(record, XmlRecord)
        assert record.element.getparent().get("id") == "p"
        streamed.append((record.record, record.line, record.element.get("n"), record.element.findtext("a")))
    whole = [
        (record.record, record.line, record.element.get("n"), record.element.findtext("a"))
        for record in parse_records(data, ("r",))
        if isinstance(record, XmlRecord)
    ]
    assert streamed == whole
    assert len(streamed) == 500


def test_a_stream_goes_on_behind_a_fault_with_the_tags_around_it() -> None:
    data = b"<all><part id='p'><r>1</r><r>2</b></r>\n<r>3</r></part><part id='q'><r>4</r></part></all>"
    found = [
        (record.record, record.element.text, record.element.getparent().get("id"))
        if isinstance(record, XmlRecord)
        else record.record
        for record in stream_records(data, ("r",), inside=("all", "part"))
    ]
    assert found == [(1, "1", "p"), 2, (3, "3", "p"), (4, "4", "q")]


def test_a_stream_has_the_limits_of_a_tree() -> None:
    deep = b"<a>" * (MAX_DEPTH + 2) + b"</a>" * (MAX_DEPTH + 2)
    with pytest.raises(InputError, match="deep"):
        list(stream_records(b"<all><r>" + deep + b"</r></all>", ("r",)))
    with pytest.raises(InputError, match="entity"):
        list(stream_records(b'<!DOCTYPE all [<!ENTITY e "x">]><all><r>&e;</r></all>', ("r",)))
    with pytest.raises(InputError, match="line 2"):
        list(stream_records(b"<all>\n<r></b></r></all>", ("r",)))


def test_a_record_that_is_too_deep_does_not_stop_a_stream() -> None:
    deep = b"<a>" * (MAX_DEPTH + 2) + b"</a>" * (MAX_DEPTH + 2)
    first, broken, last = stream_records(b"<all><r>1</r>\n<r>" + deep + b"</r><r>3</r></all>", ("r",))
    assert isinstance(first, XmlRecord)
    assert isinstance(broken, BrokenRecord)
    assert (broken.record, broken.line) == (2, 2)
    assert isinstance(last, XmlRecord)
    assert last.record == 3


def test_a_stream_mends_what_costs_no_content() -> None:
    data = b"<r xlink:href='u' id='1' id='2'><a>x</a></r>"
    assert [r.element.findtext("a") for r in stream_records(data, ("r",)) if isinstance(r, XmlRecord)] == ["x"]


@pytest.mark.parametrize("sign", ["<r/>", "<r></r>\n"])
@pytest.mark.parametrize("around", ["<all>{}</all>", "{}", "<all></b>{}</all>", "<all>{}"])
def test_many_empty_records_are_one_also_where_the_file_is_broken(sign: str, around: str) -> None:
    # 400 KB, so that a run goes over the bounds of the pieces.
    data = around.format(sign * 100_000).encode()
    (counted,) = stream_records(data, ("r",), empty=("r",))
    assert isinstance(counted, BrokenRecord)
    assert (counted.records, counted.record, counted.line) == (100_000, 1, 1)


def test_records_between_two_runs_keep_their_numbers_and_lines() -> None:
    data = "<all>" + "<r/>\n" * 90_000 + "<r>x</r>\n" + "<r/>\n" * 2000 + "</all>"
    told = [
        (record.record, record.line, record.records if isinstance(record, BrokenRecord) else record.element.text)
        for record in stream_records(data.encode(), ("r",), empty=("r",))
    ]
    assert told[0] == (1, 1, 90_000)
    assert told[1][::2] == (90_001, "x")
    assert told[2] == (90_002, 90_002, 2000)


def test_empty_records_in_a_comment_are_none() -> None:
    data = f"<all><!-- {'<r/>' * 90_000} --><![CDATA[{'<r/>' * 3000}]]><r>x</r></all>"
    (record,) = stream_records(data.encode(), ("r",), empty=("r",))
    assert isinstance(record, XmlRecord)
    assert record.record == 1
