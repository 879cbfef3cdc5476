"""Made-up papers in any number: scholarly prose from templates, so that no data set is needed.

Papers of one subject share tasks, methods, data and measures, so that a minigraph links them and groups form.
The prose holds what costs a reader work: abbreviations, numbers, citations in the text, clauses of many kinds.
Nothing in it is true.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conspectus.domain.document_building import abstract_document
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Author, Paper, PartialDate, with_id

FIRST_DOI = "10.5555/conspectus"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """The words of one field of study."""

    tasks: tuple[str, ...]
    methods: tuple[str, ...]
    materials: tuple[str, ...]
    measures: tuple[str, ...]
    troubles: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeRecord:
    """A made-up bibliographic record; ``authors`` are (family, given)."""

    number: int
    title: str
    authors: tuple[tuple[str, str], ...]
    year: int
    journal: str
    abstract: str
    keywords: tuple[str, ...]

    @property
    def doi(self) -> str:
        """A DOI under the prefix that is set aside for examples."""
        return f"{FIRST_DOI}.{self.number}"


def _words(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("|"))


SUBJECTS = (
    Subject(
        tasks=_words("machine translation|document-level translation|quality estimation|translation of rare languages"),
        methods=_words(
            "sequence-to-sequence model|back-translation scheme|multilingual encoder|graph convolutional network (GCN)|"
            "attention mechanism|adapter network|minimum risk objective"
        ),
        materials=_words("parallel corpora|monolingual news text|shared-task data|subtitles in 12 languages"),
        measures=_words("BLEU|human adequacy ratings|chrF|translation error rate"),
        troubles=_words("scarce parallel data|domain shift|hallucinated content|inconsistent terminology"),
    ),
    Subject(
        tasks=_words("clinical question answering|trial retrieval|cohort selection|screening of abstracts"),
        methods=_words(
            "sparse retriever|dense encoder|query expander|active learning loop|contrastive objective|knowledge graph|"
            "conditional random field (CRF)"
        ),
        materials=_words("trial reports|electronic health records|MEDLINE abstracts|discharge notes"),
        measures=_words("recall|average precision|workload saved over sampling|F1"),
        troubles=_words("missing outcome data|rare conditions|unbalanced labels|conflicting guidelines"),
    ),
    Subject(
        tasks=_words("protein structure prediction|variant effect prediction|ligand docking|enzyme design"),
        methods=_words(
            "equivariant neural network|protein language model|molecular dynamics protocol|Monte Carlo sampler|"
            "diffusion model|support vector machine (SVM)"
        ),
        materials=_words("crystal structures|deep mutational scans|E. coli lysates|multiple sequence alignments"),
        measures=_words("root-mean-square deviation|Spearman correlation|docking success rate|thermal stability"),
        troubles=_words("flexible loops|sparse alignments|experimental noise|off-target binding"),
    ),
    Subject(
        tasks=_words("land cover mapping|soil moisture estimation|crop yield forecasting|flood detection"),
        methods=_words(
            "random forest|convolutional neural network (CNN)|data assimilation scheme|change detector|"
            "transfer learning scheme|Gaussian process"
        ),
        materials=_words("satellite images|radar backscatter|field surveys|weather station records"),
        measures=_words("overall accuracy|root mean square error|Cohen's kappa|intersection over union"),
        troubles=_words("cloud cover|sparse ground truth|seasonal drift|mixed pixels"),
    ),
    Subject(
        tasks=_words("essay scoring|knowledge tracing|dropout prediction|feedback generation"),
        methods=_words(
            "Bayesian model|item response model|recurrent neural network|peer assessment scheme|multi-task learner|"
            "hidden Markov model (HMM)"
        ),
        materials=_words("student essays|clickstream logs|course surveys|programming exercises"),
        measures=_words("quadratic weighted kappa|area under the curve|learning gain|inter-rater agreement"),
        troubles=_words("unfair scores|sparse interactions|gaming of the system|short answers"),
    ),
    Subject(
        tasks=_words("citation recommendation|related work generation|claim verification|keyphrase extraction"),
        methods=_words(
            "citation graph|extractive summarizer|large language model|topic model|graph attention network (GAT)|"
            "reinforcement learning"
        ),
        materials=_words("full-text articles|arXiv preprints|peer reviews|annotated abstracts"),
        measures=_words("ROUGE|citation precision|mean reciprocal rank|expert preference"),
        troubles=_words("unsupported claims|long documents|redundant sentences|stale citations"),
    ),
)

_OPENINGS = _words(
    "{Task} is central to many applications in science and industry.|"
    "Despite recent progress, {task} remains difficult because of {trouble}.|"
    "{Task} has mostly been studied with {materials}, where {trouble} is common.|"
    "Prior work (Meyer et al., {past}) approaches {task} with a {method}, yet {trouble} limits its use.|"
    "Over the last decade, {task} has moved from rules to learning from {materials}."
)
_GAPS = _words(
    "However, existing approaches ignore {trouble} and need large amounts of {materials}.|"
    "It is unclear whether a {method} helps when {trouble} and {trouble2} occur together.|"
    "Most systems optimize {measure} alone, which says little about {trouble}.|"
    "Little is known about how {materials} affect {measure}, e.g. under {trouble}."
)
_CLAIMS = _words(
    "We propose {name}, a {method} for {task} that is robust to {trouble}.|"
    "In this paper, we present a {method} that combines {materials} with a {method2}.|"
    "This study investigates whether a {method} improves {task} over a {method2}.|"
    "We introduce {name}, a new benchmark for {task} built from {materials}.|"
    "Here we describe {name}, which extends the {method} by a {method2} to cope with {trouble}.|"
    "The aim of this work is to compare a {method} with a {method2} for {task} on {materials}."
)
_METHODS = _words(
    "Our {method} is trained on {materials} and uses a {method2} to reduce {trouble}.|"
    "The {method} first encodes {materials} and then applies a {method2} in two stages.|"
    "We collected {count} samples of {materials} and annotated them for {task}.|"
    "A {method2} serves as the baseline; hyperparameters were tuned on held-out {materials} (n = {count}).|"
    "To address {trouble}, we couple a {method2} with {materials} from {small} sites."
)
_RESULTS = _words(
    "Experiments on {materials} show that our approach improves {measure} by {gain} points over the {method2}.|"
    "{Name} outperforms a strong {method2} in {measure} ({gain}% vs. {gain2}%, p < 0.05).|"
    "We find that the {method} matches the {method2} in {measure} while it needs {small} times less training data.|"
    "On {count} test cases, {measure} rose from 0.{low} to 0.{high}, although {trouble} still hurts performance.|"
    "Results indicate that {trouble} explains most of the loss in {measure}."
)
_MORE = _words(
    "An ablation study shows that the {method2} contributes most of the gain.|"
    "Moreover, it reduces {trouble2} without additional {materials}.|"
    "Human experts preferred its output in {high}% of the cases.|"
    "This improvement holds for {small} of {small2} domains, as Fig. 3 illustrates.|"
    "The gain is largest where {trouble2} is severe."
)
_CLOSINGS = _words(
    "These findings suggest that a {method} is a promising direction for {task}.|"
    "Our results highlight the importance of {materials} for {task}.|"
    "We release the code and the {materials} to support further research on {task}.|"
    "We conclude that {measure} should be reported together with the effect of {trouble}.|"
    "Future work should examine {trouble2} in other {materials}."
)
_TITLES = _words(
    "{name}: a {method} for {task}|Improving {task} with a {method}|{Task} under {trouble}|"
    "Does a {method} help {task}? Evidence from {materials}|Towards robust {task} from {materials}"
)
_FAMILIES = (
    "Abara Bergström Castellano Dąbrowski Eriksen Fontaine García Haddad Ivanova Jansen Kowalski Lindqvist Moreau "
    "Nakamura Okafor Petrov Quispe Rossi Santos Takahashi Ueda Varga Weber Xu Yılmaz Zhang"
).split()
_GIVEN = "Ada Bruno Chiara Dmitri Elif Farid Greta Hiro Ines Jonas Kofi Lena Marta Nils Olga Paul Rana Sofia".split()
_SYLLABLES = "al ber cor den el fin gra hel ion kal lum mer nor pax ram sol tor ver".split()
_JOURNALS = ("Journal of Made-up Methods", "Annals of Invented Data", "Proceedings of Imagined Systems")


def made_records(count: int, *, seed: int = 0) -> list[MadeRecord]:
    """Gives so many records; subjects take turns, and the first ones of a longer list are those of a shorter."""
    return list(each_made_record(count, seed=seed))


def each_made_record(count: int, *, seed: int = 0) -> Iterator[MadeRecord]:
    """Yields what ``made_records`` gives, one at a time."""
    draw = random.Random(seed)
    for number in range(count):
        yield _record(number, SUBJECTS[number % len(SUBJECTS)], draw)


def made_papers(count: int, *, seed: int = 0) -> list[Paper]:
    """Gives the records as papers with their abstracts."""
    return [paper_of(record) for record in made_records(count, seed=seed)]


def paper_of(record: MadeRecord) -> Paper:
    """Gives the paper of a record."""
    return with_id(
        Paper(
            id="",
            title=record.title,
            authors=tuple(Author(family=family, given=given) for family, given in record.authors),
            date=PartialDate(year=record.year),
            venue=record.journal,
            kind="article-journal",
            identifiers=Identifiers(doi=record.doi),
            keywords=record.keywords,
            documents=(abstract_document(record.abstract),),
        )
    )


def _record(number: int, subject: Subject, draw: random.Random) -> MadeRecord:
    words = _filling(subject, draw)
    sentences = [_filled(draw.choice(_OPENINGS), words)]
    if draw.random() < 0.6:
        sentences.append(_filled(draw.choice(_GAPS), words))
    sentences.append(_filled(draw.choice(_CLAIMS), words))
    for templates, most in ((_METHODS, 2), (_RESULTS, 2), (_MORE, 1), (_CLOSINGS, 1)):
        chosen = draw.sample(templates, draw.randint(1, most))
        sentences += (_filled(template, words) for template in chosen)
    people = draw.sample([(family, given) for family in _FAMILIES for given in _GIVEN], draw.choice((1, 2, 2, 3, 4)))
    return MadeRecord(
        number=number,
        title=_capitalised(_filled(draw.choice(_TITLES), words)),
        authors=tuple(people),
        year=draw.randint(2005, 2024),
        journal=draw.choice(_JOURNALS),
        abstract=" ".join(sentences),
        keywords=(words["task"], words["method"].partition(" (")[0]),
    )


def _filling(subject: Subject, draw: random.Random) -> dict[str, str]:
    method, method2 = draw.sample(subject.methods, 2)
    trouble, trouble2 = draw.sample(subject.troubles, 2)
    task = draw.choice(subject.tasks)
    name = "".join(draw.sample(_SYLLABLES, 2)).capitalize() + draw.choice(("Net", "Rank", "Graph", "", "-2"))
    return {
        "task": task, "Task": _capitalised(task), "method": method, "method2": method2.partition(" (")[0],
        "materials": draw.choice(subject.materials), "measure": draw.choice(subject.measures),
        "trouble": trouble, "trouble2": trouble2, "name": name, "Name": name,
        "past": str(draw.randint(1998, 2004)), "count": str(draw.randint(120, 9800)),
        "small": str(draw.randint(2, 5)), "small2": str(draw.randint(6, 9)),
        "gain": f"{draw.uniform(1, 9):.1f}", "gain2": f"{draw.uniform(0.1, 0.9):.1f}",
        "low": str(draw.randint(41, 60)), "high": str(draw.randint(61, 93)),
    }  # fmt: skip


def _filled(template: str, words: dict[str, str]) -> str:
    text = template.format_map(words)
    for vowel in "aeiouAEIOU":
        text = text.replace(f" a {vowel}", f" an {vowel}").replace(f"A {vowel}", f"An {vowel}")
    return text


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def sentences_of(papers: Sequence[Paper]) -> list[str]:
    """Gives every sentence of the papers' abstracts, in order."""
    return [
        document.text[place.start : place.end]
        for paper in papers
        if (document := paper.abstract_version) is not None
        for place in document.sentences()
    ]
