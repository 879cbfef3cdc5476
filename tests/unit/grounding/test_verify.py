from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.cited_text import Verdict
from conspectus.grounding.language import is_read
from conspectus.grounding.lead_in import with_short_forms, without_lead_in
from conspectus.grounding.model_scoring import SUPPORT_MODELS, available_models
from conspectus.grounding.support import FAULTS, Finding, Support
from conspectus.grounding.verify import verify_sentence

SOURCE = "We show that straw mulch increases the yield of winter rye by 12 % on sandy soils near the Oder."


def verify(claim: str, *evidence: str) -> Support:
    return verify_sentence(claim, evidence or (SOURCE,))


def kinds(support: Support) -> set[str]:
    return {finding.kind for finding in support.faults}


@pytest.mark.parametrize(
    "claim",
    [
        SOURCE,
        "They show that straw mulch increases the yield of winter rye by 12 % on sandy soils near the Oder.",
        "Novak et al. (2019) report that straw mulch increases the yield of winter rye by 12%.",
        "Novak and Lind (2019) report that straw mulch increases the yield of winter rye.",
        "Straw mulch increases the yield of winter rye on sandy soils (Novak, 2019; Lind et al., 2020).",
        "Two studies show that straw mulch increases the yield of winter rye.",
        "The authors find that straw mulch increases winter rye yield by 12 percent [4].",
    ],
)
def test_our_own_rewriting_is_supported(claim: str) -> None:
    support = verify(claim)
    assert support.verdict is Verdict.SUPPORTED
    assert support.faults == ()
    assert support.deciding == 0


@pytest.mark.parametrize(
    "claim, verdict, kind",
    [
        ("Straw mulch increases the yield of winter rye by 21 %.", Verdict.UNSUPPORTED, "number"),
        ("Straw mulch increases the yield of winter rye near the Elbe.", Verdict.UNSUPPORTED, "name"),
        ("Straw mulch does not increase the yield of winter rye.", Verdict.CONTRADICTED, "negation"),
        ("Straw mulch decreases the yield of winter rye.", Verdict.CONTRADICTED, "direction"),
        ("The choir rehearsed in an unheated barn.", Verdict.UNSUPPORTED, "source"),
    ],
)
def test_a_fault_is_named(claim: str, verdict: Verdict, kind: str) -> None:
    support = verify(claim)
    assert support.verdict is verdict
    assert kinds(support) == {kind}
    assert support.score is not None
    assert support.score < 0.5
    assert all(support.reasons)


def test_a_sure_claim_is_partly_supported() -> None:
    support = verify("Trials prove that straw improves yields.", "Trials suggest that straw may improve yields.")
    assert (support.verdict, kinds(support)) == (Verdict.PARTLY, {"hedge"})


def test_a_statement_of_its_own_makes_it_partly_supported() -> None:
    support = verify("Straw mulch increases the yield of winter rye, and beekeepers painted wooden hives.")
    assert support.verdict is Verdict.PARTLY
    assert support.faults == ()
    assert "'beekeepers', 'painted', 'wooden', 'hives'" in support.reasons[0]


def test_the_deciding_piece_is_among_the_evidence_as_given() -> None:
    long = " ".join(["Foxes slept in the barn while owls hunted mice at dawn near the old mill."] * 8)
    assert verify("Straw mulch increases the yield of winter rye.", long, SOURCE).deciding == 1


def test_a_verbatim_claim_has_full_support_unless_a_sign_differs() -> None:
    assert verify(SOURCE.upper()).score == 1.0
    assert verify("Yields rose (p > 0.05).", "Yields rose (p < 0.05).").verdict is Verdict.UNSUPPORTED


def test_what_is_known_of_the_cited_paper_is_no_fault() -> None:
    claim = "In the RyeNet trial of 2018, straw mulch increases the yield of winter rye."
    assert kinds(verify(claim)) == {"name", "number"}
    assert verify_sentence(claim, [SOURCE], context="RyeNet: a trial of mulch 2018").faults == ()


def test_nothing_to_compare_is_not_checkable() -> None:
    for claim, evidence in ((SOURCE, ()), (SOURCE, ("  ",)), ("…", (SOURCE,)), ("", (SOURCE,))):
        support = verify_sentence(claim, evidence)
        assert (support.verdict, support.score, support.deciding) == (Verdict.NOT_CHECKABLE, None, None)


