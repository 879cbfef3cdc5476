"""A dialect is told only from what one program alone writes."""

from __future__ import annotations

import pytest

from conspectus.readers.dialects import bibtex_dialect, ris_dialect, table_dialect
from conspectus.readers.reading import read_bytes


@pytest.mark.parametrize(
    "line, program",
    [
        ("DB  - Scopus", "Scopus"),
        ("AN  - WOS:000123", "Web of Science"),
        ("DB  - Embase", "Embase"),
        ("UR  - https://ovidsp.example.org/x", "Ovid"),
        ("DP  - EBSCOhost", "EBSCOhost"),
        ("DP  - NLM", "PubMed"),
        ("RP  - NOT IN FILE", "EndNote"),
        ("DP  - Zotero", "Zotero"),
        ("N1  - The Scopus of this note is a word", ""),
        ("DP  - Somewhere else", ""),
    ],
)
def test_ris(line: str, program: str) -> None:
    text = f"TY  - JOUR\r\nTI  - A title\r\n{line}\r\nER  - \r\n"
    assert ris_dialect(text) == program
    assert read_bytes(text.encode(), source="x").dialect == program


@pytest.mark.parametrize(
    "field, program",
    [
        ("source = {Scopus}", "Scopus"),
        ("unique-id = {WOS:000123}", "Web of Science"),
        ("mendeley-groups = {a}", "Mendeley"),
        ("urldate = {2020-01-01}", "Zotero"),
        ("biburl = {https://dblp.org/rec/x}", "DBLP"),
        ("note = {Scopus}", ""),
    ],
)
def test_bibtex(field: str, program: str) -> None:
    text = f"@article{{k,\n  title = {{A title}},\n  {field}\n}}\n"
    assert bibtex_dialect(text) == program
    assert read_bytes(text.encode(), source="x").dialect == program


def test_tables() -> None:
    assert table_dialect(["Authors", "Title", "Source title", "Cited by", "EID"]) == "Scopus"
    assert table_dialect(["PMID", "Title", "Journal/Book", "Create Date"]) == "PubMed"
    assert table_dialect(["Title", "Authors", "Year"]) == ""
    data = b"Item Type,Publication Year,Author,Title,Abstract Note,Date Added\njournalArticle,2001,Berg,On x,,2020\n"
    assert read_bytes(data, source="x").dialect == "Zotero"


def test_formats_without_dialects_have_none() -> None:
    assert read_bytes(b"PMID- 1\nTI  - On x.\n\n", source="x").dialect == ""
