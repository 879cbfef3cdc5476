"""How a paper's own words become words about the paper."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.tasks import HandleMark
from conspectus.engines.extractive.attribution import at_end, first_mention, later_mention
from conspectus.engines.extractive.statements import Subject
from conspectus.engines.extractive.subjects import analyse
from conspectus.engines.extractive.verb_forms import base_form, third_person

MARK = HandleMark(("p1",))
PLURAL, SINGULAR = True, False


def shown(parts: tuple[str | HandleMark, ...] | None) -> str | None:
    """The sentence with @ for a narrative mark and # for a parenthetical one."""
    if parts is None:
        return None
    return "".join(part if isinstance(part, str) else "@" if part.mode == "narrative" else "#" for part in parts)


def first(sentence: str, plural: bool = PLURAL) -> str | None:
    return shown(first_mention(analyse(sentence), MARK, plural=plural))


def later(sentence: str, plural: bool = PLURAL) -> str:
    return str(shown(later_mention(analyse(sentence), MARK, plural=plural)))


# source, first mention of several authors, of one author
OF_AUTHORS = [
    (
        "We propose a parser for legal texts.",
        "@ propose a parser for legal texts.",
        "@ proposes a parser for legal texts.",
    ),
    ("In this paper, we propose a parser.", "@ propose a parser.", "@ proposes a parser."),
    ("In this paper we propose a parser.", "@ propose a parser.", "@ proposes a parser."),
    ("In the present study, we measure nitrate.", "@ measure nitrate.", "@ measures nitrate."),
    ("In the study, we used zebrafish.",) + ("@ used zebrafish.",) * 2,
    ("To tackle both ills, in this study, we use maps.", "@ use maps.", "@ uses maps."),
    ("This study revealed a trend.",) + ("@ revealed a trend.",) * 2,
    ("We additionally design tasks.", "@ design tasks.", "@ designs tasks."),
    ("Here we show that two proteins bind.", "@ show that two proteins bind.", "@ shows that two proteins bind."),
    ("Here, we report a new magnet.", "@ report a new magnet.", "@ reports a new magnet."),
    ("Herein, we describe a catalyst.", "@ describe a catalyst.", "@ describes a catalyst."),
    ("To this end, we collect recipes.", "@ collect recipes.", "@ collects recipes."),
    ("To address this problem, we introduce a kernel.", "@ introduce a kernel.", "@ introduces a kernel."),
    ("Motivated by this gap, we study rumours.", "@ study rumours.", "@ studies rumours."),
    ("Based on these findings, we recommend rest.", "@ recommend rest.", "@ recommends rest."),
    ("In particular, we prove a bound.", "@ prove a bound.", "@ proves a bound."),
    ("We also release the notes.", "@ release the notes.", "@ releases the notes."),
    ("We therefore reject the hypothesis.", "@ reject the hypothesis.", "@ rejects the hypothesis."),
    ("We carefully review the evidence.", "@ carefully review the evidence.", "@ carefully reviews the evidence."),
    ("I argue that grammar is learned.", "@ argue that grammar is learned.", "@ argues that grammar is learned."),
    ("In this article I describe a beetle.", "@ describe a beetle.", "@ describes a beetle."),
    ("The authors report a case of rabies.", "@ report a case of rabies.", "@ reports a case of rabies."),
    ("We measured nitrate in 40 wells and found no trend.",)
    + ("@ measured nitrate in 40 wells and found no trend.",) * 2,
    ("We will show that sums converge.", "@ show that sums converge.", "@ shows that sums converge."),
    ("We will be in Oslo by May.",) + ("@ will be in Oslo by May.",) * 2,
    ("Our results show that sleep helps.", "@ show that sleep helps.", "@ shows that sleep helps."),
    (
        "Results demonstrate that alloys are brittle.",
        "@ demonstrate that alloys are brittle.",
        "@ demonstrates that alloys are brittle.",
    ),
    ("Our findings indicated that sleep helps.",) + ("@ indicated that sleep helps.",) * 2,
    (
        "In mice, our results show that sleep helps.",
        "In mice, @ show that sleep helps.",
        "In mice, @ shows that sleep helps.",
    ),
    ("The author emphasizes rest.", "@ emphasize rest.", "@ emphasizes rest."),
    (
        "We extend our understanding of bees.",
        "@ extend the understanding of bees.",
        "@ extends the understanding of bees.",
    ),
    ("We can now image whole cells.",) + ("@ can now image whole cells.",) * 2,
    ("We have built a telescope.", "@ have built a telescope.", "@ has built a telescope."),
    (
        "We are the first to sequence the moss.",
        "@ are the first to sequence the moss.",
        "@ is the first to sequence the moss.",
    ),
    ("We were able to grow it at 4 °C.", "@ were able to grow it at 4 °C.", "@ was able to grow it at 4 °C."),
    ("We do not find any effect.", "@ do not find any effect.", "@ does not find any effect."),
    ("We apply BERT to tax law.", "@ apply BERT to tax law.", "@ applies BERT to tax law."),
    ("We rely on tides.", "@ rely on tides.", "@ relies on tides."),
    ("We cast tagging as a game.", "@ cast tagging as a game.", "@ casts tagging as a game."),
    ("We focus on verbs.", "@ focus on verbs.", "@ focuses on verbs."),
    ("We discuss its limits.", "@ discuss its limits.", "@ discusses its limits."),
    ("We analyze and compare two maps.", "@ analyze and compare two maps.", "@ analyzes and compares two maps."),
    (
        "We train a tagger, test it and publish it.",
        "@ train a tagger, test it and publish it.",
        "@ trains a tagger, tests it and publishes it.",
    ),
    (
        "We quantify loss, identify causes, and suggest cures.",
        "@ quantify loss, identify causes, and suggest cures.",
        "@ quantifies loss, identifies causes, and suggests cures.",
    ),
    (
        "We propose a scheme and apply it to crops.",
        "@ propose a scheme and apply it to crops.",
        "@ proposes a scheme and applies it to crops.",
    ),
    (
        "We build a tool to detect and classify cracks.",
        "@ build a tool to detect and classify cracks.",
        "@ builds a tool to detect and classify cracks.",
    ),
    (
        "We study how people read and write numbers.",
        "@ study how people read and write numbers.",
        "@ studies how people read and write numbers.",
    ),
    (
        "We present a model that learns and improves.",
        "@ present a model that learns and improves.",
        "@ presents a model that learns and improves.",
    ),
    (
        "We ask whether children who read early learn fast.",
        "@ ask whether children who read early learn fast.",
        "@ asks whether children who read early learn fast.",
    ),
    (
        "We investigate the use and care of tools.",
        "@ investigate the use and care of tools.",
        "@ investigates the use and care of tools.",
    ),
    (
        "We discuss the design, aim and results of the trial.",
        "@ discuss the design, aim and results of the trial.",
        "@ discusses the design, aim and results of the trial.",
    ),
    ("The aim of this study was to compare diets.",) + ("@ aimed to compare diets.",) * 2,
    ("The purpose of this paper is to clarify terms.", "@ aim to clarify terms.", "@ aims to clarify terms."),
    ("To compare two diets in mice.",) + ("@ aimed to compare two diets in mice.",) * 2,
    ("This paper presents a corpus.", "@ present a corpus.", "@ presents a corpus."),
    ("The present study investigates knotweed.", "@ investigate knotweed.", "@ investigates knotweed."),
    (
        "This thesis examines trade and asks who gained.",
        "@ examine trade and ask who gained.",
        "@ examines trade and asks who gained.",
    ),
    (
        "This paper describes and compares solvers.",
        "@ describe and compare solvers.",
        "@ describes and compares solvers.",
    ),
    ("This study investigated sleep in 40 nurses.",) + ("@ investigated sleep in 40 nurses.",) * 2,
    ("Our work focuses on soil bacteria.", "@ focus on soil bacteria.", "@ focuses on soil bacteria."),
    (
        "Using data from 14 hospitals, we show a trend.",
        "Using data from 14 hospitals, @ show a trend.",
        "Using data from 14 hospitals, @ shows a trend.",
    ),
    (
        "To reduce cost, we develop a sensor and test it.",
        "To reduce cost, @ develop a sensor and test it.",
        "To reduce cost, @ develops a sensor and tests it.",
    ),
    (
        "Unlike previous work, we use no gazetteer.",
        "Unlike previous work, @ use no gazetteer.",
        "Unlike previous work, @ uses no gazetteer.",
    ),
    (
        "We show, for the first time, that wasps count.",
        "@ show, for the first time, that wasps count.",
        "@ shows, for the first time, that wasps count.",
    ),
]


