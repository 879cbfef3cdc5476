"""The paragraph index: BM25 over paragraphs, and the likeness of whole papers to a question.

A projection of the library: it can be thrown away and made again. Paragraphs are ordered by paper id and place, so
that the same library always gives the same index, whatever its history. All numbers are in flat arrays that are
mapped into memory, of which a question touches only those of its own words.
"""

from __future__ import annotations

import json
import math
import re
import shutil
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from conspectus.foundation.errors import LibraryError
from conspectus.retrieval.paragraph_terms import counted_terms, offered_kinds

FOLDER = "paragraphs"
FORMAT = 1
"""The form of the index; an index of another form is made anew."""
K1, B = 1.2, 0.75
"""The constants of BM25 (S. Robertson and H. Zaragoza 2009)."""
SMOOTHING = 200.0
"""How many words of background every paragraph is mixed with (Dirichlet prior, C. Zhai and J. Lafferty 2004)."""
OF_PAPER = 0.2
"""The share of the background that is the paragraph's own paper; the rest is the whole library."""

Floats = NDArray[np.float32]
_HINT = "Run `conspectus reindex` to make it again from the library; no paper is lost."
_ABOUT, _TEXTS = "about.json", "texts.bin"
_ARRAYS = (
    "paper_of", "lengths", "kinds", "ends",
    "terms", "starts", "docs", "counts",
    "paper_starts", "paper_docs", "paper_counts", "paper_norms",
)  # fmt: skip
_GAP = b"\n"
_REMEMBERED = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class ParagraphText:
    """A paragraph as the index takes it in: the address of its node, its words, and words found with it.

    ``also`` are words by which it is found though they are not in it, such as the cells of a captioned table.
    """

    address: str
    text: str
    also: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedPaper:
    """A paper as the index takes it in; ``revision`` is the one of the library's book."""

    paper: str
    version: str
    title: str
    paragraphs: tuple[ParagraphText, ...]
    revision: int = 0


@dataclass(frozen=True, slots=True)
class HeldPaper:
    """A paper of the index at one revision, with the name of its text version."""

    paper: str
    version: str
    revision: int


@dataclass(frozen=True, slots=True)
class ParagraphPlace:
    """A paragraph of the index: its number there, its paper and text version, and its address."""

    number: int
    paper: str
    version: str
    address: str


