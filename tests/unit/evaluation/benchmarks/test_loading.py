from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path

import pytest

from conspectus.evaluation.benchmarks import BENCHMARKS
from conspectus.evaluation.benchmarks.data_file import DataFile, files_under
from conspectus.evaluation.benchmarks.loading import load_set, recognise_sets
from conspectus.foundation.errors import NothingFound, UnknownFormat, UnknownName, UnreadableFile, UsageError

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures" / "related_work"
DATA = Path(__file__).resolve().parents[4].parent / "shared" / "data"

LAYOUTS = {
    "citebench.json": ("citebench_sample", 2, 116, "citation-text"),
    "rwsg": ("rwsg_ccby", 1, 300, "whole-section"),
    "related_work_acl.jsonl": ("related_work_acl", 2, 300, "whole-section"),
    "multi_xscience.json": ("multi_xscience", 2, 116, "citation-text"),
    "multi_xscience_lists.jsonl": ("multi_xscience", 2, 116, "citation-text"),
    "tad.jsonl": ("tad_tas2", 2, 116, "citation-text"),
    "rwsdata": ("rwsdata", 1, 500, "whole-section"),
    "deepscholar": ("deepscholar_bench", 2, 300, "whole-section"),
}


@pytest.mark.parametrize("place", LAYOUTS)
def test_each_layout_is_known_by_its_content(place: str) -> None:
    name, count, words, kind = LAYOUTS[place]
    loaded = load_set(FIXTURES / place)
    assert loaded.name == name
    assert len(loaded.items) == count
    assert {item.words for item in loaded.items} == {words}
    assert {item.target_kind for item in loaded.items} == {kind}
    assert all(item.given and item.target for item in loaded.items)


def test_every_registered_set_has_a_fixture() -> None:
    assert {name for name, *_ in LAYOUTS.values()} == set(BENCHMARKS.names())


def test_no_file_is_claimed_by_two_sets() -> None:
    claims = [file.path for files in recognise_sets(files_under(FIXTURES)).values() for file in files]
    assert len(claims) == len(set(claims))


def test_citebench_numbers_from_zero_and_keeps_the_place_of_a_missing_abstract() -> None:
    first, second = load_set(FIXTURES / "citebench.json").items
    assert [(r.id, r.number) for r in first.references] == [("[0]", 0), ("[1]", 1), ("[2]", 2), ("[3]", 3)]
    assert [r.number for r in first.given] == [0, 1, 3]
    assert first.own_abstract.startswith("Irrigation wastes water")
    assert first.references[0].abstract.startswith("We present a probe")  # "Abstract" is a label
    assert second.own_abstract == ""
    assert load_set(FIXTURES / "citebench.json").without_abstract == 1


def test_multi_xscience_layouts_give_the_same_items_and_keep_the_target_to_the_letter() -> None:
    published = load_set(FIXTURES / "multi_xscience.json").items
    assert published == load_set(FIXTURES / "multi_xscience_lists.jsonl").items
    assert [item.id for item in published] == ["w1", "w1-2"]
    assert "@cite_3 buries" in published[0].target
    assert [(r.id, r.number) for r in published[0].references] == [("@cite_3", 3), ("@cite_9", 9)]


def test_a_gzipped_file_is_read_like_a_plain_one(tmp_path: Path) -> None:
    packed = tmp_path / "test.json.gz"
    packed.write_bytes(gzip.compress((FIXTURES / "multi_xscience.json").read_bytes()))
    assert load_set(packed).items == load_set(FIXTURES / "multi_xscience.json").items


def test_related_work_acl_knows_titles_years_and_authors() -> None:
    reference = load_set(FIXTURES / "related_work_acl.jsonl").items[0].references[1]
    assert (reference.title, reference.year, reference.authors) == ("Rain from radar", 2016, ("Lu Marsh", "Ty Nash"))


def test_rwsdata_is_mended_into_sentences_and_loses_its_key_phrases() -> None:
    (item,) = load_set(FIXTURES / "rwsdata").items
    assert item.references[0].title == "a buried probe"
    assert item.references[0].abstract == (
        "We present a probe that measures the moisture of soil (every ten minutes). "
        "The probe runs for a year on one battery."
    )
    assert item.references[1].abstract.startswith("This paper introduces a model that predicts rainfall, from")
    assert item.references[1].abstract.endswith("storms.")
    assert "(hill 2011);(brook et al 2015)" in item.target


def test_deepscholar_becomes_plain_text_with_keys_and_joins_the_tables_of_citations() -> None:
    loaded = load_set(FIXTURES / "deepscholar")
    first, second = loaded.items
    assert first.target == (
        "Soil probes.\n\nBuried probes \\cite{hill2011,brook2015} measure soil moisture. probe runs for a year."
        "\n\nRain.\n\nRadar images predict rainfall \\cite{marsh2016,nash1999}."
    )
    assert [r.id for r in first.references] == ["hill2011", "brook2015", "marsh2016", "nash1999"]
    assert [r.number for r in first.references] == [1, 2, 3, 4]
    assert first.references[0].abstract.startswith("We present a probe")  # from the second table
    assert first.references[0].year == 2011
    assert first.references[1].authors == ("Brook, Ada", "Dale, Cy", "Ford, Eva")
    assert [r.id for r in first.given] == ["hill2011", "brook2015", "marsh2016"]
    assert second.target.startswith("Radar images")  # the raw section where there is no clean one
    assert [failure.record for failure in loaded.broken] == [3]


