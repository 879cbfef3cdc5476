"""From bytes to papers: one reader a format, chosen by content, no network and no files."""

from conspectus.foundation.registry import Registry

# The order is the order of recognition: the stricter format first.
READERS = Registry(
    "reader",
    {
        "jats": "conspectus.readers.jats:JatsReader",
        "pubmed_xml": "conspectus.readers.pubmed_xml:PubmedXmlReader",
        "medline": "conspectus.readers.medline:MedlineReader",
        "ris": "conspectus.readers.ris:RisReader",
        "bibtex": "conspectus.readers.bibtex:BibtexReader",
    },
    group="conspectus.readers",
)
