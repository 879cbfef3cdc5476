from __future__ import annotations

from conspectus.domain.document import Document
from conspectus.domain.page_layout import LayoutSpan, PageBox, boxes_between

FIRST = LayoutSpan(start=0, end=10, page=1, box=(72.0, 700.0, 300.0, 712.0))
SECOND = LayoutSpan(start=10, end=20, page=2, box=(72.0, 40.0, 300.0, 52.0))


def test_a_span_across_a_page_break_has_a_box_on_each_page() -> None:
    document = Document(text="x" * 20, layout=(FIRST, SECOND))
    assert document.boxes_of(8, 12) == (PageBox(page=1, box=FIRST.box), PageBox(page=2, box=SECOND.box))


def test_touching_is_not_sharing() -> None:
    assert boxes_between((FIRST, SECOND), 10, 15) == (PageBox(page=2, box=SECOND.box),)
    assert Document(text="x").boxes_of(0, 1) == ()
