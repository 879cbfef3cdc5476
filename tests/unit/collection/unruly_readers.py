"""Readers that do what a file may make a reader do: for tests of reading in a process of its own."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import replace

from conspectus.domain.document_building import abstract_document
from conspectus.domain.page_layout import TextLoss
from conspectus.domain.paper import Paper
from conspectus.foundation.errors import BrokenRecord, InputError
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.sniffing import Head


class UnrulyReader:
    """Does what the lines of a file after its first, "UNRULY", say; a line "title …" is a paper."""

    name = "unruly"
    label = "unruly file"
    in_child_process = True

    def recognise(self, head: Head) -> str:
        """Gives why it is one."""
        return "begins with UNRULY" if head.data.startswith(b"UNRULY") else ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields papers until a line says otherwise."""
        for number, line in enumerate(data.decode().splitlines()[1:], 1):
            verb, _, rest = line.partition(" ")
            if verb == "title":
                print("chatter that must not come between the replies")
                yield ReadPaper(paper=Paper(id="", title=rest), record=number, line=number + 1)
            elif verb == "printed":
                share, _, title = rest.partition(" ")
                loss = TextLoss(characters=1000, lost=float(share), suspect=0.0)
                document = replace(abstract_document("They fly."), loss=loss)
                yield ReadPaper(paper=Paper(id="", title=title, documents=(document,)))
            elif verb == "pid":
                yield ReadPaper(paper=Paper(id="", title=str(os.getpid())))
            elif verb == "skip":
                yield Skipped(reason=rest)
            elif verb == "broken":
                yield BrokenRecord(rest, record=number, line=number + 1, hint="Mend it.")
            else:
                _misbehave(verb, rest)


def _misbehave(verb: str, rest: str) -> None:
    if verb == "refuse":
        raise InputError(rest, hint="Unlock it.")
    if verb == "raise":
        raise KeyError(rest)
    if verb == "die":
        os.abort()
    if verb == "exit":
        os._exit(7)
    if verb == "sleep":
        time.sleep(60)
    if verb == "spin":
        while True:
            pass
    if verb == "bomb":
        hoard = [b"x" * (1 << 26) for _ in range(1000)]
        raise AssertionError(len(hoard))
    if verb == "deep":
        _deep(0)


def _deep(depth: int) -> int:
    return _deep(depth + 1) + 1