def test_another_language_is_held_to_numbers_and_names_only() -> None:
    source = "Die Mulchschicht aus Stroh erhöhte den Ertrag von Winterroggen auf sandigen Böden um 12 Prozent."
    same = "Auf sandigen Böden erhöhte die Mulchschicht aus Stroh den Ertrag von Winterroggen um 12 Prozent."
    assert verify(source, source).verdict is Verdict.SUPPORTED
    assert verify(same, source).verdict is Verdict.NOT_CHECKABLE
    assert verify(same.replace("erhöhte", "senkte"), source).verdict is Verdict.NOT_CHECKABLE
    assert kinds(verify(same.replace("12", "21"), source)) == {"number"}


@pytest.mark.parametrize(
    "text, read",
    [
        ("Significant associations were observed between several risk factors.", True),
        ("Straw increases yields.", True),
        ("La couche de paille augmente le rendement du seigle sur les sols sableux.", False),
        ("这种方法提高了黑麦的产量", False),
    ],
)
def test_english_is_known(text: str, read: bool) -> None:
    assert is_read(text, [text]) is read


def test_the_words_of_a_citation_are_taken_out() -> None:
    assert without_lead_in("In 2019, Novak et al. report that rye grew.") == "they report that rye grew."
    assert without_lead_in("Rye grew (see Novak, 2019).") == "Rye grew."
    assert without_lead_in("Rye grew (RyeNet).") == "Rye grew (RyeNet)."
    assert without_lead_in("Three studies address rye.") == "They address rye."


def test_a_spelled_out_form_is_short_again_where_the_evidence_has_it_short() -> None:
    claim = "Patients with chronic heart failure (CHF) recovered."
    assert with_short_forms(claim, ["Patients with CHF recovered."]) == "Patients with CHF recovered."
    assert with_short_forms(claim, ["In chronic heart failure (CHF) all is slow."]) == claim
    assert verify(claim, "Patients with CHF recovered.").verdict is Verdict.SUPPORTED


class HalfSure:
    available = True

    def score(self, claims: Sequence[str], evidence: Sequence[str]) -> Sequence[float]:
        assert len(claims) == len(evidence)
        return [0.97 for _ in claims]


class WithoutWeights(HalfSure):
    available = False


def test_a_model_scores_in_the_place_of_overlap_and_never_overrules_numbers() -> None:
    claim = "Yields of rye grow under a layer of straw."
    assert verify_sentence(claim, [SOURCE], model=HalfSure()).score == 0.97
    wrong = verify_sentence("Mulch increases yields of rye by 21 %.", [SOURCE], model=HalfSure())
    assert (wrong.verdict, kinds(wrong)) == (Verdict.UNSUPPORTED, {"number"})


def test_only_models_with_weights_are_available(monkeypatch: pytest.MonkeyPatch) -> None:
    assert available_models() == {}
    monkeypatch.setattr(type(SUPPORT_MODELS), "items", lambda _: iter([("sure", HalfSure), ("none", WithoutWeights)]))
    assert list(available_models()) == ["sure"]


@given(st.text(max_size=200))
def test_a_text_supports_itself(text: str) -> None:
    support = verify_sentence(text, [text])
    assert support.verdict in (Verdict.SUPPORTED, Verdict.NOT_CHECKABLE)


@given(st.text(max_size=80), st.lists(st.text(max_size=80), max_size=3))
def test_scores_and_verdicts_agree(claim: str, evidence: list[str]) -> None:
    support = verify_sentence(claim, evidence)
    if support.verdict is Verdict.NOT_CHECKABLE:
        assert support.score is None
    else:
        assert support.score is not None
        assert 0 <= support.score <= 1
        assert (support.score < 0.5) == (support.verdict in (Verdict.UNSUPPORTED, Verdict.CONTRADICTED))
        assert support.deciding is not None
        assert 0 <= support.deciding < len(evidence)


def test_only_some_findings_are_faults() -> None:
    number, told = Finding(kind="number", message="No 7."), Finding(kind="verbatim", message="verbatim")
    support = Support(verdict=Verdict.UNSUPPORTED, score=0.4, findings=(number, told))
    assert support.faults == (number,)
    assert support.reasons == ("No 7.", "verbatim")
    assert {"overlap", "language", "verbatim"}.isdisjoint(FAULTS)


def test_citations_inside_the_evidence_are_not_what_it_says() -> None:
    evidence = "We study two graphs of rye: ROOT (Novak et al., 2019) and StemNet (Lind et al., 2017)."
    assert verify("They study two graphs of rye: ROOT and StemNet.", evidence).verdict is Verdict.SUPPORTED
    assert verify("They study two graphs of rye: ROOT by Novak and StemNet.", evidence).faults == ()
    assert kinds(verify("They study two graphs of rye: ROOT and BarkNet.", evidence)) == {"name"}
