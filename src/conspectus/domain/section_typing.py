"""The type of a section from its heading (PARSE's six buckets), and from the section it is nested in.

By heading first: the first pattern of the table that is found decides. A nested section takes its parent's
kind unless its own heading, as a whole, is the name of a part of a paper: "Evaluation of outcomes" in
"Methods" is Methodology, "Limitations" in "Results" is Discussion. The parts of a structured abstract are
typed by their labels, whatever their words; text without headings is typed in ``flat_text_typing``.
"""

from __future__ import annotations

import re

from conspectus.domain.document import SectionKind
from conspectus.foundation.text.normalise import match_key

_LONGEST_HEADING = 12

# Parts that only look like one of the buckets: what stands at a paper's end, and proofs.
_NONE_OF_THEM = re.compile(
    r"\b(?:supplement(?:ary|al)?|electronic supplementary|supporting|additional|extended data|"
    r"availability|accessibility|acknowledge?ments?|contributions?|competing|conflicts?|funding|"
    r"disclosures?|declarations?|ethics?|ethical|consent|abbreviations|notations?|proofs? of|"
    r"references|bibliography|reporting summary|credit authorship)\b"
    r"(?!.*\b(?:experiments?|results?|experimental results)\b)"
    r"|^proofs? of\b|^appendix\b|^annex\b"
)

# In order: the first pattern that is found decides, so that "related work and discussion of methods" is
# related work, and "materials and methods" is not stopped by "results" further on.
_HEADINGS: tuple[tuple[SectionKind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        (
            SectionKind.ABSTRACT,
            r"^(?:structured |graphical |plain language |author |lay |executive |editor s )?"
            r"(?:abstract\b(?! (?:\w+ )?(?:reasoning|syntax|meaning|argumentation|concepts?|data|algebra|"
            r"interpretation|domains?|machines?|classes))"
            r"|summary$)|^(?:zusammenfassung|kurzfassung|resume|resumen|resumo|riassunto)$",
        ),
        (
            SectionKind.RELATED_WORK,
            r"\b(?:related (?:work|works|research|literature|studies|approaches|methods)|literature (?:review|survey)|"
            r"review of (?:the )?literature|(?:prior|previous|earlier|existing) (?:work|works|research|studies)|"
            r"state of the art|background|preliminaries|verwandte arbeiten|stand der (?:technik|forschung)|"
            r"travaux connexes|trabajos relacionados|trabalhos relacionados)\b",
        ),
        (
            SectionKind.INTRODUCTION,
            r"\b(?:introduction|introductory|motivations?|objectives?|aims?|einleitung|einfuhrung|"
            r"introduccion|introducao|introduzione)\b|^(?:purpose|rationale|overview)\b",
        ),
        (
            SectionKind.METHODOLOGY,
            r"^(?:experimental(?: (?:section|part|procedures?|methods?|design|details|model.*|protocols?))?|"
            r"experimental (?:materials?|setup) and methods?)$|^methods?$",
        ),
        (
            SectionKind.EXPERIMENT,
            r"\b(?:results?|experiments?|experimental (?:results|setup|settings?|evaluation|validation)|"
            r"evaluations?|findings|case (?:stud(?:y|ies)|reports?|presentations?|descriptions?|series)|ablations?|"
            r"performance (?:tests?|evaluation|analysis|comparison)|benchmarks?|empirical (?:study|analysis)|"
            r"numerical examples?|observations|ergebnisse|resultats|resultados|risultati|experimente)\b",
        ),
        (
            SectionKind.METHODOLOGY,
            r"\b(?:methods?|methodology|methodologies|methodological|materials?|procedures?|patients|participants|"
            r"subjects|approach|proposed (?:method|model|approach|framework|system|algorithm|architecture)|"
            r"our (?:method|model|approach|framework|system)|(?:system|model) (?:overview|architecture)|"
            r"(?:study )?design|data (?:collection|sources?|reduction|processing|preparation|acquisition|extraction)|"
            r"data ?sets?|data and analysis|statistical (?:analys[ie]s|methods)|(?:statistical|data) analys[ie]s|"
            r"search strategy|implementation|model|methoden?|methodik|metodos|metodologia|methodes|metodi)\b",
        ),
        (
            SectionKind.DISCUSSION,
            r"\b(?:discussions?|conclusions?|conclude|concluding|limitations?|future (?:work|works|directions|research|"
            r"perspectives)|(?:next|future) steps|implications|(?<!abstract )interpretations?|outlook|perspectives?|"
            r"recommendations?|closing remarks|final remarks|lessons learned|open (?:problems|questions)|"
            r"diskussion|fazit|schlussfolgerung(?:en)?|ausblick|discusion|conclusion(?:es)?|discussao|"
            r"conclusoes|consideracoes finais|discussione|conclusioni)\b|^summary and\b|^moving forward$",
        ),
    )
)
# A heading of these words only is the name of a part of a paper.
_PART_WORDS = frozenset(
    "abstract summary introduction introductory motivation motivations objective objectives aim aims purpose "
    "background related work works research literature review survey prior previous state art preliminaries "
    "method methods methodology methodologies material materials procedure procedures experimental section part "
    "result results finding findings experiment experiments evaluation evaluations case study studies ablation "
    "ablations discussion discussions conclusion conclusions concluding limitation limitations future direction "
    "directions implications outlook perspective perspectives recommendations remarks final closing general main "
    "our the this of and in for with patients participants subjects setup setting settings analysis numerical "
    "proposed approach strengths".split()
)


def section_kind(heading: str) -> SectionKind | None:
    """Gives the kind that a heading names, or None if it names none.

    Headings of structured abstracts ("METHODS", "RESULTS") are typed too; their parent stays Abstract.
    """
    key = match_key(heading)
    if not key or len(key.split()) > _LONGEST_HEADING or _NONE_OF_THEM.search(key):
        return None
    for kind, pattern in _HEADINGS:
        if pattern.search(key):
            return kind
    return None


def part_kind(heading: str) -> SectionKind | None:
    """Gives the kind of a heading that is, as a whole, the name of a part of a paper ("Results and discussion")."""
    words = match_key(heading).split()
    return section_kind(heading) if words and all(word in _PART_WORDS for word in words) else None


def nested_kind(heading: str, parent: SectionKind | None) -> SectionKind:
    """Gives the kind of a section by its heading and the kind of the section it is nested in, None for none.

    In an abstract and in a Common section every heading that names a kind decides; elsewhere only one that is
    the name of a part, since words such as "model" and "evaluation" stand in the headings of every part.
    """
    if parent in (None, SectionKind.COMMON, SectionKind.ABSTRACT):
        return section_kind(heading) or parent or SectionKind.COMMON
    return part_kind(heading) or parent
