"""How long a review takes, stage by stage, beside LexRank over the same sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchmarks.anthology import anthology_papers
from benchmarks.outcome import Cell, Outcome, Scale, Table, ratio, verdict
from benchmarks.synthetic_abstracts import made_papers, sentences_of
from benchmarks.timing import median_seconds, timed
from conspectus.domain.paper import Paper
from conspectus.domain.run_record import Product
from conspectus.engines.extractive.centrality import lexrank_scores
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.exporters.html import HtmlExporter
from conspectus.foundation.events import Events
from conspectus.pipelines.literature_review.pipeline import write_review
from conspectus.pipelines.literature_review.request import ReviewRequest

ANTHOLOGY = "acl_anthology_xml"
AIM_REFERENCES, AIM_SECONDS = 30, 3.0
_STAGES = ("minigraph", "write", "attach")
_COLUMNS = (
    "references", "sentences", "seconds", "minigraph %", "write %", "attach %", "html %", "cited", "lexrank s",
    "times lexrank",
)  # fmt: skip


def run(scale: Scale) -> Outcome:
    """Gives the seconds of reviews of several sizes over made-up abstracts, and over real ones where they are."""
    sizes = scale.pick((10, 30, 100, 300), (3, 6))
    warm_up()
    tables, notes, skipped = [], [], []
    sources: dict[str, Callable[[], Sequence[Paper]]] = {"Made-up abstracts": lambda: made_papers(max(sizes))}
    folder = scale.data / ANTHOLOGY
    if folder.is_dir():
        sources["Abstracts of the ACL Anthology"] = lambda: anthology_papers(folder, max(sizes))
    else:
        skipped.append(f"Abstracts of the ACL Anthology: there is no folder {ANTHOLOGY} among the data.")
    for title, papers_of in sources.items():
        papers = papers_of()
        rows = [_row(papers[:size], times=3 if size <= AIM_REFERENCES else 1) for size in sizes]
        tables.append(Table(title=title, columns=_COLUMNS, rows=rows))
        for row in rows:
            if row["references"] == AIM_REFERENCES and isinstance(row["seconds"], float):
                what = f"a review of {AIM_REFERENCES} references ({title[:1].lower()}{title[1:]}), warm,"
                notes.append(verdict(what, row["seconds"], AIM_SECONDS, "s"))
    notes.append(
        "Seconds are those of the review and its HTML report, the median of 3 runs up to 30 references; word lists "
        "are loaded and words stemmed before. LexRank only ranks the sentences: it neither groups nor writes."
    )
    return Outcome(tables=tuple(tables), notes=tuple(notes), skipped=tuple(skipped))


def warm_up() -> None:
    """Loads what is loaded once in a process: word lists, the sentence model, the citation style."""
    papers = made_papers(6, seed=1)
    HtmlExporter().export(_write(papers)[0], style="apa")
    lexrank_scores(sentences_of(papers))


def _row(papers: Sequence[Paper], *, times: int) -> dict[str, Cell]:
    runs = [_timed_review(papers) for _ in range(times)]
    runs.sort(key=lambda found: sum(found[1].values()))
    product, seconds = runs[len(runs) // 2]
    total = sum(seconds.values())
    sentences = sentences_of(papers)
    theirs = median_seconds(lambda: lexrank_scores(sentences), times)
    shares = {f"{stage} %": 100 * seconds[stage] / total for stage in (*_STAGES, "html")}
    return {
        "references": len(papers),
        "sentences": len(sentences),
        "seconds": total,
        **shares,
        "cited": len(product.text.cited_papers()),
        "lexrank s": theirs,
        "times lexrank": ratio(total, theirs),
    }


def _timed_review(papers: Sequence[Paper]) -> tuple[Product, dict[str, float]]:
    (product, events), whole = timed(lambda: _write(papers))
    _, export = timed(lambda: HtmlExporter().export(product, style="apa"))
    stages = {stage: events.seconds[stage] for stage in _STAGES}
    return product, {**stages, "rest": whole - sum(stages.values()), "html": export}


def _write(papers: Sequence[Paper]) -> tuple[Product, Events]:
    events = Events()
    return write_review(ReviewRequest(), papers, ExtractiveEngine(), events=events), events
