from __future__ import annotations

import pytest

from conspectus.engines.extractive.topic_page_kinds import is_plural, kinds_in_passing, plural_of


@pytest.mark.parametrize(
    ("text", "name", "written"),
    [
        ("The activity of velmase (EC 1.2), a marker of marsh fever, rose.", "velmase",
         "Velmase is a marker of marsh fever."),
        ("It is due to velmosis, which is a chronic disease of the joints.", "velmosis",
         "Velmosis is a chronic disease of the joints."),
        ("Antioxidant enzymes such as dismutase and velmase were reduced.", "velmase",
         "Velmase is an antioxidant enzyme."),
        ("The peroxisomal enzyme velmase rose.", "velmase", "Velmase is a peroxisomal enzyme."),
        ("Sheep get velmosis and other chronic joint diseases.", "velmosis", "Velmosis is a chronic joint disease."),
        ("Exposure to velm agents such as aral and brint is common.", "velm agents",
         "Among velm agents are aral and brint."),
        ("Allergic diseases, including velm fevers, are rare.", "velm fevers", "Velm fevers are allergic diseases."),
    ],
)  # fmt: skip
def test_what_a_sentence_says_in_passing(text: str, name: str, written: str) -> None:
    assert [said for said, _ in kinds_in_passing(text, f"(?i:{name})")] == [written]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("We saw velmosis, a finding of four patients, in May.", "velmosis"),
        ("We saw velmosis, a 3-day illness, in May.", "velmosis"),
        ("The nuclear receptor velm proliferator rose.", "velm"),
        ("The phthalic ester plasticizer was fed.", "plasticizer"),
        ("Depressive disorders such as depression are common.", "depression"),
        ("Substances such as velmase were bought.", "velmase"),
        ("Cancers, such as velm cancer, are rare.", "cancers"),
        ("It rained.", "velmase"),
    ],
)
def test_what_says_nothing_of_a_kind(text: str, name: str) -> None:
    assert list(kinds_in_passing(text, f"(?i:{name})")) == []


def test_the_surer_wordings_are_worth_more() -> None:
    apposed = next(kinds_in_passing("Velmosis, a disease of the marshes, is rare.", "Velmosis"))[1]
    listed = next(kinds_in_passing("Chronic diseases such as Velmosis are rare.", "Velmosis"))[1]
    bare = next(kinds_in_passing("Diseases such as Velmosis are rare.", "Velmosis"))[1]
    assert apposed > listed > bare > 0


@pytest.mark.parametrize(
    ("name", "expected"),
    [("kidneys", True), ("viruses", True), ("biopsies", True), ("catalase", False), ("analysis", False),
     ("ultrasonics", False), ("illness", False)],
)  # fmt: skip
def test_the_number_of_a_name(name: str, expected: bool) -> None:
    assert is_plural(name) is expected


@pytest.mark.parametrize(
    ("word", "plural"),
    [("syndrome", "syndromes"), ("therapy", "therapies"), ("bacterium", "bacteria"), ("species", "species"),
     ("virus", "viruses")],
)  # fmt: skip
def test_plurals(word: str, plural: str) -> None:
    assert plural_of(word) == plural
