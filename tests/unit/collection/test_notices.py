from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from conspectus.collection.notices import apply_notices
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Notice, Paper, with_id
from conspectus.library.store import Library

CLAIM = with_id(Paper(id="", title="A claim", identifiers=Identifiers(doi="10.1000/x.1", pmid="71")))
NOTICE = with_id(
    Paper(
        id="",
        title="Retraction: A claim",
        identifiers=Identifiers(doi="10.1000/n.1", pmid="72"),
        notices=(Notice(kind="retraction", direction="issued", target="doi:10.1000/x.1"),),
    )
)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path, writable=True) as opened:
        yield opened


@pytest.mark.parametrize("papers", [(CLAIM, NOTICE), (NOTICE, CLAIM)])
def test_the_paper_concerned_is_marked_in_whatever_order_they_come(library: Library, papers: tuple[Paper, ...]) -> None:
    for paper in papers:
        library.put(paper)
        changed = apply_notices(library, [paper.id])
    assert changed == [CLAIM.id]
    stored = library.get(CLAIM.id)
    assert stored is not None
    assert stored.notices == (Notice(kind="retraction", target="doi:10.1000/n.1", text="Retraction: A claim"),)
    assert library.get(NOTICE.id) == NOTICE
    assert apply_notices(library, [CLAIM.id, NOTICE.id]) == []


def test_a_paper_that_knows_of_the_notice_by_another_name_stays(library: Library) -> None:
    told = Notice(kind="retraction", target="pmid:72")
    library.put(Paper(id=CLAIM.id, title="A claim", identifiers=CLAIM.identifiers, notices=(told,)))
    library.put(NOTICE)
    assert apply_notices(library, [CLAIM.id, NOTICE.id]) == []


def test_notices_that_name_no_paper_of_the_library_change_nothing(library: Library) -> None:
    issued = tuple(
        Notice(kind="correction", direction="issued", target=name) for name in ("doi:10.1000/no", "A claim", "")
    )
    library.put(CLAIM)
    library.put(Paper(id="doi-10.1000_e", title="Erratum", identifiers=Identifiers(doi="10.1000/e"), notices=issued))
    assert apply_notices(library, ["doi-10.1000_e", CLAIM.id, "unknown"]) == []
    assert apply_notices(library, []) == []
