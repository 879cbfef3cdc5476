"""The wordings by which a topic page tells findings, open questions, and what only a study's own text can say."""

from __future__ import annotations

import re

from conspectus.engines.extractive.statements import WORK


def _any(*patterns: str) -> str:
    return "|".join(patterns)


_WORK = _any(WORK, "analysis", "data", "results", "findings", "experience", "series")
FRAME = re.compile(
    rf"^(?:we|the authors|(?:this|the present|the current|our)\s+(?:\w+[- ]){{0,3}}?(?:{_WORK})|"
    r"(?:(?:the|these)\s+)?(?:\w+\s+)?(?:results|findings|data|analys[ie]s))\s+"
    r"(?:(?:also|clearly|further|have|has|\w+ly)\s+){0,2}(?:found|finds?|shows?|showed|shown|demonstrates?|"
    r"demonstrated|observed?|confirms?|confirmed|reveals?|revealed|established)\s+(?:that\s+|(?=no\s+))(?P<rest>\S.+)$",
    re.IGNORECASE,
)
"""Who says it, where the claim behind is as certain as the words: "we found that X", not "we suggest that X"."""

SAYS = re.compile(
    r"^\s*(?:\w+ly\s+|also\s+|therefore\s+|have\s+|has\s+)*(?:finds?|found|shows?|showed|shown|demonstrates?|"
    r"demonstrated|observes?|observed|reports?|reported|concludes?|concluded|suggests?|suggested|indicates?|indicated|"
    r"confirms?|confirmed|identif(?:y|ies|ied)|reveals?|revealed|recommends?|recommended|argues?|argued|believes?|"
    r"supports?|supported|provides? (?:\w+ )?evidence|highlights?|highlighted|detected|emphasi[sz]es?)\b"
)
"""Verbs with which authors report what they found or conclude."""

_INQUIRY = (
    r"stud(?:y|ies)|research|work|trials?|investigations?|evaluations?|analys[ie]s|data|evidence|efforts?|exploration|"
    r"validation|confirmation"
)
_WANTED = (
    r"needed|required|warranted|necessary|should|must|will|could|may|justified|recommended|desirable|are called for|"
    r"is called for|remains?"
)
_UNSETTLED = (
    r"unclear|unknown|uncertain|controversial|elusive|to be (?:\w+ )?(?:determined|established|elucidated|clarified|"
    r"investigated|seen|defined|explored|understood|proven|confirmed|evaluated|studied|shown|tested|answered)|open|"
    r"unresolved|unanswered|debated"
)
FUTURE = re.compile(
    _any(
        r"\b(?:further|future|additional|more|larger|prospective|randomi[sz]ed|controlled)\b[^.;]{0,60}"
        rf"\b(?:{_INQUIRY})\b[^.;]{{0,60}}\b(?:{_WANTED})\b",
        r"\b(?:need|call)(?:s|ed)? (?:for|of) (?:\w+ ){0,4}(?:stud(?:y|ies)|research|trials?|investigations?|work)\b",
        rf"\b(?:remains?|is still|are still|is yet|are yet) (?:\w+ ){{0,2}}(?:{_UNSETTLED})\b",
        r"\b(?:needs?|warrants?|requires?|deserves?|merits?) (?:to be )?(?:further|additional|more) (?:\w+ )?"
        r"(?:\w*stud(?:y|ies|ied)|research|investigat\w+|evaluat\w+|explor\w+|confirm\w+|clarif\w+|validat\w+|"
        r"attention)\b",
        r"\bfurther (?:investigated|studied|explored|evaluated|elucidated|clarified|validated)\b",
    ),
    re.IGNORECASE,
)
"""A call for research, or something said to be unknown."""

