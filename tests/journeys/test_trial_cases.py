"""What went wrong for users of other tools, in files of the same shape, and goes right here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from conspectus.cli.main import main
from conspectus.library.store import VECTOR_PROJECTION, Library

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder with its own library and settings."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "conspectus.toml").touch()
    monkeypatch.setenv("CONSPECTUS_CONFIG", str(tmp_path / "conspectus.toml"))
    monkeypatch.setenv("CONSPECTUS_LIBRARY", str(tmp_path / "lib"))
    return tmp_path


def run(capsys: Capture, *argv: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(list(argv))
    streams = capsys.readouterr()
    return code, streams.out, streams.err


def added(capsys: Capture, *argv: str) -> tuple[int, dict[str, Any]]:
    code, out, _ = run(capsys, "add", *argv, "--json")
    report: dict[str, Any] = json.loads(out)
    return code, report


def write(name: str, data: str | bytes) -> str:
    Path(name).write_bytes(data.encode() if isinstance(data, str) else data)
    return name


def tags(*pairs: tuple[str, str]) -> str:
    return "".join(f"{tag}  - {value}\n" for tag, value in pairs) + "ER  - \n\n"


# --- C25: one odd thing in a file, and the whole import was refused -------------------------------------------------


def test_c25_an_endnote_tagged_file_that_says_it_is_ris(capsys: Capture) -> None:
    text = (
        "%0 Journal Article\n%T Ανάλυση των δεδομένων για το νερό\n%A Παπάς, Νίκος\n%D 2014\n%X Μελετάμε το νερό.\n\n"
    )
    code, report = added(capsys, write("greek.ris", "\ufeff" + text + text.replace("νερό", "έδαφος")))
    assert (code, report["added"], report["failed"]) == (0, 2, [])
    _, out, _ = run(capsys, "papers", "--json")
    assert "Ανάλυση των δεδομένων για το νερό" in {paper["title"] for paper in json.loads(out)}


def test_c25_one_broken_record_is_named_and_the_others_come_in(capsys: Capture) -> None:
    records = [tags(("TY", "JOUR"), ("TI", f"On beetle {n}"), ("AU", f"Berg{n}, A")) for n in range(130)]
    records[64] = tags(("TY", "JOUR"), ("N1", "Nothing else is left."))
    code, report = added(capsys, write("many.ris", "".join(records)))
    assert (code, report["added"]) == (3, 129)
    (failed,) = report["failed"]
    assert (failed["record"], failed["line"]) == (65, 64 * 5 + 1)
    assert failed["reason"]
    assert failed["hint"]


def test_c25_an_embase_export_with_a_link_line_and_a1_authors(capsys: Capture) -> None:
    one = tags(
        ("TY", "JOUR"), ("M3", "Article"), ("A1", "Berg A."), ("A1", "Holm B."), ("T1", "On the liver of mice"),
        ("Y1", "2016//"), ("N2", "We study the liver."), ("JF", "Journal of Livers"), ("DB", "Embase"),
    )  # fmt: skip
    link = "Link to the Embase record: https://example.org/record?id=L600000001\n"
    code, report = added(capsys, write("embase.ris", f"{link}{one}{link}{one.replace('liver', 'kidney')}"))
    assert (code, report["added"], report["failed"]) == (0, 2, [])
    assert report["files"][0]["dialect"] == "Embase"
    with Library(Path("lib")) as library:
        assert {len(paper.authors) for paper in library.papers()} == {2}


# --- C26: the same works from four databases ------------------------------------------------------------------------


def test_c26_a_merged_library_is_no_poorer_than_its_parts(capsys: Capture) -> None:
    dialects = {
        "embase": ("T1", "N2", "A1"),
        "cinahl": ("TI", "AB", "AU"),
        "epistemonikos": ("TI", "N2", "AU"),
        "pubmed": ("T1", "AB", "A1"),
    }
    texts: set[str] = set()
    for place, (name, (title, abstract, author)) in enumerate(dialects.items()):
        records = []
        for number in range(place, place + 4):  # each shares three works with the next
            pairs = [("TY", "JOUR"), (title, f"A trial of remedy {number} for colds"), (author, "Berg, Anna")]
            pairs += [("PY", "2015"), ("DO", f"10.5555/remedy{number}")]
            pairs += [(abstract, f"We give remedy {number} to patients.")] if number != place else []
            records.append(tags(*pairs))
            texts |= {f"10.5555/remedy{number}"} if number != place else set()
        code, report = added(capsys, write(f"{name}.ris", "".join(records)))
        assert (code, report["added"] + report["merged"], report["failed"]) == (0, 4, [])
    with Library(Path("lib")) as library:
        papers = list(library.papers())
    assert len(papers) == 7
    assert all(paper.title and paper.authors and paper.year == 2015 for paper in papers)
    assert {paper.identifiers.doi for paper in papers if paper.abstract} == texts


# --- C27: PubMed's own format, under a name that says nothing -------------------------------------------------------


@pytest.mark.parametrize("name", ["pubmed-export.txt", "pubmed.nbib", "pubmed.ris", "pubmed"])
def test_c27_medline_is_told_by_its_content(capsys: Capture, name: str) -> None:
    one = (
        "PMID- 10000001\nOWN - NLM\nDP  - 2011 Mar\nTI  - The growth of reeds\n      in shallow water.\n"
        "AB  - We measure reeds.\nFAU - Berg, Anna\nAU  - Berg A\nJT  - Journal of Reeds\n\n"
    )
    code, report = added(capsys, write(name, one + one.replace("10000001", "10000002").replace("reeds", "rushes")))
    assert (code, report["added"]) == (0, 2)
    assert report["files"][0]["label"] == "MEDLINE / nbib"


# --- C38: large libraries, and a store that was cut short -----------------------------------------------------------

CHILD = """
import resource, sys
resource.setrlimit(resource.RLIMIT_DATA, (900 << 20, 900 << 20))
from conspectus.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="resource limits are POSIX")
@pytest.mark.timeout(900)
def test_c38_five_thousand_records_in_bounded_memory(capsys: Capture) -> None:
    words = ("oak", "ash", "elm", "fir", "yew", "bay", "fig", "box", "may", "ivy")
    with Path("many.ris").open("w", encoding="utf-8") as file:
        for number in range(5_000):
            title = " ".join(words[int(digit)] for digit in f"{number:04d}")
            file.write(tags(("TY", "JOUR"), ("TI", f"{title} {number}"), ("AU", f"Berg{number}, A"), ("PY", "2001"),
                            ("DO", f"10.5555/m{number}"), ("AB", f"We study {title}. " * 20)))  # fmt: skip
    done = subprocess.run([sys.executable, "-c", CHILD, "add", "many.ris", "-q"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("5000 added")


def library_of(capsys: Capture, number: int) -> Path:
    text = "".join(
        tags(("TY", "JOUR"), ("TI", f"On reed {n}"), ("AU", f"Berg{n}, A"), ("DO", f"10.5555/r{n}"),
             ("AB", f"We study reed {n}. It grows. " * (200 if n % 7 == 0 else 10)))
        for n in range(number)
    )  # fmt: skip
    assert added(capsys, write("reeds.ris", text))[1]["added"] == number
    return Path("lib/library.sqlite")


@pytest.mark.parametrize("share", [0.4, 0.7, 0.95])
def test_c38_a_library_that_was_cut_short_is_recovered(capsys: Capture, share: float) -> None:
    path = library_of(capsys, 120)
    with Library(Path("lib")) as library:
        before = {paper.id: paper for paper in library.papers()}
    os.truncate(path, int(path.stat().st_size * share))
    damaged = path.read_bytes()
    code, _, err = run(capsys, "papers")
    assert code == 1
    assert "conspectus doctor --recover" in err
    code, out, _ = run(capsys, "doctor", "--recover", "--json")
    recovery = json.loads(out)
    assert recovery["papers"] > 0
    assert Path(recovery["backup"]).read_bytes() == damaged
    with Library(Path("lib")) as library:
        after = {paper.id: paper for paper in library.papers()}
        assert library.projections.missing(VECTOR_PROJECTION) == library.projections.left_over(VECTOR_PROJECTION) == []
    assert len(after) == recovery["papers"]
    # What is said to be whole is exactly what it was; what is lost comes back with the file.
    assert all(after[name] == before[name] for name in after if name not in recovery["incomplete"])
    assert code == (3 if recovery["lost"] or recovery["incomplete"] else 0)
    assert run(capsys, "doctor")[0] == 0
    added(capsys, "reeds.ris")
    with Library(Path("lib")) as library:
        assert {paper.id: paper.abstract for paper in library.papers()} == {
            name: paper.abstract for name, paper in before.items()
        }


def test_c38_garbage_in_the_middle_costs_only_what_it_covers(capsys: Capture) -> None:
    path = library_of(capsys, 120)
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(b"\xff" * 8192)
    _, out, _ = run(capsys, "doctor", "--recover", "--json")
    assert json.loads(out)["papers"] >= 100
    assert run(capsys, "doctor")[0] == 0


def test_c38_a_sound_library_is_left_alone_and_a_lost_one_is_kept(capsys: Capture) -> None:
    path = library_of(capsys, 3)
    sound = path.read_bytes()
    code, _, err = run(capsys, "doctor", "--recover")
    assert (code, path.read_bytes()) == (2, sound)
    assert "nothing to recover" in err
    path.write_bytes(b"\xff" * 50_000)
    code, _, err = run(capsys, "doctor", "--recover")
    assert code == 1
    assert "No paper can be read" in err
    assert path.read_bytes() == b"\xff" * 50_000
    assert run(capsys, "doctor", "--recover", "--library", "nowhere")[0] == 4
