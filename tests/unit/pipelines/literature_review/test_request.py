from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from conspectus.foundation.settings import load_settings
from conspectus.pipelines.literature_review.request import ReviewRequest


def test_the_settings_ask_for_as_many_words_as_the_request_does(tmp_path: Path) -> None:
    (tmp_path / "empty.toml").touch()
    settings = load_settings(user_file=tmp_path / "empty.toml", environment={})
    assert settings.review.words_per_reference == ReviewRequest().words_per_reference == 32


def test_a_reference_has_at_least_five_words() -> None:
    assert ReviewRequest(words_per_reference=5).words_per_reference == 5
    with pytest.raises(ValidationError):
        ReviewRequest(words_per_reference=4)
