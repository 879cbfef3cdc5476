"""The full-text index: BM25 over titles, texts, headings, keywords and authors, one entry a paper (tantivy).

A projection of the library: it can be thrown away and made again. Scores are those of BM25 over the
entries that the index has seen since its segments were last merged, so they may shift in the last digits
after many changes; a rebuilt index gives the plain scores. Ties are ordered by id.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from conspectus.domain.paper import Paper
from conspectus.foundation.errors import LibraryError
from conspectus.foundation.text.normalise import level_text

FOLDER = "text"
FORMAT = 2
"""The form of the index; an index of another form is made anew."""

_ABOUT = "conspectus.json"
_HINT = "Run `conspectus reindex` to make it again from the library; no paper is lost."
_HEAP = 50_000_000
_SEARCHED = ("title", "text", "headings", "authors", "year")
_BOOSTS = {"title": 2.0, "headings": 0.5}
_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 400


class TextIndex:
    """An open index; made with ``open_index``, ``create_index`` or ``rebuilt_index``."""

    def __init__(self, index: Any, folder: Path) -> None:
        self._index = index
        self.folder = folder

    def search(self, query: str, limit: int = 10, *, all_words: bool = False) -> list[tuple[str, float]]:
        """Gives (paper id, BM25 score) of the best papers, best first.

        Args:
            query: Words in any form; nothing in it is taken as an operator. At most 400 words count.
            limit: At most so many results.
            all_words: Only papers that have every word, wherever.
        """
        words = [word.lower() for word in _WORD.findall(level_text(query))][:_MOST_WORDS]
        if not words or limit < 1:
            return []
        try:
            self._index.reload()
            sought = " ".join(f"+{word}" for word in words) if all_words else " ".join(words)
            parsed = self._index.parse_query(sought, list(_SEARCHED), field_boosts=_BOOSTS)
            searcher = self._index.searcher()
            hits = searcher.search(parsed, limit).hits
            found = [(str(searcher.doc(address)["id"][0]), float(score)) for score, address in hits]
        except (ValueError, OSError) as error:
            raise _broken(self.folder, error) from error
        return sorted(found, key=lambda hit: (-hit[1], hit[0]))

    def update(self, papers: Iterable[Paper], gone: Iterable[str] = ()) -> None:
        """Puts papers in, in place of what was there under their ids, lets ids go, and commits once."""
        import tantivy

        try:
            writer = self._index.writer(heap_size=_HEAP, num_threads=1)
            # Named differently before tantivy 0.25.
            delete = getattr(writer, "delete_documents_by_term", None) or writer.delete_documents
            for name in gone:
                delete("id", name)
            for paper in papers:
                delete("id", paper.id)
                writer.add_document(tantivy.Document(**_entry(paper)))
            writer.commit()
            writer.wait_merging_threads()
            self._index.reload()
        except (ValueError, OSError) as error:
            raise _broken(self.folder, error) from error

    def count(self) -> int:
        """Gives how many papers are in the index."""
        self._index.reload()
        return int(self._index.searcher().num_docs)


def open_index(folder: Path) -> TextIndex:
    """Gives the index in a folder.

    Raises:
        LibraryError: It is missing, damaged or of another form; the hint says how to make it again.
    """
    import tantivy

    if not folder.is_dir():
        raise LibraryError(f"The full-text index in {folder} is missing.", hint=_HINT)
    try:
        about = json.loads((folder / _ABOUT).read_text("utf-8"))
        index = tantivy.Index.open(str(folder))
        index.searcher()
    except (OSError, ValueError) as error:
        raise _broken(folder, error) from error
    if about.get("format") != FORMAT:
        raise LibraryError(f"The full-text index in {folder} is of another version.", hint=_HINT)
    return TextIndex(index, folder)


def create_index(folder: Path) -> TextIndex:
    """Gives a new empty index in place of whatever is in the folder."""
    import tantivy

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("title", tokenizer_name="en_stem", index_option="freq")
    builder.add_text_field("text", tokenizer_name="en_stem", index_option="freq")
    builder.add_text_field("headings", tokenizer_name="en_stem", index_option="freq")
    builder.add_text_field("authors", index_option="freq")
    builder.add_text_field("year", index_option="basic")
    index = tantivy.Index(builder.build(), path=str(folder))
    (folder / _ABOUT).write_text(json.dumps({"format": FORMAT}) + "\n", "utf-8")
    return TextIndex(index, folder)


@contextmanager
def rebuilt_index(folder: Path) -> Iterator[TextIndex]:
    """Gives a new index to fill; at the end of the block it takes the place of the old one, unless that fails."""
    fresh, former = folder.with_name(folder.name + ".new"), folder.with_name(folder.name + ".old")
    yield create_index(fresh)
    shutil.rmtree(former, ignore_errors=True)
    if folder.exists():
        folder.rename(former)
    fresh.rename(folder)
    shutil.rmtree(former, ignore_errors=True)


def _entry(paper: Paper) -> dict[str, str | list[str]]:
    document, abstract = paper.document, paper.abstract
    text = document.text if document else ""
    if abstract and (document is None or abstract != document.abstract_text()):
        text = f"{abstract}\n\n{text}"
    return {
        "id": paper.id,
        "title": _plain(paper.title),
        "text": _plain(text),
        "headings": [_plain(name) for name in (*(each.descriptor for each in paper.mesh), *paper.keywords)],
        "authors": [_plain(author.full) for author in paper.authors],
        "year": str(paper.year or ""),
    }


def _plain(text: str) -> str:
    return level_text(text).encode("utf-8", "replace").decode("utf-8")


def _broken(folder: Path, error: Exception) -> LibraryError:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    return LibraryError(f"The full-text index in {folder} cannot be used: {reason}.", hint=_HINT)
