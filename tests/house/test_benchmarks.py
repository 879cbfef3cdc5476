"""The benchmarks work end to end; what they measure is judged by people, never here."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RUN = ROOT / "benchmarks" / "run.py"
PROGRAMS = [
    "review", "extraction", "start", "reading", "library", "load", "duplicates", "models", "communities", "topic-page",
    "answers", "graph", "summaries", "pdf", "quality",
]  # fmt: skip


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(RUN), *arguments], capture_output=True, text=True, timeout=120)


def rendered(results: str) -> str:
    """What the renderer makes of the text of a results file."""
    code = (
        "import json, sys; sys.path.insert(0, sys.argv[1]); from benchmarks.results_file import render; "
        "sys.stdout.write(render(json.load(sys.stdin)))"
    )
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", code, str(ROOT)], input=results, capture_output=True, text=True,
        check=True, encoding="utf-8",
    )  # fmt: skip
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The figures of every program in its tiny size, without any data set."""
    into = tmp_path_factory.mktemp("figures")
    done = run("--quick", "--into", str(into), "--data", str(into / "no-data"))
    assert done.returncode == 0, done.stderr
    return into


def test_every_program_gives_figures_or_says_why_not(folder: Path) -> None:
    programs = json.loads((folder / "results.json").read_text("utf-8"))["programs"]
    assert list(programs) == PROGRAMS
    for name, entry in programs.items():
        assert entry["quick"] is True
        assert name in entry["command"]
        assert all(set(row) >= set(table["columns"]) for table in entry["tables"] for row in table["rows"])
        assert all(table["rows"] for table in entry["tables"])
        assert entry["tables"] or entry["skipped"]
    assert programs["quality"]["tables"] == []
    assert len(programs["quality"]["skipped"]) == 6


def test_the_figures_name_the_machine_by_what_bears_on_them(folder: Path) -> None:
    """Figures are published: a host's name or a person's folder must not be."""
    written = (folder / "results.json").read_text("utf-8") + (folder / "RESULTS.md").read_text("utf-8")
    for entry in json.loads((folder / "results.json").read_text("utf-8"))["programs"].values():
        assert set(entry["machine"]) == {"cores", "system", "python", "conspectus"}
    assert str(ROOT) not in written
    assert str(folder) not in written
    assert str(Path.home()) not in written
    assert len(platform.node()) < 4 or platform.node() not in written


def test_the_page_is_what_the_renderer_makes_of_the_figures(folder: Path) -> None:
    page = (folder / "RESULTS.md").read_text("utf-8")
    assert page == rendered((folder / "results.json").read_text("utf-8"))
    assert all(f"\n## {name}\n" in page for name in PROGRAMS)
    assert "not figures to be quoted" in page


def test_the_kept_page_is_what_the_renderer_makes_of_the_kept_figures() -> None:
    """A figure changed by hand would be a made-up one."""
    kept = ROOT / "benchmarks" / "results.json"
    if not kept.exists():
        pytest.skip("no figures are kept yet: run `make bench`")
    assert (kept.with_name("RESULTS.md")).read_text("utf-8") == rendered(kept.read_text("utf-8"))
    assert not any(entry["quick"] for entry in json.loads(kept.read_text("utf-8"))["programs"].values())


def test_the_figures_of_other_programs_are_kept_when_one_runs_alone(tmp_path: Path, folder: Path) -> None:
    results = json.loads((folder / "results.json").read_text("utf-8"))
    results["programs"]["extraction"]["notes"] = ["a former run"]
    results["programs"]["review"]["notes"] = ["another former run"]
    (tmp_path / "results.json").write_text(json.dumps(results), "utf-8")
    done = run("extraction", "--quick", "--into", str(tmp_path), "--data", str(tmp_path / "no-data"))
    assert done.returncode == 0, done.stderr
    programs = json.loads((tmp_path / "results.json").read_text("utf-8"))["programs"]
    assert list(programs) == PROGRAMS
    assert programs["review"] == results["programs"]["review"]
    assert programs["extraction"]["notes"] != ["a former run"]


def test_an_unknown_name_lists_the_known_ones() -> None:
    done = run("speed")
    assert done.returncode == 2
    assert "'speed'" in done.stderr
    assert all(name in done.stderr for name in PROGRAMS)


def test_quality_runs_on_the_sets_that_are_there(tmp_path: Path) -> None:
    data = ROOT.parent / "shared" / "data"
    if not (data / "rwsg_ccby").is_dir():
        pytest.skip("there is no folder of data sets beside the project")
    done = run("quality", "--quick", "--into", str(tmp_path), "--data", str(data))
    assert done.returncode == 0, done.stderr
    entry = json.loads((tmp_path / "results.json").read_text("utf-8"))["programs"]["quality"]
    titles = [table["title"] for table in entry["tables"]]
    assert any(title.startswith("rwsg_ccby: 2 items") for title in titles)
    assert any(title == "rwsg_ccby: conspectus minus the others" for title in titles)
    assert any("never the published test sets" in note for note in entry["notes"])
