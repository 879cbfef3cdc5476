from __future__ import annotations

from pathlib import Path

from conspectus.graphs.scientific_entities.label_index import LabelIndex, key_of, open_label_index
from conspectus.graphs.scientific_entities.label_tables import LabelEntry

ENTRIES = (
    LabelEntry(iri="urn:moss", names=(("peat moss", "en"), ("Torfmoos", "de")), kind="Plant"),
    LabelEntry(iri="urn:growth", names=(("growth of peat mosses in the cold", ""),)),
    LabelEntry(iri="urn:other", names=(("Peat Moss", ""), ("bog moss", ""))),
    LabelEntry(iri="urn:growth2", names=(("peat moss growth", ""),)),
)


def test_the_three_keys() -> None:
    assert key_of(" The  Growth of Tumours", "exact") == "the growth of tumours"
    assert key_of("The Growth of Tumours", "stopwords") == "growth tumours"
    assert key_of("The Growth of Tumours", "lemma") == "growth tumor"


def test_an_entry_by_each_key_the_preferred_and_the_first_before_others() -> None:
    index = LabelIndex.of(ENTRIES)
    assert len(index) == 4
    hit = index.by_step("PEAT MOSS", "exact")
    assert hit is not None
    assert (hit.iri, hit.kind, hit.score) == ("urn:other", "", 1.0)
    english = index.by_step("peat moss", "exact", language="en")
    assert english is not None
    assert english.iri == "urn:moss"
    assert index.by_step("peat mosses", "exact") is None
    lemma = index.by_step("the peat mosses", "lemma")
    assert lemma is not None
    assert lemma.label == "Peat Moss"
    stop = index.by_step("growth peat mosses cold", "stopwords")
    assert stop is not None
    assert stop.iri == "urn:growth"
    assert index.by_step("of the", "stopwords") is None


def test_the_first_hit_has_all_words_and_is_the_shortest() -> None:
    index = LabelIndex.of(ENTRIES)
    hit = index.first("moss growth")
    # Two of three words: 2 / sqrt(2 * 3).
    assert hit is not None
    assert (hit.iri, hit.score) == ("urn:growth2", 0.8165)
    assert index.first("moss growth rate") is None
    assert index.first("the of") is None


def test_an_index_on_disk_is_made_once_for_each_content(tmp_path: Path) -> None:
    table, folder = tmp_path / "t.csv", tmp_path / "kept"
    table.write_text("label,iri\npeat moss,urn:1\n", encoding="utf-8")
    with open_label_index(table, folder) as index:
        assert len(index) == 1
    (made,) = folder.iterdir()
    before = made.stat().st_mtime_ns
    with open_label_index(table, folder) as index:
        hit = index.by_step("peat moss", "exact")
        assert hit is not None
        assert hit.iri == "urn:1"
    assert made.stat().st_mtime_ns == before
    table.write_text("label,iri\nbog moss,urn:2\n", encoding="utf-8")
    with open_label_index(table, folder) as index:
        assert index.by_step("peat moss", "exact") is None
    assert len(list(folder.iterdir())) == 2
    with open_label_index(table) as index:
        assert len(index) == 1
