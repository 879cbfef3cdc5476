"""Whether the triples of a paper fit our shapes: built-in checks made from ``shapes.ttl``, and pyshacl as a second eye.

The built-in checks are SPARQL queries over one paper in memory, so that a library of any size is checked in bounded
memory and without a further package. They know the part of SHACL that the shapes use, and refuse what they do not know.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import pyoxigraph as ox

from conspectus.domain.structure_graph import XSD, Literal, Triple
from conspectus.foundation.errors import UsageError
from conspectus.graphs.structure.terms import to_triples
from conspectus.graphs.structure.vocabulary import ASKG_2024, RDF, RDFS, SH, TYPE, Profile, vocabulary_text

_SIMPLE: Final = ("minCount", "maxCount", "datatype", "class", "minInclusive", "maxInclusive")
_ABOUT: Final = ("path", "message")
_OF_SHAPES: Final = ("targetClass", "property", "sparql")
_INTEGERS: Final = {
    XSD + name: bounds
    for name, bounds in {
        "integer": (None, None), "nonNegativeInteger": (0, None), "positiveInteger": (1, None),
        "nonPositiveInteger": (None, 0), "negativeInteger": (None, -1),
        "long": (-(2**63), 2**63 - 1), "int": (-(2**31), 2**31 - 1), "short": (-(2**15), 2**15 - 1),
        "byte": (-128, 127), "unsignedLong": (0, 2**64 - 1), "unsignedInt": (0, 2**32 - 1),
        "unsignedShort": (0, 2**16 - 1), "unsignedByte": (0, 255),
    }.items()
}  # fmt: skip
_REAL: Final = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)"
_FORMS: Final = {
    XSD + "decimal": re.compile(_REAL),
    XSD + "float": re.compile(rf"{_REAL}(?:[eE][+-]?\d+)?|[+-]?INF|NaN"),
    XSD + "double": re.compile(rf"{_REAL}(?:[eE][+-]?\d+)?|[+-]?INF|NaN"),
    XSD + "boolean": re.compile("true|false|0|1"),
    XSD + "gYear": re.compile(r"-?\d{4,}(?:Z|[+-]\d{2}:\d{2})?"),
}


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Violation:
    """A node that does not fit a shape: shape, node and property as IRIs, what is wrong, and the offending value.

    ``path`` is "" where a constraint concerns no single property, ``value`` where it is a number of values.
    """

    shape: str
    focus: str
    path: str
    message: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A constraint as a query for the nodes that break it, as ``?this``, with the offending ``?value``.

    With ``datatype`` the query gives the nodes whose values are to be compared: a store of pyoxigraph holds every kind
    of integer as xsd:integer, so the literals are looked at as they were given.
    """

    shape: str
    path: str
    message: str
    query: str
    datatype: str = ""


def check_triples(triples: Iterable[Triple], profile: Profile = ASKG_2024) -> list[Violation]:
    """Gives what is wrong with the triples of one paper, in order of shapes and nodes; [] where nothing is.

    Args:
        triples: All that a paper consists of; nodes that other papers describe (papers it cites) are not looked at.
        profile: The namespaces that the triples are written in.
    """
    kept = list(triples)
    store = ox.Store()
    store.extend(ox.Quad(t.subject, t.predicate, t.object, ox.DefaultGraph()) for t in to_triples(kept))
    given = _literals(kept)
    found: set[Violation] = set()
    for check in shape_checks(profile):
        rows: Any = store.query(check.query)
        for row in rows:
            focus = row["this"].value
            if check.datatype:
                found.update(_wrong_types(check, focus, given))
            else:
                value = row["value"]
                found.add(_violation(check, focus, value.value if value is not None else ""))
    return sorted(found)


def check_with_shacl(triples: Iterable[Triple], profile: Profile = ASKG_2024) -> list[Violation]:
    """Gives the same as ``check_triples``, as pyshacl finds it; slower, and independent of our own checks.

    Raises:
        UsageError: pyshacl or rdflib is not installed.
    """
    try:
        import pyshacl
        import rdflib
    except ImportError:
        raise UsageError(
            "Checking with SHACL needs the packages pyshacl and rdflib.",
            hint="Install them: pip install 'conspectus[shacl]'. Without --shacl the built-in checks run.",
        ) from None
    data, shapes = rdflib.Graph(), rdflib.Graph()
    shapes.parse(data=vocabulary_text("shapes", profile), format="turtle")
    for triple in triples:
        data.add((rdflib.URIRef(triple.subject.value), rdflib.URIRef(triple.predicate.value), _to_rdflib(triple)))
    _, report, _ = pyshacl.validate(data, shacl_graph=shapes, inference="none", advanced=False)
    assert isinstance(report, rdflib.Graph)
    # A value that breaks two constraints of one property is told of once, as by the built-in checks.
    return sorted(set(_reported(report, shapes)))


@cache
def shape_checks(profile: Profile = ASKG_2024) -> tuple[Check, ...]:
    """Gives the checks of the packaged shapes, in the namespaces of a profile."""
    return checks_of(vocabulary_text("shapes", profile))


def checks_of(shapes: str) -> tuple[Check, ...]:
    """Gives the checks that shapes in Turtle ask for.

    Raises:
        UsageError: They use a part of SHACL that is not known here.
    """
    graph = _Shapes(shapes)
    return tuple(check for shape in graph.node_shapes() for check in graph.checks(shape))


