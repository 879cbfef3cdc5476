"""Every registered engine keeps the engine contract."""

from __future__ import annotations

import pytest

from conspectus.domain.tasks import Engine
from conspectus.engines import ENGINES
from conspectus.testing import EngineContract


@pytest.mark.parametrize("name", ENGINES.names())
class TestEveryEngine(EngineContract):
    @pytest.fixture
    def engine(self, name: str) -> Engine:
        made: Engine = ENGINES.get(name)()
        return made

    def test_the_name_is_the_registered_one(self, name: str, engine: Engine) -> None:
        assert engine.name == name
