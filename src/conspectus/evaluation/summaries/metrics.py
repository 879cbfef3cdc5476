"""What is measured of a summary: overlap with what people wrote, and what needs no reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from conspectus.domain.cited_text import Verdict
from conspectus.evaluation.summaries.items import SummaryItem, SummaryOutput
from conspectus.foundation.text.rouge import rouge
from conspectus.foundation.text.tokens import content_stems, count_words, plain_tokens, stem
from conspectus.grounding.number_reading import numbers_of
from conspectus.grounding.numbers import agrees
from conspectus.grounding.verify import verify_sentence

MEASURES = (
    "rouge1", "rouge2", "rougeL", "meteor", "support", "number_fidelity", "aspect_coverage", "section_coverage",
    "redundancy", "length",
)  # fmt: skip
_ALPHA, _BETA, _GAMMA = 0.9, 3.0, 0.5
_LOOKED_UP = 3


def measure(item: SummaryItem, output: SummaryOutput) -> dict[str, float]:
    """Gives every measure of an output; "aspect_coverage" only where the item's sentences are marked.

    Overlap is the best over several references. All are in [0, 1] but ``length``, which is in words.
    """
    text = output.text
    scored = [rouge(text, reference) for reference in item.references]
    best = max(scored, key=lambda scores: scores["rouge1"].f1 + scores["rougeL"].f1)
    values = {name: best[name].f1 for name in ("rouge1", "rouge2", "rougeL")}
    values["meteor"] = max(meteor(text, reference) for reference in item.references)
    values["support"] = support_rate(item, output)
    values["number_fidelity"] = number_fidelity(text, item.document.text)
    if any(item.gold.values()):
        values["aspect_coverage"] = aspect_coverage(item, output)
    values["section_coverage"] = section_coverage(item, output)
    values["redundancy"] = redundancy(output.sentences)
    values["length"] = float(count_words(text))
    return values


def meteor(candidate: str, reference: str) -> float:
    """Gives METEOR with its exact and stem modules (Banerjee and Lavie 2005; weights of Lavie and Agarwal 2007).

    Fmean = PR / (0.9 P + 0.1 R), penalty = 0.5 (chunks / matches)^3. There is no synonym module.
    """
    mine, theirs = plain_tokens(candidate), plain_tokens(reference)
    pairs = _aligned(mine, theirs)
    if not pairs:
        return 0.0
    precision, recall = len(pairs) / len(mine), len(pairs) / len(theirs)
    mean = precision * recall / (_ALPHA * precision + (1 - _ALPHA) * recall)
    chunks = 1 + sum(1 for (a, b), (c, d) in pairwise(pairs) if c != a + 1 or d != b + 1)
    return float(mean * (1 - _GAMMA * (chunks / len(pairs)) ** _BETA))


def _aligned(mine: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of places with the same word, then with the same stem; of several the one that continues a chunk."""
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for form in (lambda word: word, stem):
        places: dict[str, list[int]] = {}
        for place, word in enumerate(theirs):
            places.setdefault(form(word), []).append(place)
        for place, word in enumerate(mine):
            if place in pairs:
                continue
            free = [other for other in places.get(form(word), ()) if other not in taken]
            if free:
                wanted = pairs.get(place - 1, -2) + 1
                chosen = wanted if wanted in free else free[0]
                pairs[place] = chosen
                taken.add(chosen)
    return sorted(pairs.items())


def support_rate(item: SummaryItem, output: SummaryOutput) -> float:
    """Gives the share of sentences that the verifier finds supported by what they rest on.

    A sentence that names nothing is compared with the three sentences of the paper that share most words with it.
    """
    if not output.sentences:
        return 0.0
    quotes = {place.address: item.document.text[place.start : place.end] for place in item.document.sentences()}
    bags: dict[str, set[str]] = {}
    supported = 0
    for number, sentence in enumerate(output.sentences):
        addresses = output.evidence[number] if number < len(output.evidence) else ()
        found = [quotes[address] for address in addresses if address in quotes]
        if not found:
            bags = bags or {address: set(content_stems(quote)) for address, quote in quotes.items()}
            wanted = set(content_stems(sentence))
            order = sorted(bags, key=lambda address: -len(wanted & bags[address]))
            found = [quotes[address] for address in order[:_LOOKED_UP]]
        supported += verify_sentence(sentence, found).verdict is Verdict.SUPPORTED
    return supported / len(output.sentences)


def number_fidelity(text: str, source: str) -> float:
    """Gives the share of the numbers of a text that its source has; 1 for a text without numbers."""
    numbers = numbers_of(text)
    if not numbers:
        return 1.0
    held = numbers_of(source)
    return sum(any(agrees(number, other) for other in held) for number in numbers) / len(numbers)


def aspect_coverage(item: SummaryItem, output: SummaryOutput) -> float:
    """Gives the share of the marked aspects of which a marked sentence is among those that the output rests on."""
    marked = [addresses for addresses in item.gold.values() if addresses]
    told = output.addresses()
    return sum(bool(addresses & told) for addresses in marked) / len(marked) if marked else 0.0


def section_coverage(item: SummaryItem, output: SummaryOutput) -> float:
    """Gives the share of the paper's top sections that the output rests on."""
    told = {address.split(".")[0] for address in output.addresses()}
    return len(told) / len(item.document.sections)


def redundancy(sentences: Sequence[str]) -> float:
    """Gives the mean over sentences of the highest cosine to another one; 0 for fewer than two."""
    bags = [Counter(content_stems(sentence)) for sentence in sentences]
    if len(bags) < 2:
        return 0.0
    return sum(max(_cosine(bag, other) for j, other in enumerate(bags) if j != i) for i, bag in enumerate(bags)) / len(
        bags
    )


def _cosine(one: Counter[str], other: Counter[str]) -> float:
    shared = sum(count * other[word] for word, count in one.items())
    size = sum(c * c for c in one.values()) * sum(c * c for c in other.values())
    return float(shared / size**0.5) if size else 0.0
