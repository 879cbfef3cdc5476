from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conspectus.domain.minigraph import ConceptKind, RelationKind
from conspectus.evaluation.benchmarks.scierc import load_scierc
from conspectus.foundation.errors import NothingFound, UnreadableFile


def record(key: str = "d1", **changes: Any) -> dict[str, Any]:
    return {
        "doc_key": key,
        "sentences": [["We", "read", "maps", "."], ["River", "maps", "help", "flood", "prediction", "."]],
        "ner": [[[2, 2, "Material"]], [[4, 5, "Material"], [7, 8, "Task"]]],
        "relations": [[], [[4, 5, 7, 8, "USED-FOR"]]],
        **changes,
    }


def write(folder: Path, name: str, *records: Any) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text("\n".join(item if isinstance(item, str) else json.dumps(item) for item in records), "utf-8")
    return path


def test_token_positions_become_characters(tmp_path: Path) -> None:
    (document,) = load_scierc(write(tmp_path, "dev.json", record())).documents
    assert document.id == "d1"
    assert document.sentences == ("We read maps .", "River maps help flood prediction .")
    assert [(m.sentence, m.start, m.end, m.text, m.kind) for m in document.gold.mentions] == [
        (0, 8, 12, "maps", ConceptKind.MATERIAL),
        (1, 0, 10, "River maps", ConceptKind.MATERIAL),
        (1, 16, 32, "flood prediction", ConceptKind.TASK),
    ]
    (relation,) = document.gold.relations
    assert (relation.head.text, relation.kind, relation.tail.text, relation.sentence) == (
        "River maps",
        RelationKind.USED_FOR,
        "flood prediction",
        1,
    )


def test_a_folder_gives_the_split_asked_for(tmp_path: Path) -> None:
    write(tmp_path / "document_json", "train.json", record("t1"), record("t2"))
    write(tmp_path / "document_json", "dev.json", record("d1"))
    write(tmp_path / "samples", "dev.json", record("other"))
    assert [d.id for d in load_scierc(tmp_path, "train").documents] == ["t1", "t2"]
    assert [d.id for d in load_scierc(tmp_path, "dev").documents] == ["d1"]
    assert [d.id for d in load_scierc(tmp_path / "document_json", "dev").documents] == ["d1"]
    assert [d.id for d in load_scierc(tmp_path, "train", limit=1).documents] == ["t1"]


@pytest.mark.parametrize(
    "broken",
    [
        record(ner=[[[2, 2, "Nonsense"]], []]),
        record(ner=[[[2, 9, "Task"]], []]),
        record(relations=[[], [[4, 5, 7, 8, "LIKES"]]]),
        record(relations=[[], [[4, 4, 7, 8, "USED-FOR"]]]),
        record(ner=[[]]),
        record(sentences=None),
        record(ner=[[["a", "b"]], []]),
        record(sentences=[[1, 2], [3]], ner=[[], []], relations=[[], []]),
        "{not json",
        "[1, 2]",
    ],
)
def test_one_broken_record_is_told_and_the_others_are_read(tmp_path: Path, broken: Any) -> None:
    loaded = load_scierc(write(tmp_path, "dev.json", record("d1"), broken, record("d3")))
    assert [document.id for document in loaded.documents] == ["d1", "d3"]
    assert [failure.record for failure in loaded.broken] == [2]


def test_what_is_not_there_is_told(tmp_path: Path) -> None:
    write(tmp_path, "dev.json", record())
    with pytest.raises(NothingFound) as missing:
        load_scierc(tmp_path, "test")
    assert missing.value.hint
    with pytest.raises(NothingFound):
        load_scierc(write(tmp_path / "x", "dev.json", {"text": "no"}))
    with pytest.raises(UnreadableFile):
        load_scierc(tmp_path / "nowhere", "dev")
