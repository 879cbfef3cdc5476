from __future__ import annotations

import pytest

from conspectus.evaluation.benchmarks.latex_section import cited_keys, latex_to_text


@pytest.mark.parametrize(
    "latex, text",
    [
        (r"Probes~\cite{a, b} work.", r"Probes \cite{a,b} work."),
        (r"As \citet[see][p.~3]{a} say", r"As \cite{a} say"),
        (r"\textbf{Bold} and \emph{soft} at 50\% % gone", "Bold and soft at 50%"),
        (r"{\ourtool} reads caf\'e", "ourtool reads café"),
        ("One.\n\nTwo\nthree.", "One.\n\nTwo three."),
        (r"\section*{Related work} Text\label{sec:x}.", "Related work.\n\nText."),
        (r"A \begin{table*}[t] 1 & 2 \end{table*} B", "A B"),
        (r"\noindent Text", "Text"),
        ("", ""),
    ],
)
def test_latex_becomes_running_text(latex: str, text: str) -> None:
    assert latex_to_text(latex) == text


def test_keys_come_in_order_once_and_not_from_comments() -> None:
    assert cited_keys("\\citep{b,a} \\cite{a}\n% \\cite{c}\n\\autocite{d}") == ("b", "a", "d")
