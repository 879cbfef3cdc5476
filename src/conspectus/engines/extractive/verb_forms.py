"""Forms of the verbs that abstracts use, for agreement between a subject and its verbs."""

from __future__ import annotations

import re

# Verbs of scholarly prose whose base form may follow "we".
_BASE = frozenset(
    """accept account achieve acknowledge acquire adapt add address adopt advance advocate aggregate aim align alleviate
    allow analyse analyze annotate answer anticipate append apply approach approximate argue arrange arrive
    articulate ask assemble assert assess assign associate assume attack attain attempt attend attribute augment
    automate avoid base begin believe benchmark boost borrow break bridge bring build calculate calibrate call
    capture carry cast categorise categorize challenge change characterise characterize check choose claim
    clarify classify cluster collect combine compare compile complement complete compose compute concentrate
    conceptualise conceptualize concern conclude conduct confirm conjecture connect consider construct contend
    continue contrast contribute control convert correct correlate cover craft crawl create critique curate deal
    debias declare decompose decouple decrease deduce define delineate deliver delve demonstrate denoise denote
    depict deploy derive describe design detail detect determine develop devise diagnose differentiate digitize
    discover discuss disentangle distil distill distinguish divide document draw elaborate elucidate embrace
    emphasise emphasize employ empower emulate enable encode encourage enforce engage enhance enrich ensure
    enumerate envision equip establish estimate evaluate evidence examine execute exemplify exhibit expand expect
    experiment explain explicate exploit explore expose express extend extract facilitate fail favor favour fetch
    fill filter find fine-tune finetune fit fix focus follow forecast form formalise formalize formulate frame
    fuse gain gather generalise generalize generate give go ground group guide handle harness have help highlight
    hope hypothesise hypothesize identify ignore illustrate implement impose improve include incorporate increase
    indicate induce infer inform infuse initialize initiate inject insert inspect instantiate integrate intend
    interpret interrogate introduce invent investigate invite involve isolate join justify keep know label lack
    lay lead learn leave let leverage limit link list localise localize look lower maintain make manage
    manipulate map mask match maximise maximize measure mention merge minimise minimize mitigate model modify
    monitor motivate move name need normalise normalize note notice observe obtain offer open open-source
    operationalise operationalize optimise optimize organise organize outline outperform overcome parameterise
    parameterize paraphrase partition pay penalize perform pick pinpoint place plan plot point pose posit
    postulate pre-train predict prefer prepare preprocess present preserve pretrain prioritize probe process
    produce project promote prompt propose prove provide prune publish pursue push put quantify query question
    raise rank re-annotate re-assess re-examine reach realise realize reason recall recast receive recognise
    recognize recommend reconstruct record recover reduce refer refine reflect reformulate reframe regard
    regularise regularize reject relate relax release rely remove render replace replicate report represent
    reproduce repurpose require resolve resort respond restrict restructure rethink retrieve retrofit reveal
    review revise revisit run sample scale score search see seek segment select separate serve set share shed
    show showcase simplify simulate sketch solve speak specify speculate split stack start state store stress
    strive study substantiate subtract succeed suggest summarise summarize supplement support surpass survey
    suspect synthesise synthesize tackle take talk target teach tend term test thank theorise theorize think
    trace track train transfer transform translate treat try tune turn uncover underscore understand undertake
    unify unveil update urge use utilise utilize validate vary verify view visualise visualize want weave weight
    wish work write yield""".split()
)
# Base forms that are nouns or adjectives at least as often; they count as verbs only before an object.
_AMBIGUOUS = frozenset(
    """account address aim answer approach attack attempt base benchmark break cast challenge change check claim cluster
    complete concern contrast control correct craft decrease design detail document evidence experiment filter
    fit fix focus form frame gain go ground group guide handle help increase label lack lead limit link list look
    lower map mask match measure model move name need note notice offer open place plan plot point pose present
    process produce project prompt push query question rank reach reason record release report review run sample
    scale score search segment separate set share sketch split stack start state store stress study support
    survey target term test track train transfer treat tune turn update use view weight work yield""".split()
)
_IRREGULAR = {"have": "has", "are": "is", "were": "was", "do": "does", "go": "goes", "am": "is"}
_IRREGULAR_BACK = {"has": "have", "is": "are", "was": "were", "does": "do", "goes": "go"}
_NOT_INFLECTED = frozenset(
    """can could may might must shall should will would did had found showed gave took ran built made got saw knew began
    chose drew wrote brought sought thought taught led held set put let read cut cannot never undertook underwent
    became came went grew won lost left kept met sent spent""".split()
)
_OBJECT = (
    r"(?=\s+(?:a|an|the|this|these|that|their|its|his|her|our|how|whether|why|what|when|which|where|both|two|three|"
    r"four|several|new|novel|on|in detail|it|them|to|evidence|results?)\b|\s+[A-Z][\w-]*[A-Z\d])"
)
_COORDINATED = re.compile(
    r"(?P<join>(?:,\s+(?:and\s+|or\s+|but\s+)?|(?:^|\s+)(?:and|but|or)\s+)(?:(?:also|then|further|finally|thus|thereby|"
    r"subsequently|(?!(?:app|re|supp|imp|comp|multip)ly\b)\w+ly)\s+)?)(?P<verb>[a-z][a-z-]+)\b(?P<object>"
    + _OBJECT
    + r")?",
)


