"""Answers as they are stored, a row for each sentence, for tests of what becomes of them later."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from chat.asking.services import conversation_start, question_ask
from chat.models import Answer, AnswerPassage, AnswerSentence, Citation
from chat.storing.content import answer_text
from portal.accounts.models import User
from regulations.models import RegulationVersion
from tests.corpus import TODAY
from verification.citations.states import CitationStatus, ConfirmedBy, SentenceOutcome, Verdict
from verification.models import CitationCheck, Verification

QUESTION = "휴학은 어떻게 합니까?"
RULES = {
    "art-25/para-1": "휴학하려는 학생은 휴학원을 제출하여 총장의 허가를 받아야 한다.",
    "art-25/para-2": "휴학기간은 통산하여 3년(6학기)을 초과할 수 없다. 다만, 병역 의무를 위한 휴학기간은 이에 포함하지 아니한다.",
    "art-25/para-3": "신입생은 첫 학기에 휴학할 수 없다.",
    "art-26": "휴학생은 휴학기간이 끝나는 학기의 개시일 전까지 복학원을 제출하여야 한다.",
}


@dataclass(frozen=True)
class Written:
    """A sentence of a stored answer with the provisions of 「학칙」 that it cites."""

    text: str
    keys: tuple[str, ...]
    outcome: SentenceOutcome = SentenceOutcome.CONFIRMED
    method: ConfirmedBy = ConfirmedBy.JUDGE
    reason: str = ""


def path_of(answer: Answer) -> str:
    """The page of the conversation that the answer belongs to."""
    return f"/conversations/{answer.message.conversation_id}/"


def given_answer(
    *written: Written,
    user: User | None = None,
    session_key: str = "asker",
    composer: Answer.Composer = Answer.Composer.GENERATIVE,
) -> Answer:
    """Store an answer whose second reading is awaited; the corpus must be there."""
    version = RegulationVersion.objects.select_related("regulation").get(regulation__title="학칙")
    started = conversation_start(user=user, session_key=session_key)
    answer = question_ask(conversation=started, question=QUESTION, as_of=TODAY, in_background=False)
    answer.status = Answer.Status.ANSWERED
    answer.composer = composer
    answer.finished_at = timezone.now()
    answer.save()
    for rank, (key, text) in enumerate(RULES.items(), start=1):
        AnswerPassage.objects.create(
            answer=answer,
            version=version,
            locator_key=key,
            regulation_title="학칙",
            text=text,
            rank=rank,
            score=1.0,
            relevance=1.0,
            used=True,
        )
    verification = Verification.objects.create(
        answer=answer, original_text="\n".join(one.text for one in written), accuracy_rate=1.0
    )
    for position, one in enumerate(written, start=1):
        _store(answer, verification, version, position, one)
    citations = list(answer.message.citations.order_by("position"))
    answer.message.content = answer_text(answer.sentences.order_by("position"), citations)
    answer.message.save()
    return answer


def _store(
    answer: Answer,
    verification: Verification,
    version: RegulationVersion,
    position: int,
    written: Written,
) -> None:
    is_confirmed = written.outcome == SentenceOutcome.CONFIRMED
    status = CitationStatus.VERIFIED if is_confirmed else CitationStatus.NOT_CHECKED
    sentence = AnswerSentence.objects.create(
        answer=answer,
        position=position,
        text=written.text,
        outcome=written.outcome,
        method=written.method,
        quote="" if is_confirmed or not written.keys else RULES[written.keys[0]],
        reason=written.reason,
    )
    numbers = dict(answer.message.citations.order_by("pk").values_list("locator_key", "number"))
    for key in written.keys:
        number = numbers.setdefault(key, len(numbers) + 1)
        Citation.objects.create(
            message=answer.message,
            sentence=sentence,
            version=version,
            regulation_title="학칙",
            locator_key=key,
            number=number,
            position=Citation.objects.filter(message=answer.message).count(),
            quote=RULES.get(key, ""),
            status=status,
        )
        CitationCheck.objects.create(
            verification=verification,
            position=verification.citation_checks.count() + 1,
            statement=written.text,
            citation_text=f"[†{number}]",
            citation_number=number,
            version=version,
            regulation_title="학칙",
            locator_key=key,
            status=status,
            verdict=Verdict.SUPPORTED if is_confirmed else Verdict.NOT_IN_CONTEXT,
            action=CitationCheck.Action.KEPT if is_confirmed else CitationCheck.Action.MARKED,
            evidence=RULES.get(key, ""),
        )
