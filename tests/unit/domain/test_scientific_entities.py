from __future__ import annotations

from conspectus.domain.scientific_entities import (
    EntityLink,
    Mention,
    PaperAnnotations,
    ParagraphLink,
    ScientificEntity,
    ScientificType,
    SectionDescription,
    SectionKeyword,
    annotations_from_json,
    annotations_to_json,
    mention_order,
    united,
)


def mention(start: int, surface: str, *, score: float = 1.0, address: str = "s1.p1.t1") -> Mention:
    return Mention(address=address, start=start, end=start + len(surface), surface=surface, score=score)


def entity(label: str, *mentions: Mention, aliases: tuple[str, ...] = ()) -> ScientificEntity:
    return ScientificEntity(label=label, kind=ScientificType.METHOD, aliases=aliases, mentions=mentions)


def test_annotations_survive_json() -> None:
    link = EntityLink(iri="urn:1", label="Parser", how="first", score=0.5)
    annotations = PaperAnnotations(
        paper="p",
        version="12345678",
        entities=(
            ScientificEntity(
                label="Übersetzer ⟨x⟩", kind=ScientificType.TOOL, aliases=("Ü",), mentions=(mention(3, "Ü"),),
                language="de", link=link,
            ),
        ),
        sections=(
            SectionDescription(
                address="s1", keywords=(SectionKeyword(text="peat", score=0.25),), summary="A.",
                summary_from=("s1.p1.t1",),
            ),
        ),
        warnings=("w",),
    )  # fmt: skip
    assert annotations_from_json(annotations_to_json(annotations)) == annotations


def test_mentions_are_ordered_and_the_surest_of_a_span_stays() -> None:
    found = mention_order([mention(9, "b"), mention(2, "a", score=0.5), mention(2, "a", score=0.8)])
    assert [(m.start, m.score) for m in found] == [(2, 0.8), (9, 1.0)]


def test_uniting_keeps_every_form_and_mention() -> None:
    one = entity("CNN", mention(10, "CNN"), aliases=("cnns",))
    other = entity("ConvNet", mention(2, "ConvNet"), mention(30, "CNNs"), aliases=("CNNs", "conv net"))
    both = united(one, other)
    assert (both.label, both.aliases) == ("CNN", ("cnns", "ConvNet", "conv net"))
    assert [m.start for m in both.mentions] == [2, 10, 30]


def test_sentences_are_those_that_name_it_each_once() -> None:
    found = entity("a", mention(0, "a"), mention(5, "a"), mention(50, "a", address="s1.p1.t2"))
    assert found.sentences == ("s1.p1.t1", "s1.p1.t2")


def test_only_the_first_hit_is_no_exact_link() -> None:
    assert EntityLink(iri="i", label="l", how="lemma").is_exact
    assert not EntityLink(iri="i", label="l", how="first", score=0.4).is_exact
    assert ParagraphLink(entity="e", paragraph="s1.p1", score=0.7).excerpt == ""
