from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.document_building import ParagraphDraft
from conspectus.readers.jats_text import CitationKeys, TextRun, plain_text
from conspectus.readers.xml_hardened import parse_xml

ORDER = tuple(f"B{number}" for number in range(1, 10))
KEYS = CitationKeys(
    keys={key: (key,) for key in ORDER},
    order=ORDER,
    numbers={number: f"B{number}" for number in range(1, 10)},
    labels={f"B{number}": str(number) for number in range(1, 10)},
)


def x(number: int | str, text: str | None = None) -> str:
    rid = f"B{number}" if isinstance(number, int) else number
    return f'<xref ref-type="bibr" rid="{rid}">{number if text is None else text}</xref>'


def read(content: str) -> ParagraphDraft:
    run = TextRun(KEYS)
    run.add_content(parse_xml(f"<p>{content}</p>".encode()))
    paragraph = run.paragraph()
    assert paragraph is not None
    return paragraph


def pointers(content: str) -> list[tuple[str, str, tuple[str, ...]]]:
    paragraph = read(content)
    return [(paragraph.text[p.start : p.end], p.style, p.targets) for p in paragraph.pointers]


@pytest.mark.parametrize(
    "content, expected",
    [
        (f"as shown [{x(1)}].", [("[1]", "single", ("B1",))]),
        (f"as shown {x(1, '[1]')}.", [("[1]", "single", ("B1",))]),
        (f"as [{x(1)}, {x(4)}] say", [("[1, 4]", "list", ("B1", "B4"))]),
        (f"as {x(1, '[1]')},{x(2, '[2]')} say", [("[1],[2]", "list", ("B1", "B2"))]),
        (f"as [{x(3)}–{x(5)}] say", [("[3–5]", "range", ("B3", "B4", "B5"))]),
        (f"as {x(3, '[3]')}-{x(6, '[6]')} say", [("[3]-[6]", "range", ("B3", "B4", "B5", "B6"))]),
        (f"as [{x(1)},{x(3)}–{x(5)}] say", [("[1,3–5]", "list", ("B1", "B3", "B4", "B5"))]),
        (f"as {x('B3 B5', '[3–5]')} say", [("[3–5]", "range", ("B3", "B5", "B4"))]),
        (f"({x(1, 'Smith 2010')}; {x(2, 'Jones et al., 2011')})", [
            ("(Smith 2010; Jones et al., 2011)", "author-year", ("B1", "B2"))]),
        (f"{x(1, 'Smith (2010)')} and {x(2, 'Jones (2011)')} say", [
            ("Smith (2010)", "author-year", ("B1",)), ("Jones (2011)", "author-year", ("B2",))]),
        (f"Smith ({x(1, '2010')}) says", [("(2010)", "author-year", ("B1",))]),
        (f"(see {x(1, 'Smith 2010')})", [("Smith 2010", "author-year", ("B1",))]),
        (f"as ( {x(1, 'Smith 2010')} ) say", [("(Smith 2010)", "author-year", ("B1",))]),
        (f"nobody [{x('missing', '7')}]", [("[7]", "single", ())]),
    ],
)  # fmt: skip
def test_citations_become_pointers(content: str, expected: list[tuple[str, str, tuple[str, ...]]]) -> None:
    found = pointers(content)
    assert [(text, style, set(t)) for text, style, t in found] == [(text, style, set(t)) for text, style, t in expected]


def test_raised_citations_do_not_glue_to_numbers() -> None:
    paragraph = read(
        f"in 2020<sup>{x(1)},{x(2)}</sup> and ACE2{x(3, '<sup>3</sup>')}. Shown.<sup>{x(4)}–{x(6)}</sup> We"
    )
    assert paragraph.text == "in 2020 [1,2] and ACE2 [3]. Shown.[4–6] We"
    assert [p.targets for p in paragraph.pointers] == [("B1", "B2"), ("B3",), ("B4", "B5", "B6")]


def test_a_raised_comma_between_raised_citations_joins_them() -> None:
    paragraph = read(f"word{x(1, '<sup>1</sup>')}<sup>,</sup>{x(2, '<sup>2</sup>')} next")
    assert paragraph.text == "word [1,2] next"
    assert len(paragraph.pointers) == 1


def test_an_empty_citation_prints_the_label_of_its_target() -> None:
    paragraph = read(f"as in {x(7, '')} here")
    assert (paragraph.text, paragraph.pointers[0].targets) == ("as in 7 here", ("B7",))


def test_scripts_and_symbols_stay_readable() -> None:
    content = "10<sup>3</sup> of H<sub>2</sub>O, Ca<sup>2+</sup>"
    content += ", IFN-<italic>β</italic> × 2 ≤ 5<sup>th</sup>, 37<sup>o</sup>C"
    assert read(content).text == "10³ of H₂O, Ca²⁺, IFN-β × 2 ≤ 5th, 37°C"


def test_white_space_is_clean_and_offsets_are_exact_after_it() -> None:
    paragraph = read(f"\n   A\n <italic> b </italic>\tc\u00a0 e\u0301 [{x(1)}]\n")
    assert paragraph.text == "A b c é [1]"
    assert paragraph.text[paragraph.pointers[0].start : paragraph.pointers[0].end] == "[1]"


def test_other_references_are_plain_words() -> None:
    run = TextRun(KEYS)
    run.add_content(parse_xml(b'<p>see <xref ref-type="fig" rid="F1">Fig. 1</xref></p>'))
    assert (run.text, run.mentions) == ("see Fig. 1", ["F1"])


def test_plain_text_parts_blocks_and_keeps_inline_words_whole() -> None:
    element = parse_xml(b"<td><p>one</p><p>tw<bold>o</bold></p>three<break/>four</td>")
    assert plain_text(element) == "one two three four"
    assert plain_text(None) == ""


PIECES = st.lists(
    st.one_of(
        st.sampled_from(["word ", "a", " ", ", ", "–", "[", "]", "(", ")", ". ", "\n", "e\u0301", "2020"]),
        st.integers(1, 9).map(x),
        st.integers(1, 9).map(lambda n: f"<sup>{x(n)}</sup>"),
        st.integers(1, 9).map(lambda n: x(n, "")),
        st.integers(1, 9).map(lambda n: x(n, f"Smith {2000 + n}")),
    ),
    max_size=14,
)


@given(PIECES)
def test_every_citation_keeps_its_target_and_pointers_stand_in_order(pieces: list[str]) -> None:
    run = TextRun(KEYS)
    run.add_content(parse_xml(f"<p>{''.join(pieces)}</p>".encode()))
    paragraph = run.paragraph()
    found = paragraph.pointers if paragraph else []
    text = paragraph.text if paragraph else ""
    position = 0
    for pointer in found:
        assert position <= pointer.start < pointer.end <= len(text)
        assert text[pointer.start : pointer.end].strip() == text[pointer.start : pointer.end]
        position = pointer.end
    wanted = {f"B{piece.split('rid=')[1][2]}" for piece in pieces if "rid=" in piece}
    assert wanted <= {target for pointer in found for target in pointer.targets}
