from __future__ import annotations

import pytest

from conspectus.domain.answer_tasks import AnswerDraft, AnswerParagraph, ComposeAnswerRequest
from conspectus.domain.passage import Passage
from conspectus.domain.tasks import EvidenceItem, HandleMark
from conspectus.engines.extractive.answer_kinds import Wanted, number_in, wanted_first
from conspectus.engines.extractive.answer_polarity import Polarity, polarity
from conspectus.engines.extractive.answer_sentences import answer_sentences
from conspectus.engines.extractive.answer_writer import compose_answer
from conspectus.engines.extractive.question_content import QuestionContent

BEES = (
    "We kept 42 hives of honey bees in the Marlow valley for two years.",
    "Honey bees visited heather because clover had been mown in June [12], [13].",
    "Oxalic acid significantly reduced the number of mites in all hives (Figure 2).",
)
BOGS = (
    "Drained bogs lose carbon because microbial decay is fast in dry peat.",
    "This was known before the survey began in the north.",
)


def paragraph(paper: str, sentences: tuple[str, ...], start: int = 1, *, title: str = "") -> AnswerParagraph:
    evidence = tuple(
        EvidenceItem(
            handle=f"p{start + n}",
            passage=Passage(paper=paper, version="0" * 8, address=f"s1.p1.t{n + 1}", quote=text),
        )
        for n, text in enumerate(sentences)
    )
    return AnswerParagraph(
        paper=paper, title=title or f"On {paper}", label="Smith and Jones", plural=True, year=2020, heading="Results",
        evidence=evidence,
    )  # fmt: skip


PARAGRAPHS = (paragraph("bees", BEES), paragraph("bogs", BOGS, 4))


def answered(question: str, *paragraphs: AnswerParagraph, language: str = "en", of_papers: bool = False) -> AnswerDraft:
    given = paragraphs or PARAGRAPHS
    return compose_answer(
        ComposeAnswerRequest(question=question, paragraphs=given, language=language, of_papers=of_papers)
    )


def text(draft: AnswerDraft) -> str:
    return " ".join("".join(p if isinstance(p, str) else "[]" for p in s.parts) for s in draft.text.sentences)


def test_a_number_comes_first() -> None:
    draft = answered("How many hives of honey bees were kept?")
    assert draft.short == "42 hives"
    assert text(draft).startswith("42 hives: [] kept 42 hives of honey bees in the Marlow valley")
    assert draft.text.sentences[0].parts[1] == HandleMark(("p1",), "narrative")


def test_yes_is_a_guess_that_is_kept_and_not_told() -> None:
    draft = answered("Does oxalic acid reduce mites in hives?")
    assert draft.short == "yes"
    assert text(draft).startswith("Oxalic acid significantly reduced the number of mites in all hives []")


def test_pointers_do_not_reach_the_answer() -> None:
    draft = answered("Why did honey bees visit heather?")
    assert text(draft).startswith("Honey bees visited heather because clover had been mown in June [].")


def test_the_most_direct_sentence_is_first_and_others_need_a_reason() -> None:
    draft = answered("Why do drained bogs lose carbon?")
    assert [sentence.handles for sentence in draft.text.sentences] == [("p4",)]
    assert draft.text.left_out == (("bees", "no sentence of it answers"),)


@pytest.mark.parametrize("question", ["What is the capital of France?", "How does BERT treat mites?", "Who sings?"])
def test_refused_where_the_paragraphs_are_about_something_else(question: str) -> None:
    draft = answered(question)
    assert draft.refused
    assert draft.text.sentences == ()
    assert {paper for paper, _ in draft.text.left_out} == {"bees", "bogs"}


def test_refused_without_paragraphs_or_words() -> None:
    assert compose_answer(ComposeAnswerRequest(question="Why?", paragraphs=())).refused
    assert answered("What is it?").refused


def test_of_named_papers_less_is_asked() -> None:
    question = "Which training settings were tried in experiments with hives?"
    assert answered(question).refused
    assert not answered(question, of_papers=True).refused


def test_sentences_that_lean_on_others_are_not_told() -> None:
    lost = paragraph("lost", ("This reduces mites in hives of honey bees by half in every year.",))
    assert answered("Does it reduce mites in hives of honey bees?", lost).refused


def test_sentences_of_another_language_stay_as_they_are() -> None:
    german = paragraph("moor", ("Die Moore verlieren Kohlenstoff, weil der Torf in der Luft schnell verfällt.",))
    draft = answered("Warum verlieren die Moore Kohlenstoff?", german, language="de")
    assert text(draft) == "Die Moore verlieren Kohlenstoff, weil der Torf in der Luft schnell verfällt []."


@pytest.mark.parametrize(
    "question, wanted",
    [
        ("How many bees are there?", Wanted.NUMBER),
        ("Wie viele Bienen gibt es?", Wanted.NUMBER),
        ("Do bees fly?", Wanted.POLARITY),
        ("Mites in hives: does acid help?", Wanted.POLARITY),
        ("Kann Säure helfen?", Wanted.POLARITY),
        ("What do bees eat?", Wanted.SENTENCE),
        ("Do bees or wasps fly?", Wanted.SENTENCE),
    ],
)
def test_what_is_wanted_first(question: str, wanted: Wanted) -> None:
    assert wanted_first(question) is wanted


@pytest.mark.parametrize(
    "question, sentence, number",
    [
        (
            "How many patients were treated?",
            "In 2010 we treated 1,204 elderly patients and 30 controls.",
            "1,204 elderly patients",
        ),
        ("How many wasps were seen?", "We saw twelve wasps.", "twelve wasps"),
        ("What percentage of hives died?", "In 7 villages 12.5% of all hives died.", "12.5%"),
        ("How many wasps were seen?", "We saw them [12] in 2010.", ""),
    ],
)
def test_numbers(question: str, sentence: str, number: str) -> None:
    assert number_in(question, sentence) == number


def test_polarity_of_signs() -> None:
    content = QuestionContent("Does acid reduce mites?")
    assert polarity(content, [["Acid significantly reduced mites (p<0.01)."]]) is Polarity.YES
    assert polarity(content, [["There was no difference in mites with acid (p=0.64)."]]) is Polarity.NO
    both = [["Acid significantly reduced mites."], ["Acid did not reduce mites, and there was no effect (p=0.7)."]]
    assert polarity(content, both) is Polarity.MAYBE
    negated = QuestionContent("Does acid not reduce mites?")
    assert polarity(negated, [["Acid significantly reduced mites (p<0.01)."]]) is Polarity.NO


def test_sentences_are_in_order_of_directness() -> None:
    content = QuestionContent("Why do drained bogs lose carbon?")
    found = answer_sentences(content, Wanted.SENTENCE, PARAGRAPHS)
    assert next(sentence.item.handle for sentence in found) == "p4"
    assert sorted(sentence.item.handle for sentence in found) == ["p1", "p2", "p3", "p4", "p5"]
    assert found == sorted(found, key=lambda s: -s.score)
    assert 0.0 <= min(s.covered for s in found) <= max(s.covered for s in found) <= 1.0


def test_content_is_weighed_and_names_are_seen() -> None:
    content = QuestionContent("Which model does BERT use for question answering?")
    assert "bert" in content.names
    assert content.covered(frozenset(content.weights)) == pytest.approx(1.0)
    assert content.covered(frozenset()) == 0.0
