"""The text of a query without what may hold anything: strings, IRIs and remarks."""

from __future__ import annotations

import re

_ANYTHING = re.compile(
    r"""<[^<>"{}|^`\\\x00-\x20]*>           # an IRI
    | \"\"\"(?:\"{0,2}(?:[^"\\]|\\.))*\"\"\"    # long strings
    | '''(?:'{0,2}(?:[^'\\]|\\.))*'''
    | "(?:[^"\\\n\r]|\\.)*"                 # strings
    | '(?:[^'\\\n\r]|\\.)*'
    | \#[^\n\r]*                            # a remark""",
    re.VERBOSE | re.DOTALL,
)


def bare_query(query: str) -> str:
    """Gives a query of the same length with spaces in place of strings, IRIs and remarks.

    What is found in it at a place is a word or sign of the query itself.
    """
    return _ANYTHING.sub(lambda found: " " * len(found.group()), query)
