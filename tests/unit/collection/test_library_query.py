from __future__ import annotations

import pytest

from conspectus.collection.library_query import Alternative, parse_library_query
from conspectus.foundation.errors import UsageError


def test_words_phrases_alternatives_and_what_is_unwanted() -> None:
    query = parse_library_query('"long covid" fatigue OR “post-acute sequelae” NOT children')
    assert query.alternatives == (
        Alternative(words=("fatigue",), phrases=("long covid",)),
        Alternative(words=(), phrases=("post acute sequelae",), unwanted=("children",)),
    )
    assert query.translation == 'fatigue AND "long covid" OR "post acute sequelae" NOT "children"'
    assert query.warnings == ()


def test_small_words_and_operators_are_not_sought() -> None:
    assert parse_library_query("the effect of AND vitamin-D").alternatives[0].words == ("effect", "vitamin", "d")


def test_field_tags_and_brackets_are_left_out_with_a_word() -> None:
    query = parse_library_query("(asthma[MeSH]) AND wheeze[tiab]")
    assert query.alternatives[0].words == ("asthma", "wheeze")
    assert "[MeSH], [tiab]" in query.warnings[0]
    assert "brackets" in query.warnings[1]


@pytest.mark.parametrize("text", ['"open', "the of", "NOT cats", " ", "OR", "?!"])
def test_what_seeks_nothing_is_refused_with_a_hint(text: str) -> None:
    with pytest.raises(UsageError) as refused:
        parse_library_query(text)
    assert refused.value.hint
