"""Solutions of queries as JSON, CSV, TSV and XML (SPARQL 1.1 results), and as a table for people."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

from conspectus.domain.structure_graph import Iri, Literal, Term
from conspectus.graphs.structure.vocabulary import Profile

_NAMESPACE = "http://www.w3.org/2005/sparql-results#"
_WIDEST = 60
Row = Mapping[str, Term]


def solutions_text(names: Sequence[str], rows: Sequence[Row], form: str) -> str:
    """Gives solutions in a form: "json", "csv", "tsv" or "xml".

    Args:
        names: The variables in order.
        rows: The solutions; a variable without a value is absent.
        form: The form.
    """
    if form == "csv":
        return _csv(names, rows)
    if form == "tsv":
        lines = ["\t".join(f"?{name}" for name in names)]
        lines += ["\t".join(_n3(row[name]) if name in row else "" for name in names) for row in rows]
        return "\n".join([*lines, ""])
    if form == "xml":
        return _xml(names, rows)
    bindings = [{name: _json(row[name]) for name in names if name in row} for row in rows]
    found = {"head": {"vars": list(names)}, "results": {"bindings": bindings}}
    return json.dumps(found, ensure_ascii=False) + "\n"


def answer_text(answer: bool, form: str) -> str:
    """Gives the answer of an ASK query in a form."""
    word = "true" if answer else "false"
    if form in ("csv", "tsv"):
        return f"{word}\n"
    if form == "xml":
        return f'<?xml version="1.0"?>\n<sparql xmlns="{_NAMESPACE}"><head/><boolean>{word}</boolean></sparql>\n'
    return json.dumps({"head": {}, "boolean": answer}) + "\n"


def solutions_table(names: Sequence[str], rows: Sequence[Row], profile: Profile) -> list[str]:
    """Gives solutions as lines with columns of even width; IRIs are shortened and long texts cut with an ellipsis."""
    cells = [[_cell(row[name], profile) if name in row else "" for name in names] for row in rows]
    widths = [max(len(line[at]) for line in [list(names), *cells]) for at in range(len(names))]
    lines = ["  ".join(name.ljust(width) for name, width in zip(names, widths, strict=True)).rstrip()]
    return lines + [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells
    ]


def read_solutions(text: str) -> tuple[list[str], list[dict[str, Term]]]:
    """Gives (variables, solutions) of JSON results.

    Raises:
        ValueError: They are not well formed.
    """
    found = json.loads(text)
    try:
        names = list(found["head"].get("vars", []))
        rows = [{n: _term(value) for n, value in row.items()} for row in found["results"]["bindings"]]
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"no SPARQL results: {error}") from error
    return names, rows


def _csv(names: Sequence[str], rows: Sequence[Row]) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(names)
    for row in rows:
        writer.writerow([row[name].value if name in row else "" for name in names])
    return buffer.getvalue()


def _xml(names: Sequence[str], rows: Sequence[Row]) -> str:
    parts = ['<?xml version="1.0" encoding="UTF-8"?>', f'<sparql xmlns="{_NAMESPACE}">', "<head>"]
    parts += [f"<variable name={quoteattr(name)}/>" for name in names]
    parts.append("</head><results>")
    for row in rows:
        parts.append("<result>")
        for name in names:
            if name in row:
                parts.append(f"<binding name={quoteattr(name)}>{_xml_term(row[name])}</binding>")
        parts.append("</result>")
    return "\n".join([*parts, "</results></sparql>", ""])


def _xml_term(term: Term) -> str:
    if isinstance(term, Iri):
        return f"<uri>{escape(_xml_safe(term.value))}</uri>"
    about = f" xml:lang={quoteattr(term.language)}" if term.language else ""
    about += f" datatype={quoteattr(term.datatype)}" if term.datatype else ""
    return f"<literal{about}>{escape(_xml_safe(term.value))}</literal>"


def _xml_safe(text: str) -> str:
    return "".join(char if char >= " " or char in "\t\n\r" else "\ufffd" for char in text)


def _n3(term: Term) -> str:
    if isinstance(term, Iri):
        return f"<{term.value}>"
    text = json.dumps(term.value, ensure_ascii=False)
    if term.language:
        return f"{text}@{term.language}"
    return f"{text}^^<{term.datatype}>" if term.datatype else text


def _json(term: Term) -> dict[str, str]:
    if isinstance(term, Iri):
        return {"type": "uri", "value": term.value}
    found = {"type": "literal", "value": term.value}
    if term.language:
        found["xml:lang"] = term.language
    elif term.datatype:
        found["datatype"] = term.datatype
    return found


def _term(value: Mapping[str, str]) -> Term:
    if value["type"] == "uri":
        return Iri(value["value"])
    if value["type"] == "bnode":
        return Iri(f"_:{value['value']}")
    return Literal(value["value"], value.get("datatype", ""), value.get("xml:lang", ""))


def _cell(term: Term, profile: Profile) -> str:
    text = profile.shortened(term.value) if isinstance(term, Iri) else " ".join(term.value.split())
    return text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "…"
