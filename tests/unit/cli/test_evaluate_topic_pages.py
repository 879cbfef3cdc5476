from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from conspectus.cli.evaluate import command
from conspectus.foundation.errors import UsageError

APP = typer.Typer()
APP.command()(command)
RUNNER = CliRunner()

RECORD = (
    "<DescriptorRecord><DescriptorUI>D{id:06}</DescriptorUI><DescriptorName><String>{name}</String></DescriptorName>"
    "<DateCreated><Year>{year}</Year><Month>05</Month><Day>04</Day></DateCreated>"
    "<TreeNumberList><TreeNumber>A01.1.2.3.4.5.{id}</TreeNumber></TreeNumberList><ConceptList><Concept><TermList><Term>"
    "<String>{other}</String></Term></TermList></Concept></ConceptList></DescriptorRecord>"
)


@pytest.fixture(autouse=True)
def own_place(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path_factory.mktemp("place")
    (place / "none.toml").write_text("")
    monkeypatch.setenv("CONSPECTUS_CONFIG", str(place / "none.toml"))
    monkeypatch.setenv("CONSPECTUS_CACHE_FOLDER", str(place))


@pytest.fixture
def descriptors(tmp_path: Path) -> Path:
    path = tmp_path / "desc.xml"
    records = RECORD.format(id=1, name="Fever, Velm", other="Marsh Fever", year=2015)
    records += RECORD.format(id=2, name="Old Fever", other="Older Fever", year=1999)
    path.write_text(f"<DescriptorRecordSet>{records}</DescriptorRecordSet>", encoding="utf-8")
    return path


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    path = tmp_path / "records.nbib"
    ends = ("is milder in shepherds", "is cured by broth", "is carried by ticks", "improves after rest",
            "reduces the hearing of lambs", "causes a loss of smell in goats")  # fmt: skip
    path.write_text(
        "".join(
            f"PMID- {number}\nTI  - Marsh fever, part {number}\nDP  - 2020\nAU  - Writer {chr(64 + number)}\n"
            f"AB  - Marsh fever is a tick-borne illness of sheep. We found that marsh fever {end} in wet summers.\n\n"
            for number, end in enumerate(ends, 1)
        ),
        encoding="utf-8",
    )
    return path


def run(*arguments: object) -> typer.testing.Result:
    return RUNNER.invoke(APP, ["topic-pages", *map(str, arguments)])


def test_terms_are_drawn_without_any_data(descriptors: Path) -> None:
    told = run("--sample-mesh", descriptors)
    assert told.exit_code == 0, told.output
    assert told.stdout == "D000001\t2015-05-04\t7\tFever, Velm\n"
    assert "1 of 1 eligible" in told.stderr
    found = json.loads(run("--sample-mesh", descriptors, "--json").stdout)
    assert found["terms"][0]["synonyms"] == ["Marsh Fever"]


def test_pages_about_drawn_terms_are_found_by_their_synonyms_and_exported(
    descriptors: Path, papers: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "tables"
    told = run("--sample-mesh", descriptors, "--data", papers, "--annotate", folder, "--json", "--method", "conspectus")
    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout)["topics"] == ["Fever, Velm"]
    (row,) = csv.DictReader((folder / "task-1.csv").read_text(encoding="utf-8").splitlines())
    assert (row["mesh_id"], row["entity"]) == ("D000001", "Fever, Velm")
    assert row["definition"] == "Marsh fever is a tick-borne illness of sheep."
    (cited,) = csv.DictReader((folder / "task-2.csv").read_text(encoding="utf-8").splitlines())
    assert "arsh fever" in cited["context"]
    assert cited["pmid"] in set("123456")


def test_agreement_of_two_annotated_tables(tmp_path: Path) -> None:
    head = "mesh_id,entity,coherence\n"
    (tmp_path / "a.csv").write_text(head + "D1,One,yes\nD2,Two,not\n", encoding="utf-8")
    (tmp_path / "b.csv").write_text(head + "D1,One,yes\nD2,Two,somewhat\n", encoding="utf-8")
    both = ("--agreement", tmp_path / "a.csv", "--agreement", tmp_path / "b.csv")
    assert run(*both).stdout == "coherence\t1/2\t50.0 %\n"
    assert json.loads(run(*both, "--json").stdout) == [
        {"question": "coherence", "agreed": 1, "both": 2, "percent": 50.0}
    ]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("topic-pages", "--agreement", "a.csv"), "two annotated tables"),
        (("topic-pages",), "--data is missing"),
        (("concepts", "--annotate", "out", "--data", "x"), "of topic-pages"),
    ],
)
def test_wrong_uses_are_told(arguments: tuple[str, ...], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        RUNNER.invoke(APP, arguments, catch_exceptions=False)
