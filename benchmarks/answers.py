"""How long an answer from a whole library takes: in a process that has the library open, and in a fresh one."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.anthology import FOLDER, anthology_papers
from benchmarks.outcome import Cell, Outcome, Scale, Table, verdict
from benchmarks.timing import median_of_commands, peak_mib, timed
from conspectus.collection.fetching import add_fetched
from conspectus.collection.paragraph_source import paragraph_index
from conspectus.domain.paper import Paper
from conspectus.foundation.settings import load_settings
from conspectus.library.store import Library
from conspectus.pipelines.answer.request import AnswerRequest
from conspectus.sources.searching import Fetched
from conspectus.testing.topic_papers import made_topic_papers
from conspectus.workbench import Workbench

AIM_WARM, AIM_COLD = 0.1, 2.0
QUESTIONS = (
    "Does back-translation improve neural machine translation?",
    "How many languages does the treebank cover?",
    "Which metrics are used to evaluate summarization?",
    "What is named entity recognition?",
    "Do contextual embeddings help relation extraction?",
    "Which datasets exist for question answering over tables?",
    "How is hate speech detected in social media?",
    "Why do parsers fail on long sentences?",
    "What are the limitations of large language models?",
    "Can word embeddings be debiased?",
)
_MADE = ("Do microplastics harm fish?", "How many particles were found in the water?", "What are microplastics?")


def run(scale: Scale) -> Outcome:
    """Gives the seconds of making the paragraph index, of answers one after the other, and of a fresh process."""
    count = scale.pick(30_000, 130)
    skipped = []
    if (scale.data / FOLDER).is_dir():
        papers: tuple[Paper, ...] = tuple(anthology_papers(scale.data / FOLDER, count))
        questions: tuple[str, ...] = QUESTIONS
    else:
        papers, questions = made_topic_papers(count if scale.quick else 10_000), _MADE
        skipped.append(f"Real abstracts: there is no folder {FOLDER} in the data; they are made up.")
    with tempfile.TemporaryDirectory() as folder:
        row = _row(Path(folder), papers, questions, scale.pick(5, 1))
    notes = ["One abstract a paper; the extractive engine; every question once before the ones that count."]
    if not scale.quick:
        notes += [
            verdict("an answer (median) in a process that is warm", float(str(row["p50 s"])), AIM_WARM, "s"),
            verdict("an answer by a fresh process", float(str(row["cold s"])), AIM_COLD, "s"),
        ]
    table = Table(title="Answers", columns=tuple(row), rows=[row])
    return Outcome(tables=(table,), notes=tuple(notes), skipped=tuple(skipped))


def _row(folder: Path, papers: Sequence[Paper], questions: Sequence[str], times: int) -> dict[str, Cell]:
    with Library(folder, writable=True) as library:
        add_fetched(library, "benchmark", Fetched(papers=tuple(papers)))
        index, indexing = timed(lambda: paragraph_index(library))
    seconds: list[float] = []
    refused = 0
    with Workbench(load_settings(arguments={"library.folder": str(folder)})) as workbench:
        for turn in range(times + 1):
            for question in questions:
                begun = time.perf_counter()
                product = workbench.write_answer(AnswerRequest(question=question))
                if turn:
                    seconds.append(time.perf_counter() - begun)
                refused += product.block["refused"] and not turn
    script = Path(sys.executable).with_name("conspectus")
    program = [str(script)] if script.exists() else [sys.executable, "-m", "conspectus"]
    # A question that is refused ends with another exit code; the help of the command is not what is measured.
    code = (
        "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:], capture_output=True).returncode not in (0, 4))"
    )
    cold = [*program, "write", "answer", questions[0], "--library", str(folder), "--quiet"]
    fresh = median_of_commands({"cold": [sys.executable, "-c", code, *cold]}, times)["cold"]
    seconds.sort()
    return {
        "papers": len(papers),
        "paragraphs": len(index),
        "index s": indexing,
        "answers": len(seconds),
        "p50 s": statistics.median(seconds),
        "p95 s": seconds[min(len(seconds) - 1, round(0.95 * len(seconds)))],
        "cold s": fresh,
        "refused": int(refused),
        "peak MiB": peak_mib(),
    }
