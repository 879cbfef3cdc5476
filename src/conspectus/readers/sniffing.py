"""A first look at a file's bytes, from which readers recognise their format."""

from __future__ import annotations

import re
from functools import cached_property

from conspectus.readers.decoding import decode

_SIZE = 65536
_ROOT = re.compile(r"<(?![?!])(?:(?P<prefix>[\w.-]+):)?(?P<name>[A-Za-z_][\w.-]*)(?P<attributes>[^>]*)")
_PROLOGUE = re.compile(r"<!--.*?-->|<\?.*?\?>|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>", re.DOTALL)


class Head:
    """The beginning of a file: its text, its XML root if it has one, its non-empty first lines.

    Args:
        data: The whole content; only the first 64 KiB are looked at.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data[:_SIZE]

    @cached_property
    def text(self) -> str:
        """The beginning as text, without a byte order mark."""
        return decode(self.data).text

    @cached_property
    def lines(self) -> list[str]:
        """The first 200 lines that are not blank."""
        return [line for line in self.text.splitlines() if line.strip()][:200]

    @cached_property
    def is_xml(self) -> bool:
        """Whether the first character that is not white space opens a tag."""
        return self.text.lstrip().startswith("<")

    @cached_property
    def root(self) -> str:
        """The local name of the XML root element, or ""."""
        if not self.is_xml:
            return ""
        found = _ROOT.search(_PROLOGUE.sub("", self.text))
        return found.group("name") if found else ""
