from __future__ import annotations

import pytest

from conspectus.collection import identified
from conspectus.collection.identified import look_up_all
from conspectus.domain.paper import Paper
from conspectus.foundation.errors import NothingFound, SourceFailed, UsageError
from conspectus.sources.service import SourceOptions
from conspectus.testing.topic_papers import topic_paper


def looked_up(name: str, options: SourceOptions) -> Paper:
    """pmid:1 is there, pmid:2 is not, and the service of the others fails."""
    if name == "pmid:1":
        return topic_paper(1, "Here.")
    raise NothingFound(f"No {name}.") if name == "pmid:2" else SourceFailed("The service is down.")


@pytest.fixture(autouse=True)
def _services(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identified, "look_up", looked_up)


def test_what_is_not_found_stops_nothing() -> None:
    found = look_up_all(["PMID: 1", "pmid:2", "pmid:1"], SourceOptions())
    assert [paper.id for paper in found.papers] == ["pmid-1"]
    assert found.missing == (("pmid:2", "No pmid:2."),)
    assert found.complete
    assert not look_up_all(["pmid:1", "pmid:3"], SourceOptions()).complete


def test_a_service_that_fails_is_an_error_only_if_nothing_came() -> None:
    with pytest.raises(SourceFailed):
        look_up_all(["pmid:2", "pmid:3"], SourceOptions())
    assert look_up_all(["pmid:2"], SourceOptions()).papers == ()


def test_nothing_is_asked_if_one_is_no_identifier() -> None:
    with pytest.raises(UsageError):
        look_up_all(["pmid:1", "pmid:x"], SourceOptions())