@pytest.mark.parametrize(
    "place, good",
    [("related_work_acl.jsonl", "W24-1"), ("tad.jsonl", "broken-1"), ("multi_xscience_lists.jsonl", "w1")],
)
def test_broken_lines_are_reported_with_their_number_and_the_rest_is_read(
    place: str, good: str, tmp_path: Path
) -> None:
    lines = (FIXTURES / place).read_text().splitlines()
    record = json.loads(lines[1])
    record["refs" if "refs" in record else "ref_abstract"] = 7
    path = tmp_path / "broken.jsonl"
    path.write_text("\n".join([lines[0], "{not json", "[1]", json.dumps(record), lines[1]]))
    loaded = load_set(path)
    assert len(loaded.items) == 2
    assert loaded.items[0].id == good
    assert [failure.record for failure in loaded.broken] == [2, 3, 4]
    assert all("broken.jsonl" in failure.message for failure in loaded.broken)


def test_a_list_that_breaks_off_gives_what_stands_before_the_break(tmp_path: Path) -> None:
    path = tmp_path / "cut.json"
    path.write_text((FIXTURES / "citebench.json").read_text()[:-40])
    loaded = load_set(path)
    assert [item.id for item in loaded.items] == ["cut-1"]
    assert [failure.record for failure in loaded.broken] == [2]


def test_items_that_cannot_be_scored_are_set_aside_with_a_reason(tmp_path: Path) -> None:
    rows = [
        {"input": ["<abs> Ours.", ""], "target": "A text that cites nothing which could be read [0] ."},
        {"input": ["A reference that can be read."], "target": "See [0] ."},
        {"input": ["A reference that can be read."], "target": "Here is a target of more words [0] ."},
    ]
    path = tmp_path / "few.json"
    path.write_text(json.dumps(rows))
    loaded = load_set(path)
    assert [item.id for item in loaded.items] == ["few-3"]
    assert [(u.id, u.reason) for u in loaded.unused] == [
        ("few-1", "no reference has an abstract"),
        ("few-2", "the human text has fewer than 5 words"),
    ]


def test_limit_counts_items_that_can_be_scored() -> None:
    assert len(load_set(FIXTURES / "citebench.json", limit=1).items) == 1


def test_a_folder_with_several_sets_asks_which() -> None:
    with pytest.raises(UsageError, match="several benchmark sets") as caught:
        load_set(FIXTURES)
    assert "--set" in caught.value.hint
    assert load_set(FIXTURES, name="tad_tas2").name == "tad_tas2"


def test_what_is_not_there_or_not_known_is_said(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile):
        load_set(tmp_path / "nowhere")
    with pytest.raises(UnknownFormat) as caught:
        load_set(tmp_path)
    assert "multi_xscience" in caught.value.hint
    with pytest.raises(UnknownName):
        load_set(tmp_path, name="citebnech")
    shutil.copy(FIXTURES / "citebench.json", tmp_path)
    with pytest.raises(UnknownFormat, match="rwsdata"):
        load_set(tmp_path, name="rwsdata")


def test_a_set_of_unusable_items_alone_is_nothing(tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    path.write_text(json.dumps([{"input": [""], "target": "A target with enough words in it."}]))
    with pytest.raises(NothingFound) as caught:
        load_set(path)
    assert "no reference has an abstract" in caught.value.hint


@pytest.mark.parametrize(
    "content", [b"", b"\x1f\x8b broken gzip", b"\xff\xfe\x00", b"a,b\rc", b'{"a": ', b"[" * 100_000]
)
def test_hostile_files_are_of_no_layout(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "odd").write_bytes(content)
    assert recognise_sets(files_under(tmp_path)) == {}


def test_damaged_compression_is_reported_not_raised(tmp_path: Path) -> None:
    records = json.loads((FIXTURES / "multi_xscience.json").read_text()) * 4000
    for number, record in enumerate(records):
        records[number] = {**record, "aid": f"{number * 7919:x}"}
    packed = gzip.compress(json.dumps(records).encode())
    (tmp_path / "cut.json.gz").write_bytes(packed[: len(packed) // 2])
    with pytest.raises(NothingFound) as caught:
        load_set(tmp_path)
    assert "cannot be read" in caught.value.hint
    with pytest.raises(UnreadableFile):
        DataFile(tmp_path / "cut.json.gz").text()


REAL = {
    "citebench_sample": "citebench_sample",
    "deepscholar_bench": "deepscholar_bench",
    "rwsdata": "rwsdata",
    "rwsg_ccby": "rwsg_ccby",
    "related_work_acl": "related_work_acl",
    "format_samples/multi_x_science_sum": "multi_xscience",
}


@pytest.mark.parametrize("folder", REAL)
def test_real_data_load_without_a_broken_record(folder: str) -> None:
    if not (DATA / folder).is_dir():
        pytest.skip(f"the data set {folder} is not beside the repository")
    loaded = load_set(DATA / folder)
    assert loaded.name == REAL[folder]
    assert not loaded.broken
    assert len(loaded.items) >= 2
    assert len({item.id for item in loaded.items}) == len(loaded.items)
    for item in loaded.items:
        numbers = [reference.number for reference in item.references]
        assert len(set(numbers)) == len(numbers)
        assert "<abs>" not in item.own_abstract + item.given[0].abstract
