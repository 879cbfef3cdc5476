"""Reading in a process of its own: nothing that a file does to its reader reaches the batch."""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import time
from collections.abc import Iterator

import pytest
from unruly_readers import UnrulyReader

from conspectus.collection.child_reading import ChildReader, ReadingLimits, _unpickled
from conspectus.domain.document import SectionKind
from conspectus.domain.paper import Paper
from conspectus.foundation.errors import BrokenRecord, InputError
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no limits of memory on Windows")


@pytest.fixture(scope="module")
def child() -> Iterator[ChildReader]:
    with ChildReader(limits=ReadingLimits(seconds=10, memory=1 << 29)) as reader:
        yield reader


def read(child: ChildReader, *lines: str) -> list[ReadItem]:
    data = "\n".join(["UNRULY", *lines]).encode()
    sha256 = hashlib.sha256(data).hexdigest()
    return child.read(UnrulyReader, data, source="a.unruly", sha256=sha256, name="unruly")


def titles(items: list[ReadItem]) -> list[str]:
    return [item.paper.title for item in items if isinstance(item, ReadPaper)]


def test_items_come_back_in_order_and_stamped(child: ChildReader) -> None:
    items = read(child, "title Bees", "skip no paper", "broken Not well-formed.", "title Hives")
    assert titles(items) == ["Bees", "Hives"]
    first, skipped, broken, _ = items
    assert isinstance(first, ReadPaper)
    assert first.paper.id.startswith("hash-")
    assert first.paper.provenance[0].source == "a.unruly"
    assert (first.record, first.line) == (1, 2)
    assert skipped == Skipped(reason="no paper")
    assert isinstance(broken, BrokenRecord)
    assert (broken.message, broken.record, broken.line, broken.hint) == ("Not well-formed.", 3, 4, "Mend it.")


def test_one_process_reads_many_files_and_is_not_this_one(child: ChildReader) -> None:
    first, second = titles(read(child, "pid")), titles(read(child, "pid"))
    assert first == second
    assert first != [str(os.getpid())]


@on_posix
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("die", "a.unruly could not be read: the process that read it died (SIGABRT)."),
        ("exit", "a.unruly could not be read: the process that read it died (status 7)."),
        ("bomb", "a.unruly needs more than 0.5 GiB of memory to be read."),
        ("deep", "a.unruly could not be read: it is nested too deeply."),
        ("raise wings", "a.unruly could not be read: KeyError: 'wings'."),
        ("refuse It is locked.", "It is locked."),
    ],
)
def test_what_a_file_does_is_an_error_of_that_file(child: ChildReader, line: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(child, line)
    assert caught.value.message == message
    assert caught.value.hint
    assert titles(read(child, "title the next file is read")) == ["the next file is read"]


@pytest.mark.parametrize("line", ["sleep", pytest.param("spin", marks=on_posix)])
def test_file_that_takes_too_long_is_given_up(line: str) -> None:
    begun = time.monotonic()
    with ChildReader(limits=ReadingLimits(seconds=1)) as child:
        with pytest.raises(InputError, match="not read within 1 s") as caught:
            read(child, line)
        assert "reading.longest_seconds" in caught.value.hint
        assert titles(read(child, "title next")) == ["next"]
    assert time.monotonic() - begun < 8


def test_what_was_read_before_the_failure_is_kept(child: ChildReader) -> None:
    items = read(child, "title Bees", "refuse The rest is locked.")
    assert titles(items) == ["Bees"]
    assert isinstance(items[1], BrokenRecord)
    assert items[1].message == "The rest is locked."


def test_large_files_go_there_and_back(child: ChildReader) -> None:
    title = "bees " * 400_000
    assert titles(read(child, f"title {title}")) == [title]


def test_process_ends_with_its_reader() -> None:
    child = ChildReader()
    read(child, "title Bees")
    worker = child._worker
    assert worker is not None
    child.close()
    assert worker.poll() is not None
    child.close()


class _Evil:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("exit 3",)


@pytest.mark.parametrize("reply", [([_Evil()], None), ([], ValueError("no")), ({}, None)])
def test_only_nouns_of_papers_come_back(reply: object) -> None:
    with pytest.raises(pickle.UnpicklingError):
        _unpickled(pickle.dumps(reply))


class Fetched:
    """Is pickled as an attribute of something, as Python 3.11.0 to 3.11.3 pickle the members of enums."""

    def __init__(self, owner: object, name: str) -> None:
        self.owner, self.name = owner, name

    def __reduce__(self) -> tuple[object, tuple[object, str]]:
        return getattr, (self.owner, self.name)


def test_members_of_enums_come_back_as_every_python_pickles_them() -> None:
    reply = pickle.dumps(([Fetched(SectionKind, "ABSTRACT"), SectionKind.ABSTRACT], None))
    assert _unpickled(reply) == ([SectionKind.ABSTRACT, SectionKind.ABSTRACT], None)


@pytest.mark.parametrize("owner, name", [(SectionKind, "__subclasses__"), (Paper, "__init__"), ("text", "format")])
def test_no_other_attribute_comes_back(owner: object, name: str) -> None:
    with pytest.raises(pickle.UnpicklingError):
        _unpickled(pickle.dumps(([Fetched(owner, name)], None)))
