"""For those who extend conspectus: contracts that an extension must meet, made-up material and servers, no network.

A contract is a class of pytest tests. Derive from it, supply its one fixture, and its tests run for you::

    from conspectus.testing import ReaderCase, ReaderContract

    class TestMyReader(ReaderContract):
        @pytest.fixture
        def case(self):
            return ReaderCase(reader=MyReader(), sample=b"...", papers=2)
"""

from conspectus.testing.engine_contract import EngineContract
from conspectus.testing.exporter_contract import ExporterContract, GraphExporterContract, ReferenceExporterContract
from conspectus.testing.material import made_papers, made_product
from conspectus.testing.no_network import NetworkRefused, NoNetwork
from conspectus.testing.provider_contract import ProviderCase, ProviderContract
from conspectus.testing.reader_contract import ReaderCase, ReaderContract
from conspectus.testing.server_handle import running_server
from conspectus.testing.server_plan import Fault, ServerPlan
from conspectus.testing.source_contract import SourceCase, SourceContract

__all__ = [
    "EngineContract",
    "ExporterContract",
    "Fault",
    "GraphExporterContract",
    "NetworkRefused",
    "NoNetwork",
    "ProviderCase",
    "ProviderContract",
    "ReaderCase",
    "ReaderContract",
    "ReferenceExporterContract",
    "ServerPlan",
    "SourceCase",
    "SourceContract",
    "made_papers",
    "made_product",
    "running_server",
]
