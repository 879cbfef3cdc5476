from __future__ import annotations

from pathlib import Path

import pytest

from conspectus.foundation.errors import InputError, UnknownFormat, UnreadableFile
from conspectus.graphs.scientific_entities.label_tables import LabelEntry, read_label_table

TURTLE = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ex: <http://example.org/> .
ex:peat a skos:Concept ; skos:altLabel "turf"@en ; skos:prefLabel "Torf"@de, "peat"@en .
ex:moor a skos:Concept, ex:Wetland ; skos:prefLabel "moor" .
ex:none a skos:Concept .
"""
RDF_XML = """<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#">
  <skos:Concept rdf:about="http://example.org/bog"><skos:prefLabel xml:lang="en">bog</skos:prefLabel></skos:Concept>
</rdf:RDF>
"""
MESH = """<?xml version="1.0"?>
<!DOCTYPE DescriptorRecordSet SYSTEM "desc.dtd">
<DescriptorRecordSet LanguageCode="eng">
<DescriptorRecord><DescriptorUI>D999001</DescriptorUI><DescriptorName><String>Mosses, Peat</String></DescriptorName>
<ConceptList><Concept><TermList><Term><String>Mosses, Peat</String></Term>
<Term><String>Sphagnum</String></Term></TermList></Concept></ConceptList></DescriptorRecord>
<DescriptorRecord><DescriptorUI>D999002</DescriptorUI>
<DescriptorName><String>Heather</String></DescriptorName></DescriptorRecord>
<DescriptorRecord><DescriptorUI></DescriptorUI><DescriptorName><String>Nameless</String></DescriptorName></DescriptorRecord>
</DescriptorRecordSet>
"""


def read(tmp_path: Path, name: str, content: str | bytes) -> list[LabelEntry]:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return list(read_label_table(path))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", 'id,label,altLabel,type\nurn:1,"peat, wet",turf|Torf,Soil\nurn:2,moor,,\n,,x,\n'),
        ("a.tsv", "\ufeffURI\tPreferred label\tSynonyms\tClass\nurn:1\tpeat, wet\tturf; Torf\tSoil\nurn:2\tmoor\n"),
        ("a.txt", 'Label;IRI;Alias;Kind\n"peat, wet";urn:1;"turf|Torf";Soil\nmoor;urn:2;;\n'),
    ],
)
def test_delimited_tables_by_their_heads(tmp_path: Path, name: str, content: str) -> None:
    first, second = read(tmp_path, name, content)
    assert first == LabelEntry(iri="urn:1", names=(("peat, wet", ""), ("turf", ""), ("Torf", "")), kind="Soil")
    assert (second.iri, second.label, second.kind) == ("urn:2", "moor", "")


def test_a_table_without_ids_takes_the_labels(tmp_path: Path) -> None:
    (entry,) = read(tmp_path, "a.csv", "name,lang\nTorf,DE\n")
    assert entry == LabelEntry(iri="Torf", names=(("Torf", "de"),))


def test_skos_with_languages(tmp_path: Path) -> None:
    peat, moor = read(tmp_path, "a.ttl", TURTLE)
    assert peat == LabelEntry(iri="http://example.org/peat", names=(("peat", "en"), ("Torf", "de"), ("turf", "en")))
    assert (moor.label, moor.kind) == ("moor", "http://example.org/Wetland")
    (bog,) = read(tmp_path, "a.rdf", RDF_XML)
    assert bog.names == (("bog", "en"),)


def test_mesh_descriptors(tmp_path: Path) -> None:
    mosses, heather = read(tmp_path, "desc.xml", MESH)
    assert mosses.iri == "http://id.nlm.nih.gov/mesh/D999001"
    assert [name for name, _ in mosses.names] == ["Mosses, Peat", "Sphagnum", "Peat Mosses"]
    assert heather.label == "Heather"


def test_mesh_is_read_as_a_stream(tmp_path: Path) -> None:
    path = tmp_path / "desc.xml"
    path.write_text(MESH.replace("</DescriptorRecordSet>", "<broken"), encoding="utf-8")
    entries = read_label_table(path)
    assert next(entries).label == "Mosses, Peat"
    with pytest.raises(InputError, match="is broken"):
        list(entries)


@pytest.mark.parametrize(
    ("name", "content", "error", "message"),
    [
        ("a.csv", "", UnknownFormat, "is empty"),
        ("a.csv", "iri,wort\nurn:1,peat\n", InputError, "names no column for labels"),
        ("a.json", '{"label": "peat"}', UnknownFormat, "no label table"),
        ("a.xml", "<html><body/></html>", UnknownFormat, "no label table"),
        ("a.bin", b"\x00\x01\x02", UnknownFormat, "no label table"),
        ("a.ttl", "@prefix ex: <http://e/> .\nex:a ex:b", InputError, "is broken"),
        ("a.xml", '<!DOCTYPE a [<!ENTITY x "y">]><DescriptorRecordSet/>', InputError, "declares entities"),
    ],
)
def test_what_cannot_be_read_says_why(
    tmp_path: Path, name: str, content: str | bytes, error: type[InputError], message: str
) -> None:
    with pytest.raises(error, match=message) as raised:
        read(tmp_path, name, content)
    assert raised.value.hint


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="cannot be read"):
        list(read_label_table(tmp_path / "none.csv"))