def test_a_hedge_is_kept() -> None:
    assert first("To our knowledge, we are the first to see it.") == "To their knowledge, @ are the first to see it."


def test_a_compound_is_not_taken_for_the_paper_and_its_verb() -> None:
    assert later("The present study area covers fields.") == "The study area covers fields #."


@pytest.mark.parametrize("source, several, one", OF_AUTHORS)
def test_authors_are_named_and_their_verbs_agree(source: str, several: str, one: str) -> None:
    assert analyse(source).subject is Subject.AUTHORS
    assert first(source) == several
    assert first(source, SINGULAR) == one


@pytest.mark.parametrize("source, several, one", [row for row in OF_AUTHORS if row[1].startswith("@ ")])
def test_a_later_mention_refers_back(source: str, several: str, one: str) -> None:
    assert later(source) == several.replace("@ ", "They ")[:-1] + " #."
    assert later(source, SINGULAR) == one.replace("@ ", "The author ")[:-1] + " #."


# source, first mention, later mention; the same for one author and several
OF_THEIR_THINGS = [
    (
        "Our model outperforms the baseline by 2.3 points.",
        "The model of @ outperforms the baseline by 2.3 points.",
        "Their model outperforms the baseline by 2.3 points #.",
    ),
    (
        "The proposed method reduces the error by 12%.",
        "The method of @ reduces the error by 12%.",
        "Their method reduces the error by 12% #.",
    ),
    (
        "Our results show a rise of recall.",
        "The results of @ show a rise of recall.",
        "Their results show a rise of recall #.",
    ),
    (
        "Results suggest a brittle alloy.",
        "The results of @ suggest a brittle alloy.",
        "Their results suggest a brittle alloy #.",
    ),
    ("Furthermore, our approach generalises.", "The approach of @ generalises.", "Their approach generalises #."),
    (
        "On 12 benchmarks, our method is fast.",
        "On 12 benchmarks, the method of @ is fast.",
        "On 12 benchmarks, their method is fast #.",
    ),
    (
        "Our new graph-based parser is fast.",
        "The new graph-based parser of @ is fast.",
        "Their new graph-based parser is fast #.",
    ),
    (
        "This study was designed to test a vaccine.",
        "The study of @ was designed to test a vaccine.",
        "Their study was designed to test a vaccine #.",
    ),
    (
        "This work was carried out in 2012.",
        "The work of @ was carried out in 2012.",
        "Their work was carried out in 2012 #.",
    ),
]


