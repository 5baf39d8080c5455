"""What a sentence of a model says once its dress is off: Markdown, greetings, offers, headings."""

from __future__ import annotations

import re
from itertools import pairwise

from django.conf import settings

from verification.citations.correction import GENERAL
from verification.citations.states import SentenceOutcome
from verification.grounding import is_refusal, split_claims, split_sentences
from verification.grounding.language.refusals import is_advice

# The marks of 항, 호 and 목 at the beginning of a line, and white space: what a quotation may leave out.
_LAYOUT = re.compile(r"(?:^|\n)\s*(?:[①-⑳㉑-㊿]|\d+(?:의\d+)?\.|[가-하]\.|\d+\))\s*|\s+")
_EMPHASIS = re.compile(r"(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1")
_SINGLE_STAR = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]+)(?<=\S)\*(?![\w*])")
_BLOCK_MARK = re.compile(r"^\s*(?:#{1,6}\s+|>\s*|[-*•▪◦○●]\s+|\d{1,2}[.)]\s+(?=\D))+")
_HEADING = re.compile(r"^\s*#{1,6}\s")
_ALL_BOLD = re.compile(r"^\s*(?:[-*•]\s+)?\*\*[^*]+\*\*\s*:?\s*$")
_RULE = re.compile(r"^[\s|:*_=-]*$")
_ENDS_A_SENTENCE = re.compile(r"(?:[다요죠음함됨임]|니까)[.!?]?\s*(?:\*\*)?\s*$")
_MARKER = re.compile(r"\[†?\s*\d+")
_WHOLE_MARKER = re.compile(r"\[†[^\]]*\]")
_FIGURE = re.compile(r"\d")
# A wish, a thank-you, an offer of further help.
_COURTESY = re.compile(
    r"(?:감사합니다|고맙습니다|안녕하세요|반갑습니다|수고하세요|힘내세요|도와드릴게요|도와드리겠습니다|알려드릴게요|알려드리겠습니다|안내해\s?드릴게요"
    r"|안내해\s?드리겠습니다|설명해\s?드릴게요|설명드리겠습니다|정리해\s?드릴게요|정리해\s?드리겠습니다|말씀드릴게요|말씀드리겠습니다|답변드리겠습니다"
    r"|알겠습니다|확인했습니다|도움이\s?(?:되|됐)[가-힣\s]*|(?:주세요|주십시오|보세요|보십시오|하세요|하십시오|물어보세요|바랍니다|바라요|드려요|드립니다|좋겠습니다|좋겠어요|좋습니다|좋은\s?질문입니다|좋은\s?질문이에요))\s*[.!~^)]*\s*$"
)
_OFFER = re.compile(
    r"궁금|질문|물어|문의|연락|도움|도와|말씀|편하게|언제든|바랍니다|바라요|빌|응원|축하|쾌유|추스르|힘내|감사|확인해|참고"
)
# It announces what the next sentences say.
_ANNOUNCES = re.compile(
    r"(?:안내해|설명해|정리해|알려|안내|설명|말씀|답변)\s?드(?:릴게요|리겠습니다|립니다)\s*[.!~^)]*$"
)
_TOPIC_OF = re.compile(r"(?:에\s?(?:대해|대하여|관해|관하여)서?|다음과\s?같이)")
# The title of a notice is a noun phrase: 2026학년도 등록금 분할납부 안내.
_TITLE = re.compile(
    r"^(?!.*(?:[은는을를이가]|까지|부터)\s)[^.!?。]{1,60}(?:안내|공지|공고|알림|모집|소개|요약|목차)(?:\s?\([^)]*\))?$"
)
_GREETINGS = re.compile(
    r"^(?:안녕하세요|반갑습니다|네|예|아니요|아니오|아뇨|물론입니다|물론이죠|알겠습니다|그렇군요|좋은\s?질문(?:입니다|이에요|이네요)|감사합니다)(?:[,.!\s]+(?:알겠습니다|반갑습니다|감사합니다|안내해\s?드리겠습니다|답변드리겠습니다|말씀드릴게요))*[,.!~\s]*$"
)


