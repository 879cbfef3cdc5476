"""Registries: tables of strings, loaded on first use, open to other packages.

A registry names things by a short name and says where each lives as ``"module:attribute"``.
Nothing is imported until it is asked for. Other packages add names through an entry-point group
and go through the same door as the built-in ones.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from conspectus.foundation.errors import UnknownName


class Registry:
    """Named things of one role, each loaded when first asked for.

    Example:
        >>> readers = Registry("reader", {"ris": "conspectus.readers.ris:RisReader"})
        >>> "ris" in readers
        True

    Args:
        role: What the things are, in the singular; used in messages.
        table: Name to ``"module:attribute"``, in the order in which they are listed.
        group: The entry-point group whose entries join the table; none if empty.
    """

    def __init__(self, role: str, table: Mapping[str, str], *, group: str = "") -> None:
        self.role = role
        self.group = group
        self._table = dict(table)
        self._joined = not group
        self._loaded: dict[str, Any] = {}

    def names(self) -> tuple[str, ...]:
        """Gives every name: the built-in ones in table order, then those of other packages."""
        self._join_entry_points()
        return tuple(self._table)

    def get(self, name: str) -> Any:
        """Gives the thing called ``name``, importing its module on first use.

        Raises:
            UnknownName: The name is not registered; the hint lists near or all names.
        """
        if name not in self._loaded:
            self._join_entry_points()
            if name not in self._table:
                near = difflib.get_close_matches(name.lower(), self._table, n=3)
                listed = f"Did you mean {', '.join(near)}?" if near else f"Known: {', '.join(self._table)}."
                raise UnknownName(f"There is no {self.role} called {name!r}.", hint=listed)
            module, _, attribute = self._table[name].partition(":")
            self._loaded[name] = getattr(import_module(module), attribute)
        return self._loaded[name]

    def items(self) -> Iterator[tuple[str, Any]]:
        """Yields each name with its loaded thing."""
        for name in self.names():
            yield name, self.get(name)

    def __contains__(self, name: object) -> bool:
        return name in self.names()

    def _join_entry_points(self) -> None:
        if self._joined:
            return
        for entry in entry_points(group=self.group):
            self._table.setdefault(entry.name, f"{entry.module}:{entry.attr}")
        self._joined = True
