"""How nodes of the graph are named: by paper and address, or by the hashes of the published data.

A paper is ``<data><paper id>``, every node of its text ``<data><paper id>#<address>`` with the address of passages
(``s2.p3.t1``), so that a text that is mended keeps the names of its nodes. The legacy scheme names nodes by BLAKE2s
hashes of labels; two papers of one label are kept apart by their ids.
"""

from __future__ import annotations

import hashlib
import re

from conspectus.domain.paper import Paper
from conspectus.domain.structure_graph import Iri
from conspectus.foundation.text.normalise import match_key, slug
from conspectus.graphs.structure.vocabulary import ASKG_2024, Profile

_UNSAFE = re.compile(r"[^A-Za-z0-9._~:@!$&'()*+,;=-]")


class NodeNames:
    """Names the nodes of one paper.

    Args:
        paper: The paper.
        profile: The namespaces.
        legacy: Name papers, sections, paragraphs and sentences by hashes, as the published data do.
    """

    def __init__(self, paper: Paper, profile: Profile = ASKG_2024, *, legacy: bool = False) -> None:
        self._profile = profile
        self._legacy = legacy
        self._paper_id = paper.id
        self._id = _safe(paper.id)
        self._label = legacy_label(paper)

    @property
    def paper(self) -> Iri:
        """The paper."""
        if self._legacy:
            return legacy_paper_iri(self._label, self._profile)
        return Iri(self._profile.data + self._id)

    def node(self, address: str) -> Iri:
        """Gives a section, paragraph, sentence, figure, table or another node by its address."""
        if self._legacy:
            return Iri(f"{self.paper.value}-{_hash(f'{self._label} | {address}')}")
        return Iri(f"{self._profile.data}{self._id}#{_safe(address)}")

    @property
    def graph(self) -> Iri:
        """The named graph that holds the paper's triples."""
        return graph_iri(self._paper_id, self._profile)


def paper_iri(name: str, profile: Profile = ASKG_2024) -> Iri:
    """Gives a paper by its id, in the hierarchical scheme."""
    return Iri(profile.data + _safe(name))


def legacy_label(paper: Paper) -> str:
    """Gives the label whose hash names a paper in the legacy scheme."""
    first = paper.authors[0].full if paper.authors else ""
    # Two papers may have one title, author and year: the id keeps their labels apart.
    return f"{paper.title}-{first}-{paper.year or ''}-{paper.id}"


def legacy_paper_iri(label: str, profile: Profile = ASKG_2024) -> Iri:
    """Gives a paper by its legacy label, in the legacy scheme."""
    return Iri(f"{profile.data}Paper-{_hash(label)}")


def graph_iri(name: str, profile: Profile = ASKG_2024) -> Iri:
    """Gives the named graph of a paper by its id."""
    return Iri(f"{profile.data}graph/{_safe(name)}")


def entity_iri(key: str, profile: Profile = ASKG_2024) -> Iri:
    """Gives the entity of a key, the same in every paper."""
    return Iri(f"{profile.data}entity/{slug(key) or 'entity'}-{_hash(key)[:6]}")


def keyword_iri(text: str, profile: Profile = ASKG_2024) -> Iri:
    """Gives the keyword of a text, the same in every section."""
    return Iri(f"{profile.data}keyword/{slug(text) or 'keyword'}-{_hash(text.casefold())[:6]}")


def shared_iri(kind: str, text: str, profile: Profile = ASKG_2024) -> Iri:
    """Gives a journal, an organisation or another node that many papers share, by its kind and name."""
    return Iri(f"{profile.data}{kind.lower()}/{slug(text)}-{_hash(match_key(text) or text)[:6]}")


def _hash(text: str) -> str:
    """The hash of ASKG: BLAKE2s, 7 bytes, in 14 hexadecimal digits."""
    return hashlib.blake2s(text.encode("utf-8", "surrogatepass"), digest_size=7).hexdigest()


def _safe(text: str) -> str:
    return _UNSAFE.sub(lambda found: "".join(f"%{b:02X}" for b in found.group().encode("utf-8", "replace")), text)
