from __future__ import annotations

import pytest

from conspectus.readers.jats_math import NO_TEXT, formula_text, mathml_text, subscript, superscript, tex_text
from conspectus.readers.xml_hardened import parse_xml


@pytest.mark.parametrize(
    "raised, printed",
    [("3", "³"), ("-15", "⁻¹⁵"), ("2+", "²⁺"), ("n", "ⁿ"), ("Q", "^(Q)"), ("10.5", "^(10.5)"), ("*", "*"), ("", ""),
     ("[3]", "[3]"), ("a,b", "ᵃ,ᵇ")],
)  # fmt: skip
def test_superscripts(raised: str, printed: str) -> None:
    assert superscript(raised) == printed


@pytest.mark.parametrize("lowered, printed", [("2", "₂"), ("i", "ᵢ"), ("B", "_(B)"), (";", ";")])
def test_subscripts(lowered: str, printed: str) -> None:
    assert subscript(lowered) == printed


@pytest.mark.parametrize(
    "mathml, printed",
    [
        ("<mrow><mi>x</mi><mo>=</mo><mo>-</mo><mn>3</mn></mrow>", "x = -3"),
        ("<msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><msub><mi>y</mi><mi>i</mi></msub>", "x² + yᵢ"),
        ("<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac>", "(a + b)/c"),
        ("<msqrt><mi>x</mi></msqrt>", "√(x)"),
        ("<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>", "∑_(i = 1)ⁿ"),
        ("<mover><mi>x</mi><mo>¯</mo></mover>", "x̄"),
        ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a, b)"),
        ("<mi>sin</mi><mi>x</mi>", "sin x"),
        ("<mi>x</mi><mtext> if </mtext><mi>y</mi>", "x if y"),
        (
            "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mi>n</mi></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>",
            "1, n; 3",
        ),
        ("<semantics><mi>x</mi><annotation>\\mathrm{x}</annotation></semantics>", "x"),
    ],
)  # fmt: skip
def test_mathml(mathml: str, printed: str) -> None:
    assert mathml_text(parse_xml(f"<math>{mathml}</math>".encode())) == printed


def test_tex_loses_its_preamble_and_commands() -> None:
    source = r"\documentclass{minimal}\usepackage{amsmath}\begin{document}$$\alpha \le \beta$$\end{document}"
    assert tex_text(source) == "α≤β"


def test_the_plain_form_is_preferred_then_mathml_then_tex() -> None:
    both = "<tex-math>y</tex-math><math><mi>x</mi></math>"
    assert formula_text(parse_xml(f"<alternatives>{both}</alternatives>".encode())) == "x"
    assert formula_text(parse_xml(f"<f>{both}<textual-form>z</textual-form></f>".encode())) == "z"


def test_a_bare_picture_leaves_an_honest_gap() -> None:
    assert formula_text(parse_xml(b"<inline-formula><inline-graphic/></inline-formula>")) == NO_TEXT
    assert formula_text(parse_xml(b"<f><graphic><alt-text>E = mc2</alt-text></graphic></f>")) == "E = mc2"
