from __future__ import annotations

import json
from pathlib import Path

import pyoxigraph
import pytest

from conspectus.cli.main import main
from conspectus.cli.options import open_workbench
from conspectus.domain.paper import Paper

ARTICLE = """<article><front><article-meta><article-id pub-id-type="doi">10.5555/wells</article-id>
<title-group><article-title>Water levels</article-title></title-group>
<abstract><p>We measured wells.</p></abstract></article-meta></front>
<body><sec><title>Introduction</title><p>Wells fall dry (<xref ref-type="bibr" rid="b1">1</xref>). We ask why.</p>
<fig><label>Fig. 1</label><caption><p>A well.</p></caption></fig>
<sec><title>Scope</title><p>Four &lt;wells&gt;.</p></sec></sec></body>
<back><ref-list><ref id="b1"><label>1</label><mixed-citation>Brook A. Springs. 2010.</mixed-citation></ref></ref-list>
</back></article>"""


@pytest.fixture(autouse=True)
def _library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CONSPECTUS_LIBRARY", str(tmp_path / "library"))
    monkeypatch.setenv("CONSPECTUS_CONFIG", str(tmp_path / "conspectus.toml"))
    Path("conspectus.toml").write_text("", "utf-8")
    Path("wells.xml").write_text(ARTICLE, "utf-8")
    assert main(["add", "wells.xml", "--quiet"]) == 0


def only_paper(library: str) -> Paper:
    with open_workbench(Path(library)) as workbench:
        (paper,) = workbench.library.papers()
        return paper


@pytest.mark.parametrize("form", ["json", "xml"])
def test_what_is_shown_as_a_file_is_added_as_the_same_tree(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["show", "10.5555/wells", "--format", form]) == 0
    Path(f"shown.{form}").write_text(capsys.readouterr().out, "utf-8")
    assert main(["add", f"shown.{form}", "--library", "other", "--quiet"]) == 0
    original, copied = only_paper("library"), only_paper("other")
    assert copied.documents == original.documents
    assert (copied.id, copied.title) == (original.id, original.title)
    assert copied.provenance[0].reader == f"ddm_{form}"


def test_json_is_the_same_by_either_option(capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["show", "10.5555/wells", "--format", "json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert main(["show", "10.5555/wells", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == shown
    assert shown["schema"] == "conspectus.ddm/1"
    assert shown["documents"][0]["section"][1]["section"][0]["ID"] == "s2.1"


def test_turtle_is_the_structure_of_the_paper(capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["show", "10.5555/wells", "--format", "turtle"]) == 0
    graph = pyoxigraph.Store()
    graph.load(capsys.readouterr().out.encode(), pyoxigraph.RdfFormat.TURTLE)
    assert graph.query(
        "PREFIX askg: <https://www.anu.edu.au/onto/scholarly#> PREFIX dc: <http://purl.org/dc/elements/1.1/> "
        f'ASK {{ ?paper a askg:Paper ; dc:title ?title FILTER(STR(?title) = "{only_paper("library").title}") }}'
    )
