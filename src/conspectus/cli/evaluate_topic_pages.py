"""What `conspectus evaluate topic-pages` does beside measuring: terms drawn, tables for people, and their agreement."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from conspectus.cli.console import Console
from conspectus.evaluation.benchmark_run import BenchmarkRun
from conspectus.foundation.errors import UnreadableFile, UsageError

TOPIC_PAGES = "topic-pages"


def print_terms(path: Path, console: Console, *, count: int | None, seed: int, as_json: bool) -> None:
    """Prints MeSH terms drawn from a descriptor file: id, day, depth and name.

    Raises:
        UnreadableFile: The file cannot be read.
        UnknownFormat: It holds no descriptor.
    """
    from conspectus.evaluation.topic_pages.mesh_sampling import eligible_terms, sample_terms
    from conspectus.evaluation.topic_pages.topics import TOPICS

    eligible = eligible_terms(path)
    terms = sample_terms(eligible, TOPICS if count is None else count, seed=seed)
    if as_json:
        drawn = [
            {
                "mesh_id": term.id,
                "name": term.name,
                "synonyms": list(term.synonyms),
                "created": None if term.created is None else term.created.isoformat(),
                "depth": term.depth,
            }
            for term in terms
        ]
        console.result_json({"eligible": len(eligible), "seed": seed, "terms": drawn})
        return
    console.remark(f"{len(terms)} of {len(eligible)} eligible terms, seed {seed}.")
    console.result("\n".join(f"{term.id}\t{term.created}\t{term.depth}\t{term.name}" for term in terms))


def print_agreement(paths: Sequence[Path], console: Console, *, as_json: bool) -> None:
    """Prints for each question how often two people gave the same answer.

    Raises:
        UsageError: There are not two files, or they cannot be compared.
        UnreadableFile: One cannot be read.
    """
    from conspectus.evaluation.topic_pages.annotation import agreement

    if len(paths) != 2:
        raise UsageError(
            f"Agreement is of two annotated tables, not of {len(paths)}.", hint="Give --agreement FILE twice."
        )
    found = agreement(paths[0], paths[1])
    if as_json:
        console.result_json(
            [{"question": e.question, "agreed": e.agreed, "both": e.both, "percent": e.percent} for e in found]
        )
        return
    lines = []
    for each in found:
        percent = "-" if each.percent is None else f"{each.percent:.1f} %"
        lines.append(f"{each.question}\t{each.agreed}/{each.both}\t{percent}")
    console.result("\n".join(lines))


def write_annotation_files(result: BenchmarkRun, folder: Path, console: Console) -> None:
    """Writes the tables for people into a folder.

    Raises:
        UnreadableFile: The folder cannot be written to.
    """
    from conspectus.evaluation.topic_pages.run import TopicPagesRun

    if not isinstance(result, TopicPagesRun):
        raise UsageError("There are no pages to annotate.", hint=f"Evaluate {TOPIC_PAGES}.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in result.annotation_files().items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UnreadableFile(f"{folder} cannot be written: {error.strerror}.", hint="Choose another folder.") from None
    console.remark(f"Tables to annotate are in {folder}.")
