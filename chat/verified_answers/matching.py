"""Match a question to a verified answer. A missed match is better than a wrong one.

Two questions are the same where their texts are, but for spaces, punctuation and case; or where the same words of content
stand in them in the same order, with the same numbers, limits and negations, nobody who does something changes places with whom
it is done to, and the embedding model finds them alike. Staff add other phrasings by hand.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from datetime import date
from hashlib import sha256

from django.conf import settings
from django.db.models import Q

from chat.models import VerifiedAnswer, VerifiedPhrasing
from regulations.search.retrieval.dense import query_vector
from regulations.search.retrieval.query import analyze
from regulations.search.thesaurus import thesaurus_current
from regulations.text.morphemes import tag
from verification.grounding.facts.quantities import quantities
from verification.grounding.language.polarity import modalities

# A point or comma between digits, a sign, a percentage and a range change what is asked; other punctuation does not.
_IDLE = re.compile(r"(?<!\d)[.,]|[.,](?!\d)|[^\w.,%+~-]")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
# Where, from where, where to, until when: particles that tell who does what to whom are free in their order anyway.
_KEPT_PARTICLES = frozenset({"까지", "부터", "만", "밖에"})
_CONTENT = ("N", "V", "M", "XR", "XPN", "XSN", "SL", "SH", "SN", "JKB")
# Who does, and to whom it is done; a topic (은/는) may be either.
_DOING = frozenset({"이", "가", "께서", "은", "는"})
_DONE_TO = frozenset({"을", "를"})
# How something is asked, not what: 알려 주세요, 궁금합니다, 가능한가요, 할 수 있나요. What may and must be stands in the modality.
_ASKING = frozenset(
    {
        *("알리", "알", "주", "궁금", "싶", "부탁", "문의", "질문", "드리", "좀", "혹시", "요"),
        *("수", "있", "하", "되", "가능", "이", "것", "거", "겠"),
    }
)


def text_key(question: str) -> str:
    """The same for questions whose texts differ in spaces, punctuation and case only."""
    text = unicodedata.normalize("NFKC", question).casefold()
    return _digest(_IDLE.sub("", text))


def sense_key(question: str) -> str:
    """The same for questions that say the same words in the same order; empty where nothing is said."""
    text = unicodedata.normalize("NFKC", question).casefold()
    words = [
        f"{morpheme.form}/{morpheme.tag[:2]}"
        for morpheme in tag(text)
        if _is_content(morpheme.form, str(morpheme.tag))
    ]
    if not words:
        return ""
    said = [
        " ".join(words),
        " ".join(_NUMBER.findall(text)),
        " ".join(sorted(modalities(text))),
        " ".join(f"{one.measure} {one.value} {one.bound} {one.side}" for one in quantities(text)),
    ]
    return _digest("\n".join(said))


def match_verified_answer(
    *, question: str, history: Sequence[str] = (), on: date
) -> VerifiedAnswer | None:
    """The verified answer to a question on a day; None for a follow-up question."""
    if not VerifiedPhrasing.objects.exists():
        return None
    if analyze(question, thesaurus=thesaurus_current(), history=history).follow_up:
        return None
    key, sense = text_key(question), sense_key(question)
    alike = Q(text_key=key) | (Q(sense_key=sense) if sense else Q())
    found = (
        VerifiedPhrasing.objects.filter(alike, verified__retired_at__isnull=True)
        .select_related("verified")
        .order_by("-verified__created_at", "pk")
    )
    shown = [phrasing for phrasing in found if phrasing.verified.is_shown(on=on)]
    exact = next((phrasing for phrasing in shown if phrasing.text_key == key), None)
    if exact is not None:
        return exact.verified
    return next(
        (
            phrasing.verified
            for phrasing in shown
            if not are_swapped(phrasing.text, question) and _means_the_same(phrasing.text, question)
        ),
        None,
    )


def _is_content(form: str, kind: str) -> bool:
    if form in _ASKING:
        return False
    return form in _KEPT_PARTICLES or kind.startswith(_CONTENT)


def _roles(question: str) -> list[str]:
    """Of every noun of content, in their order, whether it does (S) or it is done to (O), where a particle says so."""
    morphemes = [(one.form, str(one.tag)) for one in tag(unicodedata.normalize("NFKC", question))]
    followed = zip(morphemes, [*morphemes[1:], ("", "")], strict=True)
    return [
        _role(particle if kind.startswith("J") else "")
        for (form, noun), (particle, kind) in followed
        if noun.startswith("N") and _is_content(form, noun)
    ]


def _role(particle: str) -> str:
    if particle in _DOING:
        return "S"
    return "O" if particle in _DONE_TO else ""


def are_swapped(one: str, other: str) -> bool:
    """Whether two questions of the same words exchange who does something and to whom: 교수가 학생을, 교수를 학생이."""
    changes = set(zip(_roles(one), _roles(other), strict=False))
    return {("S", "O"), ("O", "S")} <= changes


def _means_the_same(one: str, other: str) -> bool:
    """Whether the embedding model finds two questions alike; where it cannot be asked, they are not."""
    first, second = query_vector(one), query_vector(other)
    if first is None or second is None:
        return False
    lengths = math.hypot(*first) * math.hypot(*second)
    product = sum(a * b for a, b in zip(first, second, strict=True))
    return bool(lengths) and product / lengths >= settings.VERIFIED_MATCH_SIMILARITY


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
