from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.readers.bibtex import BibtexReader
from conspectus.readers.inline_markup import plain
from conspectus.readers.jats import JatsReader
from conspectus.readers.medline import MedlineReader
from conspectus.readers.pubmed_xml import PubmedXmlReader
from conspectus.readers.raised_text import raised, subscript, superscript
from conspectus.readers.reading import Reader, ReadPaper
from conspectus.readers.ris import RisReader


@pytest.mark.parametrize(
    "marked, text",
    [
        ("Ca<sup>2+</sup> and Na<sup>+</sup>", "Ca²⁺ and Na⁺"),
        ("CO<sub>2</sub>, V<inf>max</inf>", "CO₂, Vₘₐₓ"),
        ("x<sup>Q</sup>, x<sub>B</sub>", "x^(Q), x_(B)"),
        ("the 1<sup>st</sup> of <sup>18</sup>F", "the 1st of ¹⁸F"),
        ("Tool<sup>TM</sup> at 25<sup>o</sup>C", "Tool™ at 25°C"),
        ("a<sup><i>n</i></sup>", "aⁿ"),
        ("<jats:italic>E. coli</jats:italic><jats:sup>3</jats:sup>", "E. coli³"),
        ("&lt;i&gt;E. coli&lt;/i&gt;", "E. coli"),
        ("R&amp;amp;D &amp;amp;lt;b&amp;amp;gt;now&amp;amp;lt;/b&amp;amp;gt;", "R&D now"),
        ("M&uuml;ller &#8211; &#x3b2;", "Müller – β"),
        ("<span style='x'>a</span> <font color=\"red\">b</font>", "a b"),
        ("<mml:math><mml:msup><mml:mi>R</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math>", "R²"),
        ("<math><mi>x</mi>&alpha;<broken</math>", "xα<broken"),
        ("$\\beta$-cells of $10^{3}$", "β-cells of 10³"),
        ("\\textit{E. coli} and \\emph{in vivo}", "E. coli and in vivo"),
        ('G{\\"o}del, Erd\\H{o}s, Stra{\\ss}e', "Gödel, Erdős, Straße"),
        # what only looks like markup
        ("p<0.05 and b>3", "p<0.05 and b>3"),
        ("a <b and c> d", "a <b and c> d"),
        ("AT&T; R&D", "AT&T; R&D"),
        ("from $5 to $10_ now", "from $5 to $10_ now"),
        ("C:\\new\\path", "C:\\new\\path"),
        ("{braces} stay", "{braces} stay"),
    ],
)
def test_markup_becomes_plain_text(marked: str, text: str) -> None:
    assert plain(marked) == text


def test_raised_and_lowered_text() -> None:
    assert [superscript(text) for text in ("2+", "n", "Q", "10.5", "*", "")] == ["²⁺", "ⁿ", "^(Q)", "^(10.5)", "*", ""]
    assert [subscript(text) for text in ("2", "B")] == ["₂", "_(B)"]
    assert [raised(text, after=last) for text, last in (("th", "4"), ("th", "x"), ("TM", "a"), ("o", "b"))] == [
        "th", "ᵗʰ", "™", "ᵒ",
    ]  # fmt: skip


TITLE = "Na<sup>+</sup> and CO<sub>2</sub> in <i>E. coli</i> &amp; 10<sup>3</sup> cells"
PLAIN = "Na⁺ and CO₂ in E. coli & 10³ cells"
LATEX = r"Na$^+$ and CO$_2$ in \emph{E. coli} \& 10$^{3}$ cells"
ARTICLE = (
    '<article article-type="research-article"><front><article-meta><title-group><article-title>{}</article-title>'
    "</title-group></article-meta></front><body><p>Text.</p></body></article>"
)
RECORD = (
    "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>7</PMID><Article><Journal><Title>J</Title></Journal>"
    "<ArticleTitle>{}</ArticleTitle></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>"
)


@pytest.mark.parametrize(
    "reader, data",
    [
        (RisReader(), f"TY  - JOUR\nTI  - {TITLE}\nER  - \n"),
        (BibtexReader(), f"@article{{a, title = {{{LATEX}}}}}"),
        (BibtexReader(), f"@article{{a, title = {{{TITLE}}}}}"),
        (MedlineReader(), f"PMID- 7\nTI  - {TITLE}\n"),
        (PubmedXmlReader(), RECORD.format(TITLE)),
        (PubmedXmlReader(), RECORD.format(TITLE.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))),
        (JatsReader(), ARTICLE.format(TITLE.replace("<i>", "<italic>").replace("</i>", "</italic>"))),
        (JatsReader(), ARTICLE.format(TITLE.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))),
    ],
)
def test_the_same_title_is_read_from_every_format(reader: Reader, data: str) -> None:
    (item,) = (item for item in reader.read(data.encode()) if isinstance(item, ReadPaper))
    assert item.paper.title == PLAIN


@given(st.text(st.sampled_from("ab <>/&;$\\{}^_=\"'supmathiltn1")) | st.text())
def test_nothing_breaks_it_and_text_without_marks_stays(text: str) -> None:
    assert isinstance(plain(text), str)
    bare = "".join(char for char in text if char not in "<&\\$")
    assert plain(bare) == bare