UNMET = re.compile(
    _any(
        r"\b(?:the|both|two|three|four|all|between|among|either|each|other|study|control|treatment|intervention|"
        r"experimental|placebo|comparison|our)\s+(?:[\w-]+\s+){0,3}?(?:groups?|arms?|cohorts?|series)\b(?!\s+of\b)",
        r"\bgroups?\s+(?-i:[A-Z]|\d|I+)\b",
        r"\b(?:the|all)\s+(?:two|three|four|five|six|other|remaining|latter|former|same)\b",
        r"\b(?:the|this|present|current|our)\s+(?:\w+\s+)?(?:study|trial|authors?|survey|sample|dataset|"
        r"investigation|paper|article|review|questionnaire|respondents|intervention|procedures?|technique|instrument|"
        r"programme?|hypothesis)\b(?!\s+of\b)",
        r"\b(?:respondents|aforementioned|above-mentioned)\b",
        r"\bthe (?:patients?|subjects|participants|women|men|children)\b(?!\s+(?:with|of|who|in|on|at|undergoing|"
        r"treated|receiving|whose|having|from|and|without)\b)",
        r"\b(?:the|an?) (?:first|second|third|separate|further) (?:experiments?|prototype|stage|phase|step|part|"
        r"session)\b",
        r"\bthe (?:association|relationship|correlation|difference|effect|increase|decrease|prevalence|incidence)\b"
        r"(?! (?:between|of|with|in|for|among|is|that|on)\b)",
        r"\bassociations? (?:was|were) (?:observed|found|seen)\.$",
        r"\bboth analyses\b|^(?:Upon|Taking into account)\b",
        r"\bof them\b|\bany subgroups?\b|\bthe \d+\b|(?-i:\bT\d\b)|^Further (?:adjust|analys|test)",
        r"^(?:other|similar(?:ly)?|results)\b|\bsimilar (?:results|findings)\b",
        r"\bit (?:is|was) (?:\w+ )?(?:concluded|suggested|recommended)\b|\btheir use\b",
        r"\bno (?:\w+ ){0,3}differences?(?: (?:was|were) \w+)?\.$",
        r"\bsuch\b(?! as)|\bthese\b|\bthis\b",
        r"^(?:thus|concomitantly|in brief|in turn|accordingly|subsequently|meanwhile)\b",
        r"\b(?:all|both|these|the) (?:\d+|kinds|types|forms|methods|drugs|agents|compounds|procedures|techniques|"
        r"endpoints|tumou?rs observed|variables|items|scales|parameters)\b(?! (?:of|for|in|with|that|which|used)\b)",
        r"\bthe (?:index|proposed|obtained|resulting|studied|investigated|examined|described|selected|adolescents|"
        r"caregivers|main variables)\b|\bthe (?:\w+ )?lesions\b(?! (?:of|in)\b)",
        r"\banother\b(?! (?:of|person|country|individual)\b)",
        r"^associated (?:risk )?factors\b|^(?:consistent|in line|in agreement|in accordance|in keeping) with\b",
        r"^hypothes[ei]s\b|^the main (?:variables|measures|outcomes?)\b|^there (?:are|were) some\b",
        r"^also\b|\b(?:in|of) (?:the )?(?:[≥≤<>]\s*\d[^ ]*\s+)?(?:\w+ )?group\b(?! of\b)",
        r"^(?:initial|preliminary|previous|earlier|subsequent|additional) (?:experiments?|stud(?:y|ies)|analys[ie]s)\b",
        r"^(?:an?|one) (?:\w+ ){0,2}study (?:has |have )?(?:\w+ed|shown|found)\b|^(?:previously|alternatively)\b",
        r"\bpreviously (?:observed|reported|described)\b|^(?:over|during|within) the next\b|\bover controls\b",
        r"^the (?:results|findings|data|observations) (?!of\b)|\b(?:all|each|both) (?:chemicals?|species|compounds?)\b",
        r"^no (?:\w+ ){1,4}(?:was|were) (?:identified|observed|detected|found|seen)\.$",
        r"^the (?:increases|decreases|changes|differences|alterations)\b|^the (?:factors|variables) (?:that|which)\b",
        r"^(?:there (?:was|were) )?no (?:\w+ ){0,2}(?:complications?|deaths?|mortality)\b",
        r"^(?-i:[A-Z]) (?:is|was|were|had)\b",
        r"\bthose\b(?! (?:with|of|who|in|without|from|for|that|whose|at|on|having|receiving|undergoing|not|reported|"
        r"obtained|treated|aged)\b)",
    ),
    re.IGNORECASE,
)
"""Things of a study's design, or said before, that a reader of one sentence has not met."""

_NUMERALS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    "sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
)
_OPENS_COUNT = _any(
    r"(?:a )?total of\b",
    r"only (?:\d|one|two|three|four|five|six)",
    r"all (?:patients|subjects|cases)\b|no conversions?\b|on average\b",
    r"(?:of|among|from|in) (?:the|these|a total of|all|our)?\s*\d|[(%]|\d",
    r"(?:mean|median|average) (?:age|follow-up|duration|operative|operating|time)|the (?:mean|median|average)\b",
    r"(?:overall )?(?:\w+ ){0,3}(?:was|were) (?:good|excellent|uneventful|acceptable|satisfactory)\b",
    rf"(?:{_NUMERALS})(?:-\w+)?\b",
    r"\w+ (?:patients|cases|subjects|participants|women|men|children) \((?:n\b|\d)",
)
COUNTS = re.compile(
    rf"^(?:{_OPENS_COUNT})|"
    rf"^\S+(?: \S+){{0,5}} (?:was|were) \w+ in (?:only )?(?:\d[\d.]*(?:%| %)?|{_NUMERALS})(?: of)?(?: the| all)? "
    r"(?:cases|patients|subjects|participants)\.?$|"
    r"\bwere (?:enrolled|recruited|excluded|screened|randomi[sz]ed|reviewed|analy[sz]ed|included)\b",
    re.IGNORECASE,
)
"""Sample sizes and the course of a study, without a finding."""

