"""Fits the coefficients of engines/extractive/word_rates.py on development sets.

    python tools/fit_word_rates.py ITEMS.jsonl…

Each line is {"own_abstract", "references": [{"title", "abstract"}], "target"}. Prints COEFFICIENTS.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path

import numpy as np
from sklearn.linear_model import PoissonRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from conspectus.domain.passage import Passage
from conspectus.domain.tasks import EvidenceItem, ReferenceAbstract
from conspectus.engines.extractive.word_rates import FEATURES, features
from conspectus.foundation.text.tokens import plain_tokens, stem


def main(paths: list[str]) -> None:
    """Fits over all items and writes the coefficients to stdout."""
    rows, counts, weights = [], [], []
    for path in paths:
        for line in Path(path).read_text("utf-8").splitlines():
            item = json.loads(line)
            references = [
                ReferenceAbstract(
                    paper=str(n),
                    title=r["title"],
                    label="",
                    plural=True,
                    year=None,
                    evidence=(
                        EvidenceItem(
                            handle="p1",
                            passage=Passage(paper=str(n), version="0" * 8, address="s1", quote=r["abstract"]),
                        ),
                    ),
                )
                for n, r in enumerate(item["references"])
            ]
            target = Counter(
                stem(t) for t in plain_tokens(re.sub(r"@cite_\d+|\[[^\]]*\]|\([^)]*\d{4}[^)]*\)", " ", item["target"]))
            )
            size = target.total()
            for word, values in features(references, item["own_abstract"]).items():
                rows.append(values[1:])
                counts.append(target[word] / size * 300)
                weights.append(min(size, 600) / 300)
    model = make_pipeline(StandardScaler(), PoissonRegressor(alpha=1e-3, max_iter=1000))
    model.fit(np.array(rows), counts, poissonregressor__sample_weight=np.array(weights))
    scaler, regressor = model[0], model[1]
    scale = np.where(scaler.scale_ == 0, 1, scaler.scale_)
    slopes = regressor.coef_ / scale
    constant = regressor.intercept_ - float(slopes @ scaler.mean_) - np.log(300)
    for name, value in zip(FEATURES, (constant, *slopes), strict=True):
        sys.stdout.write(f"{name:22s} {value:8.3f}\n")
    sys.stdout.write("COEFFICIENTS = (" + ", ".join(f"{v:.3f}" for v in (constant, *slopes)) + ")\n")


if __name__ == "__main__":
    main(sys.argv[1:])
