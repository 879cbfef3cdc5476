from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.scientific_entities import Mention, ScientificEntity, ScientificType
from conspectus.graphs.scientific_entities.variants import form_variants, unite_variants, variant_of

NAMES = st.lists(
    st.sampled_from(
        "BERT|BERT model|bert models|data set|dataset|Data-set|GPT-2|GPT-3|supervised learning|unsupervised learning|"
        "named entity recogniton|named entity recognition|recognition of named entity|peat corpus|Peat-Corpora".split(
            "|"
        )
    ),
    max_size=12,
)


def entity(label: str, place: int, kind: ScientificType = ScientificType.METHOD, count: int = 1) -> ScientificEntity:
    mentions = tuple(
        Mention(address="s1.p1.t1", start=100 * place + 50 * n, end=100 * place + 50 * n + len(label), surface=label)
        for n in range(count)
    )
    return ScientificEntity(label=label, kind=kind, mentions=mentions)


@pytest.mark.parametrize(
    ("one", "other", "reason", "certain"),
    [
        ("data set", "datasets", "spelling", True),
        ("co-reference", "coreference", "spelling", True),
        ("BERT", "BERT model", "type word", True),
        ("SQuAD dataset", "SQuAD", "type word", True),
        ("word sense disambiguation", "disambiguation word sense", "word order", False),
        ("named entity recogniton", "named entity recognition", "one letter", False),
        ("paragraph retrieval", "pargaraph retrieval", "one letter", False),
    ],
)
def test_what_are_variants(one: str, other: str, reason: str, certain: bool) -> None:
    found = variant_of(one, other)
    assert found is not None
    assert (found.reason, found.is_certain) == (reason, certain)
    assert found == variant_of(other, one)
    assert found.first < found.second
    assert 0 < found.score <= 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("GPT-2", "GPT-3"),
        ("Phase 2 trial", "Phase 3 trial"),
        ("supervised learning", "unsupervised learning"),
        ("interannotator agreement", "intraannotator agreement"),
        ("hypertensive patients", "hypotensive patients"),
        ("segmentation model", "segmentation"),
        ("type a behaviour", "type b behaviour"),
        ("convolutional network", "convolutional networks"),
        ("cat", "bat"),
        ("", "BERT"),
        ("syntactic parsers", "syntactics parser"),
    ],
)
def test_what_are_none(one: str, other: str) -> None:
    assert variant_of(one, other) is None


@given(NAMES)
def test_blocks_miss_no_pair_and_pairs_come_once(names: list[str]) -> None:
    found = list(form_variants(names))
    pairs = {(v.first, v.second) for v in found}
    assert len(pairs) == len(found)
    wanted = {(v.first, v.second) for one in names for other in names if (v := variant_of(one, other))}
    # Of names with one key the first stands for all, so that only its form decides about type words.
    assert pairs <= wanted
    assert {pair for pair in wanted if "bert" not in pair[0]} == {pair for pair in pairs if "bert" not in pair[0]}


def test_sure_variants_of_one_type_are_united_and_keep_everything() -> None:
    given = (
        entity("data set", 0, ScientificType.DATASET),
        entity("BERT", 1),
        entity("dataset", 2, ScientificType.DATASET, count=3),
        entity("BERT model", 3, ScientificType.TOOL),
        entity("Data-sets", 4, ScientificType.DATASET),
    )
    found = unite_variants(given)
    assert [e.label for e in found] == ["BERT", "dataset", "BERT model"]
    united = found[1]
    assert set(united.aliases) == {"data set", "Data-sets"}
    assert sum(len(e.mentions) for e in found) == sum(len(e.mentions) for e in given)


def test_perhaps_is_not_enough() -> None:
    given = (entity("named entity recogniton", 0), entity("named entity recognition", 1))
    assert unite_variants(given) == given


def test_many_names_are_compared_in_little_time() -> None:
    names = [f"peat{n} model{n % 7} of wet moors" for n in range(5_000)]
    assert list(form_variants(names)) == []
