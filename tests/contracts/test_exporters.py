"""Every registered exporter keeps the exporter contracts."""

from __future__ import annotations

from typing import Any

import pytest

from conspectus.exporters import EXPORTERS, GRAPH_EXPORTERS, REFERENCE_EXPORTERS
from conspectus.testing import ExporterContract, GraphExporterContract, ReferenceExporterContract


@pytest.mark.parametrize("name", EXPORTERS.names())
class TestEveryExporter(ExporterContract):
    @pytest.fixture
    def exporter(self, name: str) -> Any:
        return EXPORTERS.get(name)()

    def test_the_name_is_the_registered_one(self, name: str, exporter: Any) -> None:
        assert exporter.name == name


@pytest.mark.parametrize("name", GRAPH_EXPORTERS.names())
class TestEveryGraphExporter(GraphExporterContract):
    @pytest.fixture
    def exporter(self, name: str) -> Any:
        return GRAPH_EXPORTERS.get(name)()

    def test_the_name_is_the_registered_one(self, name: str, exporter: Any) -> None:
        assert exporter.name == name


@pytest.mark.parametrize("name", REFERENCE_EXPORTERS.names())
class TestEveryReferenceExporter(ReferenceExporterContract):
    @pytest.fixture
    def exporter(self, name: str) -> Any:
        return REFERENCE_EXPORTERS.get(name)()

    def test_the_name_is_the_registered_one(self, name: str, exporter: Any) -> None:
        assert exporter.name == name