def third_person(base: str) -> str | None:
    """Gives the third person singular of a base form ("propose" → "proposes").

    Past forms and modals come back as they are; None if the word is no verb that is known here.
    """
    if base in _IRREGULAR:
        return _IRREGULAR[base]
    if base in _NOT_INFLECTED or (base.endswith("ed") and base not in _BASE):
        return base
    if base not in _BASE:
        return None
    if base.endswith(("s", "x", "z", "ch", "sh")) and not base.endswith("ize"):
        return base + "es"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ies"
    return base + "s"


def base_form(third: str) -> str | None:
    """Gives the base form of a third person singular ("presents" → "present").

    Past forms and modals come back as they are; None if the word is no verb that is known here.
    """
    if third in _IRREGULAR_BACK:
        return _IRREGULAR_BACK[third]
    if third in _NOT_INFLECTED or third.endswith("ed"):
        return third
    for ending, instead in (("ies", "y"), ("es", ""), ("es", "e"), ("s", "")):
        if third.endswith(ending):
            base = third[: -len(ending)] + instead
            if base in _BASE and third_person(base) == third:
                return base
    return None


def coordinated_to_third(clause: str) -> str:
    """Gives a clause whose verbs coordinated with a plural subject's verb agree with a singular one.

    "propose a model, train it and show gains" → the coordinated "train" and "show" are inflected.
    """

    def inflect(found: re.Match[str]) -> str:
        verb = found.group("verb")
        if verb not in _BASE or (verb in _AMBIGUOUS and found.group("object") is None):
            return found.group()
        # "to extract and classify": the verb belongs to the infinitive before it.
        if re.search(r"\bto (?:\w+ly )?[a-z-]+,?$", found.string[: found.start()]):
            return found.group()
        return found.group("join") + (third_person(verb) or verb)

    return _outside_subclauses(clause, inflect)


def coordinated_to_base(clause: str) -> str:
    """Gives a clause whose verbs coordinated with a singular subject's verb agree with a plural one."""

    def restore(found: re.Match[str]) -> str:
        verb = found.group("verb")
        base = base_form(verb)
        if base is None or base == verb or (base in _AMBIGUOUS and found.group("object") is None):
            return found.group()
        if base in ("are", "were", "have", "do"):
            return found.group()
        return found.group("join") + base

    return _outside_subclauses(clause, restore)


def _outside_subclauses(clause: str, change: object) -> str:
    """Applies a change only before the first relative or content clause, whose verbs have another subject."""
    stop = re.search(
        r"\b(?:that|which|who|whose|where|because|since|although|while|whereas|if|when|so that|how|what|why|whether)\b",
        clause,
    )
    end = stop.start() if stop else len(clause)
    return _COORDINATED.sub(change, clause[:end]) + clause[end:]  # type: ignore[call-overload,no-any-return]
