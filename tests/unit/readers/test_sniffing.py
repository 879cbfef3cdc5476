from __future__ import annotations

from conspectus.readers.sniffing import Head


def test_the_root_of_xml_is_found_behind_prologue_comment_and_doctype() -> None:
    data = b'<?xml version="1.0"?>\n<!-- <fake> -->\n<!DOCTYPE article [<!ENTITY x "y">]>\n<jats:article a="b"><front/>'
    head = Head(data)
    assert head.is_xml
    assert head.root == "article"


def test_text_has_no_root() -> None:
    head = Head(b"\xef\xbb\xbf\nTY  - JOUR\n")
    assert (head.is_xml, head.root) == (False, "")
    assert head.lines == ["TY  - JOUR"]


def test_at_most_200_lines_that_are_not_blank_are_given() -> None:
    assert len(Head(b"a\n\n" * 500).lines) == 200


def test_only_the_beginning_is_looked_at() -> None:
    assert len(Head(b"x" * 200_000).text) == 65536