class ParagraphIndex:
    """An index over paragraphs; made with ``build_index`` or ``open_index``.

    Args:
        papers: In order of their numbers.
        addresses: Of the paragraphs, in order of their numbers.
        arrays: The arrays by name.
        texts: The paragraphs in lower case as UTF-8, one behind the other.
    """

    def __init__(
        self, papers: Sequence[HeldPaper], addresses: Sequence[str], arrays: dict[str, NDArray[Any]], texts: Any
    ) -> None:
        self.papers = tuple(papers)
        self.addresses = addresses
        self._arrays = arrays
        self._texts = texts
        self._occurrences: dict[str, dict[int, int]] = {}

    def __len__(self) -> int:
        """Gives how many paragraphs there are."""
        return len(self.addresses)

    def place(self, number: int) -> ParagraphPlace:
        """Gives the paragraph with a number."""
        held = self.papers[int(self._arrays["paper_of"][number])]
        return ParagraphPlace(number, held.paper, held.version, self.addresses[number])

    @cached_property
    def numbers(self) -> dict[tuple[str, str], int]:
        """The numbers of paragraphs by paper id and address."""
        of = self._arrays["paper_of"]
        return {(self.papers[int(of[n])].paper, address): n for n, address in enumerate(self.addresses)}

    @property
    def paper_of(self) -> NDArray[np.int32]:
        """The number of the paper of each paragraph."""
        return self._arrays["paper_of"]

    @property
    def lengths(self) -> NDArray[np.int32]:
        """How many terms each paragraph has."""
        return self._arrays["lengths"]

    @property
    def kinds(self) -> NDArray[np.uint16]:
        """The kinds of answers that each paragraph may hold, as bits of ``AnswerKind``."""
        return self._arrays["kinds"]

    def text(self, number: int) -> str:
        """Gives the words of a paragraph in lower case."""
        ends = self._arrays["ends"]
        start = int(ends[number - 1]) + len(_GAP) if number else 0
        return bytes(self._texts[start : int(ends[number])]).decode("utf-8")

    def bm25(self, weights: dict[int, float]) -> Floats:
        """Gives the BM25 score of every paragraph.

        Args:
            weights: How much each term of the question counts, by the term's number.
        """
        scores = np.zeros(len(self), dtype=np.float32)
        count = len(self)
        if not count:
            return scores
        mean = float(self._mean_length) or 1.0
        for number, weight in weights.items():
            at = self._term_at(number)
            if at is None or weight <= 0:
                continue
            docs, counts = self._posting(at, "starts", "docs", "counts")
            if not len(docs):
                continue
            idf = math.log(1 + (count - len(docs) + 0.5) / (len(docs) + 0.5))
            frequency = counts.astype(np.float32)
            norm = K1 * (1 - B + B * self.lengths[docs].astype(np.float32) / mean)
            scores[docs] += weight * idf * frequency * (K1 + 1) / (frequency + norm)
        return scores

    def in_context(self, weights: dict[int, float]) -> Floats:
        """Gives how likely each paragraph is to say the question's words, in the light of its paper and the library.

        The logarithm of a ratio of likelihoods, above that of the library alone where it is positive. Words that the
        paragraph lacks and its paper has count for it, so that "their model" finds the paper that the rest of the
        question is about.

        Args:
            weights: How much each term of the question counts, by the term's number.
        """
        scores = np.zeros(len(self), dtype=np.float32)
        whole = float(self._paper_lengths.sum())
        asked = 0.0
        for number, weight in weights.items():
            at = self._term_at(number)
            if at is None or weight <= 0:
                continue
            docs, counts = self._posting(at, "starts", "docs", "counts")
            papers, in_papers = self._posting(at, "paper_starts", "paper_docs", "paper_counts")
            library = max(float(in_papers.sum()), 1.0) / max(whole, 1.0)
            background = np.full(len(self.papers), (1 - OF_PAPER) * library, dtype=np.float64)
            background[papers] += OF_PAPER * in_papers / np.maximum(self._paper_lengths[papers], 1.0)
            background *= SMOOTHING / library
            part = np.log(background).astype(np.float32)[self.paper_of]
            part[docs] = np.log(counts / library + background[self.paper_of[docs]])
            scores += weight * part
            asked += weight
        return (scores - np.float32(asked) * self._log_lengths).astype(np.float32)

    def paper_likeness(self, weights: dict[int, float]) -> Floats:
        """Gives for every paper the cosine of the question with its title and paragraphs, in [0, 1].

        Both are TF-IDF vectors with sublinear frequency.
        """
        scores = np.zeros(len(self.papers), dtype=np.float32)
        asked = 0.0
        for number, weight in weights.items():
            at = self._term_at(number)
            if at is None or weight <= 0:
                continue
            docs, counts = self._posting(at, "paper_starts", "paper_docs", "paper_counts")
            idf = self._paper_idf(len(docs))
            own = (1 + math.log(weight)) * idf if weight >= 1 else weight * idf
            asked += own * own
            scores[docs] += own * (1 + np.log(counts.astype(np.float32))) * idf
        norms = self._arrays["paper_norms"]
        found = scores / np.where(norms > 0, norms, 1.0)
        return np.asarray(found / math.sqrt(asked) if asked else found, dtype=np.float32)

    def frequency(self, number: int) -> int:
        """Gives in how many paragraphs the term with a number is."""
        at = self._term_at(number)
        starts = self._arrays["starts"]
        return 0 if at is None else int(starts[at + 1] - starts[at])

    def occurrences(self, text: str) -> dict[int, int]:
        """Gives how often a string occurs in the paragraphs that hold it, case-insensitively, by their numbers.

        It is found inside words, and occurrences do not overlap.
        """
        known = self._occurrences.get(text)
        if known is not None:
            return known
        found = self._counted(text.lower().encode("utf-8", "replace"))
        if len(self._occurrences) >= _REMEMBERED:
            self._occurrences.clear()
        self._occurrences[text] = found
        return found

    def _counted(self, sought: bytes) -> dict[int, int]:
        if not sought.strip() or _GAP in sought:
            return {}
        starts = [found.start() for found in re.finditer(re.escape(sought), self._texts)]
        if not starts:
            return {}
        places = np.searchsorted(self._arrays["ends"], np.asarray(starts), side="right")
        numbers, counts = np.unique(places, return_counts=True)
        return {int(number): int(count) for number, count in zip(numbers, counts, strict=True)}

    def save(self, folder: Path) -> None:
        """Writes the index in place of what is in a folder; a kill leaves the old one or the new one."""
        fresh, former = folder.with_name(folder.name + ".new"), folder.with_name(folder.name + ".old")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        for name in _ARRAYS:
            np.save(fresh / f"{name}.npy", self._arrays[name], allow_pickle=False)
        (fresh / _TEXTS).write_bytes(bytes(self._texts))
        about = {
            "format": FORMAT,
            "papers": [[held.paper, held.version, held.revision] for held in self.papers],
            "addresses": list(self.addresses),
        }
        (fresh / _ABOUT).write_text(json.dumps(about) + "\n", "utf-8")
        shutil.rmtree(former, ignore_errors=True)
        if folder.exists():
            folder.rename(former)
        fresh.rename(folder)
        shutil.rmtree(former, ignore_errors=True)

    @cached_property
    def _mean_length(self) -> float:
        return float(self.lengths.mean()) if len(self) else 0.0

    @cached_property
    def _paper_lengths(self) -> NDArray[np.float64]:
        lengths: NDArray[np.float64] = np.bincount(
            self.paper_of, weights=self.lengths, minlength=len(self.papers)
        ).astype(np.float64)
        return lengths

    @cached_property
    def _log_lengths(self) -> Floats:
        found: Floats = np.log(self.lengths.astype(np.float32) + np.float32(SMOOTHING))
        return found

    def _paper_idf(self, frequency: int) -> float:
        return math.log((1 + len(self.papers)) / (1 + frequency)) + 1

    def _term_at(self, number: int) -> int | None:
        terms = self._arrays["terms"]
        at = int(np.searchsorted(terms, np.uint64(number)))
        return at if at < len(terms) and int(terms[at]) == number else None

    def _posting(self, at: int, starts: str, docs: str, counts: str) -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
        begin, end = int(self._arrays[starts][at]), int(self._arrays[starts][at + 1])
        return self._arrays[docs][begin:end], self._arrays[counts][begin:end]