@pytest.mark.parametrize("source, named, back", OF_THEIR_THINGS)
@pytest.mark.parametrize("plural", [PLURAL, SINGULAR])
def test_what_belongs_to_the_authors(source: str, named: str, back: str, plural: bool) -> None:
    assert analyse(source).subject is Subject.THEIRS
    assert first(source, plural) == named
    assert later(source, plural) == back


# source, and how it stands with the mark at its end
OF_OTHERS = [
    ("Graphene conducts heat well.", "Graphene conducts heat well #."),
    ("Alloys show that 80 K is cold.", "Alloys show that 80 K is cold #."),
    ("Type I errors are rare in small trials.", "Type I errors are rare in small trials #."),
    ("Topoisomerase I inhibitors slow the growth.", "Topoisomerase I inhibitors slow the growth #."),
    ("In this study, 412 farmers were interviewed.", "412 farmers were interviewed #."),
    ("In this paper, LexRank is tested.", "LexRank is tested #."),
    ("To determine custody, courts examine the case.", "To determine custody, courts examine the case #."),
    ("Data from 14 studies will be pooled.", "Data from 14 studies will be pooled #."),
    ("mRNA levels fell within an hour!", "mRNA levels fell within an hour #!"),
]


@pytest.mark.parametrize("source, expected", OF_OTHERS)
def test_a_third_subject_stays_as_it_is(source: str, expected: str) -> None:
    assert analyse(source).subject is Subject.OTHER
    assert first(source) == later(source) == later(source, SINGULAR) == expected


