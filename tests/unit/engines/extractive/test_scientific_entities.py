"""Entities of whole papers, offline."""

from __future__ import annotations

import time
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.domain.document import Document, Reference
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, abstract_document, build_document
from conspectus.domain.scientific_entities import ScientificEntity
from conspectus.domain.structure_tasks import NameScientificEntitiesRequest
from conspectus.engines.extractive.scientific_entities import name_scientific_entities

TEXT = (
    "We propose PeatNet, a convolutional neural network (CNN) for bog detection. The CNN is trained on the MoorScan "
    "dataset with PyTorch. Convolutional neural networks outperform a random forest. Captions are in German and in "
    "English. Bog detection is hard."
)


def named(text: str | Document, **fields: object) -> dict[str, ScientificEntity]:
    document = abstract_document(text) if isinstance(text, str) else text
    request = NameScientificEntitiesRequest(paper="p", document=document, **fields)  # type: ignore[arg-type]
    found = name_scientific_entities(request).entities
    for entity in found:
        assert entity.mentions
        for mention in entity.mentions:
            place = document.at(mention.address)
            assert document.text[mention.start : mention.end] == mention.surface
            assert place.start <= mention.start < mention.end <= place.end
    return {entity.label: entity for entity in found}


def test_the_seven_types_with_their_mentions() -> None:
    found = named(TEXT)
    types = {label: entity.kind.value for label, entity in found.items()}
    assert types["PeatNet"] == "Solution"
    assert types["bog detection"] == "ResearchProblem"
    assert types["random forest"] == "Method"
    assert types["MoorScan dataset"] == "Dataset"
    assert types["PyTorch"] == "Tool"
    assert types["German"] == types["English"] == "Language"


def test_a_short_form_is_its_long_form() -> None:
    network = named(TEXT)["convolutional neural network"]
    assert "CNN" in network.aliases
    assert [mention.surface for mention in network.mentions] == [
        "convolutional neural network", "CNN", "CNN", "Convolutional neural networks",
    ]  # fmt: skip


def test_two_long_forms_of_one_short_form_stay_two() -> None:
    found = named(
        "A cellular nonlinear network (CNN) is a grid of cells. The CNN filters an image. "
        "A convolutional neural network (CNN) has layers. The CNN learns weights."
    )
    first, second = found["cellular nonlinear network"], found["convolutional neural network"]
    assert [m.surface for m in first.mentions] == ["cellular nonlinear network", "CNN", "CNN"]
    assert [m.surface for m in second.mentions] == ["convolutional neural network", "CNN", "CNN"]
    assert not {m.start for m in first.mentions} & {m.start for m in second.mentions}


def test_every_place_is_found_again() -> None:
    found = named("We use a hidden Markov model for peat tagging. It works. The Hidden Markov Models of others fail.")
    assert [m.surface for m in found["hidden Markov model"].mentions] == ["hidden Markov model", "Hidden Markov Models"]


def test_a_name_inside_a_longer_one_or_an_address_is_none() -> None:
    found = named("We train with PyTorch. See www.pytorch.org/docs and PyTorch-Lightning for more. PyTorch is free.")
    assert [m.surface for m in found["PyTorch"].mentions] == ["PyTorch", "PyTorch"]


def test_peoples_and_places_are_no_languages() -> None:
    found = named(
        "German farmers drained the moor. The English coast is wet. We translate from Dutch into Frisian text."
    )
    assert "German" not in found
    assert "English" not in found
    assert found["Dutch"].kind.value == "Language"


def test_people_are_no_entities() -> None:
    document = build_document(
        [SectionDraft(heading="Introduction", paragraphs=[ParagraphDraft(
            "Oduya et al. showed that Oduya networks of Oduya grow. The method of Maja Lindqvist parses bogs. "
            "Lindqvist uses a bog parser. The bog parser of HK is fast."
        )])],
        references=[Reference(key="r1", authors=("Lindqvist, M.",))],
    )  # fmt: skip
    found = named(document, names=("HK",))
    assert "bog parser" in found
    assert not {"Oduya", "Lindqvist", "Maja Lindqvist", "HK"} & set(found)


def test_back_matter_names_nothing() -> None:
    document = build_document(
        [
            SectionDraft(heading="Methods", paragraphs=[ParagraphDraft("We use a bog parser.")]),
            SectionDraft(heading="Funding", paragraphs=[ParagraphDraft("A moss classifier was paid.")]),
        ]
    )
    assert set(named(document)) == {"bog parser"}


def test_what_a_paper_comes_back_to_is_what_it_studies() -> None:
    body = "Sphagnum decay is slow. Cold is bad for sphagnum decay. "
    assert named(body) == {}
    assert named(body, title="On sphagnum decay")["sphagnum decay"].kind.value == "ResearchProblem"
    assert "sphagnum decay" in {label.lower() for label in named(body * 2)}


def test_the_language_of_the_text_is_kept() -> None:
    assert named("We use a bog parser.", language="de")["bog parser"].language == "de"
    assert named("We use a bog parser.")["bog parser"].language == "en"


WORDS = st.sampled_from(
    "We propose the a CNN network (CNN) (CNN ) convolutional neural bog parser, parsers of for German in Python . [3] "
    "<x> é ﬁ β-decay et al. 10 % https://a.b data set dataset corpora and".split()
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(WORDS, min_size=1, max_size=14).map(" ".join), min_size=1, max_size=6).map(". ".join))
def test_offsets_hold_and_mentions_never_overlap(text: str) -> None:
    document = abstract_document(text)
    found = named(document)
    spans = sorted((m.start, m.end) for entity in found.values() for m in entity.mentions)
    assert all(left[1] <= right[0] for left, right in pairwise(spans))
    assert found == named(document)


def test_a_paper_of_ten_thousand_words_takes_less_than_a_second() -> None:
    sentences = [
        f"We train parser number{n} with a moss{n % 90} grammar on the bog{n % 70} corpus for tagging task{n % 50}."
        for n in range(700)
    ]
    document = abstract_document(" ".join(sentences))
    named(abstract_document(TEXT))
    begun = time.process_time()
    name_scientific_entities(NameScientificEntitiesRequest(paper="p", document=document))
    assert len(document.text.split()) > 10_000
    # Half of what is allowed on an idle machine; twice the limit leaves room for a busy one.
    assert time.process_time() - begun < 2.0


def test_a_sentence_without_end_takes_no_squared_time() -> None:
    text = "We train a bog parser on moss" + ", the CNN, a bog parser" * 2_000 + "."
    begun = time.process_time()
    assert len(named(text)["bog parser"].mentions) == 2_001
    assert time.process_time() - begun < 10
