from __future__ import annotations

import pytest

from conspectus.engines.generative.language import is_english


@pytest.mark.parametrize(
    "text",
    [
        "Dense encoders lose recall on rare terms, whereas a sparse retriever improves it by 12 points.",
        "Erkan and Radev compute the importance of sentences as eigenvector centrality in a graph.",
        "LexRank outperforms centroid-based methods on DUC data, and TextRank needs no training in the same setting.",
        "Escherichia coli and Salmonella enterica were found in samples of water from the Rio de la Plata.",
        "A few words.",
    ],
)
def test_english(text: str) -> None:
    assert is_english(text)


@pytest.mark.parametrize(
    "text",
    [
        "Die Autoren stellen ein Verfahren vor, das die Bedeutung von Sätzen in einem Graphen misst.",
        "Les auteurs proposent une méthode qui mesure l'importance des phrases dans un graphe de similarité.",
        "Los autores proponen un método que mide la importancia de las oraciones en un grafo de similitud.",
        "Gli autori propongono un metodo che misura la centralità delle frasi in un grafo di similarità.",
        "Os autores propõem um método que mede a importância das frases em um grafo de similaridade.",
        "Autorzy proponują metodę, która mierzy ważność zdań w grafie podobieństwa i nie wymaga uczenia.",
        "Авторы предлагают метод, который измеряет важность предложений в графе сходства.",
        "作者提出了一种基于图的方法来衡量句子的重要性。",
        "Keine Ahnung, tut mir leid, das kann die Maschine nicht.",
    ],
)
def test_not_english(text: str) -> None:
    assert not is_english(text)
