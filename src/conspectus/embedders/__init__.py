"""Texts as vectors: the offline embedder, pretrained encoders, and remote ones."""

from conspectus.foundation.registry import Registry

EMBEDDERS = Registry(
    "embedder",
    {
        "offline": "conspectus.embedders.offline:OfflineEmbedder",
        "specter2": "conspectus.embedders.pretrained:Specter2Embedder",
        "gist": "conspectus.embedders.pretrained:GistEmbedder",
        "minilm": "conspectus.embedders.pretrained:MiniLmEmbedder",
        "remote": "conspectus.embedders.remote:RemoteEmbedder",
    },
    group="conspectus.embedders",
)
"""Embedders by name. Each is a callable ``(EmbedderOptions) -> Embedder``."""