@pytest.mark.parametrize(
    "source, named, back",
    [
        (
            "In this work a new bound is derived.",
            "In the work of @, a new bound is derived.",
            "A new bound is derived #.",
        ),
        ("In this study, the sows were fed.", "In the study of @, the sows were fed.", "The sows were fed #."),
        ("In our pilot trial, no harm was seen.", "In the trial of @, no harm was seen.", "No harm was seen #."),
    ],
)
@pytest.mark.parametrize("plural", [PLURAL, SINGULAR])
def test_what_held_in_a_study_is_said_of_that_study(source: str, named: str, back: str, plural: bool) -> None:
    assert analyse(source).subject is Subject.OTHER
    assert first(source, plural) == named
    assert later(source, plural) == back


def test_a_work_without_known_authors_is_the_work() -> None:
    for source, expected in (
        ("We propose a map of nests.", "The work proposes a map of nests #."),
        ("Using maps, we build nests.", "Using maps, the work builds nests #."),
        ("Bees prefer dry places.", "Bees prefer dry places #."),
    ):
        parts = later_mention(analyse(source), MARK, plural=False, anonymous=True)
        assert shown(parts) == expected


@pytest.mark.parametrize(
    "text, expected", [("Bees sing.", "Bees sing #."), ("Bees sing! ", "Bees sing #!"), ("Bees sing", "Bees sing #.")]
)
def test_the_mark_stands_before_the_full_stop(text: str, expected: str) -> None:
    assert shown(at_end(text, HandleMark(("p1",), "narrative"))) == expected


BACKWARD = [
    "It outperforms all other systems.",
    "They are cheap to make.",
    "This approach saves time.",
    "These birds suggest that copying helps.",
    "Such models need large memories.",
    "Its cost is low.",
    "His ECG showed new waves.",
    "Then two losses are added.",
    "Their habitat shrinks.",
    "However, birds return in May.",
    "In contrast, mosses lack roots.",
    "For example, crows use hooks.",
    "The latter is rare.",
    "Both were found in caves.",
    "It is shown that the map is open.",
]


@pytest.mark.parametrize("source", BACKWARD)
def test_what_needs_the_sentence_before_cannot_open(source: str) -> None:
    assert analyse(source).subject is Subject.BACKWARD
    assert first(source) is None
    assert first(source, SINGULAR) is None


@pytest.mark.parametrize("source", ["However, we find no bias.", "But we show that it holds."])
def test_a_contrast_is_kept_for_a_later_mention_only(source: str) -> None:
    assert first(source) is None
    assert re.match(r"(?:However|But),? they ", later(source))


