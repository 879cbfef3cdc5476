"""GROBID, a server that turns PDFs into TEI: an optional engine for PDFs, run by the user.

API: POST /api/processFulltextDocument with the PDF as the part ``input`` of a form. A server whose threads are all at
work answers 503 and is asked again, after the wait that it names or a growing one. What it cannot read it answers with
204 (no text) or with 4xx or 500 and words of its own; nothing else is read in its place.
"""

from __future__ import annotations

from conspectus.foundation.errors import InputError, SourceFailed, UsageError
from conspectus.foundation.http import HttpReply, HttpRequest
from conspectus.sources.service import SourceOptions

ADDRESS = "http://localhost:8070"
"""Where GROBID listens if it is started as its manual says."""
SECONDS = 180.0
"""How long one PDF may take by default."""
_PATH = "/api/processFulltextDocument"
_PLACES = ("s", "p", "head", "ref", "formula", "figure", "biblStruct")
_FINAL = frozenset({500})
_BUSY = 503
_UNREACHED = "cannot be reached"
_NO_CONTENT = 204


class Grobid:
    """Asks a GROBID server for the TEI of PDFs.

    Args:
        options: Of which the address (``base_url``), the waits and the transport are used.
        consolidate: Whether it looks metadata and references up at services, if it is set up for that.
    """

    def __init__(self, options: SourceOptions, *, consolidate: bool = False) -> None:
        self.address = options.address(ADDRESS)
        if not self.address.startswith(("http://", "https://")):
            raise UsageError(
                f"{self.address!r} is no address of a GROBID server.", hint=f"Write it like the usual one, {ADDRESS}."
            )
        self.label = f"GROBID at {self.address}"
        self._consolidate = consolidate
        self._client = options.client(self.label, per_second=1000.0)
        self._retries = options.retries

    def tei(self, pdf: bytes, name: str) -> bytes:
        """Gives the TEI of a PDF.

        Args:
            pdf: The content of the file.
            name: Its name in messages.

        Raises:
            InputError: GROBID cannot read this PDF, or finds no text in it.
            SourceFailed: The server cannot be reached, stays busy, or answers what is no TEI.
        """
        parameters = {
            "consolidateHeader": "1" if self._consolidate else "0",
            "consolidateCitations": "1" if self._consolidate else "0",
            "includeRawCitations": "1",
            "includeRawAffiliations": "1",
            "segmentSentences": "1",
        }
        # A field that is sent several times is a list to GROBID; the address may hold it.
        places = "&".join(f"teiCoordinates={place}" for place in _PLACES)
        request = HttpRequest(
            url=f"{self.address}{_PATH}?{places}",
            method="POST",
            parameters=parameters,
            files={"input": ("paper.pdf", pdf, "application/pdf")},
            final=_FINAL,
        )
        try:
            reply = self._client.ask(request)
        except SourceFailed as error:
            # A server that is not there is not waited for again with every PDF of a folder.
            self._client.retries = 0 if _UNREACHED in error.message else self._retries
            raise SourceFailed(error.message, hint=self._hint(error.message)) from None
        self._client.retries = self._retries
        return self._checked(reply, name)

    def close(self) -> None:
        """Closes connections; the next PDF opens new ones."""
        self._client.close()

    def _checked(self, reply: HttpReply, name: str) -> bytes:
        told = " ".join(reply.text.split())[:300]
        if reply.status == _NO_CONTENT or (reply.is_success and not reply.content.strip()):
            raise InputError(f"{self.label} found no text in {name}.", hint="A scan needs OCR first.")
        if reply.status == 404:
            raise SourceFailed(f"{self.label} is no GROBID server (HTTP 404 for {_PATH}).", hint=self._hint(""))
        if not reply.is_success:
            words = f": {told}" if told and not told.startswith("<") else "."
            raise InputError(
                f"{self.label} could not read {name} (HTTP {reply.status}){words}",
                hint="Look whether the PDF opens in other programs; without --pdf-engine it is read without GROBID.",
            )
        if b"<TEI" not in reply.content[:4096]:
            raise SourceFailed(f"{self.label} answered what is no TEI.", hint=self._hint(""))
        return reply.content

    def _hint(self, message: str) -> str:
        if f"HTTP {_BUSY}" in message:
            return "All its threads are at work: try again later, or give it more threads (its setting `concurrency`)."
        return f"Look whether GROBID runs there ({self.address}/api/isalive says so), or leave --pdf-engine out."
