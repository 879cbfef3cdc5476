"""What asking language models costs beside the models themselves: overhead of a call, waiting of a review, dry run.

The model is the local server of made-up models, a process of its own, which answers in a fixed time.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from benchmarks.outcome import Cell, Outcome, Scale, Table, ratio, verdict
from benchmarks.synthetic_abstracts import made_papers
from benchmarks.timing import timed
from conspectus.domain.paper import Paper
from conspectus.engines.generative.engine import GenerativeEngine
from conspectus.engines.generative.fencing import defuse
from conspectus.engines.generative.language import is_english
from conspectus.engines.generative.rehearsal import RehearsalEngine
from conspectus.foundation.cache import Cache
from conspectus.foundation.events import Events
from conspectus.pipelines.literature_review.pipeline import write_review
from conspectus.pipelines.literature_review.request import ReviewRequest
from conspectus.providers.client import ModelCall
from conspectus.providers.completion import Message
from conspectus.providers.models import ModelOptions, Models
from conspectus.testing.openai_server import running_server
from conspectus.testing.server_plan import ServerPlan

LATENCIES = (0.5, 2.0)
MOST_TIMES_CRITICAL_PATH = 1.1
SDK, FRESH, KEEPING, KEPT = "openai SDK", "conspectus, keeping nothing", "conspectus, keeping the answer", "kept answer"
_MODEL, _TASK = "any", "examine"
_ROOM = 64
_CALLS = ("prompt", "characters", "calls", "method", "median ms", "p95 ms", f"times {SDK}", "more ms")
_WAITING = (
    "answer s", "references", "minigraph", "side by side", "way to JSON", "calls", "critical path s", "wall s",
    "times critical", "CPU s",
)  # fmt: skip
_BILLS = ("references", "calls rehearsed", "calls billed", "tokens in rehearsed", "tokens in billed",
          "rehearsed by billed", "tokens out rehearsed", "tokens out billed")  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """One way of running a review."""

    references: int
    minigraph: Any
    side_by_side: int
    finds_rung: bool = False

    @property
    def request(self) -> ReviewRequest:
        """The review that is asked for."""
        return ReviewRequest(minigraph=self.minigraph)

    def rounds(self) -> int:
        """Gives how many calls the review waits for one after the other."""
        chunks, workers = ceil(self.references / self.request.chunk_size), self.side_by_side
        writing = ceil(chunks / workers) + ceil(self.request.experts / workers)
        if self.minigraph == "chain":
            return chunks + writing
        # As long as nobody knows how this server is asked for JSON, the first call goes alone.
        return (1 + ceil((chunks - 1) / workers) if self.finds_rung else ceil(chunks / workers)) + writing


class _Word(BaseModel):
    word: str


def run(scale: Scale) -> Outcome:
    """Gives the overhead per call, the wall time of reviews beside their critical path, and dry runs beside bills."""
    sizes, workers, latencies = scale.pick(((12, 60), (4, 32), LATENCIES), ((3, 6), (2,), (0.02,)))
    papers = made_papers(max(sizes))
    with running_server(ServerPlan()) as server:
        calls = _overhead_rows(server.base_url, papers, scale.pick(200, 4))
    with running_server(ServerPlan(answers="scholar")) as server:
        bills = [_bill_row(server.base_url, papers[:size]) for size in sizes]
    courses = [Course(references=size, minigraph=shape, side_by_side=side_by_side)
               for size in sizes for shape in ("chain", "tree") for side_by_side in workers]  # fmt: skip
    courses += [Course(references=size, minigraph="tree", side_by_side=workers[-1], finds_rung=True) for size in sizes]
    waits: list[dict[str, Cell]] = []
    for latency in latencies:
        with running_server(ServerPlan(answers="scholar", latency=latency)) as server:
            waits += [_waiting_row(server.base_url, papers, course, latency) for course in courses]
    return Outcome(
        tables=(
            Table(title="Overhead of a call to a server that answers at once", columns=_CALLS, rows=calls),
            Table(title="Wall time of a review beside its critical path", columns=_WAITING, rows=waits),
            Table(title="Dry run beside the bill", columns=_BILLS, rows=bills),
        ),
        notes=(
            "Calls take turns, each with a message of its own; the server's own time is in all of them. "
            f"'{SDK}' is the bare package with its retries off, in the same process.",
            "The critical path is the number of calls that have to wait for each other, times the time of an answer: "
            "I + ceil(I/w) + ceil(E/w) for a chain and 2 ceil(I/w) + ceil(E/w) for a tree, with I chunks of 3, E = 3 "
            "experts and w calls side by side. Where the way to JSON is still to be found out, one call of a tree goes "
            "alone before the others; it is remembered for the server afterwards.",
            "Reviews run once each, in a warm process: the openai package, which takes about a second to import, and "
            "word lists are loaded before. No answer is kept from one run to the next. CPU seconds are those of this "
            "process: they come on top where answers arrive all at once, and pass unseen while others are awaited.",
            *(_waiting_note(waits, latency) for latency in latencies),
            "The bill holds the tokens that the server counted, by a rule of its own; the dry run estimates them.",
            *(_bill_note(row) for row in bills),
        ),
    )


# Overhead of a call.


def _overhead_rows(base_url: str, papers: Sequence[Paper], times: int) -> list[dict[str, Cell]]:
    rows: list[dict[str, Cell]] = []
    abstracts = "\n\n".join(paper.abstract for paper in papers[:3])
    for name, text in (("short", "Answer with the one word: ready"), ("three abstracts", abstracts)):
        seconds = _seconds_by_method(base_url, text, times)
        theirs = statistics.median(seconds[SDK])
        for method, measured in seconds.items():
            ours = statistics.median(measured)
            more = None if method == SDK else 1000 * (ours - theirs)
            values = (name, len(text), times, method, 1000 * ours, 1000 * _p95(measured), ratio(ours, theirs), more)
            rows.append(dict(zip(_CALLS, values, strict=True)))
    return rows


def _seconds_by_method(base_url: str, text: str, times: int) -> dict[str, list[float]]:
    """The seconds of each call, the methods in turns; two first turns do not count."""
    import openai

    sdk = openai.OpenAI(base_url=base_url, api_key="none", max_retries=0)
    with _models(base_url) as plain, _models(base_url, keeps=True) as keeping, sdk:
        methods: dict[str, Callable[[str], object]] = {
            SDK: lambda asked: sdk.chat.completions.create(
                model=_MODEL, messages=[{"role": "user", "content": asked}], max_tokens=_ROOM, temperature=0.0
            ),
            FRESH: lambda asked: plain.for_task(_TASK).ask(_call(asked)),
            KEEPING: lambda asked: keeping.for_task(_TASK).ask(_call(asked)),
            # Right after, in the same turn, so that it finds what was kept.
            KEPT: lambda asked: keeping.for_task(_TASK).ask(_call(asked)),
        }
        seconds: dict[str, list[float]] = {name: [] for name in methods}
        for turn in range(times + 2):
            asked = f"{text}\n{turn}"
            for name, ask in methods.items():
                took = timed(lambda ask=ask, asked=asked: ask(asked))[1]  # type: ignore[misc]
                if turn >= 2:
                    seconds[name].append(took)
        usage = keeping.usage()
    if (usage.calls, usage.reused) != (2 * (times + 2), times + 2):
        raise RuntimeError(f"{usage.reused} of {usage.calls} calls came from the cache, not half of them.")
    return seconds


def _call(asked: str) -> ModelCall:
    return ModelCall(task=_TASK, messages=(Message("user", asked),), max_output_tokens=_ROOM)


def _p95(seconds: Sequence[float]) -> float:
    return statistics.quantiles(seconds, n=20, method="inclusive")[-1]


# The wall time of a review.


def _waiting_row(base_url: str, papers: Sequence[Paper], course: Course, latency: float) -> dict[str, Cell]:
    """How long one review takes beside what it has to wait for."""
    papers = papers[: course.references]
    with _models(base_url, side_by_side=course.side_by_side, keeps=True) as models:
        if not course.finds_rung:
            models.for_task("extract_relations").ask_for(_call("Say a word."), _Word)
        # A review before has left the same sentences in memory, as none would have for a user.
        defuse.cache_clear()
        is_english.cache_clear()
        before, begun = models.usage(), time.process_time()
        _, wall = timed(lambda: write_review(course.request, papers, GenerativeEngine(models)))
        usage, computed = models.usage().since(before), time.process_time() - begun
    if usage.asked_again or usage.retries or usage.fallbacks:
        raise RuntimeError("The server did not answer as a good model does, so the critical path is another.")
    critical = course.rounds() * latency
    way = "found out" if course.finds_rung else "known"
    values = (latency, course.references, course.minigraph, course.side_by_side, way, usage.calls, critical, wall,
              ratio(wall, critical), computed)  # fmt: skip
    return dict(zip(_WAITING, values, strict=True))


def _waiting_note(rows: Sequence[dict[str, Cell]], latency: float) -> str:
    worst = max(float(str(row["times critical"])) for row in rows if row["answer s"] == latency)
    what = f"the wall time, at worst, where an answer takes {latency:g} s,"
    return verdict(what, worst, MOST_TIMES_CRITICAL_PATH, "times the critical path")


# The dry run beside the bill.


def _bill_row(base_url: str, papers: Sequence[Paper]) -> dict[str, Cell]:
    with _models(base_url) as models:
        rehearsing = RehearsalEngine(models)
        write_review(ReviewRequest(), papers, rehearsing)
        rehearsal = rehearsing.rehearsal()
        bill = write_review(ReviewRequest(), papers, GenerativeEngine(models)).run.usage
    low, high = rehearsal.output_tokens
    values = (len(papers), rehearsal.calls, bill.calls, rehearsal.input_tokens, bill.input_tokens,
              ratio(rehearsal.input_tokens, bill.input_tokens), f"{low:,} to {high:,}", bill.output_tokens)  # fmt: skip
    return dict(zip(_BILLS, values, strict=True))


def _bill_note(row: dict[str, Cell]) -> str:
    off = abs(float(str(row["rehearsed by billed"])) - 1)
    return verdict(f"the dry run of {row['references']} references away from the bill", 100 * off, 20, "%")


@contextmanager
def _models(base_url: str, *, side_by_side: int = 4, keeps: bool = False) -> Iterator[Models]:
    """The models of one run; what they keep goes when they are closed."""
    options = ModelOptions(model=f"openai:{_MODEL}", base_url=base_url, side_by_side=side_by_side)
    with tempfile.TemporaryDirectory() as folder:
        cache = Cache(Path(folder) / "cache.sqlite") if keeps else None
        models = Models(options, cache=cache, events=Events())
        try:
            yield models
        finally:
            models.close()
            if cache is not None:
                cache.close()