@dataclass(slots=True)
class _Triples:
    """Terms with the paragraph or title that has them, and how often."""

    terms: NDArray[np.uint64]
    docs: NDArray[np.int64]
    counts: NDArray[np.int64]


def build_index(
    papers: Iterable[IndexedPaper], *, former: ParagraphIndex | None = None, gone: Iterable[str] = ()
) -> ParagraphIndex:
    """Gives an index of papers, with those of a former index that are neither given nor gone.

    Args:
        papers: Each once, in any order.
        former: An index whose other papers are taken over.
        gone: Ids of papers that are no longer wanted.
    """
    draft = _Draft()
    for paper in papers:
        draft.add(paper)
    left = set(gone) | {held.paper for held in draft.papers}
    if former is not None:
        draft.take_over(former, left)
    return draft.finished()


def open_index(folder: Path) -> ParagraphIndex:
    """Gives the index in a folder.

    Raises:
        LibraryError: It is missing, damaged or of another form; the hint says how to make it again.
    """
    import mmap

    if not folder.is_dir():
        raise LibraryError(f"The paragraph index in {folder} is missing.", hint=_HINT)
    try:
        about = json.loads((folder / _ABOUT).read_text("utf-8"))
        if about["format"] != FORMAT:
            raise LibraryError(f"The paragraph index in {folder} is of another version.", hint=_HINT)
        arrays: dict[str, NDArray[Any]] = {
            name: np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False) for name in _ARRAYS
        }
        path = folder / _TEXTS
        if path.stat().st_size:
            with path.open("rb") as file:
                texts: Any = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        else:
            texts = b""
        papers = [HeldPaper(paper, version, revision) for paper, version, revision in about["papers"]]
        addresses = about["addresses"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LibraryError(f"The paragraph index in {folder} cannot be used: {error}.", hint=_HINT) from error
    return ParagraphIndex(papers, addresses, arrays, texts)


class _Draft:
    """Paragraphs as they come in, in order of arrival."""

    def __init__(self) -> None:
        self.papers: list[HeldPaper] = []
        self._addresses: list[str] = []
        self._texts: list[bytes] = []
        self._paper_of = array("q")
        self._lengths = array("q")
        self._kinds = array("q")
        self._terms, self._docs, self._counts = array("Q"), array("i"), array("i")
        self._paper_terms, self._paper_docs, self._paper_counts = array("Q"), array("i"), array("i")
        self._more: list[tuple[_Triples, _Triples]] = []

    def add(self, paper: IndexedPaper) -> None:
        number = len(self.papers)
        self.papers.append(HeldPaper(paper.paper, paper.version, paper.revision))
        whole = counted_terms(paper.title)
        for paragraph in paper.paragraphs:
            own = counted_terms(f"{paragraph.text}\n{paragraph.also}" if paragraph.also else paragraph.text)
            doc = len(self._addresses)
            self._addresses.append(paragraph.address)
            self._texts.append(" ".join(paragraph.text.lower().split()).encode("utf-8", "replace"))
            self._paper_of.append(number)
            self._lengths.append(own.total())
            self._kinds.append(int(offered_kinds(paragraph.text)))
            for term, count in own.items():
                self._terms.append(term)
                self._docs.append(doc)
                self._counts.append(count)
            whole.update(own)
        for term, count in whole.items():
            self._paper_terms.append(term)
            self._paper_docs.append(number)
            self._paper_counts.append(count)

    def take_over(self, former: ParagraphIndex, without: set[str]) -> None:
        arrays = former._arrays
        kept_papers = np.array([held.paper not in without for held in former.papers], dtype=bool)
        kept = kept_papers[arrays["paper_of"]] if len(former) else np.zeros(0, dtype=bool)
        paper_numbers = np.cumsum(kept_papers) - 1 + len(self.papers)
        doc_numbers = np.cumsum(kept) - 1 + len(self._addresses)
        self.papers += [held for held, stays in zip(former.papers, kept_papers, strict=True) if stays]
        for number in np.flatnonzero(kept):
            at = int(number)
            self._addresses.append(former.addresses[at])
            self._texts.append(former.text(at).encode("utf-8"))
            self._paper_of.append(int(paper_numbers[arrays["paper_of"][at]]))
            self._lengths.append(int(arrays["lengths"][at]))
            self._kinds.append(int(arrays["kinds"][at]))
        self._more.append(
            (
                _kept(arrays, ("starts", "docs", "counts"), kept, doc_numbers),
                _kept(arrays, ("paper_starts", "paper_docs", "paper_counts"), kept_papers, paper_numbers),
            )
        )

    def finished(self) -> ParagraphIndex:
        paper_order = sorted(range(len(self.papers)), key=lambda n: self.papers[n].paper)
        new_paper = np.empty(len(self.papers), dtype=np.int64)
        new_paper[paper_order] = np.arange(len(self.papers))
        of = new_paper[np.asarray(self._paper_of, dtype=np.int64)] if self._addresses else np.zeros(0, np.int64)
        doc_order = np.argsort(of, kind="stable")
        new_doc = np.empty(len(of), dtype=np.int64)
        new_doc[doc_order] = np.arange(len(of))
        own = _joined(self._terms, self._docs, self._counts, [first for first, _ in self._more], new_doc)
        whole = _joined(
            self._paper_terms, self._paper_docs, self._paper_counts, [second for _, second in self._more], new_paper
        )
        terms = np.unique(np.concatenate([own.terms, whole.terms]))
        sizes = np.array([len(self._texts[int(n)]) for n in doc_order], dtype=np.int64)
        arrays: dict[str, NDArray[Any]] = {
            "paper_of": of[doc_order].astype(np.int32),
            "lengths": np.asarray(self._lengths, dtype=np.int64)[doc_order].astype(np.int32),
            "kinds": np.asarray(self._kinds, dtype=np.int64)[doc_order].astype(np.uint16),
            "ends": np.cumsum(sizes) + np.arange(len(sizes)) * len(_GAP),
            "terms": terms,
            "starts": _starts(terms, own.terms),
            "docs": own.docs.astype(np.int32),
            "counts": np.minimum(own.counts, 65_535).astype(np.uint16),
            "paper_starts": _starts(terms, whole.terms),
            "paper_docs": whole.docs.astype(np.int32),
            "paper_counts": np.minimum(whole.counts, 65_535).astype(np.uint16),
        }
        arrays["paper_norms"] = _norms(arrays, len(self.papers))
        return ParagraphIndex(
            [self.papers[n] for n in paper_order],
            [self._addresses[int(n)] for n in doc_order],
            arrays,
            _GAP.join(self._texts[int(n)] for n in doc_order),
        )


def _kept(
    arrays: dict[str, NDArray[Any]], names: tuple[str, str, str], kept: NDArray[np.bool_], numbers: NDArray[np.int64]
) -> _Triples:
    starts, docs, counts = (arrays[name] for name in names)
    terms = np.repeat(np.asarray(arrays["terms"]), np.diff(starts))
    stays = kept[docs] if len(docs) else np.zeros(0, dtype=bool)
    return _Triples(terms[stays], numbers[np.asarray(docs)[stays]], np.asarray(counts)[stays].astype(np.int64))


def _joined(
    terms: array[int], docs: array[int], counts: array[int], more: Sequence[_Triples], new: NDArray[np.int64]
) -> _Triples:
    """All triples by term, those of a term by document, documents under their new numbers."""
    every_term = np.concatenate([np.asarray(terms, dtype=np.uint64), *(each.terms for each in more)])
    every_doc = np.concatenate([np.asarray(docs, dtype=np.int64), *(each.docs for each in more)])
    every_count = np.concatenate([np.asarray(counts, dtype=np.int64), *(each.counts for each in more)])
    every_doc = new[every_doc] if len(every_doc) else every_doc
    order = np.lexsort((every_doc, every_term))
    return _Triples(every_term[order], every_doc[order], every_count[order])


def _starts(terms: NDArray[np.uint64], of_triples: NDArray[np.uint64]) -> NDArray[np.int64]:
    return np.append(np.searchsorted(of_triples, terms, side="left"), len(of_triples)).astype(np.int64)


def _norms(arrays: dict[str, NDArray[Any]], papers: int) -> Floats:
    starts = arrays["paper_starts"]
    frequencies = np.diff(starts)
    idf = np.log((1 + papers) / (1 + frequencies)) + 1
    weights = (1 + np.log(arrays["paper_counts"].astype(np.float64))) * np.repeat(idf, frequencies)
    return np.sqrt(np.bincount(arrays["paper_docs"], weights=weights**2, minlength=papers)).astype(np.float32)
