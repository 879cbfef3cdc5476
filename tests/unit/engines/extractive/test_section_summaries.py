from __future__ import annotations

import pytest

from conspectus.domain.document import Document
from conspectus.domain.document_building import FigureDraft, ParagraphDraft, SectionDraft, build_document
from conspectus.domain.structure_tasks import DescribeSectionRequest
from conspectus.engines.extractive.section_summaries import describe_section, section_sentences

LONG = (
    "Peat bogs store carbon for thousands of years because decay is slow. "
    "Drained peat bogs lose carbon because microbial decay is fast in dry peat. "
    "We therefore measured the decay of peat in drained bogs and in wet bogs. "
    "The weather was fine. "
    "Some of the staff liked the view from the hill over the valley in the evening."
)


def document() -> Document:
    return build_document(
        [
            SectionDraft(
                heading="Decay",
                paragraphs=[ParagraphDraft("Decay matters.")],
                figures=[FigureDraft(label="Fig. 1", caption=[ParagraphDraft("A caption about zebras.")])],
                sections=[SectionDraft(heading="Bogs", paragraphs=[ParagraphDraft(LONG)])],
            ),
            SectionDraft(heading="Short", paragraphs=[ParagraphDraft("Travel tips follow below.")]),
        ]
    )


def request(address: str, **fields: int) -> DescribeSectionRequest:
    return DescribeSectionRequest(paper="p", document=document(), address=address, **fields)


def test_a_summary_is_of_the_sections_own_central_sentences() -> None:
    found = describe_section(request("s1", summary_words=30))
    assert "Drained peat bogs lose carbon" in found.summary or "We therefore measured" in found.summary
    assert len(found.summary.split()) <= 30
    text = document().text
    places = [document().at(address) for address in found.summary_from]
    assert found.summary == " ".join(text[place.start : place.end] for place in places)
    assert "view from the hill" not in found.summary
    assert "zebras" not in found.summary
    assert 0 < len(found.keywords) <= 5


def test_a_section_below_the_minimum_has_no_summary() -> None:
    words = len(LONG.split()) + 2
    assert describe_section(request("s1", least_words=words)).summary
    assert not describe_section(request("s1", least_words=words + 1)).summary
    short = describe_section(request("s2"))
    assert (short.summary, short.summary_from) == ("", ())


def test_a_section_has_the_sentences_nested_in_it_but_no_captions() -> None:
    assert [place.address for place in section_sentences(document(), "s1")][:2] == ["s1.p1.t1", "s1.1.p1.t1"]
    assert len(section_sentences(document(), "s1")) == 6


@pytest.mark.parametrize("address", ["s9", "s1.p1"])
def test_what_is_no_section_is_refused(address: str) -> None:
    with pytest.raises(KeyError):
        describe_section(request(address))