ONE_PATIENT = re.compile(
    _any(
        r"\b\d+[- ]?(?:years?|months?|weeks?|days?)[- ]old (?:\w+ )?(?:man|woman|boy|girl|male|"
        r"female|patient|child|infant)\b",
        r"\b(?:this|our|the|the present|the current|the presented|present|current) (?:case|patient)\b(?!s|-)",
        r"\bcase report\b|\b(?:a|one|single|index) (?:case|patient) (?:of|with|who|was|is|had|has)\b",
    ),
    re.IGNORECASE,
)
"""What befell one patient, which is no finding about the topic."""

EMPTY = re.compile(
    _any(
        r"\b(?:are|is|were|was) (?:discussed|described|presented|reviewed|reported|summari[sz]ed|proposed|considered|"
        r"highlighted|outlined|provided|performed|studied|chosen|carried out)\.$",
        r"^(?:the )?(?:primary|secondary|main) (?:outcomes?|end[ -]?points?)\b|\bwere chosen so\b",
        r"^no data (?:was|were)\b|\b(?:analysis|testing|follow-up) was done\.$",
        r"\b(?:doses?|levels?)\b[^.;]* were set at\b",
        r"^(?:blood |tissue |urine )?samples? obtained from\b",
        r"\bpredominantly (?:hispanic|white|black|caucasian|male|female)\b",
        r"\blimitations?\b|\bimplications\b|\b(?:important|useful|valuable) (?:information|insights?|tool)\.$",
        r"\b(?:is|was|be) confirmed\.$|^(?:the )?(?:aim|purpose|objective|goal|hypothesis)\b|\bhypothesi[sz]ed\b",
        r"^no\b(?!.*\b(?:was|were|is|are|had|has|have|did|does|could|can|appeared|emerged|occurred|differed|showed|"
        r"shows|developed|experienced|existed|exists)\b)",
        r"^there (?:was|were) (?:no|an?) (?:\w+ ){0,2}(?:effects?|predominance|changes?|"
        r"differences?)\b(?!.*\b(?:of|between)\b)",
        r"\bhighlight(?:s|ed)? (?:the|that) (?:importance|need|value|potential|complexity|role|complex)\b",
        r"\bdemonstrates? the complex(?:ity)?\b|\b(?:coefficient|alpha|omega|cronbach)\b.*\b(?:was|were) (?:high|good)",
        r"^(?:(?!\b(?:is|are|was|were|has|have|had|did)\b).)*\)? (?:completed|calculated|administered|collected) "
        r"(?!(?:.* )?(?:is|are|was|were|has|have|had|did)\b)",
        r"\((?:i|ii|1|2)\) |^in future studies\b",
        r"\bhitherto\b|\bit has been (?:unclear|unknown|suggested|argued)\b|\bis (?:analy[sz]ed|examined|explored)\b",
        r"\btarget audience\b|\b(?:can|may) be downloaded\b|[∑∫√∂≈⋮]|^as expected\b|^there were no other\b",
        r"^no (?:\w+ ){0,2}differences?\b(?!.*\bbetween\b)",
        r"^(?:factor|regression|statistical|multivariate|univariate) analys[ei]s (?:yielded|was|were|showed|"
        r"revealed)\b",
        r"\bguideline (?:was|is|provides|development)\b|\b(?:was|were) searched\b",
        r"\bwas (?:undertaken|designed|conducted|carried out)\b",
        r"\b(?:statistical|regression|multivariate) analys[ei]s was\b",
    ),
    re.IGNORECASE,
)
"""Sentences that tell a reader of the page nothing about its topic."""

P_VALUES = re.compile(
    r"\s*\(\s*[Pp](?:[- ]values?)?\s*(?:[<>=≤≥]|less than)+\s*\.?[\d.·×−-]+\s*\)"
    r"|[,;]\s*[Pp]\s*[<>=≤≥]+\s*\.?[\d.·]+(?=\))"
)
"""Tests of significance in brackets; what they test stays."""

ALSO = re.compile(r"(?<![Nn]ot only)(?<!but) also (?=[a-z])")
"""Beside what, the page does not say."""
