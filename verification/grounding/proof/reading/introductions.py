"""What the introduction of a list says of its items: whether they are needed together or each stands by itself."""

from __future__ import annotations

import re
from functools import lru_cache

from verification.grounding.proof.reading.sentences import read_sentence
from verification.grounding.proof.reading.stances import NEGATIVE
from verification.grounding.proof.reading.wordings import plain_wording
from verification.grounding.proof.reading.words import Link, Sentence, Word

_LIST = re.compile(
    r"(?:다음|아래)(?:\s*(?:의\s*)?각\s*[호목])?(?:의(?=\s))?|각\s*[호목](?:의(?=\s))?"
)
_ONE_WILL_DO = re.compile(
    r"(?:다음|아래|각\s*[호목]).{0,25}?(?:하나|한\s*가지|일부|(?:중|가운데)\s*\d|1(?!\d))"
)
_TOGETHER = frozenset({"모두", "전부", "모든", "함께", "동시", "빠짐없이"})
_MET = frozenset({"갖추", "충족", "만족", "구비"})
# What is done with papers and courses, of which a list names all unless it says "one of".
_THINGS = frozenset({"서류", "자료", "과목", "교과목", "교육", "절차"})
_DONE = frozenset({"제출", "첨부", "이수"})
_REQUIREMENTS = frozenset({"요건", "조건"})
_NARROWING = frozenset({Link.ATTRIBUTE, Link.CONDITION, Link.ONLY_IF, Link.CONCESSION})


@lru_cache(maxsize=1024)
def needs_all(lead: str) -> bool:
    """Whether only who meets all items is meant: "각 호의 요건을 모두 갖춘 학생은 전과할 수 있다".

    Who meets one item may do nothing yet. "각 호의 요건을 모두 갖추어야 한다" makes a duty of each.
    """
    text = plain_wording(lead)
    listed = _LIST.search(text)
    if listed is None or _ONE_WILL_DO.search(text):
        return False
    sentence = read_sentence(text)
    after = [word for word in sentence.words if word.start >= listed.end()]
    required = any(word.key in _REQUIREMENTS for word in after)
    things = bool(after) and after[0].key in _THINGS
    meant = _TOGETHER | _MET | (_DONE if things else set()) | ({"해당"} if required else set())
    return any(word.key in meant and _narrows(word, sentence) for word in after)


def _narrows(word: Word, sentence: Sentence) -> bool:
    """Whether the clause of a word, or one that it is joined to, says who or which is meant."""
    place = word.segment
    while place < len(sentence.segments) - 1 and sentence.segments[place].link is Link.AND:
        place += 1
    segment = sentence.segments[place]
    return segment.link in _NARROWING and sentence.segments[word.segment].stance not in NEGATIVE
