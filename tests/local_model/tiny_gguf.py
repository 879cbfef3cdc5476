"""Writes a tiny language model of random weights in the GGUF format: it answers at once, and nothing that makes sense.

Run it where the package ``gguf`` is installed: ``python tiny_gguf.py FILE``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

LAYERS, WIDTH, HEADS, INNER = 2, 64, 4, 128
CONTEXT = 32_768
# Of each character one token, so that prompts are some five times as long as for a real model.
CHARACTERS = ["\u2581", *(chr(code) for code in range(33, 127))]
SPECIAL = ["<unk>", "<s>", "</s>"]
UNKNOWN, BEGIN, END = range(3)
TEMPLATE = "{% for message in messages %}{{ message.role }}: {{ message.content }}\n{% endfor %}assistant: "
# What a model of random weights would hardly ever do is to come to an end, of a string, a list or an answer; and
# single bytes are seldom text. This is added to what it thinks of a token as the next one.
LEANINGS = {"</s>": 2.5, '"': 2.5, "]": 3.0, "}": 3.0}
AGAINST_BYTES = -9.0


def write_model(path: Path, *, seed: int = 0) -> None:
    """Writes the model; the same for the same seed.

    Args:
        path: The file.
        seed: Seed of the weights.
    """
    import gguf
    import numpy as np

    draw = np.random.default_rng(seed)
    tokens = [*SPECIAL, *(f"<0x{byte:02X}>" for byte in range(256)), *CHARACTERS]
    types = [gguf.TokenType.UNKNOWN, gguf.TokenType.CONTROL, gguf.TokenType.CONTROL]
    types += [gguf.TokenType.BYTE] * 256 + [gguf.TokenType.NORMAL] * len(CHARACTERS)
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name("conspectus tiny random model")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_vocab_size(len(tokens))
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)
    writer.add_tokenizer_model("llama")
    writer.add_tokenizer_pre("default")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types(types)
    writer.add_unk_token_id(UNKNOWN)
    writer.add_bos_token_id(BEGIN)
    writer.add_eos_token_id(END)
    writer.add_add_bos_token(True)
    writer.add_chat_template(TEMPLATE)

    def normal(*shape: int, scale: float = 1.0) -> Any:
        return (scale * draw.standard_normal(shape)).astype(np.float32)

    # The first dimension is the same for every token, so that its weight in the output leans towards a token.
    embedding, output = normal(len(tokens), WIDTH), normal(len(tokens), WIDTH, scale=WIDTH**-0.5)
    embedding[:, 0] = 2.0
    output[:, 0] = 0.0
    for number, token in enumerate(tokens):
        against = AGAINST_BYTES if types[number] is not gguf.TokenType.NORMAL else 0.0
        output[number, 0] = LEANINGS.get(token, against) / 2.0
    writer.add_tensor("token_embd.weight", embedding)
    writer.add_tensor("output_norm.weight", np.ones(WIDTH, np.float32))
    writer.add_tensor("output.weight", output)
    for layer in range(LAYERS):
        for name in ("attn_norm", "ffn_norm"):
            writer.add_tensor(f"blk.{layer}.{name}.weight", np.ones(WIDTH, np.float32))
        for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
            writer.add_tensor(f"blk.{layer}.{name}.weight", normal(WIDTH, WIDTH, scale=WIDTH**-0.5))
        for name in ("ffn_gate", "ffn_up"):
            writer.add_tensor(f"blk.{layer}.{name}.weight", normal(INNER, WIDTH, scale=WIDTH**-0.5))
        writer.add_tensor(f"blk.{layer}.ffn_down.weight", normal(WIDTH, INNER, scale=INNER**-0.5))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main(arguments: list[str] | None = None) -> int:
    """Writes the model to the file that is named; gives the exit code."""
    parser = argparse.ArgumentParser(description="Write a tiny language model of random weights.")
    parser.add_argument("file", type=Path, help="where the model goes")
    parser.add_argument("--seed", type=int, default=0, help="seed of the weights")
    given = parser.parse_args(arguments)
    write_model(given.file, seed=given.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
