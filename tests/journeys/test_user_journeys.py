"""What users do, from files to a cited review: add, look, write, follow every citation back, write again."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conspectus.cli.main import main

Capture = pytest.CaptureFixture[str]

RIS = """TY  - JOUR
TI  - Cover crops and the leaching of nitrate
AU  - Ångström, Åsa
AU  - Berg, Bo
PY  - 2015
JO  - Journal of Soils
DO  - 10.5555/cover
ID  - angstrom2015
AB  - Nitrate leaches from bare soil in winter. We compare five cover crops on sandy soil over six winters. Our results
 show that winter rye reduces the leaching of nitrate by 61 percent. Costs of seed were not counted.
ER  -

TY  - JOUR
TI  - Winter rye as a cover crop in dry regions
AU  - Holm, Carla
PY  - 2018
JO  - Journal of Soils
ID  - holm2018
AB  - We study winter rye in regions with less than 400 mm of rain. We find that winter rye takes up water that the next
 crop would have used. This study suggests that cover crops should be ended early in dry springs.
ER  -

"""

BIBTEX = r"""@article{dupont:2019,
  title = {Clover mixtures for {Swiss} orchards},
  author = {Dupont, Chlo{\'e} and M{\"u}ller, Jan and Weiss, Ida},
  journal = {Orchard Science},
  year = {2019},
  doi = {10.5555/clover},
  abstract = {Orchards need nitrogen in spring. We propose a mixture of white clover and fescue for orchards. We show
    that the mixture fixes 84 kg of nitrogen per hectare. However, voles liked the mixture as well.}
}
@article{bare2020,
  title = {A note without an abstract},
  author = {Novak, Eva},
  year = {2020}
}
"""

NBIB = """
PMID- 99000001
OWN - NLM
STAT- MEDLINE
DP  - 2021 May
TI  - Grazed cover crops and the structure of soils.
AB  - BACKGROUND: Grazing may harm soils. METHODS: We sampled 24 fields before and after sheep grazed cover crops.
      RESULTS: We found that grazing did not change the bulk density of the soil. CONCLUSIONS: Cover crops can feed
      sheep without harm to the soil.
FAU - Okafor, Ngozi
AU  - Okafor N
FAU - Lind, Per
AU  - Lind P
LA  - eng
PT  - Journal Article
JT  - Field notes
AID - 10.5555/grazing [doi]
"""

JATS = """<?xml version="1.0" encoding="UTF-8"?>
<article article-type="research-article"><front><journal-meta><journal-title-group>
<journal-title>Weeds</journal-title></journal-title-group></journal-meta><article-meta>
<article-id pub-id-type="doi">10.5555/weeds</article-id>
<title-group><article-title>Cover crops and the weeds below them</article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Sato</surname><given-names>Yui</given-names></name>
</contrib></contrib-group><pub-date><year>2022</year></pub-date>
<abstract><p>We count weeds under three cover crops. We show that dense oats suppress annual weeds in autumn.</p>
</abstract></article-meta></front>
<body><sec><title>Introduction</title><p>Weeds compete with crops.</p></sec></body></article>
"""

KEYS = {"angstrom2015", "holm2018", "dupont:2019"}


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with the four exports in `papers`, and a library of its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "conspectus.toml").touch()
    monkeypatch.setenv("CONSPECTUS_CONFIG", str(tmp_path / "conspectus.toml"))
    monkeypatch.setenv("CONSPECTUS_LIBRARY", str(tmp_path / "lib"))
    folder = tmp_path / "papers"
    folder.mkdir()
    for name, text in {"a.ris": RIS, "b.bib": BIBTEX, "c.nbib": NBIB, "d.xml": JATS}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return tmp_path


def run(capsys: Capture, *argv: str) -> tuple[str, str]:
    """What a command that must succeed prints on stdout and stderr."""
    capsys.readouterr()
    code = main(list(argv))
    streams = capsys.readouterr()
    assert code == 0, streams.err
    return streams.out, streams.err


def review(capsys: Capture, *argv: str) -> dict[str, object]:
    product: dict[str, object] = json.loads(run(capsys, "write", "review", *argv, "--format", "json")[0])
    return product


def sentences(product: dict[str, object]) -> list[dict[str, object]]:
    sections = product["sections"]
    assert isinstance(sections, list)
    return [sentence for section in sections for sentence in section["sentences"]]


def citations(product: dict[str, object]) -> list[dict[str, str]]:
    return [one for sentence in sentences(product) for one in sentence["citations"]]  # type: ignore[attr-defined]


def items(product: dict[str, object]) -> list[dict[str, object]]:
    found = product["references"]
    assert isinstance(found, list)
    return found


def test_from_files_to_a_review_in_three_formats(capsys: Capture) -> None:
    report = json.loads(run(capsys, "add", "papers", "--json")[0])
    assert (report["added"], report["merged"], report["failed"]) == (6, 0, [])
    assert [file["reader"] for file in report["files"]] == ["ris", "bibtex", "medline", "jats"]

    papers = json.loads(run(capsys, "papers", "--json")[0])
    assert len(papers) == 6
    assert {key for paper in papers for key in paper["keys"]} >= KEYS
    assert "Åsa Ångström" in run(capsys, "show", "angstrom2015")[0]
    assert run(capsys, "show", "10.5555/clover")[0] == run(capsys, "show", "dupont:2019")[0]

    for form in ("markdown", "html", "json"):
        out, err = run(capsys, "write", "review", "--from", "papers", "--format", form, "-o", f"review.{form}")
        assert out == f"review.{form}\n"
        assert "not cited: 1, no abstract" in err
        assert Path(f"review.{form}").read_text("utf-8").count("Ångström") >= 2
    product = json.loads(Path("review.json").read_text("utf-8"))
    assert {item["id"] for item in items(product)} == {one["paper"] for one in citations(product)}
    assert len(items(product)) == 5


def test_every_citation_leads_back_to_its_sentence(capsys: Capture) -> None:
    product = review(capsys, "--from", "papers")
    assert all(sentence["citations"] for sentence in sentences(product))
    for one in citations(product):
        paper, version, address = re.fullmatch(r"(.+)@(\w+)#(\S+)", one["passage"]).groups()  # type: ignore[union-attr]
        assert paper == one["paper"]
        shown = run(capsys, "show", paper, "--text", version)[0]
        assert f"Passages are named {paper}@{version}#<address>." in shown
        assert re.findall(rf"^ *{re.escape(address)}  (.*)$", shown, re.MULTILINE) == [one["quote"]]
        documents = json.loads(run(capsys, "show", paper, "--format", "json")[0])["documents"]
        assert any(one["quote"] in document["text"] for document in documents)
        assert any(one["shown"] in str(sentence["text"]) for sentence in sentences(product))


def test_every_word_beyond_the_quote_is_a_name_or_a_frame(capsys: Capture) -> None:
    """No number in a sentence that its quotes and its citations do not hold."""
    for sentence in sentences(review(capsys, "--from", "papers")):
        held = " ".join(f"{one['quote']} {one['shown']}" for one in sentence["citations"])  # type: ignore[attr-defined]
        assert set(re.findall(r"\d+", str(sentence["text"]))) <= set(re.findall(r"\d+", held))


def test_the_references_beside_it_keep_the_users_keys(capsys: Capture) -> None:
    run(capsys, "write", "review", "--from", "papers", "-o", "review.json")
    product = json.loads(Path("review.json").read_text("utf-8"))
    kept = {str(item["citation-key"]) for item in items(product) if "citation-key" in item}
    assert kept == KEYS
    run(capsys, "add", "review.bib", "--library", "other")
    read = json.loads(run(capsys, "papers", "--json", "--library", "other")[0])
    written = {key for paper in read for key in paper["keys"]}
    assert written > KEYS
    assert len(written) == len(items(product))
    assert {paper["title"] for paper in read} == {item["title"] for item in items(product)}
    # A reader of another make: every entry opens with its key and closes its braces.
    text = Path("review.bib").read_text("utf-8")
    assert set(re.findall(r"^@\w+\{([^,\s]+),$", text, re.MULTILINE)) == written
    assert text.count("{") == text.count("}")
    # Adding them again finds the papers that are there.
    report = json.loads(run(capsys, "add", "review.bib", "--json")[0])
    assert (report["added"], report["merged"]) == (0, 5)


def test_the_same_command_twice_gives_the_same_json(capsys: Capture) -> None:
    products = [review(capsys, "--from", "papers") for _ in range(2)]
    for product in products:
        run_record = product["run"]
        assert isinstance(run_record, dict)
        for key in ("id", "started", "seconds"):
            assert run_record.pop(key)
    assert products[0] == products[1]


def test_the_same_files_in_another_library_give_the_same_json(capsys: Capture) -> None:
    products = [review(capsys, "--from", "papers", "--library", name) for name in ("one", "two")]
    for product in products:
        product["run"] = None
    assert products[0] == products[1]


@pytest.mark.parametrize("style, mark", [("apa", "2015"), ("ieee", "[1]"), ("vancouver", "(1)")])
def test_styles(capsys: Capture, style: str, mark: str) -> None:
    product = review(capsys, "--from", "papers", "--style", style)
    assert product["style"] == style
    assert any(mark in one["shown"] for one in citations(product))


@pytest.mark.parametrize(
    "part", ["kmca", "scientific", "volume", "iterative", "mpsa", "chunk-summary", "permutation", "router"]
)
def test_every_ablation_still_cites(capsys: Capture, part: str) -> None:
    product = review(capsys, "--from", "papers", "--ablate", part)
    assert citations(product)
    assert product["run"]["parameters"]["ablate"] == [part]  # type: ignore[index]


def test_ones_own_paper_is_not_among_the_references(capsys: Capture) -> None:
    run(capsys, "add", "papers")
    product = review(capsys, "--from", "papers", "--citing", "holm2018")
    assert "holm2018" not in {item.get("citation-key") for item in items(product)}
    assert len(items(product)) == 4


def test_an_abstract_of_ones_own(capsys: Capture) -> None:
    Path("mine.txt").write_text("We ask whether sheep may graze cover crops.", encoding="utf-8")
    assert len(items(review(capsys, "--from", "papers", "--abstract", "mine.txt"))) == 5


def test_a_review_of_papers_by_key_needs_no_files(capsys: Capture) -> None:
    run(capsys, "add", "papers")
    product = review(capsys, "holm2018", "10.5555/CLOVER", "99000001")
    assert len(items(product)) == 3


def test_a_review_keeps_to_its_word_budget(capsys: Capture) -> None:
    product = review(capsys, "--from", "papers", "--words", "40")
    # The names of authors are not counted: their number differs from style to style.
    names = sum(len(one["shown"].split()) for one in citations(product))
    assert 0 < sum(len(str(sentence["text"]).split()) for sentence in sentences(product)) - names <= 40
    left = product["not_cited"]
    assert isinstance(left, list)
    assert len(items(product)) + len(left) == 6
    assert all(item["reason"] for item in left)


def test_demo_writes_a_report_and_prints_its_path_last(place: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "conspectus", "demo", "--out", "my demo"],
        env=dict(os.environ),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout
    path = Path(done.stdout.splitlines()[-1])
    assert (place / path).samefile(place / "my demo" / "report.html")
    assert (place / path).read_text("utf-8").startswith("<!DOCTYPE html>")
