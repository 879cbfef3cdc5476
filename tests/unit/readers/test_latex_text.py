from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.readers.latex_text import _Groups, closing_brace, latex_to_text

ACCENTS = [
    (r"\'{e}", "é"), (r"\'e", "é"), (r"{\"o}", "ö"), (r"{\`a}", "à"), (r"\^o", "ô"), (r"{\~n}", "ñ"), (r"\=a", "ā"),
    (r"\.z", "ż"), (r"\v{c}", "č"), (r"\v c", "č"), (r"\u{g}", "ğ"), (r"Erd{\H o}s", "Erdős"), (r"\c{c}a", "ça"),
    (r"Fran\c cois", "François"), (r"\k{a}", "ą"), (r"\r{u}", "ů"), (r"\d{h}", "ḥ"), (r"\'\i", "í"),
    (r"{\'{\i}}", "í"), (r"na{\"\i}ve", "naïve"), (r"\ss", "ß"), (r"Stra\ss e", "Straße"), (r"S{\o}ren", "Søren"),
    (r"{\L}{\'o}d{\'z}", "Łódź"), (r"\aa ngstr\"om", "ångström"), (r"{\AE}ther", "Æther"), (r"{\oe}uvre", "œuvre"),
    (r"M\"{u}ller", "Müller"),
]  # fmt: skip
OTHERS = [
    (r"$\beta$-cells", "β-cells"), (r"TNF-\textalpha", "TNF-α"), (r"$10^3$", "10³"), (r"$10^{-3}$", "10⁻³"),
    (r"H$_2$O", "H₂O"), (r"CO$_{2}$", "CO₂"), (r"$x_i$", "xᵢ"), (r"$T_{\mathrm{max}}$", "Tₘₐₓ"),
    (r"$\alpha \leq 5$", "α ≤ 5"), (r"25$^\circ$C", "25°C"), (r"$\frac{1}{2}$", "1/2"), (r"$\mathbb{R}^n$", "ℝⁿ"),
    (r"\(a\times b\)", "a× b"), (r"\emph{in vivo}", "in vivo"), (r"{\em in vivo}", "in vivo"),
    (r"\textbf{a {b} c}", "a b c"), ("1--2", "1–2"), ("a---b", "a—b"), ("``q''", "“q”"), ("a~b", "a b"),
    (r"A \& B, 5\%, a\_b, \$5", "A & B, 5%, a_b, $5"), ("{DNA} and {{RNA}}", "DNA and RNA"),
    (r"\LaTeX{} is", "LaTeX is"),
    (r"\href{http://x}{y}", "y"), (r"5\,mm", "5 mm"), (r"{\relax Ch}apter", "Chapter"), (r"\textasciitilde 5", "~5"),
    (r"{\noopsort{b}}Title", "Title"),
]  # fmt: skip
PLAIN = [
    "50% of $10 and $20 in sum", "~40 patients", "(~40 patients)", "O'Brien", "p<0.05", "a_b^c", "cost $5", "A & B",
    "x-ray", "#1",
]  # fmt: skip


@pytest.mark.parametrize("latex, text", ACCENTS + OTHERS)
def test_latex_becomes_unicode(latex: str, text: str) -> None:
    assert latex_to_text(latex) == text


@pytest.mark.parametrize("text", PLAIN)
def test_text_that_is_no_latex_passes_unharmed(text: str) -> None:
    assert latex_to_text(text) == text


def test_unknown_macros_keep_their_argument_or_their_name() -> None:
    assert latex_to_text(r"\foo{bar} and \foo bar") == r"bar and \foo bar"


def test_unbalanced_braces_vanish_without_their_neighbours() -> None:
    assert latex_to_text("a}b{c") == "abc"


def test_deep_nesting_keeps_its_text() -> None:
    assert latex_to_text("{" * 3000 + "x" + "}" * 3000) == "x"


def test_text_is_composed() -> None:
    assert unicodedata.is_normalized("NFC", latex_to_text("\\'{e} e\u0301"))


@given(st.text(st.sampled_from("\\{}$~^_'`\"-ab1 \n%&[]()cHvuoi"), max_size=60))
def test_no_text_crashes(text: str) -> None:
    result = latex_to_text(text)
    assert "{" not in result.replace("\\{", "") or "\\" in text


@given(st.text("abc xyz", max_size=30), st.sampled_from(ACCENTS))
def test_what_surrounds_an_accent_stays(text: str, pair: tuple[str, str]) -> None:
    latex, meant = pair
    assert latex_to_text(f"{text}{{{latex}}}{text}") == f"{text}{meant}{text}"


def test_closing_brace_counts_depth() -> None:
    assert closing_brace("{a{b}c}d", 0) == 6
    assert closing_brace("{a{b}c", 0) == -1


@given(st.text(alphabet="{}a\\$", max_size=40))
def test_groups_end_where_a_search_for_the_closing_brace_ends(text: str) -> None:
    groups = _Groups(text)
    for place, char in enumerate(text):
        if char == "{":
            assert groups.end(place) == closing_brace(text, place)
