"""From bytes to papers: one reader a format, chosen by content, no network and no files."""

from conspectus.foundation.registry import Registry

# The order is the order of recognition: the stricter format first.
READERS = Registry(
    "reader",
    {
        "pdf": "conspectus.readers.pdf:PdfReader",
        "jats": "conspectus.readers.jats:JatsReader",
        "tei": "conspectus.readers.tei:TeiReader",
        "ddm_xml": "conspectus.readers.ddm_xml:DdmXmlReader",
        "ddm_json": "conspectus.readers.ddm_json:DdmJsonReader",
        "askg_turtle": "conspectus.readers.askg_turtle:AskgTurtleReader",
        "pubmed_xml": "conspectus.readers.pubmed_xml:PubmedXmlReader",
        "medline": "conspectus.readers.medline:MedlineReader",
        "ris": "conspectus.readers.ris:RisReader",
        "bibtex": "conspectus.readers.bibtex:BibtexReader",
        "endnote_xml": "conspectus.readers.endnote_xml:EndnoteXmlReader",
        "csl_json": "conspectus.readers.csl_json:CslJsonReader",
        "web_of_science": "conspectus.readers.web_of_science:WebOfScienceReader",
        "endnote_tagged": "conspectus.readers.endnote_tagged:EndnoteTaggedReader",
        "table": "conspectus.readers.table:TableReader",
        "acl_anthology_xml": "conspectus.readers.acl_anthology_xml:AclAnthologyXmlReader",
        "cord19": "conspectus.readers.cord19:Cord19Reader",
        "s2orc": "conspectus.readers.s2orc:S2orcReader",
        "pubmedqa": "conspectus.readers.pubmedqa:PubmedqaReader",
        "qasper": "conspectus.readers.qasper:QasperReader",
        "html_article": "conspectus.readers.html_article:HtmlArticleReader",
        "markdown_article": "conspectus.readers.markdown_article:MarkdownArticleReader",
        "plain_text": "conspectus.readers.plain_text:PlainTextReader",
    },
    group="conspectus.readers",
)