def plain_prose(text: str) -> str:
    """A sentence without Markdown; the cells of a table row become a line of words."""
    plain = text.strip()
    if plain.startswith("|"):
        cells = [cell.strip() for cell in plain.strip("|").split("|")]
        plain = ": ".join(filter(None, (cells[0], " / ".join(filter(None, cells[1:])))))
    plain = _BLOCK_MARK.sub("", plain)
    plain = _EMPHASIS.sub(r"\2", plain)
    return _SINGLE_STAR.sub(r"\1", plain).replace("**", "").strip()


def is_too_short(statement: str) -> bool:
    """Whether a statement is too short to be held against a provision."""
    return len(statement.strip()) < settings.MIN_STATEMENT_LENGTH


def claims_nothing(text: str, statement: str) -> bool:
    """Whether a sentence states nothing that could be held against a provision: it is left out without a trace.

    `text` is the sentence as it was written, `statement` what it says without Markdown and citations.
    """
    if _RULE.match(statement) or _HEADING.match(text) or _GREETINGS.match(statement):
        return True
    if _ALL_BOLD.match(text) and not _ENDS_A_SENTENCE.search(text):
        return True
    if is_too_short(statement) or not split_claims(statement) or _TITLE.match(statement):
        return True
    if _MARKER.search(text) or _FIGURE.search(statement):
        return False
    if _ANNOUNCES.search(statement) and _TOPIC_OF.search(statement):
        return True
    return bool(_COURTESY.search(statement) and (_OFFER.search(statement)))


def outcome_without_claim(text: str, statement: str) -> SentenceOutcome | None:
    """What a sentence is that claims nothing: NO_CLAIM or REFUSAL; None for one that is held against provisions."""
    if claims_nothing(text, statement):
        return SentenceOutcome.NO_CLAIM
    return SentenceOutcome.REFUSAL if refuses(statement) else None


def refuses(statement: str) -> bool:
    """Whether a sentence says only that the regulations do not tell; one that also states something is a claim."""
    statement = statement.replace(GENERAL, "")
    if not is_refusal(statement):
        return False
    return all(is_refusal(part.text) or is_advice(part.text) for part in split_claims(statement))


def without_layout(text: str) -> str:
    """A text without white space and the marks of its units, to tell whether one holds the other word for word."""
    return _LAYOUT.sub("", text)


def repeats_provision(text: str, provision: str) -> bool:
    """Whether a text is a run of whole sentences of a provision, word for word.

    A part of a sentence does not count: without its condition (신입생은 첫 학기에 …) it says something else.
    """
    if "|" in text:
        # Rows of a table are each a statement of their own; a long table is quoted in part, under its head.
        return set(_plain_lines(text)) <= set(_plain_lines(provision))
    said, written = _plain_sentences(text), _plain_sentences(provision)
    count = len(said)
    return bool(said) and any(
        written[start : start + count] == said for start in range(len(written) - count + 1)
    )


def is_table_head(text: str, provision: str) -> bool:
    """Whether a row of a table in an answer is the head of one in the provision: it names columns and states nothing."""
    if not text.lstrip().startswith("|"):
        return False
    lines = ["", *provision.splitlines()]
    heads = [
        line
        for before, line in pairwise(lines)
        if line.lstrip().startswith("|") and not before.lstrip().startswith("|")
    ]
    return _plain_lines(_WHOLE_MARKER.sub("", text)) in [_plain_lines(head) for head in heads]


def _plain_lines(text: str) -> list[str]:
    plain = (without_layout(line.replace("|", " ")) for line in text.splitlines())
    return [line for line in plain if line.strip(":-")]


def _plain_sentences(text: str) -> list[str]:
    plain = (without_layout(span.text).rstrip(".") for span in split_sentences(text))
    return [sentence for sentence in plain if sentence]
