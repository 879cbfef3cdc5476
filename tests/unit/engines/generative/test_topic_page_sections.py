from __future__ import annotations

from typing import Any

import pytest

from conspectus.domain.draft_text import parse_draft, render_draft
from conspectus.engines.generative.topic_page_sections import Sections, split_sections, supported

DEFINITION, MAIN, FUTURE = "A moor is a wetland.", "Moors hold carbon [p1]. Moors burn [p2].", "How fast is open [p3]."


@pytest.mark.parametrize(
    "answer, expected",
    [
        (f"{DEFINITION}\n\n{MAIN}\n\n{FUTURE}", Sections(definition=DEFINITION, main=MAIN, future=FUTURE)),
        (f"{DEFINITION}\n \n{MAIN}\n\nMoors drain [p4].\n\n{FUTURE}",
         Sections(definition=DEFINITION, main=f"{MAIN} Moors drain [p4].", future=FUTURE)),
        (f"{DEFINITION}\n\n{MAIN}", Sections(definition=DEFINITION, main=MAIN)),
        (f"{MAIN}\n\n{FUTURE}", Sections(main=MAIN, future=FUTURE)),
        (DEFINITION, Sections(definition=DEFINITION)),
        (MAIN, Sections(main=MAIN)),
        ("", Sections()),
        (f"# Definition\n{DEFINITION}\n\n**Main content**\n{MAIN}\n\nMoors drain [p4].\n\nFuture directions: {FUTURE}",
         Sections(definition=DEFINITION, main=f"{MAIN} Moors drain [p4].", future=FUTURE)),
        (f'{{"definition": "{DEFINITION}", "main": "{MAIN}", "future": "{FUTURE}"}}',
         Sections(definition=DEFINITION, main=MAIN, future=FUTURE)),
        (f"<think>Hm.\n\nSo.</think>{DEFINITION}\n\n{MAIN}\n\nNo open question is named.",
         Sections(definition=DEFINITION, main=MAIN, none_open=True)),
    ],
)  # fmt: skip
def test_one_two_three_and_more_blocks(answer: str, expected: Sections) -> None:
    assert split_sections(answer) == expected


def test_a_definition_rests_on_the_sentence_that_shares_most(references: Any) -> None:
    (reference,) = references("Moors are wetlands where peat builds up. Peat holds water. It rains.")
    sentences = parse_draft("A moor is a wetland in which peat builds up [p3]. Dragons guard every bog.").sentences
    kept, bare = supported(sentences, reference.evidence, ("moor",))
    assert render_draft(kept) == "A moor is a wetland in which peat builds up [p1]."
    assert bare == ("Dragons guard every bog.",)


def test_the_name_alone_supports_nothing(references: Any) -> None:
    (reference,) = references("Moors are old. Peat is brown.")
    sentences = parse_draft("Moors are cold and wide.").sentences
    assert supported(sentences, reference.evidence, ("moors",)) == ((), ("Moors are cold and wide.",))
