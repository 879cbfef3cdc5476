"""SciERC: abstracts in which people marked concepts and relations (Luan et al. 2018), document form.

One JSON object a line: ``sentences`` (lists of tokens), ``ner`` ([first, last, kind] by sentence) and
``relations`` ([first, last, first, last, kind]), token positions counted over the document, both included.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conspectus.domain.minigraph import ConceptKind, kind_from_text
from conspectus.engines.extractive.extract import Extraction, Mention, RelationMention
from conspectus.evaluation.benchmarks.data_file import DataFile, files_under
from conspectus.foundation.errors import BrokenRecord, NothingFound

_FOLDER = "document_json"
_FIELDS = ("sentences", "ner", "relations")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatedAbstract:
    """An abstract, its tokens joined by spaces, and what people marked in it."""

    id: str
    sentences: tuple[str, ...]
    gold: Extraction


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatedAbstracts:
    """The abstracts of a split in file order, and the records that could not be read."""

    documents: tuple[AnnotatedAbstract, ...]
    broken: tuple[BrokenRecord, ...] = ()


def load_scierc(data: Path, split: str = "test", *, limit: int | None = None) -> AnnotatedAbstracts:
    """Gives the annotated abstracts of one split.

    Args:
        data: A file of the document form, or a folder that holds ``<split>.json`` (itself, in
            ``document_json``, or up to three levels down).
        split: "train", "dev" or "test"; not looked at where ``data`` is a file.
        limit: The most abstracts to read, all if None.

    Raises:
        UnreadableFile: There is no such path, or a file cannot be read.
        NothingFound: No file holds abstracts of that split.
    """
    documents: list[AnnotatedAbstract] = []
    broken: list[BrokenRecord] = []
    for file in _files_of(data, split):
        for position, record in file.records():
            if limit is not None and len(documents) >= limit:
                break
            try:
                documents.append(_abstract(_sound(record), position))
            except BrokenRecord as failure:
                broken.append(failure)
            except (LookupError, TypeError, ValueError) as error:
                broken.append(BrokenRecord(f"{file.name}: record {position}: {error}.", record=position))
    if not documents:
        raise NothingFound(
            f"{data} holds no annotated abstracts of the split {split!r}.",
            hint="Name the folder with SciERC's document_json files with --data, and a split that it has.",
        )
    return AnnotatedAbstracts(documents=tuple(documents), broken=tuple(broken))


def _files_of(data: Path, split: str) -> list[DataFile]:
    files = files_under(data)
    if data.is_dir():
        files = [file for file in files if file.path.name.split(".", 1)[0] == split]
        files = [file for file in files if file.path.parent.name == _FOLDER] or files
    fitting = [file for file in files if any(_is_document(record) for record in file.first_records(1))]
    # The official release has each split once; copies further down would count abstracts twice.
    return fitting[:1]


def _is_document(record: Mapping[str, Any]) -> bool:
    return all(isinstance(record.get(field), list) for field in _FIELDS)


def _sound(record: Mapping[str, Any] | BrokenRecord) -> Mapping[str, Any]:
    if isinstance(record, BrokenRecord):
        raise record
    if not _is_document(record):
        raise ValueError("it lacks one of the lists sentences, ner, relations")
    return record


def _abstract(record: Mapping[str, Any], position: int) -> AnnotatedAbstract:
    mentions: list[Mention] = []
    relations: list[RelationMention] = []
    texts: list[str] = []
    before = 0
    for number, (tokens, marked, related) in enumerate(
        zip(record["sentences"], record["ner"], record["relations"], strict=True)
    ):
        sentence = _Sentence(number, tokens, before)
        found = {(first, last): sentence.mention(first, last, ConceptKind(kind)) for first, last, kind in marked}
        mentions += found.values()
        relations += _relations(sentence, found, related)
        texts.append(sentence.text)
        before += len(tokens)
    return AnnotatedAbstract(
        id=str(record.get("doc_key") or position),
        sentences=tuple(texts),
        gold=Extraction(mentions=tuple(mentions), relations=tuple(relations)),
    )


def _relations(
    sentence: _Sentence, mentions: Mapping[tuple[int, int], Mention], related: Sequence[Sequence[Any]]
) -> list[RelationMention]:
    relations = []
    for head_first, head_last, tail_first, tail_last, name in related:
        kind = kind_from_text(str(name))
        if kind is None:
            raise ValueError(f"there is no relation called {name!r}")
        relations.append(
            RelationMention(
                head=mentions[head_first, head_last],
                kind=kind,
                tail=mentions[tail_first, tail_last],
                sentence=sentence.number,
            )
        )
    return relations


class _Sentence:
    """The tokens of one sentence, joined by spaces, with the way from token positions to characters."""

    def __init__(self, number: int, tokens: Sequence[str], before: int) -> None:
        self.number = number
        self.text = " ".join(tokens)
        self._before = before
        self._ends: list[int] = []
        self._starts: list[int] = []
        at = 0
        for token in tokens:
            self._starts.append(at)
            self._ends.append(at + len(token))
            at += len(token) + 1

    def mention(self, first: int, last: int, kind: ConceptKind) -> Mention:
        """Gives the mention from token ``first`` to ``last``, counted over the document."""
        if not self._before <= first <= last < self._before + len(self._starts):
            raise ValueError(f"tokens {first} to {last} are not in sentence {self.number}")
        start, end = self._starts[first - self._before], self._ends[last - self._before]
        return Mention(sentence=self.number, start=start, end=end, text=self.text[start:end], kind=kind)
