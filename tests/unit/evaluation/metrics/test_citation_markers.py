from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.evaluation.metrics.citation_markers import strip_markers


@pytest.mark.parametrize(
    "text, bare",
    [
        ("A [3] b [1, 2]. C [4-6].", "A b. C."),
        ("Shown by @cite_4, @cite_5 and others.", "Shown by and others."),
        ("Probes~\\cite{hill2011, b} work \\citep[see][p. 3]{c}.", "Probes work."),
        ("Known (Smith et al., 2020; Lee & Wu 2021b).", "Known."),
        ("Known (pang et al 2002);(turney 2002) early.", "Known early."),
        ("Known (e.g., de Rijke, 2005, 2006a,b).", "Known."),
        ("(see Smith 2019, Jones 2020) says", "says"),
        ("as (may and knight 2006) do", "as do"),
        ("Smith et al. (2020) say", "Smith et al. say"),
        ("Smith (2020, 2021a) says", "Smith says"),
        ("in the works [0] , [1] and [2] we", "in the works we"),
        # What is no citation stays.
        ("held (in 2004) and (n = 2010)", "held (in 2004) and (n = 2010)"),
        ("levels , and (say) [a] x[i] b", "levels , and (say) [a] x[i] b"),
        ("the range [0.5, 1] of (1) and (2a)", "the range [0.5, 1] of (1) and (2a)"),
        ("", ""),
    ],
)
def test_markers_of_every_style_go_and_the_rest_stays(text: str, bare: str) -> None:
    assert strip_markers(text) == bare


@given(st.text(alphabet="ab ([])@cite_;,.0129\\{}&~", max_size=80))
def test_nothing_is_added_and_no_marker_is_left(text: str) -> None:
    bare = strip_markers(text)
    assert not set(bare) - set(text) - {" "}
    assert len(bare) <= len(text)


@given(st.lists(st.sampled_from(["soil", "rain.", "probe,", "[3]", "[1, 2]", "(Hill, 2011)", "\\cite{x}", "@cite_7"])))
def test_stripping_twice_changes_nothing(pieces: list[str]) -> None:
    once = strip_markers(" ".join(pieces))
    assert strip_markers(once) == once
    assert once.split() == [piece for piece in pieces if piece[0] not in "[(\\@"]
