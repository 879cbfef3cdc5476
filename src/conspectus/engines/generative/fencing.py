"""Fences around the text of papers, so that a model can tell data from instructions.

A paper may hold anything: sentences that give orders, handles that name other evidence, the end of a fence, the
control tokens of a chat template. Inside a fence such things are written with other characters, so that they
read the same to a person but are no handle, fence or token any more.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache

from conspectus.foundation.text.normalise import one_line

_HANDLE_LIKE = re.compile(r"[\[［【〔⟦]+(\s*[pPｐＰ]\s*\d[^\[\]［］【】〔〕⟦⟧]{0,80})[\]］】〕⟧]+")
_ANGLED = re.compile(r"(<+)([^<>\s]{1,80})(>+)")
_ANGLES = re.compile(r"<{2,}|>{2,}|<(?=[|｜])|(?<=[|｜])>")
_BRACKETED_TOKEN = re.compile(
    r"\[(/?(?:INST|SYS|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS))\]", re.IGNORECASE
)
_BACKTICKS = re.compile(r"`{3,}")
_OTHER_ANGLES = str.maketrans("<>", "‹›")
_NONCE = 8


@lru_cache(maxsize=16_384)
def defuse(text: str) -> str:
    """Gives a text of one line in which nothing is a handle, a fence or a token of a chat template.

    ``[p3]`` becomes ``(p3)``, ``<|im_start|>`` becomes ``‹|im_start|›``, ``[INST]`` becomes ``(INST)``.
    """
    text = _ANGLED.sub(lambda found: found.group().translate(_OTHER_ANGLES), one_line(text))
    text = _ANGLES.sub(lambda found: found.group().translate(_OTHER_ANGLES), text)
    text = _BRACKETED_TOKEN.sub(r"(\1)", text)
    text = _BACKTICKS.sub("'''", text)
    # What is taken apart may have stood inside another: "[p1[p3]p1]".
    while (harmless := _HANDLE_LIKE.sub(lambda found: f"({found.group(1)})", text)) != text:
        text = harmless
    return text


def fence(name: str, content: str) -> str:
    """Gives the content between an opening and a closing line that carry a code which is not in it.

    The code is made from the content, so that the same content always has the same fence.

    Args:
        name: What is inside, in one word.
        content: Lines of defused text, with handles of our own.
    """
    digest = hashlib.sha256(content.encode("utf-8")).hexdigest()
    while (nonce := digest[:_NONCE]) in content:
        digest = hashlib.sha256(digest.encode("ascii")).hexdigest()
    return f"<<<{name} {nonce}\n{content}\n{nonce} {name}>>>"
