"""Two papers in JATS, written for tests of the structure graph: the second cites the first and shares its subject."""

from __future__ import annotations

from pathlib import Path

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="research-article" xml:lang="en"><front>
<journal-meta><journal-title-group><journal-title>Journal of Peat</journal-title></journal-title-group></journal-meta>
<article-meta><article-id pub-id-type="doi">{doi}</article-id>
<title-group><article-title>{title}</article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>{family}</surname><given-names>{given}</given-names></name>
</contrib></contrib-group>
<pub-date pub-type="epub"><year>{year}</year></pub-date>
<abstract><p>{abstract}</p></abstract>
<kwd-group><kwd>peat bogs</kwd><kwd>carbon loss</kwd></kwd-group></article-meta></front><body>
"""
_FIRST = (
    _HEAD.format(
        doi="10.1000/peat.1",
        title="Estimating the carbon loss of drained peat bogs",
        family="Moor",
        given="Ada",
        year="2019",
        abstract="Drained bogs lose carbon. We propose the BogTrack model for carbon loss estimation.",
    )
    + """<sec><title>Introduction</title>
<p>Peat bogs hold much of the carbon of all soils. We propose the BogTrack model for carbon loss estimation
<xref ref-type="bibr" rid="r1">[1]</xref>. The BogTrack model needs water levels only.</p></sec>
<sec><title>Methods</title><sec><title>Sites</title>
<p>We built the FenSet dataset of 120 bogs. Water levels were read every hour in dip wells.</p></sec>
<sec><title>Model</title><p>The BogTrack model is a linear mixed model. It was trained on the FenSet dataset.</p>
</sec></sec>
<sec><title>Results</title><p>BogTrack reached an error of 4.2 percent on the FenSet dataset (Table 1).</p>
<table-wrap><label>Table 1</label><caption><p>Errors of the BogTrack model.</p></caption><table>
<thead><tr><th>model</th><th>error</th></tr></thead><tbody><tr><td>BogTrack</td><td>4.2</td></tr>
<tr><td>PeatSim</td><td>7.3</td></tr></tbody></table></table-wrap>
<fig><label>Figure 1</label><caption><p>Water levels of the bogs.</p></caption></fig></sec>
<sec><title>Discussion</title><p>Shallow drainage matters for carbon loss, as was shown before
<xref ref-type="bibr" rid="r1">[1]</xref>. Only bogs in the north were measured.</p></sec></body>
<back><ref-list><ref id="r1"><label>1</label><mixed-citation>Fenn B. <article-title>Soils of the north</article-title>.
<year>2001</year>.</mixed-citation></ref></ref-list></back></article>
"""
)
_SECOND = (
    _HEAD.format(
        doi="10.1000/peat.2",
        title="Rewetted bogs and their carbon balance in winter",
        family="Fenn",
        given="Bo",
        year="2022",
        abstract="Rewetted bogs keep carbon. The BogTrack model is applied to winter fluxes.",
    )
    + """<sec><title>Introduction</title>
<p>The BogTrack model was made for carbon loss estimation <xref ref-type="bibr" rid="c1">[1]</xref>. We apply the
BogTrack model to winter fluxes.</p></sec>
<sec><title>Methods</title><p>We use the BogTrack model and the FenSet dataset. Fluxes were measured in chambers.</p>
</sec>
<sec><title>Results</title><p>Rewetted bogs did not lose carbon in the second winter.</p></sec>
<sec><title>Conclusion</title><p>Rewetting stops carbon loss in winter, which agrees with earlier estimates
<xref ref-type="bibr" rid="c1">[1]</xref>.</p></sec></body>
<back><ref-list><ref id="c1"><label>1</label><element-citation publication-type="journal"><person-group><name>
<surname>Moor</surname><given-names>A</given-names></name></person-group>
<article-title>Estimating the carbon loss of drained peat bogs</article-title><source>Journal of Peat</source>
<year>2019</year><pub-id pub-id-type="doi">10.1000/peat.1</pub-id></element-citation></ref></ref-list></back></article>
"""
)
FIRST, SECOND = "doi-10.1000_peat.1", "doi-10.1000_peat.2"


def write_papers(folder: Path) -> None:
    """Writes the two files into a folder."""
    (folder / "first.xml").write_text(_FIRST, encoding="utf-8")
    (folder / "second.xml").write_text(_SECOND, encoding="utf-8")
