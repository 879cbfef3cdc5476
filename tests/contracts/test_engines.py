"""Every registered engine keeps the engine contract."""

from __future__ import annotations

import pytest

from conspectus.domain.engine import Engine
from conspectus.engines import ENGINES
from conspectus.foundation.events import Events
from conspectus.providers.models import ModelOptions, Models
from conspectus.testing import EngineContract


@pytest.mark.parametrize("name", ENGINES.names())
class TestEveryEngine(EngineContract):
    @pytest.fixture
    def engine(self, name: str) -> Engine:
        make = ENGINES.get(name)
        if not getattr(make, "asks_models", False):
            plain: Engine = make()
            return plain
        # The made-up scholar reads the very prompts that a model would be sent.
        models = Models(ModelOptions(model="scripted:scholar"), cache=None, events=Events())
        asking: Engine = make(models)
        return asking

    def test_the_name_is_the_registered_one(self, name: str, engine: Engine) -> None:
        assert engine.name == name
