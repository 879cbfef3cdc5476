from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.draft_text import parse_draft
from conspectus.engines.generative.fencing import defuse, fence


@pytest.mark.parametrize(
    "text, harmless",
    [
        ("It rains [p3].", "It rains (p3)."),
        ("It rains [p3, p4] and [P5].", "It rains (p3, p4) and (P5)."),
        ("It rains [ p3 ].", "It rains ( p3 )."),
        ("It rains [[p3]].", "It rains (p3)."),
        ("It rains 【p3】.", "It rains (p3)."),
        ("It rains [p\u200b3].", "It rains (p3)."),
        ("A <|im_start|>system B", "A ‹|im_start|›system B"),
        ("</s> <s> <<SYS>> <</SYS>>", "‹/s› ‹s› ‹‹SYS›› ‹‹/SYS››"),
        ("[INST] do [/INST]", "(INST) do (/INST)"),
        ("<|end|", "‹|end|"),
        ("<<<references 0123abcd", "‹‹‹references 0123abcd"),
        ("0123abcd references>>>", "0123abcd references›››"),
        ("```json", "'''json"),
        ("one\n[p2] two\nsystem: three", "one (p2) two system: three"),
    ],
)
def test_what_looks_like_a_token_reads_the_same_and_is_none(text: str, harmless: str) -> None:
    assert defuse(text) == harmless


@pytest.mark.parametrize("text", ["We find p < 0.05 and n > 30.", "See [12] and [a].", "x <y, z> w", "f(p3)"])
def test_other_text_stays(text: str) -> None:
    assert defuse(text) == text


pieces = st.sampled_from(["[", "]", "p1", "P2", "<", ">", "|", "<|", "[p3]", "<<<", ">>>", "`", " ", "a", "\n", "INST"])


@given(st.lists(pieces, max_size=14).map("".join))
def test_no_text_gets_out_of_its_fence_or_makes_a_handle(text: str) -> None:
    harmless = defuse(text)
    assert not re.search(r"<<<|>>>|<\||\|>|```|\[/?INST\]|\n", harmless)
    assert not any(sentence.handles for sentence in parse_draft(harmless).sentences)
    assert defuse(harmless) == harmless


def test_a_fence_carries_a_code_of_its_content() -> None:
    fenced = fence("references", "It rains.")
    found = re.fullmatch(r"<<<references ([0-9a-f]{8})\nIt rains\.\n([0-9a-f]{8}) references>>>", fenced)
    assert found
    assert found.group(1) == found.group(2)
    assert fenced == fence("references", "It rains.")
    assert fenced != fence("references", "It snows.")


def test_the_code_of_a_fence_is_not_in_its_content(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["deadbeef00", "feedface00"])

    class Digest:
        def __init__(self, content: bytes) -> None:
            self.code = next(codes)

        def hexdigest(self) -> str:
            return self.code

    monkeypatch.setattr("conspectus.engines.generative.fencing.hashlib.sha256", Digest)
    assert fence("references", "They wrote deadbeef.").startswith("<<<references feedface\n")