@pytest.mark.parametrize(
    "source, expected",
    [
        ("Cells confirm our hypothesis.", "Cells confirm their hypothesis #."),
        ("The present systematic review and meta-analysis agree.", "The systematic review and meta-analysis agree #."),
        ("In mice, our drug halved the tumour.", "In mice, their drug halved the tumour #."),
        ("Reviewers told us that our claim was bold.", "Reviewers told them that their claim was bold #."),
    ],
)
def test_possessives_inside_a_sentence_cannot_be_a_first_mention(source: str, expected: str) -> None:
    assert first(source) is None
    assert later(source) == expected


@pytest.mark.parametrize(
    "source, expected",
    [
        ("We apply our method to our own recordings.", "@ apply their method to their own recordings."),
        ("We hypothesise that stress harms, and we test this.", "@ hypothesise that stress harms, and they test this."),
        ("We propose Marlin, which we train on tides.", "@ propose Marlin, which they train on tides."),
        ("We blame ourselves.", "@ blame themselves."),
        ("For each of our patients, we took the pulse.", "For each of their patients, @ took the pulse."),
    ],
)
def test_pronouns_follow_the_authors(source: str, expected: str) -> None:
    assert first(source) == expected


def test_a_verb_whose_singular_is_unknown_opens_nothing_for_one_author() -> None:
    source = "We zyx the data in 4 steps."
    assert first(source) == "@ zyx the data in 4 steps."
    assert first(source, SINGULAR) is None
    assert later(source, SINGULAR) == "They zyx the data in 4 steps #."


def test_the_mark_keeps_its_handles() -> None:
    statement = analyse("Our model and our data are new.")
    for parts in (
        first_mention(statement, HandleMark(("p4", "p5")), plural=True),
        later_mention(statement, HandleMark(("p4", "p5")), plural=True),
    ):
        assert parts is not None
        assert [part.handles for part in parts if isinstance(part, HandleMark)] == [("p4", "p5")]


# What attribution may add and take away: pronouns, names for the authors and for the paper, lead-ins.
CLOSED = frozenset(
    """we our ours us i my the they their theirs them themselves ourselves author authors of this present current
    paper article work study survey in also here to herein a an is are was were has have does do""".split()
)
subjects = st.sampled_from(
    [
        "We",
        "In this paper, we",
        "I",
        "This paper",
        "Our model",
        "The proposed method",
        "Results",
        "The authors",
        "Using maps, we",
    ]
)
verbs = st.sampled_from("propose show find train analyse develop apply use discuss have".split())
objects = st.lists(
    st.sampled_from(
        """and , that which our to 12 3.5% parser graphs of novel we (GNN) α-synuclein it detect classify compare
        the tests""".split()
    ),
    min_size=2,
    max_size=14,
).map(" ".join)


def kept(text: str) -> Counter[str]:
    """The words that a change of person leaves alone, verbs in one form."""
    words = re.findall(r"[^\s,.@#]+(?:\.\d+%)?", text.lower())
    return Counter(base_form(word) or word for word in words if word not in CLOSED and word not in ("has", "is", "was"))


@given(subjects, verbs, objects, st.booleans())
def test_numbers_names_and_words_are_neither_added_nor_lost(subject: str, verb: str, rest: str, plural: bool) -> None:
    inflected = third_person(verb) if subject in ("This paper", "Our model", "The proposed method") else verb
    source = f"{subject} {inflected} {rest} at last."
    expected = kept(source.replace("proposed method", "method"))
    if subject == "Results" and verb == "show" and rest.split()[0] == "that":
        expected -= Counter(["results"])  # the authors show it
    for text in (first(source, plural), later(source, plural)):
        if text is not None:
            assert kept(text.replace("proposed method", "method")) == expected


@given(st.text(max_size=200), st.booleans())
def test_any_text_is_taken_apart_without_failing(text: str, plural: bool) -> None:
    statement = analyse(text)
    later_mention(statement, MARK, plural=plural)
    parts = first_mention(statement, MARK, plural=plural)
    assert parts is None or sum(isinstance(part, HandleMark) for part in parts) == 1
