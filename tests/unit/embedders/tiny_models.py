"""Tiny models of random weights, written to disk in the form of real ones: a BERT, its tokenizer, an adapter."""

from __future__ import annotations

import importlib.util
import json
import shutil
from pathlib import Path
from typing import Any

SEMANTIC = all(
    importlib.util.find_spec(name) for name in ("torch", "transformers", "sentence_transformers", "adapters")
)
REASON = 'the extra "semantic" is not installed: pip install "conspectus[semantic]" lets these tests run'
WIDTH = 16
_WORDS = "bees dance eights flowers honeybees frost concrete bridges cracks the of in under how tell".split()


def write_bert(folder: Path) -> Path:
    """Writes a BERT of two layers with a tokenizer of few words, and gives its folder."""
    import torch
    from transformers import BertConfig, BertModel, BertTokenizerFast

    folder.mkdir(parents=True)
    letters = [chr(code) for code in range(97, 123)]
    vocabulary = [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        "[MASK]",
        *_WORDS,
        *letters,
        *(f"##{letter}" for letter in letters),
    ]
    (folder / "vocab.txt").write_text("\n".join(vocabulary), "utf-8")
    tokenizer: Any = BertTokenizerFast(vocab_file=str(folder / "vocab.txt"), model_max_length=512)
    tokenizer.save_pretrained(str(folder))
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(vocabulary), hidden_size=WIDTH, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32
    )
    BertModel(config).save_pretrained(str(folder))
    return folder


def write_adapter(folder: Path, bert: Path, seed: int = 1) -> Path:
    """Writes an adapter of random weights for a BERT, and gives its folder."""
    import torch
    from adapters import AutoAdapterModel

    model = AutoAdapterModel.from_pretrained(str(bert))
    torch.manual_seed(seed)
    model.add_adapter("proximity", config="seq_bn")
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "proximity" in name:
                parameter.normal_(std=0.5)
    model.save_adapter(str(folder), "proximity")
    return folder


def write_sentence_transformer(folder: Path, bert: Path) -> Path:
    """Writes a model of sentence-transformers over a BERT, in the files of published ones, and gives its folder."""
    shutil.copytree(bert, folder)
    kinds = (("", "Transformer"), ("1_Pooling", "Pooling"))
    modules = [
        {"idx": at, "name": str(at), "path": path, "type": f"sentence_transformers.models.{kind}"}
        for at, (path, kind) in enumerate(kinds)
    ]
    pooling = {"word_embedding_dimension": WIDTH, "pooling_mode_cls_token": False, "pooling_mode_mean_tokens": True}
    (folder / "1_Pooling").mkdir()
    for name, content in (
        ("modules.json", modules),
        ("sentence_bert_config.json", {"max_seq_length": 128, "do_lower_case": False}),
        ("1_Pooling/config.json", pooling),
    ):
        (folder / name).write_text(json.dumps(content), "utf-8")
    return folder
