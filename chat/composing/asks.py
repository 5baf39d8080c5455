"""What of a question asks, and what of it says what that is about: of a follow-up, and of several questions in one. Pure."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_ASKING = r"얼마|몇|언제|며칠|어디|어느|누구|누가|무엇|무슨|뭐|뭘|어떤|어떻게|어케|왜|나요|가요|까요?|되는지|하는지|있는지|있어|없어|돼요?|되요|됨|나여"
_ASKS = re.compile(
    rf"{_ASKING}|\?|\b(?:how|what|when|where|which|who|can|may|do|is)\b", re.IGNORECASE
)
# Where one question ends and another begins: behind its mark or its ending, and behind 얼마고, 되고, 있고.
_BORDER = re.compile(
    r"(?<=[?？])(?![?？])\s*|(?<=나요)[\s,]+|(?<=까요)[\s,]+|(?<=가요)[\s,]+|(?<=[되있없하마지]고)[,\s]+|(?<=이고)[,\s]+"
)
_MOST_ASKS = 3


@dataclass(frozen=True)
class AskedQuestion:
    """What is asked, and what was said beside it: the question before, or the other parts of this one."""

    asks: str
    beside: str = ""

    @classmethod
    def of(cls, question: str, typed: str = "") -> AskedQuestion:
        """A question as it was completed, and as it was typed; one that was reworded stands by itself."""
        typed = " ".join(unicodedata.normalize("NFC", typed).split())
        if not typed or not question.endswith(f" {typed}"):
            return cls(question)
        return cls(typed, question.removesuffix(typed).strip())

    @property
    def text(self) -> str:
        """All of it."""
        return f"{self.beside} {self.asks}".strip()

    def parts(self) -> list[AskedQuestion]:
        """Each thing that it asks by itself, beside the rest of it; itself where it asks one thing."""
        parts: list[str] = []
        for piece in filter(None, map(str.strip, _BORDER.split(self.asks))):
            # What asks nothing belongs to what follows; what has no words of its own to what came before.
            if parts and not _ASKS.search(parts[-1]):
                parts[-1] = f"{parts[-1]} {piece}"
            else:
                parts.append(piece)
        if len(parts) > 1 and not _ASKS.search(parts[-1]):
            last = parts.pop()
            parts[-1] = f"{parts[-1]} {last}"
        if not 1 < len(parts) <= _MOST_ASKS:
            return [self]
        rest = [" ".join([self.beside, *parts[:at], *parts[at + 1 :]]) for at in range(len(parts))]
        return [
            AskedQuestion(part, " ".join(beside.split()))
            for part, beside in zip(parts, rest, strict=True)
        ]
