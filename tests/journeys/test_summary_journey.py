"""Summaries of single papers as users ask for them: good papers, odd ones, and ones that cannot be summarised."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import networkx
import pytest
import rdflib
from bad_input_steps import Capture, abstract, place, record, run, two_papers, write

from conspectus.exporters.json import product_schema
from conspectus.testing.full_paper import made_full_paper

__all__ = ["place"]
SECTIONS = {
    "Introduction": "Peat bogs hold a third of the carbon of all soils. However, drained bogs lose carbon to the air, "
    "and existing estimates are limited to few sites. In this paper we propose the BogTrack model for carbon loss.",
    "Methods": "The BogTrack model uses water level and temperature as inputs. We trained it on 120 bogs in the north.",
    "Results": "Our results show that BogTrack outperforms PeatSim by 3.1 points. "
    "Carbon loss rose by 12 percent for each 10 cm of drainage.",
    "Discussion": "We conclude that shallow drainage already matters. Only bogs in the north were measured so far.",
}
GERMAN = {
    "Einleitung": "Moore speichern ein Drittel des Kohlenstoffs aller Böden. Bisherige Schätzungen beruhen auf wenigen "
    "Standorten.",
    "Methoden": "Wir haben an 40 Standorten über zwei Jahre den Wasserstand gemessen.",
    "Ergebnisse": "Der Verlust stieg um 12 Prozent je 10 cm Entwässerung.",
    "Diskussion": "Die Ergebnisse zeigen, dass schon eine flache Entwässerung zählt.",
}
CHINESE = {
    "引言": "泥炭地储存了全球土壤三分之一的碳。现有的估计仅基于少数地点。",
    "方法": "我们在40个地点测量了两年的水位。",
    "结果": "每排水10厘米，碳损失增加12%。",
    "讨论": "结果表明，浅层排水已经很重要。",
}


def article(name: str, parts: dict[str, str], *, title: str = "", matter: str = "") -> str:
    body = "\n\n".join(f"## {heading}\n\n{text}" if heading else text for heading, text in parts.items())
    return write(name, f"---\ntitle: {title or f'On {name}'}\nauthor: Ada Moor\ndate: 2021\n{matter}---\n\n{body}\n")


def summary(capsys: Capture, *words: str) -> tuple[int, dict[str, Any], str]:
    """The JSON of a summary, which fulfils the schema and rests on quotes of its paper."""
    code, out, err = run(capsys, "write", "summary", *words, "--json")
    assert out, err
    product: dict[str, Any] = json.loads(out)
    jsonschema.validate(product, product_schema())
    assert all(sentence["citations"] for sentence in sentences(product))
    return code, product, err


def sentences(product: dict[str, Any]) -> list[dict[str, Any]]:
    return [sentence for section in product["sections"] for sentence in section["sentences"]]


def words(product: dict[str, Any]) -> str:
    return " ".join(sentence["text"] for sentence in sentences(product))


def refused(capsys: Capture, *argv: str) -> tuple[int, str]:
    """The exit code and message of a command that ends with an error and a hint, and gives nothing."""
    code, out, err = run(capsys, "write", "summary", *argv)
    assert code != 0
    assert out == ""
    assert "\nhint: " in err
    return code, err


def test_a_file_is_summarised_in_three_formats_with_log_and_graph(capsys: Capture) -> None:
    article("bogs.md", SECTIONS)
    code, product, _ = summary(capsys, "bogs.md", "--length", "60")
    assert code == 0
    assert len(words(product).split()) <= 60
    assert "The authors propose the BogTrack model" in words(product)
    assert {sentence["verdict"] for sentence in sentences(product)} == {"supported"}
    code, out, _ = run(capsys, "write", "summary", "bogs.md", "--log")
    assert code == 0
    assert "## The teacher’s log" in out
    for graph in ("graph.graphml", "graph.json", "graph.ttl"):
        code, _, err = run(capsys, "write", "summary", "bogs.md", "-o", "bogs.html", "--graph", graph)
        assert (code, Path(graph).is_file()) == (0, True), err
    page = Path("bogs.html").read_text("utf-8")
    assert 'class="communities"' in page
    assert '<h2 id="log">' in page
    nodes = networkx.read_graphml("graph.graphml").number_of_nodes()
    assert nodes == len(json.loads(Path("graph.json").read_text("utf-8"))["entities"]) > 0
    concepts = rdflib.Graph().parse("graph.ttl").subjects(rdflib.RDF.type, rdflib.SKOS.Concept)
    assert len(list(concepts)) == nodes


def test_the_log_goes_to_stderr_where_the_document_is_for_programs(capsys: Capture) -> None:
    _, product, err = summary(capsys, article("bogs.md", SECTIONS), "--log")
    assert product["summary"]["log"] is True
    assert "round 1: score " in err


def test_a_paper_of_the_library_is_compared_with_others(capsys: Capture) -> None:
    rain = record("rain", "On rain in barley", "Late rain is bad for barley. We describe how barley lodges in rain.")
    run(capsys, "add", write("two.ris", record("frost", "On frost in barley", abstract("frost")) + rain))
    code, product, _ = summary(capsys, "frost")
    assert code == 0
    assert [near["title"] for near in product["summary"]["similar"]] == ["On rain in barley"]
    assert "rain" not in words(product)


def test_an_abstract_alone_is_said_to_be_one(capsys: Capture) -> None:
    run(capsys, "add", two_papers())
    code, product, err = summary(capsys, "frost")
    assert code == 0
    assert product["summary"]["abstract_only"] is True
    assert any(warning.startswith("Only the abstract is in the library") for warning in product["warnings"])
    assert "Only the abstract" in err
    assert "has only an abstract" in refused(capsys, "frost", "--text", "body")[1]


def test_a_retracted_paper_is_said_to_be_retracted(capsys: Capture) -> None:
    retracted = record("frost", "RETRACTED: On frost in barley", abstract("frost"))
    run(capsys, "add", write("gone.ris", retracted))
    _, product, err = summary(capsys, "frost")
    assert "This paper was retracted." in product["warnings"]
    assert "This paper was retracted." in err


def test_a_paper_without_sections_and_one_of_two_sentences(capsys: Capture) -> None:
    flat = article("flat.md", {"": " ".join(SECTIONS.values())})
    code, product, _ = summary(capsys, flat)
    assert code == 0
    assert "BogTrack" in words(product)
    short = "We propose the BogTrack model for the carbon loss of bogs. It loses to the PeatSim model in dry summers."
    code, product, _ = summary(capsys, article("short.md", {"": short}))
    assert code == 0
    assert [c["id"] for c in product["summary"]["communities"] if c["level"] == 0] == ["c1"]
    assert words(product).startswith("The authors propose the BogTrack model")


def test_formulas_are_left_out_of_the_text(capsys: Capture) -> None:
    heavy = {
        **SECTIONS,
        "Methods": "Let $x_i = \\sum_j w_{ij} y_j + b$ and $\\nabla f(x) = 0$ hold. Then $a^2 + b^2 = c^2$, so that "
        "$\\int_0^1 f(x) dx \\le 1$ and $\\alpha \\approx \\beta$.\n\n$$\nE = m c^2 + \\lambda \\|w\\|^2\n$$",
    }
    code, product, _ = summary(capsys, article("heavy.md", heavy))
    assert code == 0
    assert not any(sign in words(product) for sign in ("$", "\\", "∑", "∇", "="))
    only = {"": "$x = 1$. $y = 2$.\n\n$$a + b = c$$\n\n" + " ".join(f"$z_{n} = {n}$." for n in range(40))}
    code, err = refused(capsys, article("formulas.md", only))
    assert code == 4
    assert "Nothing can be told" in err


@pytest.mark.parametrize("parts, matter", [(GERMAN, "lang: de\n"), (CHINESE, "lang: zh\n")])
def test_other_languages_keep_their_words_and_order(capsys: Capture, parts: dict[str, str], matter: str) -> None:
    code, product, err = summary(capsys, article("other.md", parts, title="Moore 泥炭地", matter=matter))
    assert code == 0
    assert "The paper is not in English" in err
    text = "".join(parts.values())
    places = [text.find(sentence["text"].strip()) for sentence in sentences(product)]
    assert len(places) >= 3
    assert -1 not in places
    assert places == sorted(places)
    assert "authors" not in words(product)


def test_contradictory_statements_are_both_told_or_neither_is_changed(capsys: Capture) -> None:
    two = {
        **SECTIONS,
        "Results": "Our results show that drainage increased the carbon loss of bogs by 12 percent. "
        "Our second trial shows that drainage did not increase the carbon loss of bogs.",
    }
    code, product, _ = summary(capsys, article("two.md", two))
    assert code == 0
    assert {sentence["verdict"] for sentence in sentences(product)} <= {"supported", "partly"}
    told = words(product)
    assert ("increased the carbon loss" in told) or ("did not increase the carbon loss" in told)


def test_a_reference_list_is_no_paper_to_summarise(capsys: Capture) -> None:
    entries = "\n".join(
        f"- Moor, A. ({1990 + n}). On bogs, part {n}. Journal of Peat, {n}, 1-{n + 9}." for n in range(30)
    )
    code, err = refused(
        capsys, write("list.md", f"---\ntitle: Works\nauthor: A B\n---\n\n## References\n\n{entries}\n")
    )
    assert code == 4
    assert "has neither abstract nor full text" in err or "Nothing can be told" in err or "holds no paper" in err


def test_three_hundred_pages(capsys: Capture) -> None:
    document = made_full_paper(300).document
    assert document is not None
    parts = {s.heading: " ".join(document.text[p.start : p.end] for p in s.paragraphs) for s in document.sections}
    code, product, _ = summary(capsys, article("book.md", parts))
    assert code == 0
    assert product["summary"]["graph"]["units"] > 500
    assert 0 < len(words(product).split()) <= 200


def test_what_is_not_there_is_named(capsys: Capture) -> None:
    run(capsys, "add", two_papers())
    code, err = refused(capsys, "nobody")
    assert (code, "nobody" in err) == (4, True)
    assert "holds 2 papers" in refused(capsys, "two.ris")[1]
    run(capsys, "add", write("bare.ris", record("bare", "On nothing")))
    assert "has neither abstract nor full text" in refused(capsys, "bare")[1]
    assert "holds no paper" in refused(capsys, write("note.md", "# A note\n\nToo short.\n"))[1]
    assert "No graph format" in refused(capsys, "frost", "--graph", "graph.png")[1]
    assert "--minor is above --accept" in refused(capsys, "frost", "--minor", "0.9")[1]


def test_a_dry_run_names_the_calls_and_sends_none(capsys: Capture) -> None:
    article("bogs.md", SECTIONS)
    code, out, err = run(capsys, "write", "summary", "bogs.md", "--model", "openai:gpt-5-mini", "--dry-run", "--json")
    assert code == 0, err
    tasks = {task["task"] for task in json.loads(out)["tasks"]}
    assert {"extract_entities", "classify_pairs", "write_subsummary", "integrate", "review_draft"} <= tasks
    assert "model" in refused(capsys, "bogs.md", "--dry-run")[1]


def test_a_model_that_answers_nonsense_leaves_an_extractive_summary_that_says_so(capsys: Capture) -> None:
    rules = write("rules.json", json.dumps({"rules": [{"answer": "I cannot do that."}]}))
    code, product, err = summary(capsys, article("bogs.md", SECTIONS), "--model", f"scripted:{rules}")
    assert code == 3
    assert product["run"]["usage"]["fallbacks"] > 0
    assert "instead of the model" in err
    assert {sentence["verdict"] for sentence in sentences(product)} == {"supported"}
