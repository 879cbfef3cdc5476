from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import conspectus.evaluation.verification.faults as faults
from conspectus.evaluation.verification.faults import INVENTED, KINDS, FaultPlanter

SENTENCE = "The RyeNet model does move yields by 12 % and is better than oats."
PAPER = (SENTENCE, "We sowed near a river with the OWL drill.")


def plant(kind: str, sentence: str, seed: int = 0, others: tuple[str, ...] = ("Foxes slept.",)) -> str | None:
    return FaultPlanter(seed).plant(kind, sentence, PAPER, others)


@pytest.mark.parametrize("seed", range(20))
def test_each_kind_changes_the_sentence_in_its_own_way(seed: int) -> None:
    spoilt = {kind: plant(kind, SENTENCE, seed) for kind in KINDS}
    assert all(text is not None and text != SENTENCE for text in spoilt.values())
    assert re.sub(r"\d+", "#", spoilt["number"] or "") == re.sub(r"\d+", "#", SENTENCE)
    assert spoilt["entity"] == SENTENCE.replace("RyeNet", "OWL")
    assert (spoilt["negation"] or "").replace(" not", "", 1) == SENTENCE
    assert spoilt["comparison"] == SENTENCE.replace("better", "worse")
    assert sorted((spoilt["exchanged"] or "").split()) != SENTENCE.split()
    assert spoilt["other_paper"] == "Foxes slept."
    assert spoilt["invented"] in INVENTED
    assert (spoilt["added_clause"] or "").startswith(SENTENCE.rstrip("."))


def test_a_sentence_without_a_place_for_a_fault_gives_none() -> None:
    for kind in ("number", "entity", "comparison", "exchanged", "negation"):
        assert plant(kind, "Foxes slept.") is None
    assert plant("other_paper", "Foxes slept.", others=()) is None


def test_a_denial_is_taken_out_or_put_in() -> None:
    found = {plant("negation", "Rye does not grow.", seed) for seed in range(20)}
    assert "Rye does grow." in found


def test_the_year_of_a_citation_is_left_alone() -> None:
    text = "Rye grew (Novak et al., 2019) in 7 plots."
    assert all("2019" in (plant("number", text, seed) or "") for seed in range(20))


def test_the_same_seed_gives_the_same_faults() -> None:
    assert [plant(kind, SENTENCE, 3) for kind in KINDS] == [plant(kind, SENTENCE, 3) for kind in KINDS]


def test_nothing_is_taken_from_the_verifier() -> None:
    tree = ast.parse(Path(faults.__file__).read_text("utf-8"))
    imported = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert not [name for name in imported if name.startswith("conspectus")]
