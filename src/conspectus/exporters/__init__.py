"""From products, minigraphs and references to the text of a file: one exporter a format, no network and no files."""

from conspectus.foundation.registry import Registry

EXPORTERS = Registry(
    "export format",
    {
        "markdown": "conspectus.exporters.markdown:MarkdownExporter",
        "html": "conspectus.exporters.html:HtmlExporter",
        "json": "conspectus.exporters.json:JsonExporter",
    },
    group="conspectus.exporters",
)

GRAPH_EXPORTERS = Registry(
    "graph format",
    {
        "json": "conspectus.exporters.graph_json:GraphJsonExporter",
        "dot": "conspectus.exporters.dot:DotExporter",
        "graphml": "conspectus.exporters.graphml:GraphmlExporter",
        "turtle": "conspectus.exporters.turtle:TurtleExporter",
        "svg": "conspectus.exporters.svg:SvgExporter",
    },
    group="conspectus.graph_exporters",
)

REFERENCE_EXPORTERS = Registry(
    "reference format",
    {
        "bibtex": "conspectus.exporters.bibtex:BibtexExporter",
        "ris": "conspectus.exporters.ris:RisExporter",
        "csl_json": "conspectus.exporters.csl_json:CslJsonExporter",
        "medline": "conspectus.exporters.medline:MedlineExporter",
    },
    group="conspectus.reference_exporters",
)

ENTITY_GRAPH_EXPORTERS = Registry(
    "entity graph format",
    {
        "json": "conspectus.exporters.entity_graphs:EntityGraphJsonExporter",
        "graphml": "conspectus.exporters.entity_graphs:EntityGraphmlExporter",
        "turtle": "conspectus.exporters.entity_graphs:EntityGraphTurtleExporter",
    },
    group="conspectus.entity_graph_exporters",
)