class _Shapes:
    """Shapes as a graph in memory."""

    def __init__(self, text: str) -> None:
        self._values: dict[Any, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
        for triple in ox.parse(text.encode("utf-8"), ox.RdfFormat.TURTLE):
            self._values[triple.subject][triple.predicate.value].append(triple.object)

    def node_shapes(self) -> list[Any]:
        wanted = ox.NamedNode(SH + "NodeShape")
        return [node for node, values in self._values.items() if wanted in values.get(TYPE, ())]

    def checks(self, shape: Any) -> Iterator[Check]:
        self._refuse_unknown(shape, _OF_SHAPES)
        targets = " ".join(str(target) for target in self._values[shape][SH + "targetClass"])
        target = f"VALUES ?class {{ {targets} }} ?this <{TYPE}>/<{RDFS}subClassOf>* ?class ."
        for node in self._values[shape][SH + "property"]:
            self._refuse_unknown(node, (*_SIMPLE, *_ABOUT))
            path = self._only(node, "path")
            if not isinstance(path, ox.NamedNode):
                raise UsageError("A shape has a path that is no single property.", hint="Use one property as sh:path.")
            for name in _SIMPLE:
                if SH + name in self._values[node]:
                    value = self._only(node, name)
                    yield Check(
                        shape=shape.value,
                        path=path.value,
                        message=self._only(node, "message").value,
                        query=_query(name, target, str(path), value),
                        datatype=value.value if name == "datatype" else "",
                    )
        for node in self._values[shape][SH + "sparql"]:
            self._refuse_unknown(node, ("message", "select"))
            query = f"SELECT DISTINCT ?this ?value WHERE {{ {target} {{ {self._only(node, 'select').value} }} }}"
            yield Check(shape=shape.value, path="", message=self._only(node, "message").value, query=query)

    def _only(self, node: Any, name: str) -> Any:
        values = self._values[node].get(SH + name, [])
        if len(values) != 1:
            raise UsageError(f"A shape has {len(values)} values of sh:{name}.", hint="Give one.")
        return values[0]

    def _refuse_unknown(self, node: Any, known: tuple[str, ...]) -> None:
        unknown = [p for p in self._values[node] if p.startswith(SH) and p.removeprefix(SH) not in known]
        if unknown:
            raise UsageError(
                f"The built-in checks do not know sh:{unknown[0].removeprefix(SH)}.",
                hint=f"Use {', '.join(f'sh:{name}' for name in known)}.",
            )


def _query(name: str, target: str, path: str, value: Any) -> str:
    """The query for the nodes that break a constraint of the core of SHACL."""
    if name in ("minCount", "maxCount"):
        operator = "<" if name == "minCount" else ">"
        counted = f"{target} OPTIONAL {{ ?this {path} ?one }}"
        return (
            f"SELECT ?this ?value WHERE {{ {{ SELECT ?this (COUNT(DISTINCT ?one) AS ?count) WHERE {{ {counted} }} "
            f"GROUP BY ?this }} FILTER(?count {operator} {value.value}) OPTIONAL {{ ?value <urn:no> <urn:no> }} }}"
        )
    found = f"SELECT DISTINCT ?this ?value WHERE {{ {target} ?this {path} ?value . "
    if name == "datatype":
        return f"{found} }}"
    if name == "class":
        return f"{found} FILTER NOT EXISTS {{ ?value <{TYPE}>/<{RDFS}subClassOf>* {value} }} }}"
    operator = ">=" if name == "minInclusive" else "<="
    # What cannot be compared does not fit either.
    return f"{found} FILTER(!COALESCE(?value {operator} {value}, false)) }}"


def _violation(check: Check, focus: str, value: str) -> Violation:
    return Violation(shape=check.shape, focus=focus, path=check.path, message=check.message, value=value)


def _literals(triples: Iterable[Triple]) -> Mapping[tuple[str, str], list[Triple]]:
    found: dict[tuple[str, str], list[Triple]] = defaultdict(list)
    for triple in triples:
        found[triple.subject.value, triple.predicate.value].append(triple)
    return found


def _wrong_types(check: Check, focus: str, given: Mapping[tuple[str, str], list[Triple]]) -> Iterator[Violation]:
    for triple in given.get((focus, check.path), ()):
        value = triple.object
        if not isinstance(value, Literal) or not _is_of_type(value, check.datatype):
            yield _violation(check, focus, value.value)


def _is_of_type(value: Literal, datatype: str) -> bool:
    """Whether a literal has a datatype, and a form that the datatype allows."""
    own = value.datatype or (RDF + "langString" if value.language else XSD + "string")
    if own != datatype:
        return False
    if datatype in _INTEGERS:
        low, high = _INTEGERS[datatype]
        if not re.fullmatch(r"[+-]?\d+", value.value, re.ASCII):
            return False
        number = int(value.value) if len(value.value) < 100 else 10**99
        return (low is None or number >= low) and (high is None or number <= high)
    form = _FORMS.get(datatype)
    return form is None or form.fullmatch(value.value) is not None


def _to_rdflib(triple: Triple) -> Any:
    import rdflib

    value = triple.object
    if not isinstance(value, Literal):
        return rdflib.URIRef(value.value)
    return rdflib.Literal(
        value.value,
        datatype=rdflib.URIRef(value.datatype) if value.datatype else None,
        lang=value.language or None,
    )


def _reported(report: Any, shapes: Any) -> Iterator[Violation]:
    """The results of a SHACL report; those of a property are of the shape that has the property."""
    from rdflib import SH as SHACL

    for result in report.objects(None, SHACL.result):
        source = report.value(result, SHACL.sourceShape)
        value = report.value(result, SHACL.value)
        focus = report.value(result, SHACL.focusNode)
        if value == focus and report.value(result, SHACL.sourceConstraint) is not None:
            value = None
        yield Violation(
            shape=str(shapes.value(None, SHACL.property, source) or source),
            focus=str(focus),
            path=str(report.value(result, SHACL.resultPath) or ""),
            message=str(report.value(result, SHACL.resultMessage)),
            value=str(value) if value is not None else "",
        )
