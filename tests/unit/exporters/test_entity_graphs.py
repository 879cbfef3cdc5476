from __future__ import annotations

import io
import json
from typing import Any

import networkx
import pytest
import rdflib

from conspectus.domain.entity_graph import (
    EntityCommunity,
    EntityGraph,
    EntityKind,
    EntityMention,
    EntityRelation,
    GraphEntity,
    GraphRelation,
    TextUnit,
)
from conspectus.exporters import ENTITY_GRAPH_EXPORTERS

NAME = 'peat "bog" <model> & é\\'
EG = rdflib.Namespace("urn:conspectus:entity-graph:")


@pytest.fixture
def graph() -> EntityGraph:
    """Two entities in two units, an edge that does not fit its signature, and two levels of communities."""

    def entity(name: str, label: str, kind: EntityKind, start: int) -> GraphEntity:
        mention = EntityMention(unit="u1", start=start, end=start + 3, surface=label[:3])
        return GraphEntity(id=name, name=label, kind=kind, aliases=(label + "s",), mentions=(mention,))

    return EntityGraph(
        paper="doi-10.1_é x",
        version="0a1b2c3d",
        units=(TextUnit(id="u1", start=0, end=40, text="", sentences=("s1.p1.t1", "s1.p1.t2")),),
        entities=(entity("e1", NAME, EntityKind.TASK, 0), entity("e2", "FenSet", EntityKind.DATASET, 9)),
        relations=(
            GraphRelation(
                source="e1", kind=EntityRelation.EVALUATES_ON, target="e2", units=("u1",), spans=((0, 12),), fits=False
            ),
        ),
        communities=(
            EntityCommunity(id="c1", level=0, entities=("e1", "e2"), units=("u1",), title=NAME),
            EntityCommunity(id="c2", level=1, entities=("e1",), units=("u1",), title="A", parent="c1", kept=False),
        ),
    )


def exported(graph: EntityGraph, form: str) -> str:
    return str(ENTITY_GRAPH_EXPORTERS.get(form)().export(graph))


def test_json_has_levels_units_and_offsets(graph: EntityGraph) -> None:
    made: dict[str, Any] = json.loads(exported(graph, "json"))
    assert made["units"][0]["sentences"] == ["s1.p1.t1", "s1.p1.t2"]
    assert made["entities"][0]["mentions"] == [{"unit": "u1", "start": 0, "end": 3, "surface": "pea"}]
    assert made["relations"] == [
        {
            "source": "e1", "kind": "evaluates-on", "target": "e2", "units": ["u1"], "spans": [[0, 12]], "weight": 1,
            "fits": False,
        }
    ]  # fmt: skip
    assert [(c["id"], c["level"], c["parent"], c["kept"]) for c in made["communities"]] == [
        ("c1", 0, "", True),
        ("c2", 1, "c1", False),
    ]


def test_graphml_is_read_by_networkx(graph: EntityGraph) -> None:
    read = networkx.read_graphml(io.BytesIO(exported(graph, "graphml").encode()))
    assert set(read.nodes) == {"e1", "e2"}
    assert read.nodes["e1"] == {
        "label": NAME, "kind": "Task", "aliases": NAME + "s", "units": "u1", "offsets": "0-3", "communities": "c1 c2",
    }  # fmt: skip
    ((source, target, edge),) = read.edges(data=True)
    assert (source, target, edge["kind"], edge["weight"], edge["fits"]) == ("e1", "e2", "evaluates-on", 1, False)
    assert (edge["units"], edge["offsets"]) == ("u1", "0-12")


def test_turtle_is_read_by_rdflib(graph: EntityGraph) -> None:
    read = rdflib.Graph().parse(data=exported(graph, "turtle"), format="turtle")
    labels = {str(label) for label in read.objects(None, rdflib.SKOS.prefLabel)}
    assert {NAME, "FenSet", "A"} <= labels
    ((source, target),) = read.subject_objects(EG["evaluates-on"])
    assert str(read.value(source, rdflib.SKOS.prefLabel)) == NAME
    assert str(read.value(target, rdflib.SKOS.prefLabel)) == "FenSet"
    (statement,) = read.subjects(rdflib.RDF.type, rdflib.RDF.Statement)
    assert str(read.value(statement, EG.weight)) == "1"
    assert str(read.value(statement, EG.fitsSignature)) == "false"
    levels = {str(c).rpartition(":")[2]: int(str(level)) for c, level in read.subject_objects(EG.level)}
    assert levels == {"c1": 0, "c2": 1}


@pytest.mark.parametrize("form", ["json", "graphml", "turtle"])
def test_a_graph_of_nothing_is_a_document_too(form: str) -> None:
    assert exported(EntityGraph(paper="x", version="0"), form).endswith("\n")
