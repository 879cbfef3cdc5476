"""A contract that nothing can break says nothing: broken extensions must fail."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import replace

import pytest

from conspectus.domain.paper import Paper
from conspectus.domain.run_record import Product
from conspectus.domain.tasks import (
    DraftSentence,
    DraftText,
    ExtractRelationsRequest,
    ExtractRelationsResult,
    HandleMark,
    MergeChunksRequest,
    TopicPageDraft,
    WriteChunkRequest,
    WriteTopicPageRequest,
)
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.exporters.markdown import MarkdownExporter
from conspectus.readers.bibtex import BibtexReader
from conspectus.readers.reading import ReadItem, ReadPaper
from conspectus.readers.sniffing import Head
from conspectus.testing import (
    EngineContract,
    ExporterContract,
    NetworkRefused,
    NoNetwork,
    ReaderCase,
    ReaderContract,
    made_papers,
    made_product,
)

SAMPLE = b"@article{a, title={On tests}, abstract={We test. It works.}}\n@book{b, title={More}}\n"


class GreedyReader(BibtexReader):
    def recognise(self, head: Head) -> str:
        return "is a file"


class ForgetfulReader(BibtexReader):
    def read(self, data: bytes) -> Iterator[ReadItem]:
        yield next(super().read(data))


class StampingReader(BibtexReader):
    def read(self, data: bytes) -> Iterator[ReadItem]:
        yield ReadPaper(paper=Paper(id="mine-1", title="A"))
        yield ReadPaper(paper=Paper(id="mine-2", title="B"))


class CrashingReader(BibtexReader):
    def read(self, data: bytes) -> Iterator[ReadItem]:
        if not data.endswith(b"}\n"):
            raise IndexError("cut")
        yield from super().read(data)


def case(reader: BibtexReader) -> ReaderCase:
    return ReaderCase(reader=reader, sample=SAMPLE, papers=2)


def test_broken_readers_are_found() -> None:
    contract = ReaderContract()
    contract.test_leaves_other_content_to_others(case(BibtexReader()))
    with pytest.raises(AssertionError, match="recognised as its own"):
        contract.test_leaves_other_content_to_others(case(GreedyReader()))
    with pytest.raises(AssertionError, match="1 papers instead of 2"):
        contract.test_reads_every_paper_of_its_sample(case(ForgetfulReader()))
    with pytest.raises(AssertionError, match="has the id 'mine-1'"):
        contract.test_leaves_id_and_origin_to_the_one_who_stamps_them(case(StampingReader()))
    with pytest.raises(IndexError):
        contract.test_a_cut_file_gives_items_or_an_input_error(case(CrashingReader()))


class QuotelessExporter(MarkdownExporter):
    def export(self, product: Product, *, style: str) -> str:
        return super().export(product, style=style).partition("## Sources")[0]


class StylelessExporter(MarkdownExporter):
    def export(self, product: Product, *, style: str) -> str:
        return super().export(product, style="apa")


def test_broken_exporters_are_found() -> None:
    contract = ExporterContract()
    with pytest.raises(AssertionError, match="the quote of"):
        contract.test_every_cited_paper_and_quote_is_in_the_text(QuotelessExporter())
    with pytest.raises(AssertionError, match=r"why doi-10\.1000_silent is not cited"):
        contract.test_what_was_not_cited_and_what_went_wrong_are_told(QuotelessExporter())
    with pytest.raises(AssertionError, match="does not exist is accepted"):
        contract.test_an_unknown_style_is_a_usage_error(StylelessExporter())


class InventingEngine(ExtractiveEngine):
    def write_chunk(self, request: WriteChunkRequest, /) -> DraftText:
        return DraftText(sentences=(DraftSentence(parts=("All is well ", HandleMark(("p999",)), ".")),))


class ForgettingEngine(ExtractiveEngine):
    def extract_relations(self, request: ExtractRelationsRequest, /) -> ExtractRelationsResult:
        return ExtractRelationsResult(minigraph=super().extract_relations(request).minigraph.__class__())


class RamblingEngine(ExtractiveEngine):
    def write_chunk(self, request: WriteChunkRequest, /) -> DraftText:
        return DraftText(sentences=super().write_chunk(request).sentences * 40)


class RepeatingEngine(ExtractiveEngine):
    def write_topic_page(self, request: WriteTopicPageRequest, /) -> TopicPageDraft:
        page = super().write_topic_page(request)
        return replace(page, main=DraftText(sentences=page.main.sentences[:1] * 2), future_status="found")


class BareEngine(ExtractiveEngine):
    def write_topic_page(self, request: WriteTopicPageRequest, /) -> TopicPageDraft:
        return replace(super().write_topic_page(request), main=DraftText(sentences=(DraftSentence(parts=("So.",)),)))


class FickleEngine(ExtractiveEngine):
    calls = 0

    def merge_chunks(self, request: MergeChunksRequest, /) -> DraftText:
        self.calls += 1
        draft = super().merge_chunks(request)
        return DraftText(sentences=draft.sentences[:: 1 if self.calls % 2 else -1])


def test_broken_topic_pages_are_found() -> None:
    contract = EngineContract()
    with pytest.raises(AssertionError, match="two sentences rest on"):
        contract.test_a_topic_page_says_one_thing_of_each_paper(RepeatingEngine())
    with pytest.raises(AssertionError, match="the status of the future is wrong"):
        contract.test_a_topic_page_has_sections_of_the_right_length(RepeatingEngine())
    with pytest.raises(AssertionError, match="a sentence of the main content cites nothing"):
        contract.test_a_topic_page_cites_only_what_was_given(BareEngine())
    with pytest.raises(AssertionError, match="1 sentences of main content, not 2 to 3"):
        contract.test_a_topic_page_has_sections_of_the_right_length(BareEngine())


def test_broken_engines_are_found() -> None:
    contract = EngineContract()
    with pytest.raises(AssertionError, match=r"unknown handles: \['p999'\]"):
        contract.test_a_draft_cites_only_what_was_given(InventingEngine())
    with pytest.raises(AssertionError, match="give no concept"):
        contract.test_a_minigraph_is_well_formed_and_rests_on_the_abstracts(ForgettingEngine())
    with pytest.raises(AssertionError, match="words, at most"):
        contract.test_the_word_budget_is_kept(RamblingEngine())
    with pytest.raises(AssertionError):
        contract.test_the_same_request_gives_the_same_result(FickleEngine())


def test_the_material_has_what_the_contracts_rely_on() -> None:
    product = made_product()
    assert len(made_papers()) == 5
    assert [bool(paper.abstract) for paper in made_papers()] == [True] * 4 + [False]
    assert {c.mode for s in product.text.sentences() for c in s.citations} == {"narrative", "parenthetical"}


def test_the_network_is_closed_and_this_machine_is_open() -> None:
    # The fixture in conftest.py has closed it for all tests.
    with pytest.raises(NetworkRefused, match=r"192\.0\.2\.1"):
        socket.create_connection(("192.0.2.1", 80), timeout=1)
    with pytest.raises(NetworkRefused, match=r"example\.org"):
        socket.getaddrinfo("example.org", 443)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams, pytest.raises(NetworkRefused):
        datagrams.sendto(b"x", ("192.0.2.1", 53))
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname(), timeout=1).close()


def test_the_network_opens_again() -> None:
    before = socket.socket.connect
    with NoNetwork():
        assert socket.socket.connect is not before
    assert socket.socket.connect is before
